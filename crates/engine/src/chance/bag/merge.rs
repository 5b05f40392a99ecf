//! Weighted outcomes of which equal ones are merged, and the reasons why that can fail.

use std::hash::{BuildHasher, Hash};

use crate::chance::finder::Finder;
use crate::chance::weight::Weight;

/// The reason why a law can't be computed in a kind of weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A number does not fit the weight type, or can't be represented as a fraction.
    Overflow,
    /// The computation exceeds its time or memory budget.
    Budget,
}

pub(crate) type Lawful<T> = Result<T, Failure>;

/// Outcomes with their probabilities.
pub(super) type Shares<T, W> = Vec<(T, W)>;

/// Outcomes with their probabilities, and the probability that was dropped.
pub(super) type Cut<T, W> = (Shares<T, W>, f64);

/// Maximum number of products per law and weight type: a few tenths of a second.
pub(super) const MOST_PRODUCTS: u64 = 8_000_000;

/// Memory limit in bytes for computing the law of one roll.
const LAW_BYTES: usize = 96 << 20;

/// Approximate heap memory of a key, in bytes.
const OWN: usize = 32;

/// The hasher of keys; it has a fixed seed, since keys are not attacker-controlled.
const HASHER: foldhash::fast::FixedState = foldhash::fast::FixedState::with_seed(0);

/// A map from outcomes to summed probabilities that keeps insertion order, so that float sums do
/// not depend on hash values.
pub(super) struct Sums<K, W> {
    order: Shares<K, W>,
    /// The index into `order` of each outcome.
    places: Finder,
    /// Number of products computed so far, including those before this map.
    products: u64,
}

impl<K: Hash + Eq, W: Weight> Sums<K, W> {
    /// Maximum number of outcomes: during a step the previous table exists as well, and a growing
    /// vector holds up to three times its contents.
    const MOST: usize = (LAW_BYTES / 2) / (3 * size_of::<(K, W)>() + OWN + 12);

    /// Creates an empty map that continues a count of `products`.
    pub fn behind(products: u64) -> Self {
        Sums { order: Vec::new(), places: Finder::default(), products }
    }

    /// Adds `share` to the outcome `key`.
    #[inline]
    pub fn add(&mut self, key: K, share: W) -> Lawful<()> {
        self.products += 1;
        let alike = |place: u32| self.order[place as usize].0 == key;
        if let Some(place) = self.places.find_hashed(HASHER.hash_one(&key), alike) {
            return self.order[place as usize].1.gain(&share).ok_or(Failure::Overflow);
        }
        self.order.push((key, share));
        match self.order.len() <= Self::MOST && self.products <= MOST_PRODUCTS {
            true => Ok(()),
            false => Err(Failure::Budget),
        }
    }

    /// Returns each outcome with its probability, and the count of products.
    ///
    /// # Errors
    /// [`Failure::Budget`] if there were too many products.
    pub fn done(self) -> Lawful<(Shares<K, W>, u64)> {
        match self.products <= MOST_PRODUCTS {
            true => Ok((self.order, self.products)),
            false => Err(Failure::Budget),
        }
    }
}

impl<K: Hash + Ord, W: Weight> Sums<K, W> {
    /// Returns each outcome with its probability, sorted by outcome, and the count of products.
    pub fn risen(self) -> Lawful<(Shares<K, W>, u64)> {
        let (mut order, products) = self.done()?;
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok((order, products))
    }
}

/// Sums the probabilities of equal outcomes, and sorts by outcome.
pub(super) fn merge<K: Ord + Hash, W: Weight>(
    outcomes: impl IntoIterator<Item = (K, W)>,
) -> Lawful<Shares<K, W>> {
    let mut sums = Sums::behind(0);
    outcomes.into_iter().try_for_each(|(key, share)| sums.add(key, share))?;
    Ok(sums.risen()?.0)
}
