//! Actions of rivals: attacks, and interactions that strip pools.

use super::fields::VillainActions;
use super::{Battle, RivalsSpend, State};
use crate::play::stripped;
use crate::{Condition, Line};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
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
    pub(super) fn rival<C: Chance>(
        &self,
        rival: usize,
        fight: &mut Fight<State>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        if !self.fighter(rival).acts {
            return;
        }
        let line = self.terms.top(&fight.game.cards);
        let strips = self.given.villain_actions == VillainActions::Pools
            && line.villain == Condition::VillainAction;
        match self.richest(fight).filter(|_| strips) {
            Some(hero) => self.strip(rival, hero, &line, fight, chance, record),
            None => self.attack(rival, &line, fight, chance, record),
        }
    }

    /// Returns the hero with the largest non-empty pool; the first of several equal ones.
    fn richest(&self, fight: &Fight<State>) -> Option<usize> {
        let pools = |hero: usize| fight.game.cards.table.pools[hero].count();
        let heroes = fight.each(self.people.sides[HEROES]).filter(|&hero| pools(hero) > 0);
        heroes.min_by_key(|&hero| std::cmp::Reverse(pools(hero)))
    }

    /// Resolves an interaction that, if it succeeds, discards cards from a hero's pool.
    fn strip<C: Chance>(
        &self,
        rival: usize,
        hero: usize,
        line: &Line,
        fight: &mut Fight<State>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        record.tell(|| {
            let (rival, hero) = (self.people.name(rival), self.people.name(hero));
            format!("{rival} goes for the pool of {hero}")
        });
        let values = [rival, hero].map(|person| self.numbers(person).interaction);
        let succeeds = self.against([rival, hero], values, line, fight, chance, record);
        if let Some((_, margin)) = succeeds {
            let cards = &mut fight.game.cards;
            self.terms.strip(cards, hero, stripped(margin), &mut Below(record));
        }
    }

    /// Resolves an attack on a hero.
    fn attack<C: Chance>(
        &self,
        rival: usize,
        line: &Line,
        fight: &mut Fight<State>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let worth = |fight: &Fight<State>, person: usize| self.worth(fight, person);
        let target = self.targets[RIVALS].choose(RIVALS, &self.people, fight, chance, worth);
        let Some(hero) = target else { return };
        record.tell(|| format!("{} attacks {}", self.people.name(rival), self.people.name(hero)));
        let (own, other) = (self.numbers(rival), self.numbers(hero));
        let values = [own.attack, other.defense];
        let succeeds = self.against([rival, hero], values, line, fight, chance, record);
        if let Some((bonus, _)) = succeeds {
            self.hit(hero, own.damage + bonus, fight, record);
        }
    }

    /// Resolves an action of a rival against a hero, by the value and the difficulty. Returns the
    /// bonus of the die and the margin if it succeeds.
    fn against<C: Chance>(
        &self,
        [rival, hero]: [usize; 2],
        [value, difficulty]: [i32; 2],
        line: &Line,
        fight: &mut Fight<State>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Option<(i32, i32)> {
        let setback = self.terms.setback(line.villain);
        let edge = value + setback - difficulty;
        let bonus = self.roll([rival, hero], edge, line, fight, chance, record);
        let margin = self.margin([value, setback, 0, bonus], difficulty, record);
        let (cards, record) = (&mut fight.game.cards, &mut Below(record));
        let succeeds = margin >= 0 && !self.terms.opponent_fails(cards, hero, line, record);
        succeeds.then_some((bonus, margin))
    }

    /// Returns the bonus of a rival's die. If the margin is negative, the rival may spend a
    /// possibility for an additional roll, which the hero may negate.
    fn roll<C: Chance>(
        &self,
        [rival, hero]: [usize; 2],
        edge: i32,
        line: &Line,
        fight: &mut Fight<State>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32 {
        let (terms, record) = (&self.terms, &mut Below(record));
        let total = terms.die(line.villain).throw(0, chance, record);
        let bonus = terms.die.bonus(total);
        if edge + bonus >= 0 {
            return bonus;
        }
        let points = &mut fight.game.points[rival];
        if !self.given.villain_possibilities.attacks() || *points == 0 {
            return bonus;
        }
        *points -= 1;
        record.tell(|| format!("{} spends a possibility", self.people.name(rival)));
        // Stymied cancels the additional roll, unless it already prevented the reroll of a 10 or 20.
        if terms.stymied_takes_any(line.villain) && total != 10 && total != 20 {
            record.tell(|| "stymied: the additional roll is lost".into());
            return bonus;
        }
        let negating = &mut fight.game.cards.points[hero];
        if self.given.heroes_negate && *negating > 0 {
            *negating -= 1;
            record.tell(|| format!("{} negates it with a possibility", self.people.name(hero)));
            return bonus;
        }
        terms.die.bonus(terms.possibility.throw(total, chance, record))
    }
}
