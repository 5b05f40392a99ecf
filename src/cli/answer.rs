//! Answers for people: the page that `odds` prints, as text and as Markdown.

use std::ops::RangeInclusive;

use super::outcomes::{by_index, moments, named, outcomes, share, success_words, words};
use super::view::{Cumulation, View};
use super::{BOLD, DIM};
use crate::odds::{Histogram, interval};
use crate::registry::{Field, Need, Settings};
use crate::rule::Column;
use crate::scenario::Finding;
use crate::text::{Table, escaped, numbers, wrapped};

/// The answer to a question: one case in full, or many as a table.
pub fn page(findings: &[Finding], view: &View) -> Page {
    match findings {
        [finding] => one(finding, view),
        _ => many(findings, view),
    }
}

/// An answer as it is read: what was asked, the answer, the rest.
pub struct Page {
    pub title: String,
    pub unit: String,
    pub answer: Option<String>,
    pub tables: Vec<Table>,
    pub lines: Vec<String>,
}

impl Page {
    /// A page of these parts.
    pub fn new(
        title: String,
        unit: String,
        answer: Option<String>,
        tables: Vec<Table>,
        lines: Vec<String>,
    ) -> Page {
        Page { title, unit, answer, tables, lines }
    }

    /// As text for a terminal.
    pub fn text(&self, notes: &[String], quiet: bool) -> String {
        let indent =
            |text: &str| text.lines().map(|line| format!("  {line}\n")).collect::<String>();
        let title = wrapped(&self.title, 76, "  ");
        let room = 78 - title.lines().last().map_or(0, |line| line.chars().count());
        let unit = match self.unit.chars().count() {
            0 => String::new(),
            letters if letters + 3 > room => format!("\n  {DIM}{}{DIM:#}", self.unit),
            _ => format!("   {DIM}{}{DIM:#}", self.unit),
        };
        let mut text = format!("\n  {BOLD}{title}{BOLD:#}{unit}\n");
        if let Some(answer) = &self.answer {
            text += &format!("\n  {BOLD}{answer}{BOLD:#}\n");
        }
        for table in &self.tables {
            text += &format!("\n{}", indent(&table.text()));
        }
        if !self.lines.is_empty() {
            text += &format!("\n{}", indent(&self.lines.join("\n")));
        }
        if !quiet {
            text += "\n";
            notes
                .iter()
                .for_each(|note| text += &format!("  {DIM}{}{DIM:#}\n", wrapped(note, 76, "    ")));
        }
        text + "\n"
    }

    /// As HTML for a page of one's own.
    pub fn html(&self, notes: &[String], quiet: bool) -> String {
        let mut text =
            format!("<p><b>{}</b>{}</p>\n", escaped(&self.title), self.unit_in(" (", ")", escaped));
        let lines =
            |text: &str| escaped(text).lines().map(str::trim).collect::<Vec<_>>().join("<br>\n");
        self.answer.iter().for_each(|answer| text += &format!("<p><b>{}</b></p>\n", lines(answer)));
        self.tables.iter().for_each(|table| text += &table.html());
        self.lines.iter().for_each(|line| text += &format!("<p>{}</p>\n", escaped(line)));
        if !quiet {
            text += &format!("<p><small>{}</small></p>\n", escaped(&notes.join("; ")));
        }
        text
    }

    /// As BBCode for a forum.
    pub fn bbcode(&self, notes: &[String], quiet: bool) -> String {
        let mut text =
            format!("[b]{}[/b]{}\n\n", self.title, self.unit_in(" (", ")", str::to_owned));
        let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
        self.answer.iter().for_each(|answer| text += &format!("[b]{}[/b]\n\n", lines(answer)));
        self.tables.iter().for_each(|table| text += &format!("{}\n", table.bbcode()));
        self.lines.iter().for_each(|line| text += &format!("{line}\n"));
        if !quiet {
            text += &format!("[i]{}[/i]\n", notes.join("; "));
        }
        text
    }

    /// The unit between two marks, if there is one.
    fn unit_in(&self, before: &str, after: &str, write: impl Fn(&str) -> String) -> String {
        if self.unit.is_empty() {
            String::new()
        } else {
            format!("{before}{}{after}", write(&self.unit))
        }
    }

    /// As Markdown.
    pub fn markdown(&self, notes: &[String], quiet: bool) -> String {
        let unit = self.unit_in(" (", ")", str::to_owned);
        let mut parts = vec![format!("**{}**{unit}", self.title)];
        parts.extend(self.answer.clone());
        parts.extend(self.tables.iter().map(|table| table.markdown().trim_end().to_owned()));
        parts.extend(self.lines.clone());
        if !quiet {
            parts.push(format!("*{}.*", notes.join("; ")));
        }
        parts.join("\n\n") + "\n"
    }
}

/// The check and what all cases have in common: "Toughness save: toughness 10".
pub fn title(check: &str, settings: &Settings, swept: &[&str]) -> String {
    let given = settings.given();
    let fields: Vec<String> = given
        .iter()
        .filter(|(name, _)| !swept.contains(name))
        .map(|(name, value)| format!("{} {}", words(name), words(&value.to_string())))
        .collect();
    if fields.is_empty() { check.to_owned() } else { format!("{check}: {}", fields.join(", ")) }
}

/// The fields that were given and differ among the cases of a question.
pub fn swept(cases: &[&Settings]) -> Vec<&'static str> {
    let first = cases[0].given();
    let differs = |name: &str| cases.iter().any(|case| case.given().get(name) != first.get(name));
    first.iter().map(|(name, _)| name).filter(|name| differs(name)).collect()
}

/// One case: the success, then its outcomes.
fn one(finding: &Finding, view: &View) -> Page {
    let columns = finding.case.columns();
    let answer = |place: usize| {
        // What is indexed has a table of its own.
        if columns[place].at.is_some() && !view.at {
            return None;
        }
        let success = view.success_of(&columns[place])?;
        let exact = finding.laws.as_ref().map(|laws| laws.columns[place].success(success));
        let tally = finding.tallies.as_ref().map(|tallies| &tallies.columns[place]);
        let exact = exact.map(|share| {
            let fraction = share.fraction().filter(|fraction| fraction.contains('/'));
            format!(
                "{} %{}",
                numbers::per_cent(share.value, 2),
                fraction.map_or(String::new(), |fraction| format!(" = {fraction}"))
            )
        });
        let sampled = tally.map(|tally| {
            let (share, interval) =
                numbers::sampled(tally.share_of(success), tally.interval(success));
            format!("{}{share} % ({interval})", if exact.is_some() { "sampled " } else { "" })
        });
        let parts: Vec<String> = exact.into_iter().chain(sampled).collect();
        let words = success_words(&columns[place], success);
        let asked = view.asked.is_some() && Some(place) == view.place_in(columns);
        Some((if asked { words } else { format!("success ({words})") }, parts.join("   ")))
    };
    // Of columns that mean the same success only the first is said.
    let mut answers: Vec<(String, String)> =
        view.place_in(columns).and_then(answer).into_iter().collect();
    if !view.named && view.asked.is_none() {
        for (words, parts) in (0..columns.len()).filter_map(answer) {
            if answers.iter().all(|(_, said)| *said != parts) {
                answers.push((words, parts));
            }
        }
    }
    let answers: Vec<String> =
        answers.into_iter().map(|(words, parts)| format!("{words}: {parts}")).collect();
    let answer = (!answers.is_empty()).then(|| answers.join("\n  "));
    let shown = |place: &usize| {
        let column = &columns[*place];
        if view.named || view.cumulation != Cumulation::Exactly {
            view.shows(columns, *place)
        } else {
            column.at.is_some() || !column.scale.names().is_empty() || column.scale.len() <= 12
        }
    };
    // Where nothing is a success, how long it takes is the answer.
    let main = (0..columns.len()).find(|&place| {
        view.place_in(columns) == Some(place)
            && columns.iter().all(|column| column.success.is_none())
    });
    let main = main.filter(|place| !shown(place) && view.cumulation == Cumulation::Exactly);
    let table = |place: usize| match columns[place].at {
        None => Some(outcomes(finding, place, view, main == Some(place))),
        Some(_) if view.at => Some(outcomes(finding, place, view, false)),
        Some(1) => Some(by_index(finding, place, view)),
        Some(_) => None,
    };
    let tables = (0..columns.len())
        .filter(|place| shown(place) || main == Some(*place))
        .filter_map(table)
        .collect();
    let numbered = (0..columns.len())
        .filter(|&place| columns[place].scale.names().is_empty() && columns[place].at.is_none());
    let lines = numbered.map(|place| {
        let moments = moments(finding, place).map_or("no score".into(), |(mean, sd, median)| {
            format!("mean {}, sd {}, median {median}", numbers::short(mean), numbers::short(sd))
        });
        let more = if shown(&place) {
            String::new()
        } else {
            format!("   (every score: --column {})", columns[place].name)
        };
        format!("{}: {moments}{more}", words(columns[place].name))
    });
    Page {
        title: title(finding.case.entry.title, &finding.case.settings, &[]),
        unit: String::new(),
        answer,
        lines: lines.collect(),
        tables,
    }
}

/// Many cases: a row each; rungs as columns. Cases that call their rungs by other names have a table of their own.
fn many(findings: &[Finding], view: &View) -> Page {
    let names = |finding: &Finding| column(finding, view).map(|column| column.scale.names());
    let swept = swept(&findings.iter().map(|finding| &finding.case.settings).collect::<Vec<_>>());
    let mut ladders: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        match ladders.iter_mut().find(|others| names(others[0]) == names(finding)) {
            Some(others) => others.push(finding),
            None => ladders.push(vec![finding]),
        }
    }
    let exact = findings.iter().filter(|finding| finding.laws.is_some()).count();
    let how = match exact {
        0 => ", sampled",
        _ if exact == findings.len() => ", exact",
        _ => "",
    };
    let tables =
        ladders.iter().map(|findings| rows(findings, view, &swept, how.is_empty())).collect();
    let name = named(view.column.name, view.column.at);
    let shares = !spread(&findings.iter().collect::<Vec<_>>(), view).is_empty()
        || view.success_of(&view.column).is_some();
    let unit = if shares {
        format!("{name}{}, per cent{how}", view.cumulation.words())
    } else {
        format!("{name}{how}")
    };
    let title = title(findings[0].case.entry.title, &findings[0].case.settings, &swept);
    Page {
        title,
        unit,
        answer: None,
        tables,
        lines: counted_again(findings, view).into_iter().collect(),
    }
}

/// A column that is counted several times is shown at its first, unless another was asked for.
fn counted_again(findings: &[Finding], view: &View) -> Option<String> {
    let name = view.column.name;
    let columns = findings.iter().flat_map(|finding| finding.case.columns());
    let last = columns.filter(|column| column.name == name).filter_map(|column| column.at).max()?;
    let at = view.column.at.filter(|at| !view.at && *at < last)?;
    Some(format!(
        "{} is counted {last} times, this is number {at}: --column {name}@{last} shows the last",
        words(name)
    ))
}

/// The column that is shown, of this case.
fn column<'f>(finding: &'f Finding, view: &View) -> Option<&'f Column> {
    finding.case.columns().get(view.place_in(finding.case.columns())?)
}

/// The cases that have not what is shown.
fn none(findings: &[&Finding], swept: &[&str]) -> Table {
    let mut table = Table::new(0, swept.iter().map(|name| words(name)).chain(["none".to_owned()]));
    for finding in findings {
        let given = finding.case.settings.given();
        let values =
            swept.iter().filter_map(|name| given.get(name)).map(|value| words(&value.to_string()));
        table.row(values.chain(["no such step".to_owned()]));
    }
    table
}

/// The scores that get a column each: all rungs of a ladder, or the few numbers that the cases have between them.
fn spread(findings: &[&Finding], view: &View) -> RangeInclusive<i32> {
    let scales =
        || findings.iter().filter_map(|finding| column(finding, view)).map(|column| column.scale);
    let low = scales().map(|scale| scale.low()).min().unwrap_or(0);
    let high = scales().map(|scale| scale.high()).max().unwrap_or(0);
    let ladder = scales().all(|scale| !scale.names().is_empty());
    // An empty range: a column of many numbers is summed up by its moments.
    if ladder || (1..8).contains(&(high - low)) { low..=high } else { RangeInclusive::new(1, 0) }
}

/// A row for each case.
fn rows(findings: &[&Finding], view: &View, swept: &[&str], mixed: bool) -> Table {
    let Some(column) = column(findings[0], view) else { return none(findings, swept) };
    let spread = spread(findings, view);
    let numbered = column.scale.names().is_empty();
    let success = view.success_of(column).map(|success| match view.asked {
        Some(_) => success_words(column, success),
        None => "success".to_owned(),
    });
    let mut heading: Vec<String> = swept.iter().map(|name| words(name)).collect();
    heading.extend(
        spread.clone().map(|score| column.scale.name(score).map_or(score.to_string(), words)),
    );
    // The best rung alone has its column already.
    let success = success.filter(|name| !heading.contains(name));
    heading.extend(success.clone());
    let sampled = success.is_some() && findings.iter().any(|finding| finding.laws.is_none());
    heading.extend(sampled.then(|| "95 %".to_owned()));
    if numbered {
        heading.extend(["mean", "sd", "median"].map(str::to_owned));
    }
    heading.extend(mixed.then(|| "how".to_owned()));
    let mut table = Table::new(0, heading);
    for finding in findings {
        let place = view.place_in(finding.case.columns()).unwrap_or(0);
        let given = finding.case.settings.given();
        let mut row: Vec<String> = swept
            .iter()
            .filter_map(|name| given.get(name))
            .map(|value| words(&value.to_string()))
            .collect();
        let decimals = match (&finding.laws, &finding.tallies) {
            (None, Some(tallies)) => {
                numbers::decimals(interval(tallies.trials / 2, tallies.trials)).min(2)
            }
            _ => 1,
        };
        let cell = |scores: RangeInclusive<i32>| match (&finding.laws, &finding.tallies) {
            // What was never or always seen is not said to be sure.
            (None, Some(tallies)) => {
                numbers::seen(tallies.columns[place].within(scores), tallies.trials, decimals)
            }
            _ => numbers::per_cent(share(finding, place, scores), decimals),
        };
        row.extend(spread.clone().map(|score| cell(view.around(score))));
        if success.is_some() {
            let success = view.success_of(&finding.case.columns()[place]);
            row.push(success.map_or(String::new(), |success| cell(success.scores())));
            row.extend(sampled.then(|| {
                let tally = finding
                    .tallies
                    .as_ref()
                    .filter(|_| finding.laws.is_none())
                    .map(|tallies| &tallies.columns[place]);
                tally.zip(success).map_or(String::new(), |(tally, success)| {
                    numbers::half_width(tally.interval(success), decimals)
                })
            }));
        }
        if numbered {
            let two = |value: f64| format!("{:.2}", value + 0.0).replace("-0.00", "0.00");
            let none = || ["none", "none", "none"].map(str::to_owned);
            row.extend(
                moments(finding, place).map_or_else(none, |(mean, sd, median)| {
                    [two(mean), two(sd), median.to_string()]
                }),
            );
        }
        row.extend(mixed.then(|| {
            if finding.laws.is_some() { "exact".to_owned() } else { "sampled".to_owned() }
        }));
        table.row(row);
    }
    table
}

/// How sure it is, and why.
pub fn notes(findings: &[&Finding], seed: u64) -> Vec<String> {
    let mut notes = Vec::new();
    let a_case = if findings.len() > 1 { " a case" } else { "" };
    let branches =
        || findings.iter().filter_map(|finding| finding.laws.as_ref()).map(|laws| laws.branches);
    if let (Some(least), Some(most)) = (branches().min(), branches().max()) {
        let range = if least == most {
            numbers::grouped(most)
        } else {
            format!("{} to {}", numbers::grouped(least), numbers::grouped(most))
        };
        let floats = findings
            .iter()
            .filter_map(|finding| finding.laws.as_ref())
            .flat_map(|laws| &laws.columns)
            .map(|law| law.error())
            .fold(0.0, f64::max);
        let how =
            if floats > 0.0 { format!(", in floats right to {floats:.0e}") } else { String::new() };
        notes.push(format!(
            "exact: {range} branch{}{a_case}{how}",
            if most == 1 { "" } else { "es" }
        ));
    } else {
        notes.push(findings[0].why.split(';').next().unwrap_or_default().to_owned());
    }
    if let Some(tallies) = &findings[0].tallies {
        let agreements = findings.iter().flat_map(|finding| {
            (0..finding.case.columns().len()).filter_map(|place| finding.agreement(place))
        });
        let p_values: Vec<f64> = agreements.map(|agreement| agreement.p).collect();
        // The smallest of many is small by chance: it is taken as many times as there are tests (Bonferroni).
        let p = p_values.iter().copied().fold(1.0, f64::min) * p_values.len() as f64;
        let agree = match p_values.len() {
            0 => String::new(),
            _ if p < 1e-6 => format!("; THEY DISAGREE (chi-square p = {p:.0e}): please report it"),
            1 => format!("; they agree (chi-square p = {p:.2})"),
            tests => format!("; they agree (chi-square p = {:.2}, {tests} tests)", p.min(1.0)),
        };
        notes.push(format!(
            "sampled: {} trials{a_case}, seed {seed}{agree}",
            numbers::grouped(tallies.trials)
        ));
    }
    notes.extend(followers(findings));
    let mut remarks: Vec<String> =
        findings.iter().filter_map(|finding| finding.case.check().remark()).collect();
    remarks.dedup();
    notes.extend(remarks);
    notes
}

/// Fields that were left out and take the value of one that sweeps, which is easily overlooked.
fn followers(findings: &[&Finding]) -> Option<String> {
    let settings: Vec<&Settings> = findings.iter().map(|finding| &finding.case.settings).collect();
    let swept = swept(&settings);
    let given = settings[0].given();
    let follows = |field: &Field| match &field.need {
        Need::Same(other) if swept.contains(other) && given.get(field.name).is_none() => {
            Some(format!("{} is the same as {}", words(field.name), words(other)))
        }
        _ => None,
    };
    let found: Vec<String> = findings[0].case.entry.fields.iter().filter_map(follows).collect();
    (!found.is_empty()).then(|| format!("not given: {}", found.join(", ")))
}
