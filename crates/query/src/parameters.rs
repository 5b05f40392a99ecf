//! Table of the options of a request.

use oddsmith_base::{Error, Result};

use crate::request::{Action, Request};
use crate::slot::OptionField;

/// Option of a request, with its names in each front end.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Key in JSON, and keyword in a Python call.
    pub key: &'static str,
    /// Flag of the command without its dashes, and key in a link.
    pub flag: &'static str,
    /// Placeholder of the value in the help; empty for a switch.
    pub placeholder: &'static str,
    /// Help text.
    pub help: &'static str,
    /// Actions that accept the option.
    pub actions: &'static [Action],
    /// Keys of options that can't be combined with this one.
    pub excludes: &'static [&'static str],
    /// Function that returns the field of the option.
    pub slot: fn(&mut Request) -> OptionField<'_>,
}

const ODDS: &[Action] = &[Action::Odds];
const COMPARE: &[Action] = &[Action::Compare];
const DC: &[Action] = &[Action::Dc];
const BEST: &[Action] = &[Action::Best];
const PLAY: &[Action] = &[Action::Play];
const SHOWN: &[Action] = &[Action::Odds, Action::Compare, Action::Dc];
const SIMULATED: &[Action] = &[Action::Odds, Action::Compare, Action::Dc, Action::Duel];
const SEEDED: &[Action] = &[Action::Odds, Action::Compare, Action::Dc, Action::Duel, Action::Play];
const EXACT: &[Action] = &[Action::Odds, Action::Compare, Action::Dc, Action::Best];

/// Creates a row of the table.
const fn row(
    [key, flag, placeholder]: [&'static str; 3],
    help: &'static str,
    actions: &'static [Action],
    slot: fn(&mut Request) -> OptionField<'_>,
) -> Parameter {
    // The web page shows no help.
    let help = if cfg!(target_family = "wasm") { "" } else { help };
    Parameter { key, flag, placeholder, help, actions, excludes: &[], slot }
}

/// Adds the keys of options that can't be combined with that of the row.
const fn excluding(row: Parameter, excludes: &'static [&'static str]) -> Parameter {
    Parameter { excludes, ..row }
}

/// Help texts that differ from that of the row for some actions.
const HELP: [(Action, &str, &str); 3] = [
    (
        Action::Duel,
        "trials",
        "Number of duels to simulate beside the solution, for example 2e6; 0 for none [default: \
            1000000]",
    ),
    (
        Action::Duel,
        "seed",
        "Seed of the simulation: the same seed gives the same result, on any number of threads \
            [default: 1]",
    ),
    (Action::Play, "seed", "Seed of the random luck [default: a new one each time, shown]"),
];

/// All options, in the order of a command line.
pub const PARAMETERS: &[Parameter] = &[
    excluding(
        row(
            ["target", "target", "CHANCE"],
            "The chance you want: 0.65 or 65%; several with commas, a row each",
            DC,
            |request| OptionField::Shares(&mut request.target),
        ),
        &["like", "ranges"],
    ),
    row(
        ["each", "for", "FIELD=VALUES"],
        "Print a row for each of these values: bonus=0..15; give two for a grid",
        DC,
        |request| OptionField::Texts(&mut request.each),
    ),
    row(
        ["solve", "solve", "FIELD"],
        "The field to find; it must be a whole number [default: the check's difficulty]",
        DC,
        |request| OptionField::Text(&mut request.solve),
    ),
    row(
        ["never_below", "never-below", ""],
        "Never go below the chance, even if a harder difficulty is nearer",
        DC,
        |request| OptionField::Switch(&mut request.never_below),
    ),
    row(
        ["like", "like", "\"CHECK FIELD=VALUE\""],
        "Translate the difficulties of another check by equal odds: \"mano.roll\", \"mutants.check \
            dc=5..30/5\"",
        DC,
        |request| OptionField::Text(&mut request.like),
    ),
    excluding(
        row(
            ["ranges", "ranges", "TABLE"],
            "Translate a table of results to this roll: \"1-4 fumble, 5-12 mixed, 13-20 hit\"; the table \
            is for a d20, or for dice before a colon",
            DC,
            |request| OptionField::Text(&mut request.ranges),
        ),
        &["like"],
    ),
    row(
        ["edge", "edge", "VALUES"],
        "Advantages to compare at; each check adds them in its own way [default: -20..20]",
        COMPARE,
        |request| OptionField::Text(&mut request.edge),
    ),
    row(
        ["match", "match", "CHANCE"],
        "Shift each check so that its chance at advantage 0 is closest to this: 0.65 or 65%",
        COMPARE,
        |request| OptionField::Share(&mut request.matched),
    ),
    row(
        ["mean", "mean", "COLUMN"],
        "Maximise the mean of this column instead of the chance of success",
        BEST,
        |request| OptionField::Text(&mut request.mean),
    ),
    row(["least", "least", ""], "Minimise it", BEST, |request| {
        OptionField::Switch(&mut request.least)
    }),
    excluding(
        row(
            ["luck", "luck", "LUCK"],
            "The luck, in the order of the rule: \"card 6, card king\", \"face 17\", \"deal 3 7 12\", \
            \"choose 1\"",
            PLAY,
            |request| OptionField::Text(&mut request.luck),
        ),
        &["seed"],
    ),
    row(
        ["trials", "trials", "TRIALS"],
        "Number of simulated trials, for example 2e6; 0 for none [default: 1000000, or as the file \
            says]",
        SIMULATED,
        |request| OptionField::Count(&mut request.effort.trials),
    ),
    excluding(
        row(
            ["precision", "precision", "HALF_WIDTH"],
            "Simulate until the chance of success is known to within this (95 % interval): 0.001 is ± \
            0.1 points",
            SHOWN,
            |request| OptionField::Share(&mut request.effort.precision),
        ),
        &["trials"],
    ),
    row(
        ["seed", "seed", "SEED"],
        "Seed of the simulation: the same seed gives the same result, on any number of threads \
            [default: 1, or as the file says]",
        SEEDED,
        |request| OptionField::Count(&mut request.effort.seed),
    ),
    excluding(
        row(
            ["exact_only", "exact-only", ""],
            "Compute the exact result only; fail if it takes more than the budget",
            EXACT,
            |request| OptionField::Switch(&mut request.effort.exact_only),
        ),
        &["sampled_only", "precision"],
    ),
    row(["sampled_only", "sampled-only", ""], "Simulate only", SHOWN, |request| {
        OptionField::Switch(&mut request.effort.sampled_only)
    }),
    row(
        ["no_kernel", "no-kernel", ""],
        "Simulate without the fast paths: slower and equally correct, with other random numbers",
        SHOWN,
        |request| OptionField::Switch(&mut request.effort.no_kernel),
    ),
    row(
        ["budget", "budget", "BUDGET"],
        "Most branches to follow for an exact result",
        EXACT,
        |request| OptionField::Count(&mut request.effort.budget),
    ),
    row(
        ["view", "view", "VIEW"],
        "Show the chance of each result alone, or of at least or at most that",
        SHOWN,
        |request| OptionField::View(&mut request.view),
    ),
    row(
        ["column", "column", "NAME[@AT]"],
        "Column to show, with a step if it has steps: win@3 [default: the first with a success]",
        SHOWN,
        |request| OptionField::Text(&mut request.column),
    ),
    excluding(
        row(
            ["of", "of", "RESULT"],
            "Count this result or a better one as success",
            SHOWN,
            |request| OptionField::Text(&mut request.of),
        ),
        &["at_least", "at_most"],
    ),
    excluding(
        row(
            ["at_least", "at-least", "NUMBER"],
            "Count this number or more as success",
            SHOWN,
            |request| OptionField::Score(&mut request.at_least),
        ),
        &["at_most"],
    ),
    row(
        ["at_most", "at-most", "NUMBER"],
        "Count this number or less as success",
        SHOWN,
        |request| OptionField::Score(&mut request.at_most),
    ),
    excluding(
        row(
            ["quantile", "quantile", "CHANCE"],
            "Also show quantiles: 0.9 or 90%, several with commas",
            ODDS,
            |request| OptionField::Shares(&mut request.quantile),
        ),
        &["readings"],
    ),
    excluding(
        row(
            ["readings", "readings", ""],
            "Rank the interpretations the rulebook leaves open by how much they change the result",
            ODDS,
            |request| OptionField::Switch(&mut request.readings),
        ),
        &["precision"],
    ),
];

impl Parameter {
    /// Returns the option with this key.
    pub fn by_key(key: &str) -> Option<&'static Parameter> {
        PARAMETERS.iter().find(|parameter| parameter.key == key)
    }

    /// Returns the option with this flag.
    pub fn by_flag(flag: &str) -> Option<&'static Parameter> {
        PARAMETERS.iter().find(|parameter| parameter.flag == flag)
    }

    /// Returns the help text for an action.
    pub fn help_of(&self, action: Action) -> &'static str {
        let own = HELP.iter().find(|(of, key, _)| *of == action && *key == self.key);
        own.map_or(self.help, |(.., help)| help)
    }

    /// Returns true if an action accepts the option.
    pub fn is_accepted_by(&self, action: Action) -> bool {
        self.actions.contains(&action)
    }
}

impl Request {
    /// Returns each option of the action that differs from its default, with its values.
    pub fn options(&self) -> Vec<(&'static Parameter, Vec<String>)> {
        let mut request = self.clone();
        let own = PARAMETERS.iter().filter(|parameter| parameter.is_accepted_by(self.action));
        let options = own.map(|parameter| (parameter, (parameter.slot)(&mut request).values()));
        options.filter(|(_, values)| !values.is_empty()).collect()
    }

    /// Checks that no option is combined with one that it excludes.
    ///
    /// # Errors
    /// If two options exclude each other.
    pub(crate) fn check_combinations(&self) -> Result<()> {
        let given = self.options();
        for (place, (one, _)) in given.iter().enumerate() {
            let excludes = |(other, _): &&(&Parameter, Vec<String>)| {
                one.excludes.contains(&other.key) || other.excludes.contains(&one.key)
            };
            if let Some((other, _)) = given[place + 1..].iter().find(excludes) {
                let [one, other] = [one, other].map(|option| oddsmith_base::Parameter(option.key));
                return Err(Error::exclusive(one, other));
            }
        }
        Ok(())
    }
}
