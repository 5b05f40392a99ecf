//! What is best: to decide in a house rule, and for both sides of a duel of hidden choices.

use oddsmith::answer::{decided, decided_json, json, usual_goal};
use oddsmith::odds::Sample;
use oddsmith::program::Goal;
use oddsmith::readout;
use oddsmith::registry::Names;
use oddsmith::scenario::{BUDGET, Cases, NamedQuestion, axes, fields};
use oddsmith::systems::Catalogue;
use oddsmith::{Error, Result};
use serde_json::value::RawValue;

use crate::command::Command;
use crate::form::without;
use crate::odds::cases;
use crate::request::{Request, Want};
use crate::said::Said;

/// What is best to decide.
pub fn best(request: &Request) -> Result<Said> {
    let cases = cases(request)?;
    let all = cases.iter().map(|case| {
        let case = case?;
        let goal = usual_goal(&case);
        let best = decided(&case, &goal, request.budget.unwrap_or(BUDGET))?;
        Ok((case, best))
    });
    let all = all.collect::<Result<Vec<_>>>()?;
    let Some((case, found)) = all.first() else {
        return Err(Error::question("nothing is asked"));
    };
    let goal = usual_goal(case);
    let page = match all.len() {
        1 => readout::best(case, &goal, found),
        _ => readout::bests(&goal, cases.axes(), &all),
    };
    let mut said = Said::of(&page, request);
    let mut command = Command::new("best", &request.questions[..1])?;
    if let Goal::Mean { column, least } = &goal {
        command.add("mean", Some(column));
        command.switch("least", *least);
    }
    command.number("budget", request.budget, Some(BUDGET));
    said.command = command.text();
    said.json = json(request, || decided_json(&goal, &all))?;
    Ok(said)
}

/// A duel, solved.
pub fn duel(request: &Request) -> Result<Said> {
    let question = request.question()?;
    let (entry, solver) = Catalogue::default().duel(Some(&NamedQuestion::read(question)?.check))?;
    // A solution takes no policies: it finds the best.
    let question = without(question, &entry, &|name| solver.policies.contains(&name))?;
    let given = axes(&fields(&entry, &NamedQuestion::read(&question)?.fields)?)?;
    let cases = Cases::new(entry.clone(), given, Names::default())?;
    let mut all = Vec::new();
    for case in cases.iter() {
        let case = case?;
        let solved = (solver.solve)(&case.settings)?;
        all.push((case, solved));
    }
    let seed = request.seed.unwrap_or(Sample::default().seed);
    let run = Sample { trials: request.trials.unwrap_or(100_000), seed };
    let page = match &all[..] {
        [(case, solved)] => readout::duel(case, solved, Some((&case.sample(run)?, run))),
        all => {
            let all: Vec<_> = all.iter().map(|(case, solved)| (&case.settings, solved)).collect();
            readout::duels(&entry, &all)
        }
    };
    let mut said = Said::of(&page, request);
    let mut command = Command::new("duel", &[question])?;
    command.number("trials", Some(run.trials), None);
    command.number("seed", request.seed, Some(Sample::default().seed));
    said.command = command.text();
    said.json = json(request, || {
        let all = all.iter().map(|(case, solved)| json::duel(solver, &case.settings, solved));
        format!("{{\"schema\":1,\"duels\":[{}]}}", all.collect::<Vec<_>>().join(","))
    })?;
    Ok(said)
}

fn json(request: &Request, text: impl FnOnce() -> String) -> Result<Option<Box<RawValue>>> {
    let text = request.wants(Want::Json).then(|| RawValue::from_string(text()));
    text.transpose().map_err(|error| Error::question(error.to_string()))
}
