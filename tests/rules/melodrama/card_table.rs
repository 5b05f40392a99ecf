//! Tests of hands and adventures of the card game, derived a second way.

use oddsmith::odds::{Histogram, Law, Laws, Sample, Success, agreement};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn laws(question: &str) -> Laws {
    let case = oddsmith::case(question).unwrap_or_else(|error| panic!("{question}: {error}"));
    case.law(20_000_000).unwrap_or_else(|error| panic!("{question}: {error}"))
}

fn same(one: &Law, other: &Law, what: &str) {
    for score in other.scale().scores() {
        let (one, other) = (one.share(score), other.share(score));
        assert!((one - other).abs() < 1e-12, "{what}, {score}: {one} and {other}");
    }
}

/// Returns, for each value `v`, the chance that `v` is the best of a hand of `count` cards: hands
/// without a higher card minus those that also have no card of `v`, counted in floats.
fn best_of(count: u32) -> Vec<(i32, f64)> {
    let up_to = |value: i32| f64::from(if value >= 15 { 54 } else { 4 * value.clamp(0, 13) });
    let at_most = |value: i32| -> f64 {
        let here = (0..count).map(f64::from);
        here.map(|i| (up_to(value) - i).max(0.0) / (54.0 - i)).product()
    };
    (1..=13)
        .chain([15])
        .map(|v| (v, at_most(v) - at_most(if v == 15 { 13 } else { v - 1 })))
        .collect()
}

/// Three cards win against the best of eight in a third of all checks.
#[test]
fn the_best_of_three_beats_the_best_of_eight_in_a_third() {
    let share = laws("melodrama.hand").column("win").unwrap().success(Success::AtLeast(1));
    let theirs = best_of(8);
    let expected: f64 = best_of(3)
        .iter()
        .flat_map(|&(own, p)| {
            theirs.iter().filter(move |(v, _)| own >= *v).map(move |(_, q)| p * q)
        })
        .sum();
    assert!((share.value - expected).abs() < 1e-12, "{} and {expected}", share.value);
    assert!((share.value - 0.343).abs() < 5e-4, "{}", share.value);
    for (hands, edge) in [("hand=3 opposing_hand=8", 0), ("hand=5 opposing_hand=2", -3)] {
        let hand = laws(&format!("melodrama.hand {hands} active={edge}"));
        let best = laws(&format!("melodrama.best_of {hands} active={edge}"));
        same(hand.column("margin").unwrap(), best.column("margin").unwrap(), hands);
    }
}

/// A card played at random, from a hand of any size, is a random card of the deck.
#[test]
fn random_hand_cards_from_fresh_decks_match_opposed_checks() {
    for set in ["active=10 passive=5", "active=0 passive=3 improved_critical=2"] {
        let opposed = laws(&format!("melodrama.opposed {set}"));
        for hands in
            ["hand=3 opposing_hand=8", "hand=0 opposing_hand=30", "hand=20 opposing_hand=1"]
        {
            let question =
                format!("melodrama.hand {set} {hands} policy=random opposing_policy=random");
            let hand = laws(&question);
            for column in ["margin", "result"] {
                same(hand.column(column).unwrap(), opposed.column(column).unwrap(), &question);
            }
        }
    }
}

/// The summary of a hand that is dealt for one check gives the same law as the hand itself: bonus
/// cards are allowed, but no check matters enough for one.
#[test]
fn hand_summary_plays_the_same_card_as_the_hand() {
    let policies = [
        "lowest",
        "highest",
        "random",
        "threshold:6",
        "threshold:14",
        "cheapest",
        "stake_weighted",
        "keep_trump",
    ];
    for (policy, theirs) in policies.iter().zip(policies.iter().cycle().skip(3)) {
        for (hands, set) in [
            ("hand=2 opposing_hand=2", "important=0 active=2"),
            ("hand=1 opposing_hand=1", "important=1 active=-4 knows_stakes=false"),
        ] {
            let question =
                format!("melodrama.hand {hands} policy={policy} opposing_policy={theirs} {set}");
            let summary = laws(&question);
            // No side has a bonus card left or wants to spend one.
            let hands = laws(&format!("{question} bonus=loser"));
            for column in ["win", "margin", "result"] {
                same(hands.column(column).unwrap(), summary.column(column).unwrap(), &question);
            }
        }
    }
}

/// Compares the sampler of a row of checks with its exact law: without bonus cards, each side with
/// its own deck, one card drawn for each played.
#[test]
fn rows_of_checks_agree_with_their_law() {
    for question in [
        "melodrama.hand hand=1 opposing_hand=0 checks=2 decks=own policy=highest",
        "melodrama.hand hand=2 opposing_hand=0 checks=2 decks=own policy=threshold:7 important=0.5",
        "melodrama.hand hand=1 opposing_hand=1 checks=2 decks=one active=1 redraw=after",
        "melodrama.hand hand=2 opposing_hand=1 checks=1 bonus=loser active=-1 critical_by=alone",
        "melodrama.hand hand=1 opposing_hand=2 checks=1 bonus=player_first opposed_by=volunteer",
    ] {
        let case = oddsmith::case(question).unwrap();
        let laws = case.law(20_000_000).unwrap_or_else(|error| panic!("{question}: {error}"));
        let tallies = case.sample(Sample { trials: 50_000, seed: 5 }).unwrap();
        for (law, tally) in laws.columns.iter().zip(&tallies.columns) {
            assert!(agreement(law, tally).p > 1e-6, "{question}: {:?}", agreement(law, tally));
        }
    }
}

/// The first check of a one-player adventure is a check from hands of 3 and 2 cards.
#[test]
fn an_adventure_begins_with_a_check_from_hands() {
    let small = "players=1 scenes=1 checks=1 complication=0 random_draws=0 important=1";
    for (bonus, edge) in [("none", 0), ("loser", 0), ("player_first", -2)] {
        let adventure = laws(&format!(
            "melodrama.adventure {small} bonus={bonus} edge={edge} policy=cheapest gm_policy=lowest"
        ));
        let hand = laws(&format!(
            "melodrama.hand opposing_hand=2 active={edge} bonus={bonus} policy=cheapest \
             opposing_policy=lowest decks=own"
        ));
        same(adventure.column("win").unwrap(), hand.column("win").unwrap(), bonus);
        same(adventure.column("win_important").unwrap(), hand.column("win").unwrap(), bonus);
        let passed = hand.column("cards_passed").unwrap();
        same(adventure.column("cards_passed").unwrap(), passed, bonus);
        assert!((adventure.column("hand_players").unwrap().share(3) - 1.0).abs() < 1e-12);
        assert!((adventure.column("hand_gm").unwrap().share(2) - 1.0).abs() < 1e-12);
    }
}

/// Resting instead of the last check forfeits it and gains nothing.
#[test]
fn a_rest_before_the_last_check_loses_it() {
    for (hand, edge) in [(2, 0), (3, -4)] {
        let gain =
            laws(&format!("melodrama.second_wind hand={hand} checks_left=1 edge={edge} kind=all"));
        let best = laws(&format!("melodrama.best_of hand={hand} opposing_hand=1 active={edge}"));
        let wins = best.column("margin").unwrap().success(Success::AtLeast(0)).value;
        assert!((gain.column("gain").unwrap().share(-1) - wins).abs() < 1e-12);
        assert!((gain.column("gain").unwrap().share(0) - (1.0 - wins)).abs() < 1e-12);
    }
}

/// A hero who discards much of the deck draws these cards again once the deck is empty. Simulated
/// with shuffled lists of cards, each course independently.
#[test]
fn redrawn_large_hand_reaches_its_own_discards() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let deck: Vec<i32> = (0..54).map(|card| if card < 52 { 1 + card / 4 } else { 15 }).collect();
    let games = 30_000;
    let mut wins = |rests: bool| -> i32 {
        let mut pile = deck.clone();
        pile.shuffle(&mut random);
        let (mut hand, mut out) = (pile.split_off(34), Vec::new());
        if rests {
            out = std::mem::replace(&mut hand, pile.split_off(pile.len() - 19));
        }
        let mut won = 0;
        for check in 0..20 {
            if check == 0 && rests {
                continue;
            }
            let highest = (0..hand.len()).max_by_key(|&card| hand[card]).expect("a hand");
            let card = hand.swap_remove(highest);
            won += i32::from(card - 8 >= deck[random.random_range(0..54)]);
            out.push(card);
            if pile.is_empty() {
                pile.append(&mut out);
                pile.shuffle(&mut random);
            }
            hand.extend(pile.pop());
        }
        won
    };
    let gain: i32 = (0..games).map(|_| wins(true) - wins(false)).sum();
    let gain = f64::from(gain) / f64::from(games);
    let case = "melodrama.second_wind hand=20 kind=all edge=-8 checks_left=20 dodge=0";
    let case = oddsmith::case(case).expect("it reads");
    let played = case.sample(Sample { trials: 100_000, seed: 1 }).unwrap().columns[0]
        .mean()
        .expect("it scores");
    // A gain has a standard deviation of about 3 wins, so a difference of 0.07 is four standard
    // errors.
    assert!((played - gain).abs() < 0.07, "{played} and {gain}");
}
