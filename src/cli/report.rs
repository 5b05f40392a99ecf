//! Command `oddsmith report [FOLDER…]`: builds documents from folders with a scenario and a text.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::effort::{WorkAmount, with_progress};
use super::printer::Printer;
use super::{BOLD, DIM, RED, open};
use crate::document::{Document, DocumentRequest, PAGE, article, index};
use crate::file::{RequestFiles, Transaction};
use crate::text::{numbers::grouped, terminal, wrapped};
use crate::{Error, Result};

/// Folder of the reports of a checkout.
const REPORTS: &str = "reports";

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith report my-report\n  oddsmith report my-report --check"
)]
pub struct Arguments {
    /// Folders with a scenario.toml and a report.md, or names below reports/ [default: all of
    /// reports/, and their index page]
    #[arg(value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// List the reports
    #[arg(long, conflicts_with = "check")]
    list: bool,
    /// Write nothing; exit 1 if a file that is there would change, an expectation fails, or no expectation tests a sentence that compares numbers
    #[arg(long)]
    check: bool,
    /// Also open what was written in your browser
    #[arg(long, conflicts_with_all = ["list", "check"])]
    open: bool,
}

/// Builds reports. Returns true if all expectations hold and, for `--check`, no file would change.
pub fn run(arguments: &Arguments, files: &RequestFiles, out: &mut Printer) -> Result<bool> {
    open::check(arguments.open)?;
    let all = arguments.folders.is_empty();
    let folders = match all {
        true => all_reports()?,
        false => arguments.folders.iter().map(|word| found(word)).collect::<Result<_>>()?,
    };
    let mut tasks = Vec::new();
    for folder in folders {
        let name = name(&folder)?;
        // The folder's name is used instead of the typed path, so the same folder gives the same
        // bytes.
        let task = DocumentRequest::of_folder(&folder, &name, &format!("oddsmith report {name}"))?;
        // `--list` includes reports that are built only when named.
        if !all || arguments.list || !task.scenario.only_when_named {
            tasks.push((folder, task));
        }
    }
    if arguments.list {
        for (folder, task) in &tasks {
            let named = if task.scenario.only_when_named { " (only when named)" } else { "" };
            let folder = terminal(&folder.display().to_string());
            let title = terminal(&task.scenario.title);
            out.print(&format!("  {BOLD}{folder}{BOLD:#}   {title}{DIM}{named}{DIM:#}\n"))?;
        }
        return Ok(true);
    }
    tasks.iter().try_for_each(|(_, task)| task.check())?;
    if !arguments.check {
        let mut outputs =
            tasks.iter().flat_map(|(folder, task)| task.outputs().map(|name| folder.join(name)));
        outputs.try_for_each(|path| files.writes(&path))?;
    }
    // All reports are computed before the first is saved.
    let ahead = WorkAmount::Cases(tasks.iter().map(|(_, task)| task.scenario.cases() as u64).sum());
    let made = with_progress(ahead, out.detail, |progress| {
        let make = |(folder, task): &(PathBuf, DocumentRequest)| {
            let mut made = task.make(progress)?;
            if has_own_page(folder) {
                made.files.push((PAGE.to_owned(), article(&made).into_bytes()));
            }
            Ok(made)
        };
        tasks.iter().map(make).collect::<Result<Vec<_>>>()
    })?;
    let over = all.then(|| (Path::new(REPORTS).join(PAGE), index(&made)));
    if arguments.check {
        let pairs = tasks.iter().zip(&made);
        let mut changed: Vec<PathBuf> =
            pairs.flat_map(|((folder, _), made)| made.differing(folder)).collect();
        if let Some((path, page)) = over {
            let there = std::fs::read_to_string(&path);
            changed.extend(there.is_ok_and(|there| there != page).then_some(path));
        }
        for path in &changed {
            out.print(&format!("{} would change\n", path.display()))?;
        }
        return Ok(all_hold(&made) && changed.is_empty());
    }
    let inputs: Vec<&Path> = tasks.iter().flat_map(|(_, task)| task.inputs()).collect();
    let mut transaction = Transaction::new(&inputs)?;
    let (mut told_all, mut pages) = (String::new(), Vec::new());
    for ((folder, _), made) in tasks.iter().zip(&made) {
        told_all += &summary(made, &made.write(folder, &mut transaction)?);
        let page = if has_own_page(folder) { PAGE } else { "README.md" };
        pages.push(folder.join(page));
    }
    if let Some((path, page)) = over {
        transaction.at(&path)?.fill(page.as_bytes())?;
        told_all += &format!("\n  {BOLD}Index of all reports{BOLD:#}\n    {}\n\n", path.display());
        pages = vec![path];
    }
    transaction.commit()?;
    out.print(&told_all)?;
    pages.iter().filter(|_| arguments.open).try_for_each(|page| open::open(page))?;
    Ok(all_hold(&made))
}

/// Summarizes a finished document: title, answer, number of trials and the paths of its files.
pub fn summary(made: &Document, paths: &[PathBuf]) -> String {
    let mut text = format!("\n  {BOLD}{}{BOLD:#}\n", terminal(&made.words.title));
    text += &format!("  {}\n", wrapped(&terminal(&made.answer()), 76, "  "));
    text += &format!("  {DIM}simulated {} trials{DIM:#}\n", grouped(made.trials));
    let path = |path: &PathBuf| format!("    {}\n", terminal(&path.display().to_string()));
    text += &paths.iter().map(path).collect::<String>();
    text
}

/// Prints the failed expectations of all documents. Returns true if all hold.
fn all_hold(made: &[Document]) -> bool {
    made.iter().filter(|made| !print_failures(made)).count() == 0
}

/// Prints failed expectations to stderr. Returns true if all hold.
pub fn print_failures(made: &Document) -> bool {
    let failures = made.failures();
    for failure in &failures {
        // A write error is ignored: stderr may be closed.
        let (name, failure) = (terminal(&made.name), terminal(failure));
        let _ = writeln!(anstream::stderr(), "{RED}{name}:{RED:#} expectation {failure}");
    }
    failures.is_empty()
}

/// Returns the folders of all reports of a checkout, sorted by name.
fn all_reports() -> Result<Vec<PathBuf>> {
    let root = Path::new(REPORTS);
    let hint = "without a folder this builds the reports of a checkout; name your own folder";
    let unread = |cause: std::io::Error| Error::file("read", root, &cause).with_hint(hint);
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(root).map_err(unread)? {
        let folder = entry.map_err(unread)?.path();
        if folder.join("scenario.toml").is_file() {
            folders.push(folder);
        }
    }
    folders.sort();
    Ok(folders)
}

/// Returns true if the report gets an HTML page in its folder: it is not a report of a checkout.
fn has_own_page(folder: &Path) -> bool {
    folder.parent() != Some(Path::new(REPORTS))
}

/// Returns the folder that an argument names: the path itself, or the report of that name.
fn found(word: &Path) -> Result<PathBuf> {
    if word.is_dir() {
        return Ok(word.to_owned());
    }
    let inside = Path::new(REPORTS).join(word);
    if word.components().count() == 1 && inside.is_dir() {
        return Ok(inside);
    }
    let known = all_reports().unwrap_or_default();
    let known: Vec<String> = known.iter().filter_map(|folder| name(folder).ok()).collect();
    if known.is_empty() {
        let error = Error::question(format!("unknown report `{}`", word.display()));
        return Err(error.with_hint("a report is a folder with a scenario.toml"));
    }
    Err(Error::unknown("report", &word.display().to_string(), "", known.iter().map(String::as_str)))
}

/// Returns the name of a folder, also if the path is `.`.
fn name(folder: &Path) -> Result<String> {
    let whole = folder.canonicalize().map_err(|cause| Error::file("read", folder, &cause))?;
    Ok(whole.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()))
}
