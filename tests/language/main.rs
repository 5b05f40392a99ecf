//! Tests of the language of dice, decks and rules: accepted, printed and refused texts.

mod best;
mod cards;
mod checked;
mod example_rules;
mod examples;
mod families;
mod house;
mod mechanics;
mod meetings;
mod notation;
mod page;
mod random;
mod readings_of_notation;
mod reference;
mod rules_in_play;
mod slips;
mod solved;
mod sums;

use std::sync::Arc;

use oddsmith::dice::{Field, check_program, read_expression, read_program};
use oddsmith::odds::Histogram;
use oddsmith::program::{Compiled, Question};
use oddsmith::registry::Entry;

/// Compiles a rule with these fields.
fn compiled(rule: &str, fields: &[(&str, i64)]) -> oddsmith::Result<Compiled> {
    let field = |&(name, usual): &(&str, i64)| Field { name: name.into(), usual, words: vec![] };
    let declared: Vec<Field> = fields.iter().map(field).collect();
    let read = read_program(rule).unwrap_or_else(|fault| panic!("{rule}: {fault:?}"));
    let checked =
        check_program(read, &declared).unwrap_or_else(|fault| panic!("{rule}: {fault:?}"));
    let fields = fields.iter().map(|&(name, usual)| (name.to_owned(), usual)).collect();
    Question { fields, ..Question::of(&checked.tree) }.compile()
}

/// Returns the check of a file with this rule and more lines in its table.
fn entry(rule: &str, more: &str) -> Arc<Entry> {
    parsed_entry(rule, more).unwrap_or_else(|error| panic!("{rule}\n{error}"))
}

/// Parses a file with this rule and more lines in its table.
fn parsed_entry(rule: &str, more: &str) -> oddsmith::Result<Arc<Entry>> {
    let table = format!("[[house]]\nname = \"own\"\n{more}\nrule = \"\"\"\n{rule}\n\"\"\"\n");
    Ok(oddsmith::systems::house::parse(&table)?.remove(0))
}

/// Accepted texts, each with its printed form.
const READ: &[(&str, &str)] = &[
    ("3d6kh2", "3d6kh2"),
    ("2d20kl1", "2d20kl1"),
    ("4dF", "4dF"),
    ("d%", "d%"),
    ("d8!", "d8!"),
    ("max(d8!, d6!)", "max(d8!, d6!)"),
    ("4d6ro1kh3", "4d6ro1kh3"),
    ("2d6ro<=2", "2d6ro<=2"),
    ("d{1,1,2,3}", "d{1,1,2,3}"),
    ("7d10!!kh4", "7d10!!kh4"),
    ("$pool d10!>=9 c>=8", "$pool d10!>=9c>=8"),
    ("[d10, d8, 2d6]kh2", "[d10, d8, 2d6]kh2"),
    ("repeat(6, 4d6dl1)", "repeat(6, 4d6dl1)"),
    ("repeat(12, 3d6)kh6", "[repeat(12, 3d6)]kh6"),
    ("[repeat(12, 3d6)] kh6", "[repeat(12, 3d6)]kh6"),
    ("repeat(4, 2d6) c>=9 + 1", "[repeat(4, 2d6)]c>=9 + 1"),
    ("card54", "card54"),
    ("6d6 c>=5", "6d6c>=5"),
    ("(6d6) >= 5", "(6d6) >= 5"),
    ("d8!>=5", "d8!>=5"),
    ("d8! >= 5", "d8! >= 5"),
    ("6d10c>=5c10", "6d10c>=5c10"),
    ("4dF c{-1}", "4dFc{-1}"),
    ("2d6 != 5", "(2d6) != 5"),
    ("2d6!5", "2d6!5"),
    ("(d6-1)*4", "(d6 - 1) * 4"),
    ("d10*2", "d10 * 2"),
    ("2d10-d4*2+3", "2d10 - d4 * 2 + 3"),
    ("-2+d4", "-2 + d4"),
    ("10 - (3 - d6)", "10 - (3 - d6)"),
    ("d6k1", "d6kh1"),
    ("4d6k3", "4d6kh3"),
    ("1 < d6 < 5", "count(repeat(1, d6), {2..4}) = 1"),
    ("8d6 count 5 or 6 >= 2", "8d6c{5,6} >= 2"),
    ("3d6 drop lowest", "3d6dl1"),
    ("2d20adv", "2d20kh1"),
    ("d20 vs 15", "d20 >= 15"),
    ("d6x", "d6!"),
    ("d6xo", "d6!o"),
    ("d6rr1", "d6r1"),
    ("(3)d6", "3d6"),
    ("($n + 1)d6", "($n + 1)d6"),
    ("d$n kh2", "d$n kh2"),
    ("2d{S, SS, SA, _ x3}", "2d{S,SS,SA,_ x3}"),
    ("d{-1..1}", "d{-1..1}"),
    ("count(6d6, >=5)", "count(6d6, >=5)"),
    ("count(6d6, =5)", "count(6d6, 5)"),
    ("count(6d6, {1, 3..4})", "count(6d6, {1,3..4})"),
    ("count(r, S) - net(r, S, F)", "count(r, S) - net(r, S, F)"),
    (
        "if a >= 3 and not b = 2 or c then 1 else d6 + 2",
        "if a >= 3 and not b = 2 or c then 1 else d6 + 2",
    ),
    ("(if a then 1 else 2) + 3", "(if a then 1 else 2) + 3"),
    ("a mod 3 /^ 2 / 4", "a mod 3 /^ 2 / 4"),
    ("d6!pkh1", "d6!p kh1"),
    ("6d10!!p", "6d10!!p"),
    ("d6mi2ma5", "d6mi2ma5"),
    ("6d6count>=5", "6d6c>=5"),
    ("d6 # a comment", "d6"),
    ("hand_size + 2", "hand_size + 2"),
    ("r + 1", "r + 1"),
    ("[r, hand]dh1", "[r, hand]dh1"),
    ("D20", "d20"),
    ("[highest 2 of 3d6]", "3d6kh2"),
    ("[lowest 1 of 2d20] + 2", "2d20kl1 + 2"),
    ("[count {5,6} in 6d6]", "count(6d6, {5,6})"),
    ("/roll 4d6kh3", "4d6kh3"),
    ("output 3d6", "3d6"),
    ("3d 6", "3d6"),
    ("d6r1,2", "d6r{1,2}"),
    ("(a)d(b)", "(a)d(b)"),
];

#[test]
fn expressions_are_read_and_printed() {
    for (text, printed) in READ {
        let written = read_expression(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        assert_eq!(written.tree.to_string(), *printed, "{text}");
        let again = read_expression(printed).unwrap_or_else(|fault| panic!("{printed}: {fault:?}"));
        assert_eq!(again.tree, written.tree, "{text} as {printed}");
    }
}

#[test]
fn rules_are_read_and_printed() {
    let rule = "\
state hp = $hp in 0..30, bonus = 0
deck d = 1..13 x4, 15 x2
step
  a = 2d20kh1
  hp = hp - (if natural(a) = 20 then 2d8 + 3 else if a + 5 >= $ac then d8 + 3 else 0)
  push = decide yes, no
  flee = (falls = 1 and hp < 3)
  shuffle d when hp = 3
  return hand to d
until hp <= 0, at most 12
3+ raises: hp > 3
result wound
none at all: otherwise
ask steps, hp at 3, (hp, result)
";
    let written = read_program(rule).unwrap_or_else(|fault| panic!("{fault:?}"));
    assert_eq!(written.tree.to_string(), rule);
    assert_eq!(read_program(&written.tree.to_string()).unwrap().tree, written.tree);
}

/// Refused texts, each with a part of the message and of the hint.
const REFUSED: &[(&str, &str, &str)] = &[
    ("2d6!=5", "two meanings", "`2d6!5` explodes, `2d6 != 5` compares"),
    ("4d6d1", "`d` always means a die", "`4d6dl1`"),
    ("4d6d2", "`d` always means a die", "`4d6dl1`"),
    ("[highest of d8 and d6]", "AnyDice", "`max(d8, d6)`"),
    ("[explode d6]", "AnyDice", "`d6!!`"),
    ("{3d6, 2d8}kh1", "faces of a die", "`max(3d6, 2d8)`"),
    ("4d6 with advantage", "`with`", "`max(4d6, 4d6)`"),
    ("d20 vs d12", "needs a sign", "`d20 >= d12`"),
    ("6b6", "counts dice", "count("),
    ("3d6 drop", "`drop`", "`3d6dl1`"),
    ("largest 2 3d6", "Troll", "`3d6kh2`"),
    ("[[2d6]]", "Roll20", "`2d6`"),
    ("1.5 * d6", "numbers must be whole", "`/` divides"),
    ("d6 == 3", "`==`", "`=`"),
    ("d6 && d8", "`&`", "`and`"),
    ("1 < r < 5", "two sides", "`1 < r and r < 5`"),
    ("d4 < d6 < d8", "two sides", "name the roll, `r = d6`: `d4 < r and r < d8`"),
    ("3d6kh2!", "before keep", "then one keep"),
    ("3d6c>=5kh2", "before the count", "then one keep"),
    ("3d6kh2kl1", "one keep", "then one keep"),
    ("4dFr-1", "subtraction", "`r{-1}`"),
    ("r kh1", "acts on dice", "`[r]kh1`"),
    ("6d6c>=tn", "expected a number", "`(tn)`"),
    ("2d6 d8", "the end of the line", "a pool"),
    ("2d", "", ""),
    ("d6+", "is missing", ""),
    ("(d6", "not closed", "close it with `)`"),
    ("d6)", "end of the line", "too many"),
    ("", "is missing", ""),
    ("d6 r", "a face is missing", "`r1`"),
    ("if d6 then 2", "`else` is missing", "else 0"),
    ("2^3", "`^`", "no powers"),
    ("7 % 2", "`%`", "a mod b"),
    ("d20 > 10 ? 1 : 0", "use words", "if d20 >= 15 then"),
    ("2 x d6", "two meanings", "`2 * d6` multiplies"),
    ("d6 × 2", "unexpected sign", "`d6 * 2`"),
    ("repeat(6, 4d6dl1)r1", "acts on dice", "inside: `repeat(6, 2d6r1)`"),
    ("[repeat(2, d6), d8]kh1", "a pool by itself", "name it first"),
    ("floor(d6)", "unknown function `floor`", "rounds down"),
    ("higest(3d6)", "unknown function", "`highest`"),
    ("max 2d20", "is a function", "max(a, b)"),
];

/// Keep and count act on repeated rolls as on dice, or as on a named roll.
#[test]
fn repeated_rolls_are_a_pool() {
    let law = |luck: &str| {
        let case = oddsmith::scenario::case(luck).unwrap_or_else(|error| panic!("{luck}: {error}"));
        let law = case.law(10_000_000).unwrap_or_else(|error| panic!("{luck}: {error}"));
        let total = law.column("total").expect("a total");
        (-20..=80).map(|score| total.share(score)).collect::<Vec<f64>>()
    };
    let same = |one: &str, other: &str| {
        let (one_law, other_law) = (law(one), law(other));
        let off = one_law.iter().zip(&other_law).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-12, "{one} is not {other}: {off}");
        assert!((one_law.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{one}");
    };
    for keep in ["kh3", "kl2", "dl1", "dh2", "km2", "kh1", "c>=5", "kh2c6", "kl1 + 3"] {
        same(&format!("repeat(4, d6){keep}"), &format!("4d6{keep}"));
        same(&format!("[repeat(4, d6)]{keep}"), &format!("4d6{keep}"));
    }
    same("repeat(6, 4d6dl1)kh1", "highest(repeat(6, 4d6dl1))");
    same("repeat(5, 2d6)km1", "nth(repeat(5, 2d6), 3)");
    same("repeat(3, 2d6)c>=9", "count(repeat(3, 2d6), >=9)");
    same("lowest(repeat(4, 2d6)kh2)", "nth(repeat(4, 2d6), 2)");
    same("repeat(2, d6)kh1 + repeat(2, d6)kl1", "2d6kh1 + 2d6kl1");
    same("repeat(3, repeat(2, d6)kh1)kl1", "repeat(3, 2d6kh1)kl1");
    same("if repeat(2, d6)kh1 > 3 then 1 else 0", "if 2d6kh1 > 3 then 1 else 0");
}

#[test]
fn invalid_expressions_get_hints() {
    for (text, message, hint) in REFUSED {
        let fault = read_expression(text).expect_err(text);
        assert!(fault.message.contains(message), "{text}: {fault:?}");
        assert!(fault.advice().to_string().contains(hint), "{text}: {fault:?}");
        assert!(
            fault.span.end <= text.len() && fault.span.start <= fault.span.end,
            "{text}: {fault:?}"
        );
    }
}
