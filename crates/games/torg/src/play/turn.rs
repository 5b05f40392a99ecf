//! A hero's turn under a conflict line: its actions, and the cards drawn because of them.

use super::MOST_HEROES;
use super::fight::{Fight, FightSetup};
use crate::die::{DramaDie, StymiedTakes};
use crate::{Condition, Line, PlayerCard};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::Moment;

/// State of a hero's turn.
#[derive(Default)]
pub(crate) struct Turn {
    pub hero: usize,
    /// Condition of the heroes.
    pub condition: Condition,
    /// Value less difficulty of the check, in points.
    pub edge: i32,
    /// Points that apply for the whole round: cards on the value or the bonus, less a setback.
    pub lasting: i32,
    /// True if the policy spends cards in this turn.
    pub spends: bool,
    /// True if the action has an effect value, so that Coup de Grace raises the effect only.
    pub has_effect: bool,
    /// Points that cards add to the bonus, and to the effect, in this action.
    pub raised: i32,
    /// Points that cards add to the effect for the whole round.
    pub raised_for_round: i32,
    /// Current bonus of the die.
    pub bonus: i32,
    /// True if a card was put into the pool.
    pub helped: bool,
}

impl FightSetup {
    /// Returns the die of a side under its condition.
    pub(crate) fn die(&self, condition: Condition) -> &DramaDie {
        match condition {
            Condition::Up => &self.up,
            Condition::Stymied => &self.stymied,
            _ => &self.die,
        }
    }

    /// Returns the points, 0 or less, that a condition adds to the totals of its side.
    pub(crate) fn setback(&self, condition: Condition) -> i32 {
        if condition == Condition::Setback { -self.given.setback } else { 0 }
    }

    /// Returns true if a condition cancels any first additional roll of its side.
    pub(crate) fn stymied_takes_any(&self, condition: Condition) -> bool {
        condition == Condition::Stymied && self.given.stymied_takes == StymiedTakes::First
    }

    /// Returns true if a hero may put a card into the pool after an action.
    pub(crate) fn helps<C: Chance>(&self, chance: &mut C) -> bool {
        self.given.pools && self.helps.as_ref().is_none_or(|odds| chance.choose(odds) == 0)
    }

    /// Starts a hero's turn under this line, with this number of actions left in the group;
    /// confused heroes spend no cards.
    pub(crate) fn begin_turn<C: Chance>(
        &self,
        fight: &Fight,
        hero: usize,
        line: &Line,
        actions: u32,
        chance: &mut C,
    ) -> Turn {
        Turn {
            hero,
            condition: line.hero,
            edge: self.given.edge,
            lasting: self.setback(line.hero),
            spends: line.hero != Condition::Confused && self.spends(fight, actions, chance),
            ..Turn::default()
        }
    }

    /// Resolves a hero's turn: its actions, cards drawn because of them, and the card for the pool.
    /// `act` resolves one action and returns true if it draws a card.
    pub(crate) fn turn<C: Chance, R: Record>(
        &self,
        at: &mut Moment<Fight, C, R>,
        hero: usize,
        line: &Line,
        act: impl FnMut(&mut Moment<Fight, C, R>, &mut Turn) -> bool,
    ) {
        let actions = (at.state.up >> hero).count_ones();
        let mut turn = self.begin_turn(at.state, hero, line, actions, at.chance);
        self.last_action(at, &mut turn, act);
    }

    /// Resolves the turns of all heroes under a flurry: each acts once before any acts again.
    ///
    /// # Source
    /// The Drama Deck, Conflict Line Advantages, Flurry.
    pub(crate) fn turns_of_flurry<C: Chance, R: Record>(
        &self,
        at: &mut Moment<Fight, C, R>,
        line: &Line,
        mut act: impl FnMut(&mut Moment<Fight, C, R>, &mut Turn) -> bool,
    ) {
        let up = at.state.up.count_ones();
        let mut turns: [Option<Turn>; MOST_HEROES] = Default::default();
        for hero in at.state.heroes() {
            if at.state.is_over() {
                return;
            }
            let actions = (at.state.up >> hero).count_ones() + up;
            let mut turn = self.begin_turn(at.state, hero, line, actions, at.chance);
            self.action(at, &mut turn, &mut act);
            turns[hero] = Some(turn);
        }
        for turn in turns.iter_mut().flatten() {
            if at.state.is_over() {
                return;
            }
            self.last_action(at, turn, &mut act);
        }
    }

    /// Resolves one action of a turn, the card drawn because of it, and the card for the pool.
    pub(crate) fn action<C: Chance, R: Record>(
        &self,
        at: &mut Moment<Fight, C, R>,
        turn: &mut Turn,
        mut act: impl FnMut(&mut Moment<Fight, C, R>, &mut Turn) -> bool,
    ) {
        let approved = act(at, turn);
        let approved = match &self.approved {
            Some(odds) => at.chance.choose(odds) == 0,
            None => approved,
        };
        if approved {
            at.state.table.deal(turn.hero, &self.group.deck, at.chance);
        }
        if !turn.helped && self.helps(at.chance) {
            turn.helped = true;
            self.put(at.state, turn.hero, at.record);
        }
    }

    /// Resolves the last action of a turn, further actions by Haste, and the cards that renew
    /// hands.
    pub(crate) fn last_action<C: Chance, R: Record>(
        &self,
        at: &mut Moment<Fight, C, R>,
        turn: &mut Turn,
        mut act: impl FnMut(&mut Moment<Fight, C, R>, &mut Turn) -> bool,
    ) {
        while !at.state.is_over() {
            self.action(at, turn, &mut act);
            let usable = self.usable(&at.state.table, turn.hero);
            let haste = self.group.find(PlayerCard::Haste, usable);
            match haste.filter(|_| turn.spends && !at.state.is_over()) {
                Some(card) => self.use_card(at.state, turn.hero, card, at.record),
                None => break,
            }
        }
        if turn.condition != Condition::Confused {
            self.renew(at, turn.hero);
        }
    }
}
