//! Creation of a document: all files of its folder are built before the first is saved.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::plain::plain;
use super::precision::{failures, failures_in_markdown, precision_summary};
use super::template::{DocumentText, image};
use super::{claims, marks, trial_rendering};
use oddsmith_answers::csv::{Csv, swept};
use oddsmith_answers::{Results, check_precision, trial_run};
use oddsmith_base::{Error, Result};
use oddsmith_charts::{Drawing, drawing, sketch};
use oddsmith_engine::odds::Progress;
use oddsmith_expectations::{Judgement, judge};
use oddsmith_expressions::Expressions;
use oddsmith_files::{self as file, RequestFiles, Transaction, stale};
use oddsmith_registry::document;
use oddsmith_scenario::{Chart, Effort, Scenario};
use oddsmith_text::code;

/// Name of the file with all outcomes.
pub(super) const OUTCOMES: &str = "outcomes.csv";

/// Name of the self-contained HTML page.
pub const PAGE: &str = "index.html";

/// Scenario to be turned into a document.
#[derive(Debug)]
pub struct DocumentRequest {
    /// Name of the document's folder.
    pub name: String,
    /// Scenario.
    pub scenario: Scenario,
    /// File of the scenario.
    pub file: PathBuf,
    /// All files that were read for the document, including texts, casts, decks and programs.
    pub inputs: Vec<PathBuf>,
    /// Text of the document and its file; without one, a default text is generated.
    pub words: Option<(PathBuf, String)>,
    /// Effort of the answers.
    pub effort: Effort,
    /// Command that reproduces the document.
    pub command: String,
    /// True to add Parquet files of the frames to the folder.
    pub frames: bool,
}

/// Names of the files of a folder, without its charts.
const OUTPUTS: [&str; 6] =
    ["README.md", PAGE, OUTCOMES, "outcomes.parquet", "summary.parquet", "strategies.parquet"];

/// Document whose files are built but not saved.
#[derive(Debug, Default)]
pub struct Document {
    /// Name of the document's folder.
    pub name: String,
    /// Text of the document.
    pub words: DocumentText,
    /// Charts.
    pub charts: Vec<Drawing>,
    /// Sentences about the precision of the results.
    pub how_sure: String,
    /// Verdicts on the expectations.
    pub judgements: Vec<Judgement>,
    /// Command that reproduces the document.
    pub command: String,
    /// Number of simulated trials, without those that only decide expectations.
    pub trials: u64,
    /// Name and content of each file.
    pub files: Vec<(String, Vec<u8>)>,
    /// Names of files that were saved while the document was built, because it has very many cases.
    pub streamed: Vec<String>,
}

impl DocumentRequest {
    /// Reads the scenario of a folder, and its text if there is a `report.md`; `command` reproduces
    /// the document.
    ///
    /// # Errors
    /// If the scenario can't be read.
    pub fn of_folder(folder: &Path, name: &str, command: &str) -> Result<DocumentRequest> {
        DocumentRequest::read(
            &folder.join("scenario.toml"),
            &folder.join("report.md"),
            name,
            command,
        )
    }

    /// Reads a scenario file, and its text if there is one in the same folder: FILE.md, or
    /// report.md for scenario.toml.
    ///
    /// # Errors
    /// If the scenario can't be read.
    pub fn of_file(path: &Path, name: &str, command: &str) -> Result<DocumentRequest> {
        let report = path.file_name().is_some_and(|name| name == "scenario.toml");
        let own = path.with_extension("md");
        let words = if report && !own.is_file() { path.with_file_name("report.md") } else { own };
        // The scenario file itself may have this name.
        let words = if words == path { PathBuf::new() } else { words };
        DocumentRequest::read(path, &words, name, command)
    }

    fn read(path: &Path, words: &Path, name: &str, command: &str) -> Result<DocumentRequest> {
        let files = RequestFiles::begin();
        let scenario = Scenario::read(path)?;
        marks::check(&scenario.text, &scenario).map_err(|error| error.in_file(path))?;
        let there = words.try_exists().is_ok_and(|there| there);
        let text = there.then(|| file::read(words).map(|text| (words.to_owned(), text)));
        let text = text.transpose()?;
        if let Some((words, text)) = &text {
            marks::check(text, &scenario).map_err(|error| error.in_file(words))?;
        }
        Ok(DocumentRequest {
            name: name.to_owned(),
            effort: scenario.effort,
            scenario,
            file: path.to_owned(),
            inputs: files.inputs(),
            words: text,
            command: command.to_owned(),
            frames: false,
        })
    }

    /// Returns all files that were read for the document.
    pub fn inputs(&self) -> Vec<&Path> {
        self.inputs.iter().map(PathBuf::as_path).collect()
    }

    /// Returns the names of all files that the folder may contain.
    pub fn outputs(&self) -> impl Iterator<Item = &str> {
        let charts = self.scenario.charts.iter().map(|chart| chart.file.as_str());
        OUTPUTS.into_iter().chain(charts)
    }

    /// Checks charts, text and expectations in a trial run.
    ///
    /// # Errors
    /// If one of them has an unknown name or can't be parsed, with file and line. Errors that
    /// depend on the numbers are found only with the final results.
    pub fn check(&self) -> Result<()> {
        let DocumentRequest { scenario, words, .. } = self;
        let about = |error: Error| error.in_file(&self.file);
        check_precision(scenario, self.effort).map_err(about)?;
        if scenario.charts.is_empty() && scenario.expectations.is_empty() && words.is_none() {
            return Ok(());
        }
        trial_run(scenario, |results| {
            let expressions = Expressions::new(results.clone());
            let sketched = |chart| self.placed(chart, sketch(results, chart, &expressions));
            let charts: Vec<_> = scenario.charts.iter().map(sketched).collect();
            // The text may refer to every chart, even if it is empty with the numbers of the trial
            // run.
            let named = scenario.charts.iter().zip(&charts);
            let named = named.map(|(chart, drawn)| match drawn {
                Ok(drawn) => drawn.clone(),
                Err(_) => Drawing { file: chart.file.clone(), ..Drawing::default() },
            });
            let named: Vec<Drawing> = named.collect();
            let charts = Error::names_first(charts);
            let words = words.as_ref().map_or(Ok(()), |(path, text)| {
                trial_rendering::rendered(text, |text| {
                    let claims = claims::placeholder();
                    DocumentText::of(text, path, scenario, &named, &expressions, claims).map(drop)
                })
            });
            let rows = judge(scenario, results, &Progress::default()).map(drop).map_err(about);
            Error::names_first(vec![charts.map(drop).map_err(about), words, rows]).map(drop)
        })
        .map_err(about)
    }

    /// Adds the position of a chart to its error.
    fn placed(&self, chart: &Chart, drawing: Result<Drawing>) -> Result<Drawing> {
        let Scenario { charts, text, .. } = &self.scenario;
        let number = charts.iter().position(|other| other.place == chart.place);
        drawing.map_err(|error| match &chart.place {
            Some(place) => {
                let table = format!("chart.{}", number.unwrap_or_default());
                document::locate(error, text, &table, place.clone())
            }
            None => error,
        })
    }

    /// Answers the scenario and builds its document.
    ///
    /// # Errors
    /// If a case can't be answered, an expression can't be evaluated, or a chart has no data; with
    /// file and line. A failed expectation is not an error.
    pub fn make(&self, progress: &Progress) -> Result<Document> {
        let about = |error: Error| error.in_file(&self.file);
        let DocumentRequest { scenario, command, .. } = self;
        let results = Results::of(&scenario.questions, self.effort, progress).map_err(about)?;
        let results = Arc::new(results);
        let expressions = Expressions::new(results.clone());
        let drawn = |chart| self.placed(chart, drawing(&results, chart, &expressions, command));
        let charts =
            scenario.charts.iter().map(drawn).collect::<Result<Vec<_>>>().map_err(about)?;
        let words = match &self.words {
            Some((path, text)) => {
                DocumentText::of(text, path, scenario, &charts, &expressions, claims::function())?
            }
            None => DocumentText::read(plain(scenario, &results), Vec::new(), &scenario.title)?,
        };
        let judgements = judge(scenario, &results, progress).map_err(about)?;
        #[cfg_attr(not(feature = "frames"), expect(unused_mut))]
        let mut how_sure = precision_summary(&results);
        #[cfg(feature = "frames")]
        let frames = match self.frames {
            true => frames(scenario, &results, &mut how_sure).map_err(about)?,
            false => Vec::new(),
        };
        let mut made = Document {
            name: self.name.clone(),
            words,
            charts,
            how_sure,
            judgements,
            command: command.clone(),
            trials: results.trials,
            ..Document::default()
        };
        let csv = Csv::short(swept(results.checks.iter().flat_map(|check| &check.axes)));
        let texts = [("README.md", made.readme()), (OUTCOMES, csv.all("", &results.checks))];
        made.files.extend(texts.map(|(name, text)| (name.to_owned(), text.into_bytes())));
        made.files.extend(made.charts.iter().map(|one| (one.file.clone(), one.bytes.clone())));
        #[cfg(feature = "frames")]
        made.files.extend(frames);
        Ok(made)
    }
}

/// Returns the frames of the results as files; adds a sentence to `said` if one is left out.
#[cfg(feature = "frames")]
fn frames(
    scenario: &Scenario,
    results: &Results,
    said: &mut String,
) -> Result<Vec<(String, Vec<u8>)>> {
    use oddsmith_frames::{About, bytes, outcomes, strategies, summary};
    let about = About { seed: results.seed, scenario: scenario.text.clone() };
    let file =
        |name: &str, frame| Ok((format!("{name}.parquet"), bytes(&frame, "parquet", &about)?));
    let mut files = vec![
        file("outcomes", outcomes(&scenario.title, results)?)?,
        file("summary", summary(&scenario.title, results)?)?,
    ];
    match oddsmith_answers::strategies::strategies(results) {
        Ok(duels) if duels.is_empty() => {}
        Ok(duels) => files.push(file("strategies", strategies(&scenario.title, results, &duels)?)?),
        Err(error) => *said += &format!(" strategies.parquet was not written: {error}."),
    }
    Ok(files)
}

impl Document {
    /// Returns Markdown paragraphs that follow the text: charts that it does not contain, the
    /// precision of the results, failed expectations, and the command.
    pub(super) fn footer(&self) -> Vec<String> {
        let left = self.charts.iter().filter(|chart| !self.words.placed.contains(&chart.file));
        let mut parts: Vec<String> = left.map(|chart| image(&chart.title, &chart.file)).collect();
        parts.push(self.how_sure.clone());
        parts.extend(failures_in_markdown(&self.judgements));
        parts
    }

    pub(super) fn readme(&self) -> String {
        let mut parts = vec![self.words.text.trim_end().to_owned()];
        parts.extend(self.footer());
        let command = code(&self.command);
        parts.push(format!("Made by {command}, which writes every outcome to `{OUTCOMES}`."));
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n") + "\n"
    }

    /// Returns the answer as plain text.
    pub fn answer(&self) -> String {
        super::markdown::plain(&self.words.answer)
    }

    /// Returns a line for each expectation that fails or is undecided.
    pub fn failures(&self) -> Vec<String> {
        failures(&self.judgements)
    }

    /// Returns the files that differ from those in `folder` or are missing there, and unchanged
    /// files there from an earlier document that this one lacks. Outcomes and page may be missing,
    /// because repositories may leave out such large files that can be rebuilt.
    pub fn differing(&self, folder: &Path) -> Vec<PathBuf> {
        let differs = |(name, content): &(String, Vec<u8>)| {
            let path = folder.join(name);
            let left_out = [OUTCOMES, PAGE].contains(&&**name) && !path.exists();
            let same = left_out || std::fs::read(&path).is_ok_and(|there| there == *content);
            (!same).then_some(path)
        };
        let mut paths: Vec<PathBuf> = self.files.iter().filter_map(differs).collect();
        let names: Vec<&str> = self.files.iter().map(|(name, _)| name.as_str()).collect();
        paths.extend(stale(folder, &names));
        paths
    }

    /// Writes the files into `folder`, as a set of the transaction.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn write(&self, folder: &Path, transaction: &mut Transaction) -> Result<Vec<PathBuf>> {
        let write = |(name, content): &(String, Vec<u8>)| {
            transaction.in_folder(folder, name)?.fill(content)?;
            Ok(folder.join(name))
        };
        let mut paths = self.files.iter().map(write).collect::<Result<Vec<PathBuf>>>()?;
        paths.extend(self.streamed.iter().map(|name| folder.join(name)));
        Ok(paths)
    }
}
