//! Opposed checks, each side with a card from a full deck: every margin is counted.

use super::measure::{Loop, case, compare, kernels, plain};
use super::naive;

pub fn run() {
    let opposed = case("melodrama.opposed active=0 passive=0");
    let mut naive = Loop::new(1 << 21, |seed| naive::checks(1 << 21, seed));
    compare("plain path", "checks", &mut naive, &mut plain(&opposed, 32), 1.5);
    kernels("kernel", &opposed, "checks", &mut naive, 32, [20.0, 6.0]);
}
