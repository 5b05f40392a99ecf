//! What a fight must agree with.

use oddsmith_engine::odds::Histogram;
use proptest::prelude::*;

proptest! {
    /// The first attack is an opposed check: attribute, skill and bid of each, equal totals to
    /// whoever evades, a bid of at most skill and pool.
    #[test]
    fn an_attack_is_an_opposed_check(
        strength in 0i32..9, melee in 0i32..9, agility in 0i32..8, dodge in 0i32..9, edge in -3i32..4,
        capped: bool, way in 0usize..3, rival_way in 0usize..3,
    ) {
        let ways = ["max", "half", "none"];
        // The hero acts first; whoever is hit is out, and the villain cannot hit.
        let question = format!(
            "moma.fight bruiser.count=0 acrobat.count=0 thug.count=0 limit=1 edge={edge} capped={capped} \
             attack_bid={} rival_dodge_bid={} rival_attack_bid=none captain.strength={strength} captain.melee={melee} \
             captain.agility=8 captain.dodge=8 captain.health=8 master.agility={agility} master.dodge={dodge} \
             master.health=1 master.strength=0 master.melee=0", ways[way], ways[rival_way]);
        let case = crate::SYSTEM.case(&question).unwrap_or_else(|error| panic!("{question}: {error}"));
        let won = case.law(100_000).expect("it is exact").column("won").expect("it counts").share(2);
        let bid = |skill: i32, attribute: i32, way: usize| {
            let most = if capped { skill.min(5 * attribute) } else { 5 * attribute };
            [most, most / 2, 0][way]
        };
        let own = strength + melee + edge + bid(melee, strength, way);
        let other = agility + dodge + bid(dodge, agility, rival_way);
        prop_assert!((won - f64::from(u8::from(own > other))).abs() < 1e-12, "{question}: {own} against {other}");
    }
}

/// Effects of a turn share one price: the n-th costs n, also those that are ordered. Order (1 of
/// social), the ally's hulk up (2 of strength) after two of one's own (1 and 2 of strength): the
/// captain's turn costs 1 + 2 + 3 and the ally 4.
#[test]
fn effects_share_their_price() {
    let question = "moma.fight acrobat.count=0 thug.count=0 limit=1 attack_bid=none dodge_bid=none \
                    rival_attack_bid=none rival_dodge_bid=none hulk_up=2 order=true master.agility=0 master.health=8 \
                    captain.agility=8 bruiser.agility=1 master.strength=0 master.melee=0";
    let case = crate::SYSTEM.case(question).expect("it reads");
    let tale = case.tell_sampled(1);
    let bought = |line: &str| tale.lines.iter().any(|told| told.trim() == line);
    for line in [
        "Captain hulks up for 1, 19 left",
        "Captain hulks up for 2, 17 left",
        "Captain orders Bruiser for 3, 27 left",
        "Bruiser hulks up for 4, 26 left",
    ] {
        assert!(bought(line), "{line} in {:?}", tale.lines);
    }
}
