//! The best card of one hand against the best card of another: the effect of hand size.

use super::cards::{deck, total};
use super::fields::{ACTIVE, PASSIVE};
use oddsmith_engine::chance::{Best, Chance, Deck, Die};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, fields};

fields! {
    /// The fields of the best of two hands.
    struct Fields {
        hand: i32, "cards of the active side",
            unit("cards"), range(1, 20), required("3"), source("Starting Hand");
        opposing_hand: i32, "cards of the other side",
            unit("cards"), range(1, 30), required("8"), source("Starting Hand");
        active: i32 = ACTIVE, default("0");
        passive: i32 = PASSIVE, default("0");
        replacement: enum Replacement { Without = "without", With = "with" },
            "without: a hand dealt from a full deck; with: every card from a full deck",
            source("Number of Decks");
    }
}

/// The best card of one hand against the best card of another, each side with its own deck.
///
/// # Formula
/// `margin = active + best own card - passive - best card of the other hand`; success if
/// `margin >= 0`. The probability that the best of n cards of a full deck is at most v is
/// `C(number of cards up to v, n) / C(54, n)`.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Starting Hand; claim M12.
pub struct BestOf {
    /// Trait bonus of the active side and size of its hand.
    pub active: (i32, i32),
    /// Trait bonus of the other side and size of its hand.
    pub passive: (i32, i32),
    /// True if each card is returned to the deck before the next is drawn.
    pub replacement: bool,
    deck: Deck,
    card: Die,
}

/// The state with replacement: the number of cards that each side has yet to draw, and its best
/// card so far.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Draws {
    left: [i32; 2],
    best: [i32; 2],
}

const MARGIN: Handle = Handle::first("margin");

impl BestOf {
    fn done(&self, best: [i32; 2], record: &mut impl Record) -> Step<Draws> {
        record.tell(|| {
            format!(
                "at best {} against {}",
                total(self.active.0, best[0]),
                total(self.passive.0, best[1])
            )
        });
        record.score(MARGIN, self.active.0 + best[0] - self.passive.0 - best[1]);
        Step::Done
    }
}

impl Rule for BestOf {
    type State = Draws;

    fn columns(&self) -> Columns {
        let (edge, span) = (self.active.0 - self.passive.0, self.card.high() - self.card.low());
        Columns::one(
            Column::new(MARGIN, Scale::numbers(edge - span, edge + span))
                .success(Success::AtLeast(0)),
        )
    }

    fn start(&self) -> Draws {
        Draws { left: [self.active.1, self.passive.1], best: [self.card.low(); 2] }
    }

    #[inline]
    fn step<C: Chance>(
        &self,
        mut draws: Draws,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Draws> {
        if !self.replacement {
            let mut best = |count: i32| {
                chance.memoized(self, [count, 0], |chance| {
                    chance.deal(&self.deck, count as usize, &Best)
                })
            };
            let best = [best(draws.left[0]), best(draws.left[1])];
            return self.done(best, record);
        }
        let side = usize::from(draws.left[0] == 0);
        draws.left[side] -= 1;
        draws.best[side] = draws.best[side].max(chance.face(&self.card));
        if draws.left == [0, 0] { self.done(draws.best, record) } else { Step::Next(draws) }
    }
}

pub const ENTRY: Definition = Definition {
    id: "melodrama.best_of",
    title: "Best of two hands",
    about: "Each side plays the best card of its hand: is a bigger hand a stronger hand?",
    source: "Melodramatic Mutants & Masterminds, Starting Hand",
    luck: "a deal for each side, own side first; with replacement card by card",
    fields: &[Fields::FIELDS],
    build: |set| {
        let (deck, given) = (deck(15), Fields::read(set));
        Ok(Box::new(BestOf {
            active: (given.active, given.hand),
            passive: (given.passive, given.opposing_hand),
            replacement: given.replacement == Replacement::With,
            card: Die::card_of(&deck),
            deck,
        }))
    },
    ..Definition::PLAIN
};
