//! Names of parameters and actions in messages of the page: its controls, not flags and commands.

use oddsmith::{Named, Parameter};

/// Returns the name of a parameter or action on the page.
pub fn spelled(named: &Named) -> String {
    match named {
        Named::Parameter(Parameter::EACH, Some(field)) => format!("a row for each of {field}"),
        Named::Parameter(parameter, value) => {
            let name = match *parameter {
                Parameter::BUDGET => "more work",
                Parameter::COLUMN => "what is shown",
                Parameter::EACH => "a row for each",
                Parameter::EDGE => "advantages",
                Parameter::EXACT_ONLY => "exact only",
                Parameter::SAMPLED_ONLY => "simulate only",
                Parameter::SOLVE => "the field to find",
                Parameter::AT_LEAST => "at least",
                Parameter::AT_MOST => "at most",
                parameter => parameter.key(),
            };
            value.as_ref().map_or(name.to_owned(), |value| format!("{name} {value}"))
        }
        Named::Sweep(values) => values.clone(),
        Named::List(_) => "Games & examples".to_owned(),
        Named::Guide => "the guide to dice".to_owned(),
        Named::Odds(question) => question.clone(),
        Named::Anydice => "an AnyDice program".to_owned(),
        Named::Audit | Named::New | Named::Part | Named::Tune => format!("oddsmith {named}"),
    }
}
