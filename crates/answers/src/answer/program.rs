//! The outputs of an AnyDice program, answered: one after the other, each under its name.

use std::sync::Arc;

use super::{Answers, Results};
use crate::scenario::{Amount, Axis, Cases, Effort};
use oddsmith_base::Result;
use oddsmith_engine::odds::{Event, Progress, Sample};
use oddsmith_registry::Names;
use oddsmith_systems::anydice::{Outputs, of_outputs};

/// The exact answers of a program's outputs at these places, a check for each.
///
/// # Errors
/// If an output has a number that no column holds.
///
/// # Examples
/// ```
/// use oddsmith_anydice::{Budget, run};
/// use oddsmith_answers::answer::of_program;
/// use oddsmith_engine::odds::Event;
/// use oddsmith_systems::anydice::Outputs;
///
/// let report = run("loop N over {1..3} { output Nd6 named \"[N]\" }", &Budget::default())?;
/// let results = of_program(&Outputs::of(report).into(), &[0, 2], &Event::SUCCESS)?;
/// let three = &results.checks[1];
/// assert_eq!(three.label, "3");
/// assert_eq!(three.cases[0].mean(0).unwrap().value(), 10.5);
/// # Ok::<(), oddsmith_answers::Error>(())
/// ```
pub fn of_program(outputs: &Arc<Outputs>, places: &[usize], event: &Event) -> Result<Results> {
    let entry = of_outputs(Arc::clone(outputs));
    let Sample { seed, .. } = Sample::default();
    let effort = Effort { seed, amount: Amount::Trials(0), ..Effort::default() }.exact_only();
    let progress = Progress::default();
    let answer = |&place: &usize| {
        let name = outputs.names()[place].clone();
        let given = vec![Axis::of("output", vec![name.clone()])];
        let cases = Cases::new(entry.clone(), given, Names::default())?;
        Answers::new(&name, &cases, effort, event, &progress)
    };
    let checks = places.iter().map(answer).collect::<Result<Vec<_>>>()?;
    Ok(Results { checks, pairs: Vec::new(), trials: 0, seed })
}
