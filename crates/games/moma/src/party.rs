//! Days of encounters that several characters meet together, each with a pool an attribute.

use super::days::{DN, Day, DayFields, Spending};
use super::fields::{CAPPED, FULL};
use super::fight::Mind;
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::{Chance, Die, Odds};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::cast::CAST;
use oddsmith_registry::{CastSchema, Choice, Definition, Edge, Field, Part, Settings, choice};

/// A skill that goes with an attribute.
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

/// The skill that goes with each attribute, in their order.
const SKILLS: [Field; 4] = [
    skill("strength_skill", "the skill that goes with strength"),
    skill("agility_skill", "the skill that goes with agility"),
    skill("brains_skill", "the skill that goes with brains"),
    skill("social_skill", "the skill that goes with social"),
];
const DNS: Field = DN.default("[10,12,14]");
const ASKS: Field = Field::choice::<Asks>(
    "asks",
    "the attribute that an encounter asks for; any: each of the four is equally likely",
)
.source("Attributes");
const WHO: Field = Field::choice::<Who>(
    "who",
    "who meets an encounter. cheapest: whoever needs the fewest points; fullest: of those who can, whoever has the most points; turns: one after the other; all: everyone must",
)
.source("not in the text");
const POLICY: Field = Field::words(
    "policy",
    &["need", "max", "half", "hoard"],
    "need: just enough if it can be met; max: all that is allowed; half: half of that; hoard: nothing. 0 where the need can't be met",
)
.source("Willpower");
const EDGE: Field = Field::number("edge", "what everyone adds to each check").source("Skills");

choice! {
    /// What encounters ask for.
    pub enum Asks {
        /// Each attribute is equally likely.
        Any = "any",
        /// Strength alone.
        Strength = "strength",
        /// Agility alone.
        Agility = "agility",
        /// Brains alone.
        Brains = "brains",
        /// Social alone.
        Social = "social",
    }
    /// Who meets an encounter.
    pub enum Who {
        /// Whoever needs the fewest points.
        Cheapest = "cheapest",
        /// Of those who can, whoever has the most points.
        Fullest = "fullest",
        /// One after the other.
        Turns = "turns",
        /// Everyone must.
        All = "all",
    }
}

const FORM: CastSchema = CastSchema {
    parts: &[Part { name: "hero", fields: &[&ATTRIBUTES, &SKILLS] }],
    elsewhere: &["health", "melee", "dodge", "rest"],
    usual: include_str!("party.toml"),
};

/// The most people of a party.
const MOST: usize = oddsmith_mechanics::scene::MOST_PEOPLE;

/// Someone of the party.
#[derive(Clone, Debug)]
struct Member {
    name: String,
    attributes: [i32; 4],
    skills: [i32; 4],
}

/// Encounters, day after day, that a party pays for from its pools.
///
/// # Formula
/// An encounter asks for one attribute: `need = dn - attribute - skill` of whoever meets it. Paid is
/// at most the skill (where it is capped) and the pool of that attribute. After the encounters of a
/// day each pool gains `meals x attribute + 3 x attribute` (a night), never above `5 x attribute`,
/// where it starts; meals may be one after each encounter.
///
/// # Source
/// Mind over Matter, Attributes, Willpower. Who meets an encounter is ours: the text leaves it to the
/// table.
#[derive(Debug)]
pub struct Party {
    members: Vec<Member>,
    needs: Die,
    asks: Asks,
    any: Odds,
    who: Who,
    policy: Spending,
    capped: bool,
    edge: i32,
    day: Day,
}

/// Before an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Camp {
    /// Encounters that are over, and those that were met.
    over: i32,
    met: i32,
    /// By member, points left of each attribute.
    pools: [[u8; 4]; MOST],
}

const WORDS: [&str; 4] = ["strength", "agility", "brains", "social"];

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
        Ok(Party {
            members,
            needs: Die::new(set.list(&DNS)),
            asks: set.choice(&ASKS),
            any: Odds::even(4).said("attribute"),
            who: set.choice(&WHO),
            policy: Spending::named(&set.value(&POLICY).to_string())
                .expect("each word is one of them"),
            capped: set.flag(&CAPPED),
            edge: set.integer(&EDGE),
            day: Day::read(set),
        })
    }

    /// What a member needs, and may pay at most.
    #[inline]
    fn need(&self, now: &Camp, member: usize, asked: usize, dn: i32) -> (i32, i32) {
        let Member { attributes, skills, .. } = &self.members[member];
        let pool = i32::from(now.pools[member][asked]);
        let most = if self.capped { pool.min(skills[asked]) } else { pool };
        (dn - attributes[asked] - skills[asked] - self.edge, most)
    }

    /// Who meets an encounter, where one does.
    fn chosen(&self, now: &Camp, asked: usize, dn: i32) -> Option<usize> {
        let count = self.members.len();
        if self.who == Who::Turns {
            return (now.over as usize).checked_rem(count);
        }
        let able = (0..count).filter(|&member| {
            let (need, most) = self.need(now, member, asked, dn);
            need <= most
        });
        // Of equals the one with more points, then the first.
        able.min_by_key(|&member| {
            let need = self.need(now, member, asked, dn).0.max(0);
            let left = -i32::from(now.pools[member][asked]);
            if self.who == Who::Cheapest { (need, left) } else { (left, need) }
        })
    }

    /// One member's part of an encounter: what is paid, and whether that is enough.
    fn pay(
        &self,
        member: usize,
        (asked, dn): (usize, i32),
        now: &mut Camp,
        record: &mut impl Record,
    ) -> (i32, bool) {
        let (need, most) = self.need(now, member, asked, dn);
        let paid = self.policy.pays(need, most);
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

    /// What meals and nights restore after an encounter.
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

    /// One encounter.
    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Camp,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Camp> {
        let asked = match self.asks {
            Asks::Any => chance.choose(&self.any),
            one => one as usize - 1,
        };
        let same = self.needs.low() == self.needs.high();
        let dn = if same { self.needs.low() } else { chance.face(&self.needs) };
        record.score(POOL, self.points(&now));
        record.tell(|| {
            let (day, today) = (now.over / self.day.encounters, now.over % self.day.encounters);
            format!("day {}, encounter {}: {} {dn}", day + 1, today + 1, WORDS[asked])
        });
        let (mut paid, mut met) = (0, true);
        if self.who == Who::All && !self.members.is_empty() {
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

/// The check's record: a [`Party`].
pub const ENTRY: Definition = Definition {
    id: "moma.party",
    title: "A party's days",
    about: "Encounters day after day that several characters meet together, each with a pool an attribute; meals and nights refill them.",
    source: "Mind over Matter, Attributes, Willpower",
    luck: "for each encounter the attribute that is asked for, where any may be, then a face, its difficulty number, where several are possible",
    fields: &[
        &[
            CAST,
            EDGE,
            DNS,
            ASKS,
            WHO,
            DayFields::encounters.default("6"),
            DayFields::days.default("1"),
        ],
        &[DayFields::meals, DayFields::meals_after, DayFields::nights, POLICY, CAPPED],
    ],
    edge: Edge::by("edge"),
    small: &[("scout.count", "0"), ("scholar.count", "0"), ("encounters", "2")],
    cast: Some(&FORM),
    build: |set| Ok(Box::new(Party::read(set)?)),
    ..Definition::PLAIN
};
