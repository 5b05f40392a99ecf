//! What an adventure is asked: who plays, how often, and how each side spends its cards.

use crate::bonus::Bonus;
use crate::card_policy::CardPolicy;
use oddsmith_registry::{Field, choice};

pub const PLAYERS: Field = Field::integer("players", "players", "how many, each with a hero")
    .range(1, 8)
    .default("4")
    .too_large(&["8"])
    .source("Starting Hand");
pub const SESSIONS: Field =
    Field::integer("sessions", "sessions", "how many; hand sizes carry over, decks are shuffled")
        .range(1, 10)
        .default("1")
        .too_large(&["10"])
        .source("Starting Hand");
pub const SCENES: Field = Field::integer("scenes", "scenes", "how many a session")
    .range(1, 20)
    .default("3")
    .too_large(&["20"])
    .source("Card Play");
pub const CHECKS: Field =
    Field::integer("checks", "checks", "how many a scene, of the whole group, player after player")
        .range(1, 60)
        .default("20")
        .too_large(&["60"])
        .source("Card Play");
pub const IMPORTANT: Field = Field::share(
    "important",
    "of all checks",
    "the share of checks that matter, for each side by itself and in secret",
)
.default("0.5")
.source("Under the Covers: Cards as a Randomizer");
pub const EDGE: Field =
    Field::number("edge", "the heroes' trait bonus less the opposition's; heroes win ties")
        .source("Making Checks");
pub const POLICY: Field = CardPolicy::field("policy", "how players choose their cards")
    .default("stake_weighted")
    .source("Under the Covers: Cards as a Randomizer");
pub const GM_POLICY: Field = CardPolicy::field("gm_policy", "how the GM chooses cards of the hand")
    .default("stake_weighted")
    .source("GM Card Play");
pub const GENEROSITY: Field = Field::choice::<Generosity>(
    "gm_generosity",
    "the GM's bonus cards. never; thrifty: in checks that matter to the GM; generous: in all that a card turns",
)
.default("thrifty")
.source("GM Bonus Cards");
pub const GM_HAND: Field = Field::integer(
    "gm_hand",
    "cards",
    "the GM's at the start; none: the text's 2 a player, and 1 a player more for each further session",
)
.range(0, 54)
.or_none()
.too_large(&["54"])
.source("Starting Hand");
pub const FIAT: Field = Field::share(
    "fiat",
    "of all checks",
    "the chance that the GM invokes other fiat, such as letting the villain get away: the GM's lowest card goes to the player",
)
.too_large(&["0.05", "1"])
.source("GM Bonus Cards");
pub const EXTRA: Field = Field::share(
    "extra",
    "of lost checks",
    "of those that matter to the player: the share in which an extra check (save, Recovery, Surge) is made for a card that is not replaced",
)
.too_large(&["0.05", "1"])
.source("Bonus Cards");
pub const FATIGUE: Field = Field::share(
    "fatigue",
    "of all checks",
    "the chance that a player discards the lowest card to cancel fatigue",
)
.too_large(&["0.05", "1"])
.source("Bonus Cards");
pub const COMPLICATION: Field =
    Field::share("complication", "of all checks", "the chance that a check earns a player a card")
        .default("0.1")
        .source("Bonus Cards");
pub const TRIVIAL: Field = Field::share(
    "trivial",
    "of all checks",
    "the share of checks that are trivial: they matter to nobody, and the GM draws",
)
.source("Trivial Actions and Checks without Cards");
pub const TRIVIAL_BY: Field = Field::words(
    "trivial_by",
    &["hand", "draw"],
    "the players' cards in trivial checks. hand: as in others; draw: off the deck",
)
.source("Trivial Actions and Checks without Cards");
pub const RANDOM_DRAWS: Field = Field::share(
    "random_draws",
    "of the GM's checks",
    "the share that the GM plays by a random draw, for minor characters",
)
.default("0.3")
.source("GM random draws");
pub const LUCK: Field =
    Field::integer("luck", "ranks", "of the Luck feat: so many cards more for each player")
        .range(0, 5)
        .too_large(&["5"])
        .source("Starting Hand");
pub const SECOND_WIND: Field = Field::words(
    "second_wind",
    &["never", "when_low"],
    "when_low: who has no card above 7 rests in place of a check that does not matter, which is lost, and draws two anew",
)
.source("Second Wind");
pub const DISCARD_ALL: Field = Field::words(
    "discard_all",
    &["never", "when_low"],
    "when_low: who has no card above 7 spends a card, and such a check, and draws all others anew",
)
.source("Second Wind");
pub const PLAYERS_PER_DECK: Field = Field::integer(
    "players_per_deck",
    "players",
    "how many share a deck; the GM has one of the GM's own",
)
.range(1, 8)
.default("3")
.source("Number of Decks");
pub const BONUS: Field = Field::choice::<Bonus>(
    "bonus",
    "bonus cards, the lowest that turns a check. loser: the loser first, the other may counter once; player_first",
)
.default("loser")
.source("Bonus Cards, Countering bonus cards");
pub const EXPERIENCE: Field = Field::choice::<Experience>(
    "experience",
    "the first player's hero has a power point for every 5 (fast) or 10 (slow) cards begun with or earned",
)
.default("fast")
.source("Optional: Bonus Cards and Experience");
pub const SPENT_TO: Field = Field::words(
    "spent_to",
    &["player", "gm"],
    "where a card that came from the GM goes when it is spent: the player's discards or the gm's",
)
.reading()
.source("Number of Decks");

/// When the GM adds bonus cards, as `list policies` shows it.
pub const GENEROSITIES: &[(&str, &str)] = &[
    ("never", "no bonus card is added"),
    ("thrifty", "the lowest that turns a check, where it matters to the GM"),
    ("generous", "the lowest that turns a check, but in trivial ones"),
];

choice! {
    /// When the GM adds bonus cards.
    pub enum Generosity {
        /// Never.
        Never = "never",
        /// In checks that matter to the GM.
        Thrifty = "thrifty",
        /// In all checks that a card turns.
        Generous = "generous",
    }

    /// How many cards a power point takes.
    pub enum Experience {
        /// There are no power points.
        None = "none",
        /// Five.
        Fast = "fast",
        /// Ten.
        Slow = "slow",
    }
}
