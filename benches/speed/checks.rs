//! Opposed checks, with a card from a full deck for each side; every margin is counted.

use super::measure::{BY_HAND, Loop, Unit, case, compare, kernels, plain};
use super::{by_hand, naive};

const CHECKS: Unit = Unit("checks", 2.0);

pub fn run() {
    let opposed = case("melodrama.opposed active=0 passive=0");
    let mut naive = Loop::new(1 << 21, |seed| naive::checks(1 << 21, seed));
    compare("plain path", CHECKS, &mut naive, &mut plain(&opposed, 32), 1.5);
    let mut by_hand = Loop::new(1 << 21, |seed| by_hand::checks(1 << 21, seed));
    compare(BY_HAND, CHECKS, &mut naive, &mut by_hand, 0.0);
    kernels("kernel", &opposed, CHECKS, &mut naive, 32, [12.0, 4.0]);
}
