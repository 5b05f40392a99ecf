//! What a fight must agree with, and what stays true in every state of it.

use super::cards::Held;
use super::*;
use crate::table::{HAND, LEFT, held};
use oddsmith_engine::chance::{Cards, Sampled, Stream};
use oddsmith_engine::odds::{Histogram, Law};
use oddsmith_engine::rule::{NoRecord, Rule, Step};
use oddsmith_mechanics::brawl::Brawling;
use oddsmith_mechanics::scene::{Fight, HEROES, RIVALS};
use oddsmith_registry::Case;
use proptest::prelude::*;

/// One against one, both by random cards of full decks.
const ALONE: &str = "dawnstar.count=0 ninja.count=0 thug.count=0 blue_static.plays=deck evilorcus.plays=deck decks=fresh";

fn case(question: &str) -> Case {
    crate::SYSTEM.case(question).unwrap_or_else(|error| panic!("{question}: {error}"))
}

fn law(question: &str, column: &str) -> Law {
    let laws = case(question).law(20_000_000).unwrap_or_else(|error| panic!("{question}: {error}"));
    laws.column(column).unwrap_or_else(|error| panic!("{error}")).clone()
}

/// The largest difference of two laws, by score.
fn apart(one: &Law, other: &Law, scores: std::ops::RangeInclusive<i32>) -> f64 {
    scores.map(|score| (one.share(score) - other.share(score)).abs()).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// One hero against one villain by random cards is an exchange, law for law.
    #[test]
    fn one_against_one_is_an_exchange(
        own in numbers(), rival in numbers(), limit in 1u8..12,
        stuns: bool, both: bool, twice: bool, d20: bool,
    ) {
        let words = |word: bool, yes: &'static str, no: &'static str| if word { yes } else { no };
        let readings = format!(
            "stunned_loses_turn={stuns} penalty={} second_stagger={} tie={} limit={limit}",
            words(both, "both", "own"),
            words(twice, "nothing", "unconscious"),
            words(d20, "d20", "text"),
        );
        let side = |of: &[(&str, String)], prefix: &str| -> String {
            of.iter().map(|(field, value)| format!(" {prefix}{field}={value}")).collect()
        };
        let fight = format!(
            "melodrama.fight {ALONE} {readings}{}{}", side(&own, "blue_static."), side(&rival, "evilorcus."));
        let exchange = format!(
            "melodrama.exchange {readings}{}{}", side(&own, ""), side(&rival, "rival_"));
        let off = apart(&law(&fight, "won"), &law(&exchange, "winner"), 0..=2);
        prop_assert!(off < 1e-12, "{fight}: {off}");
        let off = apart(&law(&fight, "rounds"), &law(&exchange, "rounds"), 1..=limit.into());
        prop_assert!(off < 1e-12, "{fight}: {off}");
    }

    /// The first attack of a fight is a check from hands. Initiative has taken a card of each: it is
    /// the second of a row where a policy chooses, without bonus cards; where chance chooses, the
    /// first, with them.
    #[test]
    fn an_attack_is_a_check_from_hands(
        hand in 1u8..7, gm in 1u8..9, attack in -4i32..12, policy in 0usize..4, rivals in 0usize..3,
        bonus in 0usize..3,
    ) {
        let by_chance = policy == 3;
        let (bonus, rivals) = if by_chance { (bonus, 3) } else { (0, rivals) };
        let policies = ["highest", "lowest", "threshold:9", "random"];
        let bonus = ["none", "loser", "player_first"][bonus];
        // Whoever is hit is out, and the villain cannot hit.
        let fight = format!(
            "melodrama.fight dawnstar.count=0 ninja.count=0 thug.count=0 limit=1 gm_hand={gm} bonus={bonus} \
             blue_static.hand={hand} blue_static.attack={attack} blue_static.damage=1000 blue_static.initiative=1000 \
             blue_static.defense=1000 evilorcus.defense=4 evilorcus.toughness=-1000 evilorcus.attack=-1000 \
             policy={} gm_policy={}", policies[policy], policies[rivals]);
        let check = format!(
            "melodrama.hand hand={hand} opposing_hand={gm} active={attack} passive=4 bonus={bonus} \
             decks=own checks=2 policy={} opposing_policy={}", policies[policy], policies[rivals]);
        let sample = |question: &str, column: &str, at: u32, least: i32| {
            let run = oddsmith_engine::odds::Sample { trials: 40_000, ..Default::default() };
            let tallies = case(question).plain().sample(run);
            let tally = tallies.column_at(column, at).expect("it has one");
            let share = |score| tally.share(score);
            (least..=2).map(share).sum::<f64>()
        };
        let (won, hit) = (
            sample(&fight, "won", 1, 2),
            sample(&check, "win", if by_chance { 1 } else { 2 }, 1),
        );
        // Five standard errors of the difference of two shares of 40,000.
        prop_assert!((won - hit).abs() < 5.0 * 0.5 * (2.0f64 / 40_000.0).sqrt(), "{fight}: {won} against {hit}");
    }

    /// In every state of every trial each card is in one place, hands are as large as they should
    /// be, who is out never acts or stands again, and counts never rise.
    #[test]
    fn nothing_is_lost_and_nobody_rises(
        seed in 0u64..10_000, thugs in 0u8..9, gm in 0u8..12, hand in 0u8..6, bonus in 0usize..3,
        fiat in 0u8..3, switches in prop::array::uniform6(any::<bool>()), policy in 0usize..5,
    ) {
        let on = |place: usize, word: &'static str| if switches[place] { word } else { "never" };
        let bonus = ["none", "loser", "player_first"][bonus];
        let policy = ["highest", "lowest", "random", "stake_weighted", "keep_trump"][policy];
        let redraw = if switches[5] { "each" } else { "after" };
        let question = format!(
            "melodrama.fight thug.count={thugs} gm_hand={gm} blue_static.hand={hand} fiat={fiat} bonus={bonus} \
             ninja.plays=volunteer extra_save={} surge={} recovery={} second_wind={} discard_all={} \
             policy={policy} redraw={redraw} stakes=saves players_per_deck=1 target=weakest",
            on(0, "failed"), on(1, "rich"), on(2, "stunned"), on(3, "when_low"), on(4, "when_low"));
        let set = case(&question).settings;
        let scene = scene(&set).expect("it builds");
        let people = People::read(&set, 1).expect("they read");
        let mut luck = Sampled::new(&Stream::new(seed, "states of a fight"), 0);
        let all = 54 * scene.game.strikes.decks_in_use();
        for _ in 0..8 {
            let mut state = scene.start();
            let mut before = [usize::MAX; 2];
            while let Step::Next(next) | Step::Within(next) = scene.step(state, &mut luck, &mut NoRecord) {
                holds(&next, &people, all, &mut before)?;
                state = next;
            }
        }
    }
}

/// A simulation that was written from the rule text alone comes to the same.
#[test]
fn another_program_comes_to_the_same() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/");
    let question = format!(
        "melodrama.fight cast={folder}fight.toml gm_hand=5 target=random rival_target=random"
    );
    agrees(&case(&question), &format!("{folder}fight.json"));
}

/// Whether a case agrees with the means of another program within five standard errors.
fn agrees(case: &Case, path: &str) {
    let text = std::fs::read_to_string(path).expect("the other program's values");
    let run = oddsmith_engine::odds::Sample { trials: 200_000, ..Default::default() };
    let tallies = case.sample(run);
    let mut lines = text.lines().map(|line| line.trim().trim_end_matches(','));
    let mut held = 0;
    while let Some(line) = lines.next() {
        let Some((name, "[")) = line.split_once(": ") else { continue };
        let name = name.trim_matches('"');
        let mut number =
            || lines.next().and_then(|line| line.parse::<f64>().ok()).expect("a number");
        let (mean, error) = (number(), number());
        let column = tallies.column(name).expect("it counts the same");
        let (ours, spread) = match name {
            "won" => (column.share(2), 0.5),
            _ => (column.mean().expect("a mean"), column.sd().expect("a spread")),
        };
        let error = error.hypot(spread / (200_000f64).sqrt());
        assert!((ours - mean).abs() < 5.0 * error, "{name}: {ours}, another program {mean}");
        held += 1;
    }
    assert!(held >= 5, "values are held");
}

/// What must hold of a state.
fn holds(
    state: &Fight<Brawling<Held>>,
    people: &People,
    all: u32,
    before: &mut [usize; 2],
) -> std::result::Result<(), TestCaseError> {
    let table = state.game.luck.table();
    let piles = table.seats.as_flattened();
    // The GM's cards and the players' are told apart, those of two players' decks are not: each of
    // those has places of its own, so all is counted but what cannot be.
    let together: u32 = piles.iter().map(|pile| pile.count()).sum();
    prop_assert!(together == 9 * 54 || together == all || together >= all, "{together} cards");
    let gm: Cards<2> = table.seats[0][LEFT];
    prop_assert!(gm.count() <= 54);
    for (seat, place) in table.seats.iter().zip(0..) {
        let (size, short): (u8, u8) = (table.sizes[place], table.short[place]);
        prop_assert_eq!(
            seat[HAND].count() as u8 + short,
            size,
            "a hand is as large as it should be"
        );
        held(seat);
    }
    let now = [HEROES, RIVALS].map(|side| state.left(people, side) as usize);
    prop_assert!(now[0] <= before[0] && now[1] <= before[1], "nobody rises");
    *before = now;
    Ok(())
}

/// Numbers of a side, under the names that both checks have.
fn numbers() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let flags = (any::<bool>(), any::<bool>());
    let points = (0i32..14, 0i32..12, 0i32..12, 4i32..18, 0i32..3, 0i32..5, 0i32..4);
    (points, flags).prop_map(
        |((attack, defense, toughness, damage, initiative, dodge, critical), (lethal, minion))| {
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
            ]
        },
    )
}
