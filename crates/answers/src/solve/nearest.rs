//! Search for the value whose share is nearest to a target, or not below it.

use super::curve::{Scan, ShareCurve, Trend};
use super::sampled::played;
use super::solution::{Solution, Target};
use oddsmith_base::{Error, ErrorKind, Result};
use oddsmith_engine::odds::{Estimate, Progress};

impl ShareCurve<'_> {
    /// Returns the best of the rising `values` for each target: exactly if the laws fit the budget,
    /// else from sampled shares.
    ///
    /// # Errors
    /// If the rule rejects all values, lacks the event, or its share has no trend; if the effort
    /// allows only exact results and those exceed the budget.
    pub fn solve(
        &self,
        values: &[i32],
        targets: &[Target],
        progress: &Progress,
    ) -> Result<Vec<Solution>> {
        let effort = self.grid.effort;
        let shares: Vec<f64> = targets.iter().map(|target| target.share).collect();
        let values = self.near(values, &shares)?;
        if effort.budget().is_some()
            && let Some(solutions) = self.solve_exactly(&values, targets)?
        {
            return Ok(solutions);
        }
        if !effort.simulates() {
            return Err(Error::too_large(&format!("{} branches", self.budget)));
        }
        targets.iter().map(|target| played(self, &values, *target, progress)).collect()
    }

    fn solve_exactly(&self, values: &[i32], targets: &[Target]) -> Result<Option<Vec<Solution>>> {
        let mut scan = Scan::new(self, values)?;
        let shares: Vec<f64> = targets.iter().map(|target| target.share).collect();
        let Some((trend, proof)) = scan.prove(&shares)? else { return Ok(None) };
        let spots = scan.spots();
        let at = |value: i32| match spots.binary_search_by_key(&value, |spot| spot.0) {
            Ok(place) => Ok(Some(Estimate::of_value(spots[place].1))),
            Err(_) => self.share_at(value),
        };
        let solution = |target: &Target| {
            let found = target.pick(&spots, trend);
            let hardest = Target { hardest_sure: true, ..*target }.pick(&spots, trend);
            let till = hardest.filter(|_| hardest != found).map(|(value, _)| {
                let beyond = if trend == Trend::Rising { value - 1 } else { value + 1 };
                Ok::<_, Error>((value, at(beyond)?))
            });
            Ok(Solution {
                value: found.map(|spot| spot.0),
                share: found.map(|spot| Estimate::of_value(spot.1)),
                below: found.map_or(Ok(None), |spot| at(spot.0 - 1))?,
                above: found.map_or(Ok(None), |spot| at(spot.0 + 1))?,
                between: found.map(|spot| (spot.0, spot.0)),
                hardest_certain: till.transpose()?,
                nearest: target
                    .missed(&spots, trend)
                    .map(|(value, share)| (value, Estimate::of_value(share))),
                trend,
                proof,
            })
        };
        targets.iter().map(solution).collect::<Result<Vec<_>>>().map(Some)
    }

    /// Returns the share at a value outside the scan; `None` if the rule rejects it or it exceeds
    /// the budget.
    fn share_at(&self, value: i32) -> Result<Option<Estimate>> {
        if self.case(value).is_err() {
            return Ok(None);
        }
        match self.exact(value) {
            Ok((share, _)) => Ok(Some(Estimate::of_value(share))),
            Err(error) if error.kind() == ErrorKind::TooLarge => Ok(None),
            Err(error) => Err(error),
        }
    }
}
