//! Tests of fights: agreement with other checks and an independent simulation, and invariants of
//! the state.

use std::path::Path;

use super::cards::Held;
use super::*;
use crate::hand::terms::MARGIN;
use crate::hand::{HandCheck, HandFields};
use crate::table::{HAND, LEFT, SEATS, Table, decks_that_mix, held};
use oddsmith_engine::chance::{Cards, Sampled, Stream};
use oddsmith_engine::rule::{Handle, NoRecord, Record, Rule, Step};
use oddsmith_mechanics::brawl::Brawling;
use oddsmith_mechanics::scene::agreement::{self, as_another_program, same_laws, with_prefix};
use oddsmith_mechanics::scene::{Fight, HEROES, People, RIVALS};
use oddsmith_registry::Case;
use proptest::prelude::*;

/// Settings of a fight between one hero and one villain, both with random cards of full decks.
const ALONE: &str = "dawnstar.count=0 ninja.count=0 thug.count=0 blue_static.plays=deck evilorcus.plays=deck decks=fresh";

fn case(question: &str) -> Case {
    agreement::case(&crate::SYSTEM, question)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// A fight between one hero and one villain with random cards has the same law as
    /// `melodrama.exchange`.
    #[test]
    fn one_against_one_matches_exchange(
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
        let fight = format!(
            "melodrama.fight {ALONE} {readings}{}{}", with_prefix(&own, "blue_static."),
            with_prefix(&rival, "evilorcus."));
        let exchange = format!(
            "melodrama.exchange {readings}{}{}", with_prefix(&own, ""), with_prefix(&rival, "rival_"));
        let columns = [["won", "winner"], ["rounds", "rounds"]];
        let most = i32::from(limit).max(2);
        same_laws(&crate::SYSTEM, [&fight, &exchange], &columns, 0..=most);
    }

    /// In a fight without damage, each attack and each save of a target that is hit equals the next
    /// check of `melodrama.hand` with the same numbers. With the same random numbers, each card is
    /// at the same place after each turn, including bonus cards.
    #[test]
    fn fight_without_damage_matches_row_of_checks(
        hand in 0u8..7, gm in 0u8..9, attacks in prop::array::uniform2(-3i32..12),
        defenses in prop::array::uniform2(-3i32..12), policies in prop::array::uniform2(0usize..7),
        bonus in 0usize..3, gm_adds: bool, redraws: bool, matters: bool, heroes_first: bool,
        turns in 1usize..100, seed in 0u64..10_000,
    ) {
        let words = |word: bool, yes: &'static str, no: &'static str| if word { yes } else { no };
        // Unlike `melodrama.hand`, a fight allows bonus cards in checks that do not matter.
        let bonus = if matters { ["none", "loser", "player_first"][bonus] } else { "none" };
        let all = ["highest", "lowest", "threshold:9", "random", "cheapest", "stake_weighted", "keep_trump"];
        let [policy, gm_policy] = policies.map(|policy| all[policy]);
        let fight = format!(
            "melodrama.fight dawnstar.count=0 ninja.count=0 thug.count=0 limit=60 gm_hand={gm} bonus={bonus} \
             blue_static.hand={hand} blue_static.attack={} blue_static.defense={} blue_static.toughness=1000 \
             evilorcus.attack={} evilorcus.defense={} evilorcus.toughness=1000 policy={policy} \
             gm_policy={gm_policy} redraw={} stakes={} gm_bonus_for={} blue_static.initiative={}",
            attacks[HEROES], defenses[HEROES], attacks[RIVALS], defenses[RIVALS],
            words(redraws, "each", "after"), words(matters, "all", "never"),
            words(gm_adds, "all", "never"), if heroes_first { 1000 } else { -1000 });
        let check = |active: i32, passive: i32, side: usize| {
            let (policy, other, by) = match side {
                HEROES => (policy, gm_policy, "gm"),
                _ => (gm_policy, policy, "volunteer"),
            };
            let set = case(&format!(
                "melodrama.hand checks=200 decks=own active={active} passive={passive} policy={policy} \
                 opposing_policy={other} opposed_by={by} bonus={bonus} bonus_by={} redraw={} important={}",
                words(gm_adds, "both", "player"), words(redraws, "each", "after"),
                u8::from(matters))).settings;
            HandCheck::new(HandFields::read(&set), decks_that_mix(15, [0, 1], false), [0; 2])
        };
        let strikes = [0, 1].map(|side| check(attacks[side], defenses[1 - side], side));
        let saves = [0, 1].map(|side| check(1000, 10 + 2 * side as i32, side));

        let scene = scene(&case(&fight).settings).expect("it builds");
        let mut luck = Sampled::new(&Stream::new(seed, "a row in a fight"), 0);
        let mut now = begun(&scene, &mut luck);
        let mut same = Sampled::new(&Stream::new(seed, "a row in a fight"), 0);
        begun(&scene, &mut same);
        // Seats by side, heroes first: the player's, the GM's.
        let seats = [1, 0];
        let mut table = now.game.luck.table;
        let mut passed = 0;
        for turn in 0..turns {
            let side = (turn + usize::from(!heroes_first)) % 2;
            let mut make = |rule: &HandCheck<2>, side: usize, same: &mut Sampled| {
                let at = [seats[side], seats[1 - side]];
                let pair = Table {
                    seats: at.map(|seat| table.seats[seat]),
                    sizes: at.map(|seat| table.sizes[seat]),
                    short: at.map(|seat| table.short[seat]),
                    reshuffles: 0,
                };
                let mut margin = Margin(0);
                let mut row = rule.start();
                (row.table, row.dealt) = (pair, true);
                let Step::Next(row) = rule.step(row, same, &mut margin) else {
                    panic!("a row of 200 checks goes on after the first");
                };
                let (pair, of_row) = (&row.table, row.passed);
                for (place, seat) in at.into_iter().enumerate() {
                    table.seats[seat] = pair.seats[place];
                    table.sizes[seat] = pair.sizes[place];
                    table.short[seat] = pair.short[place];
                }
                passed += of_row;
                margin.0
            };
            if make(&strikes[side], side, &mut same) >= 0 {
                let margin = make(&saves[1 - side], 1 - side, &mut same);
                prop_assert!(margin >= 5, "nobody is hurt");
            }
            // A row of checks ends with the turn.
            if !redraws {
                for seat in [0, 1] {
                    scene.game.strikes.decks.refill(&mut table, seat, &mut same);
                }
            }
            now = match scene.step(now, &mut luck, &mut NoRecord) {
                Step::Next(next) | Step::Within(next) => next,
                Step::Done => panic!("nobody falls"),
            };
            prop_assert_eq!(now.game.luck.table.seats, table.seats, "{}: turn {}", &fight, turn);
            prop_assert_eq!(now.game.luck.table.sizes, table.sizes);
            prop_assert_eq!(now.game.luck.passed, passed);
        }
    }

    /// In every state of every trial, each card is in one place, hands have their sizes, a person
    /// who is out never acts or stands again, and the number of standing people never increases.
    #[test]
    fn cards_are_conserved_and_nobody_stands_again(
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
        // Number of cards of all decks, including those that nobody draws from.
        let decks = &scene.game.strikes.decks;
        let all: u32 = (0..SEATS).map(|seat| decks.homes[seat].count()).sum();
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

/// Returns the state of a fight after the deal and the initiative checks.
fn begun(scene: &Scene<Brawl<CardStrikes>>, luck: &mut Sampled) -> Box<Fight<Brawling<Held>>> {
    match scene.step(scene.start(), luck, &mut NoRecord) {
        Step::Within(now) => now,
        _ => panic!("a fight goes on after it has begun"),
    }
}

/// A record of the margin of one check.
struct Margin(i32);

impl Record for Margin {
    fn score(&mut self, column: Handle, score: i32) {
        if column == MARGIN {
            self.0 = score;
        }
    }
}

/// The result agrees with a simulation that was written independently from the rule text.
#[test]
fn matches_independent_simulation() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/");
    let question = format!(
        "melodrama.fight cast={folder}fight.toml gm_hand=5 target=random rival_target=random"
    );
    let path = Path::new(folder).join("fight.json");
    assert!(as_another_program(&case(&question), &path) >= 5, "values are held");
}

/// Checks the invariants of a state; `before` is the number of standing people of each side.
fn holds(
    state: &Fight<Brawling<Held>>,
    people: &People,
    all: u32,
    before: &mut [usize; 2],
) -> std::result::Result<(), TestCaseError> {
    let table = &state.game.luck.table;
    let piles = table.seats.as_flattened();
    // Cards of different players' decks have the same places, so cards can be counted only per
    // seat. The total is that of all decks, or more.
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

/// Generates the numbers of a side, under the field names that both checks share.
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
