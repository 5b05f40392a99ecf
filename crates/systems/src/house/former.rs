//! Keys that house rules had and have no longer, each with the rule to write in its place.

use toml::Value;

use super::form::{SideTable, Table};
use oddsmith_base::{About, Error, Result};
use oddsmith_registry::document::{in_order, typed};

/// Refuses a table with a key of old, and shows the rule that says the same.
///
/// # Errors
/// If it has one.
pub fn refuse(table: &Table) -> Result<()> {
    let former = [
        ("critical", table.critical.is_some()),
        ("carry", table.carry.is_some()),
        ("end", table.end.is_some()),
        ("retry", table.retry.is_some()),
    ];
    match former.iter().find(|(_, there)| *there) {
        None => Ok(()),
        Some((key, _)) => Err(Error::question(format!(
            "`{key}` is a key no longer: what it did is a written rule"
        ))
        .with_hint(format!("in place of its keys write the lines: {}", instead(table)))
        .about(About::Key((*key).to_owned()))),
    }
}

/// The text of a value, or of a key in a table.
fn text(value: &Option<Value>, key: &str) -> Option<String> {
    match value {
        Some(Value::Table(table)) => table.get(key).map(typed),
        _ => None,
    }
}

/// The names in a value: one, or a list of them.
fn names(value: &Option<Value>, key: &str) -> Vec<String> {
    match value.as_ref().and_then(|value| value.get(key)) {
        Some(Value::Array(names)) => names.iter().map(typed).collect(),
        Some(name) => vec![typed(name)],
        None => Vec::new(),
    }
}

/// The rule that says what a table of old said.
fn instead(table: &Table) -> String {
    let side = |side: &Option<SideTable>, carried: Option<String>| {
        let side = side.as_ref();
        let luck = side.and_then(|side| side.luck.as_ref()).map(|luck| match luck {
            Value::Table(deck) => deck.get("deck").map_or(String::new(), typed),
            luck => typed(luck),
        });
        let add = side.and_then(|side| side.add.as_ref()).map(typed);
        let parts = [luck, add, carried];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") }
    };
    let bands: Vec<(&str, String)> = table.bands.as_ref().map_or(Vec::new(), |bands| {
        in_order(bands).into_iter().map(|(name, most)| (name, typed(most.get_ref()))).collect()
    });
    let rung = |name: &str| bands.iter().position(|(band, _)| *band == name).unwrap_or(0);
    let carry = |side: &str| text(&table.carry, side).map(|add| format!("worn * ({add})"));
    let fight = table.end.is_some();
    let mut lines: Vec<String> = Vec::new();
    let counted: Vec<(String, String)> = match table.end.as_ref().and_then(|end| end.get("after")) {
        Some(Value::Table(after)) => {
            after.iter().map(|(name, times)| (name.clone(), typed(times))).collect()
        }
        _ => Vec::new(),
    };
    let tries = text(&table.retry, "times").filter(|_| !fight);
    if fight {
        let states = counted.iter().map(|(name, _)| format!("{name}s = 0"));
        let worn = table.carry.iter().map(|_| "worn = 0".to_owned());
        let states: Vec<String> = worn.chain(states).collect();
        lines.extend((!states.is_empty()).then(|| format!("state {}", states.join(", "))));
        lines.push("step".to_owned());
    } else if tries.is_some() {
        lines.push("step".to_owned());
    }
    let face = text(&table.critical, "face");
    let own = table.mine.as_ref();
    let mine = match (&face, own.and_then(|own| own.luck.as_ref())) {
        (Some(_), Some(luck)) => {
            lines.push(format!("r = {}", typed(luck)));
            let add = own.and_then(|own| own.add.as_ref());
            let add = add.map(|add| format!(" + {}", typed(add)));
            let worn = carry("mine").map(|worn| format!(" + {worn}"));
            format!("r{}{}", add.unwrap_or_default(), worn.unwrap_or_default())
        }
        _ => side(&table.mine, carry("mine")),
    };
    lines.push(format!("margin = {mine} - ({})", side(&table.theirs, carry("theirs"))));
    if !bands.is_empty() {
        let above: Vec<String> =
            bands[..bands.len() - 1].iter().map(|(_, most)| format!("(margin > {most})")).collect();
        let raises = text(&table.critical, "raises").unwrap_or_else(|| "1".to_owned());
        let critical = face.map(|face| format!(" + {raises} * (count(r, {face}) > 0)"));
        lines.push(format!("rung = {}{}", above.join(" + "), critical.unwrap_or_default()));
    }
    if fight {
        let worn: Vec<String> =
            names(&table.carry, "on").iter().map(|name| format!("rung = {}", rung(name))).collect();
        lines.extend((!worn.is_empty()).then(|| format!("worn = worn + ({})", worn.join(" or "))));
        let counts =
            |(name, _): &(String, String)| format!("{name}s = {name}s + (rung >= {})", rung(name));
        lines.extend(counted.iter().map(counts));
        let on = text(&table.end, "on").map(|name| format!("rung >= {}", rung(&name)));
        let enough = counted.iter().map(|(name, times)| format!("{name}s >= {times}"));
        let ends: Vec<String> = on.into_iter().chain(enough).collect();
        let limit = text(&table.end, "limit").unwrap_or_else(|| "60".to_owned());
        lines.push(format!("until {}, at most {limit}", ends.join(" or ")));
        lines.push("ask steps".to_owned());
    } else {
        if let Some(tries) = &tries {
            lines.push(format!("until margin > 0, at most {tries}"));
        }
        for (i, (name, _)) in bands.iter().enumerate().rev() {
            lines.push(match i {
                0 => format!("{name}: otherwise"),
                i => format!("{name}: rung >= {i}"),
            });
        }
        lines.push(if tries.is_some() { "ask margin, steps" } else { "ask margin" }.to_owned());
    }
    let mut told = lines.join("; ");
    if !fight && !bands.is_empty() {
        let rungs: Vec<String> = bands.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        told += &format!(", and ladder = [{}]", rungs.join(", "));
    }
    told
}
