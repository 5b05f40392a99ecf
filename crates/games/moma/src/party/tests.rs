//! Tests of the party check against other checks and a direct enumeration.

use oddsmith_engine::odds::{Histogram, Law};
use proptest::prelude::*;

/// Returns the exact laws of a question, in the order of its columns.
fn laws(question: &str) -> Vec<Law> {
    let case = crate::SYSTEM.case(question).unwrap_or_else(|error| panic!("{question}: {error}"));
    let laws = case.law(20_000_000).unwrap_or_else(|error| panic!("{question}: {error}"));
    laws.columns
}

const CLIMBER_ALONE: &str = "moma.party scout.count=0 scholar.count=0";

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// A party of one whose encounters require one attribute has the same laws as days of
    /// willpower.
    #[test]
    fn a_party_of_one_equals_days_of_willpower(
        attribute in 0i32..9, skill in 0i32..9, encounters in 1i32..4, days in 1i32..4, meals in 0i32..4,
        each: bool, nights: bool, capped: bool, policy in 0usize..4,
    ) {
        let policy = ["need", "max", "half", "hoard"][policy];
        let after = if each { "each" } else { "last" };
        let day = format!(
            "dn=[6,9,12] encounters={encounters} days={days} meals={meals} meals_after={after} nights={nights} \
             capped={capped} policy={policy}");
        let party = laws(&format!(
            "{CLIMBER_ALONE} {day} asks=agility climber.agility={attribute} climber.agility_skill={skill} \
             climber.strength=0 climber.brains=0 climber.social=0"));
        let alone = laws(&format!("moma.days attribute={attribute} skill={skill} {day}"));
        prop_assert_eq!(party.len(), alone.len() + 2);
        for (one, other) in party[2..].iter().zip(&alone) {
            for score in 0..=40 {
                prop_assert!((one.share(score) - other.share(score)).abs() < 1e-12, "{day}: {score}");
            }
        }
    }

    /// The law of met encounters equals an enumeration of all courses, written from the rule text.
    #[test]
    fn met_encounters_match_an_enumeration(
        skills in prop::array::uniform4(0i32..5), others in prop::array::uniform4(0i32..5), who in 0usize..4,
        capped: bool,
    ) {
        let who = ["cheapest", "fullest", "turns", "all"][who];
        let numbers = |name: &str, attributes: [i32; 4], skills: [i32; 4]| -> String {
            ["strength", "agility", "brains", "social"].iter().zip(attributes.iter().zip(skills)).map(
                |(word, (attribute, skill))| {
                    format!(" {name}.{word}={attribute} {name}.{word}_skill={skill}")
                }).collect()
        };
        let attributes = [[1, 2, 3, 1], [2, 1, 1, 2]];
        let question = format!(
            "moma.party scholar.count=0 dn=[4,7] encounters=3 days=1 meals=1 meals_after=each nights=false \
             capped={capped} who={who}{}{}",
            numbers("climber", attributes[0], skills), numbers("scout", attributes[1], others));
        let law = &laws(&question)[0];
        let mut table = Table { skills: [skills, others], attributes, who, capped, met: [0.0; 4] };
        let full = attributes.map(|of| of.map(|attribute| 5 * attribute));
        table.walk(0, 0, full, 1.0);
        for (score, share) in (0..).zip(table.met) {
            prop_assert!((law.share(score) - share).abs() < 1e-12, "{question}: {score}");
        }
    }
}

/// Independent implementation of two people in a party.
struct Table<'t> {
    attributes: [[i32; 4]; 2],
    skills: [[i32; 4]; 2],
    who: &'t str,
    capped: bool,
    met: [f64; 4],
}

impl Table<'_> {
    fn walk(&mut self, over: usize, met: usize, pools: [[i32; 4]; 2], share: f64) {
        if over == 3 {
            self.met[met] += share;
            return;
        }
        for asked in 0..4 {
            for dn in [4, 7] {
                // Costs of both people; `None` if the person can't meet the encounter.
                let costs: Vec<Option<i32>> = (0..2)
                    .map(|one| {
                        let cost =
                            (dn - self.attributes[one][asked] - self.skills[one][asked]).max(0);
                        let within = !self.capped || cost <= self.skills[one][asked];
                        (within && cost <= pools[one][asked]).then_some(cost)
                    })
                    .collect();
                let payers: Vec<usize> = match (self.who, costs[0], costs[1]) {
                    ("all", ..) => vec![0, 1],
                    ("turns", ..) => vec![over % 2],
                    (_, None, None) => vec![],
                    (_, Some(_), None) => vec![0],
                    (_, None, Some(_)) => vec![1],
                    (way, Some(one), Some(other)) => {
                        let more = pools[1][asked] > pools[0][asked];
                        let second = match way {
                            "fullest" if pools[0][asked] == pools[1][asked] => other < one,
                            "fullest" => more,
                            _ if one == other => more,
                            _ => other < one,
                        };
                        vec![usize::from(second)]
                    }
                };
                let mut after = pools;
                let mut all = !payers.is_empty();
                for one in payers {
                    after[one][asked] -= costs[one].unwrap_or(0);
                    all &= costs[one].is_some();
                }
                // The only meal is after the first encounter.
                if over == 0 {
                    for (pools, attributes) in after.iter_mut().zip(self.attributes) {
                        for (pool, attribute) in pools.iter_mut().zip(attributes) {
                            *pool = (*pool + attribute).min(5 * attribute);
                        }
                    }
                }
                self.walk(over + 1, met + usize::from(all), after, share / 8.0);
            }
        }
    }
}
