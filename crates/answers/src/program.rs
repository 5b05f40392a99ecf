//! Answers to the outputs of an AnyDice program, in order and by name.

use std::sync::Arc;

use super::{Answers, Results};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Event, Progress};
use oddsmith_registry::{Names, Value};
use oddsmith_scenario::{Axis, Cases, Effort};
use oddsmith_systems::anydice::{Outputs, of_outputs};

/// Returns the exact answers for the program's outputs with these indices, one check for each.
///
/// # Errors
/// If an output contains a number outside the range of columns.
///
/// # Examples
/// ```
/// use oddsmith_anydice::{Budget, run};
/// use oddsmith_answers::of_program;
/// use oddsmith_engine::odds::Event;
/// use oddsmith_systems::anydice::Outputs;
///
/// let report = run("loop N over {1..3} { output Nd6 named \"[N]\" }", &Budget::default())?;
/// let results = of_program(&Outputs::of(report).into(), &[0, 2], &Event::SUCCESS)?;
/// let three = &results.checks[1];
/// assert_eq!(three.label, "3");
/// assert_eq!(three.cases[0].mean(0).unwrap().value(), 10.5);
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn of_program(outputs: &Arc<Outputs>, places: &[usize], event: &Event) -> Result<Results> {
    let effort = Effort::default().exact_only();
    let progress = Progress::default();
    let answer =
        |(name, cases): (String, Cases)| Answers::new(&name, &cases, effort, event, &progress);
    let checks = cases(outputs, places)?.into_iter().map(answer).collect::<Result<_>>()?;
    Ok(Results { checks, pairs: Vec::new(), trials: 0, seed: effort.seed() })
}

/// Returns the name and the case of each output of a program, given its report as JSON.
///
/// # Errors
/// If the text is not a report.
pub fn program_cases(report: &str) -> Result<Vec<(String, Cases)>> {
    let report = serde_json::from_str(report)
        .map_err(|_| Error::question("the text is no report").with_hint("run the program again"))?;
    let outputs = Arc::new(Outputs::of(report));
    cases(&outputs, &(0..outputs.names().len()).collect::<Vec<_>>())
}

fn cases(outputs: &Arc<Outputs>, places: &[usize]) -> Result<Vec<(String, Cases)>> {
    let entry = of_outputs(Arc::clone(outputs));
    let case = |&place: &usize| {
        let name = outputs.names()[place].clone();
        let given = vec![Axis::of("output", vec![Value::Word(name.clone().into())])];
        Ok((name, Cases::new(entry.clone(), given, Names::default())?))
    };
    places.iter().map(case).collect()
}
