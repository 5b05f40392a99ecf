//! Blow after blow on the Toughness ladder, Toughness and damage alike. The naive loop counts blows
//! alone, ours blows, hits and bruises.

use super::measure::{Loop, case, compare, kernels, plain};
use super::naive;

const LADDER: &str =
    "melodrama.knockout toughness=10 damage=10 stagger_bruises=true second_stagger=unconscious";

pub fn run() {
    let ladder = case(LADDER);
    let mut naive = Loop::new(1 << 18, |seed| naive::ladders(1 << 18, seed, 10, 10));
    compare("plain path", "ladders", &mut naive, &mut plain(&ladder, 4), 1.5);
    kernels("kernel", &ladder, "ladders", &mut naive, 16, [40.0, 15.0]);
}
