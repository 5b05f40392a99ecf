//! Weighted outcomes whose equals are added up, and why they may not be.

use std::hash::{BuildHasher, Hash};

use crate::chance::finder::Finder;
use crate::chance::weight::Weight;

/// Why there is no law of this weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Its numbers do not fit, or it is no fraction.
    Overflow,
    /// It takes too long, or too much memory.
    Budget,
}

pub(crate) type Lawful<T> = Result<T, Failure>;

/// What may come, each with its share.
pub(super) type Shares<T, W> = Vec<(T, W)>;

/// What may come, and the share that was too small to follow.
pub(super) type Cut<T, W> = (Shares<T, W>, f64);

/// The most products that a law takes in one kind of weight: some tenths of a second.
pub(super) const MOST_PRODUCTS: u64 = 8_000_000;

/// The memory that the law of one roll takes while it is made.
const LAW_BYTES: usize = 96 << 20;

/// What a key takes in memory of its own, about.
const OWN: usize = 32;

/// How keys are told apart; nobody chooses them to collide.
const HASHER: foldhash::fast::FixedState = foldhash::fast::FixedState::with_seed(0);

/// Outcomes with the sums of their shares, in the order in which they come up: sums of floats do
/// not depend on a hash.
pub(super) struct Sums<K, W> {
    order: Shares<K, W>,
    /// The place of each in `order`.
    places: Finder,
    /// The products that were made, here and before.
    products: u64,
}

impl<K: Hash + Eq, W: Weight> Sums<K, W> {
    /// The most outcomes: the table before this one stands beside it, and a list that grows holds
    /// up to three times what is in it.
    const MOST: usize = (LAW_BYTES / 2) / (3 * size_of::<(K, W)>() + OWN + 12);

    /// None yet, behind so many products.
    pub fn behind(products: u64) -> Self {
        Sums { order: Vec::new(), places: Finder::default(), products }
    }

    /// One outcome more, or so much more of one.
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

    /// Each outcome with its share, and the products that they took.
    ///
    /// # Errors
    /// If these were too many.
    pub fn done(self) -> Lawful<(Shares<K, W>, u64)> {
        match self.products <= MOST_PRODUCTS {
            true => Ok((self.order, self.products)),
            false => Err(Failure::Budget),
        }
    }
}

impl<K: Hash + Ord, W: Weight> Sums<K, W> {
    /// The same, by rising outcomes.
    pub fn risen(self) -> Lawful<(Shares<K, W>, u64)> {
        let (mut order, products) = self.done()?;
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok((order, products))
    }
}

/// Adds up the shares of equal outcomes, which then rise.
pub(super) fn merge<K: Ord + Hash, W: Weight>(
    outcomes: impl IntoIterator<Item = (K, W)>,
) -> Lawful<Shares<K, W>> {
    let mut sums = Sums::behind(0);
    outcomes.into_iter().try_for_each(|(key, share)| sums.add(key, share))?;
    Ok(sums.risen()?.0)
}
