//! Two threads compared with one: the same trials should cost the same CPU time, so that two
//! threads are twice as fast on two free cores. One thread is the naive version.

use std::hint::black_box;

use cpu_time::ProcessTime;
use oddsmith::odds::Sample;
use rayon::ThreadPoolBuilder;

use super::measure::{case, median};

const ROUNDS: usize = 9;

/// Questions, with the number of trials in a round.
const QUESTIONS: [(&str, u64); 3] = [
    ("melodrama.opposed active=0 passive=0", 1 << 29),
    ("melodrama.knockout toughness=10 damage=10", 1 << 25),
    ("mano.exchange attack=3 defense=3 power=5 toughness=7", 1 << 21),
];

pub fn run() {
    for (question, trials) in QUESTIONS {
        let case = case(question);
        let seconds = |threads: usize, seed: u64| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            let start = ProcessTime::now();
            pool.expect("threads start")
                .install(|| black_box(case.sample(Sample { trials, seed }).unwrap()));
            start.elapsed().as_secs_f64()
        };
        let round = |seed| 2.0 * seconds(1, seed) / seconds(2, seed);
        let ratio = median((0..ROUNDS as u64).map(round).collect());
        println!("  {question:<58} {ratio:>5.2} x one thread, by CPU time (goal 1.9)");
    }
}
