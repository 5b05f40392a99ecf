//! One resolution, told.

use oddsmith::chance::Scripted;
use oddsmith::readout::told;
use oddsmith::text::Page;
use oddsmith::{Error, Phrase, Result};

use crate::command::Command;
use crate::odds::cases;
use crate::request::Request;
use crate::said::Said;

/// What happens with the luck that is written, or with that of a seed.
pub fn play(request: &Request) -> Result<Said> {
    let cases = cases(request)?;
    if cases.len() > 1 {
        return Err(Error::question("a resolution has one case, and here a field sweeps")
            .with_hint("give each field one value"));
    }
    let case = cases.case(0)?;
    let seed = request.seed.unwrap_or(1);
    let tale = match &request.luck {
        Some(script) => case.tell_scripted(Scripted::parse(script)?)?,
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
    let mut said = Said::of(&page, request);
    said.seed = request.luck.is_none().then_some(seed);
    let mut command = Command::new("play", &request.questions[..1])?;
    command.add("luck", request.luck.as_deref());
    command.number("seed", said.seed, None);
    said.command = command.text();
    Ok(said)
}
