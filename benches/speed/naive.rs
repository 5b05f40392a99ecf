//! Naive loops, as a user would first write them with `rand`. They are the base of all ratios, so
//! they never change.

use std::cmp::Ordering;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns the value of each card of a 54-card deck.
fn cards() -> Vec<i32> {
    (1..=13).flat_map(|value| [value; 4]).chain([15, 15]).collect()
}

/// Opposed checks with one card per side; counts margins.
#[inline(never)]
pub fn checks(trials: u64, seed: u64) -> [u64; 29] {
    let (deck, mut rng, mut margins) = (cards(), Xoshiro256PlusPlus::seed_from_u64(seed), [0; 29]);
    for _ in 0..trials {
        let (mine, theirs) = (deck[rng.random_range(0..54)], deck[rng.random_range(0..54)]);
        margins[(mine - theirs + 14) as usize] += 1;
    }
    margins
}

/// Ladders to a knock-out; counts blows, with branches and a bounded draw for each card.
#[inline(never)]
pub fn ladders(trials: u64, seed: u64, toughness: i32, damage: i32) -> [u64; 61] {
    let (deck, mut rng, mut blows) = (cards(), Xoshiro256PlusPlus::seed_from_u64(seed), [0; 61]);
    for _ in 0..trials {
        let (mut count, mut bruises, mut staggered) = (0, 0, false);
        loop {
            count += 1;
            let (mine, theirs) = (deck[rng.random_range(0..54)], deck[rng.random_range(0..54)]);
            let margin = toughness + mine - bruises - damage - theirs;
            if margin >= 5 {
                // Unhurt.
            } else if margin >= -4 {
                bruises += 1;
            } else if margin >= -9 {
                if staggered {
                    break;
                }
                staggered = true;
                bruises += 1;
            } else {
                break;
            }
            if count == 60 {
                break;
            }
        }
        blows[count] += 1;
    }
    blows
}

/// Adventures of twenty checks from hands; counts wins and ties by check. Two decks are shuffled
/// and dealt from their ends; one side plays its lowest card from 6 on, the other its highest.
#[inline(never)]
pub fn hands(adventures: u64, seed: u64) -> [[u64; 2]; 20] {
    let (deck, mut rng, mut results) =
        (cards(), Xoshiro256PlusPlus::seed_from_u64(seed), [[0; 2]; 20]);
    for _ in 0..adventures {
        let mut decks = [deck.clone(), deck.clone()];
        decks.iter_mut().for_each(|deck| deck.shuffle(&mut rng));
        let mut hands: [Vec<i32>; 2] =
            [(0, 4), (1, 8)].map(|(side, cards)| decks[side].drain(..cards).collect());
        for result in &mut results {
            let lowest = |least: i32| {
                (0..hands[0].len())
                    .filter(|&at| hands[0][at] >= least)
                    .min_by_key(|&at| hands[0][at])
            };
            let mine = lowest(6).or_else(|| lowest(0)).expect("a hand has cards");
            let theirs =
                (0..hands[1].len()).max_by_key(|&at| hands[1][at]).expect("a hand has cards");
            let cards = [hands[0].swap_remove(mine), hands[1].swap_remove(theirs)];
            match (cards[0] + 12).cmp(&(cards[1] + 10)) {
                Ordering::Greater => result[0] += 1,
                Ordering::Equal => result[1] += 1,
                Ordering::Less => {}
            }
            for (hand, deck) in hands.iter_mut().zip(&mut decks) {
                hand.push(deck.pop().expect("a deck lasts for twenty checks"));
            }
        }
    }
    results
}

/// Strategy of each side, as weights of the bids 0 to 8.
pub const MIXES: [[u32; 9]; 2] = [[4, 1, 2, 3, 2, 2, 1, 1, 1], [3, 3, 1, 3, 1, 3, 1, 2, 1]];
pub const SCORES: [i32; 2] = [11, 10];
pub const POOLS: [i32; 2] = [16, 18];
pub const ROUNDS: usize = 5;

/// Mixed strategy in the manner of the `rand` family: an alias table, with one index and one float
/// per draw.
struct Alias {
    keep: Vec<f64>,
    other: Vec<usize>,
}

impl Alias {
    fn new(weights: &[u32]) -> Alias {
        let mean = f64::from(weights.iter().sum::<u32>()) / weights.len() as f64;
        let mut keep: Vec<f64> = weights.iter().map(|&weight| f64::from(weight) / mean).collect();
        let mut other: Vec<usize> = (0..weights.len()).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..weights.len()).partition(|&bid| keep[bid] < 1.0);
        while let (Some(low), Some(&high)) = (small.pop(), large.last()) {
            other[low] = high;
            keep[high] -= 1.0 - keep[low];
            if keep[high] < 1.0 {
                large.pop();
                small.push(high);
            }
        }
        Alias { keep, other }
    }

    fn draw(&self, rng: &mut Xoshiro256PlusPlus) -> i32 {
        let bid = rng.random_range(0..self.keep.len());
        (if rng.random::<f64>() < self.keep[bid] { bid } else { self.other[bid] }) as i32
    }
}

/// Bidding duels of five rounds with one strategy per side; counts rounds won and lost.
#[inline(never)]
pub fn duels(trials: u64, seed: u64) -> [[u64; 6]; 6] {
    let (mixes, mut rng) =
        (MIXES.map(|mix| Alias::new(&mix)), Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut results = [[0; 6]; 6];
    for _ in 0..trials {
        let (mut left, mut won, mut lost) = (POOLS, 0, 0);
        for _ in 0..ROUNDS {
            let bids = [0, 1].map(|side: usize| mixes[side].draw(&mut rng).min(left[side]));
            left = [left[0] - bids[0], left[1] - bids[1]];
            match (SCORES[0] + bids[0]).cmp(&(SCORES[1] + bids[1])) {
                Ordering::Greater => won += 1,
                Ordering::Less => lost += 1,
                Ordering::Equal => {}
            }
        }
        results[won][lost] += 1;
    }
    results
}

/// Pools of `count` dice with `sides` sides, of which the `keep` highest count; counts their sums.
#[inline(never)]
pub fn dice(trials: u64, seed: u64, [count, sides, keep]: [usize; 3]) -> Vec<u64> {
    let (mut rng, mut sums) = (Xoshiro256PlusPlus::seed_from_u64(seed), vec![0; keep * sides + 1]);
    for _ in 0..trials {
        let mut faces: Vec<usize> = (0..count).map(|_| rng.random_range(1..=sides)).collect();
        faces.sort_unstable_by(|one, other| other.cmp(one));
        sums[faces[..keep].iter().sum::<usize>()] += 1;
    }
    sums
}

/// Returns the law of an opposed check, from every pair of cards.
#[inline(never)]
pub fn law(edge: i32) -> Vec<f64> {
    let (deck, mut law) = (cards(), vec![0.0; 29]);
    for mine in &deck {
        for theirs in &deck {
            law[(mine - theirs + 14) as usize] += 1.0 / (54.0 * 54.0);
        }
    }
    law.rotate_left(edge.rem_euclid(29) as usize);
    law
}
