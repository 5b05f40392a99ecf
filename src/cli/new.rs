//! Command `oddsmith new CHECK`: prints a commented scenario to start from.

use std::path::PathBuf;

use crate::registry::{Choice, Entry, Field, Kind, Need, Value};
use crate::scenario::{ChartKind, expand_dice, fields};
use crate::systems::Catalogue;
use crate::text::wrapped;
use crate::{Error, Result};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith new mutants.check > balance.toml\n  oddsmith new house.opposed > mine.toml"
)]
pub struct Arguments {
    /// A check or dice to start from; house.opposed starts with a rule of your own
    check: String,
    /// File with house rules to include
    #[arg(long, value_name = "FILE.toml", conflicts_with = "cast")]
    rules: Option<PathBuf>,
    /// Print the cast of a fight instead: a file to start from for `cast=FILE.toml`
    #[arg(long)]
    cast: bool,
}

/// Returns a scenario about a check, with the optional fields in comments.
pub fn run(arguments: &Arguments) -> Result<String> {
    let catalogue = Catalogue::with_rules(arguments.rules.as_deref())?;
    let (check, words) = expand_dice(arguments.check.trim());
    let entry = &catalogue.check(&check)?;
    let given = fields(entry, &words)?;
    let rules = arguments.rules.as_deref().map_or(Ok(String::new()), crate::file::read)?;
    if arguments.cast {
        return entry.cast.map(|form| form.usual.to_owned()).ok_or_else(|| {
            let fights = catalogue.checks().filter(|entry| entry.cast.is_some());
            let fights: Vec<String> = fights.map(|entry| entry.id.to_string()).collect();
            Error::question(format!("{} has no cast", entry.id))
                .with_hint(format!("a cast takes part in {}", fights.join(", ")))
        });
    }
    let case = match given.is_empty() {
        true => entry.example()?,
        false => entry.case(given.iter().map(|(name, value)| (&**name, &**value)))?,
    };
    let own = entry.id == "house.opposed";
    let axis = axis(entry);
    let title = match own {
        true => "A rule of my own".to_owned(),
        false if !given.is_empty() => arguments.check.trim().replace('"', "'"),
        false => entry.title.to_string(),
    };
    let mut text = format!(
        "# {}\n# `oddsmith run FILE.toml` writes tables, charts and text into a folder named \
            after the file.\ntitle  = \"{title}\"\nseed   = 1\ntrials = 1_000_000          # or \
            precision = 0.001; small cases are also exact\n",
        wrapped(&entry.about, 96, "# ")
    );
    if let Some((name, low, high)) = &axis {
        text += &format!(
            "\n[sweep]                     # a range with from, to and step, or a list; two make \
                a grid\n{name} = {{ from = {low}, to = {high} }}\n"
        );
    }
    text += if own { OWN_RULE } else { "" };
    // Lines before the first table of the rules (their title) are skipped.
    if let Some(first) = rules.lines().position(|line| line.starts_with('[')) {
        let tables: Vec<&str> = rules.trim_end().lines().skip(first).collect();
        text += &format!("\n{}\n", tables.join("\n"));
    }
    let swept = axis.as_ref().map(|(name, ..)| name.as_str());
    let typed = |field: &Field| {
        let (name, value) = given.iter().find(|(name, _)| name == field.name)?;
        let value = match Value::guess(value) {
            Value::Integer(number) => number.to_string(),
            _ => format!("{value:?}"),
        };
        Some(format!("{name} = {value}"))
    };
    let fields =
        entry.fields.iter().filter_map(|field| typed(&field).or_else(|| set(&field, swept)));
    let fields = fields.collect::<Vec<_>>();
    let (id, fields) = match own {
        true => ("house.mine", "skill = \"$skill\", foe = 2".to_owned()),
        false => (&*entry.id, fields.join(", ")),
    };
    text += "\n[[check]]\nlabel = \"as written\"\n";
    text += &format!("use   = \"{id}\"\nset   = {{ {fields} }}\n");
    if !own {
        let open = entry.fields.iter().filter(|field| {
            let is_typed = given.iter().any(|(name, _)| name == field.name);
            !is_typed && (entry.cast.is_none() || !field.name.contains('.'))
        });
        let mut heading = "# Other fields:\n";
        for field in open {
            let usual = match field.need {
                Need::Default(usual) => usual.to_owned(),
                Need::Follows { rule, .. } => rule.to_owned(),
                Need::Same(other) => format!("same as {other}"),
                Need::Required(_) => continue,
            };
            let (Field { name, about, .. }, values) = (field, field.values().join(", "));
            text += &format!("{heading}#   {name} [{usual}]: {about}; {values}\n");
            heading = "";
        }
    }
    if entry.cast.is_some() {
        let of_a_character = |field: &Field| field.name.contains('.');
        let characters: Vec<&str> =
            entry.fields.iter().filter(of_a_character).map(|field| field.name).collect();
        text += &format!(
            "# and the numbers of who takes part, {} to {}; `oddsmith new --cast {}` writes a cast\n# to start from, for `cast = \"FILE.toml\"`\n",
            characters.first().copied().unwrap_or_default(),
            characters.last().copied().unwrap_or_default(),
            entry.id
        );
    }
    let column = case.success().map_or(0, |(place, _)| place);
    let column = &case.columns()[column];
    let clock = case.columns().iter().find(|column| column.scale.capped_at().is_some());
    let x = axis.as_ref().map(|(name, ..)| format!("x    = \"{name}\"\n")).unwrap_or_default();
    let chart = match (&axis, clock) {
        (_, Some(_)) => "kind = \"survival\"\n".to_owned(),
        (Some(_), None) if column.at.is_none() && column.scale.names().len() > 2 && !own => {
            format!("kind = \"stack\"\n{x}")
        }
        (Some(_), None) if column.success.is_some() => format!("kind = \"curve\"\n{x}"),
        _ => "kind = \"margin\"\n".to_owned(),
    };
    text += &format!("\n[[chart]]                   # {}\n{chart}", ChartKind::WORDS.join(", "));
    if column.success.is_some() && column.at.is_none() {
        text += "\n[[expect]]                  # what must hold; measures: success, mean, \
            median, share:RESULT, at_least:N, quantile:0.9\nlabel   = \"as written\"\nmeasure = \
            \"success\"\nbetween = [0, 1]\n";
    }
    Ok(text)
}

/// Returns a field to sweep and its range, the example ± 5: the difficulty of the check, or the
/// first required number if it has none.
fn axis(entry: &Entry) -> Option<(String, i32, i32)> {
    if entry.id == "house.opposed" {
        return Some(("skill".into(), 0, 10));
    }
    let wanted = entry.edge.difficulty.as_deref();
    let numbers = entry.fields.iter().filter_map(|field| match (field.kind, field.need) {
        (Kind::Integer { low, high, .. }, Need::Required(example)) => match field.read(example) {
            Ok(Value::Integer(example)) => Some((field.name, low, high, example)),
            _ => None,
        },
        _ => None,
    });
    let numbers: Vec<_> = numbers.collect();
    let found = numbers.iter().find(|(name, ..)| Some(*name) == wanted).or(numbers.first())?;
    let (name, low, high, example) = *found;
    Some((name.to_owned(), (example - 5).max(low), (example + 5).min(high)))
}

/// Returns a required field as `key = value`: a reference to the axis if it is swept, or its
/// example.
fn set(field: &Field, axis: Option<&str>) -> Option<String> {
    let Need::Required(example) = field.need else { return None };
    let name = field.name;
    let key = if name.contains('.') { format!("\"{name}\"") } else { name.to_owned() };
    let value = Value::guess(example);
    let is_text =
        matches!(field.kind, Kind::Text { .. } | Kind::File { .. } | Kind::Expression { .. });
    let is_bare = matches!(value, Value::Integer(_) | Value::Flag(_) | Value::List(_)) && !is_text;
    Some(match is_bare {
        _ if axis == Some(name) => format!("{key} = \"${name}\""),
        true => format!("{key} = {value}"),
        false => format!("{key} = \"{example}\""),
    })
}

/// House rule in the short form, with all keys of that form.
const OWN_RULE: &str = r#"
[[house]]
name   = "mine"                             # its name is house.mine
fields = { skill = 3, foe = 2 }             # fields with their defaults; write $skill for a number, in dice too
mine   = { add = "$skill", luck = "2d10" }  # dice, or a deck: luck = { deck = [[1, 4], [2, 4]] }
theirs = { add = "$foe", luck = "2d10" }    # or { add = "$dc" } alone for a fixed difficulty
tie    = "active"                           # active | passive | draw | again
bands  = { fumble = -10, miss = -1, hit = 4, crit = 99 }   # highest margin of each result; the last has no upper end
success  = "hit"                            # success counts from this result
edge       = "skill"                        # for compare
difficulty = "foe"
# For any other mechanic write a `rule`: see `oddsmith list dice`.
"#;
