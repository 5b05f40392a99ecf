//! The fields of an adventure: its players, its length, and the use of cards by each side.

use crate::bonus::Bonus;
use crate::card_policy::CardPolicy;
use crate::hand::{HandFields, Redraw};
use oddsmith_registry::{Decimal, choice, fields};

fields! {
    /// The fields of an adventure.
    #[derive(Clone, Debug)]
    pub struct AdventureFields {
        players: usize, "how many, each with a hero",
            unit("players"), range(1, 8), default("4"), too_large(&["8"]), source("Starting Hand");
        sessions: u16, "how many; hand sizes carry over, decks are shuffled",
            unit("sessions"), range(1, 10), default("1"), too_large(&["10"]),
            source("Starting Hand");
        scenes: u16, "how many a session",
            unit("scenes"), range(1, 20), default("3"), too_large(&["20"]), source("Card Play");
        checks: u16, "how many a scene, of the whole group, player after player",
            unit("checks"), range(1, 60), default("20"), too_large(&["60"]), source("Card Play");
        important: Decimal, "the share of checks that matter, for each side by itself and in secret",
            unit("of all checks"), range(0, 1), default("0.5"),
            source("Under the Covers: Cards as a Randomizer");
        edge: i32, "the heroes' trait bonus less the opposition's; heroes win ties",
            source("Making Checks");
        policy: CardPolicy, "how players choose their cards",
            default("stake_weighted"), source("Under the Covers: Cards as a Randomizer");
        gm_policy: CardPolicy, "how the GM chooses cards of the hand",
            default("stake_weighted"), source("GM Card Play");
        gm_generosity: Generosity, "the GM's bonus cards. never; thrifty: in checks that matter to the GM; generous: in all that a card turns",
            default("thrifty"), source("GM Bonus Cards");
        complication: Decimal, "the chance that a check earns a player a card",
            unit("of all checks"), range(0, 1), default("0.1"), source("Bonus Cards");
        trivial: Decimal, "the share of checks that are trivial: they matter to nobody, and the GM draws",
            unit("of all checks"), range(0, 1), source("Trivial Actions and Checks without Cards");
        trivial_by: enum TrivialBy { Hand = "hand", Draw = "draw" },
            "the players' cards in trivial checks. hand: as in others; draw: off the deck",
            source("Trivial Actions and Checks without Cards");
        random_draws: Decimal, "the share that the GM plays by a random draw, for minor characters",
            unit("of the GM's checks"), range(0, 1), default("0.3"), source("GM random draws");
        luck: u8, "of the Luck feat: so many cards more for each player",
            unit("ranks"), range(0, 5), too_large(&["5"]), source("Starting Hand");
        second_wind: enum SecondWind { Never = "never", WhenLow = "when_low" },
            "when_low: who has no card above 7 rests in place of a check that does not matter, which is lost, and draws two anew",
            source("Second Wind");
        discard_all: enum DiscardAll { Never = "never", WhenLow = "when_low" },
            "when_low: who has no card above 7 spends a card, and such a check, and draws all others anew",
            source("Second Wind");
        players_per_deck: usize, "how many share a deck; the GM has one of the GM's own",
            unit("players"), range(1, 8), default("3"), source("Number of Decks");
        redraw: Redraw = HandFields::redraw, "each: a card is drawn for each that is played; after: at the end of a scene";
        bonus: Bonus, "bonus cards, the lowest that turns a check. loser: the loser first, the other may counter once; player_first",
            default("loser"), source("Bonus Cards, Countering bonus cards");
        experience: Experience, "the first player's hero has a power point for every 5 (fast) or 10 (slow) cards begun with or earned",
            default("fast"), source("Optional: Bonus Cards and Experience");
        spent_to: enum SpentTo { Player = "player", Gm = "gm" },
            "where a card that came from the GM goes when it is spent: the player's discards or the gm's",
            reading(), source("Number of Decks");
        gm_hand: Option<u8>, "the GM's at the start; none: the text's 2 a player, and 1 a player more for each further session",
            unit("cards"), range(0, 54), too_large(&["54"]), source("Starting Hand");
        fiat: Decimal, "the chance that the GM invokes other fiat, such as letting the villain get away: the GM's lowest card goes to the player",
            unit("of all checks"), range(0, 1), too_large(&["0.05", "1"]),
            source("GM Bonus Cards");
        extra: Decimal, "of those that matter to the player: the share in which an extra check (save, Recovery, Surge) is made for a card that is not replaced",
            unit("of lost checks"), range(0, 1), too_large(&["0.05", "1"]), source("Bonus Cards");
        fatigue: Decimal, "the chance that a player discards the lowest card to cancel fatigue",
            unit("of all checks"), range(0, 1), too_large(&["0.05", "1"]), source("Bonus Cards");
    }
}

/// Words of the field `gm_generosity` with their meanings, as `list policies` shows them.
pub const GENEROSITIES: &[(&str, &str)] = &[
    ("never", "no bonus card is added"),
    ("thrifty", "the lowest that turns a check, where it matters to the GM"),
    ("generous", "the lowest that turns a check, but in trivial ones"),
];

choice! {
    /// Checks in which the GM adds bonus cards.
    pub enum Generosity {
        /// The GM adds no bonus cards.
        Never = "never",
        /// The GM adds bonus cards in checks that matter to the GM.
        Thrifty = "thrifty",
        /// The GM adds bonus cards in all checks that a card turns, except trivial ones.
        Generous = "generous",
    }

    /// Number of cards per power point.
    pub enum Experience {
        /// There are no power points.
        None = "none",
        /// Five cards are a power point.
        Fast = "fast",
        /// Ten cards are a power point.
        Slow = "slow",
    }
}
