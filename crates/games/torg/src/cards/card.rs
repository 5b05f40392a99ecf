//! Data of one card of the drama deck: the gamemaster's side (conflict lines, approved actions,
//! skill box) and the name of the player's side.

use oddsmith_registry::choice;

choice! {
    /// Effect that a drama card has on one side for a round of a conflict: an advantage, a
    /// disadvantage or none.
    pub enum Condition {
        /// No effect.
        None = "none",
        /// Each member of the side acts twice.
        Flurry = "flurry",
        /// Each member of the side recovers from shock; heroes draw a card.
        Inspiration = "inspiration",
        /// Each member of the side adds a roll of the die.
        Up = "up",
        /// Villains flee, or give up once half of the successes are reached.
        Break = "break",
        /// Heroes can't use the cards in their pools.
        Confused = "confused",
        /// Each member of the side takes two points of shock.
        Fatigued = "fatigued",
        /// Totals of the side are reduced, by 5 by default.
        Setback = "setback",
        /// Each member of the side loses its first additional roll.
        Stymied = "stymied",
        /// Villains who succeed at an action that the line names strip cards from a pool.
        VillainAction = "villain_action",
    }

    /// Action of a hero that a card may approve.
    pub enum Action {
        /// Attack a rival.
        Attack = "attack",
        /// Defend against an attack.
        Defend = "defend",
        /// Trick a rival.
        Trick = "trick",
        /// Test a rival's will.
        Test = "test",
        /// Taunt a rival.
        Taunt = "taunt",
        /// Intimidate a rival.
        Intimidate = "intimidate",
        /// Outmaneuver a rival.
        Maneuver = "maneuver",
    }

    /// Problem of a dramatic skill resolution if the check on this card fails.
    pub enum Problem {
        /// The last step is lost.
        PossibleSetback = "possible_setback",
        /// Every later check is harder by 1.
        Complication = "complication",
        /// Another skill or a new start is needed.
        CriticalProblem = "critical_problem",
    }

    /// Kind of the player's side, which decides how the card is handled.
    pub enum CardKind {
        /// The card is discarded after use.
        Enhancement = "enhancement",
        /// The card stays in the pool until it is used or the adventure ends.
        Special = "special",
        /// The card is a story of the hero; it stays in the pool until the adventure ends.
        Subplot = "subplot",
        /// The card makes a subplot permanent; if it is discarded it counts as a subplot.
        Campaign = "campaign",
    }

    /// Name of the player's side of a card.
    #[allow(missing_docs)] // Their names are all there is to say here; the rule text has the rest.
    pub enum PlayerCard {
        Adrenalin = "adrenalin",
        Willpower = "willpower",
        Presence = "presence",
        Action = "action",
        Supporter = "supporter",
        Hero = "hero",
        Drama = "drama",
        Haste = "haste",
        SecondChance = "second_chance",
        OpponentFails = "opponent_fails",
        CoupDeGrace = "coup_de_grace",
        SeizeInitiative = "seize_initiative",
        MasterPlan = "master_plan",
        Leadership = "leadership",
        Rally = "rally",
        Glory = "glory",
        Escape = "escape",
        Monologue = "monologue",
        Idea = "idea",
        Alertness = "alertness",
        Connection = "connection",
        Campaign = "campaign",
        Martyr = "martyr",
        MistakenIdentity = "mistaken_identity",
        Nemesis = "nemesis",
        PersonalStake = "personal_stake",
        Romance = "romance",
        Suspicion = "suspicion",
        TrueIdentity = "true_identity",
    }
}

/// Card of the drama deck.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// Number printed on the card.
    pub number: u16,
    /// Name of the player's side.
    pub player: PlayerCard,
    /// Kind of the player's side.
    pub kind: CardKind,
    /// Conflict line of standard scenes.
    pub standard: Line,
    /// Conflict line of dramatic scenes.
    pub dramatic: Line,
    /// Approved actions.
    pub approved: Actions,
    /// Letters of the skill box.
    pub letters: Letters,
    /// Problem printed in the skill box instead of letters.
    pub problem: Option<Problem>,
}

/// Conflict line of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Line {
    /// True if the heroes act first.
    pub heroes_first: bool,
    /// Condition of the heroes.
    pub hero: Condition,
    /// Condition of the villains.
    pub villain: Condition,
    /// Actions that strip pools; empty unless `villain` is [`Condition::VillainAction`].
    pub villain_actions: Actions,
}

/// Set of actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Actions(u8);

impl Actions {
    /// Set of all actions, written "any" in the table.
    pub const ANY: Actions = Actions(0x7f);

    /// Returns true if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the set contains the action.
    pub fn has(self, action: Action) -> bool {
        self.0 >> action as u8 & 1 == 1
    }

    /// Returns the set with the action added.
    pub fn with(self, action: Action) -> Actions {
        Actions(self.0 | 1 << action as u8)
    }
}

/// Set of the letters A to D.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Letters(u8);

impl Letters {
    /// Parses a text such as `abd`; `None` if it has another letter, or a letter twice.
    pub fn read(text: &str) -> Option<Letters> {
        text.chars().try_fold(Letters(0), |letters, letter| {
            let place = Letters::place(letter)?;
            (!letters.has(place)).then_some(Letters(letters.0 | 1 << place))
        })
    }

    /// Returns the index of a letter, from 0 for A; `None` if the letter is not A to D.
    pub fn place(letter: char) -> Option<u8> {
        "abcd".find(letter.to_ascii_lowercase()).map(|place| place as u8)
    }

    /// Returns true if the set contains the letter with this index.
    #[inline]
    pub fn has(self, place: u8) -> bool {
        self.0 >> place & 1 == 1
    }

    /// Returns the number of letters in the set.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the intersection of both sets.
    pub fn and(self, other: Letters) -> Letters {
        Letters(self.0 & other.0)
    }
}
