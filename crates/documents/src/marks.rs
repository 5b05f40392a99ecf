//! Marks: comments in a document or in a chart's title that name the expectations which verify a
//! sentence. `{#- held by 3, T1 #}` names the third `[[expect]]` row of the scenario and the claim
//! `T1` of a rule text. They are not shown in the document.

use std::ops::Range;

use oddsmith_base::{Error, Result};
use oddsmith_expectations::audit;
use oddsmith_scenario::Scenario;

/// Start of a mark.
const START: &str = "{#- held by";

/// End of a mark.
const END: &str = "#}";

/// Checks that each mark of a text names expectations of the scenario, or claims of a rule text.
///
/// # Errors
/// If a name is neither, with its position in the text.
pub(super) fn check(text: &str, scenario: &Scenario) -> Result<()> {
    let marks = marks(text);
    if marks.is_empty() {
        return Ok(());
    }
    let claims = audit::claims()?;
    let is_claim = |name: &str| claims.iter().any(|(_, claim)| claim.id == name);
    let count = scenario.expectations.len();
    let is_row = |name: &str| name.parse().is_ok_and(|number| (1..=count).contains(&number));
    for place in marks {
        let names = text[place.clone()].split(',').map(str::trim);
        if let Some(name) = names.into_iter().find(|name| !is_row(name) && !is_claim(name)) {
            let hint = "name `[[expect]]` rows by their number, counted from 1, or claims that \
                `audit` lists: `{#- held by 1, T1 #}`";
            let error = Error::question(format!("`{name}` is no row of the scenario"));
            return Err(error.with_hint(hint).at_span(text, place));
        }
    }
    Ok(())
}

/// Replaces each mark by an empty expression of the same length, which keeps positions valid.
/// Comments are unsuitable, because the template engine removes the line break after them.
pub(super) fn blanked(text: &str) -> String {
    let mut blanked = text.to_owned();
    for names in marks(text) {
        let mark = names.start - START.len()..names.end + END.len();
        let blanks = " ".repeat(mark.len() - "{{-''}}".len());
        blanked.replace_range(mark, &format!("{{{{-''{blanks}}}}}"));
    }
    blanked
}

/// Returns the ranges of the contents of all closed marks.
fn marks(text: &str) -> Vec<Range<usize>> {
    let inside = |(start, _): (usize, &str)| {
        let start = start + START.len();
        Some(start..start + text[start..].find(END)?)
    };
    text.match_indices(START).filter_map(inside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = "title = \"Two coins\"\n[[check]]\nuse = \"house.roll\"\nset = { luck = \
        \"d2\" }\n[[expect]]\nthat = \"answers.count == 1\"\n";

    #[test]
    fn marks_name_expectations_and_claims() {
        let scenario = Scenario::parse(SCENARIO).expect("a scenario");
        for valid in ["So.{#- held by 1 #}", "So.\n{#- held by T1, 1 #}", "{# 2 #}", "Plain."] {
            assert_eq!(check(valid, &scenario), Ok(()), "{valid}");
        }
        for (wrong, column) in [("So.{#- held by 0 #}", 15), ("A.{#- held by 1, 2: 9f #}", 14)] {
            let error = check(wrong, &scenario).expect_err(wrong).to_string();
            assert!(error.ends_with(&format!("column {column})")), "{error}");
        }
    }
}
