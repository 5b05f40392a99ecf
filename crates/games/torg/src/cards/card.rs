//! One card of the drama deck: the conflict lines, approved actions and skill box of the
//! gamemaster's side, and the name of the player's side.

use oddsmith_registry::choice;

choice! {
    /// What is on a conflict line for one side: an advantage, a disadvantage, or nothing.
    pub enum Condition {
        /// Nothing.
        None = "none",
        /// Everyone on the side acts twice.
        Flurry = "flurry",
        /// Everyone on the side recovers; heroes draw a card.
        Inspiration = "inspiration",
        /// Everyone on the side adds a roll.
        Up = "up",
        /// Villains who can't improve their position flee.
        Break = "break",
        /// Heroes can't use the cards in their pools.
        Confused = "confused",
        /// Everyone on the side takes two points of shock.
        Fatigued = "fatigued",
        /// Things get worse for the side: -5 to its totals, where nothing else is said.
        Setback = "setback",
        /// Everyone on the side loses the first roll again.
        Stymied = "stymied",
        /// Villains who succeed at an action that the line names take cards out of a pool.
        VillainAction = "villain_action",
    }

    /// What a hero can do that may be an approved action.
    pub enum Action {
        /// Hit someone.
        Attack = "attack",
        /// Be attacked and not be hit.
        Defend = "defend",
        /// Trick someone.
        Trick = "trick",
        /// Test someone's will.
        Test = "test",
        /// Taunt someone.
        Taunt = "taunt",
        /// Intimidate someone.
        Intimidate = "intimidate",
        /// Move someone about.
        Maneuver = "maneuver",
    }

    /// What may go wrong in a dramatic skill resolution when the check on this card fails.
    pub enum Problem {
        /// A step is lost.
        PossibleSetback = "possible_setback",
        /// Every further check is harder by 1.
        Complication = "complication",
        /// Another skill is needed, or a new start.
        CriticalProblem = "critical_problem",
    }

    /// What the player's side of a card is, which decides how it is handled.
    pub enum CardKind {
        /// It is discarded when it is used.
        Enhancement = "enhancement",
        /// It stays in the pool until it is used or the adventure ends.
        Special = "special",
        /// A story of the hero's own: it stays in the pool until the adventure ends.
        Subplot = "subplot",
        /// It makes a subplot last; discarded it counts as one.
        Campaign = "campaign",
    }

    /// The player's side of a card.
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

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// The number printed on it.
    pub number: u16,
    /// Its player's side.
    pub player: PlayerCard,
    /// How that is handled.
    pub kind: CardKind,
    /// The conflict line of standard scenes.
    pub standard: Line,
    /// The conflict line of dramatic scenes.
    pub dramatic: Line,
    /// The actions that are approved.
    pub approved: Actions,
    /// The letters of its skill box.
    pub letters: Letters,
    /// What stands there in their place.
    pub problem: Option<Problem>,
}

/// A conflict line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// Whether the heroes go first.
    pub heroes_first: bool,
    /// The heroes' condition.
    pub hero: Condition,
    /// The villains' condition.
    pub villain: Condition,
    /// What takes cards out of pools, where the villains' condition is that.
    pub villain_actions: Actions,
}

/// A set of actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Actions(u8);

impl Actions {
    /// All of them: "any".
    pub const ANY: Actions = Actions(0x7f);

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether an action is one of them.
    pub fn has(self, action: Action) -> bool {
        self.0 >> action as u8 & 1 == 1
    }

    /// These and one more.
    pub fn with(self, action: Action) -> Actions {
        Actions(self.0 | 1 << action as u8)
    }
}

/// A set of the letters A to D.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Letters(u8);

impl Letters {
    /// The letters of a text such as `abd`; `None` if it has others, or one twice.
    pub fn read(text: &str) -> Option<Letters> {
        text.chars().try_fold(Letters(0), |letters, letter| {
            let place = Letters::place(letter)?;
            (!letters.has(place)).then_some(Letters(letters.0 | 1 << place))
        })
    }

    /// The place of a letter, from 0 for A; `None` if it is none of A to D.
    pub fn place(letter: char) -> Option<u8> {
        "abcd".find(letter.to_ascii_lowercase()).map(|place| place as u8)
    }

    /// Whether the letter at this place is one of them.
    #[inline]
    pub fn has(self, place: u8) -> bool {
        self.0 >> place & 1 == 1
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that are in both sets.
    pub fn and(self, other: Letters) -> Letters {
        Letters(self.0 & other.0)
    }
}
