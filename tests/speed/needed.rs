//! Nothing is worked out before it is needed, nor twice: a trial or two of a rule with very many states
//! take next to nothing. Measured in the time of the thread, as others may keep the machine busy.

use std::time::Duration;

use cpu_time::ThreadTime;
use oddsmith::odds::{Histogram, Sample};
use oddsmith::registry::Entry;

use super::entry;

/// Cards up to a sum: states are what was drawn and what is left.
const CARDS: &str = "deck d = 1..9 x4, 10 x16\nstate total = 0\nstep\n  total = total + draw(d, \
    1)\nuntil total >= $stand\nbust: total > 21\notherwise: total";

/// A decision of which one word alone is played, and the others grow without end.
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

/// FINDINGS 7.11: 1.3 s a case, as 400,000 branches were walked and 20,000 trials played for the
/// scale of one trial.
#[test]
fn the_scale_of_a_deck_is_found_without_its_states() {
    let entry = entry(CARDS, "fields = { stand = 16 }\nladder = [\"bust\"]");
    for stand in ["301", "308", "330"] {
        let took = trial(&entry, &[("stand", stand)]);
        assert!(took < Duration::from_millis(100), "{stand}: {took:?}");
    }
    // What the states say where they are few is what is found without them.
    let names = |stand: &str| {
        let case = entry.case([("stand", stand)]).expect("a case");
        case.columns()[0].scale.names().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(names("16"), ["bust", "16", "17", "18", "19", "20", "21"]);
    assert_eq!(names("308"), ["bust"]);
}

/// FINDINGS 7.8: 17.7 s, as scales were looked for under all policies.
#[test]
fn scales_are_looked_for_where_they_are_played() {
    let took = trial(&entry(GROWS, ""), &[]);
    assert!(took < Duration::from_secs(4), "{took:?}");
}

/// A sweep's cases are read before they are answered, and made once.
#[test]
fn a_case_that_was_made_is_not_made_again() {
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

/// What hangs on rolls of its own takes a branch for each value that it may have, and none for how its
/// parts come to it; so does what is kept of a roll that has a name.
#[test]
fn parts_that_share_no_luck_take_no_states() {
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
        let came: Vec<i32> = law.possible().map(|(value, _)| value).collect();
        assert_eq!((came[0], came[came.len() - 1]), (*values.start(), *values.end()), "{rule}");
        assert_eq!(law.none().value, 0.0, "{rule}");
    }
}
