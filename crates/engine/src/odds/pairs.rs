//! How both trials of mirrored pairs scored, and what such pairs are worth.

use std::ops::RangeInclusive;

/// Scores that count; what has no score stands below all of them.
pub(super) type Scores = RangeInclusive<Option<i32>>;

/// How both trials of each pair scored: pairs of scores, rising, each with its number of pairs.
/// A trial without a score stands below all scores.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pairs(Vec<([Option<i32>; 2], u64)>);

impl Pairs {
    pub fn new(found: impl IntoIterator<Item = ([Option<i32>; 2], u64)>) -> Pairs {
        let mut pairs: Vec<_> = found.into_iter().collect();
        pairs.sort_unstable();
        Pairs(pairs)
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|(_, pairs)| pairs).sum()
    }

    /// What they take in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.0[..])
    }

    /// The pairs whose first trial scored so.
    fn from(&self, scores: &Scores) -> &[([Option<i32>; 2], u64)] {
        let start = self.0.partition_point(|([first, _], _)| first < scores.start());
        let end = self.0.partition_point(|([first, _], _)| first <= scores.end());
        &self.0[start..end.max(start)]
    }

    /// What a trial of a pair is worth in trials drawn alone, for the share of these scores, of
    /// which both trials together have so many `hits`: the variance of the share from as many
    /// trials drawn alone, divided by that from pairs. 1/2 where both of a pair always fall alike,
    /// above 1 where they make up for each other.
    ///
    /// # Formula
    /// `p (1 - p) / (p (1 - p) + c)`, where p is the share and `c = P(both) - p^2` the covariance
    /// of the two of a pair. One pair that hits twice and one that misses twice are counted beside
    /// what was played, so that the worth is never without bound, and is 1/2 where nothing was hit.
    ///
    /// # Source
    /// J. M. Hammersley and K. W. Morton (1956), Proceedings of the Cambridge Philosophical Society
    /// 52, 449-475.
    pub fn worth(&self, scores: &Scores, hits: u64) -> f64 {
        let both = self.from(scores).iter().filter(|([_, second], _)| scores.contains(second));
        let both = both.map(|(_, pairs)| pairs).sum::<u64>() as f64 + 1.0;
        let pairs = self.count() as f64 + 2.0;
        let share = (hits as f64 + 2.0) / (2.0 * pairs);
        share * (1.0 - share) / (share * (1.0 - 2.0 * share) + both / pairs)
    }

    /// The squares of how far pairs are from a mean, both trials together, summed over pairs; a
    /// trial without a score is at the mean.
    pub fn squares(&self, mean: f64) -> f64 {
        let off = |score: Option<i32>| score.map_or(0.0, |score| f64::from(score) - mean);
        let square = |([first, second], pairs): &([Option<i32>; 2], u64)| {
            (off(*first) + off(*second)).powi(2) * *pairs as f64
        };
        self.0.iter().map(square).sum()
    }

    /// The scores of the mirrored trials alone, with their hits.
    pub fn mirrored(&self) -> impl Iterator<Item = (i32, u64)> {
        self.0.iter().filter_map(|([_, second], pairs)| Some(((*second)?, *pairs)))
    }
}

/// These scores, as pairs know them.
pub(super) fn some(scores: &RangeInclusive<i32>) -> Scores {
    Some(*scores.start())..=Some(*scores.end())
}
