//! Tests of speed: optimizations don't change answers, and questions that would take too long are
//! refused.

mod bounds;
mod compiled;
mod ends;
mod kernels;
mod memory;
mod needed;

use std::sync::Arc;

use oddsmith::registry::Entry;
use oddsmith::systems::house::parse;

/// Returns the check of a file with this rule and more lines in its table.
fn entry(rule: &str, more: &str) -> Arc<Entry> {
    let table = format!("[[house]]\nname = \"t\"\n{more}\nrule = \"\"\"\n{rule}\n\"\"\"\n");
    parse(&table).unwrap_or_else(|error| panic!("{rule}\n{error}")).remove(0)
}
