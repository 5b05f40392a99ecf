//! The reports: a question, its numbers, its pictures, its words. One folder of `reports/` each, and a page over all of them.
//! What belongs here: what a report says and which files it is; every number in the words is computed.
//! Layer: above `chart`, below `cli`.

mod advantage;
mod balanced_or_specialised;
mod bidding_duels;
mod cards_against_dice;
mod climbing_the_tree;
mod days_of_willpower;
mod dc_tables;
mod drama_die;
mod fights;
mod figures;
mod folder;
mod know_thine_enemy;
mod novice_and_master;
mod page;
mod pictures;
mod prose;
mod rule_readings;
mod solved;
mod strategies;
mod substitute_dice;
mod swinginess;
mod tables;
mod toughness_ladder;
mod toughness_save;
mod who_wins_the_fight;
mod work;

use std::path::Path;

use crate::error::{Error, Result};
use crate::odds::Progress;
use crate::scenario::{Asked, Scenario};

pub use figures::{Drawn, draw};
pub use folder::{Made, Said};
pub use page::page;
pub use tables::usual_tables;
pub use work::Work;

/// A report: a folder of `reports/` with a scenario, a question, and how its answer is said.
pub struct Report {
    /// The name of its folder.
    pub name: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// Says the answer, from the numbers.
    say: fn(&Work) -> Result<Said>,
}

/// All reports, in the order of the page.
pub static REPORTS: &[Report] = &[
    cards_against_dice::REPORT,
    dc_tables::REPORT,
    toughness_save::REPORT,
    substitute_dice::REPORT,
    advantage::REPORT,
    drama_die::REPORT,
    toughness_ladder::REPORT,
    rule_readings::REPORT,
    who_wins_the_fight::REPORT,
    swinginess::REPORT,
    bidding_duels::REPORT,
    novice_and_master::REPORT,
    climbing_the_tree::REPORT,
    days_of_willpower::REPORT,
    balanced_or_specialised::REPORT,
];

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
    /// Makes the report from the scenario in `root/NAME`; nothing is written yet. `full` plays ten times as much.
    ///
    /// # Errors
    /// If the scenario can't be read or answered.
    pub fn make(&self, root: &Path, full: bool, progress: &Progress) -> Result<Made> {
        let path = root.join(self.name).join("scenario.toml");
        let scenario = Scenario::read(&path)?;
        let amount = if full { scenario.amount.times(10) } else { scenario.amount };
        let asked = Asked::new(Asked::default().budget, scenario.seed, amount);
        let work = Work::of(scenario, asked, progress).map_err(|error| error.in_file(&path))?;
        let said = (self.say)(&work).map_err(|error| error.in_file(&path))?;
        let command = format!("oddsmith report {}{}", self.name, if full { " --full" } else { "" });
        Made::new(self.name, Some(self.question), &work, said, &command)
            .map_err(|error| error.in_file(&path))
    }
}

/// Makes the folder of any scenario: what `run` writes.
///
/// # Errors
/// If the scenario can't be answered, or a chart has nothing to show.
pub fn run(
    name: &str,
    scenario: Scenario,
    asked: Asked,
    command: &str,
    progress: &Progress,
) -> Result<Made> {
    let work = Work::of(scenario, asked, progress)?.with_strategies()?;
    let said = Said { tables: usual_tables(&work), ..Said::default() };
    Made::new(name, None, &work, said, command)
}
