//! Tests of a fight against opposed checks and the rule text.

use crate::fight::Willpower;
use oddsmith_engine::odds::Histogram;
use oddsmith_mechanics::scene::agreement::case;
use oddsmith_mechanics::scene::{Game, Scene, walk};
use proptest::prelude::*;

proptest! {
    /// The first attack equals an opposed check: attribute, skill and bid of each side; the
    /// defender wins ties; a bid is at most skill and pool.
    #[test]
    fn an_attack_is_an_opposed_check(
        strength in 0i32..9, melee in 0i32..9, agility in 0i32..8, dodge in 0i32..9, edge in -3i32..4,
        capped: bool, way in 0usize..3, rival_way in 0usize..3,
    ) {
        let ways = ["max", "half", "none"];
        // The hero acts first, one hit puts the villain out, and the villain cannot hit.
        let question = format!(
            "moma.fight bruiser.count=0 acrobat.count=0 thug.count=0 limit=1 edge={edge} capped={capped} \
             attack_bid={} rival_dodge_bid={} rival_attack_bid=none captain.strength={strength} captain.melee={melee} \
             captain.agility=8 captain.dodge=8 captain.health=8 master.agility={agility} master.dodge={dodge} \
             master.health=1 master.strength=0 master.melee=0", ways[way], ways[rival_way]);
        let case = case(&crate::SYSTEM, &question);
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

/// Effects of a turn share one price: the n-th costs n, including ordered effects. The captain buys
/// two hulk ups (1 and 2 of strength) and an order (3 of social), and the ally pays 4 for a hulk
/// up.
#[test]
fn effects_share_their_price() {
    let question = "moma.fight acrobat.count=0 thug.count=0 limit=1 attack_bid=none dodge_bid=none \
                    rival_attack_bid=none rival_dodge_bid=none hulk_up=2 order=true master.agility=0 master.health=8 \
                    captain.agility=8 bruiser.agility=1 master.strength=0 master.melee=0";
    let case = case(&crate::SYSTEM, question);
    let tale = case.transcript_of_stream(1);
    let bought = |line: &str| tale.lines.iter().any(|told| told == line);
    for line in [
        "Captain hulks up for 1 point of strength, 19 left",
        "Captain hulks up for 2 points of strength, 17 left",
        "Captain orders Bruiser for 3 points of social, 27 left",
        "Bruiser hulks up for 4 points of strength, 26 left",
    ] {
        assert!(bought(line), "{line} in {:?}", tale.lines);
    }
    // According to the text, a hulk up adds to the check of the next round.
    let attacks =
        |line: &String| line.starts_with("Bruiser attacks Master: strength 6 + melee 5 = 11 ");
    assert!(tale.lines.iter().any(attacks), "{:?}", tale.lines);
}

proptest! {
    /// Pools never increase and never become negative, and a person is in the fight exactly while
    /// it has taken fewer hits than its health.
    #[test]
    fn pools_never_increase(
        seed in 0u64..10_000, thugs in 0u8..9, hulk in 0u8..4, apart in 0u8..4, bid in 0usize..6,
        switches in prop::array::uniform4(any::<bool>()), capped: bool,
    ) {
        let bid = ["max", "half", "even", "uniform", "none", "known"][bid];
        let [step, know, order, rivals] = switches;
        let question = format!(
            "moma.fight thug.count={thugs} hulk_up={hulk} rival_hulk_up={hulk} apart={apart} step={step} know={know} \
             order={order} rival_order={rivals} rival_know={rivals} rival_step={rivals} attack_bid={bid} \
             rival_attack_bid={bid} capped={capped} limit=20");
        let set = case(&crate::SYSTEM, &question).settings;
        let scene = Scene::new(Willpower::read(&set).expect("it reads"), 20);
        walk(&scene, seed, |before, after| {
            for person in 0..scene.game.people().of.len() {
                for (now, was) in after.game.pools[person].iter().zip(before.game.pools[person]) {
                    assert!(*now <= was, "{question}: {now} points, {was} before");
                }
                let (hits, health) = (after.game.hits[person], scene.game.numbers(person).mind.health);
                assert_eq!(after.stands(person), hits < health, "{question}: {hits} of {health}");
                assert!(hits <= health, "{question}: who is out is not hit");
            }
        });
    }
}
