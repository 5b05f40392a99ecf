//! Task in a scene: the conflict line of each card counts too, and the hero plays cards.

use super::rule::{Attempt, GAINED, Skill};
use crate::play::{Fight, FightSetup, MOST_HEROES};
use crate::{Condition, PlayerCard, Scene};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Columns, Extras, Record, Rule, Step};

/// Check of a dramatic skill resolution in a scene: the lead hero's hand and pool, and both the
/// conflict line and the skill box of each card.
///
/// # Formula
/// See [`Skill`], with one throw for each step. Each check can be raised by cards and a possibility
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
    pub skill: Skill,
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
    /// Resolves one action on the current card.
    fn action<C: Chance>(
        &self,
        now: &mut Course,
        turn: &mut crate::play::Turn<'_>,
        last_ditch: bool,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let Some(top) = now.fight.table.top else { return };
        let card = self.skill.deck.card(top);
        let trial = self.skill.trial(&now.attempt, card, last_ditch);
        let tried = trial.needs[..trial.steps].iter();
        let mut done = 0;
        for need in tried {
            turn.edge = -need;
            if !self.skill.certain && self.terms.act(&mut now.fight, turn, chance, record).is_none()
            {
                break;
            }
            done += 1;
        }
        if trial.all_or_nothing && usize::from(done) < trial.steps {
            done = 0;
        }
        if self.skill.comes_of(&mut now.attempt, card, &trial, done, record) {
            record.tell(|| "no step, but a card is drawn".into());
            now.fight.table.deal(HERO, &self.terms.group.deck, chance);
            record.count(GAINED);
        }
        now.fight.had = u16::from(now.attempt.done());
    }

    /// Resolves the actions of a round.
    fn round<C: Chance>(&self, now: &mut Course, chance: &mut C, record: &mut impl Record) {
        now.fight.round += 1;
        now.fight.used = [0; MOST_HEROES];
        let line = self.terms.line(&mut now.fight, chance, record);
        if line.hero == Condition::Inspiration {
            now.fight.table.deal(HERO, &self.terms.group.deck, chance);
        }
        let mut last_ditch = Skill::is_last_ditch(&mut now.attempt);
        if now.attempt.loses_round() && !last_ditch {
            record.tell(|| "the round is lost".into());
            return;
        }
        let confused = line.hero == Condition::Confused;
        let mut actions = if line.hero == Condition::Flurry { 2 } else { 1 };
        let spends = !confused && self.terms.spends(&now.fight, actions, chance);
        let mut turn = self.terms.begin_turn(HERO, &line, spends);
        let mut put = false;
        while actions > 0 && !now.fight.is_over() {
            actions -= 1;
            // Only the first action is the last ditch effort; later actions are ordinary.
            self.action(now, &mut turn, std::mem::take(&mut last_ditch), chance, record);
            if !std::mem::replace(&mut put, true) {
                self.terms.put(&mut now.fight, HERO, record);
            }
            if actions == 0 && turn.spends && !now.fight.is_over() {
                let usable = self.terms.usable(&now.fight.table, HERO);
                if let Some(card) = self.terms.group.find(PlayerCard::Haste, usable) {
                    self.terms.use_card(&mut now.fight, HERO, card, record);
                    actions = 1;
                }
            }
        }
        if !confused {
            self.terms.renew(&mut now.fight, HERO, chance, record);
        }
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
        let fight = self.terms.begin(table, self.scene, self.skill.limit, needed);
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
            let group = &self.terms.group;
            (0..group.hand).for_each(|_| now.fight.table.deal(HERO, &group.deck, chance));
            let needed = now.fight.needed;
            now.fight = self.terms.begin(now.fight.table, self.scene, self.skill.limit, needed);
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
