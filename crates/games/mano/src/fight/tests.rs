//! Tests of fights: agreement with the exchange of blows, builds, and invariants of the state.

use crate::fight::Teams;
use oddsmith_engine::odds::Histogram;
use oddsmith_mechanics::scene::agreement::{case, law, same_laws, with_prefix};
use oddsmith_mechanics::scene::{Game, Scene, walk};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// A fight of one hero against one rival has the same law as `mano.exchange`.
    #[test]
    fn one_against_one_matches_exchange(
        own in numbers(), rival in numbers(), limit in 1i32..12, recovery: bool, die in 0usize..5,
    ) {
        let die = ["d20", "d12", "d10", "d8", "d6"][die];
        let readings = format!("recovery={recovery} die={die} limit={limit}");
        let fight = format!(
            "mano.fight archer.count=0 squire.count=0 thug.count=0 {readings}{}{}",
            with_prefix(&own, "knight."), with_prefix(&rival, "ogre."));
        let exchange = format!(
            "mano.exchange {readings}{}{}", with_prefix(&own, ""), with_prefix(&rival, "rival_"));
        let columns = [["won", "winner"], ["rounds", "rounds"]];
        same_laws(&crate::SYSTEM, [&fight, &exchange], &columns, 0..=limit.max(2));
    }
}

/// Generates the numbers of a side, under the field names that both checks share.
fn numbers() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let points = (0i32..9, 0i32..9, 1i32..10, 3i32..12, 0i32..4, 0i32..6, 0i32..3);
    (points, 0usize..3, any::<bool>()).prop_map(
        |((attack, defense, power, toughness, armour, cover, agility), kind, aim)| {
            let text = |value: i32| value.to_string();
            vec![
                ("attack", text(attack)),
                ("defense", text(defense)),
                ("power", text(power)),
                ("toughness", text(toughness)),
                ("armour", text(armour)),
                ("cover", text(cover)),
                ("agility", text(agility)),
                ("kind", ["sharp", "blunt", "padded"][kind].to_owned()),
                ("aim_around", aim.to_string()),
            ]
        },
    )
}

/// A build results in the same law as its numbers given as fields: ability 4, agility 1, toughness
/// 1 and a sharp weapon of power 2.
#[test]
fn build_matches_equivalent_fields() {
    let build = "{character={ability_levels=4,agility_levels=1,toughness_levels=1},equipment=[{power_levels=2,sharp=true}]}";
    let teams = "mano.fight archer.count=0 squire.count=0 thug.count=0";
    let built = law(&crate::SYSTEM, &format!("{teams} knight.build={build} limit=12"), "won");
    let numbers = "knight.attack=4 knight.defense=5 knight.power=5 knight.toughness=8 knight.armour=0 knight.agility=1";
    let given = law(&crate::SYSTEM, &format!("{teams} {numbers} limit=12"), "won");
    for score in 0..3 {
        assert!((built.share(score) - given.share(score)).abs() < 1e-12);
    }
}

proptest! {
    /// In every state, the damage and stun of each standing person are below the sum that puts it
    /// out.
    #[test]
    fn standing_persons_have_not_reached_their_limit(seed in 0u64..10_000, thugs in 0u8..9, limit in 1i32..40, target in 0usize..5) {
        let target = ["focus", "random", "weakest", "strongest", "spread"][target];
        let question = format!("mano.fight thug.count={thugs} limit={limit} target={target}");
        let set = case(&crate::SYSTEM, &question).settings;
        let scene = Scene::new(Teams::read(&set).expect("it reads"), limit);
        walk(&scene, seed, |_, after| {
            for person in after.each(scene.game.people().standing()) {
                let taken = after.game[person].total();
                let character = scene.game.people.character(person);
                let stamina = scene.game.blows[0][character].stamina;
                assert!((0..stamina).contains(&taken), "{question}: {taken}");
            }
        });
    }
}
