//! The strategies frame: one row per duel, state, side and bid.

use polars::prelude::*;

use super::cases::Cases;
use super::polars_error;
use oddsmith_answers::Results;
use oddsmith_answers::strategies::{Strategies, state};
use oddsmith_base::Result;
use oddsmith_engine::strategy::{Choice, Position};

/// Returns the strategies frame of these duels, with the schema of
/// [`oddsmith_answers::strategies::STRATEGIES`].
///
/// # Errors
/// If Polars can't create it.
pub fn strategies(scenario: &str, results: &Results, duels: &[Strategies]) -> Result<DataFrame> {
    super::threads::ready()?;
    let mut cases = Cases::of(scenario, results);
    // A state is stored once, however many bids it has.
    let (mut states, mut places): (Vec<String>, Vec<IdxSize>) = Default::default();
    let (mut side, mut bid): (Vec<&str>, Vec<i64>) = Default::default();
    let mut figures: [Vec<Option<f64>>; 3] = Default::default();
    for duel in duels {
        let before = bid.len();
        for Position { state: at, choices } in &duel.positions {
            let sides = ["own", "rival"].iter().zip(choices);
            for (name, choice) in
                sides.flat_map(|(name, all)| all.iter().map(move |one| (name, one)))
            {
                places.push(states.len() as IdxSize);
                side.push(name);
                bid.push(choice.what.into());
                let Choice { share, range, .. } = *choice;
                let ends = [range.map(|range| range.least), range.map(|range| range.most)];
                let numbers = [Some(share), ends[0], ends[1]];
                figures.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
            }
            states.push(state(at));
        }
        cases.add(&duel.answer.case, &[], duel.label, bid.len() - before);
    }
    let height = bid.len();
    let mut columns = cases.columns()?;
    let states = Column::new("state".into(), states);
    columns.push(states.take(&IdxCa::from_vec("row".into(), places)).map_err(polars_error)?);
    columns.extend([Column::new("side".into(), side), Column::new("bid".into(), bid)]);
    let names = ["share", "least", "most"].into_iter().zip(figures);
    columns.extend(names.map(|(name, numbers)| Column::new(name.into(), numbers)));
    DataFrame::new(height, columns).map_err(polars_error)
}
