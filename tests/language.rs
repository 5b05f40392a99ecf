//! The language of dice, decks and rules: what it reads, prints and refuses.

use oddsmith::dice::guide::{GUIDE, Written, markdown};
use oddsmith::dice::syntax::Program;
use oddsmith::dice::{
    Checked, Fault, Field, check_expression, check_program, read_expression, read_program,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Each is read, and printed as the second.
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
    ("card54", "card54"),
    ("6d6 c>=5", "6d6c>=5"),
    ("(6d6) >= 5", "(6d6) >= 5"),
    ("d8!>=5", "d8!>=5"),
    ("d8! >= 5", "d8! >= 5"),
    ("6d10c>=5c10", "6d10c>=5c10"),
    ("4dF c{-1}", "4dFc{-1}"),
    ("2d6 != 5", "(2d6) != 5"),
    ("2d6!5", "2d6!5"),
    ("3d6_keep_highest_2", "3d6kh2"),
    ("3d6 keep lowest 1", "3d6kl1"),
    ("d8_again_8", "d8 again 8"),
    ("d20 again 10 20", "d20 again 10 20"),
    ("3d6 keep highest 2 again 6", "3d6 again 6 kh2"),
    ("(d6-1)*4", "(d6 - 1) * 4"),
    ("d10*2", "d10 * 2"),
    ("2d10-d4*2+3", "2d10 - d4 * 2 + 3"),
    ("-2+d4", "-2 + d4"),
    ("10 - (3 - d6)", "10 - (3 - d6)"),
    ("d6k1", "d6kh1"),
    ("4d6k3", "4d6kh3"),
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
    ("(a)d(b)", "(a)d(b)"),
];

#[test]
fn expressions_are_read_and_printed() {
    for (text, printed) in READ {
        let written = read_expression(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        assert_eq!(written.said.to_string(), *printed, "{text}");
        let again = read_expression(printed).unwrap_or_else(|fault| panic!("{printed}: {fault:?}"));
        assert_eq!(again.said, written.said, "{text} as {printed}");
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
    assert_eq!(written.said.to_string(), rule);
    assert_eq!(read_program(&written.said.to_string()).unwrap().said, written.said);
}

/// What can be read only wrongly is refused: the text, a part of the message, a part of the hint.
const REFUSED: &[(&str, &str, &str)] = &[
    ("2d6!=5", "two ways", "`2d6!5` explodes, `2d6 != 5` compares"),
    ("4d6d1", "`d` is one thing", "`4d6dl1`"),
    ("4d6d2", "`d` is one thing", "`4d6dl1`"),
    ("[highest 2 of 3d6]", "AnyDice", "`3d6kh2`"),
    ("[lowest 1 of 2d20]", "AnyDice", "`2d20kl1`"),
    ("[count {5,6} in 6d6]", "AnyDice", "`count(6d6, {5,6})`"),
    ("[explode d6]", "AnyDice", "`d6!!`"),
    ("output 3d6", "AnyDice", "`3d6`"),
    ("{3d6, 2d8}kh1", "faces of a die", "`max(3d6, 2d8)`"),
    ("2d20adv", "advantage is a keep", "`2d20kh1`"),
    ("d20 vs 15", "`vs`", ">= 15"),
    ("6b6", "counts dice", "count("),
    ("3d6 drop lowest", "`drop`", "dl1"),
    ("largest 2 3d6", "Troll", "`3d6kh2`"),
    ("[[2d6]]", "Roll20", "`2d6 + 3`"),
    ("1.5 * d6", "numbers are whole", "`/` divides"),
    ("d6 == 3", "`==`", "`=`"),
    ("d6 && d8", "`&`", "`and`"),
    ("1 < d6 < 5", "two sides", "a < b and b < c"),
    ("3d6kh2!", "before keep", "then one keep"),
    ("3d6c>=5kh2", "before the tally", "then one keep"),
    ("3d6kh2kl1", "one keep", "then one keep"),
    ("4dFr-1", "difference", "`r{-1}`"),
    ("r kh1", "acts on dice", "`[r]kh1`"),
    ("6d6c>=tn", "a number is expected", "`(tn)`"),
    ("2d6 d8", "the end of the line", "a pool"),
    ("2d", "", ""),
    ("d6+", "is missing", ""),
    ("(d6", "not closed", "needs a `)`"),
    ("d6)", "end of the line", "too many"),
    ("", "is missing", ""),
    ("d6 r", "a face is missing", "`r1`"),
    ("if d6 then 2", "`else` is missing", "else 0"),
    ("2^3", "`^`", "no powers"),
    ("7 % 2", "`%`", "a mod b"),
    ("floor(d6)", "unknown function `floor`", "rounds down"),
    ("higest(3d6)", "unknown function", "`highest`"),
    ("highest + 1", "is a function", "highest(r)"),
];

#[test]
fn what_is_wrong_is_said_with_the_way_out() {
    for (text, message, hint) in REFUSED {
        let fault = read_expression(text).expect_err(text);
        assert!(fault.message.contains(message), "{text}: {fault:?}");
        assert!(fault.hint.clone().unwrap_or_default().contains(hint), "{text}: {fault:?}");
        assert!(
            fault.span.end <= text.len() && fault.span.start <= fault.span.end,
            "{text}: {fault:?}"
        );
    }
}

/// Pieces that a text of dice is made of, and some that it is not.
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
    "keep highest ",
    "again 6",
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
                let printed = written.said.to_string();
                let again = read_expression(&printed).map(|written| written.said);
                prop_assert_eq!(again.as_ref(), Ok(&written.said), "{} as {}", text, printed);
            }
            if let Ok(written) = read_program(text) {
                let printed = written.said.to_string();
                let again = read_program(&printed).map(|written| written.said);
                prop_assert_eq!(again.as_ref(), Ok(&written.said), "{} as {}", text, printed);
            }
        }
    }
}

/// Texts of the grammar.
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
        1 => Just(" again 5 6"), 1 => Just("!!{2,4}ro1"),
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
    fn what_the_grammar_says_is_printed_and_read_again(text in written()) {
        let written = read_expression(&text).map_err(|fault| TestCaseError::fail(format!("{text}: {fault:?}")))?;
        let printed = written.said.to_string();
        let again = read_expression(&printed).map(|written| written.said);
        prop_assert_eq!(again.as_ref(), Ok(&written.said), "{} as {}", text, printed);
        prop_assert!(printed.len() <= text.len() + 20, "{} as {}", text, printed);
    }
}

#[test]
fn what_never_ends_is_bounded() {
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

/// What can't be is refused before anything is rolled: the rule, part of the message, of the hint.
const PLANTED: &[(&str, &str, &str)] = &[
    ("hits = count(6d6, >=5)\nask hit", "unknown name `hit`", "did you mean `hits`?"),
    ("r = 0d6\nask r", "0 dice", "dice are 1 to 1000"),
    ("r = d0\nask r", "0 sides", "sides are 1 to 10000"),
    ("r = 4d6kh5\nask r", "5 are kept of 4", "at most 4"),
    ("r = d1!\nask r", "every face is exploding", "leave a face"),
    ("r = d6r<=6\nask r", "every face is rolled again", "leave a face"),
    ("r = (d4)d6\nask r", "the number of dice is a fixed number", "`n = d4`, then `(n)d6`"),
    (
        "r = $pol d6\nask r",
        "unknown field `$pol`",
        "the fields are `$pool`, `$dc`, `$how` and `$mod`",
    ),
    ("ask r\nr = 3d6 + x\nx = 2", "`x` is used before it is bound", "top down"),
    ("r = 3d6\nr = 2d6\nask r", "`r` is bound already", "a `state`"),
    ("r = 2d{S,SA,_}\nask r", "letters have no sum", "count("),
    ("r = 2d{S,SA,_}\nx = r + 1\nask x", "letters have no sum", "`count(r, A)`"),
    ("r = 2d{S,SA,_}\nx = count(r, T)\nask x", "no face shows `T`", "`A` and `S`"),
    ("hit: 2d6 >= 13\nmiss: otherwise", "`hit` can never come", "never holds"),
    ("hit: (2d6) >= 2\nmiss: otherwise", "`miss` can never come", "`hit` above it always holds"),
    ("miss: otherwise\nhit: 2d6 >= 9", "this result can never come", "`otherwise` stands last"),
    ("state hp = 30\nstep\nhp = hp - d8\nask steps", "the steps have no end", "until hp <= 0"),
    ("step = 3d6\nask step", "`step` is a word of the language", "`my_step`"),
    ("highest = d20\nask highest", "`highest` is a word", "`my_highest`"),
    (
        "hits: 6d6 >= 5\nmiss: otherwise",
        "can be read in two ways",
        "`6d6 c>=5` counts dice, `(6d6) >= 5`",
    ),
    ("hits: $pool d6 >= 5\nmiss: otherwise", "can be read in two ways", "`$pool d6 c>=5` counts"),
    ("a = 2d20\ncrit: natural(a) = 20\nmiss: otherwise", "several are kept", "`count(r, 20)`"),
    ("good: $how = advantag\nbad: otherwise", "unknown word `advantag`", "`plain` and `advantage`"),
    ("x = $how + 1\nask x", "is a word, not a number", "`$how = plain`"),
    ("deck d = 1..13 x4\nx = d + 1\nask x", "`d` is a deck", "size(d)"),
    ("r = 3d6\nask r at 3", "`at` names a step", "until"),
    (
        "state hp = 9\nstep\nhp = hp - d6\nuntil hp <= 0, at most 5\nask hp at 6",
        "beyond `at most 5`",
        "",
    ),
    ("r = 3d6", "answers nothing", "`ask r`"),
    ("r = 3d6\nrr", "neither a name nor a result", "`name = …`"),
    ("r = 3d6\nok: if r > 20 then 1 else r\nno: otherwise", "this can never hold", ""),
    ("ask result\nx = 3", "there are no results", "hit: r >= 5"),
    ("x = steps\nask x", "where there are steps", "until"),
    ("x = nth(3d6)\nask x", "asked with 1 things", "nth(r, 2)"),
    ("push = decide yes, no\nx = (push = maybe)\nask x", "unknown word `maybe`", "`yes` and `no`"),
    ("x = r!\nask x", "acts on dice", ""),
];

fn fields() -> Vec<Field> {
    let field = |name: &str, usual, words: &[&str]| Field {
        name: name.to_owned(),
        usual,
        words: words.iter().map(|word| (*word).to_owned()).collect(),
    };
    vec![
        field("pool", 6, &[]),
        field("dc", 9, &[]),
        field("how", 0, &["plain", "advantage"]),
        field("mod", 1, &[]),
    ]
}

fn check(rule: &str) -> Result<Checked<Program>, Fault> {
    read_program(rule).and_then(|written| check_program(written, &fields()))
}

#[test]
fn planted_mistakes_are_found_and_say_what_to_do() {
    for (rule, message, hint) in PLANTED {
        let fault = check(rule).expect_err(rule);
        assert!(fault.message.contains(message), "{rule}: {fault:?}");
        assert!(fault.hint.clone().unwrap_or_default().contains(hint), "{rule}: {fault:?}");
        let error = fault.in_text(rule, 0);
        assert!(error.to_string().contains("line "), "{rule}: {error}");
        assert!(error.excerpt().is_some_and(|excerpt| excerpt.contains('^')), "{rule}: {error}");
    }
}

/// Rules that are as they should be.
const RIGHT: &[&str] = &[
    "r = $pool d6\ncritical glitch: count(r, 1) * 2 > size(r) and count(r, >=5) = 0\nglitch: count(r, 1) * 2 > size(r)\nsuccess: count(r, >=5) >= $dc\nfailure: otherwise\nhits = count(r, >=5)\nask hits, (hits, result)",
    "net = count(6d10, >=8) - 2\nbotch: net < 0\notherwise: net",
    "state hp = $pool, bonus = 0\ndeck d = 1..13 x4, 15 x2\nstep\n  a = 2d20kh1\n  hp = hp - (if natural(a) = 20 then 2d8 + 3 else if a + 5 >= $dc and natural(a) > 1 then d8 + 3 else 0)\nuntil hp <= 0, at most 12\nask steps, hp at 3, a",
    "r = if $how = advantage then 3d6kh2 else 2d6\n3+ raises: r >= 12\n12+: r >= $dc\nno: otherwise",
    "r = 2d{S,SA,_ x3}\nx = count(r, S)\ny = net(r, S, A)\nask x, y, (x, y)",
    "hit: 2d6 >= 7\nmiss: otherwise",
    "hit: 2d20kh1 >= 15\nmiss: otherwise",
    "hit: 2d6 >= $dc\nmiss: otherwise\nresult wound\nbad: d6 = 1\nfine: otherwise\nask (result, wound)",
    "deck d = 1..13 x4\nstate hand = draw(d, 3)\nstep\ncard = draw(d, 1)\nhand = [hand, card]dh1\nshuffle d when card = 13\nreturn hand to d when steps = 2\nuntil steps = 5\nsame = suited(hand)\nask same, hand",
    "state total = 0\nstep\nmore = decide yes, no\ntotal = total + (if more = yes then d6 else 0)\nuntil more = no or total > 20\nask total, ended",
    "c = d6\nmod = 3\nx4 = mod + c\nat = x4\nask at",
    "ask r\nr = 3d6",
    "r = max(d8!, d6!)\nraises = r / 4\nask raises",
    "s = repeat(6, 4d6dl1)\na = count(s, >=15)\nb = lowest(s)\nask (a, b)",
    "y = d6\nx = 3 +\n  y # goes on\nask x,\n  y",
    "x = d6 + $mod\nhit: x > 3\nmiss: otherwise",
];

#[test]
fn right_rules_pass() {
    for rule in RIGHT {
        let checked = check(rule).unwrap_or_else(|fault| {
            panic!(
                "{rule}: {}\n{:?}",
                fault.clone().in_text(rule, 0).excerpt().unwrap_or_default(),
                fault
            )
        });
        let printed = checked.said.to_string();
        let again = check(&printed).unwrap_or_else(|fault| panic!("{printed}: {fault:?}"));
        assert_eq!(again.said, checked.said, "{rule} as {printed}");
    }
}

/// What is checked with the fields of the tests.
fn expression(text: &str) -> Result<String, Fault> {
    let written = read_expression(text)?;
    check_expression(written, &fields()).map(|checked| checked.said.to_string())
}

/// Every row of the page is read; what stands elsewhere is read or refused as the page says.
#[test]
fn the_page_says_what_the_reader_reads() {
    for part in GUIDE {
        for row in part.rows {
            match part.kind {
                Written::Expressions => {
                    // Letters have no sum: those rows are rolls alone.
                    let read = match row.written.contains("{S") && !row.written.contains('(') {
                        true => {
                            read_expression(row.written).map(|written| written.said.to_string())
                        }
                        false => expression(row.written),
                    };
                    read.unwrap_or_else(|fault| panic!("{}: {fault:?}", row.written));
                }
                Written::Lines => {
                    assert!(row.within.contains(row.written), "{}", row.written);
                    let rule = read_program(row.within);
                    let need = Field { name: "need".to_owned(), usual: 4, words: vec![] };
                    let checked = rule.and_then(|rule| check_program(rule, &[need]));
                    checked.unwrap_or_else(|fault| panic!("{}: {fault:?}", row.written));
                }
                Written::Elsewhere => match expression(row.written) {
                    Ok(read) => {
                        let said = row.means.starts_with(&read) || read.contains("again");
                        assert!(said, "{} is read as {read}", row.written);
                    }
                    Err(fault) => {
                        let hint = fault.hint.unwrap_or_default();
                        let here = row.means.split([' ', ',']).next().unwrap_or_default();
                        assert!(hint.contains(here), "{}: {hint}", row.written);
                    }
                },
            }
        }
    }
}

#[test]
fn the_page_is_the_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/dice.md");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, markdown()).unwrap();
    }
    let file = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(file, markdown(), "UPDATE_GOLDEN=1 cargo test --test language writes it anew");
}
