//! Tests of bids of willpower: policies and ladders bid as documented, and nothing beats the
//! optimal ones.

use oddsmith::chance::Die;
use oddsmith::odds::{Check, Histogram};
use oddsmith::registry::Choice;
use oddsmith::rule::Rule;
use oddsmith::systems::moma::{
    BidPolicy, Day, Days, DaysState, Ladder, Means, Price, SYSTEM, Spending,
};
use proptest::prelude::*;

#[test]
fn every_listed_policy_parses() {
    let reads: [fn(&str) -> bool; 4] = [
        |name| BidPolicy::parse(name).is_ok(),
        |name| Ladder::parse(name).is_ok(),
        |name| Spending::named(name).is_some(),
        |name| SYSTEM.case(&format!("moma.party policy={name}")).is_ok(),
    ];
    assert_eq!(SYSTEM.policies.len(), reads.len());
    for (policies, read) in SYSTEM.policies.iter().zip(reads) {
        for (name, _) in policies.named {
            assert!(read(name), "{name}, of {}", policies.of);
        }
    }
}

fn weights(text: &str, round: usize, left: i32, most: i32) -> Vec<u64> {
    BidPolicy::parse(text).unwrap().weights(round, 5 - round, left, most).unwrap()
}

#[test]
fn policies_have_their_documented_bids() {
    assert_eq!(weights("max", 0, 20, 3), [0, 0, 0, 1]);
    assert_eq!(weights("even", 2, 7, 4), [0, 0, 1]);
    assert_eq!(weights("even", 0, 40, 4), [0, 0, 0, 0, 1]);
    assert_eq!(weights("uniform", 0, 20, 2), [1, 1, 1]);
    assert_eq!(weights("half", 0, 20, 5), [0, 0, 1]);
    assert_eq!(weights("bid:9", 0, 20, 1), [0, 1]);
    assert_eq!(weights("bids:[2,1]", 1, 20, 5), [0, 1]);
    assert_eq!(weights("bids:[2,1]", 2, 20, 5), [1]);
    assert_eq!(weights("mix:[0.5,0.25,0.25]", 0, 20, 5), [2, 1, 1]);
    // Bids above the maximum are lowered to it.
    assert_eq!(weights("mix:[3,1,2,4]", 0, 20, 1), [3, 7]);
}

#[test]
fn invalid_policies_get_hints() {
    for text in [
        "maximum",
        "bid",
        "bid:x",
        "bid:-1",
        "bid:1,2",
        "bids:3",
        "bids:[]",
        "mix:[0,0]",
        "mix:[]",
        "mix:[1,-1]",
        "max:3",
    ] {
        assert!(BidPolicy::parse(text).unwrap_err().hint().is_some(), "{text}");
    }
}

fn means(most: i32, pool: i32, tries: i32, a_try: i64) -> Means {
    Means { most, pool, tries, free_try: true, price: Price { a_try, parts: 10 } }
}

#[test]
fn ladders_have_their_documented_bids() {
    let bids = |ladder: &str, most, pool| {
        Ladder::parse(ladder).unwrap().bids(&[4], &means(most, pool, 100, 0))
    };
    assert_eq!(bids("one_by_one", 3, 40), [0, 1, 2, 3]);
    assert_eq!(bids("odd", 8, 9), [0, 1, 3, 5]);
    assert_eq!(bids("even", 8, 40), [0, 2, 4, 6, 8]);
    assert_eq!(bids("doubling", 8, 40), [0, 1, 2, 4, 8]);
    assert_eq!(bids("at_once", 8, 40), [0, 4]);
    assert_eq!(bids("at_once", 3, 40), [0]);
    // The list ends at its first bid that can't be paid.
    assert_eq!(bids("[3,9,1]", 8, 40), [0, 3]);
    assert_eq!(Ladder::parse("odd").unwrap().bids(&[4], &means(8, 40, 2, 0)), [0, 1]);
    assert!(Ladder::parse("[1,-2]").is_err() && Ladder::parse("rising").is_err());
}

/// Returns the number of needs that a ladder meets, and its negated cost over all of them.
fn worth(bids: &[i32], needs: &[i32], price: Price) -> (i64, i128) {
    needs.iter().fold((0, 0), |(met, cost), &need| {
        let tries = bids.iter().position(|&bid| bid >= need);
        let paid = &bids[..tries.map_or(bids.len(), |last| last + 1)];
        let points: i32 = paid.iter().sum();
        let here = i128::from(points) * i128::from(price.parts)
            + paid.len() as i128 * i128::from(price.a_try);
        (met + i64::from(tries.is_some()), cost - here)
    })
}

proptest! {
    /// No subset of the bids 1 to 8, in rising order, beats the optimal ladder.
    #[test]
    fn no_ladder_beats_the_optimal_one(needs in prop::collection::vec(-1i32..9, 1..12), most in 0i32..9, pool in 0i32..30,
                                       tries in 1i32..6, a_try in 0i64..40) {
        let means = means(most, pool, tries, a_try);
        let optimal = Ladder::Optimal.bids(&needs, &means);
        prop_assert!(optimal.len() <= tries as usize && optimal.iter().sum::<i32>() <= pool && optimal.iter().all(|&bid| bid <= most));
        let best = worth(&optimal, &needs, means.price);
        for set in 0u32..256 {
            let ladder: Vec<i32> = (1..=8).filter(|bid| set >> (bid - 1) & 1 == 1).collect();
            let bids = Ladder::Bids(ladder).bids(&needs, &means);
            prop_assert!(worth(&bids, &needs, means.price) <= best, "{bids:?} beats {optimal:?}");
        }
    }
}

/// Returns the mean number of encounters met, from the exact laws.
fn met(days: &Days) -> f64 {
    let laws = days.law(20_000_000).unwrap();
    let columns = Rule::columns(days).histograms();
    let results = columns.iter().zip(&laws.columns).filter(|(column, _)| column.name == "result");
    results.map(|(_, law)| law.share(1)).sum()
}

fn days(needs: &[i32], [cap, full, rest]: [i32; 3], [encounters, days]: [i32; 2]) -> Days {
    let needs = Die::new(needs);
    let policy = Spending::Need;
    Days {
        needs,
        cap,
        full,
        attribute: 1,
        day: Day { encounters, days, meals_between: 0, rest },
        policy,
        refused: Vec::new(),
    }
}

/// Returns the mean number of encounters met under a plan, over every sequence of needs. `pays`
/// decides for each (encounter, pool, need).
fn under(rule: &Days, pays: &impl Fn(i32, i32, i32) -> bool, at: i32, pool: i32) -> f64 {
    if at == rule.day.encounters * rule.day.days {
        return 0.0;
    }
    let faces = rule.needs.faces();
    let play = |&need: &i32| {
        let need = need.max(0);
        let can = need <= pool && need <= rule.cap;
        let meets = can && (need == 0 || pays(at, pool, need));
        let left = pool - if meets { need } else { 0 };
        let night = (at + 1) % rule.day.encounters == 0;
        let left = if night { rule.full.min(left + rule.day.rest) } else { left };
        f64::from(u8::from(meets)) + under(rule, pays, at + 1, left)
    };
    faces.iter().map(play).sum::<f64>() / faces.len() as f64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Tries every plan: a yes or no for each encounter, pool and need.
    #[test]
    fn no_plan_meets_more_than_the_optimal_one(a in -1i32..4, b in 1i32..5, full in 1i32..4, cap in 1i32..5, rest in 0i32..3, two_days in any::<bool>()) {
        let course = if two_days { [1, 2] } else { [2, 1] };
        let rule = days(&[a, b], [cap, full, rest], course);
        let optimal = rule.clone().with_policy(Spending::Optimal).unwrap();
        let mut needs = vec![a.max(0), b.max(0)];
        needs.dedup();
        // Refusing at the last encounter gains nothing, so the plans are those of the encounter
        // before, at a full pool.
        let plans = 0..1 << needs.len();
        let best = plans.map(|plan: u32| {
            let pays = |at: i32, _: i32, need: i32| {
                let place = needs.iter().position(|known| *known == need).unwrap();
                at == 1 || plan >> place & 1 == 1
            };
            under(&rule, &pays, 0, full)
        });
        let best = best.fold(0.0, f64::max);
        prop_assert!((met(&optimal) - best).abs() < 1e-12, "{} {best}", met(&optimal));
    }

    /// Deviating from the optimal policy at one place never helps.
    #[test]
    fn no_single_deviation_helps(needs in prop::collection::vec(0i32..5, 2..4), full in 2i32..7, rest in 0i32..4,
                               turned in (0i32..4, 0i32..7, 1i32..5)) {
        let rule = days(&needs, [4, full, rest], [2, 2]);
        let optimal = rule.clone().with_policy(Spending::Optimal).unwrap();
        let own = |at, pool, need| optimal.pays(need, DaysState { met: at, pool }) == need;
        let other = |at, pool, need| own(at, pool, need) ^ ((at, pool, need) == turned);
        let best = under(&rule, &own, 0, full);
        prop_assert!((met(&optimal) - best).abs() < 1e-12);
        prop_assert!(under(&rule, &other, 0, full) <= best + 1e-12);
    }
}

/// Needs of 1 to 6 points, attribute 4, skill 6, three days: compared with an independent program.
#[test]
fn optimal_shares_match_an_independent_program() {
    let cases = [("", 4, 0.993), ("", 6, 0.889), (" meals=0", 4, 0.958), (" meals=0", 6, 0.787)];
    let scarce = [(" meals=0 nights=false", 4, 0.619), (" meals=0 nights=false", 6, 0.496)];
    for (rest, encounters, wanted) in cases.into_iter().chain(scarce) {
        let question = format!(
            "moma.days attribute=4 skill=6 dn=[11..16] days=3 policy=optimal encounters={encounters}{rest}"
        );
        let case = oddsmith::case(&question).unwrap();
        let laws = case.law(20_000_000).unwrap();
        let columns = case.columns();
        let results =
            columns.iter().zip(&laws.columns).filter(|(column, _)| column.name == "result");
        let share = results.map(|(_, law)| law.share(1)).sum::<f64>() / f64::from(3 * encounters);
        assert!((share - wanted).abs() < 5e-4, "{question}: {share}");
    }
}

#[test]
fn needs_are_paid_if_refusing_gains_nothing() {
    // One encounter a day and a full pool every morning: nothing is gained by refusing.
    let rule = days(&[1, 2, 3], [3, 3, 3], [1, 5]).with_policy(Spending::Optimal).unwrap();
    assert!(rule.refused.iter().all(|&needs| needs == 0));
}
