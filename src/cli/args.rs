//! Arguments that several commands share.

use crate::error::{Error, Result};
use crate::registry::Entry;

/// The pairs of name and value in `field=value` arguments.
///
/// # Errors
/// If one has no `=`; the hint names the fields of the check.
pub fn fields(entry: &Entry, arguments: &[String]) -> Result<Vec<(String, String)>> {
    let pair = |argument: &String| match argument.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => Ok((name.to_owned(), value.to_owned())),
        Some((name, _)) if !name.trim().is_empty() => Err(Error::question(format!("`{argument}` has no value"))
            .with_hint(format!("`oddsmith list {}` shows what `{name}` may be", entry.id))),
        _ => {
            let fields = entry.fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", ");
            Err(Error::question(format!("`{argument}` is no field=value")).with_hint(format!("fields of {}: {fields}", entry.id)))
        }
    };
    arguments.iter().map(pair).collect()
}
