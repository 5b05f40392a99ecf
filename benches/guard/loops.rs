//! The hot loops, each with work that is always the same.

use std::hint::black_box;

use oddsmith::chance::Stream;
use oddsmith::odds::Counts;
use oddsmith::registry::Case;
use oddsmith::rule::InstructionSet;

/// A loop.
pub struct Loop {
    pub name: &'static str,
    question: &'static str,
    way: Way,
    /// Trials, or laws.
    work: u64,
}

/// How a question is answered.
enum Way {
    /// By the plain rule.
    Plain,
    /// By its kernel, on this instruction set at most.
    Kernel(InstructionSet),
    /// By its law.
    Law,
}

const OPPOSED: &str = "melodrama.opposed active=0 passive=0";
const LADDER: &str =
    "melodrama.knockout toughness=10 damage=10 stagger_bruises=true second_stagger=unconscious";
const HANDS: &str = "melodrama.hand checks=20 hand=4 opposing_hand=8 active=12 passive=10 \
    decks=own policy=threshold:6 opposing_policy=highest";
const DUEL: &str = "moma.duel score=11 cap=8 pool=16 rival_score=10 rival_cap=8 rival_pool=18 \
    rounds=5 policy=mix:[4,1,2,3,2,2,1,1,1] rival_policy=mix:[3,3,1,3,1,3,1,2,1]";
const DICE: &str = "house.roll luck=4d6kh3 dc=7";
const EXCHANGE: &str = "mutants.exchange attack=10 defense=10 toughness=10 damage=10";

const fn plain(name: &'static str, question: &'static str, work: u64) -> Loop {
    Loop { name, question, way: Way::Plain, work }
}

const fn kernel(name: &'static str, question: &'static str, set: InstructionSet) -> Loop {
    let work = if matches!(set, InstructionSet::Scalar) { 100_000 } else { 500_000 };
    Loop { name, question, way: Way::Kernel(set), work }
}

const fn law(name: &'static str, question: &'static str, work: u64) -> Loop {
    Loop { name, question, way: Way::Law, work }
}

pub const LOOPS: &[Loop] = &[
    plain("checks, plain path", OPPOSED, 100_000),
    kernel("checks, kernel on AVX2", OPPOSED, InstructionSet::Avx2),
    kernel("checks, kernel in plain code", OPPOSED, InstructionSet::Scalar),
    plain("ladders, plain path", LADDER, 30_000),
    kernel("ladders, kernel on AVX2", LADDER, InstructionSet::Avx2),
    kernel("ladders, kernel in plain code", LADDER, InstructionSet::Scalar),
    plain("hands, plain path", HANDS, 2_000),
    Loop { work: 50_000, ..kernel("hands, kernel on AVX2", HANDS, InstructionSet::Avx2) },
    plain("duels, plain path", DUEL, 20_000),
    kernel("duels, kernel on AVX2", DUEL, InstructionSet::Avx2),
    plain("dice, plain path", DICE, 30_000),
    law("exact, a check", OPPOSED, 100),
    law("exact, a ladder", LADDER, 10),
    law("exact, an exchange", EXCHANGE, 10),
];

/// Plays a loop; `planted` adds a tenth of work to it.
pub fn play(one: &Loop, planted: bool) {
    let case = oddsmith::case(one.question).expect("the guard asks what the registry knows");
    let work = if planted { one.work + one.work.div_ceil(10) } else { one.work };
    guarded_work(one, &case, work);
}

/// What is counted: its name is what valgrind is told.
#[inline(never)]
fn guarded_work(one: &Loop, case: &Case, work: u64) {
    let (check, stream) = (case.check(), Stream::new(1, "guard"));
    let mut counts = Counts::new(&check.columns());
    match one.way {
        Way::Plain => check.play_block(&stream, 0, black_box(work), &mut counts),
        Way::Kernel(set) => {
            let mut kernel = check.kernel().expect("the loop has a kernel");
            kernel.at_most(set);
            kernel.play(&stream, 0, black_box(work), &mut |scored| counts.add_scored(scored));
        }
        Way::Law => (0..work).for_each(|_| {
            black_box(case.law(black_box(20_000_000)).expect("it is exact").branches);
        }),
    }
    black_box(counts);
}
