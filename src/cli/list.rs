//! Command `oddsmith list [SYSTEM | CHECK | policies | dice]`: lists systems, checks, fields,
//! policies and the dice language.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::verified::shell_quoted;
use super::{BOLD, DIM, dice};
use crate::Result;
use crate::answer::listing::{self, Listed};
use crate::registry::cast::COUNT;
use crate::registry::{Entry, Example, Field, Kind, Names, Need, Outcome, Policies, System};
use crate::systems::{A_CHECK, Catalogue, SYSTEMS};
use crate::text::{Table, wrapped};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith list\n  oddsmith list melodrama.toughness\n  oddsmith list dice"
)]
pub struct Arguments {
    /// A system, a check, `policies` (how players decide) or `dice` (the dice notation) [default:
    /// all systems]
    what: Option<String>,
    /// File with `[[house]]` tables: rules of your own
    #[arg(long, value_name = "FILE.toml")]
    rules: Option<PathBuf>,
    /// Output format
    #[arg(long, value_parser = ["table", "json"], default_value = "table")]
    format: String,
}

pub fn run(arguments: &Arguments) -> Result<String> {
    let catalogue = Catalogue::with_rules(arguments.rules.as_deref())?;
    let (what, for_programs) = (arguments.what.as_deref(), arguments.format == "json");
    match what {
        Some("policies") if for_programs => return Ok(listing::policies()),
        Some("policies") => return Ok(policies()),
        Some("dice") if for_programs => return Ok(dice::object()),
        Some("dice") => return Ok(dice::page()),
        _ => {}
    }
    let listed = listing::listed(&catalogue, what)?;
    if for_programs {
        return listing::checks(&listed.checks(&catalogue));
    }
    match listed {
        Listed::Check(entry) => {
            let is_own = |duel: &Arc<Entry>| duel.id == entry.id && entry.solver.is_none();
            let known = Catalogue::default().check(&entry.id).is_ok();
            let rules = arguments.rules.as_deref().filter(|_| !known);
            one(&entry, catalogue.duels().find(is_own).as_deref(), &catalogue.names, rules)
        }
        Listed::System(system) => {
            Ok(format!("{}\n", of_system(system, &listed.checks(&catalogue))))
        }
        Listed::All => {
            let of = |system: &&'static System| {
                of_system(system, &Listed::System(system).checks(&catalogue))
            };
            let all: String = SYSTEMS.iter().map(of).collect();
            let hint = format!("`oddsmith list {A_CHECK}` shows the fields of a check.");
            Ok(format!("{all}\n  {DIM}{hint}{DIM:#}\n\n"))
        }
    }
}

/// Returns the policies of all systems as text.
fn policies() -> String {
    let mut text = String::new();
    for system in SYSTEMS.iter().filter(|system| !system.policies.is_empty()) {
        text += &format!("\n  {BOLD}{}{BOLD:#}\n", system.title);
        for Policies { of, named } in system.policies {
            text += &format!("  {DIM}{of}{DIM:#}\n");
            for (name, about) in *named {
                text += &format!("    {name:17}  {}\n", wrapped(about, 57, &" ".repeat(23)));
            }
        }
    }
    text + "\n"
}

fn of_system(system: &System, checks: &[Arc<Entry>]) -> String {
    let mut text = format!("\n  {BOLD}{}{BOLD:#}\n  {DIM}{}{DIM:#}\n", system.title, system.source);
    let width = checks.iter().map(|entry| entry.id.len()).max().unwrap_or(0);
    for entry in checks {
        let about = wrapped(&entry.about, 74 - width, &" ".repeat(width + 6));
        text += &format!("    {:width$}  {about}\n", entry.id);
    }
    text
}

/// Describes a check, and the duel that is solved under its name if that has other fields.
fn one(
    entry: &Arc<Entry>,
    duel: Option<&Entry>,
    names: &Names,
    rules: Option<&Path>,
) -> Result<String> {
    let case = entry.example()?;
    let indent = |text: &str| text.lines().map(|line| format!("    {line}\n")).collect::<String>();
    let mut text = format!(
        "\n  {BOLD}{}{BOLD:#}   {}\n\n    {}\n    {DIM}{}{DIM:#}\n",
        entry.id,
        entry.title,
        wrapped(&entry.about, 74, "    "),
        entry.source
    );
    text += &format!("\n  {BOLD}Fields{BOLD:#}\n{}", fields(entry, names));
    text.extend(duel.map(|duel| {
        let about = wrapped(&duel.about, 74, "    ");
        let fields = fields(duel, names);
        format!("\n  {BOLD}Solved{BOLD:#}, with fields of its own\n    {about}\n{fields}")
    }));
    let columns = case.columns().iter().filter(listing::first_of_its_name).map(|column| {
        let name = column.name.to_string() + if column.is_indexed() { "@1, 2, …" } else { "" };
        let success = listing::success(column).unwrap_or_else(|| "none".into());
        [name, listing::outcomes(column), success]
    });
    let columns = Table::of(3, ["column", "outcomes", "success"], columns);
    let fields: Vec<String> =
        case.settings.given().iter().map(|(name, value)| format!("{name}={value}")).collect();
    text +=
        &format!("\n  {BOLD}Results{BOLD:#}, with the fields below\n{}", indent(&columns.text()));
    text += &format!("\n  {BOLD}Luck{BOLD:#}\n    {}\n", wrapped(entry.luck, 74, "    "));
    let rules = rules.map(|path| format!("--rules {}", shell_quoted(&path.display().to_string())));
    let asked: Vec<&str> = std::iter::once(&*entry.id)
        .chain(fields.iter().map(String::as_str))
        .chain(rules.as_deref())
        .collect();
    let asked = asked.join(" ");
    text += &format!("\n  {BOLD}Try{BOLD:#}\n");
    text += &format!("    oddsmith odds {asked}\n    oddsmith play {asked}\n");
    text.extend(duel.map(|duel| {
        let examples = duel.fields.iter().filter_map(|field| match field.need {
            Need::Required(example) => Some(format!(" {}={example}", field.name)),
            Need::Default(_) | Need::Follows { .. } | Need::Same(_) => None,
        });
        format!("    oddsmith duel {}{}\n", duel.id, examples.collect::<String>())
    }));
    let mut examples = Vec::new();
    for system in SYSTEMS.iter() {
        let of_check =
            |example: &Example| example.play.split_whitespace().next() == Some(&*entry.id);
        examples.extend(system.examples()?.into_iter().filter(of_check));
    }
    if !examples.is_empty() {
        text += &format!("\n  {BOLD}Worked examples{BOLD:#}\n");
    }
    for Example { text: told, play, luck, says, gives, because } in examples {
        let luck = if luck.is_empty() { luck } else { format!("--luck \"{luck}\"") };
        let command = for_a_shell(&format!("oddsmith play {play}"), &luck);
        text += &format!("    {}\n      {DIM}{command}{DIM:#}\n", wrapped(&told, 74, "    "));
        if let (Some(gives), Some(because)) = (gives, because) {
            let (says, gives) = (outcome(&says), outcome(&gives));
            let wrong = format!("gives {gives}, where the text has {says}: {because}");
            text += &format!("      {}\n", wrapped(&wrong, 72, "      "));
        }
    }
    Ok(text + "\n")
}

/// Formats the scores of an example: "points 3, result failure".
fn outcome(scores: &BTreeMap<String, Outcome>) -> String {
    let said = |(column, outcome): (&String, &Outcome)| match outcome {
        Outcome::Score(score) => format!("{column} {score}"),
        Outcome::Name(name) => format!("{column} {name}"),
    };
    scores.iter().map(said).collect::<Vec<_>>().join(", ")
}

/// Describes the fields of a check, in two or more lines each.
fn fields(entry: &Entry, names: &Names) -> String {
    let own = entry.fields.iter().filter(|field| field.name.contains('.')).count();
    let of_check = entry.fields.iter().count() - entry.cast.map_or(0, |_| own);
    let mut text: String =
        entry.fields.iter().take(of_check).map(|field| one_field(&field, names)).collect();
    let characters = entry.fields.cast().map_or(&[][..], |cast| &cast.characters);
    for (part, form) in entry.cast.map_or(&[][..], |form| form.parts).iter().enumerate() {
        let here = characters.iter().filter(|character| character.part == part);
        let keys: Vec<&str> = here.map(|character| character.key.as_str()).collect();
        let key = keys.first().copied().unwrap_or(form.name);
        let about = format!(
            "a `[[{}]]` of the cast, each a field of its own: `{key}.{}`; in the usual cast {}",
            form.name,
            form.fields[0][0].name,
            keys.join(", ")
        );
        text += &format!("\n    {}\n", wrapped(&about, 72, "    "));
        let fields = form.fields.iter().copied().flatten().chain([&COUNT]);
        text.extend(fields.map(|field| one_field(field, names)));
    }
    text
}

/// Describes a field in two or more lines.
fn one_field(field: &Field, names: &Names) -> String {
    let unit = if field.unit.is_empty() { String::new() } else { format!(", {}", field.unit) };
    let need = match field.need {
        Need::Required(_) => ", required".to_owned(),
        Need::Default(usual) | Need::Follows { rule: usual, .. } => format!("  [{usual}]"),
        Need::Same(other) => format!("  [same as {other}]"),
    };
    let open = if field.reading { ", an interpretation that the text leaves open" } else { "" };
    let values = format!("{}{unit}{need}{open}", range(field, names));
    let values = wrapped(&values, 72 - field.name.len(), "      ");
    let source =
        if field.source.is_empty() { String::new() } else { format!(" ({})", field.source) };
    let about = wrapped(&format!("{}{source}", field.about), 72, "      ");
    format!("    {BOLD}{}{BOLD:#}  {values}\n      {DIM}{about}{DIM:#}\n", field.name)
}

/// Breaks a command line with backslashes after about 70 columns; `last` is not broken.
fn for_a_shell(words: &str, last: &str) -> String {
    let parts = words.split(' ').chain(Some(last).filter(|last| !last.is_empty()));
    let (mut line, mut used) = (String::new(), 0);
    for part in parts {
        if used > 0 && used + 1 + part.len() > 70 {
            line += " \\\n        ";
            used = 2;
        } else if used > 0 {
            line += " ";
            used += 1;
        }
        line += part;
        used += part.len();
    }
    line
}

/// Lists the values of a field: its range, its named numbers, then the names of the catalogue.
fn range(field: &Field, own: &Names) -> String {
    match field.kind {
        Kind::Integer { low, high, names, none } => {
            let mut values = vec![format!("{low}..{high}")];
            let told = names.iter().filter(|(name, _)| !field.unlisted.contains(name));
            let names = told.copied().chain(own.of(field));
            values.extend(names.map(|(name, number)| format!("{name} {number}")));
            values.extend(none.then(|| "none".to_owned()));
            values.join(" | ")
        }
        _ => field.values().join(" | "),
    }
}
