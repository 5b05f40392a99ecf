//! The fields of a fight and of its characters.

use crate::adventure::{AdventureFields, DiscardAll, SecondWind};
use crate::bonus::Bonus;
use crate::card_policy::CardPolicy;
use crate::fields;
use crate::hand::{CriticalBy, HandFields, Redraw};
use oddsmith_mechanics::brawl::{self, Area, Fighter};
use oddsmith_mechanics::exchange;
use oddsmith_registry::{CastSchema, Field, Part, choice, fields};

fields! {
    /// Fields of every character.
    #[derive(Clone, Debug)]
    pub(super) struct Abilities {
        attack: i32 = fields::ATTACK;
        defense: i32 = fields::DEFENSE, "Defense, its dodge bonus included";
        toughness: i32 = fields::TOUGHNESS;
        damage: i32 = fields::DAMAGE;
        initiative: i32 = Fighter::initiative, source("Initiative checks");
        dodge: i32 = exchange::DODGES[0], "the part of Defense that is lost while stunned or resting",
            source("Second Wind; as the d20 original");
        improved_critical: i32 = fields::IMPROVED_CRITICAL;
        lethal: bool = fields::LETHAL;
        reflex: i32 = brawl::REFLEX, source("Group attacks");
        area: Option<i32> = Fighter::area, source("Group attacks");
    }
}

fields! {
    /// Fields of a hero, besides those of every character.
    pub(super) struct HeroFields {
        plays: enum HeroPlays { Hand = "hand", Deck = "deck", Volunteer = "volunteer" },
            "hand: from the player's own; deck: random cards; volunteer: the player with the most cards plays for it",
            too_large(&["hand", "volunteer"]), source("Card Play, GM Card Play");
        hand: u8, "cards of the player's starting hand",
            unit("cards"), range(0, 20), default("3"), source("Starting Hand");
        luck: u8, "ranks of Luck, each a card more at the start",
            unit("ranks"), range(0, 10), source("Starting Hand");
        constitution: i32, "bonus of a recovery check, against 0 and a random card",
            source("Bonus Cards; as the d20 original");
        minion: bool = fields::MINION;
    }
}

const RIVAL_PLAYS: Field = HeroFields::plays
    .one_of(&["hand", "deck"])
    .about("hand: from the GM's; deck: random cards, which no bonus card improves")
    .too_large(&["hand"])
    .source("GM Card Play");

pub const FORM: CastSchema = CastSchema {
    parts: &[
        Part { name: "hero", fields: &[Abilities::FIELDS, HeroFields::FIELDS] },
        Part { name: "villain", fields: &[Abilities::FIELDS, &[RIVAL_PLAYS, fields::MINION]] },
        Part {
            name: "thug",
            fields: &[Abilities::FIELDS, &[RIVAL_PLAYS.default("deck"), fields::MINION]],
        },
    ],
    elsewhere: &["hero_points", "natural", "impossible_save"],
    usual: include_str!("usual.toml"),
};

pub const EDGE: Field = brawl::EDGE.source("Making Checks");

fields! {
    /// The fields of hands and decks in a fight.
    #[derive(Clone, Debug)]
    pub struct CardFields {
        policy: CardPolicy, "how players choose cards of their hands",
            default("highest"), source("Making Checks");
        gm_policy: CardPolicy = AdventureFields::gm_policy, default("highest");
        stakes: Checks, "which checks matter, for policies that ask. all; attacks: one's own; saves: against what hits one",
            source("Cards as a Randomizer");
        gm_hand: Option<u8>, "the GM's at the start; none: the text's 2 for each hero who plays from a hand",
            unit("cards"), range(0, 54), source("Starting Hand");
        decks: enum Decks { Own = "own", Fresh = "fresh" },
            "random cards. own: off decks that run down and are reshuffled when they are empty; fresh: each from a full deck",
            too_large(&["own"]), reading(), source("Number of Decks");
        players_per_deck: usize = AdventureFields::players_per_deck;
        redraw: Redraw = HandFields::redraw;
        bonus: Bonus = AdventureFields::bonus;
        bonus_for: Checks, "what players add bonus cards to: all checks, their attacks alone, their saves alone, or none",
            source("Bonus Cards");
        gm_bonus_for: Checks, "what the GM adds bonus cards to; the same words as above",
            source("GM Bonus Cards");
        critical_by: CriticalBy = HandFields::critical_by;
        extra_save: enum ExtraSave { Never = "never", Out = "out", Failed = "failed" },
            "an extra Toughness save of a hero's for a card that is not replaced. out: where the first would put it out; failed: where it failed",
            source("Bonus Cards");
        surge: enum Surge { Never = "never", Rich = "rich" },
            "an extra attack of a hero's for a card that is not replaced. rich: with more cards in hand than at the start",
            source("Bonus Cards");
        recovery: enum Recovery { Never = "never", Stunned = "stunned" },
            "a stunned hero makes a recovery check for a card that is not replaced, and acts where it succeeds",
            source("Bonus Cards");
        second_wind: SecondWind = AdventureFields::second_wind,
            "when_low: a hero without a card above 7 rests a turn, flat-footed, and draws the two lowest anew";
        discard_all: DiscardAll = AdventureFields::discard_all,
            "when_low: a hero without a card above 7 rests a turn, spends a card and draws all others anew";
        fiat: u8, "how often the GM pays a card of the hand to whoever struck, and a villain who would be out is not",
            unit("times"), range(0, 20), source("GM Bonus Cards");
    }
}

pub const AREA_REACHES: Field = Area::area_reaches.source("Group attacks");
pub const AREA_SAVED: Field =
    Area::area_saved.source("Group attacks, \"the full brunt\"; as the d20 original");
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
