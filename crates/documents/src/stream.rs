//! Documents with very many cases: outcomes are saved as they are computed, and only the results
//! for the text are kept.

use std::io::{BufWriter, Write};
use std::path::Path;

use super::folder::{Document, DocumentRequest, OUTCOMES};
use super::plain::FigureRange;
use super::precision::Certainty;
use super::template::DocumentText;
use oddsmith_answers::csv::{Csv, swept};
use oddsmith_answers::{MAX_CASES_IN_MEMORY, answers};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Event, Progress};
use oddsmith_files::Transaction;
use oddsmith_text::markdown;

impl DocumentRequest {
    /// Returns true if the scenario has so many cases that its outcomes are streamed, and has
    /// nothing that needs all answers at once: charts, expectations, pairs, duels or a text.
    pub fn streams(&self) -> bool {
        let scenario = &self.scenario;
        let alone = scenario
            .questions
            .iter()
            .all(|question| question.pair.is_none() && question.cases.entry().solver.is_none());
        let plain =
            self.words.is_none() && scenario.charts.is_empty() && scenario.expectations.is_empty();
        alone && plain && scenario.cases() > MAX_CASES_IN_MEMORY
    }

    /// Answers the scenario case by case into a set of files of a folder; the result contains only
    /// the text.
    ///
    /// # Errors
    /// If a case can't be answered, or a file can't be written.
    pub fn stream(
        &self,
        folder: &Path,
        transaction: &mut Transaction,
        progress: &Progress,
    ) -> Result<Document> {
        let (scenario, before) = (&self.scenario, progress.trials());
        let fields = swept(scenario.questions.iter().flat_map(|question| question.cases.axes()));
        let csv = Csv::short(fields);
        let name = OUTCOMES;
        let unwritten = |cause| Error::file("written", &folder.join(name), &cause);
        let mut outcomes = BufWriter::new(transaction.in_folder(folder, name)?);
        outcomes.write_all(csv.heading().as_bytes()).map_err(unwritten)?;
        #[cfg_attr(not(feature = "frames"), expect(unused_mut))]
        let mut streamed = vec![name.to_owned()];
        #[cfg(feature = "frames")]
        let mut drafts = Vec::new();
        #[cfg(feature = "frames")]
        for name in ["outcomes.parquet", "summary.parquet"].iter().filter(|_| self.frames) {
            drafts.push(transaction.in_folder(folder, name)?);
            streamed.push((*name).to_owned());
        }
        #[cfg(feature = "frames")]
        let mut frames = match &mut drafts[..] {
            [outcomes, summary] => {
                let (seed, scenario_text) = (self.effort.seed(), scenario.text.clone());
                let about = oddsmith_frames::About { seed, scenario: scenario_text };
                let cases: Vec<_> = scenario.questions.iter().map(|one| &one.cases).collect();
                let title = &scenario.title;
                let summary = Some(summary);
                Some(oddsmith_frames::Stream::new(outcomes, summary, title, &cases, about)?)
            }
            _ => None,
        };
        let mut sure = Certainty::default();
        let mut parts = vec![format!("# {}", markdown(&scenario.title))];
        for question in &scenario.questions {
            let cases = &question.cases;
            let mut span = FigureRange::of(&Event::SUCCESS);
            let effort = question.effort(self.effort);
            let all = answers(cases, effort, &Event::SUCCESS, progress);
            for (number, answer) in all.enumerate() {
                let answer = answer.map_err(|error| error.in_file(&self.file))?;
                let point = cases.point(number);
                let lines = csv.lines("", &question.label, &answer, &point);
                outcomes.write_all(lines.as_bytes()).map_err(unwritten)?;
                #[cfg(feature = "frames")]
                if let Some(frames) = &mut frames {
                    frames.add(&question.label, &answer, &point)?;
                }
                sure.add(&answer);
                span.add(number, &answer);
            }
            parts.push(markdown(&span.sentence(&question.label, |case| cases.point(case))));
        }
        outcomes.into_inner().map_err(|error| unwritten(error.into_error()))?.finish()?;
        #[cfg(feature = "frames")]
        if let Some(frames) = frames {
            frames.finish()?;
            drafts.into_iter().try_for_each(oddsmith_files::Draft::finish)?;
        }
        let words = DocumentText::read(parts.join("\n\n") + "\n", Vec::new(), &scenario.title)?;
        let mut made = Document {
            name: self.name.clone(),
            words,
            how_sure: sure.words(self.effort.seed()),
            command: self.command.clone(),
            trials: progress.trials() - before,
            streamed,
            ..Document::default()
        };
        made.files.push(("README.md".to_owned(), made.readme().into_bytes()));
        Ok(made)
    }
}
