//! Request on the command line: its questions are words, its options are flags.

use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use crate::odds::View;
use crate::query::{Action, Given, PARAMETERS, Parameter, Request, Slot, count, score, share};
use crate::registry::Choice;
use crate::scenario::Effort;

/// Options of an action.
#[derive(Clone, Debug)]
pub struct Options<const ACTION: usize>(pub Request);

/// Indices of the actions in `Action::VALUES`.
pub const ODDS: usize = 0;
pub const COMPARE: usize = 1;
pub const DC: usize = 2;
pub const BEST: usize = 3;
pub const DUEL: usize = 4;
pub const PLAY: usize = 5;

/// Options that determine how results are computed, also for commands that read files.
#[derive(Clone, Debug)]
pub struct EffortOptions(pub Effort);

/// Options that determine the view and the event, for `anydice`.
#[derive(Clone, Debug)]
pub struct ShownOptions(pub Request);

/// Keys of [`EffortOptions`].
const EFFORT: [&str; 7] =
    ["trials", "precision", "seed", "exact_only", "sampled_only", "no_kernel", "budget"];

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
    if let Slot::Switch(_) = slot {
        return argument.action(ArgAction::SetTrue);
    }
    argument = argument.value_name(parameter.placeholder).value_parser(parser(&slot));
    if let Slot::Count(_) | Slot::Score(_) | Slot::Share(_) | Slot::Shares(_) = slot {
        argument = argument.allow_negative_numbers(true);
    }
    match slot {
        Slot::Shares(_) => argument.action(ArgAction::Append).value_delimiter(','),
        Slot::Texts(_) => argument.action(ArgAction::Append),
        Slot::View(_) => argument.default_value(View::NAMES[0].0),
        _ if parameter.key == "budget" => argument.default_value(DEFAULT_BUDGET),
        // A range may begin with a minus.
        _ if parameter.key == "edge" => argument.allow_hyphen_values(true),
        _ => argument,
    }
}

/// Keys of [`ShownOptions`].
const SHOWN: [&str; 5] = ["view", "column", "of", "at_least", "at_most"];

/// Returns a parser that validates the value of an option and keeps it as text.
fn parser(slot: &Slot) -> ValueParser {
    let kept = |text: &str| text.to_owned();
    match slot {
        Slot::Count(_) => ValueParser::from(move |text: &str| count(text).map(|_| kept(text))),
        Slot::Score(_) => ValueParser::from(move |text: &str| score(text).map(|_| kept(text))),
        Slot::Share(_) | Slot::Shares(_) => {
            ValueParser::from(move |text: &str| share(text).map(|_| kept(text)))
        }
        Slot::View(_) => PossibleValuesParser::new(View::NAMES.map(|(name, _)| name)).into(),
        _ => ValueParser::string(),
    }
}

/// Adds the flags of these options to a command.
fn augmented(command: Command, action: Action, all: &[&'static Parameter]) -> Command {
    all.iter().fold(command, |command, parameter| command.arg(argument(parameter, action, all)))
}

/// Returns the options that are given on the command line.
fn read(matches: &ArgMatches, all: &[&'static Parameter]) -> Result<Request, clap::Error> {
    let mut request = Request::default();
    for parameter in all {
        let typed =
            matches.value_source(parameter.key) == Some(clap::parser::ValueSource::CommandLine);
        if !typed {
            continue;
        }
        if parameter.placeholder.is_empty() {
            let slot = (parameter.slot)(&mut request);
            slot.set(Given::Switch(true)).map_err(refused)?;
            continue;
        }
        for value in matches.get_many::<String>(parameter.key).into_iter().flatten() {
            (parameter.slot)(&mut request).set(Given::Text(value)).map_err(refused)?;
        }
    }
    Ok(request)
}

fn refused(error: crate::Error) -> clap::Error {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, error)
}

fn of_action(action: Action) -> Vec<&'static Parameter> {
    PARAMETERS.iter().filter(|parameter| parameter.is_accepted_by(action)).collect()
}

fn keyed(keys: &[&str]) -> Vec<&'static Parameter> {
    PARAMETERS.iter().filter(|parameter| keys.contains(&parameter.key)).collect()
}

/// Implements the argument traits of clap for a type that contains these options.
macro_rules! arguments {
    ([$($generics:tt)*], $name:ty, $action:expr, $all:expr, $made:expr) => {
        impl<$($generics)*> Args for $name {
            fn augment_args(command: Command) -> Command {
                augmented(command, $action, &$all)
            }

            fn augment_args_for_update(command: Command) -> Command {
                Self::augment_args(command)
            }
        }

        impl<$($generics)*> FromArgMatches for $name {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
                read(matches, &$all).map($made)
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = Self::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}

arguments!(
    [const ACTION: usize],
    Options<ACTION>,
    Action::VALUES[ACTION],
    of_action(Action::VALUES[ACTION]),
    |request| Options(Request { action: Action::VALUES[ACTION], ..request })
);
arguments!([], EffortOptions, Action::Odds, keyed(&EFFORT), |request: Request| EffortOptions(
    request.effort
));
arguments!([], ShownOptions, Action::Odds, keyed(&SHOWN), ShownOptions);

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
