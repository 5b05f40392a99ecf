//! What makes answers quick leaves them as they are, and what would take too long is refused.

mod bounds;
mod compiled;
mod ends;
mod kernels;
mod memory;
mod needed;

use std::sync::Arc;

use oddsmith::registry::Entry;
use oddsmith::systems::house::parse;

/// The check of a file with this rule, whose table has more lines.
fn entry(rule: &str, more: &str) -> Arc<Entry> {
    let table = format!("[[house]]\nname = \"t\"\n{more}\nrule = \"\"\"\n{rule}\n\"\"\"\n");
    parse(&table).unwrap_or_else(|error| panic!("{rule}\n{error}")).remove(0)
}
