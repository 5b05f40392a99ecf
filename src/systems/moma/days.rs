//! Days of encounters: a pool that is spent, and refilled by meals and nights.

use super::fields::{ATTRIBUTE, CAPPED, FULL, SKILL};
use crate::chance::{Chance, Die};
use crate::registry::{Build, Edge, Entry, Field, FieldList, Name, choice};
use crate::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};

const DN: Field = Field::list(
    "dn",
    100,
    "points",
    "difficulty number of an encounter; of several each is equally likely",
)
.required("[8,10,12]")
.source("Skills");
const ENCOUNTERS: Field = Field::integer("encounters", "a day", "how many")
    .range(1, 20)
    .default("3")
    .source("not in the text");
const DAYS: Field =
    Field::integer("days", "days", "how many").range(1, 60).default("7").source("not in the text");
const MEALS: Field = Field::integer("meals", "a day", "meals after the day's encounters")
    .range(0, 3)
    .default("3")
    .source("Willpower");
const NIGHTS: Field =
    Field::flag("nights", "a night of rest after each day").default("true").source("Willpower");
const POLICY: Field = Field::choice::<Spending>(
    "policy",
    "need: just enough if it can be met; max: all that is allowed; half: half of that; hoard: nothing. 0 where the need can't be met",
)
.default("need")
.source("Willpower");

/// Points that a night and a meal restore, for each point of the attribute.
const NIGHT: i32 = 3;
const MEAL: i32 = 1;

choice! {
    /// How many points go into an encounter that can be met.
    pub enum Spending {
        /// Just enough.
        Need = "need",
        /// All that cap and pool allow.
        Max = "max",
        /// Half of that, rounded down.
        Half = "half",
        /// None.
        Hoard = "hoard",
    }
}

/// Encounters, day after day, paid from one pool.
///
/// # Formula
/// `need = dn - attribute - skill`; paid is at most the skill (where it is capped) and the pool. After the day's encounters the pool
/// gains `meals x attribute + 3 x attribute` (a night), never above `5 x attribute`, where it starts.
///
/// # Source
/// Rule text 002, Willpower.
#[derive(Clone, Debug, PartialEq)]
pub struct Days {
    /// Points needed at an encounter, each equally likely.
    pub needs: Die,
    /// The largest bid: the skill, or no limit.
    pub cap: i32,
    /// Where the pool starts, and the most it holds.
    pub full: i32,
    /// Points regained between days.
    pub rest: i32,
    /// Encounters a day.
    pub encounters: i32,
    /// Days.
    pub days: i32,
    /// How the points are spent.
    pub policy: Spending,
}

/// Before an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Morning {
    /// Encounters that are over.
    met: i32,
    pool: i32,
}

impl Days {
    fn pays(&self, need: i32, pool: i32) -> i32 {
        let most = self.cap.min(pool);
        match self.policy {
            _ if need > most => 0,
            Spending::Need => need.max(0),
            Spending::Max => most,
            Spending::Half => most / 2,
            Spending::Hoard => 0,
        }
    }
}

const FAILURE: i32 = 0;
const SUCCESS: i32 = 1;

const POOL: Handle = Handle::first("pool");
const PAID: Handle = POOL.then("paid");
const RESULT: Handle = PAID.then("result");

impl Rule for Days {
    type State = Morning;

    fn columns(&self) -> Columns {
        let encounters = (self.encounters * self.days) as u32;
        Columns::new([
            Column::new(POOL, Scale::numbers(0, self.full)).each(encounters),
            Column::new(PAID, Scale::numbers(0, self.full.min(self.cap))).each(encounters),
            Column::new(RESULT, Scale::rungs(&["failure", "success"]))
                .success(Success::AtLeast(SUCCESS))
                .each(encounters),
        ])
    }

    fn start(&self) -> Morning {
        Morning { met: 0, pool: self.full }
    }

    /// One encounter.
    #[inline]
    fn step<C: Chance>(
        &self,
        now: Morning,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Morning> {
        let need = if self.needs.low() == self.needs.high() {
            self.needs.low()
        } else {
            chance.face(&self.needs)
        };
        let paid = self.pays(need, now.pool);
        let result = if paid >= need { SUCCESS } else { FAILURE };
        record.score(POOL, now.pool);
        record.score(PAID, paid);
        record.score(RESULT, result);
        record.tell(|| {
            let (day, encounter) = (now.met / self.encounters + 1, now.met % self.encounters + 1);
            let word = if result == SUCCESS { "met" } else { "failed" };
            format!(
                "day {day}, encounter {encounter}: {} needed, {paid} of {} paid: {word}",
                need.max(0),
                now.pool
            )
        });
        let met = now.met + 1;
        if met == self.encounters * self.days {
            return Step::Done;
        }
        let rest = if met % self.encounters == 0 { self.rest } else { 0 };
        Step::Next(Morning { met, pool: (now.pool - paid + rest).min(self.full) })
    }
}

/// The check's record.
pub const ENTRY: Entry = Entry {
    id: Name::Borrowed("moma.days"),
    title: Name::Borrowed("Days of willpower"),
    about: Name::Borrowed(
        "Encounters day after day, paid from one pool that starts full; after them the day's meals and the night refill it.",
    ),
    source: "rule text 002, Willpower",
    luck: "each encounter one face, the points needed, where several are possible",
    fields: FieldList::Code(&[
        ATTRIBUTE, SKILL, DN, ENCOUNTERS, DAYS, MEALS, NIGHTS, POLICY, CAPPED,
    ]),
    edge: Edge::NONE,
    solver: None,
    build: Build::Code(|set| {
        let (attribute, skill) = (set.integer(&ATTRIBUTE), set.integer(&SKILL));
        let needs: Vec<i32> = set.list(&DN).iter().map(|dn| dn - attribute - skill).collect();
        let night = if set.flag(&NIGHTS) { NIGHT } else { 0 };
        Ok(Box::new(Days {
            needs: Die::new(&needs),
            cap: if set.flag(&CAPPED) { skill } else { i32::MAX },
            full: FULL * attribute,
            rest: (set.integer(&MEALS) * MEAL + night) * attribute,
            encounters: set.integer(&ENCOUNTERS),
            days: set.integer(&DAYS),
            policy: set.choice(&POLICY),
        }))
    }),
};
