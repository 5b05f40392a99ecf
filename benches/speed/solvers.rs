//! Solutions of duels. A naive version is slower by orders of magnitude: a linear program from a
//! library takes at least 39 times as long for a duel of one round (microlp 0.7).

use std::cmp::Ordering;
use std::hint::black_box;

use oddsmith::strategy::{BiddingDuel, Objective, Solution};

use super::measure::cost;

fn stages(rounds: usize, edge: i32, caps: [i32; 2], pools: [i32; 2], price: f64) -> BiddingDuel {
    BiddingDuel::new(rounds, edge, caps, pools, Objective::Share, Ordering::Equal, price)
        .expect("a benchmark asks for what fits")
}

fn solved(stages: &BiddingDuel) -> Solution {
    stages.solve().expect("a benchmark asks for what can be solved")
}

/// Solves every duel of one round that the game has: score gaps, caps, and nine prices of a point.
/// Returns the largest gap between the bounds of a value.
fn one_shots() -> f64 {
    let mut gap = 0.0f64;
    for edge in -16..=16 {
        for (own, rival) in (0..=8).flat_map(|own| (0..=8).map(move |rival| (own, rival))) {
            for price in 0..9 {
                let price = f64::from(price) * 0.025;
                let duel = solved(&stages(1, edge, [own, rival], [40, 40], price));
                gap = gap.max(duel.hi - duel.lo);
            }
        }
    }
    gap
}

pub fn run() {
    cost("24,057 duels of one round", 1, "100 ms", || {
        black_box(one_shots());
    });
    for (name, goal, duel) in [
        ("5 rounds, 4 a bid, 10 against 10", "1 ms", stages(5, 0, [4, 4], [10, 10], 0.0)),
        ("5 rounds, 8 a bid, 30 against 18", "10 ms", stages(5, -2, [8, 8], [30, 18], 0.0)),
        ("8 rounds, 8 a bid, 30 against 28", "100 ms", stages(8, 0, [8, 8], [30, 28], 0.0)),
    ] {
        cost(name, 1, goal, || {
            black_box(solved(black_box(&duel)).lo);
        });
    }
    println!("  the largest gap of the 24,057 certificates: {:.0e} (goal 1e-10)", one_shots());
}
