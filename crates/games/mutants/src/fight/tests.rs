//! Tests of a fight against the exchange of blows and of its invariants.

use crate::fight::scene;
use oddsmith_mechanics::scene::agreement::{case, same_laws, with_prefix};
use oddsmith_mechanics::scene::walk;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// A fight of one hero without hero points against one villain has the laws of an exchange.
    #[test]
    fn one_against_one_is_an_exchange(
        own in numbers(), rival in numbers(), limit in 1i32..12, stuns: bool, twice: bool,
    ) {
        let second = if twice { "nothing" } else { "unconscious" };
        let readings = format!("stunned_loses_turn={stuns} second_stagger={second} limit={limit}");
        let fight = format!(
            "mutants.fight dawnstar.count=0 ninja.count=0 thug.count=0 blue_static.hero_points=0 {readings}{}{}",
            with_prefix(&own, "blue_static."), with_prefix(&rival, "evilorcus."));
        let exchange = format!(
            "mutants.exchange {readings}{}{}", with_prefix(&own, ""), with_prefix(&rival, "rival_"));
        let columns = [["won", "winner"], ["rounds", "rounds"]];
        same_laws(&crate::SYSTEM, [&fight, &exchange], &columns, 0..=limit.max(2));
    }
}

/// Generates the statistics of a side, under field names that both checks use.
fn numbers() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let points = (0i32..14, 0i32..12, 0i32..12, 4i32..18, 0i32..3, 0i32..5, 0i32..4);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (points, flags).prop_map(
        |(
            (attack, defense, toughness, damage, initiative, dodge, critical),
            (lethal, minion, impossible, natural),
        )| {
            let text = |value: i32| value.to_string();
            vec![
                ("attack", text(attack)),
                ("defense", text(defense)),
                ("toughness", text(toughness)),
                ("damage", text(damage)),
                ("initiative", text(initiative)),
                ("dodge", text(dodge)),
                ("improved_critical", text(critical)),
                ("lethal", lethal.to_string()),
                ("minion", minion.to_string()),
                ("impossible_save", impossible.to_string()),
                ("natural", if natural { "attack_rules" } else { "none" }.to_owned()),
            ]
        },
    )
}

proptest! {
    /// Hero points never increase, and no person gets up again.
    #[test]
    fn hero_points_never_increase(
        seed in 0u64..10_000, thugs in 0u8..9, points in 0u8..4, used in 0usize..4, limit in 1i32..30,
    ) {
        let used = ["attacks", "saves", "out", "all"][used];
        let question = format!(
            "mutants.fight thug.count={thugs} blue_static.hero_points={points} hero_point_for={used} limit={limit}");
        let set = case(&crate::SYSTEM, &question).settings;
        let scene = scene(&set).expect("it builds");
        walk(&scene, seed, |before, after| {
            for (now, was) in after.game.luck.iter().zip(before.game.luck) {
                assert!(*now <= was, "{question}: {now} points, {was} before");
            }
        });
    }
}
