//! Task: optimal decisions of a player.

use oddsmith_answers::{decided, usual_goal};
use oddsmith_base::Result;
use oddsmith_engine::program::{Best, Goal};
use oddsmith_readout as readout;
use oddsmith_registry::Case;
use oddsmith_scenario::{BUDGET, Cases};

use super::Numbers;
use crate::reply::{Reply, ReplyData};
use crate::request::Request;

pub(super) fn reply(request: &Request, cases: &Cases, numbers: &Numbers) -> Result<Reply> {
    let goal = match &request.mean {
        None => usual_goal(&cases.case(0)?),
        Some(column) => Goal::Mean { column: column.clone(), least: request.least },
    };
    let budget = request.effort.exact_only().budget().unwrap_or(BUDGET);
    let solve = |case: Result<Case>| {
        let case = case?;
        let best = decided(&case, &goal, budget)?;
        if let Numbers::Computed(progress) = numbers {
            progress.case();
        }
        Ok((case, best))
    };
    let all = cases.iter().map(solve).collect::<Result<Vec<(Case, Best)>>>()?;
    let page = match &all[..] {
        [(case, best)] => readout::best(case, &goal, best),
        all => readout::bests(&goal, cases.axes(), all),
    };
    Ok(Reply {
        request: request.clone(),
        page,
        shown: None,
        found: ReplyData::Decisions(goal, all),
    })
}
