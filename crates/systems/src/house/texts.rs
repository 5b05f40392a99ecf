//! The texts that keys of house rules have: luck, decks, bands of margins.

use oddsmith_base::{Error, Result};
use oddsmith_dice::{self, Fault};
use oddsmith_engine::chance::Roll;
use oddsmith_registry::{legible, plain};

/// The luck that a text means, where it is dice as they always were, a deck of `[value, copies]` or
/// nothing.
pub fn luck(text: &str) -> Result<Roll> {
    if text.trim() == "none" {
        return Roll::parse("0");
    }
    if !is_deck(text) {
        return Roll::parse(text);
    }
    Roll::of_cards(&deck(text)?)
}

/// Whether a deck is meant: other tools write dice in such brackets too.
fn is_deck(text: &str) -> bool {
    text.trim().starts_with("[[") && !text.contains(['d', 'D'])
}

/// The cards of `[[value,copies],…]`.
pub fn deck(text: &str) -> Result<Vec<(i32, u32)>> {
    let pair = |pair: &str| {
        let (value, copies) = pair.split_once(',')?;
        Some((value.trim().parse().ok()?, copies.trim().parse().ok()?))
    };
    let pairs = text.trim().strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]"));
    let cards = pairs.and_then(|pairs| {
        pairs
            .split("],")
            .map(|part| pair(part.trim().trim_start_matches('[')))
            .collect::<Option<Vec<(i32, u32)>>>()
    });
    cards.ok_or_else(|| {
        Error::question(format!("`{text}` is no deck"))
            .with_hint("a deck is said as [[value,copies],[value,copies]]")
    })
}

/// Luck as it counts: as it was always spelled where it could always be said, so that old questions
/// keep their numbers, else the printed form of the expression.
pub fn spelled(text: &str) -> Result<String> {
    let former = plain(text);
    if former == "none" || is_deck(&former) || Roll::parse(&former).is_ok() {
        return luck(&former).map(|_| former);
    }
    let place = |fault: Fault| fault.in_text(text, 0);
    let written = dice::read_expression(text).map_err(place)?;
    Ok(dice::check_expression(written, &[]).map_err(place)?.said.to_string())
}

/// The names and highest margins of `[name:highest,…]`; nothing for `none`.
pub fn bands(text: &str) -> Result<Vec<(String, i32)>> {
    if text.trim() == "none" {
        return Ok(Vec::new());
    }
    let wrong = |why: &str| {
        Error::question(format!("`{text}` are no bands: {why}"))
            .with_hint("bands are said as [miss:-1,hit:4,crit:99]")
    };
    let bands = named_numbers(text, wrong)?;
    match bands.windows(2).all(|pair| pair[0].1 < pair[1].1) {
        true if bands.len() > 1 => Ok(bands),
        true => Err(wrong("one band tells nothing apart")),
        false => Err(wrong("each needs a higher margin than the one before")),
    }
}

/// The names and numbers of `[name:number,…]`; `wrong` says what else it is.
fn named_numbers(text: &str, wrong: impl Fn(&str) -> Error) -> Result<Vec<(String, i32)>> {
    let inner = text
        .trim()
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .ok_or_else(|| wrong("they stand in brackets"))?;
    let pair = |part: &str| {
        let (name, number) =
            part.split_once(':').ok_or_else(|| wrong("each is a name and a number"))?;
        let number = number
            .trim()
            .parse()
            .map_err(|_| wrong(&format!("`{}` is not a whole number", number.trim())))?;
        legible(name.trim())?;
        Ok((name.trim().to_owned(), number))
    };
    let pairs = inner.split(',').map(pair).collect::<Result<Vec<(String, i32)>>>()?;
    match pairs
        .iter()
        .enumerate()
        .find_map(|(i, pair)| pairs[..i].iter().find(|other| other.0 == pair.0))
    {
        Some((name, _)) => Err(wrong(&format!("two are called `{name}`"))),
        None => Ok(pairs),
    }
}
