//! Registry entry of the dramatic skill resolution, and the check that it builds from its fields.

use super::deck::TaskDeck;
use super::fields::{SuccessOnEvent, TaskFields, Tries, letters};
use super::rule::{Task, TaskCheck};
use super::scene::SceneSkill;
use crate::bonus::Bonus;
use crate::cards::DECK;
use crate::die::DramaDie;
use crate::play::{FightSetup, SHARED_FIELDS};
use crate::{DramaDeck, Scene};
use oddsmith_base::{About, Error, Result};
use oddsmith_registry::{Choice, Definition};

/// Returns P(bonus >= b) for each bonus b, from the lowest up.
fn at_least(die: &DramaDie) -> Result<Vec<f64>> {
    let law = Bonus::law_of(die.clone())?;
    let (low, high) = die.bonuses();
    Ok((low..=high).map(|bonus| law.within(bonus..=high).value).collect())
}

impl TaskCheck {
    /// Creates the task from its fields.
    ///
    /// # Errors
    /// If there are too many difficulties, or the deck can't be read.
    pub(crate) fn new(given: TaskFields) -> Result<TaskCheck> {
        let letters = letters(&given.steps)?;
        let difficulties = &given.difficulty;
        if difficulties.len() > letters.len() {
            let (given, steps) = (difficulties.len(), letters.len());
            return Err(Error::question(format!("{given} difficulties for {steps} steps"))
                .with_hint("give one for all, or one for each step")
                .about(About::value(TaskFields::difficulty.name)));
        }
        // The last difficulty also applies to the steps after it.
        let last = difficulties.last().copied().unwrap_or_default();
        let difficulty = |step: usize| difficulties.get(step).copied().unwrap_or(last);
        let value = given.value + given.aid;
        let needs: Vec<i32> = (0..letters.len()).map(|step| difficulty(step) - value).collect();
        let die = DramaDie::plain(given.skilled, given.edition);
        let best = die.bonuses().1 + 3 * given.cards;
        let least = needs.iter().min().copied().unwrap_or_default()
            + given.added.iter().min().copied().unwrap_or_default().min(0);
        let event_draws = given.success_on_event == SuccessOnEvent::Draws;
        // Cards that have the same effect on the task share one branch.
        let deck = DramaDeck::named(&given.deck)?.alike(|card| {
            let box_of = letters.iter().filter(|place| card.letters.has(**place));
            let seen = box_of.fold(0, |seen, place| seen | 1 << place);
            let problem = match card.problem {
                Some(_) if given.certain => u32::from(!event_draws),
                Some(problem) => 1 + problem as u32,
                None => 0,
            };
            seen | problem << 4
        });
        // Each round takes one card, or two if one is drawn.
        let runs_out = 2 * i32::from(given.limit) >= deck.cards().len() as i32;
        Ok(TaskCheck {
            best: (given.tries == Tries::Best).then(|| at_least(&die)).transpose()?,
            task: Task { letters, needs },
            die,
            hopeless: (best - least + 1).max(0),
            deck: TaskDeck { cards: deck, runs_out, reshuffle: given.reshuffle },
            given,
        })
    }
}

pub const ENTRY: Definition = Definition {
    id: "torg.skill",
    title: "Dramatic skill resolution",
    about: "A task in steps, each of which waits for its letter on a card: how many cards are flipped until it is done?",
    source: "The Drama Deck, Dramatic Skill Resolution",
    luck: "each round flip, the number of a card, then one face a die as long as it matters; in a scene also flip for each card that is dealt, and every face",
    fields: &[TaskFields::FIELDS, SHARED_FIELDS],
    small: &[("replacement", "with"), ("limit", "8")],
    build: |set| {
        let given = TaskFields::read(set);
        let (scene, cards, heroes) = (Scene::named(&given.scene), given.cards, given.heroes);
        let skill = TaskCheck::new(given)?;
        let Some(scene) = scene else { return Ok(Box::new(skill)) };
        if cards > 0 || skill.replaces() {
            let (field, hint) = match cards {
                0 => (TaskFields::replacement.name, "its deck runs down: leave `replacement` out"),
                _ => (TaskFields::cards.name, "its hand is dealt: leave `cards` out"),
            };
            return Err(Error::question(format!("`{field}` with a scene"))
                .with_hint(hint)
                .about(About::value(field)));
        }
        let shared = &[SHARED_FIELDS, &[DECK, TaskFields::reshuffle]];
        let mut terms = FightSetup::of(set, shared, heroes, skill.die.clone())?;
        terms.group.heroes = 1;
        terms.helps = None;
        Ok(Box::new(SceneSkill { skill, terms, scene }))
    },
    ..Definition::PLAIN
};
