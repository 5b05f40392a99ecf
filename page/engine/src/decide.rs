//! What is best: to decide in a house rule, and for both sides of a duel of hidden choices.

use oddsmith::answer::{decided, decided_json, json, usual_goal};
use oddsmith::odds::Sample;
use oddsmith::readout;
use oddsmith::registry::Names;
use oddsmith::scenario::{Cases, NamedQuestion, axes, fields};
use oddsmith::systems::Catalogue;
use oddsmith::{Error, Result};
use serde_json::value::RawValue;

use crate::odds::{cases, command};
use crate::request::{Request, Want};
use crate::said::Said;

/// So many branches are a solution's at most.
const BUDGET: u64 = 20_000_000;

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
    said.command = command("best", &request.questions[..1], request)?;
    said.json = json(request, || decided_json(&goal, &all))?;
    Ok(said)
}

/// A duel, solved.
pub fn duel(request: &Request) -> Result<Said> {
    let question = NamedQuestion::read(request.question()?)?;
    let (entry, solver) = Catalogue::default().duel(Some(&question.check))?;
    let mut given = axes(&fields(&entry, &question.fields)?)?;
    // A solution takes no policies: it finds the best.
    given.retain(|axis| !solver.policies.contains(&axis.name.as_str()));
    let cases = Cases::new(entry.clone(), given, Names::default())?;
    let mut all = Vec::new();
    for case in cases.iter() {
        let case = case?;
        let solved = (solver.solve)(&case.settings)?;
        all.push((case, solved));
    }
    let page = match &all[..] {
        [(case, solved)] => {
            let run = Sample { trials: request.trials.unwrap_or(100_000), ..Sample::default() };
            readout::duel(case, solved, Some((&case.sample(run)?, run)))
        }
        all => {
            let all: Vec<_> = all.iter().map(|(case, solved)| (&case.settings, solved)).collect();
            readout::duels(&entry, &all)
        }
    };
    let mut said = Said::of(&page, request);
    said.command = command("duel", &request.questions[..1], request)?;
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
