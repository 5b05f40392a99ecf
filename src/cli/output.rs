//! Where an answer goes beside the terminal: its format, a frame, a chart.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::view::View;
use crate::error::{Error, Result};
use crate::scenario::{Answers, Asked};

/// How an answer is printed.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Format {
    Table,
    Markdown,
    Html,
    Bbcode,
    Csv,
    Json,
}

/// The arguments that say where it goes.
#[derive(clap::Args)]
pub struct Output {
    /// How to print it; html and bbcode are for pasting, csv is the outcomes frame
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
    /// Write the outcomes frame too, as .parquet, .csv or .arrow
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Draw it too, as .svg or .png
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Title of the chart [default: what the numbers say]
    #[arg(long, requires = "chart")]
    title: Option<String>,
    /// Its width and height in pixels
    #[arg(long, value_name = "WxH", requires = "chart")]
    size: Option<String>,
    /// Dark on light, or light on dark
    #[arg(long, requires = "chart", default_value = "light", value_parser = ["light", "dark"])]
    theme: String,
}

impl Output {
    /// Says what is wrong before anything is worked out for it.
    ///
    /// # Errors
    /// If a file ends as no format does, or the size is none.
    pub fn check(&self) -> Result<()> {
        self.save.as_deref().map_or(Ok(()), saved_as)?;
        self.chart.as_deref().map_or(Ok(()), |path| ends(path, "--chart", &["svg", "png"]))?;
        self.size.as_deref().map(crate::scenario::size).transpose()?;
        #[cfg(not(feature = "frames"))]
        if self.chart.is_some() || self.format == Format::Csv {
            return Err(no_frames());
        }
        Ok(())
    }

    /// Writes frame and chart, where they are asked for; the chart shows what the view does.
    ///
    /// # Errors
    /// If a file can't be written, or the answers have nothing to draw.
    #[cfg(not(feature = "frames"))]
    pub fn write(
        &self,
        answers: Answers,
        _: &View,
        _: Asked,
        _: Option<crate::scenario::PictureKind>,
    ) -> Result<Answers> {
        Ok(answers)
    }

    /// The outcomes frame as CSV.
    #[cfg(not(feature = "frames"))]
    pub fn csv(&self, _: &Answers) -> Result<String> {
        self.check().map(|()| String::new())
    }

    /// Writes frame and chart, where they are asked for; the chart shows what the view does.
    ///
    /// # Errors
    /// If a file can't be written, or the answers have nothing to draw.
    #[cfg(feature = "frames")]
    pub fn write(
        &self,
        answers: Answers,
        view: &View,
        asked: Asked,
        kind: Option<crate::scenario::PictureKind>,
    ) -> Result<Answers> {
        if self.save.is_none() && self.chart.is_none() {
            return Ok(answers);
        }
        let work =
            crate::report::Work::new(String::new(), String::new(), asked, Vec::new(), answers)?;
        if let Some(path) = &self.save {
            let about = crate::frame::About {
                seed: asked.played.map_or(0, |played| played.seed),
                scenario: String::new(),
            };
            crate::file::write(
                path,
                &crate::frame::bytes(&work.frames.outcomes, ending(path), &about)?,
            )?;
        }
        if let Some(path) = &self.chart {
            let picture = self.picture(path, &work.answers, view, kind)?;
            crate::file::write(path, &crate::report::draw(&work, &picture, &command())?.bytes)?;
        }
        Ok(work.answers)
    }

    /// The outcomes frame as CSV.
    ///
    /// # Errors
    /// If Polars can't make it.
    #[cfg(feature = "frames")]
    pub fn csv(&self, answers: &Answers) -> Result<String> {
        crate::frame::csv(&crate::frame::outcomes("", answers)?)
    }

    /// The chart that shows an answer best: over two axes a heat map, over one a stack of rungs or a curve, of one case its outcomes.
    #[cfg(feature = "frames")]
    fn picture(
        &self,
        path: &Path,
        answers: &Answers,
        view: &View,
        kind: Option<crate::scenario::PictureKind>,
    ) -> Result<crate::scenario::Picture> {
        use super::view::{Cumulation, Wanted};
        use crate::scenario::{Counted, Picture, PictureKind, View as Shown};
        let check = &answers.checks[0];
        let column = &view.column;
        let numbers = |axis: &&crate::scenario::Axis| {
            axis.values.iter().all(|value| value.parse::<f64>().is_ok())
        };
        let shown = match view.cumulation {
            Cumulation::Exactly => Shown::Exactly,
            Cumulation::AtLeast => Shown::AtLeast,
            Cumulation::AtMost => Shown::AtMost,
        };
        let rungs = column.scale.names().len();
        // Ladders of their own can't be stacked side by side.
        let ladder = |finding: &crate::scenario::Finding| {
            let columns = finding.case.columns();
            Some(columns[view.place_in(columns)?].scale.names().to_vec())
        };
        let alike = check
            .findings
            .iter()
            .all(|finding| ladder(finding).as_deref() == Some(column.scale.names()));
        let axis = check.axes.iter().find(numbers).or(check.axes.first());
        let kind = kind.unwrap_or(match check.axes.len() {
            _ if column.at.is_some() && !view.at && rungs == 0 => PictureKind::Fan,
            0 if column.scale.capped_at().is_some() => PictureKind::Survival,
            0 => PictureKind::Margin,
            2 if check.axes.iter().all(|axis| numbers(&axis)) => PictureKind::Heat,
            _ if view.cumulation != Cumulation::Exactly => PictureKind::Margin,
            _ if rungs > 2 && alike && view.asked.is_none() => PictureKind::Stack,
            _ if view.asked.is_some() || column.success.is_some() => PictureKind::Curve,
            _ if column.scale.capped_at().is_some() => PictureKind::Survival,
            _ => PictureKind::Margin,
        });
        let over_axis = matches!(
            kind,
            PictureKind::Curve | PictureKind::Difference | PictureKind::Heat | PictureKind::Stack
        );
        Ok(Picture {
            kind,
            x: axis.filter(|_| over_axis).map(|axis| axis.name.clone()),
            y: (kind == PictureKind::Heat)
                .then(|| {
                    check
                        .axes
                        .iter()
                        .find(|other| Some(&other.name) != axis.map(|axis| &axis.name))
                        .map(|axis| axis.name.clone())
                })
                .flatten(),
            split: None,
            // Several checks each have a column of their own that answers for them.
            column: (view.named || answers.checks.len() == 1).then(|| column.name.to_owned()),
            at: column
                .at
                .filter(|_| kind != PictureKind::Fan && (view.named || answers.checks.len() == 1)),
            view: Some(shown),
            of: view.asked.as_ref().map(|wanted| match wanted {
                Wanted::Rung { name, .. } => Counted::Rung(name.clone()),
                Wanted::Scores(success) => Counted::Scores(*success),
            }),
            title: self.title.clone(),
            file: path
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            size: self.size.as_deref().map(crate::scenario::size).transpose()?,
            dark: self.theme == "dark",
            place: None,
        })
    }
}

/// Whether a frame can be saved as this file.
///
/// # Errors
/// If it ends as no frame does.
pub fn saved_as(path: &Path) -> Result<()> {
    ends(path, "--save", &["parquet", "csv", "arrow"])?;
    #[cfg(not(feature = "frames"))]
    return Err(no_frames());
    #[cfg(feature = "frames")]
    Ok(())
}

fn ends(path: &Path, flag: &str, known: &[&'static str]) -> Result<()> {
    if known.contains(&ending(path)) {
        return Ok(());
    }
    let error = Error::question(format!("`{}` is no file that `{flag}` writes", path.display()));
    Err(error.with_hint(format!("its name ends in .{}", known.join(" or ."))))
}

/// What this build has not.
#[cfg(not(feature = "frames"))]
pub fn no_frames() -> Error {
    let error = Error::question("this build has no frames and draws no charts");
    error.with_hint("build with the feature `frames`, or ask for json")
}

/// How the name of a file ends, without the dot.
pub fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// The command that was typed, as it may be typed again.
#[cfg(feature = "frames")]
fn command() -> String {
    let word = |word: std::ffi::OsString| {
        let word = word.to_string_lossy().into_owned();
        if word.contains([' ', '"']) || word.is_empty() { format!("'{word}'") } else { word }
    };
    // Where it writes to is not what it says.
    let mut words = std::env::args_os().skip(1).map(word);
    let mut kept = vec!["oddsmith".to_owned()];
    while let Some(word) = words.next() {
        match word.as_str() {
            "--chart" | "--save" | "--size" | "--theme" | "--title" | "--format" | "--threads" => {
                drop(words.next())
            }
            flag if [
                "--chart=",
                "--save=",
                "--size=",
                "--theme=",
                "--title=",
                "--format=",
                "--threads=",
            ]
            .iter()
            .any(|start| flag.starts_with(start)) => {}
            "--quiet" => {}
            _ => kept.push(word),
        }
    }
    kept.join(" ")
}
