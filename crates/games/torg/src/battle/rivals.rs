//! Actions of rivals: attacks, and interactions that strip pools.

use super::fields::VillainActions;
use super::{Battle, RivalsSpend, State};
use crate::Condition;
use crate::play::stripped;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::Moment;
use oddsmith_mechanics::scene::{Below, Fight, HEROES, RIVALS};

impl RivalsSpend {
    /// Returns true if rivals negate rolls that the heroes' possibilities add.
    pub(super) fn negates(self) -> bool {
        matches!(self, RivalsSpend::Negate | RivalsSpend::Both)
    }

    fn attacks(self) -> bool {
        matches!(self, RivalsSpend::Attack | RivalsSpend::Both)
    }
}

impl Battle {
    /// Resolves one action of a rival.
    pub(super) fn rival(
        &self,
        at: &mut Moment<Fight<State>, impl Chance, impl Record>,
        rival: usize,
    ) {
        if !self.fighter(rival).acts {
            return;
        }
        let line = self.terms.top(&at.state.game.cards);
        let strips = self.given.villain_actions == VillainActions::Pools
            && line.villain == Condition::VillainAction;
        match self.richest(at.state).filter(|_| strips) {
            Some(hero) => self.strip(at, rival, hero),
            None => self.attack(at, rival),
        }
    }

    /// Returns the hero with the largest non-empty pool; the first of several equal ones.
    fn richest(&self, fight: &Fight<State>) -> Option<usize> {
        let pools = |hero: usize| fight.game.cards.table.pools[hero].count();
        let heroes = fight.each(self.people.sides[HEROES]).filter(|&hero| pools(hero) > 0);
        heroes.min_by_key(|&hero| std::cmp::Reverse(pools(hero)))
    }

    /// Resolves an interaction that, if it succeeds, discards cards from a hero's pool.
    fn strip(
        &self,
        at: &mut Moment<Fight<State>, impl Chance, impl Record>,
        rival: usize,
        hero: usize,
    ) {
        at.record.tell(|| {
            let (rival, hero) = (self.people.name(rival), self.people.name(hero));
            format!("{rival} goes for the pool of {hero}")
        });
        let values = [rival, hero].map(|person| self.numbers(person).interaction);
        if let Some((_, margin)) = self.against(at, [rival, hero], values) {
            let cards = &mut at.state.game.cards;
            self.terms.strip(cards, hero, stripped(margin), &mut Below(at.record));
        }
    }

    /// Resolves an attack on a hero.
    fn attack(&self, at: &mut Moment<Fight<State>, impl Chance, impl Record>, rival: usize) {
        let worth = |fight: &Fight<State>, person: usize| self.worth(fight, person);
        let target = self.targets[RIVALS].choose(RIVALS, &self.people, at.state, at.chance, worth);
        let Some(hero) = target else { return };
        at.record
            .tell(|| format!("{} attacks {}", self.people.name(rival), self.people.name(hero)));
        let (own, other) = (self.numbers(rival), self.numbers(hero));
        let values = [own.attack, other.defense];
        if let Some((bonus, _)) = self.against(at, [rival, hero], values) {
            self.hit(hero, own.damage + bonus, at.state, at.record);
        }
    }

    /// Resolves an action of a rival against a hero, by the value and the difficulty. Returns the
    /// bonus of the die and the margin if it succeeds.
    fn against(
        &self,
        at: &mut Moment<Fight<State>, impl Chance, impl Record>,
        [rival, hero]: [usize; 2],
        [value, difficulty]: [i32; 2],
    ) -> Option<(i32, i32)> {
        let line = &self.terms.top(&at.state.game.cards);
        let setback = self.terms.setback(line.villain);
        let edge = value + setback - difficulty;
        let bonus = at.below(|at| self.roll(at, [rival, hero], edge, line.villain));
        let margin = self.margin([value, setback, 0, bonus], difficulty, at.record);
        let (cards, record) = (&mut at.state.game.cards, &mut Below(at.record));
        let succeeds = margin >= 0 && !self.terms.opponent_fails(cards, hero, line, record);
        succeeds.then_some((bonus, margin))
    }

    /// Returns the bonus of a rival's die. If the margin is negative, the rival may spend a
    /// possibility for an additional roll, which the hero may negate.
    fn roll(
        &self,
        at: &mut Moment<Fight<State>, impl Chance, impl Record>,
        [rival, hero]: [usize; 2],
        edge: i32,
        condition: Condition,
    ) -> i32 {
        let terms = &self.terms;
        let total = terms.die(condition).throw(0, at.chance, at.record);
        let bonus = terms.die.bonus(total);
        if edge + bonus >= 0 {
            return bonus;
        }
        let points = &mut at.state.game.points[rival];
        if !self.given.villain_possibilities.attacks() || *points == 0 {
            return bonus;
        }
        *points -= 1;
        at.record.tell(|| format!("{} spends a possibility", self.people.name(rival)));
        // Stymied cancels the additional roll, unless it already prevented the reroll of a 10 or 20.
        if terms.stymied_takes_any(condition) && total != 10 && total != 20 {
            at.record.tell(|| "stymied: the additional roll is lost".into());
            return bonus;
        }
        let negating = &mut at.state.game.cards.points[hero];
        if self.given.heroes_negate && *negating > 0 {
            *negating -= 1;
            at.record.tell(|| format!("{} negates it with a possibility", self.people.name(hero)));
            return bonus;
        }
        terms.die.bonus(terms.possibility.throw(total, at.chance, at.record))
    }
}
