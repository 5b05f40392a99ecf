//! Tests of fights against a brute-force simulation with its own random numbers: blow by blow, and
//! with decks that run down.

use oddsmith::odds::{Histogram, Law};

use super::oracles::{first, laws};

/// Random numbers of the simulated fights (splitmix64), independent of the library.
struct SplitMix64(u64);

impl SplitMix64 {
    fn below(&mut self, sides: u64) -> i32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % sides) as i32
    }

    fn card(&mut self) -> i32 {
        let place = self.below(54);
        if place >= 52 { 15 } else { place / 4 + 1 }
    }

    fn d20(&mut self) -> i32 {
        self.below(20) + 1
    }
}

/// One side of a simulated fight.
#[derive(Clone, Copy, Default)]
struct Fighter {
    attack: i32,
    defense: i32,
    dodge: i32,
    toughness: i32,
    damage: i32,
    bruises: i32,
    staggered: bool,
    /// True if the defense is lowered (`open`), and if the next turn is lost (`loses`).
    open: bool,
    loses: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Blow {
    Miss,
    Hit,
    Stun,
    Out,
}

/// Simulates a blow by cards or by d20.
fn blow(luck: &mut SplitMix64, cards: bool, attacker: Fighter, target: &mut Fighter) -> Blow {
    let defense = target.defense - if target.open { target.dodge + 2 } else { 0 };
    let (hits, critical) = if cards {
        let (mine, theirs) = (luck.card(), luck.card());
        (attacker.attack + mine >= defense + theirs, mine >= 13)
    } else {
        let face = luck.d20();
        let total = attacker.attack + face >= 10 + defense;
        (face != 1 && (total || face == 20), total && face == 20)
    };
    if !hits {
        return Blow::Miss;
    }
    let damage = attacker.damage + if critical { 5 } else { 0 };
    // Rung of the failed save. Cards are kinder by five points and otherwise have the bands of the
    // d20, except for one point at the upper end.
    let rung = if cards {
        match damage + luck.card() - (target.toughness - target.bruises + luck.card()) {
            ..=-5 => 0,
            -4..=0 => 1,
            1..=4 => 2,
            5..=9 => 3,
            _ => 4,
        }
    } else {
        let face = luck.d20();
        match 15 + damage - (target.toughness - target.bruises + face) {
            ..=0 => 0,
            1..=4 => 1,
            _ if face == 20 => 1,
            5..=9 => 2,
            10..=14 => 3,
            _ => 4,
        }
    };
    match rung {
        0 => Blow::Hit,
        1 | 2 => {
            target.bruises += 1;
            if rung == 1 { Blow::Hit } else { Blow::Stun }
        }
        3 if !target.staggered => {
            target.staggered = true;
            Blow::Stun
        }
        _ => Blow::Out,
    }
}

/// Asserts that the mean of a law is within five standard errors of a simulated mean.
fn near(law: &Law, scores: &[i32], what: &str) {
    let n = scores.len() as f64;
    let mean = scores.iter().map(|&score| f64::from(score)).sum::<f64>() / n;
    let (exact, error) = (law.mean().expect("a mean"), law.sd().expect("a spread") / n.sqrt());
    assert!(
        (exact - mean).abs() < 5.0 * error,
        "{what}: {exact} against {mean}, {:.1} errors",
        (exact - mean) / error
    );
}

const FIGHTS: usize = 100_000;

/// Simulates knockouts with attacks, criticals and stun.
#[test]
fn knockouts_match_a_simulation() {
    for (system, cards) in [("melodrama", true), ("mutants", false)] {
        let mut luck = SplitMix64(7);
        let attacker = Fighter { attack: 8, damage: 11, ..Fighter::default() };
        let mut counted = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..FIGHTS {
            let mut target = Fighter { defense: 9, toughness: 9, ..Fighter::default() };
            let (mut blows, mut hits) = (0, 0);
            while blows < 60 {
                blows += 1;
                let result = blow(&mut luck, cards, attacker, &mut target);
                hits += i32::from(result != Blow::Miss);
                target.open = result == Blow::Stun;
                if result == Blow::Out {
                    break;
                }
            }
            counted
                .iter_mut()
                .zip([blows, hits, target.bruises])
                .for_each(|(scores, score)| scores.push(score));
        }
        let laws = laws(&format!("{system}.knockout toughness=9 damage=11 attack=8 defense=9"));
        for (law, scores) in laws.columns.iter().zip(&counted) {
            near(law, scores, system);
        }
    }
}

/// Simulates exchanges of unequal sides, with initiative, lost turns and lowered defense.
#[test]
fn exchanges_match_a_simulation() {
    for (system, cards) in [("melodrama", true), ("mutants", false)] {
        let mut luck = SplitMix64(11);
        let mut counted = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..FIGHTS {
            let own = Fighter {
                attack: 8,
                defense: 7,
                dodge: 3,
                toughness: 4,
                damage: 12,
                ..Fighter::default()
            };
            let rival = Fighter {
                attack: 10,
                defense: 6,
                dodge: 0,
                toughness: 3,
                damage: 11,
                ..Fighter::default()
            };
            let (mut sides, bonus) = ([own, rival], [2, 4]);
            let draws = bonus.map(|bonus| bonus + if cards { luck.card() } else { luck.d20() });
            // The rival has the higher bonus, and wins ties.
            let first = usize::from(draws[0] <= draws[1]);
            let (mut rounds, mut blows, mut winner) = (0, 0, 1);
            'fight: while rounds < 60 {
                rounds += 1;
                for mover in [first, 1 - first] {
                    if std::mem::take(&mut sides[mover].loses) {
                        continue;
                    }
                    sides[mover].open = false;
                    blows += i32::from(mover == 0);
                    let attacker = sides[mover];
                    match blow(&mut luck, cards, attacker, &mut sides[1 - mover]) {
                        Blow::Out => {
                            winner = if mover == 0 { 2 } else { 0 };
                            counted[3].push(attacker.bruises);
                            break 'fight;
                        }
                        Blow::Stun => {
                            (sides[1 - mover].open, sides[1 - mover].loses) = (true, true)
                        }
                        _ => {}
                    }
                }
            }
            counted
                .iter_mut()
                .zip([winner, rounds, blows])
                .for_each(|(scores, score)| scores.push(score));
        }
        let question = "attack=8 defense=7 dodge=3 toughness=4 damage=12 initiative=2 \
                        rival_attack=10 rival_defense=6 rival_dodge=0 rival_toughness=3 rival_damage=11 rival_initiative=4";
        let laws = laws(&format!("{system}.exchange {question}"));
        for (law, scores) in laws.columns.iter().zip(&counted) {
            near(law, scores, system);
        }
    }
}

/// Equal sides are equally likely to win, with either side going first.
#[test]
fn exchanges_between_equals_are_fair() {
    for question in [
        "melodrama.exchange attack=9 defense=6 toughness=2 damage=13 dodge=2",
        "melodrama.exchange attack=9 defense=6 toughness=2 damage=13 decks=one lethal=true penalty=both",
        "mutants.exchange attack=9 defense=6 toughness=2 damage=13 dodge=2",
        "mutants.exchange attack=9 defense=6 toughness=2 damage=13 minion=true limit=3",
        "mano.exchange attack=4 defense=3 power=5 toughness=7 kind=blunt",
        "mano.exchange attack=0 defense=3 power=5 toughness=7 die=d6 limit=4",
    ] {
        let winner = first(question);
        assert!(
            (winner.share(0) - winner.share(2)).abs() < 1e-14,
            "{question}: {} and {}",
            winner.share(0),
            winner.share(2)
        );
        assert!(
            (winner.share(0) + winner.share(1) + winner.share(2) - 1.0).abs() < 1e-12,
            "{question}"
        );
    }
}

/// Simulates decks that run down from blow to blow, with lists of cards.
#[test]
fn knockouts_with_shrinking_decks_match_a_simulation() {
    for (word, one) in [("own", false), ("one", true)] {
        let mut luck = SplitMix64(13);
        let full: Vec<i32> = (1..=13).flat_map(|value| [value; 4]).chain([15; 2]).collect();
        let mut counted = Vec::new();
        for _ in 0..FIGHTS {
            let mut decks = [full.clone(), full.clone()];
            let (mut bruises, mut staggered, mut blows) = (0, false, 0);
            while blows < 60 {
                blows += 1;
                let mut draw = |side: usize| {
                    let deck = &mut decks[if one { 0 } else { side }];
                    if deck.is_empty() {
                        deck.clone_from(&full);
                    }
                    deck.swap_remove(luck.below(deck.len() as u64) as usize)
                };
                match 4 + draw(1) - draw(0) - bruises {
                    5.. => {}
                    -4..5 => bruises += 1,
                    -9..-4 if !staggered => staggered = true,
                    _ => break,
                }
            }
            counted.push(f64::from(blows));
        }
        let n = counted.len() as f64;
        let mean = counted.iter().sum::<f64>() / n;
        let case =
            oddsmith::case(&format!("melodrama.knockout toughness=14 damage=10 decks={word}"))
                .expect("the question reads");
        let tally = case
            .sample(oddsmith::odds::Sample { trials: FIGHTS as u64, seed: 3 })
            .unwrap()
            .columns
            .swap_remove(0);
        let (found, error) =
            (tally.mean().expect("a mean"), tally.sd().expect("a spread") * (2.0 / n).sqrt());
        assert!(
            (found - mean).abs() < 5.0 * error,
            "{word}: {found} and {mean}, {:.1} errors",
            (found - mean) / error
        );
    }
}
