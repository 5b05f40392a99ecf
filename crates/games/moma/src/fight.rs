//! Check of whole fights without dice: sides of several characters, each with a pool per attribute.

mod fields;
#[cfg(test)]
mod tests;

pub(super) use fields::Mind;

use crate::fields::{ATTRIBUTES, FULL, most as largest_bid};
use fields::{Bid, EDGE, FORM, FightFields, Tie, Ways};
use oddsmith_base::Result;
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::rule::{Record, Scale};
use oddsmith_mechanics::Moment;
use oddsmith_mechanics::scene::{
    Fight, Game, HEROES, LIMIT, MOST_PEOPLE, People, RIVAL_TARGET, RIVALS, Scene, TARGET, Target,
    each, targets,
};
use oddsmith_registry::cast::CAST;
use oddsmith_registry::{Definition, Edge, Settings};

/// Indices of the pools, by attribute.
const BY_STRENGTH: usize = 0;
const BY_AGILITY: usize = 1;
const BY_BRAINS: usize = 2;
const BY_SOCIAL: usize = 3;

/// Facts that each use of Know Thine Enemy reveals, in order: first for attacks, then for defence.
const LEARNED: [&str; 4] = ["the dodge", "the agility", "the melee skill", "the strength"];

/// Statistics of a character.
#[derive(Clone, Debug)]
struct Numbers {
    mind: Mind,
    attributes: [i32; 4],
    pools: [u8; 4],
}

/// Rule of a fight by willpower.
///
/// # Formula
/// An attack is `strength + melee + bid` plus hulk ups of the last round, against
/// `agility + dodge + bid`; both sides pay their bids. A hulk up counts in the next round. The n-th
/// effect of a turn costs n points of its attribute's pool; ordered effects count too. A character
/// is out after `health` successful attacks.
///
/// # Source
/// Mind over Matter, Core Mechanic, Willpower, Combat Effects. The loss of one health for each
/// successful attack is a house rule: the text's combat ends before damage.
pub struct Willpower {
    people: People,
    numbers: Vec<Numbers>,
    ways: [Ways; 2],
    targets: [Target; 2],
    given: FightFields,
    edge: i32,
    /// Odds of a uniform bid, by the largest allowed bid.
    any: Vec<Odds>,
    most_points: i32,
}

/// State of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FightState {
    /// Points left of each attribute, by person.
    pub(super) pools: [[u8; 4]; MOST_PEOPLE],
    /// Number of successful attacks taken, by person.
    pub(super) hits: [u8; MOST_PEOPLE],
    /// Bonus to attacks in this round from hulk ups, by person.
    hulk: [u8; MOST_PEOPLE],
    /// Bonus to attacks in the next round from hulk ups, by person.
    coming: [u8; MOST_PEOPLE],
    /// Bit set of persons who are close to the other side.
    near: u64,
    /// Number of facts of [`LEARNED`] that each side knows of each person.
    known: [[u8; MOST_PEOPLE]; 2],
}

impl Willpower {
    pub(super) fn read(set: &Settings) -> Result<Willpower> {
        let people = People::read(set, 1)?;
        let numbers = set.characters().map(|(_, of)| {
            let mind = Mind::read(&of);
            let attributes = [mind.strength, mind.agility, mind.brains, mind.social];
            let rest = mind.rest.parts();
            let whole = oddsmith_registry::Decimal::whole(1).parts();
            let pool = |attribute: i32| i64::from(attribute * FULL) * rest / whole;
            Numbers { mind, attributes, pools: attributes.map(|attribute| pool(attribute) as u8) }
        });
        let numbers: Vec<Numbers> = numbers.collect();
        let pools =
            each(people.sides[HEROES]).flat_map(|hero| numbers[people.character(hero)].pools);
        let most_points = pools.map(i32::from).sum();
        Ok(Willpower {
            ways: [set, &set.rival()].map(Ways::read),
            targets: targets(set),
            given: FightFields::read(set),
            edge: set.integer(&EDGE),
            any: (1..=41).map(|many| Odds::even(many).labelled("bid")).collect(),
            most_points,
            numbers,
            people,
        })
    }

    /// Returns the number of successful attacks that put a person out.
    fn numbers(&self, person: usize) -> &Numbers {
        &self.numbers[self.people.character(person)]
    }

    /// Returns a bid of at most `most`; `enough` is the smallest sufficient bid against a known
    /// target.
    #[inline]
    fn bid<C: Chance>(
        &self,
        by: Bid,
        most: i32,
        pool: u8,
        enough: Option<i32>,
        chance: &mut C,
    ) -> i32 {
        match by {
            Bid::Max => most,
            Bid::Half => most / 2,
            Bid::Even => (i32::from(pool) / self.given.pace).min(most),
            Bid::Uniform if most == 0 => 0,
            Bid::Uniform => chance.choose(&self.any[most as usize]) as i32,
            Bid::None => 0,
            Bid::Known => match enough {
                // No points are spent on a total that can't be reached.
                Some(enough) if enough > most => 0,
                Some(enough) => enough.max(0),
                None => most,
            },
        }
    }

    /// Pays for the next effect of a turn and returns true if the pool is sufficient.
    fn buys(
        &self,
        at: &mut Moment<Fight<FightState>, impl Chance, impl Record>,
        person: usize,
        attribute: usize,
        count: &mut u8,
        what: &str,
    ) -> bool {
        let pool = &mut at.state.game.pools[person][attribute];
        let cost = *count + 1;
        if *pool < cost {
            return false;
        }
        *pool -= cost;
        *count = cost;
        at.record.tell(|| {
            let left = at.state.game.pools[person][attribute];
            let of = ATTRIBUTES[attribute];
            let s = if cost == 1 { "" } else { "s" };
            let name = self.people.name(person);
            format!("{name} {what} for {cost} point{s} of {of}, {left} left")
        });
        true
    }

    /// Resolves one turn of one person.
    #[inline]
    fn act(&self, at: &mut Moment<Fight<FightState>, impl Chance, impl Record>, person: usize) {
        let side = self.people.side(person);
        let ways = &self.ways[side];
        let left = |fight: &Fight<FightState>, person: usize| {
            i32::from(self.numbers(person).mind.health) - i32::from(fight.game.hits[person])
        };
        let target = self.targets[side].choose(side, &self.people, at.state, at.chance, left);
        let Some(target) = target else { return };
        let hulk = i32::from(at.state.game.hulk[person]);
        let mut count = 0;
        for _ in 0..2 {
            let known = usize::from(at.state.game.known[side][target]);
            let Some(what) = LEARNED.get(known).filter(|_| ways.know) else { break };
            let what = format!("learns {what} of {}", self.people.name(target));
            if !self.buys(at, person, BY_BRAINS, &mut count, &what) {
                break;
            }
            at.state.game.known[side][target] += 1;
        }
        let mut there = at.state.game.near >> person & 1 == 1;
        if !there {
            let mut steps = 0;
            while ways.step && steps < self.given.apart {
                if !self.buys(at, person, BY_AGILITY, &mut count, "steps") {
                    break;
                }
                steps += 1;
            }
            there = steps == self.given.apart;
            // The target is close, too.
            at.state.game.near |= 1 << person | 1 << target;
            if !there {
                at.record.tell(|| {
                    let (who, whom) = (self.people.name(person), self.people.name(target));
                    format!("{who} moves up to {whom}")
                });
            }
        }
        if there {
            self.attack(at, person, target, hulk);
        }
        for _ in 0..ways.hulk_up {
            if !self.buys(at, person, BY_STRENGTH, &mut count, "hulks up") {
                break;
            }
            at.state.game.coming[person] = at.state.game.coming[person].saturating_add(1);
        }
        if ways.order {
            let others = at.state.each(self.people.sides[side] & !(1 << person));
            let ally = others.max_by_key(|&ally| {
                (at.state.game.pools[ally][BY_STRENGTH], std::cmp::Reverse(ally))
            });
            let Some(ally) = ally else { return };
            // An order is given only if the ally can pay for its effect.
            let able = at.state.game.pools[ally][BY_STRENGTH] >= count + 2;
            let what = format!("orders {}", self.people.name(ally));
            if able && self.buys(at, person, BY_SOCIAL, &mut count, &what) {
                self.buys(at, ally, BY_STRENGTH, &mut count, "hulks up");
                at.state.game.coming[ally] = at.state.game.coming[ally].saturating_add(1);
            }
        }
    }

    /// Resolves an attack with its hulk up bonus.
    #[inline]
    fn attack(
        &self,
        at: &mut Moment<Fight<FightState>, impl Chance, impl Record>,
        person: usize,
        target: usize,
        hulk: i32,
    ) {
        let side = self.people.side(person);
        let (own, other) = (self.numbers(person), self.numbers(target));
        let pools = &at.state.game.pools;
        let (pool, rival_pool) = (pools[person][BY_STRENGTH], pools[target][BY_AGILITY]);
        let edge = if side == HEROES { self.edge } else { 0 };
        let score = own.attributes[BY_STRENGTH] + own.mind.melee + hulk + edge;
        let guard = other.attributes[BY_AGILITY] + other.mind.dodge;
        let most = largest_bid(own.mind.melee, pool.into(), self.given.capped);
        let rival_most = largest_bid(other.mind.dodge, rival_pool.into(), self.given.capped);
        let knows = |side: usize, whom: usize, what: u8| at.state.game.known[side][whom] >= what;
        let beyond = i32::from(self.given.tie == Tie::Defender);
        let enough = knows(side, target, 2).then_some(guard + rival_most + beyond - score);
        let enough_guard =
            knows(RIVALS - side, person, 4).then_some(score + most + 1 - beyond - guard);
        let bid = self.bid(self.ways[side].attack_bid, most, pool, enough, at.chance);
        let rival_way = self.ways[RIVALS - side].dodge_bid;
        let rival_bid = self.bid(rival_way, rival_most, rival_pool, enough_guard, at.chance);
        at.state.game.pools[person][BY_STRENGTH] -= bid as u8;
        at.state.game.pools[target][BY_AGILITY] -= rival_bid as u8;
        let (total, against) = (score + bid, guard + rival_bid);
        let hits = total >= against + beyond;
        at.record.tell(|| {
            let said = if hits { "a hit" } else { "a miss" };
            let more = |what: &str, points: i32| match points {
                0 => String::new(),
                ..0 => format!(" - {what} {}", -points),
                _ => format!(" + {what} {points}"),
            };
            format!(
                "{} attacks {}: strength {} + melee {}{}{}{} = {total} against agility {} + dodge {}{} = {against}, {said}",
                self.people.name(person),
                self.people.name(target),
                own.attributes[BY_STRENGTH],
                own.mind.melee,
                more("hulk up", hulk),
                more("edge", edge),
                more("bid", bid),
                other.attributes[BY_AGILITY],
                other.mind.dodge,
                more("bid", rival_bid),
            )
        });
        for (who, attribute, paid) in [(person, BY_STRENGTH, bid), (target, BY_AGILITY, rival_bid)]
        {
            if paid > 0 {
                at.record.tell(|| {
                    let (name, left) = (self.people.name(who), at.state.game.pools[who][attribute]);
                    format!("  {name} has {left} of {} left", ATTRIBUTES[attribute])
                });
            }
        }
        if hits {
            let taken = &mut at.state.game.hits[target];
            *taken += 1;
            if *taken == other.mind.health {
                at.state.falls(target);
                at.record.tell(|| format!("  {} is out", self.people.name(target)));
            } else {
                let left = other.mind.health - *taken;
                at.record.tell(|| {
                    format!(
                        "  {} has {left} of {} health left",
                        self.people.name(target),
                        other.mind.health
                    )
                });
            }
        }
    }
}

impl Game for Willpower {
    type State = FightState;

    fn people(&self) -> &People {
        &self.people
    }

    fn start(&self) -> FightState {
        let mut pools = [[0; 4]; MOST_PEOPLE];
        for (person, pools) in pools.iter_mut().take(self.people.of.len()).enumerate() {
            *pools = self.numbers(person).pools;
        }
        let near = if self.given.apart == 0 { u64::MAX } else { 0 };
        let none = [0; MOST_PEOPLE];
        FightState { pools, hits: none, hulk: none, coming: none, near, known: [none; 2] }
    }

    fn round<C: Chance>(&self, fight: &mut Fight<FightState>, _: &mut C, _: &mut impl Record) {
        fight.game.hulk = std::mem::replace(&mut fight.game.coming, [0; MOST_PEOPLE]);
    }

    fn begin<C: Chance>(
        &self,
        fight: &mut Fight<FightState>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let agility = |who: usize| (self.numbers[who].attributes[BY_AGILITY], 0);
        self.people.set_order(agility, fight, chance, record);
    }

    #[inline]
    fn turn<C: Chance>(
        &self,
        character: usize,
        fight: &mut Fight<FightState>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let at = &mut Moment { state: fight, chance, record };
        for person in at.state.each(self.people.characters[character].bits) {
            self.act(at, person);
        }
    }

    fn columns(&self) -> Vec<(&'static str, Scale)> {
        vec![("points_left", Scale::numbers(0, self.most_points))]
    }

    fn scores(&self, fight: &Fight<FightState>) -> impl Iterator<Item = i32> {
        let points = each(self.people.sides[HEROES]).flat_map(|hero| fight.game.pools[hero]);
        std::iter::once(points.map(i32::from).sum())
    }
}

/// Definition of the check: a [`Scene`] of [`Willpower`].
pub const ENTRY: Definition = Definition {
    id: "moma.fight",
    title: "Whole fight",
    about: "Sides of several characters, each with a pool an attribute, bid round after round and buy combat effects, until a side is out.",
    source: "Mind over Matter, Core Mechanic, Willpower, Combat Effects; an attack takes one of health, which the text leaves open",
    luck: "a choice for each place in the order of turns that is tied; then turn by turn: a target where several stand, a bid where it is uniform",
    fields: &[&[CAST, EDGE, TARGET, RIVAL_TARGET, LIMIT], FightFields::FIELDS],
    edge: Edge::by("edge"),
    small: &[("bruiser.count", "0"), ("acrobat.count", "0"), ("thug.count", "0"), ("limit", "8")],
    cast: Some(&FORM),
    build: |set| Ok(Box::new(Scene::new(Willpower::read(set)?, set.integer(&LIMIT)))),
    ..Definition::PLAIN
};
