//! Compares optimized functions with slow equivalents that evaluate every roll.

use oddsmith_anydice::{Budget, Report, run};
use proptest::prelude::*;

fn answered(program: &str) -> Report {
    run(program, &Budget::default()).unwrap_or_else(|error| panic!("{error}: {program}"))
}

/// Asserts that the first output equals each of the others, outcome by outcome.
fn same(program: &str) {
    let report = answered(program);
    let first = &report.outputs[0];
    for other in &report.outputs[1..] {
        assert_eq!((&first.outcomes, &first.total), (&other.outcomes, &other.total), "{program}");
    }
}

fn faces() -> impl Strategy<Value = String> {
    prop::collection::vec(-3i32..6, 1..5).prop_map(|faces| {
        let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
        format!("{{{}}}", faces.join(","))
    })
}

/// Sums positions of a roll, element by element.
const TAKE: &str = "function: take P:s of S:s { R: 0 loop I over P { R: R + I@S } result: R }\n";

proptest! {
    #[test]
    fn places_of_a_roll(dice in 1u32..5, faces in faces(), places in prop::collection::vec(0u32..7, 0..4), low: bool) {
        let places: Vec<String> = places.iter().map(ToString::to_string).collect();
        let places = format!("{{{}}}", places.join(","));
        let order = if low { "set \"position order\" to \"lowest first\"\n" } else { "" };
        same(&format!("{TAKE}{order}output {places}@{dice}d{faces} output [take {places} of {dice}d{faces}] + 0"));
    }

    #[test]
    fn highest_and_lowest_equal_sorted_positions(dice in 1u32..6, faces in faces(), keep in 0u32..6) {
        let roll = format!("{dice}d{faces}");
        same(&format!("{TAKE}output [highest {keep} of {roll}] output [take {{1..{keep}}} of {roll}] + 0"));
        let last = format!("{{{}..{dice}}}", (dice + 1).saturating_sub(keep).max(1));
        same(&format!("{TAKE}output [lowest {keep} of {roll}] output [take {last} of {roll}] + 0"));
    }

    #[test]
    fn highest_of_two_pools_equals_highest_of_all_their_dice(one in 1u32..4, other in 1u32..4, faces in faces(), sides in 1u32..6, keep in 0u32..5) {
        let (a, b) = (format!("{one}d{faces}"), format!("{other}d{sides}"));
        let both = format!("{TAKE}function: both A:s B:s N:n {{ S: [sort {{A, B}}] result: [take {{1..N}} of S] }}\n");
        same(&format!("{both}output [highest {keep} of {a} and {b}] output [both {a} {b} {keep}]"));
    }

    #[test]
    fn counts_of_a_roll(dice in 1u32..6, faces in faces(), values in faces(), value in -3i32..6) {
        let roll = format!("{dice}d{faces}");
        let counts = "function: hits V:s S:s { R: 0 loop I over V { R: R + (S = I) } result: R }
function: has S:s N:n { result: (S = N) > 0 }\n";
        same(&format!("{counts}output [count {values} in {roll}] output [hits {values} {roll}]"));
        same(&format!("{counts}output [{roll} contains ({value})] output [has {roll} ({value})]"));
    }

    /// The sum of many dice: by squaring, one after the other, and by packed multiplication.
    #[test]
    fn sums_of_dice(dice in 1u32..60, faces in faces()) {
        same(&format!("S: 0 loop I over {{1..{dice}}} {{ S: S + d{faces} }} output {dice}d{faces} output S"));
    }

    #[test]
    fn number_of_dice_may_be_a_roll(faces in faces(), counts in faces()) {
        same(&format!("function: roll N:n {{ result: Nd{faces} }} output (d{counts})d{faces} output [roll d{counts}]"));
    }

    #[test]
    fn comparisons(a in faces(), b in faces()) {
        for sign in ["=", "!=", "<", "<=", ">", ">="] {
            same(&format!("function: c A:n B:n {{ result: A {sign} B }} output 2d{a} {sign} 3d{b} output [c 2d{a} 3d{b}]"));
        }
    }
}
