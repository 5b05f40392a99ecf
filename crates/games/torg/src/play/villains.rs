//! Actions of villains that strip pools, if the conflict line allows them.

use super::fight::{Fight, FightSetup};
use crate::{Condition, Line, PlayerCard};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::Moment;

/// Returns the number of cards that an action strips by its margin: 0 below 0, 1 below 7, 2 below
/// 12 (superior), 3 from 12 up (spectacular).
pub(crate) fn stripped(margin: i32) -> u32 {
    match margin {
        ..0 => 0,
        0..7 => 1,
        7..12 => 2,
        12.. => 3,
    }
}

impl FightSetup {
    /// Returns the number of cards that a villain's action against a hero strips: 0 on a failure,
    /// `None` on a success by a given chance, for which no margin exists.
    fn stripped<C: Chance>(&self, chance: &mut C, record: &mut impl Record) -> Option<u32> {
        let Some(edge) = self.given.villain_edge else {
            return (chance.choose(&self.villain_actions) != 0).then_some(0);
        };
        let margin = edge + self.die.bonus(self.die.throw(0, chance, record));
        Some(stripped(margin))
    }

    /// Resolves the villains' actions against each hero's pool, if the line allows them.
    pub(super) fn villains(&self, at: &mut Moment<Fight, impl Chance, impl Record>, line: &Line) {
        if line.villain != Condition::VillainAction {
            return;
        }
        for hero in 0..self.group.heroes {
            let pool = at.state.table.pools[hero];
            let strips = self.stripped(at.chance, at.record);
            if strips == Some(0) || pool.is_empty() {
                continue;
            }
            if self.opponent_fails(at.state, hero, line, at.record) {
                continue;
            }
            let strips = strips.unwrap_or_else(|| at.chance.choose(&self.strips) as u32 + 1);
            self.strip(at.state, hero, strips, at.record);
        }
    }

    /// Plays Opponent Fails against an action that just succeeded; returns true if the hero had it.
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

    /// Discards up to `strips` cards from a hero's pool.
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
