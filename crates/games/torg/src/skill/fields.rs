//! The check: its fields, and how they build the rule.

use super::deck::Handling;
use super::rule::{CriticalProblem, MOST_STEPS, Skill, Task};
use super::scene::SceneSkill;
use crate::cards::DECK;
use crate::die::{EDITION, SKILLED};
use crate::hand::HEROES;
use crate::play::{FightSetup, Group, SHARED};
use crate::{Bonus, DramaDeck, DramaDie, Letters, Scene};
use oddsmith_base::{About, Error, Result};
use oddsmith_engine::odds::Check;
use oddsmith_registry::{Choice, Definition, Field};

const SOURCE: &str = "Dramatic Skill Resolution";

const VALUE: Field = Field::number("value", "skill value").required("12").source(SOURCE);
const DIFFICULTY: Field = Field::list(
    "difficulty",
    MOST_STEPS,
    "",
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
pub(crate) const AT_ONCE: Field =
    Field::integer("at_once", "steps", "steps tried on one card at most")
        .range(1, 4)
        .default("1")
        .source(SOURCE);
const SEVERAL: Field = Field::words(
    "several",
    &["rising", "flat"],
    "what several steps on one card cost; rising: as added says; flat: 2 on all for each further step",
)
.reading()
.source(SOURCE);
const ADDED: Field = Field::list(
    "added",
    MOST_STEPS,
    "",
    "difficulty of the 1st, 2nd … step tried on one card; beyond the list 2 more each",
)
.default("[0,2,4,6]")
.source("not in the text: the One on Many Chart");
const THROW: Field = Field::words(
    "throw",
    &["each", "one"],
    "of several steps on one card. each: a separate skill check for each; one: one throw for all",
)
.reading()
.source(SOURCE);
const TRIES: Field = Field::words(
    "tries",
    &["most", "best"],
    "how many steps are tried on a card that has several. most: as many as at_once lets; best: as many as do most in the mean",
)
.source(SOURCE);
const SCENE: Field = Field::words(
    "scene",
    &["none", "standard", "dramatic"],
    "none: the skill box alone; else the conflict line of the same card counts too, and the lead plays from hand and pool, which then change with every round",
)
.too_large(&["standard", "dramatic"])
.source("Initiative and Advantage; Card Pools");
pub(crate) const CRITICAL_PROBLEM: Field = Field::choice::<CriticalProblem>(
    "critical_problem",
    "new_skill: another skill from then on, no step lost; restart: again from the first step; lost_round: another skill after a round that is lost",
)
.reading()
.source("Critical Problem");
const NEW_SKILL_PENALTY: Field =
    Field::number("new_skill_penalty", "how much worse each new skill is than the one before it")
        .range(0, 100)
        .source("Critical Problem");
const SUCCESS_ON_EVENT: Field = Field::words(
    "success_on_event",
    &["draws", "nothing"],
    "what a success on a card with an event is worth: a card is drawn, or nothing",
)
.reading()
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
    Field::number("aid", "what others' aid adds to every check").source("Other Characters");
const CARDS: Field = Field::integer(
    "cards",
    "cards",
    "+3 cards at hand: as few as will do are spent on the first checks that they mend",
)
.range(0, 10)
.source("Enhancement Cards");
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
.reading()
.source("Playing With the Cards");
const LIMIT: Field = Field::integer("limit", "flips", "flips before time is up")
    .range(1, 1000)
    .default("60")
    .source("Working the Timing Out")
    .too_large(&["1000"]);

/// The steps of a text, by their letters' places.
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

/// The chance of a bonus of so much or more, from the lowest on.
fn at_least(die: &DramaDie) -> Result<Vec<f64>> {
    let laws = Bonus { die: die.clone() }.law(1_000_000)?;
    let law = laws.column("bonus")?;
    let (low, high) = die.bonuses();
    Ok((low..=high).map(|bonus| law.within(bonus..=high).value).collect())
}

pub const ENTRY: Definition = Definition {
    id: "torg.skill",
    title: "Dramatic skill resolution",
    about: "A task in steps, each of which waits for its letter on a card: how many cards are flipped until it is done?",
    source: "The Drama Deck, Dramatic Skill Resolution",
    luck: "each round flip, the number of a card, then one face a die as long as it matters; in a scene also flip for each card that is dealt, and every face",
    fields: &[
        &[VALUE, DIFFICULTY, STEPS, AT_ONCE, SEVERAL, ADDED, CRITICAL_PROBLEM, NEW_SKILL_PENALTY],
        &[SUCCESS_ON_EVENT, LAST_DITCH, CERTAIN, AID, CARDS, SKILLED, EDITION, DECK],
        &[REPLACEMENT, RESHUFFLE, LIMIT, THROW, TRIES, SCENE, HEROES],
        SHARED,
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
        let shares = set.is(&TRIES, "best").then(|| at_least(&die)).transpose()?;
        let scene = Scene::named(&set.value(&SCENE).to_string());
        let skill = Skill {
            one_throw: set.is(&THROW, "one"),
            best: shares,
            task: Task { letters, needs },
            die,
            hopeless: (best - least + 1).max(0),
            deck,
            replacement: set.is(&REPLACEMENT, "with"),
            handling: Handling { stack_too: set.is(&RESHUFFLE, "stack_too"), runs_out },
            at_once: set.integer(&AT_ONCE) as usize,
            flat: set.is(&SEVERAL, "flat"),
            added: added.to_vec(),
            critical: set.choice(&CRITICAL_PROBLEM),
            new_skill_penalty: set.integer(&NEW_SKILL_PENALTY),
            event_draws,
            last_ditch: set.number(&LAST_DITCH).map(|flip| flip as u16),
            certain,
            cards: cards as u8,
            limit: set.integer(&LIMIT) as u16,
        };
        let Some(scene) = scene else { return Ok(Box::new(skill)) };
        if cards > 0 || skill.replacement {
            let (field, hint) = match cards {
                0 => (REPLACEMENT.name, "its deck runs down: leave `replacement` out"),
                _ => (CARDS.name, "its hand is dealt: leave `cards` out"),
            };
            return Err(Error::question(format!("`{field}` with a scene"))
                .with_hint(hint)
                .about(About::value(field)));
        }
        let heroes = set.integer(&HEROES);
        let mut group = Group::new(DramaDeck::read(set)?, heroes);
        group.heroes = 1;
        let terms = FightSetup {
            party: heroes as usize,
            keeps_stack: set.is(&RESHUFFLE, "discards"),
            ..FightSetup::of(group, skill.die.clone(), set)
        };
        Ok(Box::new(SceneSkill { skill, terms, scene }))
    },
    ..Definition::PLAIN
};
