//! Torg (The Drama Deck and the game around it): checks with the drama die and the drama deck.
//!
//! This crate holds the checks of the game, the die and its bonus chart, the deck, and worked
//! examples. It contains no mechanics that other games share. The editions differ in the low end of
//! the chart and in the table of results.

mod battle;
mod bonus;
mod cards;
mod check;
mod conflict;
mod die;
mod flip;
mod hand;
mod play;
mod skill;

pub use battle::{Battle, Breaks, Escape, Harm, RivalsSpend, State, Tactic};
pub use bonus::Bonus;
pub use cards::{
    Action, Actions, Card, CardKind, Condition, DramaDeck, Letters, Line, PlayerCard, Problem,
};
pub use check::Check;
pub use conflict::{Conflict, Scene, Sides};
pub use die::{DramaDie, Edition, Throw};
pub use flip::Flip;
pub use hand::{Hand, Wanted, hand_size};
pub use play::{
    Adventure, AdventureState, Encounter, Fight, FightSetup, Group, MOST_HEROES, Outlook, Run,
    Spending, Subplots, Table,
};
pub use skill::{
    Attempt, Course, CriticalProblem, LeftOver, SceneSkill, Task, TaskCheck, TaskDeck,
};

use oddsmith_registry::{Colour, Policies, System};

/// Definition of the game system.
pub static SYSTEM: System = System {
    name: "torg",
    title: "Torg",
    source: "The Drama Deck; the cards, the die and its charts from public sources",
    colour: Colour { light: 0xa07800, dark: 0xd9b13b },
    checks: &[
        bonus::ENTRY,
        check::ENTRY,
        flip::ENTRY,
        skill::ENTRY,
        conflict::ENTRY,
        hand::ENTRY,
        play::ENCOUNTER,
        play::ADVENTURE,
        battle::ENTRY,
    ],
    duels: &[],
    policies: &[Policies {
        of: "cards of torg.encounter and torg.adventure: policy",
        named: play::POLICIES,
    }],
    examples: include_str!("examples.toml"),
    claims: include_str!("claims.toml"),
};
