//! Messages that are independent of the interface: names that each interface spells differently are
//! kept as values.
//!
//! The command writes `--at-least 5`, Python `at_least=5`. The engine uses [`Parameter::AT_LEAST`],
//! and the interface that displays the message spells it.

use std::fmt;
use std::ops::Add;

/// An option of a question, in addition to the fields of its check: its name as a key of a file, or
/// an argument of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter(pub &'static str);

/// The options that messages name.
impl Parameter {
    /// The lowest score that counts as success.
    pub const AT_LEAST: Parameter = Parameter("at_least");
    /// The highest score that counts as success.
    pub const AT_MOST: Parameter = Parameter("at_most");
    /// The maximum number of branches of an exact answer.
    pub const BUDGET: Parameter = Parameter("budget");
    /// The column to show.
    pub const COLUMN: Parameter = Parameter("column");
    /// A field whose values are answered separately.
    pub const EACH: Parameter = Parameter("each");
    /// The advantages at which checks are compared.
    pub const EDGE: Parameter = Parameter("edge");
    /// Disables sampling.
    pub const EXACT_ONLY: Parameter = Parameter("exact_only");
    /// The output format.
    pub const FORMAT: Parameter = Parameter("format");
    /// A check whose difficulties are translated.
    pub const LIKE: Parameter = Parameter("like");
    /// The common success probability to which checks are matched.
    pub const MATCH: Parameter = Parameter("match");
    /// Disables kernels.
    pub const NO_KERNEL: Parameter = Parameter("no_kernel");
    /// The rung that counts as success.
    pub const OF: Parameter = Parameter("of");
    /// The interval width at which sampling stops.
    pub const PRECISION: Parameter = Parameter("precision");
    /// Resumes an interrupted run.
    pub const RESUME: Parameter = Parameter("resume");
    /// The file with house rules.
    pub const RULES: Parameter = Parameter("rules");
    /// Disables exact answers.
    pub const SAMPLED_ONLY: Parameter = Parameter("sampled_only");
    /// The output file.
    pub const SAVE: Parameter = Parameter("save");
    /// A part of a run.
    pub const SHARD: Parameter = Parameter("shard");
    /// The field to solve for.
    pub const SOLVE: Parameter = Parameter("solve");
    /// The probability that a difficulty is found for.
    pub const TARGET: Parameter = Parameter("target");
    /// The number of trials.
    pub const TRIALS: Parameter = Parameter("trials");

    /// Returns the name.
    pub fn key(self) -> &'static str {
        self.0
    }

    /// Returns the parameter with a value, unless that is empty.
    pub fn to(self, value: impl fmt::Display) -> Named {
        Named::Parameter(self, Some(value.to_string()).filter(|value| !value.is_empty()))
    }
}

/// A name in an error message that each interface, such as the command line or Python, spells in its
/// own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A parameter, and its value.
    Parameter(Parameter, Option<String>),
    /// A field with the values of a sweep, or only the values: `dc=0..40`, `1..5`.
    Sweep(String),
    /// The list of the checks of a system, of the fields of a check, or of everything.
    List(Option<String>),
    /// The guide to the language of dice and rules.
    Guide,
    /// A run of an AnyDice program.
    Anydice,
    /// The odds of a check with its fields.
    Odds(String),
    /// The test of a rulebook's claims.
    Audit,
    /// The search for the open numbers of a scenario.
    Tune,
    /// A new scenario, with its keys explained.
    New,
    /// A run of one shard, which writes its part to a file.
    Part,
}

impl Named {
    /// Creates the name of the list for a system or a check.
    pub fn list(what: impl fmt::Display) -> Named {
        Named::List(Some(what.to_string()))
    }

    /// Creates the name of a sweep.
    pub fn sweep(text: &str) -> Named {
        Named::Sweep(text.to_owned())
    }

    /// Returns the name as a phrase without back quotes.
    pub fn bare(self) -> Phrase {
        Phrase(vec![Part::Named { named: self, quoted: false }])
    }
}

/// Formats the name in a spelling that belongs to no interface: keys and verbs.
impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::Parameter(parameter, None) => f.write_str(parameter.key()),
            Named::Parameter(parameter, Some(value)) => write!(f, "{} {value}", parameter.key()),
            Named::Sweep(text) => f.write_str(text),
            Named::List(None) => f.write_str("list"),
            Named::List(Some(what)) => write!(f, "list {what}"),
            Named::Guide => f.write_str("list dice"),
            Named::Anydice => f.write_str("anydice FILE"),
            Named::Odds(question) => write!(f, "odds {question}"),
            Named::Audit => f.write_str("audit ROW"),
            Named::Tune => f.write_str("tune"),
            Named::New => f.write_str("new CHECK"),
            Named::Part => f.write_str("run FILE.toml shard=1/4 part=FILE"),
        }
    }
}

impl From<Parameter> for Named {
    fn from(parameter: Parameter) -> Named {
        Named::Parameter(parameter, None)
    }
}

/// The spelling of names in an interface, without the back quotes that the phrase adds;
/// `ToString::to_string` spells them as keys.
pub type Spelling = fn(&Named) -> String;

/// Text with names that each interface spells differently.
///
/// # Examples
/// ```
/// use oddsmith_base::{Named, Parameter, Phrase};
///
/// let phrase: Phrase = "say which with " + Parameter::OF + ": lose, win";
/// assert_eq!(phrase.to_string(), "say which with `of`: lose, win");
/// let loudly = |named: &Named| named.to_string().to_uppercase();
/// assert_eq!(phrase.spelled(loudly), "say which with `OF`: lose, win");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Words(String),
    Named { named: Named, quoted: bool },
}

impl Phrase {
    /// Converts each of these to a phrase.
    pub fn all<T: Into<Phrase>>(phrases: impl IntoIterator<Item = T>) -> Vec<Phrase> {
        phrases.into_iter().map(Into::into).collect()
    }

    /// Returns whether it contains a name.
    pub fn has_names(&self) -> bool {
        self.0.iter().any(|part| matches!(part, Part::Named { .. }))
    }

    /// Formats the phrase in the spelling of an interface.
    pub fn spelled(&self, spelling: Spelling) -> String {
        let part = |part: &Part| match part {
            Part::Words(words) => words.clone(),
            Part::Named { named, quoted: true } => format!("`{}`", spelling(named)),
            Part::Named { named, quoted: false } => spelling(named),
        };
        self.0.iter().map(part).collect()
    }

    /// Rewrites the text, and the user input within names.
    pub fn rewritten(self, words: fn(&str) -> String, within: fn(&str) -> String) -> Phrase {
        let named = |named| match named {
            Named::Parameter(parameter, Some(value)) => {
                Named::Parameter(parameter, Some(within(&value)))
            }
            Named::Sweep(text) => Named::Sweep(within(&text)),
            Named::List(Some(what)) => Named::List(Some(within(&what))),
            Named::Odds(question) => Named::Odds(within(&question)),
            other => other,
        };
        let part = |part| match part {
            Part::Words(text) => Part::Words(words(&text)),
            Part::Named { named: name, quoted } => Part::Named { named: named(name), quoted },
        };
        Phrase(self.0.into_iter().map(part).collect())
    }
}

/// Formats the phrase in a spelling that belongs to no interface.
impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(Named::to_string))
    }
}

impl From<String> for Phrase {
    fn from(words: String) -> Phrase {
        Phrase(vec![Part::Words(words)])
    }
}

impl From<&str> for Phrase {
    fn from(words: &str) -> Phrase {
        words.to_owned().into()
    }
}

impl From<Named> for Phrase {
    fn from(named: Named) -> Phrase {
        Phrase(vec![Part::Named { named, quoted: true }])
    }
}

impl From<Parameter> for Phrase {
    fn from(parameter: Parameter) -> Phrase {
        Named::from(parameter).into()
    }
}

/// Implements `+` for a phrase that begins with text, a name, or another phrase.
macro_rules! begins {
    ($($first:ty),*) => { $(
        impl<T: Into<Phrase>> Add<T> for $first {
            type Output = Phrase;

            fn add(self, rest: T) -> Phrase {
                let mut phrase = Phrase::from(self);
                phrase.0.extend(rest.into().0);
                phrase
            }
        }
    )* };
}

begins!(Phrase, Named, Parameter);

macro_rules! follows_words {
    ($($next:ty),*) => { $(
        impl Add<$next> for &str {
            type Output = Phrase;

            fn add(self, rest: $next) -> Phrase {
                Phrase::from(self) + rest
            }
        }
    )* };
}

follows_words!(Phrase, Named, Parameter);
