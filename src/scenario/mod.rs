//! Questions: sweeps of a check's fields, files of questions, and their answers.
//! What belongs here: from text to cases, from cases to findings. What does not: frames, pictures, printing.
//! Layer: above `systems`, below `frame`.

mod answers;
mod compare;
mod duels;
mod expectation;
mod file;
mod finding;
mod picture;
mod sweep;

pub use answers::{Answered, Answers, Difference};
pub use compare::{Gap, at_edges, crossings, gaps, shift_to};
pub use duels::{positions, solve_all};
pub use expectation::{Bound, Expectation, Measure};
pub use file::{Amount, Labelled, Scenario};
pub use finding::{Asked, Finding, Played, answer, answer_all};
pub use picture::{Counted, Picture, PictureKind, View};
pub use sweep::{Axis, axes, cases, point, settings, values};

use crate::error::{Error, Result};

/// The half-width that an interval is to be below.
///
/// # Errors
/// If it is not between a millionth and a half.
pub fn half_width(precision: f64) -> Result<f64> {
    if (1e-6..=0.5).contains(&precision) {
        return Ok(precision);
    }
    Err(Error::question(format!("a precision of {precision} is out of range"))
        .with_hint("it is a half-width from 0.000001 to 0.5: 0.001 is a tenth of a point"))
}

/// Width and height of a chart in pixels, from a text like 900x560.
///
/// # Errors
/// If it is not two whole numbers from 320 and 200 to 4000.
pub fn size(text: &str) -> Result<(u32, u32)> {
    let number = |part: &str, least: u32| {
        part.trim().parse().ok().filter(|pixels| (least..=4000).contains(pixels))
    };
    let sides = text
        .split_once(['x', 'X', '×'])
        .and_then(|(width, height)| Some((number(width, 320)?, number(height, 200)?)));
    sides.ok_or_else(|| {
        Error::question(format!("`{text}` is no size"))
            .with_hint("width and height in pixels, from 320x200 to 4000x4000: 900x560")
    })
}
