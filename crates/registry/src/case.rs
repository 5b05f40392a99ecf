//! A case: a check with its numbers filled in, ready to be asked.

use std::sync::{Arc, OnceLock};

use super::cast::CAST;
use super::value::plain;
use super::{Entry, Field, Kind, Names, Settings, Value};
use oddsmith_base::{Error, ErrorKind, Result};
use oddsmith_engine::chance::{Scripted, Stream};
use oddsmith_engine::odds::{
    Check, Event, Laws, Precision, Progress, Sample, SingleColumn, Success, Tale, Tallies, sample,
    sample_until,
};
use oddsmith_engine::rule::Column;

/// A check at one point: what a question asks about.
pub struct Case {
    /// The check.
    pub entry: Arc<Entry>,
    /// Its fields.
    pub settings: Settings,
    check: Box<dyn Check>,
    /// Made when they are asked for: of a million cases they would take most of the memory.
    columns: OnceLock<Vec<Column>>,
}

impl Case {
    /// The case of `entry` with these settings.
    ///
    /// # Errors
    /// If the settings do not go together.
    pub fn new(entry: Arc<Entry>, settings: Settings) -> Result<Case> {
        let check = entry.build.of(&settings)?;
        Ok(Case { entry, columns: OnceLock::new(), settings, check })
    }

    /// The same case, played by the plain rule also where it has a kernel: other numbers for the
    /// same seed, as true as the kernel's.
    pub fn plain(self) -> Case {
        Case { check: Box::new(SingleColumn::plain(self.check)), ..self }
    }

    /// The same case, asked for the column alone that an event is about: its exact law takes only
    /// what that column needs, and it plays the same trials. The whole case where that is not one
    /// column of its own name.
    pub fn about(self, event: &Event) -> Case {
        let all = self.check.columns();
        let name = event.place(self.columns()).map(|place| &self.columns()[place].name);
        let here = |column: &Column| name.is_some_and(|name| column.name == *name);
        let mut places = (0..all.len()).filter(|&place| here(&all[place]));
        let (Some(place), None) = (places.next(), places.next()) else { return self };
        let check = Box::new(SingleColumn::new(self.check, place));
        Case { columns: OnceLock::new(), check, ..self }
    }

    /// What is counted: each column once, an indexed one at each of its steps.
    pub fn columns(&self) -> &[Column] {
        self.columns.get_or_init(|| self.check.columns().histograms())
    }

    /// The histogram that answers for it, the first that has a success, and what that is.
    pub fn success(&self) -> Option<(usize, Success)> {
        self.columns().iter().enumerate().find_map(|(place, column)| Some((place, column.success?)))
    }

    /// The rule itself.
    pub fn check(&self) -> &dyn Check {
        &*self.check
    }

    /// What tells this question from all others, which its random streams start from: the check's
    /// id and the fields that
    /// differ from their default, sorted.
    pub fn identity(&self) -> String {
        let fields = self.settings.telling();
        std::iter::once(self.entry.id.to_string())
            .chain(fields.iter().map(|(name, value)| format!(" {name}={value}")))
            .collect()
    }

    /// The files that its fields name.
    pub fn files(&self) -> Vec<String> {
        let named = |field: Field| match field.kind {
            Kind::File { words, .. } => {
                let value = self.settings.value(&field).to_string();
                (!words.contains(&&*value)).then_some(value)
            }
            _ => None,
        };
        self.entry.fields.iter().filter_map(named).collect()
    }

    /// The exact laws of its columns, from at most `budget` branches.
    ///
    /// # Errors
    /// If that is more than the budget.
    pub fn law(&self, budget: u64) -> Result<Laws> {
        if self.entry.sampled {
            return Err(Error::too_large("any budget allows"));
        }
        self.check.law(budget).map_err(|error| match error.kind() {
            ErrorKind::Question => self.playable().err().unwrap_or(error),
            _ => error,
        })
    }

    /// Whether it can be played: where next to no trial counts, nobody waits for one.
    ///
    /// # Errors
    /// If it can't, with what to ask in its place.
    pub fn playable(&self) -> Result<()> {
        self.check.playable()
    }

    /// Plays it, if it is [`Case::playable`].
    ///
    /// # Errors
    /// If a trial scores off the scale of a column.
    pub fn sample(&self, run: Sample) -> Result<Tallies> {
        self.sample_watched(run, &Progress::default())
    }

    /// Plays it, for someone who watches.
    ///
    /// # Errors
    /// If a trial scores off the scale of a column.
    pub fn sample_watched(&self, run: Sample, progress: &Progress) -> Result<Tallies> {
        sample(&*self.check, &self.identity(), run, progress)
    }

    /// Plays it until the interval of a share is narrow enough.
    ///
    /// # Errors
    /// If a trial scores off the scale of a column.
    pub fn sample_until(
        &self,
        seed: u64,
        until: Precision,
        progress: &Progress,
    ) -> Result<Tallies> {
        sample_until(&*self.check, &self.identity(), seed, until, progress)
    }

    /// One resolution with the luck of a script.
    ///
    /// # Errors
    /// If the script is not just what the check asks for.
    pub fn tell_scripted(&self, script: Scripted) -> Result<Tale> {
        self.check.tell_scripted(script)
    }

    /// One resolution with drawn luck: the first trial of a run by the plain rule with this seed.
    pub fn tell_sampled(&self, seed: u64) -> Tale {
        self.check.tell_sampled(&Stream::new(seed, &self.identity()))
    }
}

impl Entry {
    /// A case of this check: its fields filled in from pairs of name and text.
    ///
    /// # Errors
    /// If a field is unknown, missing or wrong, or if the fields do not go together.
    pub fn case<'a>(
        self: &Arc<Self>,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Case> {
        let given = given.into_iter().map(|(name, text)| (name, Value::guess(text)));
        self.case_with(given, &Names::default())
    }

    /// The same from pairs of name and value, where some numbers have names of one's own.
    ///
    /// # Errors
    /// As [`Entry::case`].
    pub fn case_with<'a>(
        self: &Arc<Self>,
        given: impl IntoIterator<Item = (&'a str, Value)>,
        names: &Names,
    ) -> Result<Case> {
        let given: Vec<(&str, Value)> = given.into_iter().collect();
        let cast = given.iter().find(|(name, _)| self.cast.is_some() && plain(name) == CAST.name);
        let cast = cast.map(|(name, value)| (*name, value.to_string()));
        let entry = self.with_cast(cast.iter().map(|(name, path)| (*name, &**path)), None)?;
        let settings = Settings::read(entry.called(), &entry.fields, given, names)?;
        Case::new(entry, settings)
    }

    /// A case with example values.
    ///
    /// # Errors
    /// If an example does not fit, which a test rules out.
    pub fn example(self: &Arc<Self>) -> Result<Case> {
        Case::new(Arc::clone(self), Settings::example(&self.id, &self.fields)?)
    }
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Case").field("identity", &self.identity()).finish_non_exhaustive()
    }
}
