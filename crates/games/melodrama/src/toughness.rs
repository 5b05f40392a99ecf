//! The Toughness save: a save whose margin is a rung of the damage ladder.

use super::cards::{CardCheck, Reading, by_the_joker, total};
use super::fields::{DAMAGE, DECKS, JOKER, LETHAL, Saving, TOUGHNESS};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Success};
use oddsmith_mechanics::ladder::{self, OUT, STAGGERED, STUNNED, UNHURT, WOUNDED};
use oddsmith_registry::{Definition, Edge, Field};

const BRUISES: Field = ladder::BRUISES.source("Saving Throws");
const INJURIES: Field = ladder::INJURIES.source("Saving Throws");

/// A Toughness save.
///
/// # Formula
/// `margin = toughness - wounds + saver's card - damage - rival's card`. Rungs from worst to best:
/// -10 or less unconscious, -9..-5 staggered, -4..-1 stunned, 0..4 bruised, 5 or more unhurt.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Saving Throws.
#[derive(Clone, Debug)]
pub struct Toughness {
    /// Toughness less the wounds that lower it, in points.
    pub toughness: i32,
    /// Damage rank, in points.
    pub damage: i32,
    /// True if the damage is lethal, which changes the names of the rungs.
    pub lethal: bool,
    /// True if equal totals stun, as in the d20 original's table shifted by ten points; false if
    /// they bruise, as in this table.
    pub tie_stuns: bool,
    /// Card of the saver that is never worse than bruised: the joker, or `None`.
    pub safe: Option<i32>,
    /// True if every failed save is the worst result.
    pub minion: bool,
}

impl Toughness {
    fn margin(&self, mine: i32, theirs: i32) -> i32 {
        self.toughness + mine - self.damage - theirs
    }

    /// Returns the rung of a save with this margin and this card.
    #[inline]
    pub fn rung(&self, margin: i32, card: i32) -> i32 {
        let rung = match margin {
            5.. => UNHURT,
            0..5 => WOUNDED,
            -4..0 => STUNNED,
            -9..-4 => STAGGERED,
            _ => OUT,
        };
        let rung = if margin == 0 && self.tie_stuns { STUNNED } else { rung };
        match rung {
            ..WOUNDED if self.minion => OUT,
            ..WOUNDED if self.safe == Some(card) => WOUNDED,
            rung => rung,
        }
    }

    /// Returns true if the joker improves a save that would be worse than bruised.
    pub fn joker_saved(&self, margin: i32, card: i32) -> bool {
        let alone = Toughness { safe: None, ..self.clone() };
        self.safe == Some(card) && alone.rung(margin, card) < WOUNDED
    }
}

const RUNG: Handle = Handle::first("rung");

impl Reading for Toughness {
    fn columns(&self, _: i32) -> Columns {
        Columns::one(
            Column::new(RUNG, ladder::rungs(self.lethal)).success(Success::AtLeast(WOUNDED)),
        )
    }

    /// Returns the rung.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn summarize(&self, mine: i32, theirs: i32) -> i32 {
        self.rung(self.margin(mine, theirs), mine)
    }

    fn describe(&self, mine: i32, theirs: i32) -> String {
        let (save, damage) = (total(self.toughness, mine), total(self.damage, theirs));
        let margin = self.margin(mine, theirs);
        let joker = by_the_joker(self.joker_saved(margin, mine));
        format!("save {save} against {damage}: by {margin:+}{joker}")
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn score(&self, rung: i32, record: &mut impl Record) {
        record.score(RUNG, rung);
    }
}

pub const ENTRY: Definition = Definition {
    id: "melodrama.toughness",
    title: "Toughness save",
    about: "How badly a hit hurts: Toughness and a card against damage and a card, read on the Toughness saving throw table from unhurt to unconscious.",
    source: "Melodramatic Mutants & Masterminds, Saving Throws",
    luck: "saver's card, rival's card",
    fields: &[
        &[TOUGHNESS, DAMAGE, BRUISES, INJURIES, LETHAL, Saving::penalty],
        &[Saving::tie, Saving::joker_saves, DECKS, JOKER],
    ],
    edge: Edge::of(("toughness", 0), ("damage", 0)),
    build: |set| {
        let (bruises, injuries) = (set.integer(&BRUISES), set.integer(&INJURIES));
        let (both, lethal) = (set.is(&Saving::penalty, "both"), set.flag(&LETHAL));
        let wounds = match lethal {
            _ if both => bruises + injuries,
            true => injuries,
            false => bruises,
        };
        let reading = Toughness {
            toughness: set.integer(&TOUGHNESS) - wounds,
            damage: set.integer(&DAMAGE),
            lethal,
            tie_stuns: set.is(&Saving::tie, "d20"),
            safe: set.flag(&Saving::joker_saves).then(|| set.integer(&JOKER)),
            minion: false,
        };
        Ok(Box::new(CardCheck::read(set, reading)))
    },
    ..Definition::PLAIN
};
