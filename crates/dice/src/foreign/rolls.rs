//! Functions that find dice in a text and that change one of them.

use super::pattern::is_number;
use crate::read::end_of_roll;

/// Returns true if a text begins with dice: `6d10`, `d6`.
pub fn is_roll(text: &str) -> bool {
    is_die(text.trim_start_matches(|letter: char| letter.is_ascii_digit()))
}

/// Returns true if a text begins with a die: `d6`.
pub fn is_die(text: &str) -> bool {
    let sides = text.strip_prefix(['d', 'D']);
    sides.is_some_and(|sides| sides.starts_with(|next: char| next.is_ascii_digit()))
}

/// Returns true if a text consists of dice only: `6d10`.
pub fn is_pool(text: &str) -> bool {
    is_roll(text) && text.bytes().all(|letter| letter == b'd' || letter.is_ascii_digit())
}

/// Returns the number of dice of a pool and their sides; the number of a single die is 1.
pub fn count_and_sides(pool: &str) -> Option<(u32, u32)> {
    let (count, sides) = pool.split_once(['d', 'D'])?;
    let count = if count.is_empty() { 1 } else { count.parse().ok()? };
    let sides = sides.parse().ok()?;
    (count < 1000 && sides < 100_000).then_some((count, sides))
}

/// Returns all dice of a sum as one pool, without its numbers: `[d6, 3d6]` of `d6+3d6+1`.
pub fn all_dice(sum: &str) -> Option<String> {
    let terms = sum.trim_matches(['(', ')']).split(['+', '-']);
    let dice: Vec<&str> = terms.map(str::trim).filter(|term| !is_number(term)).collect();
    match &dice[..] {
        all if !all.iter().all(|dice| is_pool(dice)) => None,
        [one] => Some((*one).to_owned()),
        all => Some(format!("[{}]", all.join(", "))),
    }
}

/// Returns the places at which dice begin.
fn rolls(text: &str) -> Vec<usize> {
    let begins = |at: &usize| {
        is_roll(&text[*at..]) && !text[..*at].ends_with(|before: char| before.is_alphanumeric())
    };
    text.char_indices().map(|(at, _)| at).filter(begins).collect()
}

/// Adds a suffix to the only dice of a text; `None` if there are several dice or none.
pub fn with_suffix(text: &str, suffix: &str) -> Option<String> {
    let [start] = rolls(text)[..] else { return None };
    let (dice, behind) = text.split_at(end_of_roll(text, start)?);
    // `d20c6 >= 1 - 2` would compare with -1.
    let closes = behind.is_empty() || behind == "]" || !suffix.contains(' ');
    closes.then(|| match behind == "]" {
        true => format!("{text}{suffix}"),
        false => format!("{dice}{suffix}{behind}"),
    })
}

/// Replaces the only die of a text by several dice of which one is kept; `None` if several dice
/// could be meant.
pub fn with_advantage(text: &str, count: &str, keep: &str) -> Option<String> {
    let mut all = rolls(text);
    if all.len() > 1 {
        // Next to other dice, the d20 has the advantage.
        all.retain(|&at| text[at..].trim_start_matches('1').starts_with("d20"));
    }
    let [start] = all[..] else { return None };
    let (before, dice) = text.split_at(start);
    let die = dice.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let had = &dice[..dice.len() - die.len()];
    let sides = die[1..].find(|next: char| !next.is_ascii_digit()).map_or(die.len(), |end| end + 1);
    let (die, behind) = die.split_at(sides);
    // `2d20adv` is two dice of which one is kept; other pairs are ambiguous.
    let one = matches!(had, "" | "1") || had == "2" && die == "d20";
    let plain = !behind.starts_with(|next: char| next.is_alphabetic() || next == '!');
    (one && plain).then(|| format!("{before}{count}{die}{keep}{behind}"))
}

/// Returns the die of a text and its sides: `d20` of `1d20+5` and of a text without dice, `2d20kh1`
/// if one of two dice is kept.
pub fn die_of(text: &str) -> (&str, &str) {
    let die = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let sides = die.get(1..).unwrap_or_default();
    let length = sides.find(|next: char| !next.is_ascii_digit()).unwrap_or(sides.len());
    let (sides, behind) = sides.split_at(length);
    let kept = ["kh1", "kl1"].iter().any(|keep| behind.starts_with(keep));
    match is_die(die) {
        true if kept && text.starts_with("2d") => (&text[..2 + length + 3], sides),
        true => (&die[..1 + length], sides),
        false => ("d20", "20"),
    }
}
