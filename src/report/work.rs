//! A question answered: its findings and frames, which pictures and words are made of.

use crate::error::Result;
use crate::frame::{Criterion, Frames, Share, shares};
use crate::odds::{Progress, Success};
use crate::registry::Field;
use crate::rule::Column;
use crate::scenario::{Amount, Answered, Answers, Asked, Finding, Picture, Played, Scenario};
use crate::text::numbers::{grouped, per_cent};

/// A scenario, answered.
#[derive(Debug)]
pub struct Work {
    /// What it is about; empty for a question of the command.
    pub title: String,
    /// The text of the scenario file.
    pub text: String,
    /// How it was asked.
    pub asked: Asked,
    /// The charts that it asks for.
    pub pictures: Vec<Picture>,
    /// Its findings.
    pub answers: Answers,
    /// The frames of its findings.
    pub frames: Frames,
    /// What it is without, and why.
    pub(super) left_out: Option<String>,
}

impl Work {
    /// Answers a scenario.
    ///
    /// # Errors
    /// If a case can't be answered as it is asked.
    pub fn of(scenario: Scenario, asked: Asked, progress: &Progress) -> Result<Work> {
        let Scenario { title, text, checks, pictures, .. } = scenario;
        let answers = Answers::of(checks, asked, progress)?;
        Work::new(title, text, asked, pictures, answers)
    }

    /// From answers that are there.
    ///
    /// # Errors
    /// If Polars can't make the frames.
    pub fn new(
        title: String,
        text: String,
        asked: Asked,
        pictures: Vec<Picture>,
        answers: Answers,
    ) -> Result<Work> {
        let frames = Frames::of(&title, &answers)?;
        Ok(Work { title, text, asked, pictures, answers, frames, left_out: None })
    }

    /// The check with this label.
    pub fn check(&self, label: &str) -> Option<&Answered> {
        self.answers.checks.iter().find(|check| check.label == label)
    }

    /// The success shares of these checks on these axes, each by the column that answers for it.
    ///
    /// # Errors
    /// If Polars can't.
    pub fn successes(&self, labels: &[&str], axes: &[&str]) -> Result<Vec<Share>> {
        let criterion = |label: &&str| {
            let check = self.check(label)?;
            let (column, _) = answering(check)?;
            let successes = check.in_each(&column).map(|column| column?.success).collect();
            Some(Criterion {
                label: (*label).to_owned(),
                column: column.name,
                at: column.at,
                successes,
            })
        };
        shares(&self.frames, &labels.iter().filter_map(criterion).collect::<Vec<_>>(), axes)
    }

    /// How sure all of it is, in words: what is exact, what was played, and whether the two agree.
    pub fn how_sure(&self) -> String {
        let findings = || self.answers.checks.iter().flat_map(|check| &check.findings);
        let (all, exact) =
            (findings().count(), findings().filter(|finding| finding.laws.is_some()).count());
        let cases = |count: usize| {
            format!("{} {}", grouped(count as u64), if count == 1 { "case" } else { "cases" })
        };
        let mut words = match exact {
            0 => format!("None of the {} is exact.", cases(all)),
            _ if exact == all && all == 1 => {
                "It is exact: every way the luck can fall was counted.".to_owned()
            }
            _ if exact == all => {
                format!("All {} are exact: every way the luck can fall was counted.", cases(all))
            }
            _ => format!(
                "{} of {} are exact, the others sampled.",
                grouped(exact as u64),
                cases(all)
            ),
        };
        let duels = self
            .answers
            .checks
            .iter()
            .filter(|check| check.findings.first().is_some_and(is_duel))
            .count();
        if duels > 0 {
            words += " A case that is a duel is played by the optimal plans that were solved for it; duels that were solved and not played are none of these cases.";
        }
        if let Some(Played { seed, amount, .. }) = self.asked.played {
            let each = match amount {
                Amount::Trials(trials) => format!("{} times", grouped(trials)),
                Amount::Precision(half_width) => {
                    format!("until its 95 % interval was within {} points", half_width * 100.0)
                }
            };
            let also = if exact > 0 { " also" } else { "" };
            words += &format!(
                " Each was{also} played {each} (seed {seed}), {} trials in all.",
                grouped(self.answers.trials)
            );
            let p_values: Vec<f64> = findings()
                .flat_map(|finding| {
                    (0..finding.case.columns().len()).filter_map(|place| finding.agreement(place))
                })
                .filter(|agreement| agreement.degrees > 0)
                .map(|agreement| agreement.p)
                .collect();
            if let Some(least) = p_values.iter().copied().min_by(f64::total_cmp) {
                words += &agreement_words(least, p_values.len());
            }
        }
        self.left_out.iter().for_each(|left_out| words += &format!(" {left_out}"));
        words
    }

    /// Trials and seed for the foot of a chart: "exact; 1 000 000 trials each, seed 1".
    pub fn certainty(&self) -> String {
        let exact = self
            .answers
            .checks
            .iter()
            .flat_map(|check| &check.findings)
            .any(|finding| finding.laws.is_some());
        let played = self.asked.played.map(|Played { seed, amount, .. }| match amount {
            Amount::Trials(trials) => format!("{} trials each, seed {seed}", grouped(trials)),
            Amount::Precision(half_width) => {
                format!("played to within {} points, seed {seed}", half_width * 100.0)
            }
        });
        let parts: Vec<String> =
            exact.then(|| "exact".to_owned()).into_iter().chain(played).collect();
        parts.join("; ")
    }
}

/// Whether what was played and what was counted agree, for who has never met a chi-square test.
fn agreement_words(least: f64, tests: usize) -> String {
    // The smallest of many is small by chance: it is taken as many times as there are tests (Bonferroni).
    let corrected = (least * tests as f64).min(1.0);
    if corrected < 1e-6 {
        return format!(
            " COUNTED AND EXACT SHARES DISAGREE (p = {corrected:.0e} over {tests} chi-square tests)."
        );
    }
    let p = if least < 0.001 { format!("{least:.0e}") } else { format!("{least:.3}") };
    if tests == 1 {
        return format!(
            " A chi-square test holds the played shares against the exact ones: chance alone sets them as far apart in {} % of such tests (p = {p}).",
            per_cent(least, 1)
        );
    }
    // So often the farthest of so many is as far away, if nothing but chance sets them apart.
    let expected = -(tests as f64 * (-least).ln_1p()).exp_m1();
    let verdict = if expected < 0.05 {
        "That is rare, and by itself no sign of an error."
    } else {
        "So played and exact shares agree as well as chance allows."
    };
    format!(
        " {} chi-square tests hold the played shares against the exact ones. Where they are farthest apart, chance alone sets them so far apart in {} % of single tests (p = {p}); among so many tests it does so somewhere {} % of the time. {verdict}",
        grouped(tests as u64),
        per_cent(least, 1),
        per_cent(expected, 0)
    )
}

/// Whether a case is a duel, whose plans are solved.
fn is_duel(finding: &Finding) -> bool {
    finding.case.entry.solver.is_some()
}

/// The histogram that answers for a check, and what is its success: the first that has one.
pub fn answering(check: &Answered) -> Option<(Column, Success)> {
    let case = &check.findings.first()?.case;
    case.success().map(|(place, success)| (case.columns()[place].clone(), success))
}

/// A name as it is read.
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// What an axis is, with its unit: "damage, points".
pub fn axis_title(check: &Answered, name: &str) -> String {
    let Some(axis) = check.axes.iter().find(|axis| axis.name == name) else { return words(name) };
    let field =
        |field: &String| check.findings.first().and_then(|finding| finding.case.entry.field(field));
    let unit = axis.fields.iter().find_map(field).map_or("", |field: Field| field.unit);
    let name = if ["edge", "advantage", "gap"].contains(&name) {
        "advantage".to_owned()
    } else {
        words(name)
    };
    match unit {
        "" => name,
        unit if unit == name => name,
        unit => format!("{name}, {unit}"),
    }
}
