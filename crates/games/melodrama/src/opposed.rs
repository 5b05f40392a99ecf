//! The opposed check, the core of the game: trait + card against trait + card.

use super::cards::{CardCheck, Reading, total};
use super::fields::{ACTIVE, DECKS, IMPROVED_CRITICAL, JOKER, PASSIVE, TAKE};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Scale, Success};
use oddsmith_mechanics::Certain;
use oddsmith_registry::{Definition, Edge, Settings};

/// An opposed check. The active side wins ties; a success with a high card is critical.
///
/// # Formula
/// `margin = active + own card - passive - rival's card`; success if `margin >= 0`, critical if
/// also `own card >= 13 - improved_critical`.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Making Checks, Handling Ties and Critical Hits.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::Scripted;
///
/// // The ninja's 10 + 6 beats the guard's 5 + 9 by two.
/// let case = oddsmith_melodrama::SYSTEM.case("melodrama.opposed active=10 passive=5")?;
/// assert_eq!(case.transcript_of_script(Scripted::parse("card 6, card 9")?)?.score("margin")?, Some(2));
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Opposed {
    /// Bonus of the active side, in points.
    pub active: i32,
    /// Bonus (or Difficulty Class) of the other side, in points.
    pub passive: i32,
    /// Ranks of Improved Critical, 0..=12.
    pub improved_critical: i32,
}

/// Rung of `result` for a failure.
pub const FAILURE: i32 = 0;
/// Rung of `result` for a success.
const SUCCESS: i32 = 1;
/// Rung of `result` for a success with a high card.
pub const CRITICAL: i32 = 2;

/// Number of bits of the summary that encode the result; the higher bits encode the margin.
const RESULT_BITS: u32 = 2;

impl Opposed {
    /// Creates an opposed check with these bonuses; Improved Critical is read from the settings.
    pub fn read(set: &Settings, active: i32, passive: i32) -> Opposed {
        Opposed { active, passive, improved_critical: set.integer(&IMPROVED_CRITICAL) }
    }

    /// Decodes a summary into the margin and the rung of the result.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn of_gist(summarize: i32) -> (i32, i32) {
        (summarize >> RESULT_BITS, summarize & ((1 << RESULT_BITS) - 1))
    }

    /// Returns the margin and the rung of the result of two cards.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn result(&self, mine: i32, theirs: i32) -> (i32, i32) {
        let margin = self.active + mine - self.passive - theirs;
        let high = mine >= 13 - self.improved_critical;
        (margin, if margin < 0 { FAILURE } else { SUCCESS + i32::from(high) })
    }

    /// Returns the scale of all possible margins, given the maximum difference between two cards.
    pub fn margins(&self, span: i32) -> Scale {
        let edge = self.active - self.passive;
        Scale::numbers(edge - span, edge + span)
    }
}

/// Own total less the rival's total.
pub const MARGIN: Handle = Handle::first("margin");
/// Result of the check: failure, success or critical.
pub const RESULT: Handle = MARGIN.then("result");

/// Returns the columns of an opposed check.
pub fn columns(margins: Scale) -> Columns {
    Columns::new([
        Column::new(MARGIN, margins).success(Success::AtLeast(0)),
        Column::new(RESULT, Scale::rungs(&["failure", "success", "critical"]))
            .success(Success::AtLeast(SUCCESS)),
    ])
}

impl Reading for Opposed {
    fn columns(&self, span: i32) -> Columns {
        columns(self.margins(span))
    }

    /// Encodes the margin and the rung of the result.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn summarize(&self, mine: i32, theirs: i32) -> i32 {
        let (margin, result) = self.result(mine, theirs);
        margin << RESULT_BITS | result
    }

    fn describe(&self, mine: i32, theirs: i32) -> String {
        format!("{} against {}", total(self.active, mine), total(self.passive, theirs))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn score(&self, summarize: i32, record: &mut impl Record) {
        let (margin, result) = Opposed::of_gist(summarize);
        record.score(MARGIN, margin);
        record.score(RESULT, result);
    }
}

/// Creates a check without cards, for situations without stress.
///
/// # Formula
/// `margin = own bonus - the other side's bonus` (take 10), or 10 more (take 20); success if
/// `margin >= 0`.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Checks without cards.
pub fn without_cards(margin: i32) -> Certain {
    Certain {
        columns: columns(Scale::numbers(margin, margin)),
        scores: vec![(MARGIN, margin), (RESULT, FAILURE + i32::from(margin >= 0))],
        told: vec!["no card is played".into()],
        remark: None,
    }
}

pub const ENTRY: Definition = Definition {
    id: "melodrama.opposed",
    title: "Opposed check",
    about: "Both sides play a card face down and add their trait bonus; the higher total wins, the active side wins ties.",
    source: "Melodramatic Mutants & Masterminds, Making Checks",
    luck: "own card, rival's card; with take none at all",
    fields: &[&[ACTIVE, PASSIVE, TAKE, IMPROVED_CRITICAL, DECKS, JOKER]],
    edge: Edge::of(("active", 0), ("passive", 0)),
    build: |set| {
        let (active, passive) = (set.integer(&ACTIVE), set.integer(&PASSIVE));
        Ok(match set.number(&TAKE) {
            None => Box::new(CardCheck::read(set, Opposed::read(set, active, passive))),
            Some(taken) => Box::new(without_cards(active + taken - 10 - passive)),
        })
    },
    ..Definition::PLAIN
};
