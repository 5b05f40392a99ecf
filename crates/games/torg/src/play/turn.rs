//! A hero's turn under a conflict line: its actions, and the cards that come of them.

use super::fight::{Fight, FightSetup};
use crate::{Condition, DramaDie, Line, PlayerCard};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;

/// A hero's turn.
pub(crate) struct Turn<'d> {
    pub hero: usize,
    /// Value less difficulty of the check, in points.
    pub edge: i32,
    pub die: &'d DramaDie,
    pub stymied: bool,
    /// What lasts all round: cards on the value or the bonus, less a setback's 5, in points.
    pub lasting: i32,
    /// Whether the policy spends cards in this turn.
    pub spends: bool,
    /// Whether cards can be used at all.
    pub confused: bool,
    /// Whether the action has an effect value, which Coup de Grace raises alone.
    pub has_effect: bool,
    /// What cards add to the bonus in this action, and so to its effect.
    pub raised: i32,
    /// What they add to it all round.
    pub raised_for_round: i32,
}

impl FightSetup {
    /// The die of a side under its condition.
    pub(crate) fn die(&self, condition: Condition) -> &DramaDie {
        match condition {
            Condition::Up => &self.up,
            Condition::Stymied => &self.stymied,
            _ => &self.die,
        }
    }

    /// What a condition of a side adds to its totals.
    pub(crate) fn setback(&self, condition: Condition) -> i32 {
        if condition == Condition::Setback { -self.setback } else { 0 }
    }

    /// A hero's turn under this line, in which cards are spent or not.
    pub(crate) fn begin_turn(&self, hero: usize, line: &Line, spends: bool) -> Turn<'_> {
        Turn {
            hero,
            edge: self.edge,
            die: self.die(line.hero),
            stymied: line.hero == Condition::Stymied && self.stymied_takes_any,
            lasting: self.setback(line.hero),
            spends,
            confused: line.hero == Condition::Confused,
            has_effect: false,
            raised: 0,
            raised_for_round: 0,
        }
    }

    /// A hero's actions, cards that come of them, and the card for the pool. `act` is one action:
    /// whether it draws a card.
    pub(crate) fn turn<C: Chance, R: Record>(
        &self,
        fight: &mut Fight,
        hero: usize,
        line: &Line,
        chance: &mut C,
        record: &mut R,
        mut act: impl FnMut(&mut Fight, &mut Turn<'_>, &mut C, &mut R) -> bool,
    ) {
        let confused = line.hero == Condition::Confused;
        let flurry = line.hero == Condition::Flurry;
        let acting = (fight.up >> hero).count_ones() << u32::from(flurry);
        let spends = !confused && self.spends(fight, acting as usize, chance);
        let mut turn = self.begin_turn(hero, line, spends);
        let mut actions = if flurry { 2 } else { 1 };
        let mut helped = false;
        while actions > 0 && !fight.is_over() {
            actions -= 1;
            let approved = act(fight, &mut turn, chance, record);
            let approved = match &self.approved {
                Some(odds) => chance.choose(odds) == 0,
                None => approved,
            };
            if approved {
                fight.table.deal(hero, &self.group.deck, chance);
            }
            if self.pools && !helped && chance.choose(&self.helps) == 0 {
                helped = true;
                self.put(fight, hero, record);
            }
            if actions == 0 && turn.spends && !fight.is_over() {
                let usable = self.usable(&fight.table, hero);
                if let Some(card) = self.group.find(PlayerCard::Haste, usable) {
                    self.use_card(fight, hero, card, record);
                    actions = 1;
                }
            }
        }
        if !confused {
            self.renew(fight, hero, chance, record);
        }
    }
}
