//! Questions: sweeps of a check's fields, and scenario files with charts and expectations.
//! This package turns text into cases.
//! Answers, drawing and printing do not belong here.

mod cases;
mod chart;
mod edges;
mod effort;
mod expectation;
mod figure;
mod file;
mod measure;
mod place;
mod question;
mod scenario_check;
mod sides;
mod sweep;
mod swept;
mod tuning;
mod words;

pub use cases::Cases;
pub use chart::{Chart, ChartKind, Level, Unit};
pub use edges::{EDGE, accepted_advantages, at_edges, recipe, shift_to};
pub use effort::{BUDGET, Effort, Sampling, WorkAmount};
pub use expectation::{Constraint, Expectation, Measured, Requirement};
pub use file::Scenario;
pub use measure::Measure;
pub use question::Question;
pub use scenario_check::{Method, ScenarioCheck};
pub use sides::{Place, Sides, edges};
pub use sweep::{Axis, MOST_CASES, axes, point, too_many, values};
pub use tuning::Tuning;
pub use words::{
    NamedQuestion, case, expand_dice, fields, has_die, introduces_difficulty, is_dice,
};

use oddsmith_base::{Error, Result};

/// Parses width and height of a chart in pixels, from a text such as `900x560`.
///
/// # Errors
/// If the text is not two whole numbers, from 320x200 to 4000x4000.
pub fn size(text: &str) -> Result<(u32, u32)> {
    let number = |part: &str, least: u32| {
        part.trim().parse().ok().filter(|pixels| (least..=4000).contains(pixels))
    };
    let sides = text
        .split_once(['x', 'X', '×'])
        .and_then(|(width, height)| Some((number(width, 320)?, number(height, 200)?)));
    sides.ok_or_else(|| {
        Error::question(format!("`{text}` is not a size")).with_hint(
            "write width and height in pixels, for example 900x560 (320x200 to \
                4000x4000)",
        )
    })
}
