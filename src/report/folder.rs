//! What a report is made into: the files of its folder.

use std::path::{Path, PathBuf};

use super::Work;
use super::figures::{Drawn, draw};
use crate::error::Result;
use crate::file;
use crate::frame::{About, bytes, csv, nine_digits};
use crate::text::Table;

/// What a report says beside its charts.
#[derive(Default)]
pub struct Said {
    /// The answer; its first paragraph begins with one sentence that stands for all of it.
    pub paragraphs: Vec<String>,
    /// Tables, each under a line that says what it shows.
    pub tables: Vec<(String, Table)>,
    /// Charts that no scenario can ask for.
    pub pictures: Vec<Drawn>,
}

/// A report, made and not yet written.
pub struct Made {
    /// The name of its folder.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The question.
    pub question: Option<String>,
    /// The answer in a sentence.
    pub answer: String,
    /// The whole answer.
    pub paragraphs: Vec<String>,
    /// Its tables, each under a line that says what it shows.
    pub tables: Vec<(String, Table)>,
    /// Its charts.
    pub charts: Vec<Drawn>,
    /// How sure it is.
    pub how_sure: String,
    /// The command that makes it again.
    pub command: String,
    /// How many trials were played.
    pub trials: u64,
    /// Name and content of each file.
    files: Vec<(String, Vec<u8>)>,
}

impl Made {
    /// The files of an answered scenario.
    ///
    /// # Errors
    /// If a chart has nothing to show, or Polars can't write a frame.
    pub fn new(
        name: &str,
        question: Option<&str>,
        work: &Work,
        said: Said,
        command: &str,
    ) -> Result<Made> {
        let Said { mut paragraphs, tables, pictures } = said;
        let mut charts = work
            .pictures
            .iter()
            .map(|picture| draw(work, picture, command))
            .collect::<Result<Vec<Drawn>>>()?;
        charts.extend(pictures);
        if paragraphs.is_empty() {
            // What the charts say is an answer.
            paragraphs.extend(charts.iter().map(|chart| format!("{}.", chart.title)));
        }
        let answer = paragraphs.first().map(|text| first_sentence(text)).unwrap_or_default();
        let seed = work.asked.played.map_or(0, |played| played.seed);
        let about = About { seed, scenario: work.text.clone() };
        let (outcomes, summary) = (&work.frames.outcomes, &work.frames.summary);
        let mut made = Made {
            name: name.to_owned(),
            title: work.title.clone(),
            question: question.map(str::to_owned),
            answer,
            paragraphs,
            tables,
            charts,
            how_sure: work.how_sure(),
            command: command.to_owned(),
            trials: work.answers.trials,
            files: vec![
                ("outcomes.parquet".into(), bytes(outcomes, "parquet", &about)?),
                ("outcomes.csv".into(), csv(&nine_digits(outcomes)?)?.into_bytes()),
                ("summary.parquet".into(), bytes(summary, "parquet", &about)?),
            ],
        };
        if let Some(strategies) = &work.frames.strategies {
            made.files.push(("strategies.parquet".into(), bytes(strategies, "parquet", &about)?));
        }
        made.files
            .extend(made.charts.iter().map(|chart| (chart.file.clone(), chart.bytes.clone())));
        made.files.push(("README.md".into(), made.readme().into_bytes()));
        Ok(made)
    }

    /// The page of the folder, as Markdown.
    fn readme(&self) -> String {
        let mut parts = vec![format!("# {}", self.title)];
        parts.extend(self.question.clone());
        parts.extend(self.paragraphs.clone());
        let image =
            |chart: &Drawn| format!("![{}]({})", chart.title.replace(['[', ']'], ""), chart.file);
        parts.extend(self.charts.iter().map(image));
        for (caption, table) in &self.tables {
            parts.push(caption.clone());
            parts.push(table.markdown().trim_end().to_owned());
        }
        parts.push(self.how_sure.clone());
        parts.push(format!("Again: `{}`. All shares: [outcomes.csv](outcomes.csv).", self.command));
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n") + "\n"
    }

    /// Writes its files into `folder`, each beside its place and then renamed.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>> {
        file::folder(folder)?;
        let write = |(name, content): &(String, Vec<u8>)| {
            let path = folder.join(name);
            file::write(&path, content).map(|()| path)
        };
        self.files.iter().map(write).collect()
    }
}

/// A text up to its first full stop that ends a sentence.
fn first_sentence(text: &str) -> String {
    text.find(". ").map_or(text, |end| &text[..=end]).to_owned()
}
