//! Request on the command line: its questions are words, its options are flags.

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use crate::odds::View;
use crate::query::{Action, OptionField, OptionValue, PARAMETERS, Parameter, Request};
use crate::registry::Choice;

/// Options of an action, or of commands that have no action: [`EFFORT`] and [`SHOWN`].
#[derive(Clone, Debug)]
pub struct Options<const OF: usize>(pub Request);

/// Indices of the actions in `Action::VALUES`.
pub const ODDS: usize = 0;
pub const COMPARE: usize = 1;
pub const DC: usize = 2;
pub const BEST: usize = 3;
pub const DUEL: usize = 4;
pub const PLAY: usize = 5;
/// Options that determine how results are computed, for commands that read files.
pub const EFFORT: usize = 6;
/// Options that determine the view and the event, for `anydice`.
pub const SHOWN: usize = 7;

/// Keys of the options `EFFORT`.
const EFFORT_KEYS: [&str; 7] =
    ["trials", "precision", "seed", "exact_only", "sampled_only", "no_kernel", "budget"];

/// Keys of the options `SHOWN`.
const SHOWN_KEYS: [&str; 5] = ["view", "column", "of", "at_least", "at_most"];

/// Default of `--budget`, as printed in the help.
const DEFAULT_BUDGET: &str = "20000000";

/// Returns the flag of an option.
fn argument(parameter: &'static Parameter, action: Action, all: &[&'static Parameter]) -> Arg {
    let mut request = Request::default();
    let slot = (parameter.slot)(&mut request);
    let excluded = parameter.excludes.iter().filter(|key| all.iter().any(|it| it.key == **key));
    let mut argument = Arg::new(parameter.key)
        .long(parameter.flag)
        .help(parameter.help_of(action))
        .conflicts_with_all(excluded);
    if let OptionField::Switch(_) = slot {
        return argument.action(ArgAction::SetTrue);
    }
    // Values are validated where they are typed, and kept as text.
    let validated = move |text: &str| {
        let set = (parameter.slot)(&mut Request::default()).set(OptionValue::Text(text));
        set.map(|()| text.to_owned())
    };
    argument = argument.value_name(parameter.placeholder).value_parser(validated);
    if let OptionField::Count(_)
    | OptionField::Score(_)
    | OptionField::Share(_)
    | OptionField::Shares(_) = slot
    {
        argument = argument.allow_negative_numbers(true);
    }
    match slot {
        OptionField::Shares(_) => argument.action(ArgAction::Append).value_delimiter(','),
        OptionField::Texts(_) => argument.action(ArgAction::Append),
        OptionField::View(_) => {
            let names = PossibleValuesParser::new(View::NAMES.map(|(name, _)| name));
            argument.default_value(View::NAMES[0].0).value_parser(names)
        }
        _ if parameter.key == "budget" => argument.default_value(DEFAULT_BUDGET),
        // A range may begin with a minus.
        _ if parameter.key == "edge" => argument.allow_hyphen_values(true),
        _ => argument,
    }
}

impl<const OF: usize> Options<OF> {
    /// Returns the action whose help texts the options have.
    fn action() -> Action {
        Action::VALUES.get(OF).copied().unwrap_or(Action::Odds)
    }

    fn all() -> Vec<&'static Parameter> {
        let wanted = |parameter: &&Parameter| match OF {
            EFFORT => EFFORT_KEYS.contains(&parameter.key),
            SHOWN => SHOWN_KEYS.contains(&parameter.key),
            _ => parameter.is_accepted_by(Self::action()),
        };
        PARAMETERS.iter().filter(wanted).collect()
    }
}

impl<const OF: usize> Args for Options<OF> {
    fn augment_args(command: Command) -> Command {
        let (action, all) = (Self::action(), Self::all());
        command.args(all.iter().map(|parameter| argument(parameter, action, &all)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const OF: usize> FromArgMatches for Options<OF> {
    /// Returns the options that are given on the command line.
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let refused = |error| clap::Error::raw(ErrorKind::ValueValidation, error);
        let mut request = Request { action: Self::action(), ..Request::default() };
        let is_typed = |parameter: &&Parameter| {
            matches.value_source(parameter.key) == Some(ValueSource::CommandLine)
        };
        for parameter in Self::all().into_iter().filter(is_typed) {
            if parameter.placeholder.is_empty() {
                let slot = (parameter.slot)(&mut request);
                slot.set(OptionValue::Switch(true)).map_err(refused)?;
                continue;
            }
            for value in matches.get_many::<String>(parameter.key).into_iter().flatten() {
                (parameter.slot)(&mut request).set(OptionValue::Text(value)).map_err(refused)?;
            }
        }
        Ok(Options(request))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_prints_the_default_budget() {
        assert_eq!(DEFAULT_BUDGET.parse(), Ok(crate::scenario::BUDGET));
    }

    #[test]
    fn action_constants_are_indices_of_values() {
        let all = [ODDS, COMPARE, DC, BEST, DUEL, PLAY].map(|place| Action::VALUES[place]);
        assert_eq!(all, Action::VALUES);
    }
}
