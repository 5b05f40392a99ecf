//! Task: transcript of a single resolution.

use oddsmith_base::{Error, Phrase, Result};
use oddsmith_engine::chance::Scripted;
use oddsmith_readout::told;
use oddsmith_registry::Value;
use oddsmith_scenario::Cases;
use oddsmith_text::Page;

use crate::reply::{Reply, ReplyData, Transcript};
use crate::request::Request;

pub(super) fn reply(request: &Request, cases: &Cases) -> Result<Reply> {
    if cases.len() > 1 {
        return Err(Error::question("`play` rolls one case, and here a field has a range")
            .with_hint("give each field one value; `odds` takes ranges"));
    }
    let case = cases.case(0)?;
    let seed = request.effort.seed();
    let tale = match &request.luck {
        Some(script) => case.transcript_of_script(Scripted::parse(script)?).map_err(|error| {
            match error.hint() {
                Some(_) => error,
                None => error.with_hint(format!(
                    "the luck of {} is: {}",
                    case.entry.called(),
                    case.entry.luck
                )),
            }
        })?,
        None => case.playable().map(|()| case.transcript_of_stream(seed))?,
    };
    let scored = case.columns().iter().zip(&tale.scores);
    let scores = scored.filter(|(column, _)| column.at.is_none()).map(|(column, score)| {
        let value = |score| match column.scale.name(score) {
            Some(name) => Value::Word(name.into()),
            None => Value::Integer(score),
        };
        (column.name.to_string(), score.map(value))
    });
    let found = Transcript {
        scores: scores.collect(),
        title: case.entry.title.to_string(),
        lines: tale.lines.clone(),
        outcomes: told(&case, &tale),
        remark: case.check().remark().map(|remark| remark.to_string()),
        luck: tale.luck.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        seed: request.luck.is_none().then_some(seed),
    };
    let answer = found.outcomes.iter().map(|result| match &result.probability {
        Some(often) => format!("{}: {} ({often})", result.name, result.outcome),
        None => format!("{}: {}", result.name, result.outcome),
    });
    let luck = Some(format!("luck: {}", found.luck)).filter(|_| !found.luck.is_empty());
    let page = Page {
        title: found.title.clone(),
        answer: answer.collect(),
        lines: Phrase::all(found.lines.clone()),
        notes: Phrase::all(found.remark.clone().into_iter().chain(luck).collect::<Vec<_>>()),
        ..Page::default()
    };
    let mut request = request.clone();
    request.effort.seed = found.seed;
    Ok(Reply { request, page, shown: None, found: ReplyData::Transcript(found) })
}
