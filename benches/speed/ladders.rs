//! Repeated blows on the Toughness ladder, with equal Toughness and damage. The naive loop counts
//! only blows, the engine blows, hits and bruises.

use oddsmith::odds::Histogram;

use super::measure::{Loop, Unit, case, compare, kernels, plain};
use super::naive;

const LADDER: &str =
    "melodrama.knockout toughness=10 damage=10 stagger_bruises=true second_stagger=unconscious";

/// Maximum number of branches of the law.
const BUDGET: u64 = 1_000_000;

pub fn run() {
    let ladder = case(LADDER);
    // Each blow draws two cards.
    let laws = ladder.law(BUDGET).expect("it is exact");
    let blows = laws.column("blows").ok().and_then(Histogram::mean).expect("it counts blows");
    let ladders = Unit("ladders", 2.0 * blows);
    let mut naive = Loop::new(1 << 18, |seed| naive::ladders(1 << 18, seed, 10, 10));
    compare("plain path", ladders, &mut naive, &mut plain(&ladder, 4), 1.5);
    kernels("kernel", &ladder, ladders, &mut naive, 16, [18.0, 6.0]);
}
