//! Rule of a dramatic skill resolution: a card, a check, a step forward or a problem each round.

use super::deck::{LeftOver, TaskDeck};
use super::fields::{
    CriticalProblem, MOST_STEPS, Replacement, Several, SuccessOnEvent, TaskFields, Throw,
};
use crate::die::DramaDie;
use crate::{Card, Letters, Problem};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_mechanics::Moment;

/// Steps of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Letter of each step, as an index from 0 for A.
    pub letters: Vec<u8>,
    /// Smallest bonus with which each step's check succeeds: its difficulty less value and aid.
    pub needs: Vec<i32>,
}

/// Check that resolves a task step by step, as the flipped cards allow.
///
/// # Formula
/// Each round a card is flipped. If the letters of the next steps are on it, up to `at_once` of
/// them are tried, each with a throw of the die (or all with one): `value + aid + bonus >=
/// difficulty + added difficulty of several steps + complications`; the steps count up to the first
/// failure. Otherwise the check of the next step is made only to draw a card. If a check fails on
/// an event, a step is lost, everything gets harder by 1, or another skill (or a new start) is
/// needed. A last ditch effort tries all remaining steps at once, 4 harder; its failure is a
/// critical problem.
///
/// # Source
/// The Drama Deck, Dramatic Skill Resolution.
#[derive(Clone, Debug)]
pub struct TaskCheck {
    /// Task.
    pub task: Task,
    /// Drama die.
    pub die: DramaDie,
    /// Full deck.
    pub deck: TaskDeck,
    /// Fields of the task.
    pub(crate) given: TaskFields,
    /// P(bonus >= b) for each bonus b, from the lowest up, if the number of tried steps maximizes
    /// the mean of completed steps; `None` if as many steps as possible are tried.
    pub best: Option<Vec<f64>>,
    /// Upper limit of the added difficulty, at which no check can succeed any more.
    pub hopeless: i32,
}

/// Progress of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// State of the deck; `None` if each card is flipped from a full deck.
    deck: Option<LeftOver>,
    /// Rounds until the last ditch effort, including this one; 0 if there is none or it is over.
    until_last_ditch: u16,
    /// Number of completed steps.
    done: u8,
    /// Number of +3 cards left.
    cards: u8,
    /// Points by which all checks have become harder.
    harder: i16,
    /// Number of completed steps that problems undid.
    lost: u16,
    /// True if the next round is lost.
    idle: bool,
}

/// Attempt of one round: the number of steps, and the bonus that each needs.
pub(crate) struct Trial {
    pub steps: usize,
    pub needs: [i32; MOST_STEPS],
    pub all_or_nothing: bool,
    /// True if a step can be completed; false if the check only draws a card.
    pub gains: bool,
}

/// Added difficulty of a last ditch effort.
const LAST_DITCH: i32 = 4;

/// Points that a card adds to a check.
const CARD: i32 = 3;

impl Trial {
    /// Returns the number of completed steps: those, in order, whose needs are met.
    #[inline]
    pub fn done(&self, mut meets: impl FnMut(i32) -> bool) -> u8 {
        let needs = &self.needs[..self.steps];
        let done = needs.iter().take_while(|need| meets(**need)).count();
        if self.all_or_nothing && done < self.steps { 0 } else { done as u8 }
    }

    /// Returns `16 * steps + cards`: the most steps that `cards` can complete, and the fewest cards
    /// that suffice for them.
    #[inline]
    fn outcome(&self, bonus: i32, cards: u8) -> i32 {
        let done = |spent: i32| i32::from(self.done(|need| need <= bonus + CARD * spent));
        let best = done(i32::from(cards));
        let enough = |spent: &i32| done(*spent) == best;
        best << 4 | (0..=i32::from(cards)).find(enough).unwrap_or_default()
    }
}

impl TaskCheck {
    /// Returns the attempt for this card.
    pub(crate) fn trial(&self, now: &Attempt, card: &Card, last_ditch: bool) -> Trial {
        let letters = &self.task.letters[usize::from(now.done)..];
        let steps = if last_ditch { letters.len() } else { self.steps_on(letters, card.letters) };
        let mut needs = [0; MOST_STEPS];
        let gains = steps > 0;
        // Without a letter on the card, the check is the one of the next step.
        let needed = |place: usize, tried: usize| {
            self.task.needs[usize::from(now.done) + place]
                + self.cost(place, tried)
                + i32::from(now.harder)
                + if last_ditch { LAST_DITCH } else { 0 }
        };
        let tried = match &self.best {
            Some(shares) if !last_ditch && steps > 1 => self.most_done(shares, steps, needed),
            _ => steps.max(1),
        };
        for (place, need) in needs[..tried].iter_mut().enumerate() {
            *need = needed(place, tried);
        }
        Trial { steps: tried, needs, all_or_nothing: last_ditch, gains }
    }

    /// Returns the number of steps to try that maximizes the mean of completed steps; the fewest of
    /// equal ones.
    fn most_done(
        &self,
        shares: &[f64],
        steps: usize,
        needed: impl Fn(usize, usize) -> i32,
    ) -> usize {
        let low = self.die.bonuses().0;
        let share = |need: i32| match need - low {
            ..1 => 1.0,
            more => shares.get(more as usize).copied().unwrap_or(0.0),
        };
        let mean = |tried: usize| {
            let (mut all, mut mean, mut hardest) = (1.0, 0.0, i32::MIN);
            for place in 0..tried {
                let need = needed(place, tried);
                hardest = hardest.max(need);
                all = if self.one_throw() { share(hardest) } else { all * share(need) };
                mean += all;
            }
            mean
        };
        (1..=steps).fold(1, |best, tried| if mean(tried) > mean(best) { tried } else { best })
    }

    /// Returns the number of next steps that a card allows; each letter on it allows one step.
    fn steps_on(&self, next: &[u8], card: Letters) -> usize {
        let fresh = |place: usize| !next[..place].contains(&next[place]) && card.has(next[place]);
        let most = self.given.at_once.min(next.len());
        (0..most).take_while(|&place| fresh(place)).count()
    }

    /// Returns the added difficulty of a step as one of several on the same card.
    fn cost(&self, place: usize, tried: usize) -> i32 {
        let added = &self.given.added;
        match added.get(place) {
            _ if self.given.several == Several::Flat => 2 * (tried as i32 - 1),
            Some(added) => *added,
            None => {
                let last = added.last().copied().unwrap_or_default();
                last + 2 * (place + 1 - added.len()) as i32
            }
        }
    }

    /// Applies the problem of a failed check.
    fn problem(&self, now: &mut Attempt, problem: Problem, record: &mut impl Record) {
        match problem {
            Problem::PossibleSetback if now.done == 0 => {}
            Problem::PossibleSetback => {
                record.tell(|| "a setback: the last step is lost".into());
                (now.done, now.lost) = (now.done - 1, now.lost + 1);
            }
            Problem::Complication => {
                record.tell(|| "a complication: everything is harder by 1".into());
                self.harden(now, 1);
            }
            Problem::CriticalProblem if self.given.critical_problem == CriticalProblem::Restart => {
                record.tell(|| "a critical problem: again from the first step".into());
                now.lost += u16::from(now.done);
                now.done = 0;
            }
            Problem::CriticalProblem => {
                now.idle = self.given.critical_problem == CriticalProblem::LostRound;
                record.tell(|| {
                    let lost = if now.idle { ", and the next round is lost" } else { "" };
                    format!("a critical problem: another skill is needed{lost}")
                });
                self.harden(now, self.given.new_skill_penalty);
            }
        }
    }

    fn harden(&self, now: &mut Attempt, points: i32) {
        now.harder = (i32::from(now.harder) + points).min(self.hopeless) as i16;
    }

    /// Returns true if the last ditch effort is now, and counts down the rounds until then.
    pub(crate) fn is_last_ditch(now: &mut Attempt) -> bool {
        let last_ditch = now.until_last_ditch == 1;
        now.until_last_ditch = now.until_last_ditch.saturating_sub(1);
        last_ditch
    }

    /// Throws the die, once for all steps or once for each, and returns completed steps and spent
    /// cards.
    fn thrown(
        &self,
        at: &mut Moment<Attempt, impl Chance, impl Record>,
        trial: &Trial,
    ) -> (u8, u8) {
        if self.given.certain {
            return (trial.steps as u8, 0);
        }
        let cards = at.state.cards;
        let split = |outcome: i32| ((outcome >> 4) as u8, (outcome & 15) as u8);
        if self.one_throw() || trial.steps == 1 {
            return split(
                self.die.chain(at.chance, at.record, |bonus| trial.outcome(bonus, cards)),
            );
        }
        let mut spent = 0;
        let done = trial.done(|need| {
            let mut needs = [0; MOST_STEPS];
            needs[0] = need;
            let one = Trial { steps: 1, needs, all_or_nothing: false, gains: trial.gains };
            let left = cards - spent;
            let (step, paid) =
                split(self.die.chain(at.chance, at.record, |bonus| one.outcome(bonus, left)));
            spent += paid;
            step > 0
        });
        (done, spent)
    }

    /// Returns true if one throw is for all steps tried on a card; false if each has its own.
    fn one_throw(&self) -> bool {
        self.given.throw == Throw::One
    }

    /// Applies the outcome of a check with `done` completed steps; returns true if it draws a card.
    pub(crate) fn apply_outcome(
        &self,
        now: &mut Attempt,
        card: &Card,
        trial: &Trial,
        done: u8,
        record: &mut impl Record,
    ) -> bool {
        match (done, trial.gains) {
            (0, _) if trial.all_or_nothing => self.problem(now, Problem::CriticalProblem, record),
            (0, _) => match card.problem {
                Some(problem) => self.problem(now, problem, record),
                None => record.tell(|| "it fails".into()),
            },
            (_, true) => {
                now.done += done;
                record.tell(|| format!("{} of {} steps", now.done, self.task.letters.len()));
            }
            (_, false)
                if card.problem.is_some()
                    && self.given.success_on_event == SuccessOnEvent::Nothing =>
            {
                record.tell(|| "it succeeds, and nothing comes of it".into());
            }
            (_, false) => return true,
        }
        false
    }

    /// Plays one round with a card.
    fn round(&self, at: &mut Moment<Attempt, impl Chance, impl Record>, card: &Card) {
        let last_ditch = TaskCheck::is_last_ditch(at.state);
        if at.state.loses_round() && !last_ditch {
            at.record.tell(|| "the round is lost".into());
            return;
        }
        let trial = self.trial(at.state, card, last_ditch);
        let (done, spent) = self.thrown(at, &trial);
        at.state.cards -= spent;
        if spent > 0 {
            at.record.tell(|| format!("{spent} cards spent"));
        }
        if self.apply_outcome(at.state, card, &trial, done, at.record) {
            let deck = at.state.deck.as_mut();
            if deck.is_none_or(|left| left.draw(&self.deck)) {
                at.record.tell(|| "no step, but a card is drawn".into());
                at.record.count(GAINED);
            }
        }
    }

    /// Returns true if each card is flipped from a full deck.
    pub(crate) fn replaces(&self) -> bool {
        self.given.replacement == Replacement::With
    }

    /// Returns the state before the first card; `deck` is the deck to flip from, if it is stored
    /// here.
    pub(crate) fn begin(&self, deck: Option<LeftOver>) -> Attempt {
        let until_last_ditch = self.given.last_ditch.unwrap_or_default();
        let cards = self.given.cards as u8;
        Attempt { deck, until_last_ditch, cards, ..Attempt::default() }
    }

    /// Returns the columns for rounds that each draw at most `a_round` cards.
    pub(crate) fn counted(&self, a_round: i32) -> Columns {
        let limit = i32::from(self.given.limit);
        let lost = limit * self.given.at_once as i32 * a_round;
        Columns::new([
            Column::new(FLIPS, Scale::steps_within(self.given.limit))
                .success(Success::AtMost(limit)),
            Column::new(GAINED, Scale::numbers(0, limit * a_round)).counts_up(),
            Column::new(LOST, Scale::numbers(0, lost)),
        ])
    }
}

impl Attempt {
    /// Returns the number of completed steps.
    pub(crate) fn done(&self) -> u8 {
        self.done
    }

    /// Returns true if this round is lost, and resets the flag.
    pub(crate) fn loses_round(&mut self) -> bool {
        std::mem::take(&mut self.idle)
    }

    /// Records the number of lost steps at the end.
    pub(crate) fn end(&self, record: &mut impl Record) {
        record.score(LOST, i32::from(self.lost));
    }
}

const FLIPS: Handle = Handle::first("flips");
pub(crate) const GAINED: Handle = FLIPS.then("cards_gained");
const LOST: Handle = GAINED.then("steps_lost");

impl Rule for TaskCheck {
    type State = Attempt;

    const EXTRAS: Extras<Self> = Extras {
        remark: |rule| {
            let text =
                "an approximation: every card is flipped from a full deck (replacement=with)";
            rule.replaces().then(|| text.to_owned())
        },
        ..Extras::NONE
    };

    fn columns(&self) -> Columns {
        self.counted(1)
    }

    fn start(&self) -> Attempt {
        self.begin((!self.replaces()).then(|| LeftOver::full(&self.deck.cards)))
    }

    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Attempt,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Attempt> {
        let place = match &mut now.deck {
            Some(left) => left.flip(&self.deck, chance),
            None => Some(self.deck.cards.take(chance, &mut self.deck.cards.full())),
        };
        let Some(place) = place else {
            record.tell(|| "the deck has run out".into());
            return Step::Next(now);
        };
        let card = self.deck.cards.card(place);
        record.tell(|| format!("card {}", card.number));
        self.round(&mut Moment { state: &mut now, chance, record: &mut *record }, card);
        if usize::from(now.done) == self.task.letters.len() {
            record.score(LOST, i32::from(now.lost));
            return Step::Done;
        }
        Step::Next(now)
    }

    fn cut_off(&self, now: Attempt, record: &mut impl Record) {
        record.tell(|| "time is up".into());
        record.score(LOST, i32::from(now.lost));
    }
}
