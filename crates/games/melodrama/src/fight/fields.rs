//! The fields of a fight and of its characters.

use crate::adventure::AdventureFields;
use crate::bonus::Bonus;
use crate::card_policy::CardPolicy;
use crate::fields;
use crate::hand::{CriticalBy, HandFields, Redraw};
use oddsmith_mechanics::{brawl, exchange};
use oddsmith_registry::{CastSchema, Field, Part, choice, fields};

pub const ATTACK: Field = fields::ATTACK.about("attack bonus; wins ties");
pub const DEFENSE: Field = fields::DEFENSE.about("Defense, its dodge bonus included");
pub const TOUGHNESS: Field = fields::TOUGHNESS;
pub const DAMAGE: Field = fields::DAMAGE;
pub const INITIATIVE: Field = brawl::INITIATIVE.source("Initiative checks");
pub const DODGE: Field = exchange::DODGES[0]
    .about("the part of Defense that is lost while stunned or resting")
    .source("Second Wind; as the d20 original");
pub const IMPROVED_CRITICAL: Field = fields::IMPROVED_CRITICAL;
pub const LETHAL: Field = fields::LETHAL;
pub const REFLEX: Field = brawl::REFLEX.source("Group attacks");
pub const AREA: Field = brawl::AREA.source("Group attacks");
pub const MINION: Field = fields::MINION;

pub const HAND: Field = Field::integer("hand", "cards", "cards of the player's starting hand")
    .range(0, 20)
    .default("3")
    .source("Starting Hand");
pub const LUCK: Field =
    Field::integer("luck", "ranks", "ranks of Luck, each a card more at the start")
        .range(0, 10)
        .source("Starting Hand");
pub const CONSTITUTION: Field =
    Field::number("constitution", "bonus of a recovery check, against 0 and a random card")
        .source("Bonus Cards; as the d20 original");
pub const HERO_PLAYS: Field = Field::words(
    "plays",
    &["hand", "deck", "volunteer"],
    "hand: from the player's own; deck: random cards; volunteer: the player with the most cards plays for it",
)
.too_large(&["hand", "volunteer"])
.source("Card Play, GM Card Play");
pub const PLAYS: Field = Field::words(
    "plays",
    &["hand", "deck"],
    "hand: from the GM's; deck: random cards, which no bonus card improves",
)
.too_large(&["hand"])
.source("GM Card Play");

/// Fields of every character.
const ALL: &[Field] = &[
    ATTACK,
    DEFENSE,
    TOUGHNESS,
    DAMAGE,
    INITIATIVE,
    DODGE,
    IMPROVED_CRITICAL,
    LETHAL,
    REFLEX,
    AREA,
];

pub const FORM: CastSchema = CastSchema {
    parts: &[
        Part { name: "hero", fields: &[ALL, &[HERO_PLAYS, HAND, LUCK, CONSTITUTION, MINION]] },
        Part { name: "villain", fields: &[ALL, &[PLAYS, MINION]] },
        Part { name: "thug", fields: &[ALL, &[PLAYS.default("deck"), MINION]] },
    ],
    elsewhere: &["hero_points", "natural", "impossible_save"],
    usual: include_str!("usual.toml"),
};

pub const EDGE: Field = brawl::EDGE.source("Making Checks");

fields! {
    /// The fields of hands and decks in a fight.
    pub struct CardFields {
        policy: CardPolicy, "how players choose cards of their hands",
            default("highest"), source("Making Checks");
        gm_policy: CardPolicy, "how the GM chooses cards of the hand",
            default("highest"), source("GM Card Play");
        stakes: Checks, "which checks matter, for policies that ask. all; attacks: one's own; saves: against what hits one",
            source("Cards as a Randomizer");
        gm_hand: Option<u8>, "the GM's at the start; none: the text's 2 for each hero who plays from a hand",
            unit("cards"), range(0, 54), source("Starting Hand");
        decks: enum Decks { Own = "own", Fresh = "fresh" },
            "random cards. own: off decks that run down and are reshuffled when they are empty; fresh: each from a full deck",
            too_large(&["own"]), reading(), source("Number of Decks");
        players_per_deck: usize = AdventureFields::players_per_deck;
        redraw: Redraw = HandFields::redraw;
        bonus: Bonus, "bonus cards, the lowest that turns a check. loser: the loser first, the other may counter once; player_first",
            default("loser"), source("Bonus Cards, Countering bonus cards");
        bonus_for: Checks, "what players add bonus cards to: all checks, their attacks alone, their saves alone, or none",
            source("Bonus Cards");
        gm_bonus_for: Checks, "what the GM adds bonus cards to; the same words as above",
            source("GM Bonus Cards");
        critical_by: CriticalBy, "played: by the card played; any: by a bonus card too; alone: played, and won without a bonus card",
            reading(), source("Critical Hits");
        extra_save: enum ExtraSave { Never = "never", Out = "out", Failed = "failed" },
            "an extra Toughness save of a hero's for a card that is not replaced. out: where the first would put it out; failed: where it failed",
            source("Bonus Cards");
        surge: enum Surge { Never = "never", Rich = "rich" },
            "an extra attack of a hero's for a card that is not replaced. rich: with more cards in hand than at the start",
            source("Bonus Cards");
        recovery: enum Recovery { Never = "never", Stunned = "stunned" },
            "a stunned hero makes a recovery check for a card that is not replaced, and acts where it succeeds",
            source("Bonus Cards");
        second_wind: enum SecondWind { Never = "never", WhenLow = "when_low" },
            "when_low: a hero without a card above 7 rests a turn, flat-footed, and draws the two lowest anew",
            source("Second Wind");
        discard_all: enum DiscardAll { Never = "never", WhenLow = "when_low" },
            "when_low: a hero without a card above 7 rests a turn, spends a card and draws all others anew",
            source("Second Wind");
        fiat: u8, "how often the GM pays a card of the hand to whoever struck, and a villain who would be out is not",
            unit("times"), range(0, 20), source("GM Bonus Cards");
    }
}

pub const AREA_REACHES: Field = brawl::AREA_REACHES.source("Group attacks");
pub const AREA_SAVED: Field =
    brawl::AREA_SAVED.source("Group attacks, \"the full brunt\"; as the d20 original");
pub const STUNNED_LOSES_TURN: Field = exchange::STUNNED_LOSES_TURN.source("as the d20 original");

choice! {
    /// Checks of a side to which a rule applies.
    pub enum Checks {
        /// All checks.
        All = "all",
        /// Attacks of the side.
        Attacks = "attacks",
        /// Checks of the side against attacks: defence and saves.
        Saves = "saves",
        /// No checks.
        Never = "never",
    }
}
