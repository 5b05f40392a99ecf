//! The check: its fields, and how they build the rule.

use super::deck::Handling;
use super::rule::{MOST_STEPS, Skill, Task};
use crate::cards::DECK;
use crate::die::{EDITION, SKILLED};
use crate::{DramaDeck, DramaDie, Letters};
use oddsmith_base::{About, Error, Result};
use oddsmith_registry::{Definition, Field};

const SOURCE: &str = "Dramatic Skill Resolution";

const VALUE: Field = Field::points("value", "skill value").required("12").source(SOURCE);
const DIFFICULTY: Field = Field::list(
    "difficulty",
    MOST_STEPS,
    "points",
    "difficulty number: one, or one for each step (the last one stands for those after it)",
)
.required("12")
.source(SOURCE);
const STEPS: Field = Field::text(
    "steps",
    "1..4 (so many of A, B, C, D), or their letters: aab",
    |text| letters(text).map(drop),
    "the steps of the task, in order",
)
.default("abcd")
.source(SOURCE);
const AT_ONCE: Field = Field::integer("at_once", "steps", "steps tried on one card at most")
    .range(1, 4)
    .default("1")
    .source(SOURCE);
const SEVERAL: Field = Field::words(
    "several",
    &["rising", "flat"],
    "what several steps on one card cost; rising: as added says; flat: 2 on all for each further step",
)
.source(SOURCE);
const ADDED: Field = Field::list(
    "added",
    MOST_STEPS,
    "points",
    "difficulty of the 1st, 2nd … step tried on one card; beyond the list 2 more each",
)
.default("[0,2,4,6]")
.source("the One on Many Chart, which is not in the text");
const CRITICAL_PROBLEM: Field = Field::words(
    "critical_problem",
    &["new_skill", "restart"],
    "new_skill: another skill from then on, no step lost; restart: again from the first step",
)
.source("Critical Problem");
const NEW_SKILL_PENALTY: Field =
    Field::points("new_skill_penalty", "how much worse each new skill is than the one before it")
        .range(0, 100)
        .source("Critical Problem");
const SUCCESS_ON_EVENT: Field = Field::words(
    "success_on_event",
    &["draws", "nothing"],
    "what a success on a card with an event is worth: a card is drawn, or nothing",
)
.source("Skill Use as an Approved Action");
const LAST_DITCH: Field = Field::integer(
    "last_ditch",
    "the flip",
    "all steps that are left are tried at this flip, whatever the card: 4 harder, all or nothing",
)
.range(1, 1000)
.or_none()
.source("Last Ditch Effort");
const CERTAIN: Field = Field::flag("certain", "every check succeeds: the cards alone decide")
    .source("Working the Timing Out");
const AID: Field =
    Field::points("aid", "what others' aid adds to every check").source("Other Characters");
const CARDS: Field = Field::integer(
    "cards",
    "cards",
    "+3 cards at hand: as few as will do are spent on the first checks that they mend",
)
.range(0, 10)
.source("Enhancements");
const REPLACEMENT: Field = Field::words(
    "replacement",
    &["without", "with"],
    "without: the deck runs down; with: every card from a full deck, an approximation that is exact at once",
)
.source(SOURCE)
.too_large(&["without"]);
const RESHUFFLE: Field = Field::words(
    "reshuffle",
    &["stack_too", "discards"],
    "what is shuffled when the deck runs out: discards (there are none here), or the action stack too but for its top card",
)
.source("Playing With the Cards");
const LIMIT: Field = Field::integer("limit", "flips", "flips before time is up")
    .range(1, 1000)
    .default("60")
    .source("Working the Timing Out")
    .too_large(&["1000"]);

/// The steps of a text, by their letters' places.
fn letters(text: &str) -> Result<Vec<u8>> {
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

pub const ENTRY: Definition = Definition {
    id: "torg.skill",
    title: "Dramatic skill resolution",
    about: "A task in steps, each of which waits for its letter on a card: how many cards are flipped until it is done?",
    source: "The Drama Deck, Dramatic Skill Resolution",
    luck: "each round flip, the number of a card, then one face a die as long as it matters",
    fields: &[
        &[VALUE, DIFFICULTY, STEPS, AT_ONCE, SEVERAL, ADDED, CRITICAL_PROBLEM, NEW_SKILL_PENALTY],
        &[SUCCESS_ON_EVENT, LAST_DITCH, CERTAIN, AID, CARDS, SKILLED, EDITION, DECK],
        &[REPLACEMENT, RESHUFFLE, LIMIT],
    ],
    small: &[("replacement", "with"), ("limit", "8")],
    build: |set| {
        let letters = letters(&set.value(&STEPS).to_string())?;
        let difficulties = set.list(&DIFFICULTY);
        if difficulties.len() > letters.len() {
            let (given, steps) = (difficulties.len(), letters.len());
            return Err(Error::question(format!("{given} difficulties for {steps} steps"))
                .with_hint("give one for all, or one for each step")
                .about(About::value(DIFFICULTY.name)));
        }
        // The last one stands for the steps after it too.
        let last = difficulties.last().copied().unwrap_or_default();
        let difficulty = |step: usize| difficulties.get(step).copied().unwrap_or(last);
        let value = set.integer(&VALUE) + set.integer(&AID);
        let needs: Vec<i32> = (0..letters.len()).map(|step| difficulty(step) - value).collect();
        let die = DramaDie::plain(set.flag(&SKILLED), set.choice(&EDITION));
        let (cards, added) = (set.integer(&CARDS), set.list(&ADDED));
        let best = die.bonuses().1 + 3 * cards;
        let least = needs.iter().min().copied().unwrap_or_default()
            + added.iter().min().copied().unwrap_or_default().min(0);
        let certain = set.flag(&CERTAIN);
        let event_draws = set.is(&SUCCESS_ON_EVENT, "draws");
        // What the task can't tell apart is one branch.
        let used = letters.clone();
        let deck = DramaDeck::read(set)?.alike(|card| {
            let box_of = used.iter().filter(|place| card.letters.has(**place));
            let seen = box_of.fold(0, |seen, place| seen | 1 << place);
            let problem = match card.problem {
                Some(_) if certain => u32::from(!event_draws),
                Some(problem) => 1 + problem as u32,
                None => 0,
            };
            seen | problem << 4
        });
        // A round takes a card, or two where one is drawn.
        let runs_out = 2 * set.integer(&LIMIT) >= deck.cards().len() as i32;
        Ok(Box::new(Skill {
            task: Task { letters, needs },
            die,
            hopeless: (best - least + 1).max(0),
            deck,
            replacement: set.is(&REPLACEMENT, "with"),
            handling: Handling { stack_too: set.is(&RESHUFFLE, "stack_too"), runs_out },
            at_once: set.integer(&AT_ONCE) as usize,
            flat: set.is(&SEVERAL, "flat"),
            added: added.to_vec(),
            restarts: set.is(&CRITICAL_PROBLEM, "restart"),
            new_skill_penalty: set.integer(&NEW_SKILL_PENALTY),
            event_draws,
            last_ditch: set.number(&LAST_DITCH).map(|flip| flip as u16),
            certain,
            cards: cards as u8,
            limit: set.integer(&LIMIT) as u16,
        }))
    },
    ..Definition::PLAIN
};
