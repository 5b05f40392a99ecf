//! Guard of the hot loops of this package: `cargo bench --no-default-features --bench guard`. The
//! crate `oddsmith_guard` documents it and its arguments.

use std::process::ExitCode;

use oddsmith::dice::{check_program, read_program};
use oddsmith::odds::Event;
use oddsmith::program::{Compiled, Question};
use oddsmith::registry::Case;
use oddsmith::rule::InstructionSet::{Avx2, Scalar, Simd128};
use oddsmith_guard::{Guard, Loop};

fn case(question: &str) -> Case {
    oddsmith::case(question).expect("the guard asks what the registry knows")
}

/// House rule: two armies roll their dice simultaneously until one is gone.
const BATTLE: &str = "state a = 20, d = 13\nstep\nhits = count((a)d6, 1)\n\
    back = count((d)d6, <=2)\na = max(0, a - back)\nd = max(0, d - hits)\n\
    until a = 0 or d = 0\nattackers: d = 0 and a > 0\nboth_gone: d = 0\ndefenders: otherwise";

fn program(text: &str) -> Compiled {
    let checked = read_program(text).and_then(|written| check_program(written, &[]));
    let checked = checked.expect("the guard asks what can be said");
    Question::of(&checked.tree).compile().expect("the guard asks what compiles")
}

fn main() -> ExitCode {
    let checks = case("melodrama.opposed active=0 passive=0");
    let ladders = case(
        "melodrama.knockout toughness=10 damage=10 stagger_bruises=true \
         second_stagger=unconscious",
    );
    let hands = case(
        "melodrama.hand checks=20 hand=4 opposing_hand=8 active=12 passive=10 decks=own \
         policy=threshold:6 opposing_policy=highest",
    );
    let duels = case(
        "moma.duel score=11 cap=8 pool=16 rival_score=10 rival_cap=8 rival_pool=18 rounds=5 \
         policy=mix:[4,1,2,3,2,2,1,1,1] rival_policy=mix:[3,3,1,3,1,3,1,2,1]",
    );
    let equilibrium =
        case("moma.duel score=11 cap=8 pool=16 rival_score=10 rival_cap=8 rival_pool=18 rounds=5");
    let adventures = case("melodrama.adventure players=4 sessions=1 scenes=3 checks=20");
    let dice = case("house.roll luck=4d6kh3 dc=7");
    let (best, pool) =
        (case("melodrama.best_of hand=5 opposing_hand=8"), case("house.roll luck=40d6 dc=140"));
    let exchange = case("mutants.exchange attack=5 defense=10 toughness=2 damage=10");
    let who_wins = case("mutants.exchange attack=5 defense=10 toughness=10 damage=10 limit=20")
        .about(&Event::SUCCESS);
    let (fight, battle) = (case("melodrama.fight"), program(BATTLE));
    let loops = vec![
        Loop::plain("checks, plain path", checks.check(), 100_000),
        Loop::kernel("checks, kernel on AVX2", checks.check(), Avx2, 1_000_000),
        Loop::kernel("checks, kernel at 128 bits", checks.check(), Simd128, 300_000),
        Loop::kernel("checks, kernel in plain code", checks.check(), Scalar, 100_000),
        Loop::plain("ladders, plain path", ladders.check(), 30_000),
        Loop::kernel("ladders, kernel on AVX2", ladders.check(), Avx2, 200_000),
        Loop::kernel("ladders, kernel at 128 bits", ladders.check(), Simd128, 60_000),
        Loop::kernel("ladders, kernel in plain code", ladders.check(), Scalar, 50_000),
        Loop::plain("hands, plain path", hands.check(), 2_000),
        Loop::kernel("hands, kernel on AVX2", hands.check(), Avx2, 100_000),
        Loop::kernel("hands, kernel at 128 bits", hands.check(), Simd128, 20_000),
        Loop::kernel("hands, kernel in plain code", hands.check(), Scalar, 5_000),
        Loop::plain("duels, plain path", duels.check(), 20_000),
        Loop::kernel("duels, kernel on AVX2", duels.check(), Avx2, 200_000),
        Loop::kernel("duels, kernel at 128 bits", duels.check(), Simd128, 60_000),
        Loop::kernel("duels, kernel in plain code", duels.check(), Scalar, 50_000),
        Loop::plain("duels by equilibrium, plain path", equilibrium.check(), 20_000),
        Loop::kernel("duels by equilibrium, kernel on AVX2", equilibrium.check(), Avx2, 1_000_000),
        Loop::plain("adventures, plain path", adventures.check(), 300),
        Loop::plain("fights, plain path", fight.check(), 1_000),
        Loop::plain("dice, plain path", dice.check(), 30_000),
        Loop::plain("a rule of one's own, plain path", &battle, 1_000),
        Loop::law("exact, a check", checks.check(), 300),
        Loop::law("exact, a hand", best.check(), 50),
        Loop::law("exact, a pool", pool.check(), 3),
        Loop::law("exact, a ladder", ladders.check(), 20),
        Loop::law("exact, an exchange", exchange.check(), 1),
        Loop::law("exact, who wins an exchange", who_wins.check(), 1),
        Loop::law("exact, a rule of one's own", &battle, 1),
    ];
    Guard::new(concat!(env!("CARGO_MANIFEST_DIR"), "/guard/baseline.toml"), loops).run()
}
