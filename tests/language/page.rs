//! Tests of the page of the language, `docs/dice.md`: the parser accepts what the page says.

use oddsmith::dice::foreign::{EXAMPLES, meaning};
use oddsmith::dice::guide::{GUIDE, WHOLE, Written};
use oddsmith::dice::{
    Fault, Field, check_expression, check_program, read_expression, read_program,
};

use crate::checked::fields;

/// Checks an expression with the fields of the tests, and returns its printed form.
fn expression(text: &str) -> Result<String, Fault> {
    let written = read_expression(text)?;
    check_expression(written, &fields()).map(|checked| checked.tree.to_string())
}

/// Every row of the page is accepted by the parser.
#[test]
fn every_row_of_the_page_is_accepted() {
    for part in GUIDE {
        for row in part.rows {
            match part.kind {
                Written::Expressions => {
                    // Letters can't be added, so those rows are parsed only.
                    let read = match row.written.contains("{S") && !row.written.contains('(') {
                        true => {
                            read_expression(row.written).map(|written| written.tree.to_string())
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
                Written::Foreign => panic!("`{}` stands in its own table", row.written),
            }
        }
    }
}

/// Every notation of other tools is read with a note, or refused with a valid spelling.
#[test]
fn foreign_notation_is_read_or_refused_with_a_spelling() {
    for (text, _) in EXAMPLES {
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

/// Returns the page in Markdown.
fn markdown() -> String {
    let mut page = "# Dice, decks and rules\n\nUse this notation in `oddsmith 3d6kh2`, in `luck=` of `house.roll` and `house.opposed`, and in `rule` of a `[[house]]` table. `oddsmith list dice` shows this page, and a test runs every row.\n".to_owned();
    for part in GUIDE {
        page += &format!("\n## {}\n\n", part.title);
        if !part.about.is_empty() {
            page += &format!("{}\n\n", part.about);
        }
        page += match part.kind {
            Written::Foreign => "| elsewhere | there | here |\n|---|---|---|\n",
            _ => "| written | means |\n|---|---|\n",
        };
        for row in part.rows {
            page += &format!("| `{}` | {} |\n", row.written, row.means);
        }
        for (written, whose) in EXAMPLES.iter().filter(|_| part.kind == Written::Foreign) {
            let here = meaning(written);
            page += &format!("| `{written}` | {whose} | {here} |\n");
        }
    }
    page +=
        "\n## Whole rules\n\n[examples/rules](../examples/rules) holds eighty more mechanics.\n";
    for whole in WHOLE {
        let command = format!("`oddsmith odds {} --rules mine.toml`", whole.asked);
        page += &format!("\n{}:\n\n```toml\n{}```\n\n{command}\n", whole.title, whole.table);
    }
    page
}

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/dice.md");

#[test]
#[ignore = "`cargo golden` runs it: it writes the page anew"]
fn write_golden_page() {
    std::fs::write(PATH, markdown()).unwrap();
}

#[test]
fn page_is_up_to_date() {
    let file = std::fs::read_to_string(PATH).unwrap_or_default();
    assert_eq!(file, markdown(), "`cargo golden` writes it anew");
}
