//! Blow after blow on the damage ladder, free of any game: how many until the target is out?

use super::ladder::{Blow, Condition, Ladder, OUT, Save, Saves, Target, stuns};
use crate::chance::Chance;
use crate::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};

/// Blow after blow until the target is out.
///
/// # Formula
/// Each blow that lands asks for a save, and the condition it leaves makes the next save harder. Whoever is stunned has a
/// lowered defense against the next blow.
pub struct Knockout<B> {
    blow: B,
    courses: Courses,
    limit: u16,
}

impl<B: Blow> Knockout<B> {
    /// By these blows, down this ladder, called off after `limit` of them. `stun_matters` where a stunned target's defense is
    /// lowered, and asked for.
    pub fn new(blow: B, ladder: &Ladder, stun_matters: bool, limit: u16) -> Knockout<B> {
        Knockout { courses: Courses::new(blow.saves(), ladder, stun_matters, limit), blow, limit }
    }
}

/// What each save does to a target in each condition, looked up. From blow to blow a fight waits for one load, as the cards and
/// dice do not depend on the condition; to go by the rung is to wait for three.
#[derive(Clone, Debug)]
struct Courses {
    /// A row for each condition, by its saves: where the row of the next condition starts; below 0 an [`End`].
    after: Vec<i32>,
    /// The length of a row.
    saves: i32,
    /// Where the rows of the stunned start: behind all others.
    stunned: i32,
}

/// Where a condition's row starts: conditions that are equal have the same future.
type Place = i32;

/// How it ended.
struct End {
    wounds: u16,
    /// Whether it was by a second stagger.
    again: bool,
}

impl End {
    /// As a number below 0.
    fn code(self) -> i32 {
        !(i32::from(self.wounds) * 2 + i32::from(self.again))
    }

    #[inline(always)]
    fn of(code: i32) -> End {
        End { wounds: (!code / 2) as u16, again: !code % 2 == 1 }
    }
}

impl Courses {
    fn new(saves: &Saves, ladder: &Ladder, stun_matters: bool, limit: u16) -> Courses {
        let length = saves.all().len() as i32;
        // A blow wounds at most once, so that nobody has more wounds than there are blows.
        let conditions = || {
            (0..=limit)
                .flat_map(|wounds| [false, true].map(|staggered| Condition { wounds, staggered }))
        };
        let stunned = 2 * (i32::from(limit) + 1) * length;
        let after = |before: Condition, save: Save| {
            let (mut side, rung) = (before, saves.rung(before.wounds, save));
            if ladder.suffer(&mut side, rung) {
                return End { wounds: side.wounds, again: rung != OUT }.code();
            }
            // What follows the last blow is never looked up.
            let row = 2 * i32::from(side.wounds.min(limit)) + i32::from(side.staggered);
            row * length + if stun_matters && stuns(rung) { stunned } else { 0 }
        };
        let mut table: Vec<i32> = conditions()
            .flat_map(|before| saves.all().map(move |save| (before, save)))
            .map(|(b, s)| after(b, s))
            .collect();
        if stun_matters {
            // Stun lowers the defense, not the save.
            table.extend_from_within(..);
        }
        Courses { after: table, saves: length, stunned }
    }

    fn condition(&self, place: Place) -> Condition {
        let row = place % self.stunned / self.saves;
        Condition { wounds: (row / 2) as u16, staggered: row % 2 == 1 }
    }
}

/// A target, by its row.
struct Placed<'c> {
    courses: &'c Courses,
    place: Place,
}

impl Target for Placed<'_> {
    fn wounds(&self) -> u16 {
        self.courses.condition(self.place).wounds
    }

    #[inline(always)]
    fn after(&self, save: Save) -> i32 {
        // Two sums, widened: the cards' is ready early, and is not to be drawn into that which waits for the place.
        self.courses.after[self.place as u32 as usize + save.number() as usize]
    }
}

/// Between two blows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing<L> {
    place: Place,
    luck: L,
}

const BLOWS: Handle = Handle::first("blows");
const HITS: Handle = BLOWS.then("hits");
const BRUISES: Handle = HITS.then("bruises");

impl<B: Blow> Rule for Knockout<B> {
    type State = Standing<B::Luck>;

    fn columns(&self) -> Columns {
        let up_to = Scale::numbers(0, i32::from(self.limit));
        // Where every blow lands, there are as many hits as blows, and the clock counts both.
        let hits = if B::MAY_MISS {
            Column::new(HITS, up_to).counts_up()
        } else {
            Column::new(HITS, Scale::steps(self.limit))
        };
        Columns::new([
            Column::new(BLOWS, Scale::steps(self.limit)),
            hits,
            Column::new(BRUISES, up_to),
        ])
    }

    fn start(&self) -> Standing<B::Luck> {
        Standing { place: 0, luck: self.blow.luck() }
    }

    /// One blow.
    #[inline(always)]
    fn step<C: Chance>(
        &self,
        mut now: Standing<B::Luck>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Standing<B::Luck>> {
        let courses = &self.courses;
        let lowered = now.place >= courses.stunned;
        let target = Placed { courses, place: now.place };
        let Some(after) = self.blow.strike(&target, lowered, &mut now.luck, chance, record) else {
            let place = if lowered { now.place - courses.stunned } else { now.place };
            return Step::Next(Standing { place, ..now });
        };
        if B::MAY_MISS {
            record.count(HITS);
        }
        if after < 0 {
            let end = End::of(after);
            if end.again {
                record.tell(|| "staggered a second time: out".into());
            }
            record.score(BRUISES, i32::from(end.wounds));
            return Step::Done;
        }
        record.tell(|| {
            format!("the target has {}", courses.condition(after).told(self.blow.words()))
        });
        Step::Next(Standing { place: after, ..now })
    }

    fn cut_off(&self, now: Standing<B::Luck>, record: &mut impl Record) {
        record.score(BRUISES, i32::from(self.courses.condition(now.place).wounds));
    }
}
