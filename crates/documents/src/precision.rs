//! Sentences about the precision of a document: exact and simulated cases, and failed expectations.

use oddsmith_answers::{Answer, Results};
use oddsmith_engine::odds::Tests;
use oddsmith_expectations::{Judgement, Verdict};
use oddsmith_text::markdown;
use oddsmith_text::numbers::{grouped, grouped_range};

/// Counts of exact, simulated and solved answers, collected from one answer at a time.
#[derive(Debug, Default)]
pub struct Certainty {
    solved: usize,
    counted: usize,
    exact: usize,
    played: usize,
    /// Smallest and largest number of trials of a case.
    trials: Option<(u64, u64)>,
    tests: Tests,
}

impl Certainty {
    /// Adds an answer.
    pub fn add(&mut self, answer: &Answer) {
        if !answer.is_counted() {
            self.solved += 1;
            return;
        }
        self.counted += 1;
        self.exact += usize::from(answer.laws.is_some());
        let Some(tallies) = &answer.tallies else { return };
        self.played += 1;
        let (least, most) = self.trials.unwrap_or((tallies.trials, tallies.trials));
        self.trials = Some((least.min(tallies.trials), most.max(tallies.trials)));
        let laws = answer.laws.iter().flat_map(|laws| &laws.columns);
        laws.zip(&tallies.columns).for_each(|(law, tally)| self.tests.add(law, tally));
    }

    /// Returns sentences about the precision of the answers.
    pub fn words(&self, seed: u64) -> String {
        let &Certainty { solved, counted, exact, played, trials, .. } = self;
        let mut said = Vec::new();
        let of = |count: usize, what: &str| {
            format!("{} {what}{}", grouped(count as u64), if count == 1 { "" } else { "s" })
        };
        match counted {
            0 => {}
            1 if exact == 1 => said.push("Exact.".to_owned()),
            all if exact == all => said.push(format!("All {} are exact.", of(all, "case"))),
            all if exact == 0 => {
                said.push(format!("Simulated: none of the {} is exact.", of(all, "case")))
            }
            all => said.push(format!(
                "{} of the {} {} exact, the others simulated.",
                grouped(exact as u64),
                of(all, "case"),
                if exact == 1 { "is" } else { "are" }
            )),
        }
        if let Some((least, most)) = trials {
            let all_played = played == counted;
            // Some cases are both exact and simulated, others only one of the two.
            let both = exact < counted && !all_played && played + exact > counted;
            let where_both = if both { "where both are there, " } else { "" };
            let each = match played {
                _ if counted == 1 => "It was",
                _ if all_played => "Each was",
                1 if exact == counted => "One was",
                _ if exact == counted => "Some were",
                _ if both => "The others, and some of the exact ones, were",
                1 => "The other was",
                _ => "The others were",
            };
            let also = if exact == counted || all_played && exact > 0 { " also" } else { "" };
            let times = match (least, most) {
                (1, 1) => "once".to_owned(),
                _ => grouped_range(least, most) + " times",
            };
            let run = format!("{each}{also} simulated {times} (seed {seed})");
            said.push(match self.tests.agreements() {
                None => format!("{run}."),
                Some(all) => {
                    format!("{run}; {where_both}this {} ({}).", all.verdict(), all.evidence())
                }
            });
        }
        if solved > 0 {
            let verb = if solved == 1 { "is" } else { "are" };
            said.push(format!(
                "{} {verb} solved; the plans of both sides prove the same value.",
                of(solved, "duel")
            ));
        }
        said.join(" ")
    }
}

/// Returns sentences about the precision of the results.
pub fn precision_summary(results: &Results) -> String {
    let mut sure = Certainty::default();
    results.all().for_each(|answer| sure.add(answer));
    sure.words(results.seed)
}

/// Returns a line for each expectation that does not hold.
pub fn failures(judgements: &[Judgement]) -> Vec<String> {
    let failed = judgements.iter().filter(|judgement| judgement.verdict != Verdict::Holds);
    failed.map(failure).collect()
}

/// Returns a paragraph and a list of the expectations that do not hold; `None` if all hold.
pub fn failures_in_markdown(judgements: &[Judgement]) -> Option<String> {
    let failed = failures(judgements);
    if failed.is_empty() {
        return None;
    }
    let all = judgements.len();
    let verb = if failed.len() == 1 { "does" } else { "do" };
    let mut lines = vec![format!("**{} of {all} expectations {verb} not hold:**\n", failed.len())];
    lines.extend(failed.iter().map(|failure| format!("- {}", markdown(failure))));
    Some(lines.join("\n"))
}

/// Describes an expectation that does not hold: "no. 3 fails: bruises count (cards: success at
/// damage 8 is 0.2, expected at least 0.3)".
fn failure(judgement: &Judgement) -> String {
    let Judgement { number, verdict, subject, wanted, computed, why, .. } = judgement;
    let words = subject.split(['\n', ' ']).filter(|word| !word.is_empty());
    let subject = words.collect::<Vec<_>>().join(" ");
    let verdict = match verdict {
        Verdict::Undecided => "is undecided",
        verdict => verdict.word(),
    };
    let found = format!("{subject} is {computed}, expected {wanted}");
    match why {
        Some(why) => format!("no. {number} {verdict}: {why} ({found})"),
        None => format!("no. {number} {verdict}: {found}"),
    }
}
