//! The solution of a duel, or of one for each case.

use oddsmith_answers::answer::{Answers, Results};
use oddsmith_answers::readout;
use oddsmith_answers::scenario::{Answered, Cases, Effort, NamedQuestion, axes, fields};
use oddsmith_base::{Error, Named, Result};
use oddsmith_engine::odds::{Event, Progress, Sample};
use oddsmith_registry::Names;
use oddsmith_systems::Catalogue;

use crate::reply::{Found, Reply};
use crate::request::Request;

/// The solutions of duels.
pub struct Duels {
    request: Request,
    /// The duels.
    pub cases: Cases,
}

impl Duels {
    pub(super) fn prepare(request: Request) -> Result<Duels> {
        let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(request.question()?)?;
        let (entry, solver) = Catalogue::default().duel(Some(&check))?;
        let given = fields(&entry, &words)?;
        if let Some((policy, _)) = given.iter().find(|(name, _)| solver.policies.contains(&&**name))
        {
            let hint = Named::Odds(format!("{} {policy}=…", entry.id)) + " simulates one";
            let error = "`duel` takes no policies, it finds the best ones";
            return Err(Error::question(error).with_hint(hint));
        }
        let cases = Cases::new(entry, axes(&given)?, Names::default())?;
        Ok(Duels { request, cases })
    }

    pub(super) fn reply(self, progress: &Progress) -> Result<Reply> {
        let Duels { request, cases } = self;
        let Sample { trials, seed } = Sample::default();
        let run = Sample {
            trials: request.effort.trials.unwrap_or(trials),
            seed: request.effort.seed.unwrap_or(seed),
        };
        let effort = Effort { answered: Answered::Solved, seed: run.seed, ..Effort::default() };
        let answers = Answers::new("", &cases, effort, &Event::SUCCESS, progress)?;
        let page = match &answers.cases[..] {
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
        let (checks, pairs) = (vec![answers], Vec::new());
        let results = Results { checks, pairs, trials: 0, seed: run.seed };
        Ok(Reply { request, page, shown: None, found: Found::Duels(results) })
    }
}
