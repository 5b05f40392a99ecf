//! Cases: a check with its fields filled in, ready to be computed.

use std::sync::{Arc, OnceLock};

use super::cast::CAST;
use super::value::plain;
use super::{Entry, Field, Kind, Names, Settings, Value};
use oddsmith_base::{Error, ErrorKind, Result};
use oddsmith_engine::chance::{Scripted, Stream};
use oddsmith_engine::odds::{
    Check, Event, Laws, Precision, Progress, Resolution, Sample, SingleColumn, Success, Tallies,
    sample, sample_until,
};
use oddsmith_engine::rule::Column;

/// A check at one point of its fields: the object of a question.
pub struct Case {
    /// The check.
    pub entry: Arc<Entry>,
    /// The values of its fields.
    pub settings: Settings,
    check: Box<dyn Check>,
    /// Computed lazily: for a million cases they would take most of the memory.
    columns: OnceLock<Vec<Column>>,
}

impl Case {
    /// Creates the case of `entry` with these settings.
    ///
    /// # Errors
    /// If the settings are inconsistent.
    pub fn new(entry: Arc<Entry>, settings: Settings) -> Result<Case> {
        let check = entry.build.of(&settings)?;
        Ok(Case { entry, columns: OnceLock::new(), settings, check })
    }

    /// Disables the kernel, so that the plain rule is sampled: different counts for the same seed,
    /// from the same distribution.
    pub fn plain(self) -> Case {
        Case { check: Box::new(SingleColumn::plain(self.check)), ..self }
    }

    /// Restricts the case to the column of an event: its exact law takes only the work for that
    /// column, and it plays the same trials. The case is unchanged if its name does not identify a
    /// single column.
    pub fn about(self, event: &Event) -> Case {
        let all = self.check.columns();
        let name = event.place(self.columns()).map(|place| &self.columns()[place].name);
        let here = |column: &Column| name.is_some_and(|name| column.name == *name);
        let mut places = (0..all.len()).filter(|&place| here(&all[place]));
        let (Some(place), None) = (places.next(), places.next()) else { return self };
        let check = Box::new(SingleColumn::new(self.check, place));
        Case { columns: OnceLock::new(), check, ..self }
    }

    /// Returns the counted histograms: each column once, an indexed one at each of its steps.
    pub fn columns(&self) -> &[Column] {
        self.columns.get_or_init(|| self.check.columns().histograms())
    }

    /// Returns the index of the primary histogram, the first that has a success, and its success.
    pub fn success(&self) -> Option<(usize, Success)> {
        self.columns().iter().enumerate().find_map(|(place, column)| Some((place, column.success?)))
    }

    /// Returns the rule.
    pub fn check(&self) -> &dyn Check {
        &*self.check
    }

    /// Returns the identity of the question, from which its random streams are derived: the check's
    /// id and the fields that differ from their default, sorted.
    pub fn identity(&self) -> String {
        let fields = self.settings.telling();
        std::iter::once(self.entry.id.to_string())
            .chain(fields.iter().map(|(name, value)| format!(" {name}={value}")))
            .collect()
    }

    /// Returns the files named by its fields.
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

    /// Returns the exact laws of its columns, from at most `budget` branches.
    ///
    /// # Errors
    /// If it takes more than the budget.
    pub fn law(&self, budget: u64) -> Result<Laws> {
        if self.entry.sampled {
            return Err(Error::too_large("any budget allows"));
        }
        self.check.law(budget).map_err(|error| match error.kind() {
            ErrorKind::Question => self.playable().err().unwrap_or(error),
            _ => error,
        })
    }

    /// Checks that the case can be sampled; one of which almost no trial counts would take too
    /// long.
    ///
    /// # Errors
    /// If it can't, with a hint on what to request instead.
    pub fn playable(&self) -> Result<()> {
        self.check.playable()
    }

    /// Samples the case, which must be [`Case::playable`].
    ///
    /// # Errors
    /// If a trial scores off the scale of a column.
    pub fn sample(&self, run: Sample) -> Result<Tallies> {
        self.sample_watched(run, &Progress::default())
    }

    /// Samples the case, reporting progress.
    ///
    /// # Errors
    /// If a trial scores off the scale of a column.
    pub fn sample_watched(&self, run: Sample, progress: &Progress) -> Result<Tallies> {
        sample(&*self.check, &self.identity(), run, progress)
    }

    /// Samples the case until the interval of a probability is narrow enough.
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

    /// Plays one resolution with the luck of a script.
    ///
    /// # Errors
    /// If the script does not match the draws of the check.
    pub fn transcript_of_script(&self, script: Scripted) -> Result<Resolution> {
        self.check.transcript_of_script(script)
    }

    /// Plays one resolution with random luck: the first trial of a run of the plain rule with this
    /// seed.
    pub fn transcript_of_stream(&self, seed: u64) -> Resolution {
        self.check.transcript_of_stream(&Stream::new(seed, &self.identity()))
    }
}

impl Entry {
    /// Creates a case of this check from pairs of field name and text.
    ///
    /// # Errors
    /// If a field is unknown, missing or invalid, or if the fields are inconsistent.
    pub fn case<'a>(
        self: &Arc<Self>,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Case> {
        let given = given.into_iter().map(|(name, text)| (name, Value::guess(text)));
        self.case_with(given, &Names::default())
    }

    /// Creates a case from pairs of name and value, with user-defined names for numbers.
    ///
    /// # Errors
    /// See [`Entry::case`].
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

    /// Creates a case with example values.
    ///
    /// # Errors
    /// If an example is invalid, which a test rules out.
    pub fn example(self: &Arc<Self>) -> Result<Case> {
        Case::new(Arc::clone(self), Settings::example(&self.id, &self.fields)?)
    }
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Case").field("identity", &self.identity()).finish_non_exhaustive()
    }
}
