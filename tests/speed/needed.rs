//! Tests that nothing is computed before it is needed, nor twice: one or two trials of a rule with
//! very many states take next to no time. Measured in CPU time of the thread, as other processes
//! may use the machine.

use std::time::Duration;

use cpu_time::ThreadTime;
use oddsmith::odds::{Histogram, Sample};
use oddsmith::registry::Entry;

use super::entry;

/// Rule that draws cards up to a sum. Its states are the cards drawn and the cards left.
const CARDS: &str = "deck d = 1..9 x4, 10 x16\nstate total = 0\nstep\n  total = total + draw(d, \
    1)\nuntil total >= $stand\nbust: total > 21\notherwise: total";

/// Rule with a decision of which only one word is played, while the others grow without end.
const GROWS: &str = "state s0 = 1\nstep\n  go = decide aye, nay, may\n  b0 = [2d6, d{-2,-2}]mi4\n  \
    b1 = d2\n  m2 = 4\n  s0 = (s0 + (if (go = aye) then ((6 != 3) /^ m2) else b0))\nuntil (s0 = \
    2)\nfin = sets(b0, 1)\nask fin, steps";

fn trial(entry: &std::sync::Arc<Entry>, fields: &[(&str, &str)]) -> Duration {
    let start = ThreadTime::now();
    let case = entry.case(fields.iter().copied()).expect("a case");
    let tallies = case.sample(Sample { trials: 1, seed: 1 }).unwrap();
    assert_eq!(tallies.columns[0].trials(), 1);
    start.elapsed()
}

/// Once took 1.3 s per case, as 400,000 branches were walked and 20,000 trials played for the scale
/// of one trial.
#[test]
fn the_scale_of_a_deck_is_found_without_its_states() {
    let entry = entry(CARDS, "fields = { stand = 16 }\nladder = [\"bust\"]");
    for stand in ["301", "308", "330"] {
        let took = trial(&entry, &[("stand", stand)]);
        assert!(took < Duration::from_millis(100), "{stand}: {took:?}");
    }
    // For few states, the scale found from the states equals the scale found without them.
    let names = |stand: &str| {
        let case = entry.case([("stand", stand)]).expect("a case");
        case.columns()[0].scale.names().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(names("16"), ["bust", "16", "17", "18", "19", "20", "21"]);
    assert_eq!(names("308"), ["bust"]);
}

/// Once took 17.7 s, as scales were searched under all policies.
#[test]
fn scales_are_computed_only_for_the_chosen_policy() {
    let took = trial(&entry(GROWS, ""), &[]);
    assert!(took < Duration::from_secs(10), "{took:?}");
}

/// Cases of a sweep are made when the sweep is parsed, and reused for the answers.
#[test]
fn made_cases_are_reused() {
    let entry = entry(CARDS, "fields = { stand = 16 }");
    let all = || (0..40).map(|more| 20 + more).map(|stand: i32| stand.to_string());
    let made = || {
        let start = ThreadTime::now();
        all().for_each(|stand| drop(entry.case([("stand", &*stand)]).expect("a case")));
        start.elapsed()
    };
    let (first, again) = (made(), made());
    assert!(again * 5 < first, "{first:?}, then {again:?}");
}

/// A value from independent rolls takes a branch for each possible value, and none for the ways to
/// reach it; so do the kept dice of a named roll.
#[test]
fn independent_parts_take_no_states() {
    for (rule, values) in [
        ("x = (10d10)/2 + (10d10)/3 + (10d10)/5", 10..=103),
        ("x = max(5d6, 5d6) + max(5d6, 5d6)", 10..=60),
        ("a = 5d6\nb = 5d6\nm = max(a, b)\nx = m + max(5d6, 5d6)", 10..=60),
        ("x = (d100 * d100 + d100) mod 7", 0..=6),
        ("x = max(16d10, 12d12)", 16..=160),
        ("r = repeat(12, 3d6)\nx = [r]kh6", 18..=108),
        ("a = 4d6\nb = 3d8\nx = [a, b]dl3", 4..=30),
    ] {
        let case = entry(&format!("{rule}\nask x"), "").case([]).expect("a case");
        let laws = case.law(values.clone().count() as u64).expect(rule);
        let law = &laws.columns[0];
        let found: Vec<i32> = law.possible().map(|(value, _)| value).collect();
        assert_eq!((found[0], found[found.len() - 1]), (*values.start(), *values.end()), "{rule}");
        assert_eq!(law.none().value, 0.0, "{rule}");
    }
}
