//! Property tests of random texts: of the grammar, and of arbitrary pieces.

use oddsmith::dice::{read_expression, read_program};
use proptest::collection::vec;
use proptest::prelude::*;

/// Pieces of texts, valid and invalid ones.
const PIECES: &[&str] = &[
    "d",
    "6",
    "2d6",
    "d%",
    "dF",
    "!",
    "!!",
    "!p",
    "!o",
    ">=",
    "=",
    "!=",
    "<",
    "5",
    "kh",
    "kl2",
    "dl1",
    "km",
    "c",
    "c>=5",
    "count(",
    ")",
    "(",
    "[",
    "]",
    "{",
    "}",
    ",",
    "..",
    "x4",
    "_",
    " ",
    "\n",
    "$pool",
    "$",
    "r",
    "ro1",
    "mi2",
    "name",
    "hp",
    "if ",
    " then ",
    " else ",
    " and ",
    " or ",
    "not ",
    "+",
    "-",
    "*",
    "/",
    "/^",
    " mod ",
    "max(",
    "repeat(3, ",
    "natural(",
    "draw(d",
    "otherwise",
    ": ",
    "label: ",
    "ask ",
    "step\n",
    "until ",
    "state ",
    "deck ",
    "at most 3",
    " at 3",
    "shuffle ",
    "return ",
    " to ",
    " when ",
    "decide yes, no",
    "result ",
    "card54",
    "é",
    "#",
    "\u{0}",
    "🎲",
    "99999999999999999999",
    "1e9",
    "\t",
    "\"",
    "output ",
    "[highest 2 of 3d6]",
    "t>5",
    "x",
    "k2",
    "\r\n",
];

proptest! {
    #[test]
    fn random_text_is_read_or_refused(picks in vec(0..PIECES.len(), 0..40), any in ".{0,40}") {
        let text: String = picks.iter().map(|&pick| PIECES[pick]).collect();
        for text in [&text, &any, &format!("{text}{any}"), &format!("x = {text}"), &format!("{any}\n{text}")] {
            for fault in [read_expression(text).err(), read_program(text).err()].into_iter().flatten() {
                prop_assert!(text.get(fault.span.clone()).is_some(), "{text:?}: {fault:?}");
            }
            if let Ok(written) = read_expression(text) {
                let printed = written.tree.to_string();
                let again = read_expression(&printed).map(|written| written.tree);
                prop_assert_eq!(again.as_ref(), Ok(&written.tree), "{} as {}", text, printed);
            }
            if let Ok(written) = read_program(text) {
                let printed = written.tree.to_string();
                let again = read_program(&printed).map(|written| written.tree);
                prop_assert_eq!(again.as_ref(), Ok(&written.tree), "{} as {}", text, printed);
            }
        }
    }
}

/// Returns texts of the grammar.
fn written() -> impl Strategy<Value = String> {
    let dice = prop_oneof![
        Just("d6"),
        Just("3d6"),
        Just("4dF"),
        Just("d%"),
        Just("2d10"),
        Just("$pool d10"),
        Just("(n)d8"),
        Just("2d{1,1,2..4,7 x2}"),
        Just("d{S,SA,_ x3}"),
        Just("[d10, 2d8, r]"),
        Just("card54"),
        Just("d$n"),
    ];
    let modifiers = prop_oneof![
        4 => Just(""), 1 => Just("!"), 1 => Just("!!"), 1 => Just("!p"), 1 => Just("!o"), 1 => Just("!>=5"),
        1 => Just(" r1"), 1 => Just(" ro<=2"), 1 => Just(" mi2"), 1 => Just(" ma(n)"), 1 => Just(" r{-1..1,3}"),
        1 => Just("!!{2,4}ro1"),
    ];
    let keep = prop_oneof![
        5 => Just(""), 1 => Just(" kh"), 1 => Just(" kl1"), 1 => Just(" dl1"), 1 => Just(" dh(n)"), 1 => Just(" km$k"),
    ];
    let tally = prop_oneof![6 => Just(""), 1 => Just(" c>=5"), 1 => Just(" c5c6"), 1 => Just(" count {1,2}")];
    let roll = (dice, modifiers, keep, tally).prop_map(|(a, b, c, d)| format!("{a}{b}{c}{d}"));
    let leaf = prop_oneof![
        roll,
        (0..40i32).prop_map(|number| number.to_string()),
        Just("$dc".to_owned()),
        Just("hp".to_owned()),
        Just("count(r, >=5)".to_owned()),
        Just("count(4d6, {1,6})".to_owned()),
        Just("nth(r, 2)".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let signs = vec!["+", "-", "*", "/", "/^", "mod", "<", "<=", "=", "!=", ">=", ">", "and", "or"];
        prop_oneof![
            4 => (inner.clone(), prop::sample::select(signs), inner.clone()).prop_map(|(a, sign, b)| format!("({a}) {sign} ({b})")),
            1 => inner.clone().prop_map(|a| format!("-({a})")),
            1 => inner.clone().prop_map(|a| format!("(not ({a}))")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("max({a}, {b}, 3)")),
            1 => inner.clone().prop_map(|a| format!("repeat(3, {a})")),
            1 => (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("(if {a} then {b} else {c})")),
        ]
    })
}

proptest! {
    #[test]
    fn texts_of_the_grammar_round_trip(text in written()) {
        let written = read_expression(&text).map_err(|fault| TestCaseError::fail(format!("{text}: {fault:?}")))?;
        let printed = written.tree.to_string();
        let again = read_expression(&printed).map(|written| written.tree);
        prop_assert_eq!(again.as_ref(), Ok(&written.tree), "{} as {}", text, printed);
        prop_assert!(printed.len() <= text.len() + 20, "{} as {}", text, printed);
    }
}

#[test]
fn nesting_and_length_of_texts_are_limited() {
    for text in [
        "(".repeat(10_000),
        "1+".repeat(9_000),
        "[".repeat(9_000),
        "if ".repeat(5_000),
        "-".repeat(9_000),
        "d(".repeat(5_000),
        "not ".repeat(4_000),
        "d6!".repeat(6_000),
        "x\n".repeat(9_000),
    ] {
        assert!(read_expression(&text).is_err());
        assert!(read_program(&text).is_err());
    }
}
