//! Which difficulty comes nearest to a chance.

use std::sync::Arc;

use oddsmith::Error;
use oddsmith::Result;
use oddsmith::answer::solve::{SolveGrid, SolveRequest, Target, json};
use oddsmith::odds::{Progress, View};
use oddsmith::readout::{self, Aim, Shown};
use oddsmith::scenario::{ChartKind, Level, NamedQuestion, axes, fields};
use serde_json::value::RawValue;

use crate::command::Command;
use crate::form::without;
use crate::known::Known;
use crate::request::{Request, Want};
use crate::said::Said;

/// The difficulties, a row for each value that is asked for, with the chances around them.
pub fn dc(request: &Request) -> Result<Said> {
    let catalogue = request.catalogue()?;
    let question = request.question()?;
    let entry = catalogue.check(&NamedQuestion::read(question)?.check)?;
    let each = axes(&fields(&entry, &request.each)?)?;
    // What the question says of the difficulty is not what is asked here.
    let found = entry.harder_by();
    let question = without(question, &entry, &|name| {
        found.as_ref().is_some_and(|field| field.name == name)
            || each.iter().any(|axis| axis.name == name)
    })?;
    let given = axes(&fields(&entry, &NamedQuestion::read(&question)?.fields)?)?;
    let asked = SolveRequest { given, each, field: None };
    let (share, never_below) = (request.target.unwrap_or(0.5), request.never_below);
    let event = request.event()?;
    let quest = SolveGrid::new(entry.clone(), &catalogue.names, asked, event, request.effort()?)?;
    let target = Target { share, never_below, hardest_sure: false };
    let rows = quest.rows(target, &Progress::default())?;
    let aim = Aim {
        check: Aim::title(&quest),
        field: &quest.field,
        target: Some(share),
        like: None,
        never_below,
    };
    let page = readout::dc(&rows, &aim);
    let mut command = Command::new("dc", &[question])?;
    command.add("target", Some(&share.to_string()));
    request.each.iter().for_each(|each| command.add("for", Some(each)));
    command.switch("never-below", never_below);
    command.view(request, View::Exactly, request.column.as_deref());
    command.sample(request);
    let command = command.text();
    let text = json::rows(&entry.id, &quest.field, &rows);
    let mut said = match quest.around(&rows) {
        Ok(results) => {
            let level = Some(Level { share, never_below });
            let shown = Shown { event: quest.event.clone(), level, ..Shown::default() };
            let heat = results.checks[0].axes.len() == 2;
            let kind = Some(if heat { ChartKind::Heat } else { ChartKind::Curve });
            let events = vec![quest.event.clone(); results.checks.len()];
            let results = Arc::new(results);
            Known { results, events, shown, page, versus: None, kind, command }.said(request)?
        }
        Err(_) => Said { command, ..Said::of(&page, request) },
    };
    said.facts.clear();
    if request.wants(Want::Json) {
        let text = RawValue::from_string(text.trim().to_owned());
        said.json = Some(text.map_err(|error| Error::question(error.to_string()))?);
    }
    Ok(said)
}
