//! Tests of the page of the language, `docs/dice.md`: the parser accepts what the page says.

use oddsmith::dice::{
    Fault, Field, check_expression, check_program, read_expression, read_program,
};

use crate::checked::fields;

/// A rule for each line of the page.
const RULES: [(&str, &str); 21] = [
    ("r = 3d6kh2", "r = 3d6kh2\nask r"),
    ("$need", "ok: d6 >= $need\nno: otherwise"),
    ("hit: r >= 10", "r = 3d6\nhit: r >= 10\nmiss: otherwise"),
    ("miss: otherwise", "r = 3d6\nhit: r >= 10\nmiss: otherwise"),
    ("ask r, s", "r = d6\ns = d8\nask r, s"),
    ("given count(r, >=5) >= 2", "r = 4d6\ngiven count(r, >=5) >= 2\nask r"),
    ("ask (r, result)", "r = 3d6\nhit: r >= 10\nmiss: otherwise\nask (r, result)"),
    ("result wound", "hit: d6 > 3\nmiss: otherwise\nresult wound\nbad: d6 = 1\nlight: otherwise"),
    (
        "state hp = 30, worn = 0",
        "state hp = 30, worn = 0\nstep\nhp = hp - d8\nworn = worn + 1\nuntil hp <= \
                    0\nask steps, worn",
    ),
    ("step", "state hp = 9\nstep\nhp = hp - d8\nuntil hp <= 0\nask steps"),
    (
        "until hp <= 0, at most 12",
        "state hp = 9\nstep\nhp = hp - d8\nuntil hp <= 0, at most 12\nask steps",
    ),
    ("step if hp > 0", "state hp = d6 - 3\nstep if hp > 0\nhp = hp - 1\nuntil hp <= 0\nask steps"),
    ("ask steps, hp at 3", "state hp = 9\nstep\nhp = hp - d8\nuntil hp <= 0\nask steps, hp at 3"),
    ("deck d = 1..13 x4, 15 x2", "deck d = 1..13 x4, 15 x2\nx = highest(draw(d, 3))\nask x"),
    ("hand = draw(d, 5)", "deck d = 1..13 x4\nhand = draw(d, 5)\nx = matches(hand)\nask x"),
    ("suited(hand)", "deck d = 1..13 x4\nhand = draw(d, 5)\nflush = suited(hand) = 5\nask flush"),
    (
        "suited_run(hand, 14 as 1)",
        "hand = draw(deck52, 5)\nstraight flush: suited_run(hand, 14 as 1) = 5\nno: \
                    otherwise",
    ),
    ("count(hand, hearts)", "hand = draw(deck52, 5)\nn = count(hand, hearts)\nask n"),
    (
        "hand = [hand, card]dl1",
        "deck d = 1..13 x4\nstate hand = draw(d, 2)\nstep\ncard = draw(d, 1)\nhand = \
                    [hand, card]dl1\nuntil steps = 2\nask hand",
    ),
    (
        "shuffle d when c = 15",
        "deck d = 1..13 x4, 15 x2\nstate n = 0\nstep\nc = draw(d, 1)\nn = n + (c = \
                    15)\nshuffle d when c = 15\nuntil steps = 5\nask n",
    ),
    (
        "go = decide yes, no",
        "state n = 0\nstep\ngo = decide yes, no\nn = n + (if go = yes then d6 else \
                    0)\nuntil go = no or n > 9\nask n",
    ),
];

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/dice.md");

/// Returns the page, in which the last column of notation of other tools is written anew.
fn page() -> String {
    let page = std::fs::read_to_string(PATH).unwrap_or_default();
    let mut kind = String::new();
    let line = |line: &str| {
        if let Some(header) = line.strip_prefix("| ").filter(|line| !line.starts_with('`')) {
            kind = header.split(' ').next().unwrap_or_default().to_owned();
        }
        match row(line).filter(|_| kind == "elsewhere") {
            Some((written, means)) => {
                let there = means.split(" | ").next().unwrap_or_default();
                format!("| `{written}` | {there} | {} |\n", meaning(written))
            }
            None => format!("{line}\n"),
        }
    };
    page.lines().map(line).collect()
}

/// Returns the notation of a row of a table, and its meaning.
fn row(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | ")
}

/// Returns the notation in the tables whose header begins with this word.
fn rows<'p>(page: &'p str, kind: &str) -> Vec<&'p str> {
    let header = format!("\n| {kind} | ");
    let tables = page.split(&header).skip(1).map(|table| table.split("\n\n").next());
    let rows = tables.flatten().flat_map(str::lines).filter_map(row);
    rows.map(|(written, _)| written).collect()
}

/// Returns the reading of notation of other tools, or the hint of its refusal.
fn meaning(written: &str) -> String {
    let read = read_expression(written);
    match read.and_then(|read| check_expression(read, &[])) {
        Ok(read) if read.tree.to_string() == written => {
            let notes = read.notes.into_iter().map(|note| note.message);
            notes.collect::<Vec<_>>().join("; ")
        }
        Ok(read) => format!("read as `{}`", read.tree),
        Err(fault) => fault.advice().to_string(),
    }
}

/// Checks an expression with the fields of the tests, and returns its printed form.
fn expression(text: &str) -> Result<String, Fault> {
    let written = read_expression(text)?;
    check_expression(written, &fields()).map(|checked| checked.tree.to_string())
}

/// Every row of the page is accepted by the parser.
#[test]
fn every_row_of_the_page_is_accepted() {
    let page = page();
    let expressions = rows(&page, "expression");
    assert!(expressions.len() > 40);
    for written in expressions {
        // Letters can't be added, so those rows are parsed only.
        let read = match written.contains("{S") && !written.contains('(') {
            true => read_expression(written).map(|written| written.tree.to_string()),
            false => expression(written),
        };
        read.unwrap_or_else(|fault| panic!("{written}: {fault:?}"));
    }
    assert_eq!(rows(&page, "line"), RULES.map(|(written, _)| written));
    for (written, within) in RULES {
        assert!(within.contains(written), "{written}");
        let need = Field { name: "need".to_owned(), usual: 4, words: vec![] };
        let checked = read_program(within).and_then(|rule| check_program(rule, &[need]));
        checked.unwrap_or_else(|fault| panic!("{written}: {fault:?}"));
    }
}

/// Every notation of other tools is read with a note, or refused with a valid spelling.
#[test]
fn foreign_notation_is_read_or_refused_with_a_spelling() {
    let page = page();
    let elsewhere = rows(&page, "elsewhere");
    assert!(elsewhere.len() > 80);
    for text in elsewhere {
        let read = read_expression(text);
        let notes = read.as_ref().map(|read| read.notes.clone()).unwrap_or_default();
        match read.and_then(|read| check_expression(read, &[])) {
            Ok(_) => assert!(!notes.is_empty(), "{text}: it is said how"),
            Err(fault) => {
                let hint = fault.advice().to_string();
                assert!(hint.contains('`') && !fault.message.is_empty(), "{text}: {hint}");
                let here = hint.split('`').nth(1).unwrap_or_default();
                let shown = read_expression(here).is_ok() || read_program(here).is_ok();
                assert!(shown || here == "/", "{text}: `{here}` is no spelling of the language");
            }
        }
    }
}

#[test]
#[ignore = "`cargo golden` runs it: it writes the page anew"]
fn write_golden_page() {
    std::fs::write(PATH, page()).unwrap();
}

#[test]
fn page_is_up_to_date() {
    let file = std::fs::read_to_string(PATH).unwrap_or_default();
    assert_eq!(file, page(), "`cargo golden` writes it anew");
}
