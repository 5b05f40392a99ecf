//! Gunfights: in each round every standing hero makes one roll, which decides the damage of both
//! sides.

mod fields;
#[cfg(test)]
mod tests;

use super::readings::{Attack, Harm, suffered};
use super::task::{Outcome, RollFields, TaskRoll, price};
use fields::{Costly, EDGE, FORM, HARDER, HITS, Readings, Share};
use oddsmith_base::Result;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Record, Scale};
use oddsmith_mechanics::Moment;
use oddsmith_mechanics::scene::{
    Below, Fight, Game, HEROES, LIMIT, MOST_PEOPLE, People, RIVALS, Scene, TARGET, Target, all_of,
    each, next_of,
};
use oddsmith_registry::cast::CAST;
use oddsmith_registry::{Definition, Edge, Settings};

/// The rules of a gunfight between heroes and adversaries.
///
/// # Formula
/// Each standing hero rolls a task against an adversary; `harder` of the adversary raises the
/// difficulty. A success deals its Effect in damage rolls (`least` at Effect 0), of which the
/// target's cover absorbs as many as its rating. A failure takes its degree in damage rolls, less
/// conditions, then cover, then skill. Each damage roll that cover absorbs lowers it by 1 (with
/// `cover_wears`). A character that has taken `hits` damage rolls is out.
///
/// # Source
/// Mneme CE, Core Mechanics, Referee Doesn't Roll, Success Effect, Mitigating Factors, Fail Effect
/// and Damage to Protection, Costly Success.
pub struct Gunfight {
    people: People,
    /// Task rolls, indexed by the character of the hero and the character of the adversary. The
    /// rows of adversaries are empty.
    rolls: Vec<Vec<TaskRoll>>,
    /// Reductions of a failure by conditions and by skill, indexed by character. Cover is not
    /// included.
    harms: Vec<[i32; 2]>,
    /// Number of damage rolls that puts each person out.
    pub(super) hits: [u8; MOST_PEOPLE],
    cover: [u8; MOST_PEOPLE],
    target: Target,
    readings: Readings,
    /// Maximum number of damage rolls in a round, the upper end of the columns of damage rolls.
    most: i32,
}

/// The state of a gunfight that persists between rounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wounds {
    /// Number of damage rolls taken, by person.
    pub(super) taken: [u8; MOST_PEOPLE],
    /// Remaining cover, by person.
    pub(super) cover: [u8; MOST_PEOPLE],
    /// Damage rolls of this round: dealt by heroes, taken by heroes, absorbed by cover of heroes,
    /// absorbed by cover of adversaries.
    round: [u16; 4],
    /// Number of bought successes.
    bought: u8,
}

const MOST_BOUGHT: i32 = 100;

impl Gunfight {
    pub(super) fn read(set: &Settings) -> Result<Gunfight> {
        let people = People::read(set, 1)?;
        let edge = set.integer(&EDGE);
        let (mut hits, mut cover) = ([0; MOST_PEOPLE], [0; MOST_PEOPLE]);
        let (mut rolls, mut harms) = (Vec::new(), Vec::new());
        let harder: Vec<i32> = set
            .characters()
            .zip(&people.characters)
            .map(|((_, of), who)| if who.side == RIVALS { of.integer(&HARDER) } else { 0 })
            .collect();
        let mut most = 1;
        for ((_, of), who) in set.characters().zip(&people.characters) {
            for person in each(who.bits) {
                hits[person] = of.integer(&HITS) as u8;
                cover[person] = of.integer(&Attack::cover) as u8;
            }
            if who.side == RIVALS {
                rolls.push(Vec::new());
                harms.push([0; 2]);
                continue;
            }
            let roll = TaskRoll::read(&of);
            let against: Vec<TaskRoll> =
                harder.iter().map(|more| roll.harder(*more, edge)).collect();
            for roll in &against {
                let (low, high) = roll.effects();
                most = most.max(high).max(price(roll.degree(low)));
            }
            rolls.push(against);
            let less = [&Harm::mitigating_conditions, &Harm::mitigating_skill];
            let less = less.map(|field| of.integer(field));
            most += less.iter().map(|less| 2 * (-less).max(0)).sum::<i32>();
            harms.push(less);
        }
        let heroes = people.sides[HEROES].count_ones() as i32;
        Ok(Gunfight {
            rolls,
            harms,
            hits,
            cover,
            target: Target::read(set, &TARGET),
            readings: Readings::read(set),
            most: most * heroes.max(1),
            people,
        })
    }

    /// Returns the damage rolls that a hero takes from an outcome, and those that the hero's cover
    /// absorbs.
    #[inline]
    fn harm(&self, hero: usize, outcome: Outcome, fight: &Fight<Wounds>) -> (i32, i32) {
        let [conditions, skill] = self.harms[self.people.character(hero)];
        let standing = fight.left(&self.people, RIVALS) as i32;
        let harm = Harm {
            adversaries: self.readings.at_most_standing.then_some(standing),
            mitigation: self.readings.mitigation,
            mitigating_conditions: conditions,
            cover: fight.game.cover[hero].into(),
            mitigating_skill: skill,
        };
        harm.taken(outcome)
    }

    /// Describes, for the transcript, damage rolls that a person takes and those that cover
    /// absorbs.
    fn hit_line(&self, person: usize, taken: i32, covered: i32) -> String {
        let name = self.people.name(person);
        let rolls = |count: i32| match count {
            1 => "1 damage roll".into(),
            _ => format!("{count} damage rolls"),
        };
        match (taken, covered) {
            (_, 0) => format!("  {name} takes {}", rolls(taken)),
            (0, _) => format!("  the cover of {name} takes {}", rolls(covered)),
            _ => format!("  {name} takes {}, and the cover {covered}", rolls(taken)),
        }
    }

    /// Describes, for the transcript, the degree of a failure and the reductions of it.
    fn less(&self, hero: usize, outcome: Outcome, fight: &Fight<Wounds>) -> String {
        let degree = suffered(outcome);
        let [conditions, skill] = self.harms[self.people.character(hero)];
        let less = [
            (conditions, "for conditions"),
            (fight.game.cover[hero].into(), "for cover"),
            (skill, "for skill"),
        ];
        let less = less.into_iter().filter(|(points, _)| *points != 0);
        let less: Vec<String> = less.map(|(points, why)| format!("{points} {why}")).collect();
        let less = if less.is_empty() { String::new() } else { format!(", less {}", all_of(less)) };
        format!("  a failure of degree {degree}{less}")
    }

    /// Returns true if the hero buys a success instead of accepting a failure. `bought` is the
    /// outcome of the bought success.
    #[inline]
    fn buys(&self, hero: usize, target: usize, bought: Outcome, fight: &Fight<Wounds>) -> bool {
        match self.readings.costly_success {
            Costly::Never => false,
            Costly::Always => true,
            Costly::Affordable => {
                let left = self.hits[hero] - fight.game.taken[hero];
                self.harm(hero, bought, fight).0 < i32::from(left)
            }
            Costly::Finishing => {
                let left = self.hits[target] - fight.game.taken[target];
                let through = self.readings.least - i32::from(fight.game.cover[target]);
                fight.left(&self.people, RIVALS) == 1 && i32::from(left) <= through
            }
        }
    }

    /// Adds damage rolls to a person, who is out once `hits` is reached.
    fn wound(
        &self,
        person: usize,
        rolls: i32,
        fight: &mut Fight<Wounds>,
        record: &mut impl Record,
    ) {
        let taken = &mut fight.game.taken[person];
        *taken = (i32::from(*taken) + rolls).min(self.hits[person].into()) as u8;
        if *taken == self.hits[person] {
            fight.falls(person);
            record.tell(|| format!("  {} is out", self.people.name(person)));
        }
    }

    /// Lowers a person's cover by the damage rolls that it absorbed, if cover wears down.
    #[inline]
    fn covered(&self, person: usize, rolls: i32, fight: &mut Fight<Wounds>) {
        if self.readings.cover_wears {
            // `rolls` never exceeds the remaining cover.
            fight.game.cover[person] -= rolls as u8;
        }
    }

    /// Deals the damage rolls of a success to the target and, depending on `share`, to further
    /// adversaries.
    #[inline]
    fn deal(
        &self,
        at: &mut Moment<Fight<Wounds>, impl Chance, impl Record>,
        mut target: usize,
        outcome: Outcome,
    ) {
        let attack = Attack { least: self.readings.least, adversaries: None, cover: 0 };
        let mut rolls = attack.dealt(outcome).0;
        // Cover of each target absorbs damage rolls once per turn. Bits of persons whose cover has
        // not been used are 1.
        let mut fresh = u64::MAX;
        while rolls > 0 {
            let need = match self.readings.share {
                Share::Spread => 1,
                _ => rolls,
            };
            let cover = match fresh >> target & 1 {
                1 => i32::from(at.state.game.cover[target]),
                _ => 0,
            };
            let covered = need.min(cover);
            if self.readings.share != Share::Spread || covered == cover {
                fresh &= !(1 << target);
            }
            let through = need - covered;
            let left = i32::from(self.hits[target] - at.state.game.taken[target]);
            let used = if self.readings.share == Share::Next { through.min(left) } else { through };
            self.covered(target, covered, at.state);
            let [dealt, _, _, to_cover] = &mut at.state.game.round;
            *dealt += used as u16;
            *to_cover += covered as u16;
            at.record.tell(|| self.hit_line(target, used, covered));
            if used > 0 {
                self.wound(target, used, at.state, at.record);
            }
            rolls -= covered + used;
            if self.readings.share == Share::One {
                break;
            }
            let next = match self.readings.share {
                Share::Spread => {
                    next_of(at.state.standing(self.people.sides[RIVALS]), target as u32)
                }
                _ => self.aim(at.state, at.chance),
            };
            let Some(next) = next else { break };
            target = next;
        }
    }

    #[inline]
    fn aim<C: Chance>(&self, fight: &mut Fight<Wounds>, chance: &mut C) -> Option<usize> {
        let worth = |fight: &Fight<Wounds>, person: usize| {
            i32::from(self.hits[person] - fight.game.taken[person])
                + i32::from(fight.game.cover[person])
        };
        self.target.choose(HEROES, &self.people, fight, chance, worth)
    }

    /// Plays the roll of one hero.
    #[inline]
    fn shoot(&self, at: &mut Moment<Fight<Wounds>, impl Chance, impl Record>, hero: usize) {
        let Some(target) = self.aim(at.state, at.chance) else { return };
        at.record
            .tell(|| format!("{} attacks {}", self.people.name(hero), self.people.name(target)));
        let roll = &self.rolls[self.people.character(hero)][self.people.character(target)];
        let mut dice = roll.start();
        let mut outcome = loop {
            match roll.roll(dice, at.chance, &mut Below(at.record)) {
                Ok(more) => dice = more,
                Err(outcome) => break outcome,
            }
        };
        if outcome.effect < 0 {
            let bought = Outcome { effect: 0, cost: price(outcome.degree), degree: outcome.degree };
            if self.buys(hero, target, bought, at.state) {
                at.record.tell(|| {
                    let (who, cost) = (self.people.name(hero), bought.cost);
                    format!(
                        "  {who} buys a success, for a failure of 2 x {} + 3 = {cost}",
                        outcome.degree
                    )
                });
                at.state.game.bought = at.state.game.bought.saturating_add(1);
                outcome = bought;
            }
        }
        let (taken, covered) = self.harm(hero, outcome, at.state);
        if outcome.effect >= 0 {
            self.deal(at, target, outcome);
        }
        let fails = outcome.effect < 0 || outcome.cost > 0;
        if fails {
            at.record.tell(|| self.less(hero, outcome, at.state));
        }
        if taken + covered > 0 {
            at.record.tell(|| self.hit_line(hero, taken, covered));
        } else if fails {
            at.record.tell(|| "  an ordinary failure".into());
        }
        self.covered(hero, covered, at.state);
        at.state.game.round[1] += taken as u16;
        at.state.game.round[2] += covered as u16;
        if taken > 0 {
            self.wound(hero, taken, at.state, at.record);
        }
    }
}

impl Game for Gunfight {
    type State = Wounds;

    fn people(&self) -> &People {
        &self.people
    }

    fn start(&self) -> Wounds {
        Wounds { taken: [0; MOST_PEOPLE], cover: self.cover, round: [0; 4], bought: 0 }
    }

    /// Does nothing: players roll in the order of the cast.
    #[inline]
    fn turn<C: Chance>(
        &self,
        character: usize,
        fight: &mut Fight<Wounds>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let who = &self.people.characters[character];
        if who.side == HEROES {
            let at = &mut Moment { state: fight, chance, record };
            for hero in at.state.each(who.bits) {
                self.shoot(at, hero);
            }
        }
    }

    fn columns_by_round(&self) -> Vec<(&'static str, Scale)> {
        let names = ["dealt", "taken", "to_cover", "to_adversary_cover"];
        names.map(|name| (name, Scale::numbers(0, self.most))).into()
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn scores_of_round(&self, fight: &mut Fight<Wounds>) -> impl Iterator<Item = i32> {
        std::mem::take(&mut fight.game.round).into_iter().map(i32::from)
    }

    fn columns(&self) -> Vec<(&'static str, Scale)> {
        vec![("bought", Scale::numbers(0, MOST_BOUGHT).or_more())]
    }

    fn scores(&self, fight: &Fight<Wounds>) -> impl Iterator<Item = i32> {
        std::iter::once(i32::from(fight.game.bought).min(MOST_BOUGHT))
    }
}

/// Definition of the check `mneme.gunfight`: a [`Scene`] that plays a [`Gunfight`].
pub const ENTRY: Definition = Definition {
    id: "mneme.gunfight",
    title: "Gunfight",
    about: "Round by round a roll of each player's: its Effect is damage rolls dealt, its failure damage rolls taken, until a side is out.",
    source: "Mneme CE, Core Mechanics, Importance of Effects, Success Effect, Mitigating Factors, Costly Success",
    luck: "round by round for each hero who stands: a target where several stand, one face a die; where damage rolls go on to others, another target",
    fields: &[
        &[CAST, EDGE, TARGET, LIMIT],
        Readings::FIELDS,
        &[RollFields::advantage_dice, RollFields::degree, RollFields::same_kind],
    ],
    edge: Edge::by("edge"),
    small: &[
        ("scout.count", "0"),
        ("gunner.count", "0"),
        ("thug.count", "0"),
        ("captain.hits", "2"),
        ("limit", "3"),
    ],
    cast: Some(&FORM),
    build: |set| Ok(Box::new(Scene::new(Gunfight::read(set)?, set.integer(&LIMIT)))),
    ..Definition::PLAIN
};
