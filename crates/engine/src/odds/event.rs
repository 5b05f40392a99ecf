//! Events: sets of scores of one column, whose probability users request.

use std::ops::RangeInclusive;

use crate::rule::{Column, Success};
use oddsmith_base::{Error, Parameter, Phrase, Result};

/// A set of scores of one column: its success, a rung or better, or at least, at most or exactly a
/// score.
///
/// The same event may be other scores in another case: a swept field may decide whether a tie is a
/// success, and ladders may have different rungs. So it is resolved in the columns of each case.
///
/// # Examples
/// ```
/// use oddsmith_engine::odds::Event;
/// use oddsmith_engine::rule::{Column, Columns, Handle, Scale};
///
/// let rungs = Scale::rungs(&["out", "staggered", "stunned", "hurt", "unhurt"]);
/// let columns = Columns::one(Column::new(Handle::first("rung"), rungs));
/// let stunned = Event::rung("stunned").settled([&*columns], "these")?;
/// let (place, scores) = stunned.target(&columns).unwrap();
/// assert_eq!((place, scores), (0, 2..=i32::MAX));
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    /// The column; `None` for the primary one of a case: the first that has a success, or else the
    /// first.
    pub column: Option<String>,
    /// The step of an indexed column; `None` for its first.
    pub at: Option<u32>,
    /// The selection of its scores.
    pub which: Which,
}

/// The scores of a column that count as an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Which {
    /// The success that the column defines.
    #[default]
    Success,
    /// This score or a higher one.
    AtLeast(i32),
    /// This score or a lower one.
    AtMost(i32),
    /// This score alone.
    Exactly(i32),
    /// This rung or a better one; on an unordered scale, this one alone.
    Rung(Rung),
    /// This rung or a better one; an error on an unordered scale.
    Better(Rung),
    /// This rung alone.
    Only(Rung),
}

impl Which {
    /// Returns a name that is a number, and the scores it selects if no rung has that name.
    fn numbered(&self) -> Option<(&str, Which)> {
        let (rung, score): (_, fn(i32) -> Which) = match self {
            Which::Only(rung) => (rung, Which::Exactly),
            Which::Better(rung) => (rung, Which::AtLeast),
            _ => return None,
        };
        Some((&rung.name, score(rung.name.parse().ok()?)))
    }
}

/// A rung, by its name.
///
/// On a ladder of the same length without that name it is the rung at the same index: unconscious
/// is dying where the damage is lethal.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
    /// The name.
    pub name: String,
    /// The score, and the number of rungs, on the ladder where it was found.
    place: Option<(i32, usize)>,
}

impl Rung {
    fn new(name: &str) -> Rung {
        Rung { name: name.to_owned(), place: None }
    }

    /// Returns the score on the ladder of a column.
    fn score(&self, column: &Column) -> Option<i32> {
        let mut names = column.scale.names().iter();
        let named = names.position(|name| *name == self.name).map(|place| place as i32);
        let rungs = column.scale.names().len();
        named.or(self.place.filter(|(_, known)| *known == rungs).map(|(score, _)| score))
    }
}

impl Event {
    /// The success of the primary column of a case.
    pub const SUCCESS: Event = Event { column: None, at: None, which: Which::Success };

    /// Creates the event of these scores of the primary column of a case:
    /// `Event::of(Which::AtLeast(15))` is a score of 15 or more.
    pub fn of(which: Which) -> Event {
        Event { which, ..Event::SUCCESS }
    }

    /// Creates the event that the result is this one or a better one of its ladder.
    pub fn rung(name: &str) -> Event {
        Event::of(Which::Rung(Rung::new(name)))
    }

    /// Selects a rung or better by its name, or at least a score; an error on an unordered scale.
    pub fn at_least(word: &str) -> Event {
        Event::of(Which::Better(Rung::new(word)))
    }

    /// Selects a rung or better by its name (on an unordered scale, that one alone), or at least a
    /// score.
    pub fn at_least_or_alone(word: &str) -> Event {
        match word.parse::<i32>() {
            Ok(_) => Event::at_least(word),
            Err(_) => Event::rung(word),
        }
    }

    /// Selects one rung by its name, or one score; resolved in [`Event::settled`], since a rung may
    /// be named by a number.
    pub fn exactly(word: &str) -> Event {
        Event::of(Which::Only(Rung::new(word)))
    }

    /// Creates the event from a user's options, the first of these that is given: a rung or better,
    /// at least a score, or at most a score; in this column, given as NAME or NAME@AT.
    ///
    /// # Errors
    /// If the index of the column is not a number.
    pub fn from_parts(
        rung: Option<&str>,
        at_least: Option<i32>,
        at_most: Option<i32>,
        column: Option<&str>,
    ) -> Result<Event> {
        let event = match (rung, at_least, at_most) {
            (Some(rung), ..) => Event::rung(rung),
            (_, Some(score), _) => Event::of(Which::AtLeast(score)),
            (.., Some(score)) => Event::of(Which::AtMost(score)),
            _ => Event::SUCCESS,
        };
        column.map_or(Ok(event.clone()), |column| event.in_column(column))
    }

    /// Returns the hint on how to specify a success.
    pub fn how_to_say() -> Phrase {
        let (least, most) = (Parameter::AT_LEAST.to("N"), Parameter::AT_MOST.to("N"));
        "say what counts as success: " + least + ", " + most + " or " + Parameter::OF.to("RESULT")
    }

    /// Returns the hint for these columns: numeric columns have no named results.
    pub fn how_to_say_of(columns: &[Column]) -> Phrase {
        if columns.iter().any(|column| !column.scale.names().is_empty()) {
            return Event::how_to_say();
        }
        let (least, most) = (Parameter::AT_LEAST.to("N"), Parameter::AT_MOST.to("N"));
        "say what counts as success: " + least + " or " + most
    }

    /// Selects the column, given as NAME or NAME@AT.
    ///
    /// # Errors
    /// If the index is not a number.
    pub fn in_column(self, asked: &str) -> Result<Event> {
        let (name, at) = asked.split_once('@').map_or((asked, None), |(name, at)| (name, Some(at)));
        let wrong = |at: &str| {
            Error::question(format!("column `{name}` has no step `{at}`"))
                .with_hint("steps are whole numbers from 1: win@3")
        };
        let at = at.map(|at| at.parse().map_err(|_| wrong(at))).transpose()?;
        Ok(Event { column: Some(name.to_owned()), at, ..self })
    }

    /// Returns whether it differs from the success that the rule defines.
    pub fn is_asked(&self) -> bool {
        self.which != Which::Success
    }

    /// Returns the index of its column among the histograms of a case, or `None` if there is no
    /// such column.
    pub fn place(&self, columns: &[Column]) -> Option<usize> {
        let Some(name) = &self.column else {
            let usual = columns.iter().position(|column| column.success.is_some()).unwrap_or(0);
            return (!columns.is_empty()).then_some(usual);
        };
        let here = |column: &Column| {
            column.name == name.as_str() && self.at.is_none_or(|at| column.at == Some(at))
        };
        columns.iter().position(here)
    }

    /// Returns whether this histogram belongs to its column.
    pub fn is_about(&self, columns: &[Column], place: usize) -> bool {
        self.place(columns).is_some_and(|own| {
            let (own, other) = (&columns[own], &columns[place]);
            own.name == other.name && (self.at.is_none() || own.at == other.at)
        })
    }

    /// Returns the selected scores of a column; `None` if it has no success, or no such rung.
    pub fn scores(&self, column: &Column) -> Option<RangeInclusive<i32>> {
        match &self.which {
            Which::Success => column.success.map(Success::scores),
            Which::AtLeast(score) => Some(Success::AtLeast(*score).scores()),
            Which::AtMost(score) => Some(Success::AtMost(*score).scores()),
            Which::Exactly(score) => Some(*score..=*score),
            Which::Better(_) if !column.scale.is_ordered() => None,
            Which::Rung(rung) | Which::Better(rung) if column.scale.is_ordered() => {
                rung.score(column).map(|score| Success::AtLeast(score).scores())
            }
            Which::Rung(rung) | Which::Only(rung) | Which::Better(rung) => {
                rung.score(column).map(|score| score..=score)
            }
        }
    }

    /// Returns the index of its histogram in a case, and the selected scores.
    pub fn target(&self, columns: &[Column]) -> Option<(usize, RangeInclusive<i32>)> {
        let place = self.place(columns)?;
        Some((place, self.scores(&columns[place])?))
    }

    /// Returns the scores that are a success of a histogram when this event is requested: its own
    /// scores in its column, in other columns the column's success.
    pub fn success_of(&self, columns: &[Column], place: usize) -> Option<RangeInclusive<i32>> {
        if self.is_asked() && self.is_about(columns, place) {
            return self.scores(&columns[place]);
        }
        columns[place].success.map(Success::scores)
    }

    /// Resolves the event in all cases: checks that its column and its rung exist.
    ///
    /// A rung without a column is searched in all columns with rungs. `of` names the cases in error
    /// messages.
    ///
    /// # Errors
    /// If no case has the column or the rung, or only some of them do.
    pub fn settled<'c>(
        self,
        cases: impl IntoIterator<Item = &'c [Column]>,
        of: &str,
    ) -> Result<Event> {
        self.settled_in(&cases.into_iter().collect::<Vec<_>>(), of)
    }

    fn settled_in<'c>(mut self, cases: &[&'c [Column]], of: &str) -> Result<Event> {
        let all = || cases.iter().copied();
        if let Some(name) = &self.column {
            self.find_column(name, all().flatten(), of)?;
        }
        if let Some((name, score)) = self.which.numbered() {
            let called = |column: &Column| column.scale.names().iter().any(|other| other == name);
            let shown = |columns: &'c [Column]| self.place(columns).map(|place| &columns[place]);
            if !all().filter_map(shown).any(called) {
                self.which = score;
            }
        }
        if let Which::Rung(rung) | Which::Only(rung) | Which::Better(rung) = &self.which {
            let has = |column: &Column| column.scale.names().iter().any(|name| *name == rung.name);
            let shown = |columns: &&'c [Column]| {
                self.place(columns).is_some_and(|place| has(&columns[place]))
            };
            if self.column.is_none() && !all().any(|columns| shown(&columns)) {
                let found = all().flatten().find(|column| has(column));
                self.column = found.map(|column| column.name.to_string());
            }
            let rung = rung.name.clone();
            self = self.with_rung(&rung, all(), of)?;
            self.ordered(all(), of)?;
        }
        if let Which::AtLeast(score) | Which::AtMost(score) | Which::Exactly(score) = self.which {
            self.ordered(all(), of)?;
            let place = |columns: &'c [Column]| Some(&columns[self.place(columns)?]);
            let misses = |column: &&'c Column| {
                !column.scale.names().is_empty() && column.scale.place(score).is_none()
            };
            if let Some(column) = all().filter_map(place).find(misses) {
                let message = format!("column `{}` of {of} has no score {score}", column.name);
                let hint = "say which with " + Parameter::OF + format!(": {}", listed(column));
                return Err(Error::question(message).with_hint(hint));
            }
        }
        Ok(self)
    }

    /// Returns an error if an event that needs an order selects from an unordered scale.
    fn ordered<'c>(&self, cases: impl Iterator<Item = &'c [Column]>, of: &str) -> Result<()> {
        if !matches!(self.which, Which::AtLeast(_) | Which::AtMost(_) | Which::Better(_)) {
            return Ok(());
        }
        let mut columns = cases.filter_map(|columns| Some(&columns[self.place(columns)?]));
        columns
            .find(|column| !column.scale.is_ordered())
            .map_or(Ok(()), |column| Err(no_order(column, of)))
    }

    fn find_column<'c>(
        &self,
        name: &str,
        columns: impl Iterator<Item = &'c Column> + Clone,
        of: &str,
    ) -> Result<()> {
        let named = |column: &&Column| column.name == name;
        if columns.clone().find(named).is_none() {
            let names = columns.map(|column| &*column.name);
            return Err(Error::unknown("column", name, of, names));
        }
        let Some(at) = self.at else { return Ok(()) };
        if columns.clone().filter(named).any(|column| column.at == Some(at)) {
            return Ok(());
        }
        let error = Error::question(format!("column `{name}` of {of} has no step `{at}`"));
        Err(match columns.filter(named).filter_map(|column| column.at).max() {
            Some(last) => error.with_hint(format!("it has 1 to {last}")),
            None => error.with_hint("it has no steps: leave out `@`"),
        })
    }

    /// Sets the index of its rung on the ladder that has it.
    fn with_rung<'c>(
        mut self,
        rung: &str,
        cases: impl Iterator<Item = &'c [Column]> + Clone,
        of: &str,
    ) -> Result<Event> {
        let ladders = || cases.clone().filter_map(|columns| Some(&columns[self.place(columns)?]));
        let place = ladders().find_map(|column| {
            let names = column.scale.names();
            Some((names.iter().position(|name| *name == rung)? as i32, names.len()))
        });
        if place.is_none() {
            let plain = ladders().all(|column| column.scale.names().is_empty());
            let error = match self.column.as_ref().filter(|_| plain) {
                Some(name) => Error::question(format!(
                    "the results of column `{name}` of {of} \
                    are numbers"
                )),
                None => {
                    let names = cases.clone().flatten().flat_map(|column| column.scale.names());
                    let names: Vec<&str> = names.map(|name| &**name).collect();
                    let error = Error::unknown("result", rung, of, names.iter().copied());
                    if !names.is_empty() {
                        return Err(error);
                    }
                    error
                }
            };
            let hint = "use a number with " + Parameter::AT_LEAST + " or " + Parameter::AT_MOST;
            return Err(error.with_hint(hint));
        }
        let settled = Rung { name: rung.to_owned(), place };
        if let Some(column) = ladders().find(|column| settled.score(column).is_none()) {
            let message = format!("some cases have no result `{rung}`; theirs: {}", listed(column));
            return Err(Error::question(message).with_hint("choose a result that all cases have"));
        }
        self.which = match self.which {
            Which::Only(_) => Which::Only(settled),
            Which::Better(_) => Which::Better(settled),
            _ => Which::Rung(settled),
        };
        Ok(self)
    }
}

/// Returns the error for an unordered column of which better or worse results were requested.
pub fn no_order(column: &Column, of: &str) -> Error {
    let name = &column.name;
    let names = column.scale.names().iter().map(|name| format!("\"{name}\""));
    let rungs = names.collect::<Vec<_>>().join(", ");
    let ladder = match &**name {
        "result" => format!("`ladder = [{rungs}]`"),
        list => format!("`ladders = {{ {list} = [{rungs}] }}`"),
    };
    let order = match column.scale.is_scored() {
        true => format!(", or give the rule its order, worst to best: {ladder}"),
        false => String::new(),
    };
    Error::question(format!(
        "the results `{name}` of {of} have no order, so none is better than another"
    ))
    .with_hint(format!("ask for one result alone{order}"))
}

/// Returns the rungs of a column, for a hint.
fn listed(column: &Column) -> String {
    column.scale.names().iter().map(|name| &**name).collect::<Vec<&str>>().join(", ")
}

/// The scores that a mark of a chart or a cell of a table sums up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Each score alone.
    #[default]
    Exactly,
    /// The score and all above.
    AtLeast,
    /// The score and all below.
    AtMost,
}

impl View {
    /// The names of the views.
    pub const NAMES: [(&'static str, View); 3] =
        [("exactly", View::Exactly), ("at-least", View::AtLeast), ("at-most", View::AtMost)];

    /// Returns the scores that the mark at `score` sums up.
    pub fn around(self, score: i32) -> RangeInclusive<i32> {
        match self {
            View::Exactly => score..=score,
            View::AtLeast => Success::AtLeast(score).scores(),
            View::AtMost => Success::AtMost(score).scores(),
        }
    }

    /// Returns the words that follow a column's name in a heading.
    pub fn words(self) -> &'static str {
        match self {
            View::Exactly => "",
            View::AtLeast => " at least",
            View::AtMost => " at most",
        }
    }
}
