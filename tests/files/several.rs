//! Tests of mistakes in charts, expectations and efforts over checks whose results differ: each is
//! reported at its place.

use std::fs;

use super::checked::{oddsmith, stderr};

/// Charts, expectations and efforts over checks with different results: the table, its line with
/// the mistake in brackets, a part of the message, and a part of the hint. Lines without a mistake
/// have no message.
const SLIPS: &[(&str, &str, &str, &str)] = &[
    (CURVE, "where = \"label == 'o'\"\nof = \"success\"", "", ""),
    (CURVE, "where = \"label == 'o'\"\nof = \"critical\"", "", ""),
    (CURVE, "where = \"label == 'q'\"\nof = \"good\"", "", ""),
    (CURVE, "where = \"label == 'q' and success < 1\"\nof = \"good\"", "", ""),
    (
        CURVE,
        "where = \"label == 'o'\"\nof = [\"good\"]",
        "unknown result `good` of the cases that are left",
        "known: failure, success, critical",
    ),
    (CURVE, "where = \"label == 'o'\"\nof = [\"goood\"]", "unknown result `goood`", "`good`?"),
    (
        "[[chart]]\nx = \"b\"\nwhere = \"label == 'o'\"\n",
        "kind = [\"stack\"]",
        "its column has no rungs",
        "write `column = \"result\"`",
    ),
    (
        "[[chart]]\nkind = \"bars\"\nwhere = \"label == 'hurt'\"\n",
        "of = [66]",
        "score 66, which is not on the ladder",
        "its rungs are 0 to 4: unconscious, staggered, stunned, bruised, unhurt",
    ),
    (
        "[[chart]]\nkind = \"bars\"\ncolumn = \"rung\"\n",
        "of = [66]",
        "has no score 66",
        "results are 0 to 4 here: unconscious, staggered, stunned, bruised, unhurt; as in `of = ",
    ),
    (ROW, "label = \"o\"\nwhere = { b = [[0, 5]] }", "takes one value of `b`", "as in `0`"),
    (ROW, "label = \"o\"\nwhere = { b = [\"0..5\"] }", "takes one value of `b`", "as in `0`"),
    (ROW, "label = \"o\"\nwhere = { b = [{ from = 0, to = 5 }] }", "one value of `b`", "as in `0`"),
    (ROW, "label = \"hurt\"\nmeasure = [\"share:66\"]", "no score 66", "as in `share:unconscious`"),
    (
        ROW,
        "label = \"o\"\ncolumn = \"margin\"\nmeasure = [\"share:down\"]",
        "the results of column `margin` of o are numbers",
        "`share:15` of 15 alone",
    ),
    (ROW, "label = \"hurt\"\nmeasure = [\"unhurt\"]", "unknown measure", "mean `share:unhurt`?"),
    (ROW, "label = \"hurt\"\nmeasure = [\"shares:unhurt\"]", "measure", "mean `share:unhurt`?"),
    (ROW, "label = \"hurt\"\nmeasure = [\"share:unhurd\"]", "result", "mean `share:unhurt`?"),
    (ROW, "label = \"hurt\"\nmeasure = [\"at_least:unhurd\"]", "result", "`at_least:unhurt`?"),
    (KNOCKOUT, "precision = [0.05]", "a precision needs a success", "`trials = 100_000`"),
    ("", "precision = [0.05]", "melodrama.knockout has none", "`trials = 100_000`"),
];

const CURVE: &str = "[[chart]]\nkind = \"curve\"\nx = \"b\"\n";
const ROW: &str = "[[expect]]\nat_least = 0.1\n";
const KNOCKOUT: &str = "[[check]]\nlabel = \"again\"\nuse = \"melodrama.knockout\"\nset = { toughness \
    = 10, damage = 5 }\n";

/// The text in brackets is the underlined one. A line without a table belongs to the top of the
/// file.
#[test]
fn mistakes_over_different_results_are_reported_at_their_place() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let checks = "[sweep]\nb = [0, 5]\n[[check]]\nlabel = \"o\"\nuse = \"melodrama.opposed\"\nset = { \
        active = \"$b\", passive = 5 }\n[[check]]\nlabel = \"q\"\nuse = \"torg.check\"\nset = { value \
        = \"$b\", difficulty = 8 }\n[[check]]\nlabel = \"hurt\"\nuse = \"melodrama.toughness\"\nset = \
        { toughness = 8, damage = \"$b\" }\n[[check]]\nlabel = \"blows\"\nuse = \
        \"melodrama.knockout\"\nset = { toughness = 10, damage = 5 }\n";
    for (table, slip, message, hint) in SLIPS {
        let open = slip.find("= [").filter(|_| !message.is_empty());
        let slip = match (open, slip.rfind(']')) {
            (Some(open), Some(close)) => {
                format!("{}{}{}", &slip[..open + 2], &slip[open + 3..close], &slip[close + 1..])
            }
            _ => (*slip).to_owned(),
        };
        let text = match table.is_empty() {
            true => format!("title = \"Several\"\n{slip}\n{checks}"),
            false => format!("title = \"Several\"\n{checks}{table}{slip}\n"),
        };
        fs::write(place.path().join("scenario.toml"), &text).expect("written");
        let checked = oddsmith(place.path(), &["check", "scenario.toml"]);
        let error = stderr(&checked);
        assert_eq!(checked.status.success(), open.is_none(), "{slip}: {error}");
        let Some(open) = open else { continue };
        let at = text.find(&slip).expect("it is there") + open + 2;
        let line = text[..at].matches('\n').count() + 1;
        let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1) + 1;
        let expected = format!("(scenario.toml, line {line}, column {column})");
        let reported = error.contains(&expected) && error.contains(message) && error.contains(hint);
        assert!(reported && !error.contains("--"), "{slip}: {error}");
    }
}
