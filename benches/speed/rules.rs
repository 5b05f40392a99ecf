//! Cost of the rule language: each rule compared with the same rule written by hand in Rust, with
//! the same draws and the same law, trial by trial without a kernel. A pool is also measured with
//! its kernel.

use oddsmith::chance::{Chance, Die, Stream};
use oddsmith::dice::{check_program, read_program};
use oddsmith::odds::{Check, Counts};
use oddsmith::program::{Compiled, Question};
use oddsmith::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};

use super::measure::{Loop, ratio};

const FIRST: Handle = Handle::first("first");

/// Compiles a program of the language.
pub fn program(text: &str) -> Compiled {
    let checked = read_program(text).and_then(|written| check_program(written, &[]));
    let checked = checked.expect("a benchmark asks what can be said");
    Question::of(&checked.tree).compile().expect("a benchmark asks what compiles")
}

/// A rule written by hand: its dice, their scoring, and the scale.
struct ByHand<S> {
    die: Die,
    other: Die,
    scale: (i32, i32),
    score: S,
}

/// Scoring of a trial. A step returns the next state, or the score as an error.
trait Score: Send + Sync {
    fn start(&self) -> i32;
    fn step<C: Chance>(&self, state: i32, dice: (&Die, &Die), chance: &mut C) -> Result<i32, i32>;
}

impl<S: Score> Rule for ByHand<S> {
    type State = i32;

    fn columns(&self) -> Columns {
        Columns::one(Column::new(FIRST, Scale::numbers(self.scale.0, self.scale.1)))
    }

    fn start(&self) -> i32 {
        self.score.start()
    }

    fn step<C: Chance>(&self, state: i32, chance: &mut C, record: &mut impl Record) -> Step<i32> {
        match self.score.step(state, (&self.die, &self.other), chance) {
            Ok(next) => Step::Next(next),
            Err(score) => {
                record.score(FIRST, score);
                Step::Done
            }
        }
    }
}

/// Six d10, of which those from 8 on count.
struct Pool;

impl Score for Pool {
    fn start(&self) -> i32 {
        0
    }

    fn step<C: Chance>(&self, _: i32, (d10, _): (&Die, &Die), chance: &mut C) -> Result<i32, i32> {
        Err((0..6).map(|_| i32::from(chance.face(d10) >= 8)).sum())
    }
}

/// A d20 whose natural 1 and 20 take precedence over the sum.
struct Natural;

impl Score for Natural {
    fn start(&self) -> i32 {
        0
    }

    fn step<C: Chance>(&self, _: i32, (d20, _): (&Die, &Die), chance: &mut C) -> Result<i32, i32> {
        Err(match chance.face(d20) {
            1 => 0,
            20 => 3,
            face => 1 + i32::from(face + 5 >= 15),
        })
    }
}

/// Four d6: hits, or a glitch if more than half of them show 1.
struct Glitches;

impl Score for Glitches {
    fn start(&self) -> i32 {
        0
    }

    fn step<C: Chance>(&self, _: i32, (d6, _): (&Die, &Die), chance: &mut C) -> Result<i32, i32> {
        let (mut hits, mut ones) = (0, 0);
        for _ in 0..4 {
            let face = chance.face(d6);
            hits += i32::from(face >= 5);
            ones += i32::from(face == 1);
        }
        Err(if ones > 2 { 5 } else { hits })
    }
}

/// The better of two exploding dice, in raises.
struct Raises;

impl Score for Raises {
    fn start(&self) -> i32 {
        0
    }

    fn step<C: Chance>(&self, _: i32, (d8, d6): (&Die, &Die), chance: &mut C) -> Result<i32, i32> {
        let mut total = |die: &Die, highest: i32| {
            let mut total = 0;
            loop {
                let face = chance.face(die);
                total += face;
                if face != highest {
                    return total;
                }
            }
        };
        let best = total(d8, 8).max(total(d6, 6));
        Err(if best < 4 { 0 } else { (1 + (best - 4) / 4).min(4) })
    }
}

/// Blows of d8 + 3 that hit on a d20, until 30 points are gone; scores the number of rounds.
struct UntilGone;

impl Score for UntilGone {
    fn start(&self) -> i32 {
        30
    }

    fn step<C: Chance>(
        &self,
        state: i32,
        (d20, d8): (&Die, &Die),
        chance: &mut C,
    ) -> Result<i32, i32> {
        let (mut hp, round) = (state % 1000, state / 1000 + 1);
        if chance.face(d20) + 5 >= 15 {
            hp -= chance.face(d8) + 3;
        }
        if hp <= 0 || round == 60 { Err(round) } else { Ok(hp + 1000 * round) }
    }
}

/// Returns the loop of a rule without its kernel, in one block.
fn played(check: &dyn Check, trials: u64) -> Loop<'_> {
    Loop::new(trials, move |seed| {
        let mut counts = Counts::new(&check.columns());
        check.play_block(&Stream::new(seed, "benchmark"), 0, trials, &mut counts);
        counts
    })
}

/// Returns the loop of the kernel of a rule.
fn kernel(check: &dyn Check) -> Loop<'_> {
    let kernel = check.kernel().expect("a pool has a kernel");
    Loop::new(kernel.block(), move |seed| {
        let mut counts = Counts::new(&check.columns());
        kernel.play(&Stream::new(seed, "benchmark"), 0, kernel.block(), &mut |scored| {
            counts.add_scored(scored);
        });
        counts
    })
}

fn compare_by_hand<S: Score>(what: &str, text: &str, hand: &ByHand<S>) {
    let program = program(text);
    let trials = 65_536;
    let [slower, rate] = ratio(&mut played(&program, trials), &mut played(hand, trials));
    println!("  {what:<38} {slower:>7.2} x by hand {:>13.1} M trials/s", rate / slower / 1e6);
    if Check::kernel(&program).is_some() {
        let [faster, rate] = ratio(&mut played(hand, trials), &mut kernel(&program));
        let what = format!("{what}, kernel");
        println!("  {what:<38} {:>7.2} x by hand {:>13.1} M trials/s", 1.0 / faster, rate / 1e6);
    }
}

pub fn run() {
    let by_hand =
        |die: u16, other: u16, scale: (i32, i32)| (Die::sided(die), Die::sided(other), scale);
    let (die, other, scale) = by_hand(10, 6, (0, 6));
    let hand = ByHand { die, other, scale, score: Pool };
    compare_by_hand("a pool of six with a count", "hits = count(6d10, >=8)\nask hits", &hand);
    let (die, other, scale) = by_hand(20, 6, (0, 3));
    let hand = ByHand { die, other, scale, score: Natural };
    let text = "a = d20\nfumble: natural(a) = 1\ncritical: natural(a) = 20\n\
                success: a + 5 >= 15\nfailure: otherwise";
    compare_by_hand("natural 1 and 20", text, &hand);
    let (die, other, scale) = by_hand(6, 6, (0, 5));
    let hand = ByHand { die, other, scale, score: Glitches };
    let text = "r = 4d6\nx = if count(r, 1) * 2 > size(r) then 5 else count(r, >=5)\nask x";
    compare_by_hand("a pool with glitches", text, &hand);
    let (die, other, scale) = by_hand(8, 6, (0, 4));
    let hand = ByHand { die, other, scale, score: Raises };
    let text = "r = max(d8!, d6!)\n3 raises: r >= 16\n2 raises: r >= 12\n1 raise: r >= 8\n\
                success: r >= 4\nfailure: otherwise";
    compare_by_hand("two exploding dice, raises", text, &hand);
    let (die, other, scale) = by_hand(20, 8, (0, 60));
    let hand = ByHand { die, other, scale, score: UntilGone };
    let text = "state hp = 30\nstep\nhp = hp - (if d20 + 5 >= 15 then d8 + 3 else 0)\n\
                until hp <= 0, at most 60\nask steps";
    compare_by_hand("until 30 points are gone", text, &hand);
}
