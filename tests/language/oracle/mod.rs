//! Random rules against a walk of every face and card: rules of the grammar with loops, tables,
//! steps and cards are answered exactly, and by an interpreter of what is read that knows nothing of
//! laws. It rolls each die and draws each card in turn, in all ways.

mod rules;
mod values;
mod ways;

use std::collections::BTreeMap;

use oddsmith::odds::Histogram;

use super::entry;
use rules::{Seeded, rule};
use ways::walked;

/// How many rules a run asks; more by `ODDSMITH_RULES`.
const RULES: usize = 1_500;

#[test]
fn random_rules_are_what_all_their_ways_come_to() {
    let rules = std::env::var("ODDSMITH_RULES").ok().and_then(|rules| rules.parse().ok());
    let mut random = Seeded(0x9e37_79b9_7f4a_7c15);
    let (mut compared, mut refused) = (0, 0);
    for _ in 0..rules.unwrap_or(RULES) {
        let rule = rule(&mut random);
        let read =
            oddsmith_dice::read_program(&rule).unwrap_or_else(|fault| panic!("{rule}\n{fault:?}"));
        let Ok(checked) = oddsmith_dice::check_program(read, &[]) else {
            refused += 1;
            continue;
        };
        let Some(ways) = walked(&checked.said) else { continue };
        let case = match entry(&rule, "").case([]) {
            Ok(case) => case,
            Err(error) if ways.is_empty() => {
                assert!(error.to_string().contains("no trial counts"), "{rule}\n{error}");
                continue;
            }
            Err(error) => panic!("{rule}\n{error}"),
        };
        let laws = case.law(2_000_000).unwrap_or_else(|error| panic!("{rule}\n{error}"));
        let law = &laws.columns[0];
        let scale = law.scale();
        let own: BTreeMap<&str, f64> = law
            .possible()
            .filter(|(_, share)| *share > 0.0)
            .map(|(score, share)| (scale.name(score).unwrap(), share))
            .collect();
        let same = own.len() == ways.len()
            && ways.iter().all(|(name, share)| {
                own.get(name.as_str()).is_some_and(|own| (own - share).abs() < 1e-9)
            });
        assert!(same, "{rule}\nexact {own:?}\nwalked {ways:?}");
        compared += 1;
    }
    assert!(compared > rules.unwrap_or(RULES) / 2, "{compared} compared, {refused} refused");
}
