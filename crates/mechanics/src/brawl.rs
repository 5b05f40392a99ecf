//! A scene of people who strike at each other on the damage ladder, free of any game.
//! What belongs here: turns, groups, area attacks, stun, what a save leaves behind. What does not:
//! how luck falls, which a game says ([`Strikes`]).

use std::fmt::Debug;
use std::hash::Hash;

use crate::exchange::STUNNED_LOSES_TURN;
use crate::ladder::{Condition, Ladder, OUT, stuns};
use crate::scene::{
    Fight, Game, HEROES, MOST_CHARACTERS, MOST_PEOPLE, Order, People, RIVALS, Target, each, targets,
};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Handle, Record, Scale};
use oddsmith_registry::{Field, Settings};

/// What a character adds to find out who goes first.
pub const INITIATIVE: Field = Field::number("initiative", "initiative bonus");
/// The rank of an attack on many.
pub const AREA: Field = Field::number(
    "area",
    "rank of an attack on a whole group, each of whom makes a Reflex save; its damage is `damage`",
)
.or_none();
/// What an area attack is saved against with.
pub const REFLEX: Field = Field::number("reflex", "Reflex save bonus, against area attacks");
/// Whom an area attack reaches.
pub const AREA_REACHES: Field = Field::words(
    "area_reaches",
    &["group", "side"],
    "whom an area attack reaches. group: those who are like its target; side: all who are against its user",
)
.reading();
/// What a Reflex save is worth.
pub const AREA_SAVED: Field = Field::words(
    "area_saved",
    &["half", "none"],
    "who saves against an area attack suffers half of its damage (rounded down), or none of it",
)
.reading();
/// What all heroes add to their attacks.
pub const EDGE: Field = Field::number("edge", "what all heroes add to their attacks");

/// How an attack went, a bit an attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Who hit.
    pub hit: u64,
    /// Whose hit was a critical.
    pub critical: u64,
}

/// Why a target is easier to hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// It is not.
    Full,
    /// It is stunned: without its dodge bonus, and less a penalty.
    Stunned,
    /// It rests: without its dodge bonus.
    Flat,
}

/// What someone does with a turn in place of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// It attacks.
    No,
    /// It rests, and loses its dodge bonus until its next turn.
    Flat,
    /// It rests.
    Guarded,
}

/// How luck falls in a game: attacks and saves of people against people.
pub trait Strikes: Send + Sync {
    /// What luck remembers: hands, decks, points.
    type Luck: Clone + Eq + Hash + Debug;

    /// Before the first round.
    fn luck(&self) -> Self::Luck;

    /// What is dealt before the first round.
    fn deal<C: Chance>(&self, luck: &mut Self::Luck, chance: &mut C, record: &mut impl Record);

    /// What a character draws or rolls to find out who goes first.
    fn initiative<C: Chance>(&self, character: usize, luck: &mut Self::Luck, chance: &mut C)
    -> i32;

    /// The attacks of people who are alike on one target.
    fn attack<C: Chance>(
        &self,
        attackers: u64,
        target: usize,
        guard: Guard,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Hits;

    /// An attack of this rank on many targets: who fails to get off.
    fn area<C: Chance>(
        &self,
        attacker: usize,
        rank: i32,
        targets: u64,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> u64;

    /// The rung of a target's save against so much damage; `shown` keeps the attacker's luck, where
    /// one is for many targets.
    #[expect(clippy::too_many_arguments, reason = "both sides of a save and what it is made with")]
    fn save<C: Chance>(
        &self,
        attacker: usize,
        target: usize,
        damage: i32,
        wounds: i32,
        shown: Option<&mut Option<i32>>,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32;

    /// Whether someone who is stunned shakes it off.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn recovers<C: Chance>(
        &self,
        person: usize,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> bool {
        let _ = (person, luck, chance, record);
        false
    }

    /// Whether someone rests in place of an attack.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn rests<C: Chance>(
        &self,
        person: usize,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Rest {
        let _ = (person, luck, chance, record);
        Rest::No
    }

    /// Whether someone who has attacked attacks once more.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn surges(&self, person: usize, luck: &mut Self::Luck, record: &mut impl Record) -> bool {
        let _ = (person, luck, record);
        false
    }

    /// Whether whoever would be out is spared.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn spares(
        &self,
        attacker: usize,
        target: usize,
        luck: &mut Self::Luck,
        record: &mut impl Record,
    ) -> bool {
        let _ = (attacker, target, luck, record);
        false
    }

    /// What is done at the end of a character's turn.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn turn_ends<C: Chance>(&self, luck: &mut Self::Luck, chance: &mut C) {
        let _ = (luck, chance);
    }

    /// Puts equal states into one form, for whoever merges them.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn settle<C: Chance>(&self, luck: &mut Self::Luck, chance: &C) {
        let _ = (luck, chance);
    }

    /// What it counts; the first column has this handle.
    fn columns(&self, first: Handle) -> Vec<Column>;

    /// Records what it counts.
    fn score(&self, first: Handle, luck: &Self::Luck, record: &mut impl Record);

    /// How many branches an exact answer takes at the least.
    fn least_branches(&self) -> u64 {
        1
    }
}

/// What a character is, as far as the ladder goes.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// Initiative bonus.
    pub initiative: i32,
    /// Damage rank.
    pub damage: i32,
    /// Whether it injures.
    pub lethal: bool,
    /// What decides who is weak: Toughness.
    pub toughness: i32,
    /// The rank of an area attack.
    pub area: Option<i32>,
}

/// What someone has suffered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Body {
    bruises: u8,
    injuries: u8,
    staggered: bool,
    stun: Stun,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Stun {
    #[default]
    None,
    /// It loses its next turn.
    Loses,
    /// It is not back before its next turn.
    Lost,
    /// It rests until its next turn.
    Rests,
}

/// People on the damage ladder.
#[derive(Debug)]
pub struct Brawl<S> {
    people: People,
    fighters: Vec<Fighter>,
    /// How luck falls.
    pub strikes: S,
    ladder: Ladder,
    targets: [Target; 2],
    order: Order,
    stunned_loses_turn: bool,
    /// Whether area attacks reach the whole side.
    reaches_side: bool,
    /// Whether who saves against one suffers half of it.
    saved_half: bool,
    /// Whether lethal damage injures and bruises.
    mixed: bool,
    /// Whether both kinds of wounds lower every save.
    both: bool,
}

/// What lasts in a brawl.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Brawling<L> {
    bodies: [Body; MOST_PEOPLE],
    /// What luck remembers.
    pub luck: L,
}

/// More wounds are not counted: nobody stands with so many.
const MOST_WOUNDS: u8 = 250;
/// The most wounds that a column shows.
const MOST_SHOWN: i32 = 100;

impl<S: Strikes> Brawl<S> {
    /// A brawl of these people under the readings of a question; `mixed`: lethal damage bruises too,
    /// `both`: all wounds lower every save.
    pub fn new(
        set: &Settings,
        people: People,
        fighters: Vec<Fighter>,
        strikes: S,
        [mixed, both]: [bool; 2],
    ) -> Brawl<S> {
        Brawl {
            people,
            fighters,
            strikes,
            ladder: Ladder::read(set),
            targets: targets(set),
            order: Order::default(),
            stunned_loses_turn: set.flag(&STUNNED_LOSES_TURN),
            reaches_side: set.is(&AREA_REACHES, "side"),
            saved_half: set.is(&AREA_SAVED, "half"),
            mixed,
            both,
        }
    }

    fn fighter(&self, person: usize) -> &Fighter {
        &self.fighters[self.people.character(person)]
    }

    fn name(&self, person: usize) -> String {
        self.people.name(person)
    }

    /// A target's save against damage, and what it leaves behind.
    #[inline]
    fn suffers<C: Chance>(
        &self,
        [attacker, target]: [usize; 2],
        damage: i32,
        shown: Option<&mut Option<i32>>,
        fight: &mut Fight<Brawling<S::Luck>>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let lethal = self.fighter(attacker).lethal;
        let state = &mut fight.game;
        let body = state.bodies[target];
        let wounds = match lethal {
            _ if self.both => i32::from(body.bruises) + i32::from(body.injuries),
            true => body.injuries.into(),
            false => body.bruises.into(),
        };
        let rung = self.strikes.save(
            attacker,
            target,
            damage,
            wounds,
            shown,
            &mut state.luck,
            chance,
            record,
        );
        let mut condition = Condition { wounds: 0, staggered: body.staggered };
        let out = self.ladder.suffer(&mut condition, rung)
            && !self.strikes.spares(attacker, target, &mut state.luck, record);
        let body = &mut state.bodies[target];
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
            // Nobody's condition counts any more.
            *body = Body { stun: Stun::None, staggered: false, ..*body };
            fight.falls(target);
            record.tell(|| {
                let again = if rung == OUT { "" } else { ", staggered a second time" };
                format!("  {} is out{again}", self.name(target))
            });
        } else if stuns(rung) {
            body.stun = if self.stunned_loses_turn { Stun::Loses } else { Stun::Lost };
        }
    }

    /// How far someone is from being out.
    fn worth(&self, fight: &Fight<Brawling<S::Luck>>, person: usize) -> i32 {
        let Body { bruises, injuries, staggered, .. } = fight.game.bodies[person];
        let wounds = i32::from(bruises.max(injuries)) + if staggered { 10 } else { 0 };
        self.fighter(person).toughness - wounds
    }

    /// Who of a character acts in this turn.
    #[inline]
    fn able<C: Chance>(
        &self,
        character: usize,
        fight: &mut Fight<Brawling<S::Luck>>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> u64 {
        let mut able = 0;
        for person in fight.each(self.people.characters[character].bits) {
            let state = &mut fight.game;
            let stunned = state.bodies[person].stun == Stun::Loses
                && !self.strikes.recovers(person, &mut state.luck, chance, record);
            if stunned {
                state.bodies[person].stun = Stun::Lost;
                record.tell(|| format!("{} is stunned and loses the turn", self.name(person)));
                continue;
            }
            state.bodies[person].stun = Stun::None;
            match self.strikes.rests(person, &mut state.luck, chance, record) {
                Rest::No => able |= 1 << person,
                Rest::Flat => state.bodies[person].stun = Stun::Rests,
                Rest::Guarded => {}
            }
        }
        able
    }

    /// An area attack, if there is one and it reaches several.
    #[inline]
    fn sweeps<C: Chance>(
        &self,
        person: usize,
        fight: &mut Fight<Brawling<S::Luck>>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> bool {
        let fighter = self.fighter(person);
        let Some(rank) = fighter.area else { return false };
        let rivals = self.people.sides[RIVALS - self.people.side(person)];
        let reached = match self.reaches_side {
            true => fight.standing(rivals),
            false => {
                let groups = self.people.characters.iter().map(|other| other.bits & rivals);
                groups
                    .map(|bits| fight.standing(bits))
                    .max_by_key(|bits| bits.count_ones())
                    .unwrap_or(0)
            }
        };
        if reached.count_ones() < 2 {
            return false;
        }
        record.tell(|| format!("{} attacks {} at once", self.name(person), reached.count_ones()));
        let luck = &mut fight.game.luck;
        let caught = self.strikes.area(person, rank, reached, luck, chance, record);
        let mut shown = None;
        for target in each(reached) {
            let damage = match caught >> target & 1 {
                1 => fighter.damage,
                _ if self.saved_half => fighter.damage.div_euclid(2),
                _ => continue,
            };
            self.suffers([person, target], damage, Some(&mut shown), fight, chance, record);
        }
        true
    }

    /// Attacks of people who are alike, on those whom they choose.
    #[inline]
    fn attack<C: Chance>(
        &self,
        attackers: u64,
        fight: &mut Fight<Brawling<S::Luck>>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let mut chosen = [0u64; MOST_PEOPLE];
        let mut all = 0;
        for person in each(attackers) {
            let side = self.people.side(person);
            if attackers.count_ones() == 1 && self.sweeps(person, fight, chance, record) {
                return;
            }
            let worth = |fight: &Fight<_>, person| self.worth(fight, person);
            let target = self.targets[side].choose(side, &self.people, fight, chance, worth);
            let Some(target) = target else { return };
            chosen[target] |= 1 << person;
            all |= 1u64 << target;
        }
        for target in each(all) {
            let attackers = chosen[target];
            record.tell(|| {
                let first = attackers.trailing_zeros() as usize;
                let who = match attackers.count_ones() {
                    1 => format!("{} attacks", self.name(first)),
                    many => {
                        let name = &self.people.characters[self.people.character(first)].name;
                        format!("{many} of {name} attack")
                    }
                };
                format!("{who} {}", self.name(target))
            });
            let state = &mut fight.game;
            let guard = match state.bodies[target].stun {
                Stun::None => Guard::Full,
                Stun::Loses | Stun::Lost => Guard::Stunned,
                Stun::Rests => Guard::Flat,
            };
            let luck = &mut state.luck;
            let hits = self.strikes.attack(attackers, target, guard, luck, chance, record);
            for person in each(hits.hit) {
                if !fight.stands(target) {
                    break;
                }
                let critical = hits.critical >> person & 1 == 1;
                let more = if critical { crate::blow::CRITICAL_DAMAGE } else { 0 };
                let damage = self.fighter(person).damage + more;
                self.suffers([person, target], damage, None, fight, chance, record);
            }
        }
    }
}

impl<S: Strikes> Game for Brawl<S> {
    type State = Brawling<S::Luck>;

    fn people(&self) -> &People {
        &self.people
    }

    fn start(&self) -> Brawling<S::Luck> {
        Brawling { bodies: [Body::default(); MOST_PEOPLE], luck: self.strikes.luck() }
    }

    fn begin<C: Chance>(
        &self,
        fight: &mut Fight<Brawling<S::Luck>>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let luck = &mut fight.game.luck;
        self.strikes.deal(luck, chance, record);
        let mut totals = [(0, 0); MOST_CHARACTERS];
        let count = self.fighters.len();
        for (character, total) in totals[..count].iter_mut().enumerate() {
            let bonus = self.fighters[character].initiative;
            if self.people.characters[character].count > 0 {
                *total = (bonus + self.strikes.initiative(character, luck, chance), bonus);
            }
        }
        record.tell(|| {
            let here = self.people.characters.iter().zip(totals).filter(|(who, _)| who.count > 0);
            let said: Vec<String> =
                here.map(|(who, (total, _))| format!("{} {total}", who.name)).collect();
            format!("initiative: {}", said.join(", "))
        });
        self.order.set(&totals[..count], &self.people, fight, chance, record);
    }

    #[inline]
    fn turn<C: Chance>(
        &self,
        character: usize,
        fight: &mut Fight<Brawling<S::Luck>>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let able = self.able(character, fight, chance, record);
        if able != 0 {
            self.attack(able, fight, chance, record);
            if able.count_ones() == 1 && !fight.is_decided(&self.people) {
                let person = able.trailing_zeros() as usize;
                if self.strikes.surges(person, &mut fight.game.luck, record) {
                    self.attack(able, fight, chance, record);
                }
            }
        }
        self.strikes.turn_ends(&mut fight.game.luck, chance);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn settle<C: Chance>(&self, fight: &mut Fight<Brawling<S::Luck>>, chance: &C) {
        self.strikes.settle(&mut fight.game.luck, chance);
    }

    fn columns(&self, first: Handle) -> Vec<Column> {
        let wounds = Scale::numbers(0, MOST_SHOWN).or_more();
        let mut columns = vec![Column::new(first, wounds).called("bruises", None)];
        columns.extend(self.strikes.columns(Handle::at(first.place() + 1)));
        columns
    }

    fn score(&self, first: Handle, fight: &Fight<Brawling<S::Luck>>, record: &mut impl Record) {
        let bodies = each(self.people.sides[HEROES]).map(|hero| fight.game.bodies[hero]);
        let wounds: i32 = bodies.map(|body| i32::from(body.bruises.max(body.injuries))).sum();
        record.score(first, wounds.min(MOST_SHOWN));
        self.strikes.score(Handle::at(first.place() + 1), &fight.game.luck, record);
    }

    fn least_branches(&self) -> u64 {
        let many = if self.people.standing().count_ones() > 3 { u64::MAX } else { 1 };
        many.max(self.strikes.least_branches())
    }
}
