//! The solution of a duel, or of one for each case.

use oddsmith_answers::readout;
use oddsmith_answers::scenario::{Cases, NamedQuestion, axes, fields};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::Sample;
use oddsmith_registry::Names;
use oddsmith_systems::Catalogue;

use super::{Found, Reply};
use crate::request::Request;

pub fn reply(request: &Request) -> Result<Reply> {
    let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(request.question()?)?;
    let (entry, solver) = Catalogue::default().duel(Some(&check))?;
    let given = fields(&entry, &words)?;
    if let Some((policy, _)) = given.iter().find(|(name, _)| solver.policies.contains(&&**name)) {
        let hint = format!("use `oddsmith odds {} {policy}=…` to simulate one", entry.id);
        return Err(
            Error::question("`duel` takes no policies, it finds the best ones").with_hint(hint)
        );
    }
    let cases = Cases::new(entry.clone(), axes(&given)?, Names::default())?;
    let solve = |case: Result<oddsmith_registry::Case>| {
        let case = case?;
        let solved = (solver.solve)(&case.settings)?;
        Ok((case, solved))
    };
    let all = cases.iter().map(solve).collect::<Result<Vec<_>>>()?;
    let Sample { trials, seed } = Sample::default();
    let run = Sample {
        trials: request.effort.trials.unwrap_or(trials),
        seed: request.effort.seed.unwrap_or(seed),
    };
    let page = match &all[..] {
        [(case, solved)] => {
            let tallies = (run.trials > 0).then(|| case.sample(run)).transpose()?;
            readout::duel(case, solved, tallies.as_ref().map(|tallies| (tallies, run)))
        }
        all => {
            let all: Vec<_> = all.iter().map(|(case, solved)| (&case.settings, solved)).collect();
            readout::duels(&entry, &all)
        }
    };
    Ok(Reply { request: request.clone(), page, shown: None, found: Found::Duels(solver, all) })
}
