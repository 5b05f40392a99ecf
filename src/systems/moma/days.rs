//! Days of encounters: a pool that is spent, and refilled by meals and nights.

use super::fields::{ATTRIBUTE, CAPPED, FULL, SKILL};
use crate::chance::{Chance, Die};
use crate::error::Result;
use crate::registry::{Build, Edge, Entry, Field, FieldList, Name, choice};
use crate::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use crate::strategy::{Decision, Optimum, Turn, Way};

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
    "need: just enough if it can be met; max: all that is allowed; half: half of that; hoard: nothing; optimal: the largest mean number of encounters met, each need seen before paying; where equal, pay. 0 where the need can't be met",
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
        /// Just enough, or nothing where more encounters are met so in the mean.
        Optimal = "optimal",
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
    /// Of the optimal policy: the needs that it refuses though they can be met, for each encounter and pool, a bit a need.
    refused: Vec<u64>,
}

/// Before an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Morning {
    /// Encounters that are over.
    met: i32,
    pool: i32,
}

/// The most points that a pool holds: 5 for each of 8.
const LARGEST_POOL: i32 = 40;

/// More ways than the longest course of the fullest pool has.
const WAYS: u64 = 20_000_000;

impl Days {
    /// The rule with its policy; the optimal one is solved here.
    fn with_policy(mut self, policy: Spending) -> Result<Days> {
        self.policy = policy;
        if policy == Spending::Optimal {
            let optimum = Optimum::of(&self, (self.start(), None), WAYS)?;
            let refuses = |now: Morning, need: i32| {
                optimum.choice(&(now, Some(need))).is_some_and(|way| way == REFUSE)
            };
            let needs = |now: Morning| {
                (1..=self.full.min(LARGEST_POOL))
                    .filter(|&need| refuses(now, need))
                    .fold(0, |bits, need| bits | 1 << need)
            };
            self.refused = (0..self.encounters * self.days)
                .flat_map(|met| (0..=self.full).map(move |pool| Morning { met, pool }))
                .map(needs)
                .collect();
        }
        Ok(self)
    }

    fn pays(&self, need: i32, now: Morning) -> i32 {
        let most = self.cap.min(now.pool);
        match self.policy {
            _ if need > most => 0,
            Spending::Need => need.max(0),
            Spending::Max => most,
            Spending::Half => most / 2,
            Spending::Hoard => 0,
            Spending::Optimal if self.refuses(need, now) => 0,
            Spending::Optimal => need.max(0),
        }
    }

    fn refuses(&self, need: i32, now: Morning) -> bool {
        let place = now.met * (self.full + 1) + now.pool;
        need > 0 && self.refused[place as usize] >> need & 1 == 1
    }

    /// Before the next encounter, when so much was paid in this one.
    fn after(&self, now: Morning, paid: i32) -> Morning {
        let met = now.met + 1;
        let rest = if met % self.encounters == 0 { self.rest } else { 0 };
        Morning { met, pool: (now.pool - paid + rest).min(self.full) }
    }
}

/// The place of the second way of an encounter that can be met.
const REFUSE: usize = 1;

/// What to refuse for the sake of later encounters: chance says what is needed, and then it is paid or not.
impl Decision for Days {
    type State = (Morning, Option<i32>);

    fn turn(&self, &(now, need): &(Morning, Option<i32>)) -> Turn<(Morning, Option<i32>)> {
        if now.met == self.encounters * self.days {
            return Turn::Over;
        }
        let Some(need) = need else {
            // Needs that can never be met are all one.
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
        let paid = self.pays(need, now);
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
        let then = self.after(now, paid);
        if then.met == self.encounters * self.days { Step::Done } else { Step::Next(then) }
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
        let days = Days {
            needs: Die::new(&needs),
            cap: if set.flag(&CAPPED) { skill } else { i32::MAX },
            full: FULL * attribute,
            rest: (set.integer(&MEALS) * MEAL + night) * attribute,
            encounters: set.integer(&ENCOUNTERS),
            days: set.integer(&DAYS),
            policy: Spending::Need,
            refused: Vec::new(),
        };
        Ok(Box::new(days.with_policy(set.choice(&POLICY))?))
    }),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::{Check, Histogram};
    use proptest::prelude::*;

    /// The mean number of encounters met, from the exact laws.
    fn met(days: &Days) -> f64 {
        let laws = days.law(20_000_000).unwrap();
        let columns = Rule::columns(days).histograms();
        let results =
            columns.iter().zip(&laws.columns).filter(|(column, _)| column.name == "result");
        results.map(|(_, law)| law.share(SUCCESS)).sum()
    }

    fn days(needs: &[i32], [cap, full, rest]: [i32; 3], [encounters, days]: [i32; 2]) -> Days {
        let needs = Die::new(needs);
        let policy = Spending::Need;
        Days { needs, cap, full, rest, encounters, days, policy, refused: Vec::new() }
    }

    /// Encounters met under a plan, which says for each (encounter, pool, need) whether to pay; every course of needs is played.
    fn under(rule: &Days, pays: &impl Fn(i32, i32, i32) -> bool, at: i32, pool: i32) -> f64 {
        if at == rule.encounters * rule.days {
            return 0.0;
        }
        let faces = rule.needs.faces();
        let play = |&need: &i32| {
            let need = need.max(0);
            let can = need <= pool && need <= rule.cap;
            let meets = can && (need == 0 || pays(at, pool, need));
            let left = pool - if meets { need } else { 0 };
            let night = (at + 1) % rule.encounters == 0;
            let left = if night { rule.full.min(left + rule.rest) } else { left };
            f64::from(u8::from(meets)) + under(rule, pays, at + 1, left)
        };
        faces.iter().map(play).sum::<f64>() / faces.len() as f64
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Every plan there is: a yes or no for each encounter, pool and need.
        #[test]
        fn no_plan_meets_more(a in -1i32..4, b in 1i32..5, full in 1i32..4, cap in 1i32..5, rest in 0i32..3, two_days in any::<bool>()) {
            let course = if two_days { [1, 2] } else { [2, 1] };
            let rule = days(&[a, b], [cap, full, rest], course);
            let optimal = rule.clone().with_policy(Spending::Optimal).unwrap();
            let mut needs = vec![a.max(0), b.max(0)];
            needs.dedup();
            // At the last encounter refusing brings nothing: the plans are those of the one before, at a full pool.
            let plans = 0..1 << needs.len();
            let best = plans.map(|plan: u32| {
                let pays = |at: i32, _: i32, need: i32| {
                    let place = needs.iter().position(|known| *known == need).unwrap();
                    at == 1 || plan >> place & 1 == 1
                };
                under(&rule, &pays, 0, full)
            });
            let best = best.fold(0.0, f64::max);
            prop_assert!((met(&optimal) - best).abs() < 1e-12, "{} {best}", met(&optimal));
        }

        /// Refusing what the optimal policy pays, or the other way round, at one place alone never helps.
        #[test]
        fn no_change_of_mind_helps(needs in prop::collection::vec(0i32..5, 2..4), full in 2i32..7, rest in 0i32..4,
                                   turned in (0i32..4, 0i32..7, 1i32..5)) {
            let rule = days(&needs, [4, full, rest], [2, 2]);
            let optimal = rule.clone().with_policy(Spending::Optimal).unwrap();
            let own = |at, pool, need| !optimal.refuses(need, Morning { met: at, pool });
            let other = |at, pool, need| own(at, pool, need) ^ ((at, pool, need) == turned);
            let best = under(&rule, &own, 0, full);
            prop_assert!((met(&optimal) - best).abs() < 1e-12);
            prop_assert!(under(&rule, &other, 0, full) <= best + 1e-12);
        }
    }

    /// Needs of 1 to 6 points, attribute 4, skill 6, three days, against a program written for this question alone.
    #[test]
    fn the_best_shares_are_those_of_a_program_of_its_own() {
        let cases =
            [("", 4, 0.993), ("", 6, 0.889), (" meals=0", 4, 0.958), (" meals=0", 6, 0.787)];
        let scarce = [(" meals=0 nights=false", 4, 0.619), (" meals=0 nights=false", 6, 0.496)];
        for (rest, encounters, wanted) in cases.into_iter().chain(scarce) {
            let question = format!(
                "moma.days attribute=4 skill=6 dn=[11..16] days=3 policy=optimal encounters={encounters}{rest}"
            );
            let case = crate::case(&question).unwrap();
            let laws = case.law(20_000_000).unwrap();
            let columns = case.columns();
            let results =
                columns.iter().zip(&laws.columns).filter(|(column, _)| column.name == "result");
            let share =
                results.map(|(_, law)| law.share(SUCCESS)).sum::<f64>() / f64::from(3 * encounters);
            assert!((share - wanted).abs() < 5e-4, "{question}: {share}");
        }
    }

    #[test]
    fn what_is_equal_is_paid() {
        // One encounter a day and a full pool every morning: nothing is gained by refusing.
        let rule = days(&[1, 2, 3], [3, 3, 3], [1, 5]).with_policy(Spending::Optimal).unwrap();
        assert!(rule.refused.iter().all(|&needs| needs == 0));
    }
}
