//! Checks from hands, one after the other, with decks that run down.

use std::hint::cold_path;

use super::terms::{BonusBy, HandFields, OpposedBy, Redraw, Terms};
use crate::bonus::{Bonus, Exchange};
use crate::card_policy::CardPlayer;
use crate::knockout::Draws;
use crate::table::{Decks, HAND, Table};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Columns, Extras, Record, Rule, Step};

/// A row of checks from hands, with decks that run down.
///
/// # Formula
/// `margin = active + own card - passive - rival's card`, plus bonus cards. Played cards are
/// discarded and replaced; discards are shuffled when the draw pile is empty. A spent bonus card
/// makes its hand one card smaller; a bonus card of the GM passes to the player. A side without
/// cards plays a card from its deck.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Making Checks, Card Play, Bonus Cards, GM Bonus Cards,
/// Number of Decks.
#[derive(Clone, Debug)]
pub struct HandCheck<const W: usize> {
    terms: Terms,
    players: [CardPlayer<W>; 2],
    decks: Decks<W, 2>,
    sizes: [u8; 2],
    /// Side that is a player; the other side is the GM.
    player: usize,
}

/// The state before a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row<const W: usize> {
    pub table: Table<W, 2>,
    pub dealt: bool,
    /// Number of finished checks.
    over: u32,
    /// Number of bonus cards and cards of extra checks that the active side spent.
    spent: u8,
    /// Number of bonus cards that passed from the GM to the player.
    pub passed: u8,
}

impl<const W: usize> HandCheck<W> {
    /// Creates the check from its fields, with these decks and hands of these sizes.
    pub fn new(given: HandFields, decks: Decks<W, 2>, sizes: [u8; 2]) -> HandCheck<W> {
        let terms = Terms::new(given);
        let player = usize::from(given.opposed_by == OpposedBy::Volunteer);
        HandCheck { players: terms.players(&decks.deck), terms, decks, sizes, player }
    }

    /// Draws until both hands have their sizes, if each played card is replaced at once.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn redraw<C: Chance>(&self, table: &mut Table<W, 2>, chance: &mut C) {
        if self.terms.given.redraw == Redraw::Each {
            self.decks.refill(table, 0, chance);
            self.decks.refill(table, 1, chance);
        }
    }

    /// Adds bonus cards after both cards were played. Returns the margin with them, the own card,
    /// and the card added to it.
    fn exchange(
        &self,
        now: &mut Row<W>,
        cards: [i32; 2],
        sees: [bool; 2],
        record: &mut impl Record,
    ) -> (i32, i32, Option<i32>) {
        let (given, margin) = (&self.terms.given, self.terms.margin(cards));
        let gm_adds = given.bonus_by == BonusBy::Both;
        let willing = [0, 1].map(|side| sees[side] && (gm_adds || side == self.player));
        let table = &mut now.table;
        let exchange =
            Exchange::play(given.bonus, &self.decks, table, [0, 1], margin, self.player, willing);
        let sides = |side: usize| ["the active side", "the other side"][side].to_owned();
        let totals = [0, 1].map(|side| self.terms.bonuses[side] + cards[side]);
        exchange.tell(&self.decks.deck, sides, totals, self.player, record);
        let added = exchange.cards[0].map(|card| self.decks.deck.value(card));
        now.spent += u8::from(exchange.spent[0]);
        now.passed += u8::from(exchange.passed);
        (exchange.margin, cards[0], added)
    }

    /// Plays an extra check of the player, if a card is left. Its card is not replaced, and its
    /// result replaces `scored` if it is better for the player.
    fn extra<C: Chance>(
        &self,
        now: &mut Row<W>,
        sees: [bool; 2],
        scored: &mut (i32, i32, Option<i32>),
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let player = self.player;
        let table = &mut now.table;
        self.redraw(table, chance);
        if table.seats[player][HAND].is_empty() {
            return;
        }
        let mut cards = [0; 2];
        for side in [0, 1] {
            cards[side] = if side == player {
                self.decks.spend(table, side, &self.players[side], chance)
            } else {
                let card = self.decks.lead(table, side, &self.players[side], sees[side], chance);
                self.decks.discard(table, side, card);
                self.decks.value(card)
            };
        }
        now.spent += u8::from(player == 0);
        record.tell(|| "an extra check, for a card that is not replaced".into());
        self.terms.tell(cards, record);
        let margin = self.terms.margin(cards);
        if (margin > scored.0) == (player == 0) {
            *scored = (margin, cards[0], None);
        }
    }
}

impl<const W: usize> Rule for HandCheck<W> {
    /// The state is boxed because it is too large to be moved from check to check.
    type State = Box<Row<W>>;

    const EXTRAS: Extras<Self> = Extras {
        boxed: |state| size_of_val(&**state) + 16,
        least_branches: |rule| rule.decks.dealt(rule.sizes),
        // Only if no deck runs out and no policy chooses at random.
        kernel: |rule| {
            let HandFields { decks, bonus, redraw, .. } = rule.terms.given;
            let apart = !rule.terms.extra() && decks == Draws::Own && bonus == Bonus::None;
            let plain = apart && redraw == Redraw::Each;
            plain.then(|| rule.terms.kernel(&rule.decks.deck, rule.sizes, &rule.players))?
        },
        ..Extras::NONE
    };

    fn columns(&self) -> Columns {
        self.terms.columns()
    }

    fn start(&self) -> Box<Row<W>> {
        let table = self.decks.full(self.sizes);
        Box::new(Row { table, dealt: false, over: 0, spent: 0, passed: 0 })
    }

    /// Plays one check.
    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Box<Row<W>>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Box<Row<W>>> {
        if !now.dealt {
            self.decks.deal(&mut now.table, 0, chance);
            self.decks.deal(&mut now.table, 1, chance);
            now.dealt = true;
        }
        let sees = self.terms.stakes(chance);
        let own = self.decks.lead(&mut now.table, 0, &self.players[0], sees[0], chance);
        let theirs = self.decks.lead(&mut now.table, 1, &self.players[1], sees[1], chance);
        let played = [own, theirs];
        let cards = played.map(|card| self.decks.value(card));
        self.terms.tell(cards, record);
        let mut scored = match self.terms.given.bonus {
            Bonus::None => (self.terms.margin(cards), cards[0], None),
            _ => self.exchange(&mut now, cards, sees, record),
        };
        for side in [0, 1] {
            self.decks.discard(&mut now.table, side, played[side]);
        }
        if self.terms.extra() {
            // The result of a check is unpredictable for the processor, so this branch is marked as
            // cold and only taken with extra checks.
            cold_path();
            let lost = (scored.0 < 0) == (self.player == 0);
            if lost && sees[self.player] {
                self.extra(&mut now, sees, &mut scored, chance, record);
            }
        }
        self.terms.score(scored.0, scored.1, scored.2, record);
        now.over += 1;
        if now.over == u32::from(self.terms.given.checks) {
            Terms::total(now.spent, now.passed, record);
            return Step::Done;
        }
        if self.terms.given.decks == Draws::Fresh {
            (now.table, now.dealt) = (self.decks.full(self.sizes), false);
        } else {
            self.redraw(&mut now.table, chance);
        }
        // The count is not used here and would keep otherwise equal states apart.
        now.table.reshuffles = 0;
        self.decks.settle(&mut now.table, chance);
        Step::Next(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{LEFT, SPENT, decks_apart, decks_that_mix, held, one_deck};
    use oddsmith_engine::chance::{Cards, Sampled, Stream};
    use oddsmith_engine::rule::NoRecord;
    use proptest::prelude::*;

    fn check<const W: usize>(set: &str, decks: Decks<W, 2>, sizes: [u8; 2]) -> HandCheck<W> {
        let case = crate::SYSTEM.case(&format!("melodrama.hand {set}")).expect("it reads");
        HandCheck::new(HandFields::read(&case.settings), decks, sizes)
    }

    /// Returns every state of 20 trials.
    fn states<const W: usize>(rule: &HandCheck<W>, seed: u64) -> Vec<Box<Row<W>>> {
        let mut luck = Sampled::new(&Stream::new(seed, "states of a row"), 0);
        let mut states = Vec::new();
        for _ in 0..20 {
            let mut state = rule.start();
            while let Step::Next(next) | Step::Within(next) =
                rule.step(state, &mut luck, &mut NoRecord)
            {
                state = next;
                states.push(state.clone());
            }
        }
        states
    }

    proptest! {
        /// In every state, each card of each deck is in exactly one place; only bonus cards change
        /// the size of a hand, by one per side and check.
        #[test]
        fn cards_are_conserved(
            hand in 0u8..=20, opposing in 0u8..=30, seed in 0u64..1000, bonus in 0usize..3,
            volunteer: bool, policy in 0usize..4,
        ) {
            let policy = ["highest", "lowest", "random", "threshold:9"][policy];
            let bonus = ["none", "loser", "player_first"][bonus];
            let by = if volunteer { "volunteer" } else { "gm" };
            let set = format!("checks=60 policy={policy} bonus={bonus} opposed_by={by} redraw=each");
            let sizes = [hand, opposing];
            let one = check(&format!("{set} decks=one"), one_deck(Terms::JOKER), sizes);
            let mixed = decks_that_mix(Terms::JOKER, [0, 1], false);
            let own = check(&format!("{set} decks=own"), mixed, sizes);
            let mut before = sizes;
            for state in states(&one, seed) {
                prop_assert_eq!(held(state.table.seats.as_flattened()), 54);
                prop_assert_eq!(
                    state.table.seats.map(|seat| seat[HAND].count() as u8), state.table.sizes);
                prop_assert_eq!(state.table.short, [0, 0]);
                let change = |side: usize| {
                    i16::from(state.table.sizes[side]) - i16::from(before[side])
                };
                if state.over > 1 {
                    prop_assert!(
                        [[0, 0], [-1, 0], [0, -1], [-1, -1], [1, -1], [-1, 1]]
                            .contains(&[change(0), change(1)])
                    );
                }
                prop_assert!(bonus != "none" || state.table.sizes == sizes);
                before = state.table.sizes;
            }
            for state in states(&own, seed) {
                prop_assert_eq!(held(state.table.seats.as_flattened()), 108);
                prop_assert_eq!(
                    state.table.seats.map(|seat| seat[HAND].count() as u8), state.table.sizes);
            }
            let apart = check("checks=60 decks=own", decks_apart(Terms::JOKER), sizes);
            for state in states(&apart, seed) {
                state.table.seats.iter().for_each(|seat| assert_eq!(held(seat), 54));
            }
        }

        /// A side chooses the same card whatever the hidden cards are.
        #[test]
        fn choices_ignore_hidden_cards(seed in 0u64..1000, policy in 0usize..6) {
            let policies =
                ["lowest", "highest", "threshold:8", "cheapest", "stake_weighted", "keep_trump"];
            let set = format!("checks=30 decks=one active=1 policy={}", policies[policy]);
            let rule = check(&set, one_deck(Terms::JOKER), [4, 8]);
            let mut luck = Sampled::new(&Stream::new(seed, "hidden cards"), 0);
            for state in states(&rule, seed).into_iter().take(60) {
                let [own, theirs] = state.table.seats;
                let mut hidden = own[LEFT].or(own[SPENT]).or(theirs[HAND]);
                let mut other = state.table;
                other.seats[1][HAND] =
                    luck.hand(&rule.decks.deck, &mut hidden, theirs[HAND].count());
                other.seats[0][LEFT] = hidden;
                other.seats[0][SPENT] = Cards::default();
                for matters in [false, true] {
                    let [one, two] = [state.table, other]
                        .map(|mut table| {
                            let own = &rule.players[0];
                            rule.decks.lead(&mut table, 0, own, matters, &mut luck)
                        });
                    prop_assert_eq!(one, two);
                }
            }
        }
    }
}
