//! Tests of conditions and sets after a sum: they apply to the whole sum, with or without spaces.

use oddsmith::odds::Histogram;

/// Sum of dice and a number: the dice with their signs and sides, and the number to add.
struct Sum {
    text: &'static str,
    dice: &'static [(i32, i32)],
    add: i32,
}

const SUMS: &[Sum] = &[
    Sum { text: "d20 + d4", dice: &[(1, 20), (1, 4)], add: 0 },
    Sum { text: "2d6 + d4", dice: &[(1, 6), (1, 6), (1, 4)], add: 0 },
    Sum { text: "d8 + d6", dice: &[(1, 8), (1, 6)], add: 0 },
    Sum { text: "3 + 2d6", dice: &[(1, 6), (1, 6)], add: 3 },
    Sum { text: "2d10 + 2", dice: &[(1, 10), (1, 10)], add: 2 },
    Sum { text: "d20 - 2", dice: &[(1, 20)], add: -2 },
    Sum { text: "d12 - d6", dice: &[(1, 12), (-1, 6)], add: 0 },
    Sum { text: "d6 + 3d6", dice: &[(1, 6), (1, 6), (1, 6), (1, 6)], add: 0 },
    Sum { text: "d6 + d4 + 2", dice: &[(1, 6), (1, 4)], add: 2 },
    Sum { text: "d8 + 2d4 - 1", dice: &[(1, 8), (1, 4), (1, 4)], add: -1 },
    Sum { text: "2d6 + d4 + d8", dice: &[(1, 6), (1, 6), (1, 4), (1, 8)], add: 0 },
];

/// Words after a sum, and a function that returns true if a number meets them.
type Condition = (&'static str, fn(i32) -> bool);

/// Words for conditions on the total.
const CONDITIONS: &[Condition] = &[
    ("5-9", |total| (5..=9).contains(&total)),
    ("5 to 9", |total| (5..=9).contains(&total)),
    ("between 5 and 9", |total| (5..=9).contains(&total)),
    ("in {5..9}", |total| (5..=9).contains(&total)),
    ("in {5,9}", |total| [5, 9].contains(&total)),
    ("at least 5 at most 9", |total| (5..=9).contains(&total)),
    ("7 or 11", |total| [7, 11].contains(&total)),
    ("is 7 or 11", |total| [7, 11].contains(&total)),
    ("total 7", |total| total == 7),
    ("total 7+", |total| total >= 7),
    ("at least 7", |total| total >= 7),
    ("at most 7", |total| total <= 7),
    ("7+", |total| total >= 7),
    ("7-", |total| total <= 7),
    ("7 or more", |total| total >= 7),
    ("7 or less", |total| total <= 7),
    ("more than 7", |total| total > 7),
    ("less than 7", |total| total < 7),
    ("no more than 7", |total| total <= 7),
    ("exactly 7", |total| total == 7),
    ("vs 7", |total| total >= 7),
    (">= 7", |total| total >= 7),
    ("!= 7", |total| total != 7),
    ("< 7", |total| total < 7),
];

/// Words for conditions on the dice, which test the largest number of equal faces.
const SETS: &[Condition] = &[
    ("doubles", |most| most >= 2),
    ("pair", |most| most >= 2),
    ("triples", |most| most >= 3),
    ("three of a kind", |most| most >= 3),
    ("all different", |most| most == 1),
];

/// Returns different spellings of a sum.
fn spellings(text: &str) -> Vec<String> {
    let words = text.replace(" + ", " plus ").replace(" - ", " minus ");
    let (front, back) = (text.replace("+ ", "+").replace("- ", "-"), text.replace(" +", "+"));
    vec![text.to_owned(), text.replace(' ', ""), front, back, words, format!("({text})")]
}

/// Returns the faces of each possible roll of the dice.
fn rolls(dice: &[(i32, i32)]) -> Vec<Vec<i32>> {
    dice.iter().fold(vec![Vec::new()], |rolls, &(_, sides)| {
        let with = |roll: &Vec<i32>, face| [&roll[..], &[face]].concat();
        rolls.iter().flat_map(|roll| (1..=sides).map(move |face| with(roll, face))).collect()
    })
}

/// Returns the probability that a condition is met; `None` if the text is refused.
fn chance(text: &str) -> Option<f64> {
    let entry = oddsmith::systems::check("house.roll").expect("it is there");
    let case = entry.case([("luck", text)]).ok()?;
    Some(case.law(1_000_000).expect(text).column("total").expect("a total").share(1))
}

#[test]
fn conditions_apply_to_the_whole_sum() {
    let mut read = 0;
    for Sum { text, dice, add } in SUMS {
        let rolls = rolls(dice);
        let total = |roll: &Vec<i32>| -> i32 {
            add + roll.iter().zip(*dice).map(|(face, (sign, _))| sign * face).sum::<i32>()
        };
        for (words, holds) in CONDITIONS {
            let ways = rolls.iter().filter(|roll| holds(total(roll))).count();
            let right = ways as f64 / rolls.len() as f64;
            for sum in spellings(text) {
                let line = format!("{sum} {words}");
                let found = chance(&line).unwrap_or_else(|| panic!("`{line}` is refused"));
                assert!((found - right).abs() < 1e-12, "`{line}`: {found}, and not {right}");
                read += 1;
            }
        }
    }
    assert!(read >= 200, "{read} lines");
}

#[test]
fn sets_apply_to_all_dice_of_the_sum() {
    for Sum { text, dice, .. } in SUMS.iter().filter(|sum| !sum.text.contains(" - d")) {
        let rolls = rolls(dice);
        for (words, holds) in SETS {
            let most = |roll: &Vec<i32>| {
                let alike = |face| roll.iter().filter(|&other| other == face).count();
                roll.iter().map(alike).max().unwrap_or_default()
            };
            let ways = rolls.iter().filter(|roll| holds(most(roll) as i32)).count();
            let right = ways as f64 / rolls.len() as f64;
            for sum in spellings(text).iter().filter(|sum| !sum.contains("lus")) {
                let line = format!("{sum} {words}");
                let found = chance(&line).unwrap_or_else(|| panic!("`{line}` is refused"));
                assert!((found - right).abs() < 1e-12, "`{line}`: {found}, and not {right}");
            }
        }
    }
}

/// Modifiers apply to the only roll of a sum; with several rolls the text is refused.
#[test]
fn spaces_around_signs_do_not_change_modifiers() {
    let modifiers = ["keep highest", "drop lowest", "kh1", "exploding", "with advantage", "any 6s"];
    for Sum { text, .. } in SUMS {
        for words in modifiers {
            let spaced = format!("{text} {words}");
            let joined = format!("{} {words}", text.replace(' ', ""));
            assert_eq!(chance(&spaced), chance(&joined), "`{spaced}` and `{joined}`");
        }
    }
}

#[test]
fn conditions_apply_to_functions_of_dice() {
    for (line, right) in [
        ("max(d8, d6) between 5 and 8", 1.0 - 16.0 / 48.0),
        ("max(d8, d6) 5-8", 1.0 - 16.0 / 48.0),
        ("max(d8, d6) + 1 6-9", 1.0 - 16.0 / 48.0),
        ("4d6kh3 + d4 12-15", 2207.0 / 5184.0),
        ("d6 * 2 7-9", 1.0 / 6.0),
    ] {
        let found = chance(line).unwrap_or_else(|| panic!("`{line}` is refused"));
        assert!((found - right).abs() < 1e-12, "`{line}`: {found}, and not {right}");
    }
}

/// Each unknown word costs as much time as the word before it: an error is reported at the first
/// unknown word, and no hint is searched for in the rest of the line.
#[test]
fn unknown_words_are_refused_at_the_first_one() {
    for words in ["not ", "a b c 5+ or less ", "of ", "twice ", "more ", "best of d8 and d6 "] {
        for count in [1, 12, 40, 400] {
            let text = format!("6d6{}", words.repeat(count));
            let error = oddsmith::dice::read_expression(&text).expect_err(&text);
            assert!(!error.message.is_empty() && error.span.start < 40, "{error:?}");
        }
    }
}
