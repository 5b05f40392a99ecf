//! Results of a scenario: answers to its checks, and differences of its paired checks.

use super::many::{FEW, map_parallel};
use super::memory_use::MemoryUse;
use super::{Answer, Answers};
use oddsmith_base::Result;
use oddsmith_engine::odds::{
    Estimate, Event, Exact, Paired, Progress, Sample, sample_paired, sample_paired_until,
};
use oddsmith_registry::Case;
use oddsmith_scenario::{Cases, Effort, Question, Sampling, ScenarioCheck, Sides};
use oddsmith_text::unique;

/// Answers to the questions of a scenario or a comparison.
#[derive(Debug)]
pub struct Results {
    /// Answers of the checks, in the order of the file.
    pub checks: Vec<Answers>,
    /// Differences between the checks of each pair group.
    pub pairs: Vec<Pair>,
    /// Number of simulated trials.
    pub trials: u64,
    /// Seed of the simulation.
    pub seed: u64,
}

/// Difference of the success shares of two checks at one point, both simulated with the same random
/// numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Name of the pair group.
    pub name: String,
    /// Index of the first check in the scenario.
    pub a: usize,
    /// Index of the second check in the scenario.
    pub b: usize,
    /// Index of the case in both checks.
    pub case: usize,
    /// Share of `a` minus share of `b`: exact if both are exact, and sampled with an interval that
    /// accounts for the shared random numbers.
    pub difference: Estimate,
}

impl Results {
    /// Answers the questions of a comparison, each for its event.
    ///
    /// # Errors
    /// If a case can't be answered.
    pub fn of_sides(
        sides: &Sides,
        events: &[Event],
        effort: Effort,
        progress: &Progress,
    ) -> Result<Results> {
        let answer = |((side, cases), event): ((&Question, &Cases), &Event)| {
            Answers::new(&side.label, cases, effort, event, progress)
        };
        let all = sides.questions.iter().zip(&sides.cases).zip(events);
        let checks = all.map(answer).collect::<Result<Vec<_>>>()?;
        let (trials, seed) = (progress.trials(), effort.seed());
        Ok(Results { checks, pairs: Vec::new(), trials, seed })
    }

    /// Answers the questions of a scenario.
    ///
    /// # Errors
    /// If a case can't be answered with its method.
    pub fn of(questions: &[ScenarioCheck], effort: Effort, progress: &Progress) -> Result<Results> {
        let before = progress.trials();
        let plays = |question: &ScenarioCheck| question.effort(effort).simulates();
        let paired = |question: &ScenarioCheck| question.pair.is_some() && plays(question);
        // Cases of all checks run in parallel, so that no thread waits for the last case of a
        // check.
        let places: Vec<(usize, usize)> = questions
            .iter()
            .enumerate()
            .filter(|(_, question)| !paired(question))
            .flat_map(|(place, question)| (0..question.cases.len()).map(move |case| (place, case)))
            .collect();
        let held = MemoryUse::of(places.len());
        let answer = |&(place, case): &(usize, usize)| -> Result<Answer> {
            held.check()?;
            let question: &ScenarioCheck = &questions[place];
            let effort = question.effort(effort);
            let case = question.cases.case(case)?;
            let answer = Answer::new(case, effort, &Event::SUCCESS, progress)?;
            held.add(&answer).map(|()| answer)
        };
        // All cases are answered before errors are inspected, so that the reported error does not
        // depend on the scheduling of threads.
        let answered = map_parallel(&places, places.len() <= FEW, answer);
        let mut found: Vec<Vec<Option<Answer>>> = questions
            .iter()
            .map(|question| (0..question.cases.len()).map(|_| None).collect())
            .collect();
        for ((place, case), answer) in places.into_iter().zip(answered) {
            found[place][case] = Some(answer?);
        }
        let mut pairs = Vec::new();
        let groups = questions.iter().filter(|question| paired(question));
        for name in unique(groups.filter_map(|question| question.pair.as_deref())) {
            let members = questions.iter().enumerate();
            let members = members
                .filter(|(_, question)| paired(question) && question.pair.as_deref() == Some(name));
            let group = Group { name, checks: members.collect(), effort };
            for number in 0..group.checks[0].1.cases.len() {
                group.point(number, progress, &mut found, &mut pairs)?;
            }
        }
        let answers = |(question, cases): (&ScenarioCheck, Vec<Option<Answer>>)| Answers {
            label: question.label.clone(),
            axes: question.cases.axes().to_vec(),
            cases: cases.into_iter().flatten().collect(),
        };
        Ok(Results {
            checks: questions.iter().zip(found).map(answers).collect(),
            pairs,
            trials: progress.trials() - before,
            seed: effort.seed(),
        })
    }

    /// Returns the answers of the check with this label.
    pub fn labelled(&self, label: &str) -> Option<&Answers> {
        self.checks.iter().find(|answers| answers.label == label)
    }

    /// Returns the answers of all checks in order.
    pub fn all(&self) -> impl Iterator<Item = &Answer> {
        self.checks.iter().flat_map(|check| &check.cases)
    }
}

/// Checks that are simulated with the same random numbers.
struct Group<'a> {
    name: &'a str,
    /// Checks, each with its index in the scenario.
    checks: Vec<(usize, &'a ScenarioCheck)>,
    effort: Effort,
}

impl Group<'_> {
    /// Simulates case `number` of all checks of the group.
    fn point(
        &self,
        number: usize,
        progress: &Progress,
        found: &mut [Vec<Option<Answer>>],
        pairs: &mut Vec<Pair>,
    ) -> Result<()> {
        let effort = self.checks[0].1.effort(self.effort);
        let cases = self.checks.iter().map(|(_, question)| question.cases.case(number));
        let cases: Vec<Case> = cases.collect::<Result<_>>()?;
        let targets: Vec<_> =
            cases.iter().map(|case| Event::SUCCESS.target(case.columns())).collect();
        let paired = self.sample(&cases, effort, progress)?;
        let until = match effort.sampling() {
            Sampling::Trials(_) => "asked for".to_owned(),
            Sampling::Precision(half_width) => {
                format!("until all intervals are within {half_width}")
            }
        };
        let why = format!("sampled: {until}, on the luck of the pair `{}`", self.name);
        let members = self.checks.iter().zip(cases).zip(paired.tallies.clone());
        for (((place, question), case), tallies) in members {
            let effort = question.effort(self.effort);
            found[*place][number] =
                Some(Answer::with_tallies(case, effort, None, Some(tallies), &why)?);
            progress.case();
        }
        let exact = |at: usize| {
            let (place, scores) = targets[at].clone()?;
            found[self.checks[at].0][number].as_ref()?.share(place, scores).exact
        };
        for a in 0..targets.len() {
            for b in a + 1..targets.len() {
                let (Some((_, in_a)), Some((_, in_b))) = (&targets[a], &targets[b]) else {
                    continue;
                };
                let both = exact(a).zip(exact(b));
                let exact = both.and_then(|(a, b)| Exact::of(a.value - b.value));
                let sampled = Some(paired.difference((a, in_a), (b, in_b)));
                pairs.push(Pair {
                    name: self.name.to_owned(),
                    a: self.checks[a].0,
                    b: self.checks[b].0,
                    case: number,
                    difference: Estimate { exact, sampled },
                });
            }
        }
        Ok(())
    }

    fn sample(&self, cases: &[Case], effort: Effort, progress: &Progress) -> Result<Paired> {
        cases.iter().try_for_each(Case::playable)?;
        let checks: Vec<_> = cases.iter().map(Case::check).collect();
        let targets = cases.iter().map(|case| Event::SUCCESS.target(case.columns()));
        let identity = format!("pair {}", self.name);
        match effort.sampling() {
            Sampling::Trials(trials) => {
                let places: Vec<usize> =
                    targets.map(|target| target.map_or(0, |(place, _)| place)).collect();
                let run = Sample { trials, seed: effort.seed() };
                sample_paired(&checks, &places, &identity, run, progress)
            }
            Sampling::Precision(half_width) => {
                let until = targets
                    .zip(cases)
                    .map(|(target, case)| target.ok_or_else(|| super::one::no_event(case)))
                    .collect::<Result<Vec<_>>>()?;
                sample_paired_until(&checks, &until, half_width, &identity, effort.seed(), progress)
            }
        }
    }
}
