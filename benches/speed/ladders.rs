//! Blow after blow on the Toughness ladder, Toughness and damage alike. The naive loop counts blows
//! alone, ours blows, hits and bruises.

use oddsmith::odds::Histogram;

use super::measure::{Loop, Unit, case, compare, kernels, plain};
use super::naive;

const LADDER: &str =
    "melodrama.knockout toughness=10 damage=10 stagger_bruises=true second_stagger=unconscious";

/// Branches that its law may have.
const BUDGET: u64 = 1_000_000;

pub fn run() {
    let ladder = case(LADDER);
    // Two cards a blow.
    let laws = ladder.law(BUDGET).expect("it is exact");
    let blows = laws.column("blows").ok().and_then(Histogram::mean).expect("it counts blows");
    let ladders = Unit("ladders", 2.0 * blows);
    let mut naive = Loop::new(1 << 18, |seed| naive::ladders(1 << 18, seed, 10, 10));
    compare("plain path", ladders, &mut naive, &mut plain(&ladder, 4), 1.5);
    kernels("kernel", &ladder, ladders, &mut naive, 16, [18.0, 6.0]);
}
