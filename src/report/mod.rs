//! The reports: a question, its numbers, its pictures, its words. One folder of `reports/` each.
//! What belongs here: what a report says and which files it is; every number in the words is computed.
//! Layer: above `chart`, below `cli`.

mod cards_against_dice;

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// A report: a folder of `reports/` with a scenario, and what is made of it.
pub struct Report {
    /// The name of its folder.
    pub name: &'static str,
    /// Makes its files from the scenario in its folder: name and content each.
    make: fn(&Path) -> Result<Made>,
}

/// What a report was made into.
pub struct Made {
    /// Name and content of each file.
    files: Vec<(&'static str, String)>,
    /// How many trials were played.
    pub trials: u64,
    /// Its answer, in a sentence.
    pub answer: String,
}

/// All reports.
pub static REPORTS: &[Report] = &[Report { name: "cards-against-dice", make: cards_against_dice::make }];

/// The report of this name.
///
/// # Errors
/// If there is none.
pub fn report(name: &str) -> Result<&'static Report> {
    REPORTS
        .iter()
        .find(|report| report.name == name)
        .ok_or_else(|| Error::unknown("report", name, "", REPORTS.iter().map(|report| report.name)))
}

impl Report {
    /// Makes the report from the scenario in `root/NAME` and writes its files to `out/NAME`.
    ///
    /// All files are made before the first is written, and each is written beside its place and then renamed.
    ///
    /// # Errors
    /// If the scenario can't be read or answered, or a file can't be written.
    pub fn write(&self, root: &Path, out: &Path) -> Result<(Made, Vec<PathBuf>)> {
        let made = (self.make)(&root.join(self.name).join("scenario.toml"))?;
        let folder = out.join(self.name);
        std::fs::create_dir_all(&folder).map_err(|cause| Error::file("made", &folder, &cause))?;
        let write = |(name, content): &(&str, String)| {
            let path = folder.join(name);
            let beside = folder.join(format!(".{name}.{}", std::process::id()));
            let written = std::fs::write(&beside, content).and_then(|()| std::fs::rename(&beside, &path));
            written.map_err(|cause| {
                // What was half written is of no use to anyone.
                let _ = std::fs::remove_file(&beside);
                Error::file("written", &path, &cause)
            })?;
            Ok(path)
        };
        let paths = made.files.iter().map(write).collect::<Result<_>>()?;
        Ok((made, paths))
    }
}
