//! The strategies frame: one row a duel, state, side and bid.

use polars::prelude::*;

use super::cases::Cases;
use super::polars_error;
use crate::error::Result;
use crate::registry::Settings;
use crate::strategy::Position;

/// A duel and both sides' choices in all of its states.
#[derive(Clone, Copy, Debug)]
pub struct Strategies<'a> {
    /// The check.
    pub check: &'a str,
    /// What a scenario calls it; empty for a question of the command.
    pub label: &'a str,
    /// Its fields.
    pub settings: &'a Settings,
    /// The choices.
    pub positions: &'a [Position],
}

/// The strategies frame of these duels, whose fields `swept` have columns of their own: columns and types as
/// [`super::STRATEGIES`] says.
///
/// # Errors
/// If Polars can't make it.
pub fn strategies(scenario: &str, swept: &[&str], duels: &[Strategies]) -> Result<DataFrame> {
    let mut cases = Cases::new(scenario, swept.iter().copied());
    // A state is held once, however many bids it has.
    let (mut states, mut state): (Vec<String>, Vec<IdxSize>) = Default::default();
    let (mut side, mut bid, mut figures): (Vec<&str>, Vec<i64>, [Vec<f64>; 3]) = Default::default();
    for duel in duels {
        let before = bid.len();
        for Position { state: at, choices } in duel.positions {
            for (name, choice) in ["own", "rival"]
                .iter()
                .zip(choices)
                .flat_map(|(name, choices)| choices.iter().map(move |choice| (name, choice)))
            {
                state.push(states.len() as IdxSize);
                side.push(name);
                bid.push(choice.bid.into());
                let numbers = [choice.share, choice.range.least, choice.range.most];
                figures.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
            }
            let [own, rival] = at.left;
            states.push(format!(
                r#"{{"round":{},"own":{own},"rival":{rival},"score":{}}}"#,
                at.played + 1,
                at.score
            ));
        }
        cases.add(duel.check, duel.label, duel.settings, bid.len() - before);
    }
    let height = bid.len();
    let mut columns = cases.columns()?;
    columns.push(
        Column::new("state".into(), states)
            .take(&IdxCa::from_vec("row".into(), state))
            .map_err(polars_error)?,
    );
    columns.extend([Column::new("side".into(), side), Column::new("bid".into(), bid)]);
    columns.extend(
        ["share", "least", "most"]
            .into_iter()
            .zip(figures)
            .map(|(name, numbers)| Column::new(name.into(), numbers)),
    );
    DataFrame::new(height, columns).map_err(polars_error)
}
