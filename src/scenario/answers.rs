//! The answers to a whole scenario: its checks one by one, and its pairs on the same luck.

use super::finding::no_success;
use super::{Amount, Asked, Axis, Finding, Labelled, Played, answer_all, point};
use crate::error::Result;
use crate::odds::{Known, Paired, Progress, Sample, sample_paired, sample_paired_until};
use crate::registry::Case;
use crate::rule::Column;

/// One check of a scenario with its findings.
#[derive(Debug)]
pub struct Answered {
    /// What the scenario calls it.
    pub label: String,
    /// The axes it sweeps.
    pub axes: Vec<Axis>,
    /// Its findings, the last axis fastest.
    pub findings: Vec<Finding>,
}

impl Answered {
    /// This column in each case; `None` where a case has fewer steps.
    pub fn in_each(&self, column: &Column) -> impl Iterator<Item = Option<&Column>> {
        let same = move |other: &&Column| (other.name, other.at) == (column.name, column.at);
        self.findings.iter().map(move |finding| finding.case.columns().iter().find(same))
    }

    /// The value of each axis in case number `number`.
    pub fn point(&self, number: usize) -> impl Iterator<Item = (&str, &str)> {
        self.axes
            .iter()
            .zip(point(&self.axes, number))
            .map(|(axis, place)| (axis.name.as_str(), axis.values[place].as_str()))
    }
}

/// How much larger the success share of one check is than that of another, at one point, both on the same luck.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The pair group.
    pub pair: String,
    /// The place of the first check in the scenario.
    pub a: usize,
    /// The place of the second.
    pub b: usize,
    /// The number of the case in both.
    pub case: usize,
    /// The difference, with its interval.
    pub known: Known,
}

/// All that a scenario asked, answered.
#[derive(Debug)]
pub struct Answers {
    /// Its checks, in the order of the file.
    pub checks: Vec<Answered>,
    /// The differences within its pair groups.
    pub differences: Vec<Difference>,
    /// How many trials were played.
    pub trials: u64,
}

impl Answers {
    /// Answers the checks of a scenario.
    ///
    /// # Errors
    /// If a case can't be answered as it is asked.
    pub fn of(checks: Vec<Labelled>, asked: Asked, progress: &Progress) -> Result<Answers> {
        let before = progress.trials();
        let counts: Vec<usize> = checks.iter().map(|check| check.cases.len()).collect();
        let mut found: Vec<Vec<Option<Finding>>> =
            counts.iter().map(|&count| (0..count).map(|_| None).collect()).collect();
        let (mut singles, mut groups): (Vec<(usize, Vec<Case>)>, Vec<Group>) =
            (Vec::new(), Vec::new());
        let mut shapes: Vec<(String, Vec<Axis>)> = Vec::new();
        for (place, Labelled { label, pair, axes, cases }) in checks.into_iter().enumerate() {
            shapes.push((label, axes));
            match pair.filter(|_| asked.played.is_some()) {
                None => singles.push((place, cases)),
                Some(name) => match groups.iter_mut().find(|group| group.name == name) {
                    Some(group) => group.checks.push((place, cases)),
                    None => groups.push(Group { name, checks: vec![(place, cases)] }),
                },
            }
        }
        // All cases of all checks at once, so that no thread waits for the last case of a check.
        let places: Vec<(usize, usize)> = singles
            .iter()
            .flat_map(|(place, cases)| (0..cases.len()).map(move |number| (*place, number)))
            .collect();
        let cases = singles.into_iter().flat_map(|(_, cases)| cases).collect();
        for ((place, number), finding) in
            places.into_iter().zip(answer_all(cases, asked, progress)?)
        {
            found[place][number] = Some(finding);
        }
        let mut differences = Vec::new();
        for group in groups {
            group.play(asked, progress, &mut found, &mut differences)?;
        }
        let answered = |((label, axes), findings): ((String, Vec<Axis>), Vec<Option<Finding>>)| {
            Answered { label, axes, findings: findings.into_iter().flatten().collect() }
        };
        Ok(Answers {
            checks: shapes.into_iter().zip(found).map(answered).collect(),
            differences,
            trials: progress.trials() - before,
        })
    }
}

/// Checks that are played on the same luck.
struct Group {
    name: String,
    /// Place in the scenario and cases of each.
    checks: Vec<(usize, Vec<Case>)>,
}

impl Group {
    fn play(
        self,
        asked: Asked,
        progress: &Progress,
        found: &mut [Vec<Option<Finding>>],
        differences: &mut Vec<Difference>,
    ) -> Result<()> {
        let Some(Played { seed, amount, .. }) = asked.played else { return Ok(()) };
        let places: Vec<usize> = self.checks.iter().map(|(place, _)| *place).collect();
        let mut cases: Vec<_> =
            self.checks.into_iter().map(|(_, cases)| cases.into_iter()).collect();
        // The cases of all checks at one point, point by point.
        let points = std::iter::from_fn(|| {
            cases.iter_mut().map(Iterator::next).collect::<Option<Vec<Case>>>()
        });
        for (number, together) in points.enumerate() {
            let successes: Vec<_> = together.iter().map(Case::success).collect();
            let checks: Vec<_> = together.iter().map(Case::check).collect();
            let identity = format!("pair {}", self.name);
            let paired: Paired = match amount {
                Amount::Trials(trials) => {
                    let answers: Vec<usize> = successes
                        .iter()
                        .map(|success| success.map_or(0, |(place, _)| place))
                        .collect();
                    sample_paired(&checks, &answers, &identity, Sample { trials, seed }, progress)
                }
                Amount::Precision(half_width) => {
                    let until = together
                        .iter()
                        .zip(&successes)
                        .map(|(case, success)| success.ok_or_else(|| no_success(case)));
                    sample_paired_until(
                        &checks,
                        &until.collect::<Result<Vec<_>>>()?,
                        half_width,
                        &identity,
                        seed,
                        progress,
                    )
                }
            };
            let counted: Vec<_> = successes
                .iter()
                .enumerate()
                .filter_map(|(check, success)| Some((check, success.as_ref()?.1)))
                .collect();
            for (first, &(a, in_a)) in counted.iter().enumerate() {
                for &(b, in_b) in &counted[first + 1..] {
                    let known = paired.difference((a, in_a), (b, in_b));
                    differences.push(Difference {
                        pair: self.name.clone(),
                        a: places[a],
                        b: places[b],
                        case: number,
                        known,
                    });
                }
            }
            for ((case, tallies), place) in together.into_iter().zip(paired.tallies).zip(&places) {
                let sampled = match amount {
                    Amount::Trials(_) => {
                        format!("sampled: asked for, on the luck of the pair `{}`", self.name)
                    }
                    Amount::Precision(half_width) => {
                        format!(
                            "sampled: until all intervals are within {half_width}, on the luck of the pair `{}`",
                            self.name
                        )
                    }
                };
                found[*place][number] =
                    Some(Finding::with_tallies(case, asked.budget, Some(tallies), &sampled)?);
                progress.case();
            }
        }
        Ok(())
    }
}
