//! A score off the scale of its column is an error in every computation, also in release builds: it
//! is neither dropped nor clamped.
//!
//! `cargo test --release --package oddsmith-engine --test off_scale` runs them in release mode.

use oddsmith_base::Result;
use oddsmith_engine::chance::{Chance, Die};
use oddsmith_engine::odds::{
    Check, Precision, Progress, Sample, play_block, sample_paired, sample_until,
};
use oddsmith_engine::program::{Goal, Question, best};
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step, Success};

const SCORE: Handle = Handle::first("score");

/// Rolls a d6 in each of `steps` steps and scores the last face plus `add`.
struct Planted {
    scale: Scale,
    add: i32,
    steps: u32,
    /// Number of histograms, one per step; 0 if the column is not indexed.
    each: u32,
    d6: Die,
}

impl Planted {
    fn new(scale: Scale, add: i32) -> Planted {
        Planted { scale, add, steps: 1, each: 0, d6: Die::sided(6) }
    }
}

impl Rule for Planted {
    type State = u32;

    fn columns(&self) -> Columns {
        let column = Column::new(SCORE, self.scale.clone()).success(Success::AtLeast(2));
        Columns::one(if self.each > 0 { column.each("step", self.each) } else { column })
    }

    fn start(&self) -> u32 {
        1
    }

    fn step<C: Chance>(&self, step: u32, chance: &mut C, record: &mut impl Record) -> Step<u32> {
        let face = chance.face(&self.d6);
        if step < self.steps {
            return Step::Next(step + 1);
        }
        record.score(SCORE, face + self.add);
        Step::Done
    }

    const EXTRAS: Extras<Planted> =
        Extras { kernel: oddsmith_engine::kernel::faces, ..Extras::NONE };
}

/// The same rule without a kernel.
struct Plain(Planted);

impl Rule for Plain {
    type State = u32;

    fn columns(&self) -> Columns {
        Rule::columns(&self.0)
    }

    fn start(&self) -> u32 {
        1
    }

    fn step<C: Chance>(&self, step: u32, chance: &mut C, record: &mut impl Record) -> Step<u32> {
        self.0.step(step, chance, record)
    }
}

fn refused<T>(what: &str, result: Result<T>) {
    let Err(error) = result else { panic!("{what} has a result") };
    assert!(error.to_string().starts_with("`score` takes "), "{what}: {error}");
    assert!(error.hint().is_some(), "{what}");
}

/// Number of scales that [`planted`] covers.
const SCALES: i32 = 10;

/// Returns a rule whose scale lacks a face, one for each way of counting: short, long and sparse
/// scales, scales that end below or above a score, and a ladder.
fn planted(number: i32) -> Planted {
    let high = [5, 70, 100_000_000][number as usize % 3];
    let scale = match number / 3 {
        0 => Scale::numbers(1, high),
        1 => Scale::numbers(2, high),
        2 => Scale::numbers(-high, 0),
        _ => Scale::rungs(&["a", "b", "c"]),
    };
    Planted::new(scale, if number / 3 == 0 { high - 5 } else { 0 })
}

#[test]
fn samples_are_refused() {
    for number in 0..SCALES {
        for (steps, each) in [(1, 0), (3, 0), (3, 3), (40, 40)] {
            let what = format!("scale {number}, {steps} steps");
            let make = || Planted { steps, each, ..planted(number) };
            let run = Sample { trials: 1_000, seed: 1 };
            let progress = Progress::default();
            refused(&what, Plain(make()).sample(run));
            if steps == 1 {
                refused(&what, make().sample(run));
            }
            let plain = Plain(make());
            refused(&what, play_block(&plain, None, "", run, 0, &progress));
            let until = Precision { half_width: 0.4, place: 0, scores: 2..=i32::MAX };
            refused(&what, sample_until(&plain, "", 1, until, &progress));
            refused(&what, sample_paired(&[&plain, &plain], &[0, 0], "", run, &progress));
        }
    }
}

#[test]
fn exact_laws_are_refused() {
    for number in 0..SCALES {
        for (steps, each) in [(1, 0), (3, 0), (3, 3)] {
            let rule = Planted { steps, each, ..planted(number) };
            refused(&format!("scale {number}, {steps} steps"), rule.law(1_000_000));
        }
    }
}

#[test]
fn a_scale_that_holds_every_score_is_answered() {
    let rule = || Planted::new(Scale::numbers(1, 6), 0);
    assert!(rule().law(1_000).is_ok());
    assert!(rule().sample(Sample { trials: 1_000, seed: 1 }).is_ok());
    assert!(Plain(rule()).sample(Sample { trials: 1_000, seed: 1 }).is_ok());
}

/// A course with so many decisions that not all of its states are walked before it is solved.
#[test]
fn the_best_policy_counts_scores_that_no_other_has() {
    let rule = "state pos = 0 in 0..2000\nstep\n  go = decide stay, walk\n  \
        pos = if go = walk then pos + 1 else pos\nuntil steps = 200\nask pos";
    let program = oddsmith_dice::read_program(rule).expect("it is a program");
    let program = oddsmith_dice::check_program(program, &[]).expect("it has a meaning").tree;
    let compiled = Question::of(&program).compile().expect("it compiles");
    let goal = Goal::Mean { column: "pos".to_owned(), least: false };
    assert_eq!(best(&compiled, &goal, 20_000_000).expect("it is solved").value, 200.0);
}
