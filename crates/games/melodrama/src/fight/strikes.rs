//! The implementation of the luck of brawls with cards, and the columns of the cards.

use super::cards::{CardStrikes, GM, Held};
use crate::cards::name;
use crate::table::HAND;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Handle, Record, Scale};
use oddsmith_mechanics::brawl::{Guard, Hits, Rest, Strikes};
use oddsmith_mechanics::scene::all_of;

impl Strikes for CardStrikes {
    type Luck = Held;

    fn luck(&self) -> Held {
        let table = self.decks.full(self.sizes);
        Held { table, spent: 0, passed: 0, fiat: self.fiat, surge: None }
    }

    fn deal<C: Chance>(&self, held: &mut Held, chance: &mut C, record: &mut impl Record) {
        for seat in (1..=self.seats).chain([GM]).filter(|&seat| self.sizes[seat] > 0) {
            self.decks.deal(&mut held.table, seat, chance);
            record.tell(|| {
                let hand = held.table.seats[seat][HAND];
                let cards = all_of(hand.places().map(|card| name(self.decks.deck.value(card))));
                let whose = if seat == GM { "the GM" } else { self.seated(seat) };
                format!("{whose} holds {cards}")
            });
        }
    }

    /// Plays a card like any other; initiative is one of the few checks without opposition.
    #[inline]
    fn initiative<C: Chance>(&self, character: usize, held: &mut Held, chance: &mut C) -> i32 {
        let person = self.people.iter().position(|&of| usize::from(of) == character);
        let shown = self.show(person.unwrap_or(0), 0, false, held, chance);
        self.discard(shown, held, chance);
        shown.value
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn attack<C: Chance>(
        &self,
        attackers: u64,
        target: usize,
        guard: Guard,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Hits {
        self.strike(attackers, target, guard, held, chance, record)
    }

    #[inline]
    fn area<C: Chance>(
        &self,
        attacker: usize,
        rank: i32,
        targets: u64,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> u64 {
        self.sweep(attacker, rank, targets, held, chance, record)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn save<C: Chance>(
        &self,
        attacker: usize,
        target: usize,
        damage: i32,
        wounds: i32,
        shown: Option<&mut Option<i32>>,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32 {
        self.resist(attacker, target, damage, wounds, shown, held, chance, record)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn recovers<C: Chance>(
        &self,
        person: usize,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> bool {
        self.takes_recovery(person, held, chance, record)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn rests<C: Chance>(
        &self,
        person: usize,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Rest {
        self.takes_rest(person, held, chance, record)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn surges(&self, person: usize, held: &mut Held, record: &mut impl Record) -> bool {
        self.takes_surge(person, held, record)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn spares(
        &self,
        attacker: usize,
        target: usize,
        held: &mut Held,
        record: &mut impl Record,
    ) -> bool {
        self.gives_fiat(attacker, target, held, record)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn turn_ends<C: Chance>(&self, held: &mut Held, chance: &mut C) {
        held.surge = None;
        if !self.redraw_each {
            for seat in 0..=self.seats {
                self.decks.refill(&mut held.table, seat, chance);
            }
        }
        // The count is not used here and would keep otherwise equal states apart.
        held.table.reshuffles = 0;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn settle<C: Chance>(&self, held: &mut Held, chance: &C) {
        self.decks.settle(&mut held.table, chance);
    }

    fn columns(&self, first: Handle) -> Vec<Column> {
        let at = |more: usize| Handle::at(first.place() + more);
        let cards = Scale::numbers(0, self.cards);
        let counted = Scale::numbers(0, MOST_COUNTED).or_more();
        vec![
            Column::new(at(0), cards).called("hands", None),
            Column::new(at(1), Scale::numbers(0, self.sizes[GM].into())).called("gm_hand", None),
            Column::new(at(2), counted.clone()).called("cards_spent", None),
            Column::new(at(3), counted).called("cards_passed", None),
        ]
    }

    fn score(&self, first: Handle, held: &Held, record: &mut impl Record) {
        let at = |more: usize| Handle::at(first.place() + more);
        let sizes = &held.table.sizes;
        let hands: i32 = sizes[1..].iter().map(|&size| i32::from(size)).sum();
        record.score(at(0), hands);
        record.score(at(1), sizes[GM].into());
        record.score(at(2), i32::from(held.spent).min(MOST_COUNTED));
        record.score(at(3), i32::from(held.passed).min(MOST_COUNTED));
    }

    fn least_branches(&self) -> u64 {
        self.decks.dealt(self.sizes)
    }
}

/// Upper end of the columns of counted cards; higher counts are recorded as this or more.
const MOST_COUNTED: i32 = 100;
