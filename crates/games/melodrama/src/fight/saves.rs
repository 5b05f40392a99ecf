//! Toughness saves, and extra saves that are paid for with a card.

use super::cards::{CardStrikes, Held, LEAST, MEDIAN, MOST, Numbers, Plays};
use super::played::{Between, Shown};
use crate::card_policy::HandView;
use crate::cards::{by_the_joker, save_total, total};
use crate::table::HAND;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Policy, Record};
use oddsmith_mechanics::ladder::{OUT, WOUNDED};
use oddsmith_mechanics::scene::HEROES;

impl CardStrikes {
    /// Plays a save and returns its rung, or the better rung of two if the target pays for an extra
    /// save.
    #[expect(clippy::too_many_arguments, reason = "both sides of a save and what it is made with")]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn resist<C: Chance>(
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
        let toughness = self.numbers(target).save.toughness;
        let ahead = toughness - wounds - damage;
        let words = &self.numbers(attacker).words;
        let fresh = self.plays[attacker] == Plays::Fresh && self.plays[target] == Plays::Fresh;
        if fresh && shown.is_none() {
            return chance.faces([&self.card, &self.card], |[mine, theirs]| {
                let rung = self.rung(target, ahead + mine - theirs, mine);
                record.tell(|| {
                    let (save, by) = (save_total(toughness, mine, wounds), total(damage, theirs));
                    format!(
                        "  {} saves with {save} against {by}: {}{}",
                        self.names[target],
                        words.rungs[rung as usize],
                        by_the_joker(self.joker_saved(target, ahead + mine - theirs, mine))
                    )
                });
                rung
            });
        }
        let between = Between { people: [target, attacker], attack: false };
        // Margins of both saves, with the cards of the saver. The initial value is never a failure.
        let mut made = [(MEDIAN, 0); 2];
        let mut once = |held: &mut Held, paid: bool, chance: &mut C, shown: &mut Option<i32>| {
            let mine = match (paid, self.seat(target, held)) {
                (true, Some(seat)) => {
                    let hand = held.table.seats[seat][HAND];
                    let player =
                        &self.players[HEROES][(MEDIAN - ahead - 1).clamp(LEAST, MOST) as usize];
                    let view = HandView { deck: &self.decks.deck, hand, matters: true };
                    let card = player.choose(&view, chance);
                    held.table.lose(seat, card);
                    held.spent = held.spent.saturating_add(1);
                    Shown { value: self.decks.deck.value(card), of: Some((card, seat as u8)) }
                }
                _ => self.show(target, ahead + 1, false, held, chance),
            };
            let theirs = match *shown {
                Some(value) => Shown { value, of: None },
                None => self.show(attacker, -ahead, true, held, chance),
            };
            record.tell(|| {
                let save = save_total(toughness, mine.value, wounds);
                let by = total(damage, theirs.value);
                let saves = if paid { "pays a card and saves again" } else { "saves" };
                format!("  {} {saves} with {save} against {by}", self.names[target])
            });
            let totals = [toughness - wounds + mine.value, damage + theirs.value];
            let (margin, _) = self.add(&between, totals, held, record);
            self.discard(mine, held, chance);
            self.discard(theirs, held, chance);
            *shown = Some(theirs.value);
            made[usize::from(paid)] = (margin, mine.value);
            self.rung(target, margin, mine.value)
        };
        let mut alone = None;
        let mut rung = once(held, false, chance, shown.unwrap_or(&mut alone));
        let can = self.numbers(target).hero
            && self.extra.is_some_and(|most| rung <= most)
            && self.seat(target, held).is_some_and(|seat| !held.table.seats[seat][HAND].is_empty());
        if can {
            rung = rung.max(once(held, true, chance, &mut None));
        }
        record.tell(|| {
            let better = if can { ", by the better of the two" } else { "" };
            let saved = |&(margin, card): &(i32, i32)| self.joker_saved(target, margin, card);
            let joker = by_the_joker(rung == WOUNDED && made.iter().any(saved));
            format!("  {} is {}{better}{joker}", self.names[target], words.rungs[rung as usize])
        });
        rung
    }

    /// Returns the rung of a save with this margin and this card.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn rung(&self, target: usize, margin: i32, card: i32) -> i32 {
        let Numbers { save, minion, .. } = self.numbers(target);
        let rung = save.rung(margin, 0);
        match (rung, *minion) {
            (..WOUNDED, true) => OUT,
            (_, false) if self.joker_saves == Some(card) => rung.max(WOUNDED),
            (rung, _) => rung,
        }
    }

    /// Returns true if the joker improves a save that would be worse than wounded.
    fn joker_saved(&self, target: usize, margin: i32, card: i32) -> bool {
        let Numbers { save, minion, .. } = self.numbers(target);
        self.joker_saves == Some(card) && !minion && save.rung(margin, 0) < WOUNDED
    }
}
