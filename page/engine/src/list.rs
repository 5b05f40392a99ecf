//! Menu of all checks.

use oddsmith::Result;
use oddsmith::registry::Entry;
use oddsmith::systems::SYSTEMS;
use serde::Serialize;

use crate::answer::PageReply;
use crate::ask::catalogue;
use crate::form::example;

#[derive(Serialize)]
struct Menu {
    systems: Vec<System>,
}

#[derive(Serialize)]
struct System {
    name: String,
    title: String,
    checks: Vec<Item>,
}

#[derive(Serialize)]
struct Item {
    id: String,
    title: String,
    about: String,
    /// Question about it, with the examples of its fields.
    question: String,
    /// True if it is a duel, which is solved.
    duel: bool,
}

/// Returns all checks and duels by system, including the house rules, as JSON.
///
/// # Errors
/// If the rules can't be read.
pub fn list(rules: &str) -> Result<String> {
    let catalogue = catalogue(rules)?;
    let system = |id: &str| id.split('.').next().unwrap_or_default().to_owned();
    let mut systems = Vec::new();
    for known in SYSTEMS.iter() {
        let own = catalogue.checks().filter(|entry| system(&entry.id) == known.name);
        let mut checks: Vec<Item> = own.map(|entry| item(&entry, false)).collect();
        let duels = catalogue.duels().filter(|entry| system(&entry.id) == known.name);
        let duels = duels.filter(|duel| catalogue.checks().all(|check| check.id != duel.id));
        checks.extend(duels.map(|entry| item(&entry, true)));
        systems.push(System { name: known.name.to_owned(), title: known.title.to_owned(), checks });
    }
    Ok(serde_json::to_string(&Menu { systems }).unwrap_or_default())
}

fn item(entry: &std::sync::Arc<Entry>, duel: bool) -> Item {
    Item {
        id: entry.id.to_string(),
        title: entry.title.to_string(),
        about: entry.about.to_string(),
        question: example(entry),
        duel,
    }
}

/// Returns an example question for each house rule.
///
/// # Errors
/// If the rules can't be read.
pub fn check(rules: &str) -> Result<PageReply> {
    let catalogue = catalogue(rules)?;
    let questions = catalogue.house.iter().map(example).collect();
    Ok(PageReply { questions, version: env!("CARGO_PKG_VERSION"), ..PageReply::default() })
}
