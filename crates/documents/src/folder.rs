//! What a document is made into: the files of its folder, all of them before the first is written.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::plain::plain;
use super::sure::{failure, failures, how_sure};
use super::template::{Words, image};
use super::{claims, marks, parts};
use oddsmith_answers::csv::{Csv, swept};
use oddsmith_answers::{Results, check_precision, trial_run};
use oddsmith_base::{Error, Result};
use oddsmith_charts::{Drawing, drawing, sketch};
use oddsmith_engine::odds::Progress;
use oddsmith_expectations::{Judgement, Verdict, judge};
use oddsmith_expressions::Expressions;
use oddsmith_files::{self as file, RequestFiles, Transaction, stale};
use oddsmith_registry::document;
use oddsmith_scenario::{Chart, Effort, Scenario};
use oddsmith_text::code;

/// The file of every outcome.
pub(super) const OUTCOMES: &str = "outcomes.csv";

/// The file of a page that needs no other.
pub const PAGE: &str = "index.html";

/// A scenario to be made into a document.
#[derive(Debug)]
pub struct DocumentRequest {
    /// The name of its folder.
    pub name: String,
    /// The scenario.
    pub scenario: Scenario,
    /// The file that it was read from.
    pub file: PathBuf,
    /// Every file that was read for it: also the words, casts, decks and programs.
    pub inputs: Vec<PathBuf>,
    /// Its words and the file that they are in; plain ones are made where there is none.
    pub words: Option<(PathBuf, String)>,
    /// How hard it is tried.
    pub effort: Effort,
    /// The command that makes it again.
    pub command: String,
    /// Whether its folder holds the frames too, as Parquet.
    pub frames: bool,
}

/// The files of a folder beside its charts.
const OUTPUTS: [&str; 6] =
    ["README.md", PAGE, OUTCOMES, "outcomes.parquet", "summary.parquet", "strategies.parquet"];

/// A document, made and not yet written.
#[derive(Debug, Default)]
pub struct Made {
    /// The name of its folder.
    pub name: String,
    /// What it says.
    pub words: Words,
    /// Its charts.
    pub charts: Vec<Drawing>,
    /// How sure it is.
    pub how_sure: String,
    /// What was expected, and whether it holds.
    pub judgements: Vec<Judgement>,
    /// The command that makes it again.
    pub command: String,
    /// How many trials were played, those that only decide an expectation left out.
    pub trials: u64,
    /// Name and content of each file.
    pub files: Vec<(String, Vec<u8>)>,
    /// The names of those that were written while it was made, as they hold very many cases.
    pub streamed: Vec<String>,
}

impl DocumentRequest {
    /// A folder with a scenario, and words where it has a `report.md`; `command` makes it again.
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

    /// A scenario file, and its words where there are any beside it: FILE.md, or report.md beside
    /// scenario.toml.
    ///
    /// # Errors
    /// If the scenario can't be read.
    pub fn of_file(path: &Path, name: &str, command: &str) -> Result<DocumentRequest> {
        let report = path.file_name().is_some_and(|name| name == "scenario.toml");
        let own = path.with_extension("md");
        let words = if report && !own.is_file() { path.with_file_name("report.md") } else { own };
        // A scenario may be called so itself.
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

    /// Every file that was read for it.
    pub fn inputs(&self) -> Vec<&Path> {
        self.inputs.iter().map(PathBuf::as_path).collect()
    }

    /// The names of all files that its folder may hold.
    pub fn outputs(&self) -> impl Iterator<Item = &str> {
        let charts = self.scenario.charts.iter().map(|chart| chart.file.as_str());
        OUTPUTS.into_iter().chain(charts)
    }

    /// Checks charts, words and expectations in a trial run.
    ///
    /// # Errors
    /// If one has a name that the checks do not have, or can't be read; with file and line. What
    /// depends on the numbers shows only with the answers.
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
            // Words name every chart, also one that these numbers leave empty.
            let named = scenario.charts.iter().zip(&charts);
            let named = named.map(|(chart, drawn)| match drawn {
                Ok(drawn) => drawn.clone(),
                Err(_) => Drawing { file: chart.file.clone(), ..Drawing::default() },
            });
            let named: Vec<Drawing> = named.collect();
            let charts = Error::names_first(charts);
            let words = words.as_ref().map_or(Ok(()), |(path, text)| {
                parts::rendered(text, |text| {
                    let claims = claims::placeholder();
                    Words::of(text, path, scenario, &named, &expressions, claims).map(drop)
                })
            });
            let rows = judge(scenario, results, &Progress::default()).map(drop).map_err(about);
            Error::names_first(vec![charts.map(drop).map_err(about), words, rows]).map(drop)
        })
        .map_err(about)
    }

    /// Adds the place of a chart to what is wrong with it.
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

    /// Answers the scenario and makes the document of it.
    ///
    /// # Errors
    /// If a case can't be answered, an expression can't be worked out, or a chart has nothing to
    /// show;
    /// with file and line. An expectation that fails is no error.
    pub fn make(&self, progress: &Progress) -> Result<Made> {
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
                Words::of(text, path, scenario, &charts, &expressions, claims::function())?
            }
            None => Words::read(plain(scenario, &results), Vec::new(), &scenario.title)?,
        };
        let judgements = judge(scenario, &results, progress).map_err(about)?;
        #[cfg_attr(not(feature = "frames"), expect(unused_mut))]
        let mut how_sure = how_sure(&results);
        #[cfg(feature = "frames")]
        let frames = match self.frames {
            true => frames(scenario, &results, &mut how_sure).map_err(about)?,
            false => Vec::new(),
        };
        let mut made = Made {
            name: self.name.clone(),
            words,
            charts,
            how_sure,
            judgements,
            command: command.clone(),
            trials: results.trials,
            ..Made::default()
        };
        made.files.push(("README.md".to_owned(), made.readme().into_bytes()));
        made.files.push((
            OUTCOMES.to_owned(),
            Csv::short(swept(results.checks.iter().flat_map(|check| &check.axes)))
                .all("", &results.checks)
                .into_bytes(),
        ));
        let bytes = |chart: &Drawing| (chart.file.clone(), chart.bytes.clone());
        made.files.extend(made.charts.iter().map(bytes).collect::<Vec<_>>());
        #[cfg(feature = "frames")]
        made.files.extend(frames);
        Ok(made)
    }
}

/// The frames of what was answered, as files; why one is left out goes to what is said of them.
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

impl Made {
    /// What stands under the words: charts that they don't show, how sure it is, what does not
    /// hold,
    /// and the command; paragraphs of Markdown.
    pub(super) fn foot(&self) -> Vec<String> {
        let left = self.charts.iter().filter(|chart| !self.words.placed.contains(&chart.file));
        let mut parts: Vec<String> = left.map(|chart| image(&chart.title, &chart.file)).collect();
        parts.push(self.how_sure.clone());
        parts.extend(failures(&self.judgements));
        parts
    }

    pub(super) fn readme(&self) -> String {
        let mut parts = vec![self.words.text.trim_end().to_owned()];
        parts.extend(self.foot());
        let command = code(&self.command);
        parts.push(format!("Made by {command}, which writes every outcome to `{OUTCOMES}`."));
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n") + "\n"
    }

    /// The answer as words alone.
    pub fn answer(&self) -> String {
        super::markdown::plain(&self.words.answer)
    }

    /// What does not hold, or can't be told; a line each.
    pub fn failures(&self) -> Vec<String> {
        let failed = |judgement: &&Judgement| judgement.verdict != Verdict::Holds;
        self.judgements.iter().filter(failed).map(failure).collect()
    }

    /// Its files that differ from those in `folder` or are missing there, and those there of an
    /// earlier set that it no longer has. Outcomes and page may be missing: they are large, can be
    /// built again, and a repository leaves them out.
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

    /// Writes its files into `folder`, as a set of the transaction.
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
