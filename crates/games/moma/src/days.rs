//! Check of days of encounters: a pool that is spent, and refilled by meals and nights.

use super::check::CheckFields;
use super::fields::{FULL, drawn};
use oddsmith_base::Result;
use oddsmith_engine::chance::{Chance, Die};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_engine::strategy::{Decision, Optimum, Turn, Way};
use oddsmith_registry::{Definition, Settings, choice, fields};

fields! {
    /// Fields of a day.
    pub struct DayFields {
        encounters: i32, "how many",
            unit("a day"), range(1, 20), default("3"), source("not in the text");
        days: i32, "how many", unit("days"), range(1, 60), default("7"), source("not in the text");
        meals: i32, "of a day; meals_after says when they are",
            unit("a day"), range(0, 3), default("3"), source("Willpower");
        meals_after: enum MealsAfter { Last = "last", Each = "each" },
            "last: all meals are after the day's last encounter; each: one is after each encounter, those that are left after the last",
            reading(), source("Willpower");
        nights: bool, "a night of rest after each day", default("true"), source("Willpower");
    }
}

fields! {
    pub struct DaysFields {
        attribute: i32 = CheckFields::attribute;
        skill: i32 = CheckFields::skill;
        dn: Vec<i32>, "difficulty number of an encounter; of several each is equally likely",
            at_most(100), required("[8,10,12]"), source("Skills");
        policy: Spending, "need: just enough if it can be met; max: all that is allowed; half: half of that; hoard: nothing; optimal: the largest mean number of encounters met, each need seen before paying; where equal, pay. 0 where the need can't be met",
            source("Willpower");
        capped: bool = CheckFields::capped;
    }
}

/// Names and descriptions of the policies, for `list policies`.
pub const POLICIES: &[(&str, &str)] = &[
    ("need", "just enough where the need can be met, else nothing"),
    ("max", "all that cap and pool allow, where that is enough"),
    ("half", "half of that, rounded down"),
    ("hoard", "nothing"),
    ("optimal", "the largest mean number of encounters met, each need seen before paying"),
];

/// Policies that consider a single encounter only.
pub const PLAIN_POLICIES: &[(&str, &str)] = POLICIES.split_at(4).0;

/// Points that a night restores for each point of the attribute; [`MEAL`] is the same for a meal.
const NIGHT: i32 = 3;
const MEAL: i32 = 1;

choice! {
    /// Policy for the points spent on an encounter that can be met.
    pub enum Spending {
        /// Exactly the need.
        Need = "need",
        /// The most that cap and pool allow.
        Max = "max",
        /// Half of that, rounded down.
        Half = "half",
        /// None.
        Hoard = "hoard",
        /// The need, or nothing if that increases the mean number of met encounters.
        Optimal = "optimal",
    }
}

impl Spending {
    /// Returns the points paid for this need with at most `most` points allowed; 0 if the need is
    /// higher.
    pub fn pays(self, need: i32, most: i32) -> i32 {
        match self {
            _ if need > most => 0,
            Spending::Need | Spending::Optimal => need.max(0),
            Spending::Max => most,
            Spending::Half => most / 2,
            Spending::Hoard => 0,
        }
    }
}

/// Rule of encounters on several days, paid from one pool.
///
/// # Formula
/// `need = dn - attribute - skill`; the payment is at most the pool and, if capped, the skill.
/// After the day's encounters the pool gains `meals x attribute + 3 x attribute` (a night), up to
/// `5 x attribute`, where it starts; meals may follow each encounter instead.
///
/// # Source
/// Mind over Matter, Willpower.
#[derive(Clone, Debug, PartialEq)]
pub struct Days {
    /// Points needed at an encounter, each equally likely.
    pub needs: Die,
    /// Largest bid: the skill, or no limit.
    pub cap: i32,
    /// Points in the pool at the start, and its upper limit.
    pub full: i32,
    /// Attribute of the pool.
    pub attribute: i32,
    /// Schedule of a day.
    pub day: Day,
    /// Policy for spending points.
    pub policy: Spending,
    /// Needs that the optimal policy refuses although they can be met: a bit for each need, by
    /// number of earlier encounters and points in the pool.
    pub refused: Vec<u64>,
}

/// Schedule of a day: its encounters, meals and rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    /// Number of encounters in a day.
    pub encounters: i32,
    /// Number of days.
    pub days: i32,
    /// Number of encounters, from the first of a day, that are followed by a meal.
    pub meals_between: i32,
    /// Points restored between days, for each point of an attribute.
    pub rest: i32,
}

impl Day {
    /// Reads the schedule from the fields.
    pub fn read(set: &Settings) -> Day {
        let given = DayFields::read(set);
        let night = if given.nights { NIGHT } else { 0 };
        let (meals, encounters) = (given.meals, given.encounters);
        // The last encounter is followed by the remaining meals and the night.
        let between =
            if given.meals_after == MealsAfter::Each { meals.min(encounters - 1) } else { 0 };
        let rest = (meals - between) * MEAL + night;
        Day { encounters, days: given.days, meals_between: between, rest }
    }

    /// Returns the points restored after encounter number `over`, for each point of an attribute.
    pub fn restores(&self, over: i32) -> i32 {
        match over % self.encounters {
            0 => self.rest,
            today if today <= self.meals_between => MEAL,
            _ => 0,
        }
    }
}

/// State before an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DaysState {
    /// Number of earlier encounters.
    pub met: i32,
    /// Points left.
    pub pool: i32,
}

/// Largest number of decisions in all days together.
const MOST_WAYS: u64 = 20_000_000;

/// Largest pool: 5 points for each of 8 points of an attribute.
const LARGEST_POOL: i32 = 40;

impl Days {
    /// Returns the rule with this policy, after solving it if it is the optimal one.
    ///
    /// # Errors
    /// If there are too many decisions to solve it.
    pub fn with_policy(mut self, policy: Spending) -> Result<Days> {
        self.policy = policy;
        if policy == Spending::Optimal {
            let optimum = Optimum::of(&self, (self.start(), None), MOST_WAYS)?;
            let refuses = |now: DaysState, need: i32| {
                optimum.choice(&(now, Some(need))).is_some_and(|way| way == REFUSE)
            };
            let needs = |now: DaysState| {
                (1..=self.full.min(LARGEST_POOL))
                    .filter(|&need| refuses(now, need))
                    .fold(0, |bits, need| bits | 1 << need)
            };
            self.refused = (0..self.day.encounters * self.day.days)
                .flat_map(|met| (0..=self.full).map(move |pool| DaysState { met, pool }))
                .map(needs)
                .collect();
        }
        Ok(self)
    }

    /// Returns the points paid for this need.
    pub fn pays(&self, need: i32, now: DaysState) -> i32 {
        let most = self.cap.min(now.pool);
        let refuses = self.policy == Spending::Optimal && need <= most && self.refuses(need, now);
        if refuses { 0 } else { self.policy.pays(need, most) }
    }

    fn refuses(&self, need: i32, now: DaysState) -> bool {
        let place = now.met * (self.full + 1) + now.pool;
        need > 0 && self.refused[place as usize] >> need & 1 == 1
    }

    /// Returns the state before the next encounter if `paid` was paid in this one.
    fn after(&self, now: DaysState, paid: i32) -> DaysState {
        let met = now.met + 1;
        let rest = self.day.restores(met) * self.attribute;
        DaysState { met, pool: (now.pool - paid + rest).min(self.full) }
    }
}

/// Index of the refusal among the choices at an encounter that can be met.
const REFUSE: usize = 1;

/// Decision problem of the optimal policy: chance draws the need, and then the need is paid or
/// refused.
impl Decision for Days {
    type State = (DaysState, Option<i32>);

    fn turn(&self, &(now, need): &(DaysState, Option<i32>)) -> Turn<(DaysState, Option<i32>)> {
        if now.met == self.day.encounters * self.day.days {
            return Turn::Over;
        }
        let Some(need) = need else {
            // All needs that can never be met are merged.
            let beyond = self.cap.min(self.full) + 1;
            let seen = |&(need, copies): &(i32, u64)| {
                (copies, Way::to((now, Some(need.clamp(0, beyond)))))
            };
            return Turn::Chance(self.needs.kinds().iter().map(seen).collect());
        };
        let go = |paid: i32| (self.after(now, paid), None);
        let refuse = Way::to(go(0));
        if need > self.cap.min(now.pool) {
            return Turn::Choice(vec![refuse]);
        }
        Turn::Choice(vec![Way { gain: 1.0, next: go(need) }, refuse])
    }
}

const FAILURE: i32 = 0;
const SUCCESS: i32 = 1;

const POOL: Handle = Handle::first("pool");
const PAID: Handle = POOL.then("paid");
const RESULT: Handle = PAID.then("result");

impl Rule for Days {
    type State = DaysState;

    fn columns(&self) -> Columns {
        let encounters = (self.day.encounters * self.day.days) as u32;
        Columns::new([
            Column::new(POOL, Scale::numbers(0, self.full)).each("encounter", encounters),
            Column::new(PAID, Scale::numbers(0, self.full.min(self.cap)))
                .each("encounter", encounters),
            Column::new(RESULT, Scale::rungs(&["failure", "success"]))
                .success(Success::AtLeast(SUCCESS))
                .each("encounter", encounters),
        ])
    }

    fn start(&self) -> DaysState {
        DaysState { met: 0, pool: self.full }
    }

    /// Resolves one encounter.
    #[inline]
    fn step<C: Chance>(
        &self,
        now: DaysState,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<DaysState> {
        let need = drawn(&self.needs, chance);
        let paid = self.pays(need, now);
        let result = if paid >= need { SUCCESS } else { FAILURE };
        record.score(POOL, now.pool);
        record.score(PAID, paid);
        record.score(RESULT, result);
        record.tell(|| {
            let (day, encounter) =
                (now.met / self.day.encounters + 1, now.met % self.day.encounters + 1);
            let word = if result == SUCCESS { "met" } else { "failed" };
            format!(
                "day {day}, encounter {encounter}: {} needed, {paid} of {} paid: {word}",
                need.max(0),
                now.pool
            )
        });
        let then = self.after(now, paid);
        if then.met == self.day.encounters * self.day.days { Step::Done } else { Step::Next(then) }
    }
}

pub const ENTRY: Definition = Definition {
    id: "moma.days",
    title: "Days of willpower",
    about: "Encounters day after day, paid from one pool that starts full; after them the day's meals and the night refill it.",
    source: "Mind over Matter, Willpower",
    luck: "each encounter one face, the points needed, where several are possible",
    fields: &[
        &[DaysFields::attribute, DaysFields::skill, DaysFields::dn],
        &[DayFields::encounters, DayFields::days, DayFields::meals, DayFields::nights],
        &[DaysFields::policy, DaysFields::capped, DayFields::meals_after],
    ],
    build: |set| {
        let DaysFields { attribute, skill, dn, policy, capped } = DaysFields::read(set);
        let needs: Vec<i32> = dn.iter().map(|dn| dn - attribute - skill).collect();
        let days = Days {
            needs: Die::new(&needs),
            cap: if capped { skill } else { i32::MAX },
            full: FULL * attribute,
            attribute,
            day: Day::read(set),
            policy: Spending::Need,
            refused: Vec::new(),
        };
        Ok(Box::new(days.with_policy(policy)?))
    },
    ..Definition::PLAIN
};
