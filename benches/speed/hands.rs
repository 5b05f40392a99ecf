//! Adventures of twenty checks from hands; each side starts with a full deck. The naive loop counts
//! wins and ties by check, the engine also margins and results.

use super::measure::{BY_HAND, Loop, Unit, case, compare, kernels, plain};
use super::{by_hand, naive};

const HANDS: &str = "melodrama.hand checks=20 hand=4 opposing_hand=8 active=12 passive=10 \
    decks=own policy=threshold:6 opposing_policy=highest";
const CHECKS: u64 = 20;
/// Number of cards in an adventure: two hands, and two cards after each check but the last.
const CARDS: f64 = (4 + 8 + 2 * (CHECKS - 1)) as f64;

pub fn run() {
    let hands = case(HANDS);
    let adventures = 1 << 15;
    let mut naive = Loop::new(CHECKS * adventures, |seed| naive::hands(adventures, seed));
    let mut plain = plain(&hands, 1);
    plain.units *= CHECKS;
    let checks = Unit("checks", CARDS / CHECKS as f64);
    compare("plain path", checks, &mut naive, &mut plain, 1.5);
    let units = CHECKS * adventures;
    let mut by_hand = Loop::new(units, |seed| by_hand::hands(adventures, seed));
    compare(BY_HAND, checks, &mut naive, &mut by_hand, 0.0);
    // A kernel counts adventures as units.
    naive.units = adventures;
    kernels("kernel", &hands, Unit("adventures", CARDS), &mut naive, 8, [55.0, 18.0]);
}
