//! The audit: every claim has a verdict that its own conditions make.

use oddsmith::answer::audit::{Audited, audit, claims};
use oddsmith::odds::Progress;
use oddsmith::scenario::Effort;
use oddsmith::systems::Catalogue;

fn audited(id: &str, readings: &[(&str, &str)]) -> Audited {
    let (system, claim) =
        claims().unwrap().into_iter().find(|(_, claim)| claim.id == id).expect("it is there");
    let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let readings: Vec<(String, String)> = readings.iter().map(own).collect();
    audit(system, claim, &readings, Effort::default(), &Progress::default())
        .unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// The rows are those of the list of claims, and each has what a verdict takes.
#[test]
fn every_claim_is_tested() {
    let all = claims().unwrap();
    let ids: Vec<String> = all.iter().map(|(_, claim)| claim.id.clone()).collect();
    let rows = |letter: &str, last: u32| {
        (1..=last).map(move |row| format!("{letter}{row}")).collect::<Vec<_>>()
    };
    let wanted: Vec<String> =
        [rows("M", 17), rows("A", 8), rows("B", 9), rows("T", 11), rows("N", 7)].concat();
    let mut sorted = (ids.clone(), wanted.clone());
    sorted.0.sort();
    sorted.1.sort();
    assert_eq!(sorted.0, sorted.1);
    let catalogue = Catalogue::default();
    for (_, claim) in &all {
        let id = &claim.id;
        assert!(!claim.tested.is_empty() && !claim.source.is_empty(), "{id}");
        assert!(claim.command.starts_with("oddsmith "), "{id}");
        let tested = claim.holds.is_some() && !claim.computed.is_empty();
        assert!(tested || claim.examples || claim.untestable.is_some(), "{id} is tested");
        let there = claim.needs.iter().all(|id| catalogue.check(id).is_ok());
        let one = audited(id, &[]);
        assert_eq!(one.row.verdict == "waits", !there, "{id}: {}", one.row.computed);
        assert!(!one.row.computed.is_empty(), "{id}");
    }
}

/// Verdicts that are derived by hand: the card sums of the list of claims, ten printed odds.
#[test]
fn verdicts_are_those_of_the_numbers() {
    let m1 = audited("M1", &[]).row;
    assert!(m1.computed.contains("391/729 against 11/20"), "{}", m1.computed);
    assert_eq!(m1.verdict, "near", "7.5 points are more than 5 and less than 10");
    let m4 = audited("M4", &[]).row;
    assert!(m4.computed.contains("22.2 %") && m4.computed.contains("51.9 %"), "{}", m4.computed);
    assert_eq!(m4.verdict, "near");
    assert_eq!(audited("A1", &[]).row.verdict, "holds");
    assert_eq!(audited("N1", &[]).row.verdict, "holds");
    assert!(audited("N3", &[]).row.computed.contains("49/72"));
    assert!(
        audited("T9", &[]).row.computed.contains("value 10"),
        "the chart of 1990 begins at -12"
    );
    assert_eq!(audited("T9", &[]).row.verdict, "depends");
}

/// Another reading changes the row, and the verdict with it where it must.
#[test]
fn a_reading_changes_the_row() {
    assert_ne!(audited("M1", &[]).row.computed, audited("M1", &[("joker", "14")]).row.computed);
    assert_ne!(audited("M2", &[]).row.computed, audited("M2", &[("tie", "d20")]).row.computed);
}

/// Commands that are printed can be typed.
#[cfg(feature = "cli")]
#[test]
fn each_command_shows_its_figure() {
    let catalogue = Catalogue::default();
    for (_, claim) in claims().unwrap() {
        if !claim.needs.iter().all(|id| catalogue.check(id).is_ok()) {
            continue;
        }
        let words = shlex::split(&claim.command).expect("quotes are closed");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_oddsmith"))
            .args(&words[1..])
            .output()
            .expect("the command runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {}: {said}", claim.id, claim.command);
    }
}
