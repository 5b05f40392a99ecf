//! Answers as a frame, compared with rows of text.

use oddsmith::answer::Results;
use oddsmith::frame::outcomes;
use oddsmith::odds::Progress;
use oddsmith::scenario::Scenario;

use super::measure::{Loop, Unit, compare};

const SWEEP: &str = r#"
title = "A sweep"
trials = 0
[sweep]
bonus = { from = -50, to = 50 }
[[check]]
use = "mutants.check"
set = { bonus = "$bonus", dc = 10 }
"#;

pub fn run() {
    let scenario = Scenario::parse(SWEEP).expect("the scenario reads");
    let effort = scenario.effort;
    let results =
        Results::of(&scenario.questions, effort, &Progress::default()).expect("it answers");
    let frame = outcomes("A sweep", &results).expect("a frame");
    let rows = frame.height() as u64;
    let mut naive = Loop::new(rows, |seed| {
        let row =
            |row: u64| format!("A sweep,mutants.check,{row},margin,1,{},{}\n", row + seed, row);
        (0..rows).map(row).collect::<String>()
    });
    let mut made = Loop::new(rows, |_| outcomes("A sweep", &results).map(|frame| frame.height()));
    compare("outcomes as a frame", Unit("rows", 0.0), &mut naive, &mut made, 1.0);
}
