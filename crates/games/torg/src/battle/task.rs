//! Task that heroes work on during a fight, with the same cards.

use super::fields::{TASK, TASK_DIFFICULTY};
use super::{Battle, Fighter, State};
use crate::cards::DECK;
use crate::play::{self, Turn};
use crate::skill::{Handling, TaskFields, letters};
use crate::{DramaDeck, DramaDie, Edition, Skill, Task};
use oddsmith_base::Result;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::scene::{Below, Fight, RIVALS};
use oddsmith_registry::Settings;

/// Reads the task from the fields; its needs are difficulties, as each hero has its own skill
/// value.
pub(super) fn read(set: &Settings, fighters: &[Fighter]) -> Result<Option<Skill>> {
    let steps = set.value(&TASK).to_string();
    if steps == "none" {
        return Ok(None);
    }
    let letters = letters(&steps)?;
    let difficulty = set.integer(&TASK_DIFFICULTY);
    let die = DramaDie::plain(true, Edition::First);
    let best = fighters.iter().map(|fighter| fighter.tactics.skill).max().unwrap_or_default();
    Ok(Some(Skill {
        one_throw: false,
        best: None,
        task: Task { needs: vec![difficulty; letters.len()], letters },
        hopeless: (die.bonuses().1 + best - difficulty + 1).max(0),
        die,
        deck: DramaDeck::named(&set.value(&DECK).to_string())?,
        replacement: false,
        handling: Handling { stack_too: false, runs_out: false },
        at_once: set.integer(&TaskFields::at_once) as usize,
        flat: false,
        added: vec![0, 2, 4, 6],
        critical: set.choice(&TaskFields::critical_problem),
        new_skill_penalty: 0,
        event_draws: true,
        last_ditch: None,
        certain: false,
        cards: 0,
        limit: 1,
    }))
}

impl Battle {
    /// Resolves one action of a hero at the task and returns true if it draws a card. After the
    /// last step the rivals give up.
    pub(super) fn work<C: Chance>(
        &self,
        task: &Skill,
        turn: &mut Turn<'_>,
        cards: &mut play::Fight,
        fight: &mut Fight<State>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> bool {
        let (Some(top), Some(mut attempt)) = (cards.table.top, fight.game.attempt.clone()) else {
            return false;
        };
        record.tell(|| {
            let lost = if fight.game.task_waits { ": the round is lost" } else { "" };
            format!("{} works at the task{lost}", self.people.name(turn.hero))
        });
        if fight.game.task_waits {
            return false;
        }
        let card = task.deck.card(top);
        let trial = task.trial(&attempt, card, false);
        cards.against = 0;
        turn.has_effect = false;
        let mut done = 0;
        for need in &trial.needs[..trial.steps] {
            let skill = self.fighter(turn.hero).tactics.skill;
            turn.edge = skill - need;
            let succeeds = self.terms.check(cards, turn, chance, &mut Below(record)).is_some();
            let margin = self.thrown(skill, turn, *need, cards, record);
            debug_assert_eq!(succeeds, margin >= 0, "what is told is what was thrown");
            if !succeeds {
                break;
            }
            done += 1;
        }
        let draws = task.comes_of(&mut attempt, card, &trial, done, &mut Below(record));
        if draws {
            record.tell(|| "  no step, but a card is drawn".into());
        }
        let finished = usize::from(attempt.done()) == task.task.letters.len();
        fight.game.attempt = Some(attempt);
        fight.game.drawn += u16::from(draws);
        if finished {
            record.tell(|| "the task is done: the villains give up".into());
            for rival in fight.each(self.people.sides[RIVALS]) {
                fight.game.gone |= 1 << rival;
                self.falls(rival, fight);
            }
            cards.had = fight.game.cards.had;
        }
        draws
    }
}
