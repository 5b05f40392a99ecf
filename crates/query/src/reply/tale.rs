//! One resolution, step by step.

use oddsmith_answers::readout::told;
use oddsmith_answers::text::Page;
use oddsmith_base::{Error, Phrase, Result};
use oddsmith_engine::chance::Scripted;
use oddsmith_systems::Catalogue;

use super::{Found, Reply};
use crate::request::Request;

pub fn reply(request: &Request, catalogue: &Catalogue) -> Result<Reply> {
    let cases = request.cases(catalogue)?;
    if cases.len() > 1 {
        return Err(Error::question("`play` rolls one case, and here a field has a range")
            .with_hint("give each field one value"));
    }
    let case = cases.case(0)?;
    let seed = request.effort.seed.unwrap_or(1);
    let tale = match &request.luck {
        Some(script) => {
            case.tell_scripted(Scripted::parse(script)?).map_err(|error| match error.hint() {
                Some(_) => error,
                None => error.with_hint(format!(
                    "the luck of {} is: {}",
                    case.entry.called(),
                    case.entry.luck
                )),
            })?
        }
        None => case.playable().map(|()| case.tell_sampled(seed))?,
    };
    let answer = told(&case, &tale).into_iter().map(|result| match result.often {
        Some(often) => format!("{}: {} ({often})", result.name, result.outcome),
        None => format!("{}: {}", result.name, result.outcome),
    });
    let luck = tale.luck.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let remark = case.check().remark().map(|remark| remark.to_string());
    let luck = Some(format!("luck: {luck}")).filter(|_| !luck.is_empty());
    let page = Page {
        title: case.entry.title.to_string(),
        answer: answer.collect(),
        lines: Phrase::all(tale.lines),
        notes: Phrase::all(remark.into_iter().chain(luck).collect::<Vec<_>>()),
        ..Page::default()
    };
    let drawn = request.luck.is_none().then_some(seed);
    let mut request = request.clone();
    request.effort.seed = drawn;
    Ok(Reply { request, page, shown: None, found: Found::Tale(drawn) })
}
