//! Laws that a check could have: what will be asked of an answer can be tried before there is one.

use super::{Check, Law, Laws};
use crate::rule::Column;

/// Which law stands in for the one that is not worked out yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// All scores can come, or some that are spread over a long scale, each as likely as its number
    /// and this one say: with another number nothing is equal by chance.
    Spread(u64),
    /// The lowest score is certain.
    Lowest,
    /// The highest score is certain.
    Highest,
}

/// Of a longer scale so many scores can come.
const MOST: u64 = 64;

/// Laws on the scales of a check. They say nothing about its chances: whatever they are asked is
/// asked of the same columns, scores and rungs as its own laws.
///
/// # Examples
/// ```
/// use oddsmith_engine::odds::{StandIn, stand_in};
/// use oddsmith_engine::program::Question;
///
/// let program = oddsmith_dice::read_program("sum = 100d100\nask sum").unwrap();
/// let program = oddsmith_dice::check_program(program, &[]).unwrap().said;
/// let laws = stand_in(&Question::of(&program).compile()?, StandIn::Highest);
/// assert_eq!(laws.column("sum")?.success(oddsmith_engine::odds::Success::AtLeast(5_050)).value, 1.0);
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
pub fn stand_in(check: &dyn Check, kind: StandIn) -> Laws {
    let of = check.columns();
    let law = |(number, column): (usize, &Column)| {
        let last = column.scale.len().saturating_sub(1) as u64;
        let weights = match kind {
            StandIn::Spread(seed) => {
                let steps = last.min(MOST - 1);
                let weight = |step| {
                    let place = step * last / steps.max(1);
                    let words: u64 = seed << 32 ^ (number as u64) << 16 ^ step;
                    // The upper half of a product with the golden section is well mixed.
                    let mixed = words.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 44;
                    (place as u32, u128::from(mixed + 1))
                };
                (0..=steps).map(weight).collect()
            }
            StandIn::Lowest => vec![(0, 1)],
            StandIn::Highest => vec![(last as u32, 1)],
        };
        Law::of_weights(column.scale.clone(), &weights)
    };
    let columns = of.histograms().iter().enumerate().map(law).collect();
    Laws::known(columns, 0, of)
}
