//! Actions of heroes: attacks and approved actions, with the cards spent on them.

use super::{Battle, Harm, State, Tactic};
use crate::play::{self, Turn};
use crate::{Action, PlayerCard};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::Moment;
use oddsmith_mechanics::scene::{Below, Fight, HEROES};
use oddsmith_registry::Choice as _;

/// Points that one Coup de Grace card adds to an effect value.
const COUP: i32 = 3;

/// Actions against a rival other than an attack, in order of preference.
const INTERACTIONS: [Action; 5] =
    [Action::Trick, Action::Test, Action::Taunt, Action::Intimidate, Action::Maneuver];

impl Battle {
    /// Resolves the turn of a hero or, under a flurry, of all heroes: each acts once, then each acts
    /// again.
    pub(super) fn heroes<C: Chance, R: Record>(
        &self,
        hero: Option<usize>,
        at: &mut Moment<Fight<State>, C, R>,
    ) {
        let Moment { state: fight, chance, record } = at;
        let mut cards = fight.game.cards;
        let line = self.terms.top(&cards);
        let moved = &mut Moment { state: &mut cards, chance: &mut **chance, record: &mut **record };
        let act = |at: &mut Moment<play::Fight, C, R>, turn: &mut Turn| self.act(at, turn, fight);
        match hero {
            Some(hero) => self.terms.turn(moved, hero, &line, act),
            None => self.terms.turns_of_flurry(moved, &line, act),
        }
        fight.game.cards = cards;
    }

    /// Resolves one action of a hero and returns true if it draws a card.
    fn act(
        &self,
        at: &mut Moment<play::Fight, impl Chance, impl Record>,
        turn: &mut Turn,
        fight: &mut Fight<State>,
    ) -> bool {
        let tactic = self.fighter(turn.hero).tactics.action;
        let builds_up = i32::from(at.state.round) <= self.fighter(turn.hero).tactics.build_up;
        if let (Some(task), Tactic::Task, false) = (&self.task, tactic, builds_up) {
            return self.work(task, at, turn, fight);
        }
        let worth = |fight: &Fight<State>, person: usize| self.worth(fight, person);
        let target = self.targets[HEROES].choose(HEROES, &self.people, fight, at.chance, worth);
        let Some(target) = target else { return false };
        let (own, rival) = (self.numbers(turn.hero), self.numbers(target));
        let approved = self.terms.approved_actions(at.state);
        let action = self.action(turn.hero, at.state);
        at.record.tell(|| {
            let (hero, target) = (self.people.name(turn.hero), self.people.name(target));
            match action {
                Action::Attack => format!("{hero} attacks {target}"),
                Action::Maneuver => format!("{hero} tries to outmaneuver {target}"),
                _ => format!("{hero} tries to {} {target}", Action::WORDS[action as usize]),
            }
        });
        at.state.against = match self.given.villain_possibilities.negates() {
            true => fight.game.points[target],
            false => 0,
        };
        let spends = turn.spends;
        let attacks = action == Action::Attack;
        turn.has_effect = attacks && self.given.harm == Harm::Table;
        let (value, difficulty) = match attacks {
            true => (own.attack, rival.defense),
            false => (own.interaction, rival.interaction),
        };
        turn.edge = value - difficulty;
        turn.spends &= attacks;
        let succeeds = at.below(|at| self.terms.check(at, turn));
        turn.spends = spends;
        if self.given.villain_possibilities.negates() {
            fight.game.points[target] = at.state.against;
        }
        // All cards are played before the transcript states the outcome.
        let mut effect = own.damage + turn.bonus + turn.raised + turn.raised_for_round;
        if succeeds && turn.has_effect && spends {
            effect += self.coups(turn.hero, effect - rival.toughness, at.state, at.record);
        }
        let margin = self.thrown(value, turn, difficulty, at.state, at.record);
        debug_assert_eq!(succeeds, margin >= 0, "what is told is what was thrown");
        if !succeeds {
            return false;
        }
        if attacks {
            self.hit(target, effect, fight, at.record);
            self.reckon(fight);
            at.state.had = fight.game.cards.had;
        }
        let draws = approved.has(action);
        if draws {
            at.record.tell(|| "  an approved action: a card is drawn".into());
        }
        fight.game.drawn += u16::from(draws);
        draws
    }

    /// Returns the margin of a hero's check: the total less the difficulty.
    pub(super) fn thrown(
        &self,
        value: i32,
        turn: &Turn,
        difficulty: i32,
        cards: &play::Fight,
        record: &mut impl Record,
    ) -> i32 {
        let setback = self.terms.setback(self.terms.top(cards).hero);
        let added = turn.lasting - setback + turn.raised;
        self.margin([value, setback, added, turn.bonus], difficulty, record)
    }

    /// Returns the action that a hero takes under the current card.
    fn action(&self, hero: usize, cards: &play::Fight) -> Action {
        let tactics = &self.fighter(hero).tactics;
        let useful = cards.table.hands[hero].and(self.terms.group.useful);
        let builds_up = i32::from(cards.round) <= tactics.build_up
            || match tactics.action {
                Tactic::Attack | Tactic::Task => false,
                Tactic::Approved => true,
                Tactic::WhenOut => useful.is_empty(),
            };
        let approved = self.terms.approved_actions(cards);
        let other = INTERACTIONS.into_iter().find(|action| approved.has(*action));
        match other.filter(|_| builds_up && !approved.has(Action::Attack)) {
            Some(action) => action,
            None => Action::Attack,
        }
    }

    /// Spends the fewest Coup de Grace cards that raise the number of wounds, and returns the
    /// points that they add to the effect.
    fn coups(
        &self,
        hero: usize,
        effect: i32,
        cards: &mut play::Fight,
        record: &mut impl Record,
    ) -> i32 {
        let coup = self.terms.group.cards(PlayerCard::CoupDeGrace);
        let coups = self.terms.usable(&cards.table, hero).and(coup);
        let wounds = |coups: u32| self.given.harm.of(effect + COUP * coups as i32).0;
        let enough = (1..=coups.count()).find(|&coups| wounds(coups) > wounds(0));
        let Some(enough) = enough else { return 0 };
        for card in coups.places().take(enough as usize) {
            self.terms.use_card(cards, hero, card, &mut Below(record));
        }
        COUP * enough as i32
    }
}
