//! Pools of dice in the language of dice, on the plain path.

use super::measure::{Loop, Unit, case, compare, plain};
use super::naive;

pub fn run() {
    for (luck, pool) in [("4d6kh3", [4, 6, 3]), ("10d10", [10, 10, 10]), ("40d6", [40, 6, 40])] {
        let roll = case(&format!("house.roll luck={luck} dc=7"));
        let trials = (1 << 20) / pool[0] as u64;
        let mut naive = Loop::new(trials, |seed| naive::dice(trials, seed, pool));
        compare(luck, Unit("rolls", 0.0), &mut naive, &mut plain(&roll, 1), 1.5);
    }
}
