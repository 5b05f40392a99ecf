//! Bidding duels of five rounds. The naive loop counts rounds won and lost, the engine 18
//! histograms.

use super::by_hand;
use super::measure::{BY_HAND, Loop, Unit, case, compare, cost, kernels, plain};
use super::naive::{self, MIXES, POOLS, ROUNDS, SCORES};

/// Returns the duel of [`naive::duels`] as a question, without the fields of its policies.
pub fn question() -> String {
    format!(
        "moma.duel score={} cap=8 pool={} rival_score={} rival_cap=8 rival_pool={} rounds={ROUNDS}",
        SCORES[0], POOLS[0], SCORES[1], POOLS[1]
    )
}

const DUELS: Unit = Unit("duels", 0.0);

pub fn run() {
    let mix = |side: usize| MIXES[side].map(|weight| weight.to_string()).join(",");
    let mixes = format!("{} policy=mix:[{}] rival_policy=mix:[{}]", question(), mix(0), mix(1));
    let (one_strategy, equilibrium) = (case(&mixes), case(&question()));
    let mut naive = Loop::new(1 << 17, |seed| naive::duels(1 << 17, seed));
    compare("plain path", DUELS, &mut naive, &mut plain(&one_strategy, 2), 1.5);
    let mut by_hand = Loop::new(1 << 17, |seed| by_hand::duels(1 << 17, seed));
    compare(BY_HAND, DUELS, &mut naive, &mut by_hand, 0.0);
    kernels("kernel", &one_strategy, DUELS, &mut naive, 8, [40.0, 12.0]);
    compare("equilibrium, plain path", DUELS, &mut naive, &mut plain(&equilibrium, 2), 1.5);
    kernels("equilibrium, kernel", &equilibrium, DUELS, &mut naive, 8, [20.0, 0.0]);
    cost("equilibrium, its kernel made", 1, "20 ms", || drop(equilibrium.check().kernel()));
}
