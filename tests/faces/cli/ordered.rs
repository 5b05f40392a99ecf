//! Tests of ordered and unordered results, and of questions that need an order, in all front ends.

use super::{answer, oddsmith};

/// Returns a house rule with two lists of results, and more lines after them.
fn rule(more: &str) -> String {
    format!(
        "[[house]]\nname = \"two\"\nrule = \"\"\"\nd = d6\nlow: d <= 3\nhigh: otherwise\nresult \
            grade\n\
         bad: d <= 2\nfair: d <= 4\ngood: otherwise\n\"\"\"\nladder = [\"low\", \"high\"]\nsuccess = \"high\"\n{more}"
    )
}

/// Writes a file and returns its path.
fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

fn refused(line: &str, code: i32) -> String {
    let output = oddsmith(line);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{line}: {text}");
    text
}

const ORDER: &str = "`ladders = { grade = [\"bad\", \"fair\", \"good\"] }`";
const LADDERS: &str = "ladders = { grade = [\"bad\", \"fair\", \"good\"] }\n";

/// A second list has its own ladder, which `--of` uses.
#[test]
fn each_list_of_results_has_its_own_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let ranked = file(&folder, "ranked.toml", &rule(LADDERS));
    let odds = answer(&format!("odds house.two --rules {ranked} --exact-only --of fair"));
    assert!(odds.contains("fair or better: 66.67 %"), "{odds}");
    let first = answer(&format!("odds house.two --rules {ranked} --exact-only"));
    assert!(first.contains("50.00 % = 1/2"), "{first}");
    for (more, message) in [
        ("ladders = { grad = [\"bad\"] }\n", "unknown list of results `grad`"),
        ("ladders = { grade = [\"bad\", \"fair\"] }\n", "the ladder leaves out `good`"),
        ("ladders = { grade = [\"bad\", \"fare\", \"good\"] }\n", "unknown result `fare`"),
        ("ladders = { grade = 3 }\n", "must be a list of results"),
        ("ladders = { result = [\"high\", \"low\"] }\n", "two ladders"),
    ] {
        let wrong = file(&folder, "wrong.toml", &rule(more));
        let text = refused(&format!("odds house.two --rules {wrong}"), 2);
        assert!(text.contains(message) && text.contains("hint: "), "{more}: {text}");
    }
}

/// Without an order no result is better than another: each front end refuses such a question, with
/// the ladder to write.
#[test]
fn questions_of_order_are_refused_without_a_ladder() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = "[[check]]\nlabel = \"a\"\nuse = \"house.two\"\n";
    let plain = file(&folder, "plain.toml", &rule(""));
    for flags in ["--view at-least", "--view at-most", "--at-least 1", "--at-most 1"] {
        let line = format!("odds house.two --rules {plain} --column grade --exact-only {flags}");
        assert!(refused(&line, 2).contains(ORDER), "{flags}");
    }
    for measure in ["at_least:fair", "median", "mean", "quantile:0.9"] {
        let expect = format!(
            "title = \"t\"\n{}{check}[[expect]]\nlabel = \"a\"\ncolumn = \"grade\"\nmeasure = \
                \"{measure}\"\nbetween = [0, 9]\n",
            rule("")
        );
        let path = file(&folder, "expect.toml", &expect);
        let text = refused(&format!("verify {path}"), 2);
        assert!(text.contains(ORDER) && text.contains("line "), "{measure}: {text}");
    }
    // A single result has a share without any order.
    let single = answer(&format!("odds house.two --rules {plain} --exact-only --of fair"));
    assert!(single.contains("fair: 33.33 %"), "{single}");
}

/// Report texts refuse questions of order in the same way.
#[cfg(feature = "documents")]
#[test]
fn report_texts_refuse_questions_of_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = |more: &str| {
        format!(
            "title = \"t\"\ntrials = 1000\n{}[[check]]\nlabel = \"a\"\nuse = \"house.two\"\n",
            rule(more)
        )
    };
    for (expression, value) in [
        ("at_least(\"fair\")", "0.67"),
        ("quantile(0.5)", "\n1\n"),
        ("share(at_least=\"fair\")", "0.67"),
        ("median", "\n1\n"),
        ("mean", "\n1"),
    ] {
        let words = format!(
            "# t\n\n> Why?\n\n{{{{ (answers[\"a\"] | first).column(\"grade\").{expression} }}}}\n"
        );
        file(&folder, "report.md", &words);
        file(&folder, "scenario.toml", &scenario(""));
        let path = folder.path().to_string_lossy().into_owned();
        let text = refused(&format!("report {path}"), 2);
        assert!(text.contains("grade") && text.contains("no order"), "{expression}: {text}");
        file(&folder, "scenario.toml", &scenario(LADDERS));
        answer_of(&path);
        let page = std::fs::read_to_string(folder.path().join("README.md")).expect("a page");
        assert!(page.contains(value), "{expression}: {page}");
    }
}

#[cfg(feature = "documents")]
fn answer_of(path: &str) {
    let output = oddsmith(&format!("report {path}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A success among several results without an order counts this result only, and the answer says
/// so.
#[test]
fn success_without_an_order_counts_one_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "[[house]]\nname = \"hit\"\nrule = \"\"\"\nd = d20\ncrit: d >= 19\nhit: d >= \
        7\nmiss: otherwise\n\"\"\"\nsuccess = \"hit\"\n";
    let path = file(&folder, "hit.toml", text);
    let odds = answer(&format!("odds house.hit --rules {path} --exact-only"));
    assert!(odds.contains("success (hit): 60.00 %") && odds.contains("`hit` alone"), "{odds}");
    let ladder = format!("{text}ladder = [\"miss\", \"hit\", \"crit\"]\n");
    let path = file(&folder, "ladder.toml", &ladder);
    let odds = answer(&format!("odds house.hit --rules {path} --exact-only"));
    assert!(odds.contains("success (hit or better): 70.00 %") && !odds.contains("alone"), "{odds}");
}

/// A share has the same notations everywhere, `0.5` and `50%`; the error for a bare `50` names
/// both.
#[test]
fn shares_have_the_same_notations_everywhere() {
    let compare = "compare mutants.check mano.roll --edge 0 --exact-only --match";
    assert_eq!(answer(&format!("{compare} 0.65")), answer(&format!("{compare} 65%")));
    let dc = "dc mutants.check bonus=5 --exact-only --target";
    assert_eq!(answer(&format!("{dc} 0.65")), answer(&format!("{dc} 65%")));
    for line in [format!("{compare} 50"), format!("{dc} 50")] {
        assert!(refused(&line, 2).contains("write `0.5` or `50%`"), "{line}");
    }
    let precise = "odds mutants.check bonus=5 dc=15 --sampled-only --precision";
    assert_eq!(answer(&format!("{precise} 0.01")), answer(&format!("{precise} 1%")));
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = |bound: &str| {
        let text = format!(
            "title = \"t\"\n[[check]]\nlabel = \"a\"\nuse = \"mutants.check\"\nset = {{ bonus = \
                5, dc = 15 }}\n[[expect]]\nlabel = \"a\"\n{bound}\n"
        );
        file(&folder, "s.toml", &text)
    };
    for bound in ["between = [\"54%\", 0.56]", "at_least = \"55%\"", "at_most = 0.55"] {
        answer(&format!("verify {}", scenario(bound)));
    }
    refused(&format!("verify {}", scenario("at_least = \"56%\"")), 1);
    for bound in ["between = [54, 56]", "at_least = 54", "at_most = 56"] {
        let text = refused(&format!("verify {}", scenario(bound)), 2);
        assert!(text.contains("write `0.5") && text.contains("%\"`"), "{bound}: {text}");
    }
}
