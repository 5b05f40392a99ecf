//! Names of parameters and actions in messages of the command: flags and commands.

use crate::{Named, Parameter};

/// Returns the text that a user types for a name.
pub fn spelled(named: &Named) -> String {
    match named {
        Named::Parameter(parameter, value) => {
            let flag = match *parameter {
                Parameter::EACH => "--for".to_owned(),
                parameter => format!("--{}", parameter.key().replace('_', "-")),
            };
            value.as_ref().map_or(flag.clone(), |value| format!("{flag} {value}"))
        }
        Named::Sweep(values) => values.clone(),
        Named::Part => "oddsmith run FILE.toml --shard 1/4 --part FILE".to_owned(),
        asked => format!("oddsmith {asked}"),
    }
}
