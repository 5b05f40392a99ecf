//! Task that heroes work on during a fight, with the same cards.

use super::fields::SceneTask;
use super::{Battle, Fighter, State};
use crate::cards::DECK;
use crate::play::{self, Turn};
use crate::skill::{TaskCheck, TaskFields};
use oddsmith_base::Result;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::Moment;
use oddsmith_mechanics::scene::{Below, Fight, RIVALS};
use oddsmith_registry::{FieldList, Names, Settings, Value};

/// Reads the task from the fields; its needs are difficulties, as each hero has its own skill
/// value.
pub(super) fn read(set: &Settings, fighters: &[Fighter]) -> Result<Option<TaskCheck>> {
    let SceneTask { task, task_difficulty } = SceneTask::read(set);
    if task == "none" {
        return Ok(None);
    }
    let best = fighters.iter().map(|fighter| fighter.tactics.skill).max().unwrap_or_default();
    let shared = [DECK, TaskFields::at_once, TaskFields::critical_problem];
    let shared = shared.map(|field| (field.name, set.value(&field).clone()));
    let own = [
        (TaskFields::value.name, Value::Integer(best)),
        (TaskFields::difficulty.name, Value::List(vec![task_difficulty])),
        (TaskFields::steps.name, Value::Word(task.into())),
    ];
    let all = FieldList::Code(&[TaskFields::FIELDS]);
    let given = Settings::read("", &all, own.into_iter().chain(shared), &Names::default())?;
    let mut skill = TaskCheck::new(TaskFields::read(&given))?;
    skill.task.needs.iter_mut().for_each(|need| *need += best);
    Ok(Some(skill))
}

impl Battle {
    /// Resolves one action of a hero at the task and returns true if it draws a card. After the
    /// last step the rivals give up.
    pub(super) fn work(
        &self,
        task: &TaskCheck,
        at: &mut Moment<play::Fight, impl Chance, impl Record>,
        turn: &mut Turn,
        fight: &mut Fight<State>,
    ) -> bool {
        let (Some(top), Some(mut attempt)) = (at.state.table.top, fight.game.attempt.clone())
        else {
            return false;
        };
        at.record.tell(|| {
            let lost = if fight.game.task_waits { ": the round is lost" } else { "" };
            format!("{} works at the task{lost}", self.people.name(turn.hero))
        });
        if fight.game.task_waits {
            return false;
        }
        let card = task.deck.cards.card(top);
        let trial = task.trial(&attempt, card, false);
        at.state.against = 0;
        turn.has_effect = false;
        let skill = self.fighter(turn.hero).tactics.skill;
        let done = trial.done(|need| {
            turn.edge = skill - need;
            let succeeds = at.below(|at| self.terms.check(at, turn));
            let margin = self.thrown(skill, turn, need, at.state, at.record);
            debug_assert_eq!(succeeds, margin >= 0, "what is told is what was thrown");
            succeeds
        });
        let draws = task.apply_outcome(&mut attempt, card, &trial, done, &mut Below(at.record));
        if draws {
            at.record.tell(|| "  no step, but a card is drawn".into());
        }
        let finished = usize::from(attempt.done()) == task.task.letters.len();
        fight.game.attempt = Some(attempt);
        fight.game.drawn += u16::from(draws);
        if finished {
            at.record.tell(|| "the task is done: the villains give up".into());
            for rival in fight.each(self.people.sides[RIVALS]) {
                fight.game.gone |= 1 << rival;
                self.falls(rival, fight);
            }
            at.state.had = fight.game.cards.had;
        }
        draws
    }
}
