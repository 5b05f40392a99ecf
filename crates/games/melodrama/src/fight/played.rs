//! Cards that are played in a check, and bonus cards that are added to them.

use super::cards::{CardStrikes, Held, Plays};
use super::fields::Checks;
use crate::bonus::{Bonus, Exchange};
use crate::card_policy::{CardPlayer, HandView};
use crate::hand::Redraw;
use crate::table::{GM, HAND};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Policy, Record};
use oddsmith_mechanics::Moment;
use oddsmith_mechanics::scene::Below;

/// A played card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub(super) value: i32,
    /// Card and the seat that discards it; `None` for a card of a full deck.
    pub(super) of: Option<(u32, u8)>,
}

/// A check between two people, first the one who wins ties.
#[derive(Clone, Copy, Debug)]
pub(super) struct Between {
    pub(super) people: [usize; 2],
    /// True if the first person attacks, false if the first person saves.
    pub(super) attack: bool,
}

impl CardStrikes {
    /// Returns true if `checks` includes attacks (`attack`) or other checks.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn are(&self, checks: Checks, attack: bool) -> bool {
        match checks {
            Checks::All => true,
            Checks::Attacks => attack,
            Checks::Saves => !attack,
            Checks::Never => false,
        }
    }

    /// Plays the card of a person who is `ahead` points ahead, plus 1 if the person wins ties.
    /// `attack` is true for the person's own attack.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn show(
        &self,
        at: &mut Moment<Held, impl Chance, impl Record>,
        person: usize,
        ahead: i32,
        attack: bool,
    ) -> Shown {
        let (place, seat) = match self.plays[person] {
            Plays::Fresh => return Shown { value: at.chance.face(&self.card), of: None },
            Plays::Deck(seat) => {
                let seat = usize::from(seat);
                (self.decks.draw(&mut at.state.table, seat, at.chance), seat)
            }
            Plays::Hand(_) | Plays::Volunteer => {
                let seat = self.seat(person, at.state).unwrap_or(GM);
                let player = self.policy(self.side(person), ahead);
                let matters = self.are(self.given.stakes, attack);
                let paid = attack && at.state.surge.is_some_and(|surge| usize::from(surge) == seat);
                let hand = at.state.table.seats[seat][HAND];
                if paid && !hand.is_empty() {
                    at.state.surge = None;
                    return self.show_paid(at, seat, player, matters);
                } else {
                    (self.decks.lead(&mut at.state.table, seat, player, matters, at.chance), seat)
                }
            }
        };
        match place {
            Some(place) => {
                Shown { value: self.decks.deck.value(place), of: Some((place, seat as u8)) }
            }
            // All cards of the deck are in hands.
            None => Shown { value: 0, of: None },
        }
    }

    /// Plays a card of a hand, which is not empty, that is not replaced.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn show_paid(
        &self,
        at: &mut Moment<Held, impl Chance, impl Record>,
        seat: usize,
        player: &CardPlayer<2>,
        matters: bool,
    ) -> Shown {
        let view =
            HandView { deck: &self.decks.deck, hand: at.state.table.seats[seat][HAND], matters };
        let card = player.choose(&view, at.chance);
        at.state.table.lose(seat, card);
        at.state.spent = at.state.spent.saturating_add(1);
        Shown { value: self.decks.deck.value(card), of: Some((card, seat as u8)) }
    }

    /// Discards a played card; if it came from a hand and cards are replaced at once, the hand is
    /// refilled.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn discard(&self, at: &mut Moment<Held, impl Chance, impl Record>, shown: Shown) {
        if let Some((place, seat)) = shown.of {
            self.decks.discard(&mut at.state.table, seat.into(), Some(place));
            if self.given.redraw == Redraw::Each {
                self.decks.refill(&mut at.state.table, seat.into(), at.chance);
            }
        }
    }

    /// Adds the bonus cards of a check after the reveal. Returns the margin with bonus cards, and
    /// the value of the card that the first side added.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn add(
        &self,
        at: &mut Moment<Held, impl Chance, impl Record>,
        between: &Between,
        totals: [i32; 2],
    ) -> (i32, Option<i32>) {
        let margin = totals[0] - totals[1];
        if self.given.bonus == Bonus::None {
            return (margin, None);
        }
        let seats = between.people.map(|person| self.seat(person, at.state));
        let player = usize::from(!self.numbers(between.people[0]).hero);
        // A bonus card of the GM passes to the opposed player, so bonus cards require one.
        let has_player = seats[player].is_some();
        let willing = [0, 1].map(|side| {
            let attacks = between.attack == (side == 0);
            let by_player = side == player;
            let checks = if by_player { self.given.bonus_for } else { self.given.gm_bonus_for };
            has_player && seats[side].is_some() && self.are(checks, attacks)
        });
        if willing == [false; 2] {
            return (margin, None);
        }
        let places = seats.map(|seat| seat.unwrap_or(GM));
        let (bonus, table) = (self.given.bonus, &mut at.state.table);
        let exchange = Exchange::play(bonus, &self.decks, table, places, margin, player, willing);
        let name_of = |side: usize| match (side == player, seats[side]) {
            (true, Some(seat)) => self.player(between.people[side], seat),
            _ => "the GM".into(),
        };
        exchange.tell(&self.decks.deck, name_of, totals, player, &mut Below(at.record));
        at.state.spent = at.state.spent.saturating_add(u8::from(exchange.spent[player]));
        at.state.passed = at.state.passed.saturating_add(u8::from(exchange.passed));
        (exchange.margin, exchange.cards[0].map(|card| self.decks.deck.value(card)))
    }
}
