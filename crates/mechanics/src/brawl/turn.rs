//! A turn in a brawl: who may act, attacks on single targets and on groups, and the effects of
//! saves.

use super::{
    AreaReaches, AreaSaved, AttackModel, Body, Bout, Brawl, Brawling, Guard, MOST_WOUNDS, Rest,
    Stun,
};
use crate::blow::CRITICAL_DAMAGE;
use crate::ladder::{Condition, OUT, stuns};
use crate::scene::{Fight, MOST_PEOPLE, RIVALS, all_of, each};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;

impl<S: AttackModel> Brawl<S> {
    /// Plays a target's save against damage, and applies its effects.
    #[inline]
    fn suffers(
        &self,
        at: &mut Bout<S, impl Chance, impl Record>,
        [attacker, target]: [usize; 2],
        damage: i32,
        shown: Option<&mut Option<i32>>,
    ) {
        let lethal = self.fighter(attacker).lethal;
        let body = at.state.game.bodies[target];
        let wounds = match lethal {
            _ if self.both => i32::from(body.bruises) + i32::from(body.injuries),
            true => body.injuries.into(),
            false => body.bruises.into(),
        };
        let luck = &mut at.part(|fight| &mut fight.game.luck);
        let rung = self.strikes.save(luck, attacker, target, damage, wounds, shown);
        let mut condition = Condition { wounds: 0, staggered: body.staggered };
        let out = self.ladder.suffer(&mut condition, rung)
            && !self.strikes.spares(luck, attacker, target);
        let body = &mut at.state.game.bodies[target];
        body.staggered = condition.staggered;
        if condition.wounds > 0 {
            if lethal {
                body.injuries = (body.injuries + 1).min(MOST_WOUNDS);
            }
            if !lethal || self.mixed {
                body.bruises = (body.bruises + 1).min(MOST_WOUNDS);
            }
        }
        if out {
            // The condition of a person who is out no longer matters.
            *body = Body { stun: Stun::None, staggered: false, ..*body };
            at.state.falls(target);
            at.record.tell(|| {
                let again = if rung == OUT { "" } else { ", staggered a second time" };
                format!("  {} is out{again}", self.name(target))
            });
        } else if stuns(rung) {
            body.stun = if self.stunned_loses_turn { Stun::Loses } else { Stun::Lost };
        }
    }

    /// Returns how far a person is from being out.
    fn worth(&self, fight: &Fight<Brawling<S::Luck>>, person: usize) -> i32 {
        let Body { bruises, injuries, staggered, .. } = fight.game.bodies[person];
        let wounds = i32::from(bruises.max(injuries)) + if staggered { 10 } else { 0 };
        self.fighter(person).toughness - wounds
    }

    /// Returns the people of a character that act in this turn.
    #[inline]
    pub(super) fn able(&self, at: &mut Bout<S, impl Chance, impl Record>, character: usize) -> u64 {
        let mut able = 0;
        for person in at.state.each(self.people.characters[character].bits) {
            let loses = at.state.game.bodies[person].stun == Stun::Loses;
            let luck = &mut at.part(|fight| &mut fight.game.luck);
            if loses && !self.strikes.recovers(luck, person) {
                at.state.game.bodies[person].stun = Stun::Lost;
                at.record.tell(|| format!("{} is stunned and loses the turn", self.name(person)));
                continue;
            }
            at.state.game.bodies[person].stun = Stun::None;
            match self.strikes.rest_or_attack(&mut at.part(|fight| &mut fight.game.luck), person) {
                Rest::No => able |= 1 << person,
                Rest::WithoutDodge => at.state.game.bodies[person].stun = Stun::Rests,
                Rest::WithDodge => {}
            }
        }
        able
    }

    /// Plays an area attack, if there is one and it reaches several targets; returns true if it was
    /// played.
    #[inline]
    fn sweeps(&self, at: &mut Bout<S, impl Chance, impl Record>, person: usize) -> bool {
        let fighter = self.fighter(person);
        let Some(rank) = fighter.area else { return false };
        let rivals = self.people.sides[RIVALS - self.people.side(person)];
        let reached = match self.area.area_reaches {
            AreaReaches::Side => at.state.standing(rivals),
            AreaReaches::Group => {
                let groups = self.people.characters.iter().map(|other| other.bits & rivals);
                groups
                    .map(|bits| at.state.standing(bits))
                    .max_by_key(|bits| bits.count_ones())
                    .unwrap_or(0)
            }
        };
        if reached.count_ones() < 2 {
            return false;
        }
        at.record.tell(|| {
            let whom = all_of(each(reached).map(|target| self.name(target)));
            format!("{} attacks {whom} at once", self.name(person))
        });
        let luck = &mut at.part(|fight| &mut fight.game.luck);
        let caught = self.strikes.area(luck, person, rank, reached);
        let mut shown = None;
        for target in each(reached) {
            let damage = match caught >> target & 1 {
                1 => fighter.damage,
                _ if self.area.area_saved == AreaSaved::Half => {
                    at.record.tell(|| format!("  {} is in for half of it", self.name(target)));
                    fighter.damage.div_euclid(2)
                }
                _ => continue,
            };
            self.suffers(at, [person, target], damage, Some(&mut shown));
        }
        true
    }

    /// Plays the attacks of identical people on the targets that they choose.
    #[inline]
    pub(super) fn attack(&self, at: &mut Bout<S, impl Chance, impl Record>, attackers: u64) {
        let mut chosen = [0u64; MOST_PEOPLE];
        let mut all = 0;
        for person in each(attackers) {
            let side = self.people.side(person);
            if attackers.count_ones() == 1 && self.sweeps(at, person) {
                return;
            }
            let worth = |fight: &Fight<_>, person| self.worth(fight, person);
            let target = self.targets[side].choose(side, &self.people, at.state, at.chance, worth);
            let Some(target) = target else { return };
            chosen[target] |= 1 << person;
            all |= 1u64 << target;
        }
        for target in each(all) {
            let attackers = chosen[target];
            let guard = match at.state.game.bodies[target].stun {
                Stun::None => Guard::Full,
                Stun::Loses | Stun::Lost => Guard::Stunned,
                Stun::Rests => Guard::Flat,
            };
            at.record.tell(|| {
                let s = if attackers.count_ones() == 1 { "s" } else { "" };
                let who = all_of(each(attackers).map(|attacker| self.name(attacker)));
                let how = match guard {
                    Guard::Full => "",
                    Guard::Stunned => ", who is stunned",
                    Guard::Flat => ", who rests",
                };
                format!("{who} attack{s} {}{how}", self.name(target))
            });
            let luck = &mut at.part(|fight| &mut fight.game.luck);
            let hits = self.strikes.attack(luck, attackers, target, guard);
            for person in each(hits.hit) {
                if !at.state.stands(target) {
                    break;
                }
                let critical = hits.critical >> person & 1 == 1;
                let more = if critical { CRITICAL_DAMAGE } else { 0 };
                if critical {
                    at.record.tell(|| format!("  the critical hit adds {more} to the damage"));
                }
                let damage = self.fighter(person).damage + more;
                self.suffers(at, [person, target], damage, None);
            }
        }
    }
}
