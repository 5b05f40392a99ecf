//! AnyDice programs as checks: each output is a case, selected by name.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use oddsmith_anydice::{Budget, Notice, Output, Report, run};
use oddsmith_base::{About, Error, Result};
use oddsmith_engine::odds::{Check, KnownLaw};
use oddsmith_registry::{Build, Definition, Entry, Field, Kind, Settings, legible};

/// The id of the check whose rule is a program in a file.
pub const ID: &str = "anydice";

const SOURCE: &str = "an AnyDice program";

const PROGRAM: Field = Field {
    kind: Kind::File { words: &[], about: "a file with an AnyDice program" },
    ..Field::text("program", "a file", |_| Ok(()), "the program, as it is saved on anydice.com")
}
.required("program.txt")
.verbatim()
.source(SOURCE);

const OUTPUT: Field = Field::text(
    "output",
    "the name of an output, or its number from 1",
    legible,
    "the output to compute; only: there is just one",
)
.default("only")
.verbatim()
.source(SOURCE);

/// The name of the column: the value of an output.
const COLUMN: &str = "value";

/// The outputs of an AnyDice program, with unique names.
#[derive(Debug)]
pub struct Outputs {
    /// The report that they come from.
    pub report: Report,
    names: Vec<String>,
}

impl Outputs {
    /// Creates the outputs of a program that ran: names are made displayable, and repeated ones
    /// numbered.
    pub fn of(report: Report) -> Outputs {
        let mut names: Vec<String> = Vec::new();
        for (place, output) in report.outputs.iter().enumerate() {
            let seen =
                |letter: char| if legible(&letter.to_string()).is_ok() { letter } else { ' ' };
            let name: String = output.name.chars().map(seen).collect();
            let name = match name.trim() {
                "" => format!("output {}", place + 1),
                name => name.to_owned(),
            };
            let same = |other: &&String| {
                **other == name
                    || other.strip_prefix(&*name).is_some_and(|rest| rest.starts_with(" ("))
            };
            let name = match names.iter().filter(same).count() {
                0 => name,
                count => format!("{name} ({})", count + 1),
            };
            names.push(name);
        }
        Outputs { report, names }
    }

    /// Returns their names, in the order of the program.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the output selected by a text: its name, or its number from 1.
    ///
    /// # Errors
    /// If there is none, or if `only` is given and there are several.
    pub fn named(&self, text: &str) -> Result<&Output> {
        let outputs = &self.report.outputs;
        if let Some(place) = self.names.iter().position(|name| name == text) {
            return Ok(&outputs[place]);
        }
        let about = About::value(OUTPUT.name);
        match (text, &outputs[..]) {
            (_, []) => {
                let error = Error::question("the program has no output");
                Err(error.with_hint("add one: `output 3d6`").about(about))
            }
            ("only", [output]) => Ok(output),
            ("only", _) => {
                let hint = format!("its outputs: {}", self.names.join(", "));
                let count = outputs.len();
                let error = Error::question(format!("the program has {count} outputs: choose one"));
                Err(error.with_hint(hint).about(about))
            }
            _ => {
                let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                number.and_then(|place| outputs.get(place)).ok_or_else(|| {
                    let known = self.names.iter().map(String::as_str);
                    Error::unknown("output", text, "the program", known).about(about)
                })
            }
        }
    }

    /// Returns the check of an output.
    fn check(&self, name: &str) -> Result<Box<dyn Check>> {
        let output = self.named(name)?;
        let weight = |(outcome, weight): &(i64, _)| {
            Some((i32::try_from(*outcome).ok()?, Clone::clone(weight)))
        };
        let weights: Option<Vec<_>> = output.outcomes.iter().map(weight).collect();
        let weights = weights.ok_or_else(|| {
            let message = format!("outcomes of `{}` lie beyond {}", output.name, i32::MAX);
            Error::question(message)
                .with_hint("print JSON or the export of AnyDice, which show all numbers")
        })?;
        let warnings = self.report.warnings.iter().map(notice_text).collect::<Vec<_>>();
        let remark = (!warnings.is_empty()).then(|| warnings.join("; "));
        Ok(Box::new(KnownLaw::new(COLUMN, &weights)?.noted(remark)))
    }
}

/// Formats a warning with its line.
pub fn notice_text(notice: &Notice) -> String {
    format!("{} (line {})", notice.message, notice.line)
}

/// Returns the check of a program that ran, whose cases are its outputs.
pub fn of_outputs(outputs: Arc<Outputs>) -> Arc<Entry> {
    const FIELDS: &[&[Field]] = &[&[OUTPUT]];
    made(FIELDS, move |set| outputs.check(&set.value(&OUTPUT).to_string()))
}

/// Returns the check whose rule is a program in a file, with paths relative to this folder.
pub(super) fn of_files(folder: Option<&Path>) -> Arc<Entry> {
    const FIELDS: &[&[Field]] = &[&[PROGRAM, OUTPUT]];
    let folder = folder.unwrap_or(Path::new("")).to_owned();
    // A program runs once, however many of its outputs are requested.
    let known: Mutex<HashMap<PathBuf, Arc<Outputs>>> = Mutex::default();
    made(FIELDS, move |set| {
        let path = folder.join(set.value(&PROGRAM).to_string());
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let outputs = match known.get(&path) {
            Some(outputs) => Arc::clone(outputs),
            None => {
                let about = |error: Error| error.about(About::value(PROGRAM.name));
                let program = oddsmith_base::file::read(&path).map_err(about)?;
                let report = run(&program, &Budget::default());
                let report = report.map_err(|error| error.in_file(&path))?;
                let outputs = Arc::new(Outputs::of(report));
                known.insert(path, Arc::clone(&outputs));
                outputs
            }
        };
        drop(known);
        outputs.check(&set.value(&OUTPUT).to_string())
    })
}

fn made(
    fields: &'static [&'static [Field<'static>]],
    build: impl Fn(&Settings) -> Result<Box<dyn Check>> + Send + Sync + 'static,
) -> Arc<Entry> {
    let definition = Definition {
        id: ID,
        title: "AnyDice program",
        about: "An output of a program in AnyDice's language.",
        source: SOURCE,
        luck: "one of the outcomes, by its chance",
        fields,
        ..Definition::PLAIN
    };
    Arc::new(Entry { build: Build::Made(Arc::new(build)), ..definition.entry() })
}
