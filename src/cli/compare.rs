//! `oddsmith compare "CHECK field=value …" "CHECK …"`: several checks on one axis, and how far
//! apart
//! they are.

use std::path::PathBuf;
use std::sync::Arc;

use super::effort::{Ahead, Effort, watched};
use super::number::per_cent as match_per_cent;
use super::output::{Format, Output};
use super::printer::Printer;
use super::question::{NamedQuestion, fields, quoted};
use super::view::ViewArguments;
use crate::answer::csv::{Csv, swept};
use crate::answer::json::{self, Versus};
use crate::answer::{Answer, Answers, Gaps, Results, columns};
use crate::error::{Error, Result};
use crate::file::is_standard;
use crate::odds::Event;
use crate::page::{Comparison, Shown, compare, notes};
use crate::registry::{Entry, Field, Need};
use crate::scenario::{
    BUDGET, Cases, ChartKind, Effort as Tried, at_edges, axes, recipe, shift_to, values,
};
use crate::systems::{Catalogue, TWO_CHECKS};

#[derive(clap::Args)]
pub struct Arguments {
    /// A check with its fields, in quotes: "mano.roll die=d12", or "label: mano.roll die=d12"; two
    /// or more
    #[arg(required = true, num_args = 1.., value_name = "\"CHECK FIELD=VALUE\"")]
    questions: Vec<String>,
    /// The advantages to compare at: each check is given them by its own recipe [default: -20..20]
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    edge: Option<String>,
    /// Shift each check so that its success at advantage 0 is as close to this chance as possible,
    /// in per cent
    #[arg(long, value_name = "PER_CENT", value_parser = match_per_cent)]
    r#match: Option<f64>,
    /// House rules and names for numbers of your own
    #[arg(long, value_name = "FILE.toml")]
    rules: Option<PathBuf>,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    view: ViewArguments,
    #[command(flatten)]
    output: Output,
}

/// A check that is compared.
struct Side {
    label: String,
    entry: Arc<Entry>,
    given: Vec<(String, String)>,
}

pub fn run(arguments: &Arguments, quiet: bool, out: &mut Printer) -> Result<()> {
    quoted(&arguments.questions)?;
    if arguments.questions.len() < 2 {
        return Err(Error::question("a comparison takes two checks or more")
            .with_hint(format!("each with its fields in quotes: {TWO_CHECKS}")));
    }
    arguments.output.check()?;
    let effort = arguments.effort.usual()?;
    let catalogue = Catalogue::with_rules(arguments.rules.as_deref())?;
    let sides = sides(&arguments.questions, &catalogue)?;
    let (all, remarks) = cases(arguments, &sides, &catalogue, effort)?;
    let (mut events, mut shown): (Vec<Event>, Option<Shown>) = (Vec::new(), None);
    for (side, cases) in sides.iter().zip(&all) {
        let view = arguments.view.shown(&columns(cases)?, &side.entry.id)?;
        events.push(view.event.clone());
        shown.get_or_insert(view);
    }
    let counts: Vec<usize> = all.iter().map(Cases::len).collect();
    if counts.iter().any(|&count| count != counts[0]) {
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        let error = Error::question(format!("the checks have {} cases", counts.join(" and ")));
        return Err(error.with_hint("cases are compared one by one: sweep as many values in each"));
    }
    let ahead = Ahead::of(counts.iter().sum(), effort);
    let results = watched(ahead, quiet, |progress| {
        let answer = |((side, cases), event): ((&Side, &Cases), &Event)| {
            Answers::new(&side.label, cases, effort, event, progress)
        };
        let checks = sides.iter().zip(&all).zip(&events).map(answer).collect::<Result<Vec<_>>>()?;
        let (trials, seed) = (progress.trials(), effort.seed);
        Ok(Results { checks, pairs: Vec::new(), trials, seed })
    })?;
    let versus = versus(&results.checks, &events)?;
    let kind = if sides.len() == 2 { ChartKind::Difference } else { ChartKind::Curve };
    let output = &arguments.output;
    let inputs = arguments.rules.as_deref().filter(|path| !is_standard(path));
    let inputs: Vec<_> = inputs.into_iter().collect();
    let results = output.write(results, &shown.unwrap_or_default(), Some(kind), &inputs)?;
    if !output.prints() {
        return Ok(());
    }
    let checks = &results.checks;
    match output.format {
        Format::Json => {
            let cases = |(check, event): (&'_ Answers, &'_ Event)| -> Result<Vec<String>> {
                let case = |case| json::case(case, Some(&check.label), effort.seed, event);
                check.cases.iter().map(case).collect()
            };
            let all = checks.iter().zip(&events).map(cases).collect::<Result<Vec<_>>>()?.concat();
            let rest = json::differences(checks, &versus)?;
            out.print(&format!("{}{}]{rest}}}\n", json::opening(), all.join(",")))
        }
        Format::Csv => {
            let csv = Csv::whole(swept(checks.iter().flat_map(|check| &check.axes)));
            out.print(&csv.all("", checks))
        }
        format => {
            let comparison = Comparison { checks, events: &events, versus: &versus, remarks };
            let answers: Vec<&Answer> = checks.iter().flat_map(|check| &check.cases).collect();
            let mut page = compare(&comparison);
            page.notes = notes(&answers, effort.seed);
            out.print(&page.print(format.for_people(), quiet))
        }
    }
}

/// The gaps of every pair of checks.
fn versus(checks: &[Answers], events: &[Event]) -> Result<Vec<Versus>> {
    let pairs = (0..checks.len()).flat_map(|a| (a + 1..checks.len()).map(move |b| (a, b)));
    let versus = |(a, b): (usize, usize)| {
        let gaps = Gaps::of(&checks[a], &checks[b], [&events[a], &events[b]])?;
        Ok(Versus { a, b, crossings: gaps.crossings(), gaps })
    };
    pairs.map(versus).collect()
}

/// The checks that are asked about, each under a name of its own.
fn sides(questions: &[String], catalogue: &Catalogue) -> Result<Vec<Side>> {
    let mut sides: Vec<Side> = Vec::new();
    for question in questions {
        let NamedQuestion { label, check, fields: words } = NamedQuestion::read(question)?;
        let entry = catalogue.check(&check)?;
        let given = fields(&entry, &words)?;
        let name = label.as_ref().unwrap_or(question);
        let taken =
            |side: &&Side| side.label == *name || side.label.starts_with(&format!("{name} ("));
        let label = match sides.iter().filter(taken).count() {
            0 => name.clone(),
            count => format!("{name} ({})", count + 1),
        };
        sides.push(Side { label, entry, given });
    }
    Ok(sides)
}

/// The cases of each check, and what was done to put them on one axis.
fn cases(
    arguments: &Arguments,
    sides: &[Side],
    catalogue: &Catalogue,
    effort: Tried,
) -> Result<(Vec<Cases>, Vec<String>)> {
    let whole = |side: &Side| {
        let is_given = |field: &Field| side.given.iter().any(|(name, _)| name == field.name);
        let there = |field: Field| !matches!(field.need, Need::Required(_)) || is_given(&field);
        side.entry.fields.iter().all(there)
    };
    let names = &catalogue.names;
    if arguments.edge.is_none() && arguments.r#match.is_none() && sides.iter().all(whole) {
        let cases = |side: &Side| Cases::new(side.entry.clone(), axes(&side.given)?, names.clone());
        let cases = sides.iter().map(cases).collect::<Result<_>>()?;
        return Ok((cases, unlike_names(sides).into_iter().collect()));
    }
    let text = arguments.edge.as_deref().unwrap_or("-20..20");
    let edges: Vec<String> =
        values(text).map_err(|error| error.at(format!("in `--edge {text}`")))?;
    let number = |edge: &String| {
        let wrong = || Error::question(format!("`{edge}` is no advantage"));
        let hint = "advantages are whole numbers: `--edge -20..20`";
        edge.parse::<i64>().map_err(|_| wrong().with_hint(hint))
    };
    let edges = edges.iter().map(number).collect::<Result<Vec<i64>>>()?;
    if let Some(share) = arguments.r#match.filter(|share| !(0.0..=100.0).contains(share)) {
        return Err(Error::question(format!("`--match {share}` is no chance in per cent"))
            .with_hint("it is 0 to 100"));
    }
    let mut all = Vec::new();
    let mut recipes = vec!["an advantage E means, for".to_owned()];
    for Side { label, entry, given } in sides {
        let budget = effort.budget.unwrap_or(BUDGET);
        let shift = |share| shift_to(entry, given, share / 100.0, names, budget);
        let shift = arguments.r#match.map_or(Ok(0), shift)?;
        all.push(at_edges(entry, given, &edges, shift, names)?);
        recipes.push(format!("  {label}: {}", recipe(entry, given, shift)));
    }
    Ok((all, recipes))
}

/// A word of warning where two checks give the same difficulty unlike numbers.
fn unlike_names(sides: &[Side]) -> Option<String> {
    let named = |side: &Side| -> Option<(String, Vec<(String, i32)>)> {
        let field = side.entry.difficulty()?;
        side.given.iter().find(|(name, value)| {
            name == field.name && value.contains(|letter: char| letter.is_ascii_digit())
        })?;
        let names = field.named_numbers().iter();
        let names = names.map(|(name, number)| ((*name).to_owned(), *number)).collect();
        Some((field.name.to_owned(), names))
    };
    for (i, one) in sides.iter().enumerate() {
        for other in &sides[i + 1..] {
            let (Some((field, mine)), Some((other_field, theirs))) = (named(one), named(other))
            else {
                continue;
            };
            let unlike = mine.iter().find_map(|(name, number)| {
                let (_, other) = theirs.iter().find(|(known, _)| known == name)?;
                (other != number).then_some((name, number, other))
            });
            if let Some((name, here, there)) = unlike {
                return Some(format!(
                    "their difficulties are not counted alike: {name} is {here} for {} and {there} \
                     for {}; ask by name, as in {field}={name} and {other_field}={name}",
                    one.entry.id, other.entry.id
                ));
            }
        }
    }
    None
}
