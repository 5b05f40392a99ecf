//! `oddsmith compare "CHECK field=value …" "CHECK …"`: several checks on one axis, and the differences between them.

use std::path::PathBuf;
use std::sync::Arc;

use super::answer::{Page, notes};
use super::effort::{Ahead, Effort, watched};
use super::json;
use super::outcomes::success_words;
use super::output::{Format, Output};
use super::question::fields;
use super::view::{View, ViewArguments};
use crate::error::{Error, Result};
use crate::odds::Success;
use crate::registry::{Case, Need};
use crate::scenario::{
    Answered, Answers, Asked, Axis, Finding, Gap, PictureKind, answer_all, at_edges, axes, cases,
    crossings, gaps, shift_to, values,
};
use crate::systems::Catalogue;
use crate::text::Table;
use crate::text::numbers::{per_cent, points, sampled, signed};

#[derive(clap::Args)]
pub struct Arguments {
    /// A check with its fields, in quotes: "mano.roll die=d12"; two or more
    #[arg(required = true, num_args = 1.., value_name = "\"CHECK FIELD=VALUE\"")]
    questions: Vec<String>,
    /// The advantages to compare at: each check is given them by its own recipe [default: -20..20]
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    edge: Option<String>,
    /// Shift each check so that no advantage is nearest to this chance of success, in per cent
    #[arg(long, value_name = "PER_CENT")]
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

pub fn run(arguments: &Arguments, quiet: bool) -> Result<String> {
    if arguments.questions.len() < 2 {
        return Err(Error::question("a comparison takes two checks or more")
            .with_hint("each with its fields in quotes: \"mano.roll die=d12\" \"mutants.check\""));
    }
    arguments.output.check()?;
    let asked = arguments.effort.usual()?;
    let (checks, notes_on_edges) = asked_about(arguments, asked)?;
    let (mut successes, mut first): (Vec<Vec<(usize, Success)>>, Option<View>) = (Vec::new(), None);
    for (label, _, cases) in &checks {
        let view = View::new(&arguments.view, cases)?;
        // Each case has its own: what a tie is may be swept, and how many rungs there are.
        let success = |case: &Case| {
            let place = view.place_in(case.columns())?;
            Some((place, view.success_of(&case.columns()[place])?))
        };
        let none = || {
            Error::question(format!("`{label}` has no success to compare"))
                .with_hint("say what counts: `--at-least N`, `--at-most N` or `--of RUNG`")
        };
        successes.push(cases.iter().map(success).collect::<Option<Vec<_>>>().ok_or_else(none)?);
        first.get_or_insert(view);
    }
    let counts: Vec<usize> = checks.iter().map(|(_, _, cases)| cases.len()).collect();
    if counts.iter().any(|&count| count != counts[0]) {
        let error = Error::question(format!(
            "the checks have {} cases",
            counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" and ")
        ));
        return Err(error.with_hint("cases are compared one by one: sweep as many values in each"));
    }
    let shapes: Vec<(String, Vec<Axis>)> =
        checks.iter().map(|(label, axes, _)| (label.clone(), axes.clone())).collect();
    let all = checks.into_iter().flat_map(|(_, _, cases)| cases).collect::<Vec<_>>();
    let mut findings =
        watched(Ahead::of(all.len(), asked), quiet, |progress| answer_all(all, asked, progress))?
            .into_iter();
    let answered = |(label, axes): (String, Vec<Axis>)| Answered {
        label,
        axes,
        findings: findings.by_ref().take(counts[0]).collect(),
    };
    let answers = Answers {
        checks: shapes.into_iter().map(answered).collect(),
        differences: Vec::new(),
        trials: 0,
    };
    let gaps = gaps(&answers, &successes);
    let crossings = answers.checks[0]
        .axes
        .first()
        .filter(|_| answers.checks[0].axes.len() == 1)
        .map_or_else(Vec::new, |axis| crossings(&gaps, axis));
    let seed = asked.played.map_or(1, |played| played.seed);
    let kind = if answers.checks.len() == 2 { PictureKind::Difference } else { PictureKind::Curve };
    let answers = match &first {
        Some(view) => arguments.output.write(answers, view, asked, Some(kind))?,
        None => answers,
    };
    if arguments.output.format == Format::Json {
        return json::compare(&answers, seed, &successes, &gaps, &crossings);
    }
    if arguments.output.format == Format::Csv {
        return arguments.output.csv(&answers);
    }
    let page = page(&answers, &successes, &gaps, &crossings, notes_on_edges);
    let findings: Vec<&Finding> = answers.checks.iter().flat_map(|check| &check.findings).collect();
    let notes = notes(&findings, seed);
    Ok(match arguments.output.format {
        Format::Markdown => page.markdown(&notes, quiet),
        Format::Html => page.html(&notes, quiet),
        Format::Bbcode => page.bbcode(&notes, quiet),
        _ => page.text(&notes, quiet),
    })
}

type Checks = Vec<(String, Vec<Axis>, Vec<crate::registry::Case>)>;

/// The cases of each question, and what was done to put them on one axis.
fn asked_about(arguments: &Arguments, asked: Asked) -> Result<(Checks, Vec<String>)> {
    let catalogue = Catalogue::with_rules(arguments.rules.as_deref())?;
    let mut questions = Vec::new();
    for question in &arguments.questions {
        let mut words = question.split_whitespace();
        let entry = catalogue.check(words.next().unwrap_or_default())?;
        let words: Vec<String> = words.map(str::to_owned).collect();
        let given = fields(&entry, &words)?;
        let count = questions
            .iter()
            .filter(|(label, ..): &&(String, _, _)| {
                label == question || label.starts_with(&format!("{question} ("))
            })
            .count();
        let label =
            if count == 0 { question.clone() } else { format!("{question} ({})", count + 1) };
        questions.push((label, entry, given));
    }
    let whole =
        |(_, entry, given): &(String, Arc<crate::registry::Entry>, Vec<(String, String)>)| {
            let there = |field: crate::registry::Field| {
                !matches!(field.need, Need::Required(_))
                    || given.iter().any(|(name, _)| name == field.name)
            };
            entry.fields.iter().all(there)
        };
    if arguments.edge.is_none() && arguments.r#match.is_none() && questions.iter().all(whole) {
        let checks = questions.into_iter().map(|(label, entry, given)| {
            let axes = axes(&given)?;
            let cases = cases(&entry, &axes, &catalogue.names)?;
            Ok((label, axes.into_iter().filter(|axis| axis.values.len() > 1).collect(), cases))
        });
        return Ok((checks.collect::<Result<_>>()?, Vec::new()));
    }
    let text = arguments.edge.as_deref().unwrap_or("-20..20");
    let edges: Vec<String> =
        values(text).map_err(|error| error.at(format!("in `--edge {text}`")))?;
    let number = |edge: &String| {
        let wrong = || {
            Error::question(format!("`{edge}` is no advantage"))
                .with_hint("advantages are whole numbers: `--edge -20..20`")
        };
        edge.parse::<i64>().map_err(|_| wrong())
    };
    let numbers = edges.iter().map(number).collect::<Result<Vec<i64>>>()?;
    if let Some(share) = arguments.r#match.filter(|share| !(0.0..=100.0).contains(share)) {
        return Err(Error::question(format!("`--match {share}` is no chance in per cent"))
            .with_hint("it is 0 to 100"));
    }
    let (mut checks, mut recipes) = (Vec::new(), Vec::new());
    for (label, entry, given) in questions {
        let shift = arguments.r#match.map_or(Ok(0), |share| {
            shift_to(
                &entry,
                &given,
                share / 100.0,
                &catalogue.names,
                asked.budget.unwrap_or(20_000_000),
            )
        })?;
        let cases = at_edges(&entry, &given, &numbers, shift, &catalogue.names)?;
        let axis = Axis {
            name: "edge".into(),
            fields: entry.edge.terms().take(1).map(|(field, _)| field.to_owned()).collect(),
            values: edges.clone(),
        };
        recipes.push(recipe(&label, &entry, &given, shift));
        checks.push((label, vec![axis], cases));
    }
    Ok((checks, recipes))
}

/// What an advantage E is for a check: "mutants.check: bonus = E, dc = 10".
fn recipe(
    label: &str,
    entry: &crate::registry::Entry,
    given: &[(String, String)],
    shift: i64,
) -> String {
    use crate::registry::Term;
    let part =
        |(field, term): (&str, Term)| match (given.iter().find(|(name, _)| name == field), term) {
            (Some((_, value)), _) => format!("{field} = {value}"),
            (None, Term::Fixed(value)) => format!("{field} = {value}"),
            (None, Term::Advantage(offset)) => match i64::from(offset) + shift {
                0 => format!("{field} = E"),
                more @ 1.. => format!("{field} = E + {more}"),
                less => format!("{field} = E - {}", -less),
            },
        };
    format!("{label}: {}", entry.edge.terms().map(part).collect::<Vec<_>>().join(", "))
}

/// The comparison as people read it.
fn page(
    answers: &Answers,
    successes: &[Vec<(usize, Success)>],
    gaps: &[Gap],
    crossings: &[(usize, usize, f64)],
    recipes: Vec<String>,
) -> Page {
    let checks = &answers.checks;
    let short_names =
        checks.len() > 2 || checks.iter().any(|check| check.label.chars().count() > 22);
    let letter = |place: usize| char::from(b'A' + (place % 26) as u8).to_string();
    let name = |place: usize| if short_names { letter(place) } else { checks[place].label.clone() };
    let axes = &checks[0].axes;
    let edged = axes.first().is_some_and(|axis| axis.name == "edge");
    let mut heading: Vec<String> =
        axes.iter()
            .map(|axis| {
                if axis.name == "edge" {
                    "advantage".to_owned()
                } else {
                    axis.name.replace('_', " ")
                }
            })
            .collect();
    heading.extend((0..checks.len()).map(name));
    let two = checks.len() == 2;
    heading.extend(two.then(|| "difference".to_owned()));
    let uncertain = gaps.iter().any(|gap| gap.known.interval.low < gap.known.interval.high);
    heading.extend((two && uncertain).then(|| "95 %".to_owned()));
    let mut table = Table::new(0, heading);
    // Where the checks sweep other values of the same field, a row has them all.
    let place = |case: usize| -> Vec<(&str, String)> {
        let value = |(axis, value): (&str, &str)| {
            if axis == "edge" {
                value.parse().map_or(value.to_owned(), signed)
            } else {
                value.replace('_', " ")
            }
        };
        let mut place: Vec<(&str, Vec<String>)> =
            checks[0].point(case).map(|(axis, at)| (axis, vec![value((axis, at))])).collect();
        for other in &checks[1..] {
            for ((_, values), point) in place.iter_mut().zip(other.point(case)) {
                let value = value(point);
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        place.into_iter().map(|(axis, values)| (axis, values.join(" | "))).collect()
    };
    let count = checks[0].findings.len();
    let row = |case: usize| {
        let mut row: Vec<String> = place(case).into_iter().map(|(_, value)| value).collect();
        row.extend(
            checks
                .iter()
                .zip(successes)
                .map(|(check, successes)| cell(&check.findings[case], successes[case])),
        );
        if let Some(gap) = gaps.iter().find(|gap| two && gap.case == case) {
            row.push(points(gap.known.share));
            row.extend(uncertain.then(|| {
                format!("{} to {}", points(gap.known.interval.low), points(gap.known.interval.high))
            }));
        }
        row
    };
    (0..count).for_each(|case| table.row(row(case)));
    let at = |case: usize| {
        let place: Vec<String> = place(case)
            .into_iter()
            .map(|(axis, value)| {
                format!("{} {value}", if axis == "edge" { "advantage" } else { axis })
            })
            .collect();
        if place.is_empty() { String::new() } else { format!(", at {}", place.join(", ")) }
    };
    let mut lines = Vec::new();
    if short_names {
        lines.extend(
            (0..checks.len()).map(|place| format!("{}  {}", letter(place), checks[place].label)),
        );
    }
    let mut answers_line = Vec::new();
    for a in 0..checks.len() {
        for b in a + 1..checks.len() {
            let widest = gaps
                .iter()
                .filter(|gap| (gap.a, gap.b) == (a, b))
                .max_by(|x, y| x.known.share.abs().total_cmp(&y.known.share.abs()));
            if let Some(gap) = widest {
                let (ahead, behind) = if gap.known.share >= 0.0 { (a, b) } else { (b, a) };
                let (ahead, behind) = (name(ahead), name(behind));
                let points = points(gap.known.share.abs());
                answers_line.push(match points.as_str() {
                    "0.0" => format!("{ahead} and {behind} are less than 0.1 points apart"),
                    points => {
                        let up_to = if count > 1 { "up to " } else { "" };
                        format!(
                            "{ahead} is {up_to}{} points ahead of {behind}{}",
                            points.trim_start_matches('+'),
                            at(gap.case)
                        )
                    }
                });
            }
        }
    }
    for crossing in crossings {
        let (a, b, _) = *crossing;
        let of = if edged { "advantage" } else { &axes[0].name };
        lines.push(format!(
            "{} and {} cross {}",
            name(a),
            name(b),
            crossed(crossing, gaps, &axes[0], of)
        ));
    }
    // On the same ladder each may call another rung a success.
    let counted = |check: usize| {
        (&checks[check].findings[0].case.columns()[successes[check][0].0], successes[check][0].1)
    };
    let differs = |a: usize, b: usize| {
        let ((one, this), (other, that)) = (counted(a), counted(b));
        !one.scale.names().is_empty() && one.scale.names() == other.scale.names() && this != that
    };
    if (0..checks.len()).any(|a| (0..a).any(|b| differs(a, b))) {
        lines.push("not the same is counted as a success; `--of` asks for one rung:".to_owned());
        lines.extend((0..checks.len()).map(|check| {
            format!("  {}: {}", name(check), success_words(&counted(check).0, counted(check).1))
        }));
    }
    if !recipes.is_empty() {
        lines.push("an advantage E is, for".to_owned());
        lines.extend(recipes.into_iter().map(|recipe| format!("  {recipe}")));
    }
    let title = format!(
        "Chance of success: {}",
        checks.iter().map(|check| check.label.as_str()).collect::<Vec<_>>().join(", ")
    );
    let unit = "per cent; differences in points".to_owned();
    Page::new(title, unit, Some(answers_line.join("\n  ")), vec![table], lines)
}

/// A success share, with its interval where it was sampled.
fn cell(finding: &Finding, (place, success): (usize, Success)) -> String {
    match (&finding.laws, &finding.tallies) {
        (Some(laws), _) => per_cent(laws.columns[place].success(success).value, 1),
        (None, Some(tallies)) => {
            let tally = &tallies.columns[place];
            sampled(
                tally.successes(success) as f64 / tally.trials() as f64,
                tally.interval(success),
            )
            .0
        }
        (None, None) => String::new(),
    }
}

/// Where two checks cross: straight between values next to each other, else between which; and whether what was counted can tell.
fn crossed(&(a, b, x): &(usize, usize, f64), gaps: &[Gap], axis: &Axis, name: &str) -> String {
    let places = axis
        .values
        .iter()
        .enumerate()
        .filter_map(|(case, value)| Some((case, value.parse::<f64>().ok()?)));
    let (below, above): (Vec<_>, Vec<_>) = places.partition(|(_, value)| *value <= x);
    let nearest = |side: Vec<(usize, f64)>| {
        side.into_iter()
            .min_by(|(_, one), (_, other)| (one - x).abs().total_cmp(&(other - x).abs()))
    };
    let (Some((from, low)), Some((to, high))) = (nearest(below), nearest(above)) else {
        return format!("at {name} {}", rounded(x));
    };
    let known = |case: usize| {
        gaps.iter()
            .find(|gap| (gap.a, gap.b, gap.case) == (a, b, case))
            .map(|gap| gap.known.interval)
    };
    let unsure = [from, to]
        .iter()
        .filter_map(|&case| known(case))
        .all(|interval| interval.low < 0.0 && interval.high > 0.0);
    let place = if (high - low).abs() > 1.0 {
        format!("between {name} {} and {}", signed(low.round() as i64), signed(high.round() as i64))
    } else {
        format!("at {name} {}", rounded(x))
    };
    if unsure { format!("{place}, within the noise") } else { place }
}

/// A place between values, to a tenth: "\u{2212}10.1".
fn rounded(place: f64) -> String {
    format!("{place:+.1}").replace('-', "\u{2212}")
}
