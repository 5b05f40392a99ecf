//! Sentences that know no face: what each face calls otherwise stands in them as a value.
//!
//! The command says `--at-least 5` where Python says `at_least=5`. The engine says
//! [`Parameter::AtLeast`], and whoever shows the sentence spells it.

use std::fmt;
use std::ops::Add;

/// What may be said of a question beside the fields of its check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The least score that counts.
    AtLeast,
    /// The greatest score that counts.
    AtMost,
    /// The most branches of an exact answer.
    Budget,
    /// The column to look at.
    Column,
    /// A field with the values that each have an answer of their own.
    Each,
    /// The advantages at which checks are compared.
    Edge,
    /// Nothing is to be played.
    ExactOnly,
    /// The form of what is printed.
    Format,
    /// A check whose difficulties are translated.
    Like,
    /// The luck of a resolution that is told.
    Luck,
    /// The share of success that checks are made to have in common.
    Match,
    /// No kernel is to play.
    NoKernel,
    /// The rung that counts.
    Of,
    /// Until how narrow an interval to play.
    Precision,
    /// Going on with what an earlier run has left.
    Resume,
    /// The file with rules of one's own.
    Rules,
    /// Nothing is to be worked out.
    SampledOnly,
    /// The file for what comes out.
    Save,
    /// What all luck is drawn from.
    Seed,
    /// A part of a run.
    Shard,
    /// The field to find.
    Solve,
    /// The chance that a difficulty is found for.
    Target,
    /// How many trials to play.
    Trials,
}

impl Parameter {
    /// Its name as a key of a file, or an argument of a function.
    pub fn key(self) -> &'static str {
        match self {
            Parameter::AtLeast => "at_least",
            Parameter::AtMost => "at_most",
            Parameter::Budget => "budget",
            Parameter::Column => "column",
            Parameter::Each => "each",
            Parameter::Edge => "edge",
            Parameter::ExactOnly => "exact_only",
            Parameter::Format => "format",
            Parameter::Like => "like",
            Parameter::Luck => "luck",
            Parameter::Match => "match",
            Parameter::NoKernel => "no_kernel",
            Parameter::Of => "of",
            Parameter::Precision => "precision",
            Parameter::Resume => "resume",
            Parameter::Rules => "rules",
            Parameter::SampledOnly => "sampled_only",
            Parameter::Save => "save",
            Parameter::Seed => "seed",
            Parameter::Shard => "shard",
            Parameter::Solve => "solve",
            Parameter::Target => "target",
            Parameter::Trials => "trials",
        }
    }

    /// The same with what it is set to, if that is anything.
    pub fn to(self, value: impl fmt::Display) -> Named {
        Named::Parameter(self, Some(value.to_string()).filter(|value| !value.is_empty()))
    }
}

/// What each face has a name of its own for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A parameter, and what it is set to.
    Parameter(Parameter, Option<String>),
    /// A field that sweeps over values, or the values alone: `dc=0..40`, `1..5`.
    Sweep(String),
    /// The list of what can be asked: the checks of a system, the fields of a check, or all there
    /// is.
    List(Option<String>),
    /// The guide to the language of dice and rules.
    Guide,
    /// A run of an AnyDice program.
    Anydice,
    /// The odds of a check with its fields.
    Odds(String),
    /// The test of what a rulebook claims.
    Audit,
    /// The search for the numbers that a scenario leaves open.
    Tune,
    /// A scenario to begin from, its keys explained.
    New,
    /// A run of one shard, which leaves its part in a file.
    Part,
}

impl Named {
    /// The list of what there is of a system or a check.
    pub fn list(what: impl fmt::Display) -> Named {
        Named::List(Some(what.to_string()))
    }

    /// A field that sweeps over values, or values alone.
    pub fn sweep(text: &str) -> Named {
        Named::Sweep(text.to_owned())
    }

    /// The same without back quotes around it.
    pub fn bare(self) -> Phrase {
        Phrase(vec![Part::Named { named: self, quoted: false }])
    }
}

/// In words that are no face's: keys and verbs.
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

/// How a face calls what has a name: without back quotes, which the phrase puts around it.
pub type Spelling = fn(&Named) -> String;

/// Words, and names among them that each face spells.
///
/// # Examples
/// ```
/// use oddsmith_base::{Named, Parameter, Phrase};
///
/// let phrase: Phrase = "say which with " + Parameter::Of + ": lose, win";
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
    /// A phrase of each of these.
    pub fn all<T: Into<Phrase>>(phrases: impl IntoIterator<Item = T>) -> Vec<Phrase> {
        phrases.into_iter().map(Into::into).collect()
    }

    /// Whether anything in it is called otherwise by each face.
    pub fn has_names(&self) -> bool {
        self.0.iter().any(|part| matches!(part, Part::Named { .. }))
    }

    /// As a face says it.
    pub fn spelled(&self, spelling: Spelling) -> String {
        let part = |part: &Part| match part {
            Part::Words(words) => words.clone(),
            Part::Named { named, quoted: true } => format!("`{}`", spelling(named)),
            Part::Named { named, quoted: false } => spelling(named),
        };
        self.0.iter().map(part).collect()
    }

    /// The same with its words rewritten, and what others wrote within names.
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

/// In words that are no face's.
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

/// A phrase begins with words, with a name, or with another phrase.
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
