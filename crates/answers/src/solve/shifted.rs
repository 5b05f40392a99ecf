//! Shares of a whole curve from one law, for fields that only shift every score.

use super::SolveGrid;
use super::curve::ShareCurve;
use oddsmith_base::{ErrorKind, Result};
use oddsmith_engine::odds::Histogram;
use oddsmith_registry::Value;

impl ShareCurve<'_> {
    /// The share at each of these values, looked up in the law of one; `None` where the field does more
    /// than move scores, or that law takes more branches than the budget.
    ///
    /// # Errors
    /// If the check has no such event, or can't be built.
    pub(super) fn shifted_shares(&self, values: &[i32], budget: u64) -> Result<Option<Vec<f64>>> {
        let SolveGrid { entry, field, .. } = self.grid;
        let moves = entry.moves.iter().find(|(moves, _)| *moves == *field);
        let Some(&(_, by)) = moves else { return Ok(None) };
        let Some(&Value::Integer(from)) = self.base.get(field) else { return Ok(None) };
        let takes = |&value: &i32| self.base.with_number(&entry.fields, field, value).is_some();
        // What takes the lowest and the highest value takes all between them.
        if ![values.first(), values.last()].into_iter().flatten().all(takes) {
            return Ok(None);
        }
        let case = self.case(from)?;
        let (place, scores) = self.target(case.columns())?;
        let laws = match case.law(budget) {
            Ok(laws) => laws,
            Err(error) if error.kind() == ErrorKind::TooLarge => return Ok(None),
            Err(error) => return Err(error),
        };
        let law = &laws.columns[place];
        let (low, high) = (law.scale().low(), law.scale().high());
        let sure = !case.columns()[place].may_be_none;
        let share = |value: &i32| {
            // Scores that have no end have none wherever they are moved to.
            let moved = by * (value - from);
            let there = |end: i32| match end {
                i32::MIN | i32::MAX => end,
                end => end.saturating_sub(moved),
            };
            let (least, most) = (there(*scores.start()), there(*scores.end()));
            match sure && least <= low && most >= high {
                true => 1.0,
                false => law.within(least..=most).value,
            }
        };
        Ok(Some(values.iter().map(share).collect()))
    }
}
