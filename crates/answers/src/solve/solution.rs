//! What is wanted, and what was found.

use serde::{Deserialize, Serialize};

use super::curve::{Proof, Spot, Trend};
use oddsmith_engine::odds::{Estimate, NOISE};

/// The share that is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// It, 0..=1.
    pub share: f64,
    /// Whether the share of the value that is found may not be below it.
    pub never_below: bool,
    /// Whether of values that all succeed the hardest is meant: where a table is translated, its
    /// easiest line is where the odds begin to change, and not the least number there is.
    pub hardest_sure: bool,
}

/// The value that was found.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Solution {
    /// It; `None` where no value keeps the share.
    pub value: Option<i32>,
    /// The share there.
    pub share: Option<Estimate>,
    /// The share at one less; `None` where the rule does not take that.
    pub below: Option<Estimate>,
    /// The share at one more.
    pub above: Option<Estimate>,
    /// The lowest and the highest value that may be the nearest in truth: it alone where all is
    /// exact.
    pub between: Option<(i32, i32)>,
    /// Where others that are harder succeed as surely as this: the hardest of them, and the share
    /// just beyond it.
    pub till: Option<(i32, Option<Estimate>)>,
    /// The nearest share that there is and its value, where every value is above the target or every
    /// one below it.
    pub nearest: Option<(i32, Estimate)>,
    /// Which way the share goes.
    pub trend: Trend,
    /// Where that is known.
    pub proof: Proof,
}

impl Target {
    /// The nearest of some spots, where all of them are on one side of it.
    pub(super) fn missed(&self, spots: &[Spot], trend: Trend) -> Option<Spot> {
        let (above, below) = (self.share + NOISE, self.share - NOISE);
        let missed =
            spots.iter().all(|spot| spot.1 > above) || spots.iter().all(|spot| spot.1 < below);
        let nearest = Target { never_below: false, ..*self };
        nearest.pick(spots, trend).filter(|_| missed)
    }

    /// Which of some spots it means; of equally near ones the easier, which is the last that has a
    /// share so large where shares rise, and the first where they fall.
    pub(super) fn pick(&self, spots: &[Spot], trend: Trend) -> Option<Spot> {
        let sure = |spot: Spot| self.hardest_sure && spot.1 >= 1.0 - NOISE;
        let kept = |spot: &&Spot| !self.never_below || spot.1 >= self.share - NOISE;
        let mut best: Option<Spot> = None;
        for &spot in spots.iter().filter(kept) {
            let off = |spot: Spot| (spot.1 - self.share).abs();
            let better = |old: Spot| {
                let (old_off, new_off) = (off(old), off(spot));
                let tie = (old_off - new_off).abs() <= NOISE;
                let easier = match trend {
                    Trend::Rising => (spot.0 > old.0) != sure(spot),
                    Trend::Falling => (spot.0 < old.0) != sure(spot),
                    Trend::Flat => spot.0.abs() < old.0.abs(),
                };
                if tie { easier } else { new_off < old_off }
            };
            if best.is_none_or(better) {
                best = Some(spot);
            }
        }
        best
    }
}
