//! Fields of the dramatic skill resolution, and the check built from them.

use super::rule::{CriticalProblem, MOST_STEPS, Task, TaskCheck};
use super::scene::SceneSkill;
use crate::cards::DECK;
use crate::die::DieFields;
use crate::hand::HEROES;
use crate::play::{FightSetup, SHARED_FIELDS};
use crate::{Bonus, DramaDeck, DramaDie, Edition, Letters, Scene};
use oddsmith_base::{About, Error, Result};
use oddsmith_registry::{Choice, Definition, fields};

const SOURCE: &str = "Dramatic Skill Resolution";

fields! {
    /// Fields of a task.
    #[derive(Clone, Debug)]
    pub(crate) struct TaskFields {
        value: i32, "skill value", required("12"), source(SOURCE);
        difficulty: Vec<i32>, "difficulty number: one, or one for each step (the last one stands for those after it)",
            at_most(MOST_STEPS), required("12"), source(SOURCE);
        steps: String, "the steps of the task, in order",
            checked("1..4 (so many of A, B, C, D), or their letters: aab", |text| letters(text).map(drop)),
            default("abcd"), source(SOURCE);
        at_once: usize, "steps tried on one card at most",
            unit("steps"), range(1, 4), default("1"), source(SOURCE);
        several: enum Several { Rising = "rising", Flat = "flat" },
            "what several steps on one card cost; rising: as added says; flat: 2 on all for each further step",
            reading(), source(SOURCE);
        added: Vec<i32>, "difficulty of the 1st, 2nd … step tried on one card; beyond the list 2 more each",
            at_most(MOST_STEPS), default("[0,2,4,6]"),
            source("not in the text: the One on Many Chart");
        critical_problem: CriticalProblem, "new_skill: another skill from then on, no step lost; restart: again from the first step; lost_round: another skill after a round that is lost",
            reading(), source("Critical Problem");
        new_skill_penalty: i32, "how much worse each new skill is than the one before it",
            range(0, 100), source("Critical Problem");
        success_on_event: enum SuccessOnEvent { Draws = "draws", Nothing = "nothing" },
            "what a success on a card with an event is worth: a card is drawn, or nothing",
            reading(), source("Skill Use as an Approved Action");
        last_ditch: Option<u16>, "all steps that are left are tried at this flip, whatever the card: 4 harder, all or nothing",
            unit("the flip"), range(1, 1000), source("Last Ditch Effort");
        certain: bool, "every check succeeds: the cards alone decide",
            source("Working the Timing Out");
        aid: i32, "what others' aid adds to every check", source("Other Characters");
        cards: i32, "+3 cards at hand: as few as will do are spent on the first checks that they mend",
            unit("cards"), range(0, 10), source("Enhancement Cards");
        skilled: bool = DieFields::skilled;
        edition: Edition = DieFields::edition;
        deck: String = DECK;
        replacement: enum Replacement { Without = "without", With = "with" },
            "without: the deck runs down; with: every card from a full deck, an approximation that is exact at once",
            source(SOURCE), too_large(&["without"]);
        reshuffle: enum Reshuffle { StackToo = "stack_too", Discards = "discards" },
            "what is shuffled when the deck runs out: discards (there are none here), or the action stack too but for its top card",
            reading(), source("Playing With the Cards");
        limit: u16, "flips before time is up",
            unit("flips"), range(1, 1000), default("60"), source("Working the Timing Out"),
            too_large(&["1000"]);
        throw: enum Throw { Each = "each", One = "one" },
            "of several steps on one card. each: a separate skill check for each; one: one throw for all",
            reading(), source(SOURCE);
        tries: enum Tries { Most = "most", Best = "best" },
            "how many steps are tried on a card that has several. most: as many as at_once lets; best: as many as do most in the mean",
            source(SOURCE);
        scene: String, "none: the skill box alone; else the conflict line of the same card counts too, and the lead plays from hand and pool, which then change with every round",
            one_of(&["none", "standard", "dramatic"]), too_large(&["standard", "dramatic"]),
            source("Initiative and Advantage; Card Pools");
        heroes: i32 = HEROES;
    }
}

/// Parses the steps of a task and returns the indices of their letters.
pub(crate) fn letters(text: &str) -> Result<Vec<u8>> {
    let wrong = || {
        Error::question(format!("`{text}` is no row of steps"))
            .with_hint(format!("it is 1..4, or one to {MOST_STEPS} letters of A to D: `steps=aab`"))
    };
    if let Some(count) = text.parse().ok().filter(|count| (1..=4).contains(count)) {
        return Ok((0..count).collect());
    }
    let letters: Option<Vec<u8>> = text.chars().map(Letters::place).collect();
    letters.filter(|letters| (1..=MOST_STEPS).contains(&letters.len())).ok_or_else(wrong)
}

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
            deck,
            runs_out,
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
