//! What villains do to pools, where the conflict line lets them.

use super::fight::{Fight, FightSetup};
use crate::{Condition, Line, PlayerCard};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;

/// How many cards an action strips by its result points: none where it fails, one more from superior
/// (7) on, and from spectacular (12) on.
pub(crate) fn stripped(margin: i32) -> u32 {
    match margin {
        ..0 => 0,
        0..7 => 1,
        7..12 => 2,
        12.. => 3,
    }
}

impl FightSetup {
    /// How many cards a villain's action against a hero strips: 0 where it fails, `None` where it
    /// succeeds by a given chance and its result points are not known.
    fn stripped<C: Chance>(&self, chance: &mut C, record: &mut impl Record) -> Option<u32> {
        let Some(edge) = self.villain_edge else {
            return (chance.choose(&self.villain_actions) != 0).then_some(0);
        };
        let margin = edge + self.die.bonus(self.die.throw(chance, record));
        Some(stripped(margin))
    }

    /// Villains who may strip pools try it against every hero.
    pub(super) fn villains<C: Chance>(
        &self,
        fight: &mut Fight,
        line: &Line,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        if line.villain != Condition::VillainAction {
            return;
        }
        for hero in 0..self.group.heroes {
            let pool = fight.table.pools[hero];
            let strips = self.stripped(chance, record);
            if strips == Some(0) || pool.is_empty() {
                continue;
            }
            if self.opponent_fails(fight, hero, line, record) {
                continue;
            }
            let strips = strips.unwrap_or_else(|| chance.choose(&self.strips) as u32 + 1);
            self.strip(fight, hero, strips, record);
        }
    }

    /// Whether a hero has what has just succeeded fail, by a card.
    pub(crate) fn opponent_fails(
        &self,
        fight: &mut Fight,
        hero: usize,
        line: &Line,
        record: &mut impl Record,
    ) -> bool {
        let fails = self.group.find(PlayerCard::OpponentFails, self.usable(&fight.table, hero));
        let Some(card) = fails.filter(|_| line.hero != Condition::Confused) else { return false };
        self.use_card(fight, hero, card, record);
        true
    }

    /// Villains take so many cards out of a hero's pool, or all.
    pub(crate) fn strip(
        &self,
        fight: &mut Fight,
        hero: usize,
        strips: u32,
        record: &mut impl Record,
    ) {
        let cards = strips.min(fight.table.pools[hero].count());
        for _ in 0..cards {
            if let Some(card) = self.group.best(fight.table.pools[hero]) {
                record
                    .tell(|| format!("{} loses {} of the pool", self.name(hero), self.card(card)));
                fight.table.discard(hero, card);
                fight.lost[hero] += 1;
            }
        }
    }
}
