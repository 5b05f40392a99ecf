//! A question answered: its findings and frames, which pictures and words are made of.

use crate::error::Result;
use crate::frame::{Criterion, Frames, Share, shares};
use crate::odds::{Progress, Success};
use crate::registry::Field;
use crate::rule::Column;
use crate::scenario::{Amount, Answered, Answers, Asked, Picture, Played, Scenario};
use crate::text::numbers::grouped;

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
    pub fn new(title: String, text: String, asked: Asked, pictures: Vec<Picture>, answers: Answers) -> Result<Work> {
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
            let (column, success) = answering(self.check(label)?)?;
            Some(Criterion { label: (*label).to_owned(), column: column.name, at: column.at, success })
        };
        shares(&self.frames, &labels.iter().filter_map(criterion).collect::<Vec<_>>(), axes)
    }

    /// How sure all of it is, in words: what is exact, what was played, and whether the two agree.
    pub fn how_sure(&self) -> String {
        let findings = || self.answers.checks.iter().flat_map(|check| &check.findings);
        let (all, exact) = (findings().count(), findings().filter(|finding| finding.laws.is_some()).count());
        let cases = |count: usize| format!("{} {}", grouped(count as u64), if count == 1 { "case" } else { "cases" });
        let mut words = match exact {
            0 => format!("None of the {} is exact.", cases(all)),
            _ if exact == all && all == 1 => "It is exact.".to_owned(),
            _ if exact == all => format!("All {} are exact.", cases(all)),
            _ => format!("{} of {} are exact, the others sampled.", grouped(exact as u64), cases(all)),
        };
        if let Some(Played { seed, amount, .. }) = self.asked.played {
            let each = match amount {
                Amount::Trials(trials) => format!("{} times", grouped(trials)),
                Amount::Precision(half_width) => format!("until its 95 % interval was within {} points", half_width * 100.0),
            };
            words += &format!(" Each was played {each} (seed {seed}), {} trials in all.", grouped(self.answers.trials));
            let p_values: Vec<f64> = findings()
                .flat_map(|finding| (0..finding.case.columns().len()).filter_map(|place| finding.agreement(place)))
                .filter(|agreement| agreement.degrees > 0)
                .map(|agreement| agreement.p)
                .collect();
            if let Some(least) = p_values.iter().copied().min_by(f64::total_cmp) {
                // The smallest of many is small by chance: it is taken as many times as there are tests (Bonferroni).
                let corrected = (least * p_values.len() as f64).min(1.0);
                words += &match corrected {
                    ..1e-6 => format!(" COUNTED AND EXACT SHARES DISAGREE (p = {corrected:.0e} over {} chi-square tests).", p_values.len()),
                    _ => format!(
                        " Of {} chi-square tests of counted against exact shares the smallest p-value is {}, {corrected:.2} corrected for their number.",
                        grouped(p_values.len() as u64),
                        if least < 0.001 { format!("{least:.0e}") } else { format!("{least:.3}") }
                    ),
                };
            }
        }
        self.left_out.iter().for_each(|left_out| words += &format!(" {left_out}"));
        words
    }

    /// Trials and seed for the foot of a chart: "exact; 1 000 000 trials each, seed 1".
    pub fn certainty(&self) -> String {
        let exact = self.answers.checks.iter().flat_map(|check| &check.findings).any(|finding| finding.laws.is_some());
        let played = self.asked.played.map(|Played { seed, amount, .. }| match amount {
            Amount::Trials(trials) => format!("{} trials each, seed {seed}", grouped(trials)),
            Amount::Precision(half_width) => format!("played to within {} points, seed {seed}", half_width * 100.0),
        });
        let parts: Vec<String> = exact.then(|| "exact".to_owned()).into_iter().chain(played).collect();
        parts.join("; ")
    }
}

/// The histogram that answers for a check, and what is its success: the first that has one.
pub fn answering(check: &Answered) -> Option<(Column, Success)> {
    let case = &check.findings.first()?.case;
    case.success().map(|(place, success)| (case.columns()[place], success))
}

/// A name as it is read.
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// What an axis is, with its unit: "damage, points".
pub fn axis_title(check: &Answered, name: &str) -> String {
    let Some(axis) = check.axes.iter().find(|axis| axis.name == name) else { return words(name) };
    let field =
        |field: &String| check.findings.first().and_then(|finding| finding.case.entry.fields.iter().find(|known| known.name == *field));
    let unit = axis.fields.iter().find_map(field).map_or("", |field: &Field| field.unit);
    let name = if ["edge", "advantage", "gap"].contains(&name) { "advantage".to_owned() } else { words(name) };
    match unit {
        "" => name,
        unit if unit == name => name,
        unit => format!("{name}, {unit}"),
    }
}
