//! Actions that players and the GM pay for with cards: recovery checks, rests, surges, and the GM's
//! fiat.

use super::cards::{CardStrikes, GM, Held, MEDIAN, Plays, SEATS};
use crate::card_policy::HandView;
use crate::cards::{name, total};
use crate::table::HAND;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Policy, Record};
use oddsmith_mechanics::brawl::Rest;
use oddsmith_mechanics::scene::{HEROES, all_of};

impl CardStrikes {
    /// Plays a recovery check, paid for with a card; returns true if the person recovers from a
    /// stun.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn takes_recovery<C: Chance>(
        &self,
        person: usize,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> bool {
        let numbers = self.numbers(person);
        let Some(seat) = self.seat(person, held).filter(|_| self.recovery && numbers.hero) else {
            return false;
        };
        let hand = held.table.seats[seat][HAND];
        if hand.is_empty() {
            return false;
        }
        let player = &self.players[HEROES][MEDIAN as usize];
        let card = player.choose(&HandView { deck: &self.decks.deck, hand, matters: true }, chance);
        self.decks.pay(&mut held.table, seat, card, None);
        held.spent = held.spent.saturating_add(1);
        let against = self.decks.draw(&mut held.table, GM, chance);
        against.into_iter().for_each(|card| self.decks.discard(&mut held.table, GM, card));
        let value = |card: u32| self.decks.deck.value(card);
        let (mine, theirs) = (value(card), against.map_or(0, value));
        let recovers = numbers.constitution + mine >= theirs;
        record.tell(|| {
            let said = if recovers { "shakes it off" } else { "stays stunned" };
            let mine = total(numbers.constitution, mine);
            format!("{} recovers with {mine} against {}: {said}", self.names[person], name(theirs))
        });
        recovers
    }

    /// Rests for a turn if no card of the hand is above 7: a second wind replaces the two lowest
    /// cards; otherwise one card is spent and all others are replaced.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn takes_rest<C: Chance>(
        &self,
        person: usize,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Rest {
        if !(self.second_wind || self.discard_all) || !self.numbers(person).hero {
            return Rest::No;
        }
        let Plays::Hand(seat) = self.plays[person] else { return Rest::No };
        let seat = usize::from(seat);
        let hand = held.table.seats[seat][HAND];
        if hand.is_empty() || !hand.and(self.high).is_empty() {
            return Rest::No;
        }
        let (cards, lost, rest) = match hand.count() {
            _ if self.second_wind => (2, 0, Rest::Flat),
            2.. => (SEATS * 54, 1, Rest::Guarded),
            _ => return Rest::No,
        };
        for (number, card) in hand.places().take(cards).enumerate() {
            if number < lost {
                self.decks.pay(&mut held.table, seat, card, None);
                held.spent = held.spent.saturating_add(1);
            } else {
                held.table.play(seat, card);
                self.decks.discard(&mut held.table, seat, card);
            }
        }
        record.tell(|| {
            let who = &self.names[person];
            let gone: Vec<u32> = hand.places().take(cards).collect();
            let named =
                |cards: &[u32]| all_of(cards.iter().map(|&card| name(self.decks.deck.value(card))));
            match rest {
                Rest::Flat => {
                    format!("{who} rests for a second wind and discards {}", named(&gone))
                }
                _ => {
                    let (spent, others) = (named(&gone[..lost]), named(&gone[lost..]));
                    format!("{who} rests, spends {spent} and discards {others}")
                }
            }
        });
        self.decks.refill(&mut held.table, seat, chance);
        record.tell(|| {
            let now = held.table.seats[seat][HAND];
            let cards = now.places().map(|card| name(self.decks.deck.value(card)));
            format!("  {} then holds {}", self.names[person], all_of(cards))
        });
        rest
    }

    /// Grants an extra attack, paid for with a card, if the hand is larger than at the start.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn takes_surge(
        &self,
        person: usize,
        held: &mut Held,
        record: &mut impl Record,
    ) -> bool {
        let Plays::Hand(seat) = self.plays[person] else { return false };
        let at = usize::from(seat);
        let rich = held.table.seats[at][HAND].count() > u32::from(self.sizes[at]);
        if !self.surge || at == GM || !rich {
            return false;
        }
        held.surge = Some(seat);
        record.tell(|| format!("{} surges", self.names[person]));
        true
    }

    /// Spares a villain that would be out; the GM pays the lowest card to the player of the
    /// attacker.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn gives_fiat(
        &self,
        attacker: usize,
        target: usize,
        held: &mut Held,
        record: &mut impl Record,
    ) -> bool {
        if held.fiat == 0 || self.plays[target] != Plays::Hand(GM as u8) {
            return false;
        }
        let Some(seat) = self.seat(attacker, held).filter(|&seat| seat != GM) else { return false };
        let Some(card) = held.table.seats[GM][HAND].lowest() else { return false };
        self.decks.pay(&mut held.table, GM, card, Some(seat));
        held.fiat -= 1;
        held.passed = held.passed.saturating_add(1);
        record.tell(|| {
            let (who, striker) = (&self.names[target], &self.names[attacker]);
            let card = name(self.decks.deck.value(card));
            format!("  the GM spares {who}, and {striker} gets the {card} for it")
        });
        true
    }
}
