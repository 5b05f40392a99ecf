//! Tests of gunfights: agreement with single rounds and an independent simulation, and invariants
//! of the state.

use std::path::Path;

use crate::gunfight::Gunfight;
use oddsmith_mechanics::scene::agreement::{as_another_program, case, same_laws};
use oddsmith_mechanics::scene::{Game, Scene, walk};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// A gunfight of one round between two characters has the same law as `mneme.round`.
    #[test]
    fn one_round_fight_matches_round_check(
        characteristic in 0i32..16, skill in 0i32..5, modifiers in -4i32..5, difficulty in 4i32..13,
        advantage in -2i32..3, cover in 0i32..5, adversary_cover in 0i32..5, conditions in -1i32..4,
        mitigating in -1i32..4, least in 0i32..2, always: bool, before: bool, harder in 0i32..4,
        less_effect: bool,
    ) {
        let mitigation = if before { "before" } else { "after" };
        let degree = if less_effect { "effect" } else { "example" };
        let fight = format!(
            "mneme.gunfight scout.count=0 gunner.count=0 thug.count=0 limit=1 least={least} \
             costly_success={} mitigation={mitigation} degree={degree} captain.hits=200 \
             captain.harder={harder} captain.cover={adversary_cover} marksman.hits=200 \
             marksman.characteristic={characteristic} \
             marksman.skill={skill} marksman.modifiers={modifiers} marksman.difficulty={difficulty} \
             marksman.advantage={advantage} marksman.cover={cover} \
             marksman.mitigating_conditions={conditions} marksman.mitigating_skill={mitigating}",
            if always { "always" } else { "never" });
        let round = format!(
            "mneme.round least={least} costly_success={always} mitigation={mitigation} degree={degree} \
             characteristic={characteristic} skill={skill} modifiers={modifiers} difficulty={} \
             advantage={advantage} cover={cover} adversary_cover={adversary_cover} \
             mitigating_conditions={conditions} mitigating_skill={mitigating}", difficulty + harder);
        let columns = ["dealt", "taken", "to_cover", "to_adversary_cover"].map(|name| [name; 2]);
        same_laws(&crate::SYSTEM, [&fight, &round], &columns, 0..=80);
    }
}

/// The result agrees with a simulation that was written independently from the rule text.
#[test]
fn matches_independent_simulation() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/");
    let question = format!("mneme.gunfight cast={folder}gunfight.toml target=random");
    let path = Path::new(folder).join("gunfight.json");
    assert_eq!(as_another_program(&case(&crate::SYSTEM, &question), &path), 6);
}

proptest! {
    /// In every state, damage never decreases, cover never increases, and a person stands if and
    /// only if the damage taken is below `hits`.
    #[test]
    fn damage_never_decreases_and_cover_never_increases(seed in 0u64..10_000, thugs in 0u8..9, limit in 1i32..40, target in 0usize..5) {
        let target = ["focus", "random", "weakest", "strongest", "spread"][target];
        let question = format!("mneme.gunfight thug.count={thugs} limit={limit} target={target}");
        let set = case(&crate::SYSTEM, &question).settings;
        let scene = Scene::new(Gunfight::read(&set).expect("it reads"), limit);
        walk(&scene, seed, |before, after| {
            for person in 0..scene.game.people().of.len() {
                let (was, now) = (&before.game, &after.game);
                assert!(now.taken[person] >= was.taken[person], "{question}: damage goes");
                assert!(now.cover[person] <= was.cover[person], "{question}: cover grows");
                let out = now.taken[person] >= scene.game.hits[person];
                assert_eq!(after.stands(person), !out, "{question}: {}", now.taken[person]);
            }
        });
    }
}
