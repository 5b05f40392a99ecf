//! Task in a scene: the conflict line of each card counts too, and the hero plays cards.

use super::rule::{Attempt, GAINED, TaskCheck};
use crate::play::{Fight, FightSetup, Turn};
use crate::{Condition, Scene};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Columns, Extras, Record, Rule, Step};

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
    fn action<C: Chance>(
        &self,
        attempt: &mut Attempt,
        fight: &mut Fight,
        turn: &mut Turn,
        last_ditch: bool,
        chance: &mut C,
        record: &mut impl Record,
    ) -> bool {
        let Some(top) = fight.table.top else { return false };
        let card = self.skill.deck.cards.card(top);
        let trial = self.skill.trial(attempt, card, last_ditch);
        let done = trial.done(|need| {
            turn.edge = -need;
            self.skill.given.certain || self.terms.check(fight, turn, chance, record)
        });
        let draws = self.skill.apply_outcome(attempt, card, &trial, done, record);
        if draws {
            record.tell(|| "no step, but a card is drawn".into());
            record.count(GAINED);
        }
        fight.had = u16::from(attempt.done());
        draws
    }

    /// Resolves the actions of a round.
    fn round<C: Chance, R: Record>(&self, now: &mut Course, chance: &mut C, record: &mut R) {
        let Course { fight, attempt, .. } = now;
        let line = self.terms.begin_round(fight, chance, record);
        if line.hero == Condition::Inspiration {
            fight.table.deal(HERO, &self.terms.group.deck, chance);
        }
        let mut last_ditch = TaskCheck::is_last_ditch(attempt);
        if attempt.loses_round() && !last_ditch {
            record.tell(|| "the round is lost".into());
            return;
        }
        let flurry = line.hero == Condition::Flurry;
        let actions = 1 + u32::from(flurry);
        let mut turn = self.terms.begin_turn(fight, HERO, &line, actions, chance);
        let mut act = |fight: &mut Fight, turn: &mut Turn, chance: &mut C, record: &mut R| {
            // Only the first action is the last ditch effort; later actions are ordinary.
            self.action(attempt, fight, turn, std::mem::take(&mut last_ditch), chance, record)
        };
        if flurry {
            self.terms.action(fight, &mut turn, chance, record, &mut act);
        }
        self.terms.last_action(fight, &mut turn, chance, record, act);
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
