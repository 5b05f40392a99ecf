//! Parser of saved outcomes, which rejects values that no outcomes frame contains.

use std::collections::BTreeMap;
use std::ops::Range;
use std::str::FromStr;

use super::baseline::{Baseline, Histogram, case_key, name};
use oddsmith_base::{Error, Parameter, Phrase, Result};
use oddsmith_engine::odds::Sampled;
use oddsmith_text::{Record, records};

/// Columns that are parsed.
const COLUMNS: [&str; 12] = [
    "check", "label", "column", "at", "score", "outcome", "exact", "hits", "trials", "share",
    "low", "high",
];

/// Tolerance for the sum of a histogram's shares and for shares outside their interval: more than
/// rounding to nine digits causes, less than any relevant cut or edit.
const ROUNDING: f64 = 1e-6;

/// Error of a row, and the index of the cell at fault.
type Wrong = (Error, usize);

impl Baseline {
    /// Parses the CSV form of an outcomes frame, which may begin with a byte order mark.
    ///
    /// # Errors
    /// If the text is not CSV, lacks a column of the frame, or has an invalid value; with line and
    /// column.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_expectations::baseline::Baseline;
    ///
    /// let heading = "check,label,column,at,score,outcome,exact,hits,trials,share,low,high\n";
    /// let row = "house.roll,a d2,margin,,0,,0.5,,,,,\nhouse.roll,a d2,margin,,1,,0.5,,,,,\n";
    /// assert!(Baseline::read(&format!("{heading}{row}")).is_ok());
    /// let error = Baseline::read(&format!("{heading}{}", row.replace("1,,0.5", "1,,NaN"))).unwrap_err();
    /// assert_eq!(error.to_string(), "`NaN` is not a number from 0 to 1 (line 3, column 28)");
    /// ```
    pub fn read(text: &str) -> Result<Baseline> {
        // Spreadsheet programs add a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let apart = |record: Record| (record.cells, record.spans);
        let (rows, spans): (Vec<_>, Vec<Vec<Range<usize>>>) =
            records(text)?.into_iter().map(apart).unzip();
        Baseline::of(rows, |error, row, place| error.at_span(text, spans[row][place].clone()))
    }

    /// Parses the rows of an outcomes frame as texts; the first has the names of its columns.
    ///
    /// # Errors
    /// If a column of the frame is missing, or a value is invalid; with the row.
    pub fn of_rows(rows: impl IntoIterator<Item = Vec<String>>) -> Result<Baseline> {
        Baseline::of(rows, |error, row, _| error.at(format!("row {row}")))
    }

    /// Parses rows; `at` adds the position of a cell to an error.
    fn of(
        rows: impl IntoIterator<Item = Vec<String>>,
        at: impl Fn(Error, usize, usize) -> Error,
    ) -> Result<Baseline> {
        let saved = Parameter::SAVE.to("outcomes.csv");
        let hint: Phrase = "keep what `run` writes, or what `odds` does with " + saved;
        let mut rows = rows.into_iter();
        let heading = rows.next().unwrap_or_default();
        let place = |name: &str| {
            heading.iter().position(|known| known == name).ok_or_else(|| {
                Error::question(format!("the saved outcomes have no column `{name}`"))
                    .with_hint(hint.clone())
            })
        };
        let columns = COLUMNS.map(place).into_iter().collect::<Result<Vec<_>>>()?;
        let columns = columns.try_into().expect("each has a place");
        let fields = heading.iter().enumerate();
        let fields = fields.filter_map(|(place, name)| Some((place, name.strip_prefix("set.")?)));
        let fields: Vec<(usize, &str)> = fields.collect();
        let mut baseline = Baseline::default();
        for (row, cells) in (1..).zip(rows) {
            let row = Row { number: row, cells: &cells, columns: &columns, fields: &fields };
            let added = match cells.len() == heading.len() {
                true => baseline.add(&row),
                false => {
                    let (cells, all) = (cells.len(), heading.len());
                    row.wrong(0, format!("a row of {cells} cells under {all} columns"))
                }
            };
            added.map_err(|(error, place)| at(error, row.number, place).with_hint(hint.clone()))?;
        }
        for ((name, _), histogram) in baseline.cases.values().flatten() {
            let sum: f64 = histogram.shares.values().map(|share| share.value).sum();
            if (sum - 1.0).abs() > ROUNDING {
                let error = format!("the shares of `{name}` add up to {sum:.6} and not to 1");
                return Err(at(Error::question(error), histogram.row, 0).with_hint(hint));
            }
        }
        Ok(baseline)
    }

    fn add(&mut self, row: &Row<'_>) -> std::result::Result<(), Wrong> {
        let [check, label, column, at, score, outcome, exact, hits, trials, share, low, high] =
            *row.columns;
        let text = |place: usize| row.cells[place].as_str();
        let known = match (row.share(exact)?, row.sampled([hits, trials, share, low, high])?) {
            (Some(value), _) => Sampled { value, low: value, high: value },
            (None, Some(sampled)) => sampled,
            (None, None) => return row.wrong(exact, "a row has no share"),
        };
        row.number::<u32>(at, "an index")?;
        let outcome = (row.number(score, "a whole number")?, name(text(outcome)));
        let set = row.fields.iter().map(|(place, field)| (*field, text(*place)));
        let case = self.cases.entry(case_key(text(check), text(label), set)).or_default();
        let column = case.entry((name(text(column)), text(at).to_owned()));
        let histogram =
            column.or_insert_with(|| Histogram { row: row.number, shares: BTreeMap::new() });
        match histogram.shares.insert(outcome, known) {
            Some(_) => row.wrong(score, "an outcome has two rows"),
            None => Ok(()),
        }
    }
}

/// Row of saved outcomes.
struct Row<'a> {
    /// Number of the row, from 1.
    number: usize,
    cells: &'a [String],
    /// Indices of [`COLUMNS`] in the row.
    columns: &'a [usize; COLUMNS.len()],
    /// Swept fields with their indices.
    fields: &'a [(usize, &'a str)],
}

impl Row<'_> {
    fn wrong<T>(&self, place: usize, what: impl Into<Phrase>) -> std::result::Result<T, Wrong> {
        Err((Error::question(what), place))
    }

    /// Parses a number; `None` for an empty cell.
    fn number<T: FromStr>(
        &self,
        place: usize,
        what: &str,
    ) -> std::result::Result<Option<T>, Wrong> {
        let text = &self.cells[place];
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) if text.is_empty() => Ok(None),
            Err(_) => self.wrong(place, format!("`{text}` is not {what}")),
        }
    }

    /// Parses a share; `None` for an empty cell.
    fn share(&self, place: usize) -> std::result::Result<Option<f64>, Wrong> {
        const WHAT: &str = "a number from 0 to 1";
        match self.number(place, WHAT)? {
            Some(share) if !(0.0..=1.0).contains(&share) => {
                self.wrong(place, format!("`{}` is not {WHAT}", self.cells[place]))
            }
            share => Ok(share),
        }
    }

    /// Parses sampled counts and shares; `None` if all of these cells are empty.
    fn sampled(
        &self,
        [hits, trials, share, low, high]: [usize; 5],
    ) -> std::result::Result<Option<Sampled>, Wrong> {
        let counts = [hits, trials].map(|place| self.number::<u64>(place, "a count"));
        let shares = [share, low, high].map(|place| self.share(place));
        let ([count, of], [value, least, most]) = (counts, shares);
        match (count?, of?, value?, least?, most?) {
            (None, None, None, None, None) => Ok(None),
            (Some(count), Some(of), Some(value), Some(least), Some(most)) => match () {
                () if count > of => self.wrong(hits, format!("{count} hits in {of} trials")),
                () if value < least - ROUNDING || value > most + ROUNDING => {
                    let error = format!("the share {value} is not from {least} to {most}");
                    self.wrong(share, error)
                }
                () => Ok(Some(Sampled { value, low: least, high: most })),
            },
            _ => self.wrong(
                hits,
                "a row has some of `hits`, `trials`, `share`, `low` and `high`, but not all",
            ),
        }
    }
}
