//! Output options of an answer: its format, a frame, a chart.

use std::path::{Path, PathBuf};

use super::format::Format;
use super::open;
use super::printer::Printer;
use crate::answer::{MAX_CASES_IN_MEMORY, Results, csv};
use crate::file::is_standard;
use crate::query::{Reply, ShownResults};
use crate::registry::legible;
use crate::{Error, Result};

/// Help of `--format` for answers that are tables for spreadsheets.
pub const TABLE_AS_CSV: &str =
    "Output format; html and bbcode are for pasting, csv is the table for spreadsheets";

/// Arguments that determine the output.
#[derive(clap::Args)]
pub struct Output {
    /// Output format; html and bbcode are for pasting, csv lists every outcome
    #[arg(long, value_parser = Format::but(&[Format::Github, Format::Anydice]), default_value = "table")]
    pub format: Format,
    /// Also save every outcome as .parquet, .csv or .arrow; `-` prints csv instead of the answer
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Also draw a chart, as .svg or .png; `-` prints svg instead of the answer
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Title of the chart [default: the finding, in words]
    #[arg(long, requires = "chart")]
    title: Option<String>,
    /// Width and height of the chart in pixels; a .png has twice as many each way, to be sharp
    #[arg(long, value_name = "WxH", requires = "chart")]
    size: Option<String>,
    /// Colours of the chart
    #[arg(long, requires = "chart", default_value = "light", value_parser = ["light", "dark"])]
    theme: String,
    /// Also open the chart in your viewer
    #[arg(long, requires = "chart")]
    open: bool,
}

impl Output {
    /// Returns the format if it is for programs: CSV or JSON.
    pub fn for_programs(&self) -> Option<Format> {
        Some(self.format).filter(|format| matches!(format, Format::Csv | Format::Json))
    }

    /// Returns true if a frame or a chart needs all answers at once.
    pub fn collects(&self) -> bool {
        self.save.is_some() || self.chart.is_some()
    }

    /// Returns true if many cases are shown only by the column of the event, as on pages and in
    /// charts. Frames and formats for programs have every column.
    pub fn shows_one_column(&self) -> bool {
        self.for_programs().is_none() && self.save.is_none()
    }

    /// Returns true if the answer is printed: no file is the standard output.
    pub fn prints(&self) -> bool {
        self.to_stdout() == 0
    }

    /// Returns the file for the outcomes frame if cases are saved one by one: it is CSV or Parquet,
    /// there is no chart, and there are more than `MOST_HELD` cases.
    pub fn streamed(&self, cases: usize) -> Option<&Path> {
        let path = self.save.as_deref().filter(|path| !is_standard(path))?;
        let grows = ["csv", "parquet"].contains(&extension(path)) && self.chart.is_none();
        (grows && cases > MAX_CASES_IN_MEMORY).then_some(path)
    }

    fn to_stdout(&self) -> usize {
        self.save.iter().chain(&self.chart).filter(|path| is_standard(path)).count()
    }

    /// Checks the options before any computation.
    ///
    /// # Errors
    /// If a file has an unsupported extension or can't be created, two outputs go to the standard
    /// output, or an option of the chart is invalid.
    pub fn check(&self) -> Result<()> {
        self.save.as_deref().map_or(Ok(()), check_frame_path)?;
        self.chart.as_deref().map_or(Ok(()), |path| ends(path, "--chart", &["svg", "png"]))?;
        if self.open && self.chart.as_deref().is_some_and(is_standard) {
            return Err(Error::question("`--open` can't show what goes to the standard output")
                .with_hint("give the chart a file name: `--chart odds.svg`"));
        }
        open::check(self.open)?;
        if self.to_stdout() > 1 {
            let error = Error::question(
                "the outcomes and the chart can't both go to the \
                standard output",
            );
            return Err(error.with_hint("give one of them a file name"));
        }
        self.size.as_deref().map(crate::scenario::size).transpose()?;
        let title = self.title.as_deref().map_or(Ok(()), legible);
        title.map_err(|error| error.at("in `--title`"))?;
        if self.chart.is_some() && !cfg!(feature = "charts") {
            let error = Error::question("this build draws no charts");
            return Err(error.with_hint("build with the feature `charts`"));
        }
        Ok(())
    }

    /// Saves the frame and the chart of a reply if they are requested.
    ///
    /// # Errors
    /// If a file can't be saved, or the reply has nothing to draw; no file is saved then.
    pub fn save(&self, reply: &Reply, out: &Printer) -> Result<()> {
        match &reply.shown {
            Some(shown) => self.write(shown, out),
            None if self.collects() => {
                Err(Error::question("nothing was found, so there is nothing to draw"))
            }
            None => Ok(()),
        }
    }

    /// Saves the frame and the chart of a reply, and prints it unless a file is the standard output.
    ///
    /// # Errors
    /// If [`Output::save`] fails, or the reply can't be printed.
    pub fn reply(&self, reply: &Reply, out: &mut Printer) -> Result<()> {
        self.save(reply, out)?;
        if self.prints() { out.reply(reply, self.format) } else { Ok(()) }
    }

    /// Saves the frame and the chart of results if they are requested.
    ///
    /// # Errors
    /// If a file can't be saved, or the answers have nothing to draw; no file is saved then.
    pub fn write(&self, shown: &ShownResults, out: &Printer) -> Result<()> {
        let frame =
            self.save.as_deref().map(|path| Ok((path, frame(path, "", "", &shown.results)?)));
        #[cfg(feature = "charts")]
        let chart = self.chart.as_deref().map(|path| Ok((path, self.drawn(path, shown)?)));
        #[cfg(not(feature = "charts"))]
        let chart = None;
        let files: Vec<(&Path, Vec<u8>)> = frame.into_iter().chain(chart).collect::<Result<_>>()?;
        let files: Vec<_> = files.iter().map(|(path, bytes)| (*path, &bytes[..])).collect();
        crate::file::write_all(&files)?;
        let written = files.iter().map(|(path, _)| path).filter(|path| !is_standard(path));
        written.for_each(|path| out.note(&format!("Wrote {}", path.display())));
        self.chart.as_deref().filter(|_| self.open).map_or(Ok(()), open::open)
    }

    #[cfg(feature = "charts")]
    fn drawn(&self, path: &Path, shown: &ShownResults) -> Result<Vec<u8>> {
        let ShownResults { results, shown, kind, .. } = shown;
        let file = path.file_name().filter(|_| !is_standard(path));
        let file = file.map_or("chart.svg".into(), |name| name.to_string_lossy().into_owned());
        let chart = crate::scenario::Chart {
            title: self.title.clone(),
            file,
            size: self.size.as_deref().map(crate::scenario::size).transpose()?,
            dark: self.theme == "dark",
            ..crate::chart::fitting(results, shown, *kind)
        };
        let expressions = crate::expression::Expressions::new(std::sync::Arc::clone(results));
        crate::chart::draw(results, &chart, &expressions, &command())
    }
}

/// Returns the outcomes frame of a scenario with this title and text as file contents; CSV for the
/// standard output.
pub fn frame(path: &Path, title: &str, text: &str, results: &Results) -> Result<Vec<u8>> {
    if is_standard(path) || extension(path) == "csv" {
        return Ok(csv::whole(title, &results.checks).into_bytes());
    }
    #[cfg(feature = "frames")]
    {
        use crate::frame::{About, bytes, outcomes};
        let about = About { seed: results.seed, scenario: text.to_owned() };
        bytes(&outcomes(title, results)?, extension(path), &about)
    }
    #[cfg(not(feature = "frames"))]
    {
        let _ = text;
        check_frame_path(path).map(|()| Vec::new())
    }
}

/// Checks that a frame can be saved as this file.
///
/// # Errors
/// If its extension is unknown, or this build lacks the format.
pub fn check_frame_path(path: &Path) -> Result<()> {
    let known: &[&str] = match cfg!(feature = "frames") {
        true => &["csv", "parquet", "arrow"],
        false if ["parquet", "arrow"].contains(&extension(path)) => {
            return Err(Error::question("this build saves CSV only")
                .with_hint("build with the feature `frames`, or save as .csv"));
        }
        false => &["csv"],
    };
    ends(path, "--save", known)
}

fn ends(path: &Path, flag: &str, known: &[&'static str]) -> Result<()> {
    if is_standard(path) {
        return Ok(());
    }
    if known.contains(&extension(path)) {
        // The folder is checked before the computation, not after it.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let missing = folder.and_then(|folder| Some((folder, folder.metadata().err()?)));
        return missing.map_or(Ok(()), |(folder, cause)| {
            let hint = format!("create the folder `{}` first", folder.display());
            Err(Error::file("written", path, &cause).with_hint(hint))
        });
    }
    let error = Error::question(format!("`{flag}` can't write `{}`", path.display()));
    let sheet = ["xlsx", "xls", "ods"].contains(&extension(path)) && known.contains(&"csv");
    let sheet = if sheet { "; spreadsheets open .csv" } else { "" };
    Err(error.with_hint(format!("use a name that ends in .{}{sheet}", known.join(" or ."))))
}

/// Returns the extension of a file, without the dot.
pub fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// Returns the typed command without the flags that affect only where or how the output is written.
#[cfg(feature = "charts")]
fn command() -> String {
    const OUTPUT_FLAGS: [&str; 3] = ["--save", "--format", "--threads"];
    const DISPLAY_FLAGS: [&str; 4] = ["--quiet", "--verbose", "--open", "--copy"];
    let mut words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let mut kept = vec!["oddsmith".to_owned()];
    while let Some(word) = words.next() {
        let flag = word.split('=').next().unwrap_or_default();
        match OUTPUT_FLAGS.contains(&flag) {
            // Only the file name is kept: folders differ between machines.
            false if flag == "--chart" => {
                let file = word.split_once('=').map(|(_, file)| file.to_owned());
                let file = PathBuf::from(file.or_else(|| words.next()).unwrap_or_default());
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                kept.extend(["--chart".to_owned(), name]);
            }
            true if flag.len() == word.len() => drop(words.next()),
            true => {}
            false if DISPLAY_FLAGS.contains(&word.as_str()) => {}
            false => kept.push(word),
        }
    }
    kept.iter().map(|word| super::verified::shell_quoted(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::verified::shell_quoted;
    use super::*;
    use crate::answer::{Answers, answers};
    use crate::odds::{Event, Progress};
    use crate::scenario::{Axis, Cases, Effort};

    fn output(save: &str, chart: Option<&str>) -> Output {
        let (save, chart) = (Some(save.into()), chart.map(PathBuf::from));
        let theme = "light".to_owned();
        Output { format: Format::Table, save, chart, title: None, size: None, theme, open: false }
    }

    #[test]
    fn a_command_has_quotes_where_a_shell_needs_them() {
        for plain in ["active=10", "dc=5..25/5", "d20+5", "--target", "65%", "a.toml"] {
            assert_eq!(shell_quoted(plain), plain);
        }
        for word in ["d20>=15", "4d6 kh3", "d{1,2}", "max(d8, d6)", "d8!", "", "$x", "a'b"] {
            assert_ne!(shell_quoted(word), word);
        }
    }

    #[test]
    fn many_cases_are_streamed() {
        assert_eq!(output("a.csv", None).streamed(20_001), Some(Path::new("a.csv")));
        assert_eq!(output("a.parquet", None).streamed(20_001), Some(Path::new("a.parquet")));
        for held in [output("a.arrow", None), output("a.csv", Some("a.svg")), output("-", None)] {
            assert_eq!(held.streamed(20_001), None);
        }
        assert_eq!(output("a.csv", None).streamed(20_000), None);
    }

    /// Streaming and saving at once give the same lines.
    #[test]
    fn streamed_frame_equals_collected_frame() {
        let folder = tempfile::tempdir().expect("a folder for a while");
        let path = folder.path().join("a.csv");
        let dc = Axis::of("dc", 0..40);
        let axes = vec![Axis::of("bonus", [3]), dc];
        let entry = crate::systems::check("mutants.check").expect("a check");
        let cases = Cases::new(entry, axes, Default::default()).expect("cases");
        let (effort, progress) = (Effort::default().exact_only(), Progress::default());
        let each = |write: &mut dyn FnMut(usize, &crate::answer::Answer) -> Result<()>| {
            let all = answers(&cases, effort, &Event::SUCCESS, &progress);
            all.enumerate().try_for_each(|(number, answer)| write(number, &answer?))
        };
        crate::cli::odds::save(&path, &cases, effort.seed(), each).expect("it is written");
        let checks = vec![
            Answers::new("", &cases, effort, &Event::SUCCESS, &progress).expect("it is answered"),
        ];
        let held = Results { checks, pairs: Vec::new(), trials: 0, seed: effort.seed() };
        let grown = std::fs::read(&path).expect("a file");
        assert!(grown == frame(&path, "", "", &held).expect("a frame") && grown.len() > 1000);
    }
}
