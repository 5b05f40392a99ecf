//! Tests of rules of many steps against sources outside the engine: columns by step, ladders
//! against values of other programs, and laws of waiting times.

use oddsmith::chance::{Cards, Chance, Deck, Die, Scripted};
use oddsmith::odds::{Check, Histogram, Progress, Sample, Success, agreement, sample};
use oddsmith::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
use serde_json::Value;

use super::oracles::{first, laws};

/// Rule of the Toughness ladder at toughness 10 against damage 10 with blows that always hit: many
/// steps for the engine to merge.
struct Ladder {
    card: Die,
    stagger_bruises: bool,
    second_stagger_out: bool,
}

const BLOWS: Handle = Handle::first("blows");

impl Rule for Ladder {
    /// Number of bruises, and true if staggered.
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

/// Rule that draws beads from a bag of two white and one black until the black one comes. The
/// columns are the colour at draw k, the number of draws, and the number of beads left.
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

/// An indexed column has a histogram for each step; trials that ended before have no score there.
#[test]
fn indexed_column_has_a_histogram_per_step() {
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
    let tallies = sample(&Beads, "beads", Sample { trials: 30_000, seed: 3 }, &Progress::default())
        .unwrap()
        .columns;
    assert_eq!(tallies.len(), 7);
    for (law, tally) in laws.iter().zip(&tallies) {
        assert!(agreement(law, tally).p > 1e-6);
    }
    let transcript =
        Check::transcript_of_script(&Beads, Scripted::parse("card 0, card 1").expect("luck"))
            .expect("two draws");
    assert_eq!(transcript.scores, [Some(0), Some(1), None, Some(2), Some(3), Some(2), None]);
}

/// Compares the library's rule and the rule of this file with the means of four readings, the first
/// from the golden file and the others from an independent study, and with its first shares.
#[test]
fn ladder_of_many_steps_matches_other_programs() {
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

/// Sharp blows that all do the same: a target that h hits take out is out with the h-th hit, a
/// negative binomial law.
#[test]
fn mano_knockouts_are_negative_binomial() {
    // A hit needs 12 or more on the d20, as 12 + 5 > 16. Three hits of 5 are 15 of 14.
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
    // Padded blows of 2 that always hit: the target recovers a point each turn, so the 13th blow
    // makes 14.
    let always = first("mano.knockout attack=30 defense=0 power=2 toughness=7 kind=padded");
    assert_eq!(always.share(13), 1.0);
    let without =
        first("mano.knockout attack=30 defense=0 power=2 toughness=7 kind=padded recovery=false");
    assert_eq!(without.share(7), 1.0);
}
