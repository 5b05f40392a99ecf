//! Weighted outcomes whose equals are added up, and why they may not be.

use crate::chance::weight::Weight;

/// A map whose keys nobody chooses to collide.
pub(super) type Map<K, V> = std::collections::HashMap<K, V, foldhash::fast::FixedState>;

/// Why there is no law of this weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Its numbers do not fit, or it is no fraction.
    Overflow,
    /// It takes too long.
    Budget,
}

pub(crate) type Lawful<T> = Result<T, Failure>;

/// What may come, each with its share.
pub(super) type Shares<T, W> = Vec<(T, W)>;

/// What may come, and the share that was too small to follow.
pub(super) type Cut<T, W> = (Shares<T, W>, f64);

/// The most different answers.
const MOST: usize = 2_000_000;

/// Adds up the shares of equal outcomes, which then rise.
pub(super) fn merge<K: Ord + std::hash::Hash + Clone, W: Weight>(
    outcomes: impl IntoIterator<Item = (K, W)>,
) -> Lawful<Vec<(K, W)>> {
    let mut merged: Vec<(K, W)> = Vec::new();
    let mut places: Map<K, usize> = Map::default();
    for (key, share) in outcomes {
        match places.get(&key) {
            Some(&place) => {
                let sum = &mut merged[place].1;
                *sum = sum.or(&share).ok_or(Failure::Overflow)?;
            }
            None => {
                places.insert(key.clone(), merged.len());
                merged.push((key, share));
            }
        }
        if merged.len() > MOST {
            return Err(Failure::Budget);
        }
    }
    merged.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(merged)
}
