//! Successive blows on the damage ladder until the target is out, independent of any game.

use super::blow::{ATTACK, Blow, DEFENSE, LIMIT, Numbers, STUN_PENALTY, Struck, Target};
use super::ladder::{Condition, Ladder, OUT, stuns};
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::kernel::{Compiled, Course, CourseRow, Effect, Fight, Follow, blows};
use oddsmith_engine::odds::Check;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Kernel, Record, Rule, Scale, Step};
use oddsmith_registry::Settings;

/// Successive blows until the target is out.
///
/// # Formula
/// Each blow that lands requires a save, and the resulting condition makes the next save harder. A
/// stunned target has a lowered defense against the next blow.
pub struct Knockout<B> {
    /// The blow.
    pub blow: B,
    /// The effects of the rungs of a save.
    pub ladder: Ladder,
    /// True if a stunned target's defense is lowered, and blows may miss.
    pub stun_matters: bool,
    /// The blow after which it is cut off.
    pub limit: u16,
}

/// The state of the target between two blows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing<L> {
    /// Its bruises and stagger.
    condition: Condition,
    /// True if it is stunned until the next blow.
    stunned: bool,
    /// The state of luck.
    luck: L,
}

/// The way in which the target went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    bruises: u16,
    /// True if it was by a second stagger.
    again: bool,
}

/// Creates the check of a question, as the plain rule or compiled: `may_miss` creates blows that
/// are attacks, `all_land` blows that always land.
///
/// # Errors
/// If only one of `attack` and `defense` is given.
pub fn knockout<M: Blow + 'static, L: Blow + 'static>(
    set: &Settings,
    plain: bool,
    may_miss: impl FnOnce(Numbers) -> M,
    all_land: impl FnOnce(Numbers) -> L,
) -> Result<Box<dyn Check>> {
    let stun = set.integer(&STUN_PENALTY);
    let attack = match [ATTACK, DEFENSE].map(|field| set.number(&field)) {
        [Some(attack), Some(defense)] => Some((attack, [defense, defense - stun])),
        [None, None] => None,
        _ => {
            return Err(Error::question("`attack` and `defense` go together")
                .with_hint("give both, or neither: then every blow lands"));
        }
    };
    let numbers = Numbers::read([set, set], attack);
    let (ladder, limit) = (Ladder::read(set), set.integer(&LIMIT) as u16);
    Ok(if attack.is_some() {
        let blow = may_miss(numbers);
        Knockout { blow, ladder, stun_matters: stun != 0, limit }.check(plain)
    } else {
        let blow = all_land(numbers);
        Knockout { blow, ladder, stun_matters: false, limit }.check(plain)
    })
}

const BLOWS: Handle = Handle::first("blows");
const HITS: Handle = BLOWS.then("hits");
const BRUISES: Handle = HITS.then("bruises");

impl<B: Blow> Knockout<B> {
    /// Applies a rung to a target in this condition: returns the next condition, and true if it is
    /// stunned; or its fall.
    fn suffer(&self, mut condition: Condition, rung: i32) -> Follow<Condition, Fall> {
        if self.ladder.suffer(&mut condition, rung) {
            Follow::End(Fall { bruises: condition.wounds, again: rung != OUT })
        } else {
            Follow::On(condition, self.stun_matters && stuns(rung))
        }
    }

    /// Plays one blow: returns the target's evaluation of its save, or `None` if the blow misses.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
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

    /// Returns the effect of a save at this margin on a target that is not staggered, and on one
    /// that is.
    fn effect(&self, margin: i32, safe: bool) -> Effect {
        let rung = self.blow.saves().rung_at(margin, safe);
        let follows =
            [false, true].map(|staggered| self.suffer(Condition { wounds: 0, staggered }, rung));
        let goes_on = |follow: &Follow<Condition, Fall>| match follow {
            Follow::On(condition, _) => Some(*condition),
            Follow::End(_) => None,
        };
        let conditions = follows.each_ref().map(goes_on);
        Effect {
            wounds: conditions.iter().flatten().any(|condition| condition.wounds > 0),
            staggers: conditions[0].is_some_and(|condition| condition.staggered),
            out: conditions.map(|condition| condition.is_none()),
        }
    }

    /// Returns the check, as the plain rule or compiled: both draw the same luck and have the same
    /// scores.
    pub fn check(self, plain: bool) -> Box<dyn Check>
    where
        B: 'static,
    {
        if plain { Box::new(self) } else { Box::new(Compiled::new(self)) }
    }
}

impl<B: Blow> Rule for Knockout<B> {
    type State = Standing<B::Luck>;

    // No count exceeds the number of blows, which is bounded by the limit.
    const EXTRAS: Extras<Self> = Extras { scores_fit: true, ..Extras::NONE };

    fn columns(&self) -> Columns {
        let up_to = Scale::numbers(0, i32::from(self.limit));
        // If every blow lands, hits equal blows, and the step counter records both.
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

    /// Plays one blow.
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

/// The outcome is the number of the save; a stunned target is marked.
impl<B: Blow> Course for Knockout<B> {
    type Condition = Condition;
    type End = Fall;
    type Luck = B::Luck;

    fn luck(&self) -> B::Luck {
        self.blow.luck()
    }

    fn conditions(&self) -> Vec<Condition> {
        // A blow wounds at most once, so there are at most as many wounds as blows.
        let staggered = |wounds| [false, true].map(|staggered| Condition { wounds, staggered });
        (0..=self.limit).flat_map(staggered).collect()
    }

    fn number(&self, Condition { wounds, staggered }: Condition) -> usize {
        // The condition after the last blow is never looked up.
        2 * usize::from(wounds.min(self.limit)) + usize::from(staggered)
    }

    fn outcomes(&self) -> usize {
        self.blow.saves().count() as usize
    }

    fn marks(&self) -> bool {
        self.stun_matters
    }

    fn follow(&self, condition: Condition, outcome: usize) -> Follow<Condition, Fall> {
        self.suffer(condition, self.blow.saves().rung(condition.wounds, outcome as i32))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn draw<C: Chance>(
        &self,
        row: &CourseRow<'_, Self>,
        luck: &mut B::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Option<i32> {
        self.strike(row, row.marked(), luck, chance, record)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn tell(&self, condition: impl FnOnce() -> Condition, record: &mut impl Record) {
        record
            .tell(|| format!("the target has {}", condition().describe(&self.blow.saves().words)));
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn end(&self, fall: Fall, record: &mut impl Record) {
        if fall.again {
            record.tell(|| "staggered a second time: out".into());
        }
        record.score(BRUISES, i32::from(fall.bruises));
    }

    fn stop(&self, condition: Condition, record: &mut impl Record) {
        record.score(BRUISES, i32::from(condition.wounds));
    }

    /// Only if every blow lands.
    fn kernel(&self) -> Option<Box<dyn Kernel>> {
        let saves = self.blow.saves();
        (!B::MAY_MISS).then(|| {
            let fight = Fight {
                save: &|save| saves.margin(save),
                effect: &|margin, safe| self.effect(margin, safe),
                wound: saves.weakened(1) as u8,
                limit: self.limit,
                blows: &[BLOWS, HITS],
                wounds: BRUISES,
            };
            blows(&OneSave(&self.blow), &fight)
        })?
    }
}

/// One blow that lands: its score is the number of the required save.
struct OneSave<'b, B>(&'b B);

const SAVE: Handle = Handle::first("save");

impl<B: Blow> Rule for OneSave<'_, B> {
    type State = ();

    fn columns(&self) -> Columns {
        Columns::one(Column::new(SAVE, Scale::numbers(0, self.0.saves().count() - 1)))
    }

    fn start(&self) {}

    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let target = Struck { saves: self.0.saves(), wounds: 0 };
        let save = self.0.save(&target, 0, &mut self.0.luck(), chance, record);
        record.score(SAVE, save);
        Step::Done
    }
}

impl<B: Blow> Target for CourseRow<'_, Knockout<B>> {
    fn wounds(&self) -> u16 {
        self.condition().wounds
    }

    fn number(&self) -> i32 {
        CourseRow::number(self)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn after(&self, save: i32) -> i32 {
        CourseRow::after(self, save as u32)
    }
}
