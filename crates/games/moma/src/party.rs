//! Check of days of encounters for several characters, each with a pool per attribute.

#[cfg(test)]
mod tests;

use super::check::CheckFields;
use super::days::{Day, DayFields, DaysFields, Spending};
use super::fields::{ATTRIBUTES as NAMES, FULL, drawn, most};
use super::fight::Mind;
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::{Chance, Die, Odds};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::cast::CAST;
use oddsmith_registry::{CastSchema, Definition, Edge, Field, Part, Settings, choice, fields};

/// Returns the field of a skill that belongs to an attribute.
const fn skill(name: &'static str, about: &'static str) -> Field<'static> {
    Field::number(name, about).range(0, 8).default("2").source("Skills")
}

const HOLDS: &str = "the attribute, whose pool holds 5 points for each of it";
const ATTRIBUTES: [Field; 4] = [
    Mind::strength.about(HOLDS),
    Mind::agility.about(HOLDS),
    Mind::brains.about(HOLDS),
    Mind::social.about(HOLDS),
];

/// Skills of the attributes, in the same order.
const SKILLS: [Field; 4] = [
    skill("strength_skill", "the skill that goes with strength"),
    skill("agility_skill", "the skill that goes with agility"),
    skill("brains_skill", "the skill that goes with brains"),
    skill("social_skill", "the skill that goes with social"),
];

fields! {
    /// Fields of a party, except those of its days.
    struct PartyFields {
        edge: i32, "what everyone adds to each check", source("Skills");
        dn: Vec<i32> = DaysFields::dn, default("[10,12,14]");
        asks: Asks, "the attribute that an encounter asks for; any: each of the four is equally likely",
            source("Attributes");
        who: Who, "who meets an encounter. cheapest: whoever needs the fewest points; fullest: of those who can, whoever has the most points; turns: one after the other; all: everyone must",
            source("not in the text");
        policy: Spending, "need: just enough if it can be met; max: all that is allowed; half: half of that; hoard: nothing. 0 where the need can't be met",
            one_of(&["need", "max", "half", "hoard"]), source("Willpower");
        capped: bool = CheckFields::capped;
    }
}

choice! {
    /// Attribute that encounters require.
    pub enum Asks {
        /// Any attribute, each equally likely.
        Any = "any",
        /// Strength.
        Strength = "strength",
        /// Agility.
        Agility = "agility",
        /// Brains.
        Brains = "brains",
        /// Social.
        Social = "social",
    }
    /// Choice of the members who meet an encounter.
    pub enum Who {
        /// The member who needs the fewest points.
        Cheapest = "cheapest",
        /// Of those who can meet it, the member with the most points.
        Fullest = "fullest",
        /// Each member in turn.
        Turns = "turns",
        /// All members.
        All = "all",
    }
}

const FORM: CastSchema = CastSchema {
    parts: &[Part { name: "hero", fields: &[&ATTRIBUTES, &SKILLS] }],
    elsewhere: &["health", "melee", "dodge", "rest"],
    usual: include_str!("party.toml"),
};

/// Largest number of members.
const MOST: usize = oddsmith_mechanics::scene::MOST_PEOPLE;

/// Member of the party.
#[derive(Clone, Debug)]
struct Member {
    name: String,
    attributes: [i32; 4],
    skills: [i32; 4],
}

/// Rule of encounters on several days that a party pays for from its pools.
///
/// # Formula
/// An encounter requires one attribute: `need = dn - attribute - skill` of the member who meets it.
/// The payment is at most the pool of that attribute and, if capped, the skill. After the
/// encounters of a day each pool gains `meals x attribute + 3 x attribute` (a night), up to
/// `5 x attribute`, where it starts; meals may follow each encounter instead.
///
/// # Source
/// Mind over Matter, Attributes, Willpower. The choice of the member is a house rule: the text
/// leaves it to the players.
pub struct Party {
    members: Vec<Member>,
    given: PartyFields,
    needs: Die,
    any: Odds,
    day: Day,
}

/// State before an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Camp {
    /// Number of earlier encounters; `met` is the number of those that were met.
    over: i32,
    met: i32,
    /// Points left of each attribute, by member.
    pools: [[u8; 4]; MOST],
}

impl Party {
    fn read(set: &Settings) -> Result<Party> {
        let mut members = Vec::new();
        for (character, of) in set.characters() {
            let numbers = |fields: [&Field; 4]| fields.map(|field| of.integer(field));
            for number in 1..=of.count() {
                let name = match of.count() {
                    1 => character.name.clone(),
                    _ => format!("{} {number}", character.name),
                };
                let [attributes, skills] =
                    [&ATTRIBUTES, &SKILLS].map(|fields| numbers(fields.each_ref()));
                members.push(Member { name, attributes, skills });
            }
        }
        if members.len() > MOST {
            let error = Error::question(format!("a party has more than {MOST} people"));
            return Err(error.with_hint("lower a `count`"));
        }
        let given = PartyFields::read(set);
        let (needs, any) = (Die::new(&given.dn), Odds::even(4).labelled("attribute"));
        Ok(Party { members, given, needs, any, day: Day::read(set) })
    }

    /// Returns a member's need and the most points it may pay.
    #[inline]
    fn need(&self, now: &Camp, member: usize, asked: usize, dn: i32) -> (i32, i32) {
        let Member { attributes, skills, .. } = &self.members[member];
        let most = most(skills[asked], now.pools[member][asked].into(), self.given.capped);
        (dn - attributes[asked] - skills[asked] - self.given.edge, most)
    }

    /// Returns the member who meets an encounter; `None` if no member can.
    fn chosen(&self, now: &Camp, asked: usize, dn: i32) -> Option<usize> {
        let count = self.members.len();
        if self.given.who == Who::Turns {
            return (now.over as usize).checked_rem(count);
        }
        let able = (0..count).filter(|&member| {
            let (need, most) = self.need(now, member, asked, dn);
            need <= most
        });
        // Ties go to the member with more points, then to the first one.
        able.min_by_key(|&member| {
            let need = self.need(now, member, asked, dn).0.max(0);
            let left = -i32::from(now.pools[member][asked]);
            if self.given.who == Who::Cheapest { (need, left) } else { (left, need) }
        })
    }

    /// Resolves one member's part of an encounter: the points paid, and true if they suffice.
    fn pay(
        &self,
        member: usize,
        (asked, dn): (usize, i32),
        now: &mut Camp,
        record: &mut impl Record,
    ) -> (i32, bool) {
        let (need, most) = self.need(now, member, asked, dn);
        let paid = self.given.policy.pays(need, most);
        let pool = &mut now.pools[member][asked];
        let before = *pool;
        *pool -= paid as u8;
        let met = paid >= need;
        record.tell(|| {
            let word = if met { "met" } else { "failed" };
            let name = &self.members[member].name;
            format!("  {name} needs {}, pays {paid} of {before}: {word}", need.max(0))
        });
        (paid, met)
    }

    /// Restores points by the meals and the night after an encounter.
    fn rest(&self, now: &mut Camp) {
        let times = self.day.restores(now.over);
        for (member, pools) in self.members.iter().zip(&mut now.pools) {
            for (pool, attribute) in pools.iter_mut().zip(member.attributes) {
                *pool = (i32::from(*pool) + times * attribute).min(FULL * attribute) as u8;
            }
        }
    }

    fn points(&self, now: &Camp) -> i32 {
        now.pools.iter().flatten().map(|&points| i32::from(points)).sum()
    }
}

const FAILURE: i32 = 0;
const SUCCESS: i32 = 1;

const MET: Handle = Handle::first("met");
const LEFT: Handle = MET.then("points_left");
const POOL: Handle = LEFT.then("pool");
const PAID: Handle = POOL.then("paid");
const RESULT: Handle = PAID.then("result");

impl Rule for Party {
    type State = Camp;

    fn columns(&self) -> Columns {
        let all = self.day.encounters * self.day.days;
        let attributes = self.members.iter().flat_map(|member| member.attributes);
        let points = FULL * attributes.sum::<i32>();
        Columns::new([
            Column::new(MET, Scale::numbers(0, all)),
            Column::new(LEFT, Scale::numbers(0, points)),
            Column::new(POOL, Scale::numbers(0, points)).each("encounter", all as u32),
            Column::new(PAID, Scale::numbers(0, points)).each("encounter", all as u32),
            Column::new(RESULT, Scale::rungs(&["failure", "success"]))
                .success(Success::AtLeast(SUCCESS))
                .each("encounter", all as u32),
        ])
    }

    fn start(&self) -> Camp {
        let mut pools = [[0; 4]; MOST];
        for (pools, member) in pools.iter_mut().zip(&self.members) {
            *pools = member.attributes.map(|attribute| (FULL * attribute) as u8);
        }
        Camp { over: 0, met: 0, pools }
    }

    /// Resolves one encounter.
    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Camp,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Camp> {
        let asked = match self.given.asks {
            Asks::Any => chance.choose(&self.any),
            one => one as usize - 1,
        };
        let dn = drawn(&self.needs, chance);
        record.score(POOL, self.points(&now));
        record.tell(|| {
            let (day, today) = (now.over / self.day.encounters, now.over % self.day.encounters);
            format!("day {}, encounter {}: {} {dn}", day + 1, today + 1, NAMES[asked])
        });
        let (mut paid, mut met) = (0, true);
        if self.given.who == Who::All && !self.members.is_empty() {
            for member in 0..self.members.len() {
                let (more, also) = self.pay(member, (asked, dn), &mut now, record);
                (paid, met) = (paid + more, met && also);
            }
        } else if let Some(member) = self.chosen(&now, asked, dn) {
            (paid, met) = self.pay(member, (asked, dn), &mut now, record);
        } else {
            record.tell(|| "  nobody can: failed".into());
            met = false;
        }
        let result = if met { SUCCESS } else { FAILURE };
        record.score(PAID, paid);
        record.score(RESULT, result);
        now.over += 1;
        now.met += result;
        self.rest(&mut now);
        if now.over < self.day.encounters * self.day.days {
            return Step::Next(now);
        }
        record.score(MET, now.met);
        record.score(LEFT, self.points(&now));
        Step::Done
    }
}

/// Definition of the check whose rule is [`Party`].
pub const ENTRY: Definition = Definition {
    id: "moma.party",
    title: "A party's days",
    about: "Encounters day after day that several characters meet together, each with a pool an attribute; meals and nights refill them.",
    source: "Mind over Matter, Attributes, Willpower",
    luck: "for each encounter the attribute that is asked for, where any may be, then a face, its difficulty number, where several are possible",
    fields: &[
        &[CAST, PartyFields::edge, PartyFields::dn, PartyFields::asks, PartyFields::who],
        &[DayFields::encounters.default("6"), DayFields::days.default("1"), DayFields::meals],
        &[DayFields::meals_after, DayFields::nights, PartyFields::policy, PartyFields::capped],
    ],
    edge: Edge::by("edge"),
    small: &[("scout.count", "0"), ("scholar.count", "0"), ("encounters", "2")],
    cast: Some(&FORM),
    build: |set| Ok(Box::new(Party::read(set)?)),
    ..Definition::PLAIN
};
