//! Hand-written loops, one for each question: the upper bound for the plain path. They make the
//! same draws and counts as the rules, without traits, settings or policies. Sets of cards are
//! machine words, as in the engine.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::naive::{MIXES, POOLS, ROUNDS, SCORES};

/// Hits of a column, by the index of the score.
type Hits = [u64; 64];

const DECK: u64 = (1 << 54) - 1;

/// Value of the card at each index.
const VALUES: [i32; 64] = {
    let (mut values, mut place) = ([15; 64], 0);
    while place < 52 {
        values[place] = place as i32 / 4 + 1;
        place += 1;
    }
    values
};

fn result(margin: i32, card: i32) -> i32 {
    if margin < 0 { 0 } else { 1 + i32::from(card >= 13) }
}

fn hit(hits: &mut Hits, place: i32) {
    hits[place as usize & 63] += 1;
}

/// Simulates opposed checks and returns the counts of margins and of results. A random word gives
/// three pairs of cards, and a table the margin and the result of each pair.
#[inline(never)]
pub fn checks(trials: u64, seed: u64) -> [Hits; 2] {
    let half = |place: usize| VALUES[2 * place];
    let told = |pair: usize| {
        let (mine, theirs) = (half(pair / 27), half(pair % 27));
        [mine - theirs, result(mine - theirs, mine)]
    };
    let told: Vec<[i32; 2]> = (0..729).map(told).collect();
    let (mut rng, mut hits) = (Xoshiro256PlusPlus::seed_from_u64(seed), [[0; 64]; 2]);
    let (mut word, mut left) = (0, 0);
    for _ in 0..trials {
        if left == 0 {
            (word, left) = (rng.next_u64(), 3);
        }
        left -= 1;
        let product = u128::from(word) * 729;
        word = product as u64;
        let [margin, result] = told[(product >> 64) as usize];
        hit(&mut hits[0], margin + 14);
        hit(&mut hits[1], result);
    }
    hits
}

/// Draws a card from a pile: of the five card indices in a random word, the first that is in the
/// pile.
fn take(rng: &mut Xoshiro256PlusPlus, left: &mut u64) -> u64 {
    loop {
        let word = rng.next_u64();
        let hit = |from: u32| (*left >> ((word >> from) & 63) & 1) << from;
        let hits = hit(0) | hit(6) | hit(12) | hit(18) | hit(24);
        if hits != 0 {
            let card = 1 << ((word >> hits.trailing_zeros()) & 63);
            *left &= !card;
            return card;
        }
    }
}

/// Adventures of twenty checks from hands: winner, margin and result of each check.
#[inline(never)]
pub fn hands(adventures: u64, seed: u64) -> Vec<[Hits; 3]> {
    let (mut rng, mut hits) = (Xoshiro256PlusPlus::seed_from_u64(seed), vec![[[0; 64]; 3]; 20]);
    let from_six = DECK & !((1 << 20) - 1);
    for _ in 0..adventures {
        let (mut left, mut hands) = ([DECK; 2], [0; 2]);
        for (side, cards) in [(0, 4), (1, 8)] {
            (0..cards).for_each(|_| hands[side] |= take(&mut rng, &mut left[side]));
        }
        for [win, margins, results] in &mut hits {
            let enough = hands[0] & from_six;
            let lowest = (if enough == 0 { hands[0] } else { enough }).trailing_zeros();
            let played: [u32; 2] = [lowest, 63 - u64::leading_zeros(hands[1])];
            let [mine, theirs] = played.map(|place| VALUES[place as usize & 63]);
            let margin = 12 + mine - 10 - theirs;
            hit(win, 1 + margin.signum());
            hit(margins, margin + 12);
            hit(results, result(margin, mine));
            for side in [0, 1] {
                hands[side] &= !(1 << played[side]);
                hands[side] |= take(&mut rng, &mut left[side]);
            }
        }
    }
    hits
}

/// Bidding duels with one strategy per side: bids and winner of each round, rounds won, points
/// spent.
#[inline(never)]
pub fn duels(trials: u64, seed: u64) -> Vec<Hits> {
    let bids = |side: usize| -> Vec<i32> {
        let weights = (0..).zip(MIXES[side]);
        weights.flat_map(|(bid, weight)| (0..weight).map(move |_| bid)).collect()
    };
    let mixes = [bids(0), bids(1)];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut hits = vec![[0; 64]; 3 * ROUNDS + 3];
    for _ in 0..trials {
        let (mut left, mut won) = (POOLS, 0);
        for rows in hits.chunks_exact_mut(3).take(ROUNDS) {
            let mut bid = |side: usize| {
                let weights = mixes[side].len() as u64;
                loop {
                    let product = u128::from(rng.next_u64()) * u128::from(weights);
                    if product as u64 >= weights {
                        return mixes[side][(product >> 64) as usize].min(left[side]);
                    }
                }
            };
            let [own, rival] = [bid(0), bid(1)];
            left = [left[0] - own, left[1] - rival];
            let winner = (SCORES[0] + own - SCORES[1] - rival).signum();
            won += i32::from(winner > 0);
            for (row, place) in rows.iter_mut().zip([own, rival, 1 + winner]) {
                hit(row, place);
            }
        }
        let ends = [won, POOLS[0] - left[0], POOLS[1] - left[1]];
        for (row, place) in hits[3 * ROUNDS..].iter_mut().zip(ends) {
            hit(row, place);
        }
    }
    hits
}
