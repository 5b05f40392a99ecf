//! `oddsmith odds CHECK field=value …`: one answer, or one a case where fields sweep.

use super::answer::{notes, page};
use super::effort::{Ahead, Effort, watched};
use super::json;
use super::output::{Format, Output};
use super::question::Question;
use super::view::{View, ViewArguments};
use crate::error::Result;
use crate::scenario::{Answered, Answers, Played, answer_all};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    view: ViewArguments,
    #[command(flatten)]
    pub output: Output,
}

pub fn run(arguments: &Arguments, quiet: bool) -> Result<String> {
    let (cases, axes) = arguments.question.cases()?;
    let view = View::new(&arguments.view, &cases)?;
    arguments.output.check()?;
    let asked = arguments.effort.usual()?;
    let of = if arguments.effort.to_precision() {
        view.success_asked(cases[0].columns())?
    } else {
        None
    };
    let asked = crate::scenario::Asked {
        played: asked.played.map(|played| Played { of, ..played }),
        ..asked
    };
    let findings = watched(Ahead::of(cases.len(), asked), quiet, |progress| {
        answer_all(cases, asked, progress)
    })?;
    let seed = asked.played.map_or(1, |played| played.seed);
    let answered = Answers {
        checks: vec![Answered { label: String::new(), axes, findings }],
        differences: Vec::new(),
        trials: 0,
    };
    let answered = arguments.output.write(answered, &view, asked, None)?;
    let findings = &answered.checks[0].findings;
    let notes = |seed| notes(&findings.iter().collect::<Vec<_>>(), seed);
    let text = match arguments.output.format {
        Format::Json => return json::odds(findings, seed, &view),
        Format::Csv => return arguments.output.csv(&answered),
        Format::Table => page(findings, &view).text(&notes(seed), quiet),
        Format::Markdown => page(findings, &view).markdown(&notes(seed), quiet),
        Format::Html => page(findings, &view).html(&notes(seed), quiet),
        Format::Bbcode => page(findings, &view).bbcode(&notes(seed), quiet),
    };
    Ok(text)
}
