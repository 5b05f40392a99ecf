//! Task: solution of the duel of each case.

use oddsmith_base::{Error, Named, Result};
use oddsmith_engine::odds::{Event, Sample};
use oddsmith_readout as readout;
use oddsmith_scenario::{Cases, Effort, Question};
use oddsmith_systems::Catalogue;

use super::Numbers;
use crate::reply::{Reply, ReplyData};
use crate::request::Request;

/// Duels to be solved.
pub struct Duels {
    request: Request,
    /// Cases of the duel.
    pub cases: Cases,
}

impl Duels {
    pub(super) fn prepare(request: Request, question: &Question) -> Result<Duels> {
        let policies = question.entry.solver.map_or(&[][..], |solver| solver.policies);
        let chosen = |policy: &&&str| question.given.iter().any(|axis| axis.name == **policy);
        if let Some(policy) = policies.iter().find(chosen) {
            let hint = Named::Odds(format!("{} {policy}=…", question.entry.id)) + " simulates one";
            let error = "`duel` takes no policies, it finds the best ones";
            return Err(Error::question(error).with_hint(hint));
        }
        let cases = question.cases(&Catalogue::default())?;
        Ok(Duels { request, cases })
    }

    pub(super) fn reply(self, numbers: Numbers) -> Result<Reply> {
        let Duels { request, cases } = self;
        let effort = Effort { solved_only: true, ..request.effort };
        let run = Sample { trials: effort.sampling().trials(), seed: effort.seed() };
        let results = numbers.results(&cases, effort, &Event::SUCCESS)?;
        let page = match &results.checks[0].cases[..] {
            [answer] => {
                let played = (run.trials > 0).then(|| answer.case.sample(run)).transpose()?;
                let played = played.as_ref().map(|tallies| (tallies, run));
                readout::duel(&answer.case, answer.solved()?, played)
            }
            all => {
                let solved = all.iter().map(|answer| Ok((&answer.case.settings, answer.solved()?)));
                readout::duels(cases.entry(), &solved.collect::<Result<Vec<_>>>()?)
            }
        };
        Ok(Reply { request, page, shown: None, found: ReplyData::Duels(results) })
    }
}
