//! Blow after blow on the damage ladder, free of any game: how many until the target is out?

use super::ladder::{Blow, Condition, Ladder, OUT, Save, Struck, Target, stuns};
use crate::chance::Chance;
use crate::error::{Error, Result};
use crate::kernel::{Compiled, Course, Follow, Row};
use crate::odds::Check;
use crate::registry::{Field, Settings};
use crate::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};

/// Blow after blow until the target is out.
///
/// # Formula
/// Each blow that lands asks for a save, and the condition it leaves makes the next save harder.
/// Whoever is stunned has a lowered defense against the next blow.
pub struct Knockout<B> {
    /// How a blow is struck.
    pub blow: B,
    /// What the rungs of a save do.
    pub ladder: Ladder,
    /// Whether the defense of a stunned target is lowered, and blows may miss.
    pub stun_matters: bool,
    /// The blow after which it is called off.
    pub limit: u16,
}

/// The target between two blows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing<L> {
    /// Its bruises, and whether it is staggered.
    condition: Condition,
    /// Whether it is stunned until the next blow.
    stunned: bool,
    /// What luck remembers.
    luck: L,
}

/// How the target went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    bruises: u16,
    /// Whether it was by a second stagger.
    again: bool,
}

/// Attack, and Defense with and without what stun takes from it; `None` where every blow lands.
///
/// # Errors
/// If only one of both is given.
pub fn attack(set: &Settings, fields: [&Field; 2], stun: i32) -> Result<Option<(i32, [i32; 2])>> {
    match fields.map(|field| set.number(field)) {
        [Some(attack), Some(defense)] => Ok(Some((attack, [defense, defense - stun]))),
        [None, None] => Ok(None),
        _ => Err(Error::question("`attack` and `defense` go together")
            .with_hint("give both, or neither: then every blow lands")),
    }
}

const BLOWS: Handle = Handle::first("blows");
const HITS: Handle = BLOWS.then("hits");
const BRUISES: Handle = HITS.then("bruises");

impl<B: Blow> Knockout<B> {
    /// What a rung does to a target in this condition: the next condition and whether it is
    /// stunned, or its fall.
    fn suffer(&self, mut condition: Condition, rung: i32) -> Follow<Condition, Fall> {
        if self.ladder.suffer(&mut condition, rung) {
            Follow::End(Fall { bruises: condition.wounds, again: rung != OUT })
        } else {
            Follow::On(condition, self.stun_matters && stuns(rung))
        }
    }

    /// One blow: what the target makes of its save, or `None` where the blow misses.
    #[inline(always)]
    fn strike<C: Chance>(
        &self,
        target: &impl Target,
        stunned: bool,
        luck: &mut B::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Option<i32> {
        let after = self.blow.strike(target, stunned, luck, chance, record)?;
        if B::MAY_MISS {
            record.count(HITS);
        }
        Some(after)
    }

    /// The check, by the plain rule or compiled: both draw the same luck and score the same.
    pub fn check(self, plain: bool) -> Box<dyn Check>
    where
        B: 'static,
    {
        if plain { Box::new(self) } else { Box::new(Compiled::new(self)) }
    }
}

impl<B: Blow> Rule for Knockout<B> {
    type State = Standing<B::Luck>;

    fn columns(&self) -> Columns {
        let up_to = Scale::numbers(0, i32::from(self.limit));
        // Where every blow lands, there are as many hits as blows, and the clock counts both.
        let hits = if B::MAY_MISS {
            Column::new(HITS, up_to.clone()).counts_up()
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
        Standing { condition: Condition::default(), stunned: false, luck: self.blow.luck() }
    }

    /// One blow.
    fn step<C: Chance>(
        &self,
        Standing { condition, stunned, mut luck }: Standing<B::Luck>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Standing<B::Luck>> {
        let target = Struck { saves: self.blow.saves(), wounds: condition.wounds };
        let Some(rung) = self.strike(&target, stunned, &mut luck, chance, record) else {
            return Step::Next(Standing { condition, stunned: false, luck });
        };
        match self.suffer(condition, rung) {
            Follow::End(fall) => {
                self.end(fall, record);
                Step::Done
            }
            Follow::On(condition, stunned) => {
                self.tell(|| condition, record);
                Step::Next(Standing { condition, stunned, luck })
            }
        }
    }

    fn cut_off(&self, now: Standing<B::Luck>, record: &mut impl Record) {
        self.stop(now.condition, record);
    }
}

/// The save is the outcome that is looked up, and a stunned target is marked.
impl<B: Blow> Course for Knockout<B> {
    type Condition = Condition;
    type End = Fall;
    type Luck = B::Luck;

    fn luck(&self) -> B::Luck {
        self.blow.luck()
    }

    fn conditions(&self) -> Vec<Condition> {
        // A blow wounds at most once, so nobody has more wounds than there are blows.
        let staggered = |wounds| [false, true].map(|staggered| Condition { wounds, staggered });
        (0..=self.limit).flat_map(staggered).collect()
    }

    fn number(&self, Condition { wounds, staggered }: Condition) -> usize {
        // What follows the last blow is never looked up.
        2 * usize::from(wounds.min(self.limit)) + usize::from(staggered)
    }

    fn outcomes(&self) -> usize {
        self.blow.saves().all().len()
    }

    fn marks(&self) -> bool {
        self.stun_matters
    }

    fn follow(&self, condition: Condition, outcome: usize) -> Follow<Condition, Fall> {
        let saves = self.blow.saves();
        self.suffer(condition, saves.rung(condition.wounds, saves.nth(outcome)))
    }

    #[inline(always)]
    fn draw<C: Chance>(
        &self,
        row: &Row<'_, Self>,
        luck: &mut B::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Option<i32> {
        self.strike(row, row.marked(), luck, chance, record)
    }

    #[inline(always)]
    fn tell(&self, condition: impl FnOnce() -> Condition, record: &mut impl Record) {
        record.tell(|| format!("the target has {}", condition().told(self.blow.words())));
    }

    #[inline(always)]
    fn end(&self, fall: Fall, record: &mut impl Record) {
        if fall.again {
            record.tell(|| "staggered a second time: out".into());
        }
        record.score(BRUISES, i32::from(fall.bruises));
    }

    fn stop(&self, condition: Condition, record: &mut impl Record) {
        record.score(BRUISES, i32::from(condition.wounds));
    }
}

impl<B: Blow> Target for Row<'_, Knockout<B>> {
    fn wounds(&self) -> u16 {
        self.condition().wounds
    }

    #[inline(always)]
    fn after(&self, save: Save) -> i32 {
        Row::after(self, save.number())
    }
}
