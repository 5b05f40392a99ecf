//! Truths about what takes many steps, from outside the engine: ladders and fights against values
//! of other programs, laws of waiting,
//! and fights fought out by brute force.

use oddsmith::chance::{Cards, Chance, Deck, Die, Scripted};
use oddsmith::odds::{Check, Histogram, Law, Laws, Progress, Sample, Success, agreement, sample};
use oddsmith::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
use serde_json::Value;

fn laws(question: &str) -> Laws {
    oddsmith::case(question)
        .and_then(|case| case.law(20_000_000))
        .unwrap_or_else(|error| panic!("{question}: {error}"))
}

fn first(question: &str) -> Law {
    laws(question).columns.swap_remove(0)
}

/// The Toughness ladder at toughness 10 against damage 10, every blow lands: a rule of many steps
/// for the engine to merge.
struct Ladder {
    card: Die,
    stagger_bruises: bool,
    second_stagger_out: bool,
}

const BLOWS: Handle = Handle::first("blows");

impl Rule for Ladder {
    /// Bruises, and whether staggered.
    type State = (i32, bool);

    fn columns(&self) -> Columns {
        Columns::one(Column::new(BLOWS, Scale::steps(200)))
    }

    fn start(&self) -> (i32, bool) {
        (0, false)
    }

    fn step<C: Chance>(
        &self,
        (bruises, staggered): (i32, bool),
        chance: &mut C,
        _: &mut impl Record,
    ) -> Step<(i32, bool)> {
        match chance.face(&self.card) - chance.face(&self.card) - bruises {
            5.. => Step::Next((bruises, staggered)),
            -4..5 => Step::Next((bruises + 1, staggered)),
            -9..-4 if staggered && self.second_stagger_out => Step::Done,
            -9..-4 => Step::Next((bruises + i32::from(self.stagger_bruises), true)),
            _ => Step::Done,
        }
    }
}

/// Beads are drawn from a bag of two white and one black until the black one comes: whether it was
/// black at draw k, and how many are left.
struct Beads;

const BLACK: Handle = Handle::first("black");
const DRAWS: Handle = BLACK.then("draws");
const LEFT: Handle = DRAWS.then("left");

impl Rule for Beads {
    type State = Cards;

    fn columns(&self) -> Columns {
        Columns::new([
            Column::new(BLACK, Scale::rungs(&["white", "black"])).each("draw", 3),
            Column::new(DRAWS, Scale::steps(10)),
            Column::new(LEFT, Scale::numbers(0, 3)).each("draw", 3),
        ])
    }

    fn start(&self) -> Cards {
        bag().full()
    }

    fn step<C: Chance>(
        &self,
        mut left: Cards,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Cards> {
        record.score(LEFT, left.count() as i32);
        let bead = chance.draw(&bag(), &mut left);
        record.score(BLACK, bead);
        if bead == 1 { Step::Done } else { Step::Next(left) }
    }
}

fn bag() -> Deck {
    Deck::new([0, 0, 1])
}

/// An indexed column has a histogram for each step; who is done before has no score there.
#[test]
fn a_column_by_step() {
    let laws = Check::law(&Beads, 1_000).expect("three draws").columns;
    let third = 1.0 / 3.0;
    let wanted = [[2.0 * third, third], [third, third], [0.0, third]];
    for (law, wanted) in laws.iter().zip(wanted) {
        assert!(
            (law.share(0) - wanted[0]).abs() < 1e-15 && (law.share(1) - wanted[1]).abs() < 1e-15
        );
    }
    assert_eq!(laws[2].none().fraction().as_deref(), Some("2/3"));
    assert_eq!(
        (1..=3).map(|draws| laws[3].exactly(draws).fraction()).collect::<Vec<_>>(),
        vec![Some("1/3".to_owned()); 3]
    );
    assert_eq!(
        laws[4..].iter().map(|law| law.mean()).collect::<Vec<_>>(),
        [Some(3.0), Some(2.0), Some(1.0)]
    );
    let tallies =
        sample(&Beads, "beads", Sample { trials: 30_000, seed: 3 }, &Progress::default()).columns;
    assert_eq!(tallies.len(), 7);
    for (law, tally) in laws.iter().zip(&tallies) {
        assert!(agreement(law, tally).p > 1e-6);
    }
    let tale = Check::tell_scripted(&Beads, Scripted::parse("card 0, card 1").expect("luck"))
        .expect("two draws");
    assert_eq!(tale.scores, [Some(0), Some(1), None, Some(2), Some(3), Some(2), None]);
}

/// Means of the four readings: the first from the golden file, the others from an independent
/// study; and its first shares.
/// A rule of the library and a rule of this file's own.
#[test]
fn a_ladder_of_many_steps() {
    let card = Die::card_of(&Deck::new((1..=13).flat_map(|value| [value; 4]).chain([15; 2])));
    let golden: Value = serde_json::from_str(include_str!("../golden/single_checks.json"))
        .expect("the golden file is JSON");
    let name = "melodramatic.ladder.t=10.d=10.stagger_bruises=True.second_stagger_out=True.mean";
    for (stagger_bruises, second_stagger_out, mean, within) in [
        (true, true, golden[name].as_f64().expect("a mean"), 1e-11),
        (false, true, 5.282, 5e-4),
        (true, false, 6.606, 5e-4),
        (false, false, 7.750, 5e-4),
    ] {
        let law = Ladder { card: card.clone(), stagger_bruises, second_stagger_out }
            .law(100_000)
            .expect("the states merge")
            .columns
            .swap_remove(0);
        let second = if second_stagger_out { "unconscious" } else { "nothing" };
        let shipped = first(&format!(
            "melodrama.knockout toughness=10 damage=10 stagger_bruises={stagger_bruises} second_stagger={second} limit=200"
        ));
        for blows in 1..=200 {
            assert!((law.share(blows) - shipped.share(blows)).abs() < 1e-13, "{blows} blows");
        }
        let found = law.mean().expect("it always ends");
        assert!(
            (found - mean).abs() < within,
            "{stagger_bruises} {second_stagger_out}: {found} against {mean}"
        );
        assert!(law.error() < 1e-12);
    }
    let law = Ladder { card, stagger_bruises: true, second_stagger_out: true }
        .law(100_000)
        .expect("the states merge")
        .columns
        .swap_remove(0);
    for (blows, share) in (1..).zip([
        0.046_639_232,
        0.099_141_767,
        0.138_906_980,
        0.159_540_413,
        0.158_264_335,
        0.138_329_203,
    ]) {
        assert!((law.share(blows) - share).abs() < 1e-9, "{blows} blows");
    }
    assert!((law.share_of(Success::AtLeast(21)) - 6.5e-8).abs() < 1e-9);
}

/// The luck of fights by brute force: a generator of this file's own (splitmix64), with nothing of
/// the library's.
struct Own(u64);

impl Own {
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

/// One side of a fight by brute force.
#[derive(Clone, Copy, Default)]
struct Fighter {
    attack: i32,
    defense: i32,
    dodge: i32,
    toughness: i32,
    damage: i32,
    bruises: i32,
    staggered: bool,
    /// Whether defense is lowered, and whether the next turn is lost.
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

/// A blow by cards or by d20, spelled out.
fn blow(luck: &mut Own, cards: bool, attacker: Fighter, target: &mut Fighter) -> Blow {
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
    // How far the save fails; cards are kinder by five points, and read the rest as the d20 does,
    // but for a point at its upper end.
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

/// The mean of a law is within five standard errors of a simulated one.
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

/// Blows with attacks, criticals and stun, fought out card by card and face by face.
#[test]
fn knockouts_fought_out() {
    for (system, cards) in [("melodrama", true), ("mutants", false)] {
        let mut luck = Own(7);
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

/// Exchanges of unequal sides, fought out with initiative, lost turns and lowered defense.
#[test]
fn exchanges_fought_out() {
    for (system, cards) in [("melodrama", true), ("mutants", false)] {
        let mut luck = Own(11);
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

/// Equal sides are equally likely to win, whoever goes first.
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

/// Sharp blows that all do the same: a target that h hits take out is out with the h-th success, a
/// negative binomial law.
#[test]
fn blows_of_mano_are_waited_for() {
    // 12 or more of 20 and 5 is greater than 16; three hits of 5 are 15 of 14.
    let laws = laws("mano.knockout attack=5 defense=6 power=5 toughness=7");
    let (hit, miss) = (9.0 / 20.0, 11.0 / 20.0);
    for blows in 3..60 {
        let wanted = f64::from((blows - 1) * (blows - 2) / 2)
            * f64::powi(hit, 3)
            * f64::powi(miss, blows - 3);
        assert!(
            (laws.column("blows").expect("blows").share(blows) - wanted).abs() < 1e-14,
            "{blows} blows"
        );
    }
    // Padded blows of 2 that all land: a point goes each turn, so that the 13th makes 14.
    let always = first("mano.knockout attack=30 defense=0 power=2 toughness=7 kind=padded");
    assert_eq!(always.share(13), 1.0);
    let without =
        first("mano.knockout attack=30 defense=0 power=2 toughness=7 kind=padded recovery=false");
    assert_eq!(without.share(7), 1.0);
}

/// Decks that run down from blow to blow, simulated with lists of cards.
#[test]
fn decks_that_run_down_fought_out() {
    for (word, one) in [("own", false), ("one", true)] {
        let mut luck = Own(13);
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

/// A scenario's own cast is that of a file with the same characters, but for a check that names one.
#[test]
fn a_scenario_may_have_its_cast_in_itself() {
    let cast =
        "[[cast.hero]]\nname = \"Knight\"\nattack = 5\n[[cast.thug]]\nname = \"Ogre\"\npower = 9\n";
    let folder = tempfile::tempdir().expect("a folder for a while");
    let alone = cast.replace("cast.", "");
    std::fs::write(folder.path().join("alone.toml"), alone).expect("it is written");
    let text = |set: &str| {
        format!("title = \"x\"\n[[check]]\nuse = \"mano.fight\"\nset = {{ limit = 4{set} }}\n")
    };
    let shares = |text: String| {
        let path = folder.path().join("asked.toml");
        std::fs::write(&path, text).expect("it is written");
        let scenario = oddsmith::scenario::Scenario::read(&path).expect("it reads");
        let case = scenario.questions[0].cases.case(0).expect("it is one");
        let law = case.law(20_000_000).expect("it is small").columns.swap_remove(0);
        [0, 1, 2].map(|score| law.share(score))
    };
    let within = shares(text("") + cast);
    assert_eq!(within, shares(text(", cast = \"alone.toml\"")));
    let one = ", \"archer.count\" = 0, \"squire.count\" = 0, \"thug.count\" = 0";
    assert_ne!(within, shares(text(&format!(", cast = \"usual\"{one}")) + cast));
}
