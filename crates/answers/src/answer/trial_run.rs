//! What is asked of answers, asked before there are any: of stand-ins that have the same cases,
//! columns, results and scores, so that a wrong name is told before the first trial is played.
//! What belongs here: the stand-ins. What does not: who asks them what.

use std::sync::{Arc, OnceLock};

use super::many::are_alike;
use super::one::no_event;
use super::{Answer, Answers, Pair, Results};
use crate::scenario::{Amount, Effort, Method, Question, Scenario};
use crate::text::unique;
use oddsmith_base::{About, Result};
use oddsmith_engine::odds::{Estimate, Event, Progress, StandIn, stand_in};
use oddsmith_engine::rule::Columns;
use oddsmith_engine::strategy::{Choice, Position, Range, SimplePolicy, Solved};
use oddsmith_registry::{Case, document};

/// What is said of a stand-in where an answer says how it was made.
const STANDS_IN: &str = "not worked out yet";

/// How often is asked where something seems wrong.
const TURNS: u64 = 3;

/// The stand-in of a case: another at each turn, so that what hangs on numbers comes out otherwise.
fn kind(turn: u64, case: u64) -> StandIn {
    match (turn, case % 3) {
        (2, 0) => StandIn::Lowest,
        (2, 1) => StandIn::Highest,
        _ => StandIn::Spread(TURNS * case + turn),
    }
}

/// The kinds of columns that the cases of a check have.
#[derive(Default)]
struct Kinds {
    known: Vec<Columns>,
    last: usize,
}

impl Kinds {
    /// The number of the kind of a case: mostly that of the one before it.
    fn number(&mut self, columns: Columns) -> usize {
        let is = |kind: &Columns| are_alike(kind, &columns);
        if !self.known.get(self.last).is_some_and(is) {
            self.last = self.known.iter().position(is).unwrap_or(self.known.len());
            if self.last == self.known.len() {
                self.known.push(columns);
            }
        }
        self.last
    }
}

impl Answer {
    /// An answer that only has the shape of one; `stands_in` is the number of its kind.
    fn foreseen(
        (case, stands_in): (Case, usize),
        method: Method,
        kind: StandIn,
        number: u64,
    ) -> Answer {
        let laws = (method != Method::Solved).then(|| stand_in(case.check(), kind));
        let (solved, best) = (OnceLock::new(), OnceLock::new());
        // No two are equal.
        let value = (number as f64).sin() / 2.0;
        if let Some(solver) = &case.entry.solver {
            let range = Some(Range { least: 0.0, most: 1.0 });
            let choices = || vec![Choice { what: 0, share: 1.0, range }];
            let first = Position { state: Vec::new(), choices: [choices(), choices()] };
            let simple = (solver.simple)(&case.settings).unwrap_or_default();
            let free = |policy: String| SimplePolicy { policy, gives_away: 0.0 };
            let _ = solved.set(Ok(Solved {
                value,
                lo: value,
                hi: value,
                win: 0.5,
                tie: 0.25,
                loss: 0.25,
                spend: Some([1.0, 1.0]),
                terms: solver.terms.into(),
                averages: Vec::new(),
                first: vec![first],
                naive: simple.into_iter().map(free).collect(),
                notes: Vec::new(),
                game: None,
            }));
        }
        if case.entry.decided().is_some() {
            let _ = best.set(Ok(value));
        }
        let why = STANDS_IN.to_owned();
        Answer { case, laws, tallies: None, why, stands_in: Some(stands_in), solved, best }
    }
}

impl Results {
    /// Stand-ins for the answers of a scenario.
    ///
    /// # Errors
    /// If a case can't be built.
    fn foreseen(questions: &[Question], seed: u64, turn: u64) -> Result<Results> {
        let mut number = 0;
        let mut checks = Vec::new();
        for question in questions {
            let mut kinds = Kinds::default();
            let answer = |case: Result<Case>| {
                number += 1;
                case.map(|case| {
                    let (one, value) = (kind(turn, number), TURNS * number + turn);
                    let of = kinds.number(case.check().columns());
                    Answer::foreseen((case, of), question.method, one, value)
                })
            };
            checks.push(Answers {
                label: question.label.clone(),
                axes: question.cases.axes().to_vec(),
                cases: question.cases.iter().map(answer).collect::<Result<_>>()?,
            });
        }
        let mut pairs = Vec::new();
        let plays = |question: &Question| question.effort(Effort::default()).plays();
        let paired = |question: &Question| question.pair.clone().filter(|_| plays(question));
        for name in unique(questions.iter().filter_map(paired)) {
            let of = |(place, question): (usize, &Question)| {
                (paired(question).as_ref() == Some(&name)).then_some(place)
            };
            let members: Vec<usize> = questions.iter().enumerate().filter_map(of).collect();
            for (at, &a) in members.iter().enumerate() {
                for &b in &members[at + 1..] {
                    pairs.extend((0..checks[a].cases.len()).map(|case| {
                        let difference = Estimate::of_value(0.0);
                        Pair { name: name.clone(), a, b, case, difference }
                    }));
                }
            }
        }
        Ok(Results { checks, pairs, trials: 0, seed })
    }
}

/// Asks stand-ins for the answers of a scenario what its answers will be asked, before anything is
/// worked out; what is wrong with every one of them is wrong with the question.
///
/// # Errors
/// What `ask` finds wrong, whatever the numbers are.
pub fn foreseen(scenario: &Scenario, ask: impl Fn(&Arc<Results>) -> Result<()>) -> Result<()> {
    let mut found = None;
    for turn in 0..TURNS {
        let results = Results::foreseen(&scenario.questions, scenario.seed, turn)?;
        let Err(error) = ask(&Arc::new(results)) else { return Ok(()) };
        if error.is_of_a_name() {
            return Err(error);
        }
        match &found {
            Some(first) if *first != error => return Ok(()),
            _ => found = Some(error),
        }
    }
    found.map_or(Ok(()), Err)
}

/// Whether the `[[expect]]` rows of a scenario can be judged, as far as that hangs on their words.
///
/// # Errors
/// If a row names what its check does not have; with its place in the file.
pub fn foreseen_rows(scenario: &Scenario) -> Result<()> {
    if scenario.expectations.is_empty() {
        return Ok(());
    }
    foreseen(scenario, |results| super::judge(scenario, results, &Progress::default()).map(drop))
}

/// Whether a scenario that is tried so asks for no precision of what has no success.
///
/// # Errors
/// If a check does; with the place of its precision in the file, where it stands there.
pub fn foreseen_precision(scenario: &Scenario, effort: Effort) -> Result<()> {
    for (number, question) in scenario.questions.iter().enumerate() {
        let effort = question.effort(effort);
        if !effort.plays() || !matches!(effort.amount, Amount::Precision(_)) {
            continue;
        }
        for case in question.cases.iter() {
            let case = case?;
            if Event::SUCCESS.target(case.columns()).is_some() || case.playable().is_err() {
                continue;
            }
            let (text, about) = (&scenario.text, About::value("precision"));
            let place = match question.amount {
                Some(_) => document::place(text, &format!("check.{number}"), &about),
                None => document::top(text, &about),
            };
            let error = no_event(&case).with_hint(WITHOUT_SUCCESS);
            return Err(place.map_or(error.clone(), |place| error.at_span(text, place)));
        }
    }
    Ok(())
}

/// What a file says of a check that has no success.
const WITHOUT_SUCCESS: &str =
    "give the check `trials = 100_000` in place of `precision`, or `answer = \"exact\"`";
