//! Task in a scene: the conflict line of each card counts too, and the hero plays cards.

use super::rule::{Attempt, GAINED, TaskCheck};
use crate::play::{Fight, FightSetup, Turn};
use crate::{Condition, Scene};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Columns, Extras, Record, Rule, Step};
use oddsmith_mechanics::Moment;

/// Check of a dramatic skill resolution in a scene: the lead hero's hand and pool, and both the
/// conflict line and the skill box of each card.
///
/// # Formula
/// See [`TaskCheck`], with one throw for each step. Each check can be raised by cards and a possibility
/// like in a conflict (`torg.encounter`). A flurry and Haste are further actions on the same card,
/// each with its own steps; up, stymied, setback, confused and inspiration have the same effect as
/// in conflicts; the shock of fatigue is ignored. The first action of a round puts a card into the
/// pool.
///
/// # Source
/// The Drama Deck, Dramatic Skill Resolution; Initiative and Advantage; Card Pools.
#[derive(Clone, Debug)]
pub struct SceneSkill {
    /// Task.
    pub skill: TaskCheck,
    /// Lead hero, cards and die.
    pub terms: FightSetup,
    /// Kind of scene, which selects the conflict lines.
    pub scene: Scene,
}

/// State of the task and its cards.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Course {
    fight: Fight,
    attempt: Attempt,
    dealt: bool,
}

/// Index of the lead hero.
const HERO: usize = 0;

/// Largest number of actions in a round: two of a flurry, and one for each Haste in the deck of
/// 1990.
const MOST_ACTIONS: i32 = 12;

impl SceneSkill {
    /// Resolves one action on the current card and returns true if it draws a card.
    fn action(
        &self,
        at: &mut Moment<Fight, impl Chance, impl Record>,
        attempt: &mut Attempt,
        turn: &mut Turn,
        last_ditch: bool,
    ) -> bool {
        let Some(top) = at.state.table.top else { return false };
        let card = self.skill.deck.cards.card(top);
        let trial = self.skill.trial(attempt, card, last_ditch);
        let done = trial.done(|need| {
            turn.edge = -need;
            self.skill.given.certain || self.terms.check(at, turn)
        });
        let draws = self.skill.apply_outcome(attempt, card, &trial, done, at.record);
        if draws {
            at.record.tell(|| "no step, but a card is drawn".into());
            at.record.count(GAINED);
        }
        at.state.had = u16::from(attempt.done());
        draws
    }

    /// Resolves the actions of a round.
    fn round<C: Chance, R: Record>(&self, now: &mut Course, chance: &mut C, record: &mut R) {
        let Course { fight, attempt, .. } = now;
        let at = &mut Moment { state: fight, chance, record };
        let line = self.terms.begin_round(at);
        if line.hero == Condition::Inspiration {
            at.state.table.deal(HERO, &self.terms.group.deck, at.chance);
        }
        let mut last_ditch = TaskCheck::is_last_ditch(attempt);
        if attempt.loses_round() && !last_ditch {
            at.record.tell(|| "the round is lost".into());
            return;
        }
        let flurry = line.hero == Condition::Flurry;
        let actions = 1 + u32::from(flurry);
        let mut turn = self.terms.begin_turn(at.state, HERO, &line, actions, at.chance);
        let mut act = |at: &mut Moment<Fight, C, R>, turn: &mut Turn| {
            // Only the first action is the last ditch effort; later actions are ordinary.
            self.action(at, attempt, turn, std::mem::take(&mut last_ditch))
        };
        if flurry {
            self.terms.action(at, &mut turn, &mut act);
        }
        self.terms.last_action(at, &mut turn, act);
    }
}

impl Rule for SceneSkill {
    type State = Box<Course>;

    const EXTRAS: Extras<Self> =
        Extras { boxed: |state| size_of_val(&**state) + 16, block: 1 << 14, ..Extras::NONE };

    fn columns(&self) -> Columns {
        self.skill.counted(MOST_ACTIONS)
    }

    fn start(&self) -> Box<Course> {
        let needed = self.skill.task.letters.len() as u16;
        let table = self.terms.table();
        let fight = self.terms.begin(table, self.scene, self.skill.given.limit, needed);
        Box::new(Course { fight, attempt: self.skill.begin(None), dealt: false })
    }

    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Box<Course>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Box<Course>> {
        if !std::mem::replace(&mut now.dealt, true) {
            self.terms.deal(&mut now.fight, chance);
        }
        self.round(&mut now, chance, record);
        if now.fight.is_over() {
            now.attempt.end(record);
            return Step::Done;
        }
        Step::Next(now)
    }

    fn cut_off(&self, now: Box<Course>, record: &mut impl Record) {
        record.tell(|| "time is up".into());
        now.attempt.end(record);
    }
}
