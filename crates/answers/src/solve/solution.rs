//! Target of a search, and its solution.

use serde::{Deserialize, Serialize};

use super::curve::{Proof, Spot, Trend};
use oddsmith_engine::odds::{Estimate, NOISE};

/// Target share of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Share, 0..=1.
    pub share: f64,
    /// True if the share of the solution may not be below the target.
    pub never_below: bool,
    /// True if the hardest of several values with share 1 is the solution: in a translated table,
    /// the easiest difficulty marks the point at which failure becomes possible, not the lowest
    /// number.
    pub hardest_sure: bool,
}

/// Result of the search for the value of a field with which an event has a given probability.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Solution {
    /// Value of the field; `None` if no value keeps the target.
    pub value: Option<i32>,
    /// Share at the value.
    pub share: Option<Estimate>,
    /// Share at the value minus 1; `None` if the rule rejects it.
    pub below: Option<Estimate>,
    /// Share at the value plus 1; `None` if the rule rejects it.
    pub above: Option<Estimate>,
    /// Lowest and highest value that may be the true solution; both equal the value if all shares
    /// are exact.
    pub between: Option<(i32, i32)>,
    /// Hardest value with the same certain success, and the share at the next harder value; `None`
    /// if no harder value succeeds as surely.
    pub hardest_certain: Option<(i32, Option<Estimate>)>,
    /// Value with the nearest share and that share, if the shares of all values are above the
    /// target or all are below it.
    pub nearest: Option<(i32, Estimate)>,
    /// Trend of the share.
    pub trend: Trend,
    /// Range in which the trend is proved.
    pub proof: Proof,
}

impl Target {
    /// Returns the nearest of some spots, if all of them are on the same side of the target.
    pub(super) fn missed(&self, spots: &[Spot], trend: Trend) -> Option<Spot> {
        let (above, below) = (self.share + NOISE, self.share - NOISE);
        let missed =
            spots.iter().all(|spot| spot.1 > above) || spots.iter().all(|spot| spot.1 < below);
        let nearest = Target { never_below: false, ..*self };
        nearest.pick(spots, trend).filter(|_| missed)
    }

    /// Returns the spot nearest to the target. Of equally near ones, the easier: the largest value
    /// if shares rise, the smallest if they fall.
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
