//! Fields of the dramatic skill resolution.

use crate::Letters;
use crate::cards::DECK;
use crate::die::{DieFields, Edition};
use crate::hand::HEROES;
use oddsmith_base::{Error, Result};
use oddsmith_registry::{choice, fields};

const SOURCE: &str = "Dramatic Skill Resolution";

/// Largest number of steps in a task.
pub const MOST_STEPS: usize = 8;

choice! {
    /// Effect of a critical problem.
    pub enum CriticalProblem {
        /// Another skill is used from now on.
        NewSkill = "new_skill",
        /// The task starts again at its first step.
        Restart = "restart",
        /// Another skill is used after a lost round.
        LostRound = "lost_round",
    }
}

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
