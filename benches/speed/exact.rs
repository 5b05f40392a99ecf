//! Exact laws by the general enumeration. The naive law of an opposed check is two loops over the
//! cards.

use std::hint::black_box;

use oddsmith::odds::{Check, Event};

use super::measure::{case, cost};
use super::naive;
use super::rules::program;

/// Maximum number of branches of a law.
const BUDGET: u64 = 20_000_000;

/// Questions, with the number of calls in a round and the goal.
const QUESTIONS: [(&str, u32, &str); 8] = [
    ("melodrama.opposed active=0 passive=0", 500, "1.5 us"),
    ("mutants.check bonus=5 dc=10", 500, "1.5 us"),
    ("melodrama.knockout toughness=10 damage=10", 20, "100 us"),
    ("melodrama.best_of hand=5 opposing_hand=8", 200, "5 us"),
    ("house.roll luck=40d6 dc=140", 20, "100 us"),
    ("mutants.exchange attack=10 defense=10 toughness=10 damage=10", 1, "30 ms"),
    ("melodrama.exchange attack=10 defense=10 toughness=10 damage=10", 1, "30 ms"),
    ("mano.exchange attack=3 defense=3 power=5 toughness=7", 1, "30 ms"),
];

/// Rules, measured from their text to the law. `docs/speed/measure.py` measures the same rules in
/// icepool, another library.
const FROM_TEXT: [&str; 12] = [
    "x = card54 - card54; ask x",
    "x = 40d6; ask x",
    "x = 200d100; ask x",
    "x = (10d10)/2 + (10d10)/3 + (10d10)/5; ask x",
    "x = max(5d6, 5d6) + max(5d6, 5d6); ask x",
    "r = repeat(12, 3d6); x = [r]kh6; ask x",
    "x = 10d10kh5; ask x",
    "x = 6d10!!kh3; ask x",
    "x = 20d10c>=8; ask x",
    "x = matches(10d10); ask x",
    "x = run(8d6); ask x",
    "x = sets(10d10, 2); ask x",
];

pub fn run() {
    cost("naive: melodrama.opposed, the margin alone", 500, "none: the bar", || {
        black_box(naive::law(black_box(0)));
    });
    for (question, calls, goal) in QUESTIONS {
        let case = case(question);
        let law = || {
            black_box(case.law(black_box(BUDGET)).map(|laws| laws.branches).expect("it is exact"));
        };
        cost(question, calls, goal, law);
    }
    // One case of a map of 20 x 20 cases, which takes 5 s on two cores.
    for attack in [10, 5] {
        let question =
            format!("mutants.exchange attack={attack} defense=10 toughness=10 damage=10");
        let who_wins = case(&question).about(&Event::SUCCESS);
        cost(&format!("who wins {question}"), 1, "25 ms", || {
            black_box(who_wins.law(black_box(BUDGET)).expect("it is exact"));
        });
    }
    let shifts: Vec<_> = (-20..=20)
        .map(|edge| case(&format!("melodrama.opposed active={edge} passive=0")))
        .collect();
    cost("melodrama.opposed active=-20..20: 41 laws", 20, "40 us", || {
        for case in &shifts {
            black_box(case.law(black_box(BUDGET)).expect("it is exact"));
        }
    });
    for text in FROM_TEXT {
        let lines = text.replace("; ", "\n");
        cost(text, 5, "a tenth of icepool's", || {
            black_box(program(black_box(&lines)).law(black_box(BUDGET)).expect("it is exact"));
        });
    }
}
