//! Bonus cards: cards that are added to a total after the reveal, at most one per side.

use super::cards::name;
use super::table::{Decks, HAND, Table};
use oddsmith_engine::chance::Deck;
use oddsmith_engine::rule::Record;
use oddsmith_registry::choice;

choice! {
    /// Order in which the sides may add bonus cards.
    pub enum Bonus {
        /// No bonus cards are added.
        None = "none",
        /// The side that is behind may add one first; the other may counter once.
        Loser = "loser",
        /// The player may add one first, then the GM.
        PlayerFirst = "player_first",
    }
}

/// The bonus cards of a check. Side 0 is the active one, which wins ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Bonus card of each side, if any.
    pub cards: [Option<u32>; 2],
    /// Side that may add a card first.
    first: usize,
    /// Margin of side 0, including bonus cards.
    pub margin: i32,
    /// True for each side whose card was discarded.
    pub spent: [bool; 2],
    /// True if the card of the GM passed to the player.
    pub passed: bool,
}

impl Exchange {
    /// Plays the bonus cards of these seats. Each willing side that is behind adds its lowest card
    /// that turns the check, if it has one.
    ///
    /// # Source
    /// Melodramatic Mutants & Masterminds, Bonus Cards, GM Bonus Cards: each side adds at most one
    /// card, after the totals are revealed.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn play<const W: usize, const S: usize>(
        bonus: Bonus,
        decks: &Decks<W, S>,
        table: &mut Table<W, S>,
        seats: [usize; 2],
        margin: i32,
        player: usize,
        willing: [bool; 2],
    ) -> Exchange {
        let (cards, spent, passed) = ([None; 2], [false; 2], false);
        let mut exchange = Exchange { cards, first: 0, margin, spent, passed };
        exchange.first = match bonus {
            Bonus::None => return exchange,
            Bonus::PlayerFirst => player,
            Bonus::Loser => usize::from(margin >= 0),
        };
        for side in [exchange.first, 1 - exchange.first] {
            let behind = (exchange.margin < 0) == (side == 0);
            let least = if side == 0 { -exchange.margin } else { exchange.margin + 1 };
            if behind && willing[side] {
                let hand = table.seats[seats[side]][HAND];
                exchange.cards[side] = hand.and(decks.reach(least)).lowest();
                if let Some(card) = exchange.cards[side] {
                    let value = decks.deck.value(card);
                    exchange.margin += if side == 0 { value } else { -value };
                }
            }
        }
        exchange.pay(decks, table, seats, player);
        exchange
    }

    /// Moves the bonus cards of these seats.
    ///
    /// # Source
    /// Melodramatic Mutants & Masterminds, Countering bonus cards: a bonus card of the GM passes to
    /// the player unless the player counters it; a bonus card of the player that the GM counters
    /// returns to the hand.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn pay<const W: usize, const S: usize>(
        &mut self,
        decks: &Decks<W, S>,
        table: &mut Table<W, S>,
        seats: [usize; 2],
        player: usize,
    ) {
        let gm = 1 - player;
        let countered = self.first == gm && self.cards[player].is_some();
        if let (Some(card), false) = (self.cards[gm], countered) {
            decks.pay(table, seats[gm], card, Some(seats[player]));
            self.passed = true;
            return;
        }
        for side in [0, 1] {
            if let Some(card) = self.cards[side] {
                decks.pay(table, seats[side], card, None);
                self.spent[side] = true;
            }
        }
    }

    /// Describes, in the transcript, the added cards in order, and the card that changed owner or
    /// returned. `totals` are those of the played cards; side 0 is the active one.
    pub fn tell<const W: usize>(
        &self,
        deck: &Deck<W>,
        name_of: impl Fn(usize) -> String,
        mut totals: [i32; 2],
        player: usize,
        record: &mut impl Record,
    ) {
        let value = |side: usize| self.cards[side].map(|card| deck.value(card));
        for side in [self.first, 1 - self.first] {
            let Some(card) = value(side) else { continue };
            totals[side] += card;
            record.tell(|| {
                let [own, other] = totals;
                format!("{} adds {}: {own} against {other}", name_of(side), name(card))
            });
        }
        let (Some(gm), mine) = (value(1 - player), value(player)) else { return };
        record.tell(|| {
            let (who, gm) = (name_of(player), name(gm));
            match mine {
                None => format!("{who} gets the {gm}"),
                Some(mine) if self.first == player => {
                    format!("{who} takes the {} back and gets the {gm}", name(mine))
                }
                Some(_) => format!("the {gm} is countered, and nobody gets it"),
            }
        });
    }
}
