//! The fields that several checks of this game share.

use oddsmith_mechanics::{blow, ladder};
use oddsmith_registry::{Field, choice, fields};

choice! {
    /// Source of the two cards of a check.
    pub enum Decks {
        /// Each side plays a card of its own full deck.
        Own = "own",
        /// Both cards come from one full deck.
        One = "one",
    }
}

pub const ACTIVE: Field = Field::number("active", "trait bonus of the active side, who wins ties")
    .required("10")
    .source("Making Checks");
pub const PASSIVE: Field =
    Field::number("passive", "trait bonus of the other side").required("5").source("Making Checks");
pub const IMPROVED_CRITICAL: Field = blow::IMPROVED_CRITICAL
    .about("a critical is played with a card of 13 less so many, or better")
    .source("Critical Hits");
pub const DECKS: Field = Field::choice::<Decks>(
    "decks",
    "own: each side a card of a full deck; one: both from the same deck",
)
.reading()
.source("Number of Decks");
pub const JOKER: Field =
    Field::words("joker", &["15", "14"], "value of a joker; the text leaves 14 out")
        .reading()
        .source("Making Checks");
pub const TAKE: Field = Field::words(
    "take",
    &["none", "10", "20"],
    "neither side plays a card: the bonus decides (10), or bonus + 10 in twenty times the time (20)",
)
.source("Checks without cards");
pub const ATTACK: Field = blow::ATTACK.about("attack bonus; wins ties").source("Handling Ties");
pub const DEFENSE: Field = blow::DEFENSE.source("Handling Ties");
pub const TOUGHNESS: Field =
    blow::TOUGHNESS.about("Toughness save bonus; wins ties").source("Saving Throws");
pub const DAMAGE: Field =
    blow::DAMAGE.about("damage rank that is saved against").source("Saving Throws");
pub const LETHAL: Field = blow::LETHAL.source("Saving Throws");
fields! {
    /// Readings of saves against damage.
    pub struct Saving {
        lethal_text: enum LethalText { Mixed = "mixed", Only = "only" },
            "lethal damage. mixed: bruise and injury, disabled, dying; only: injuries, no bruises; stuns stay",
            reading(), source("Saving Throws");
        penalty: enum Penalty { Own = "own", Both = "both" },
            "own: bruises lower non-lethal saves, injuries lethal ones; both: their sum",
            reading(), source("Saving Throws");
        tie: enum Tie { Text = "text", D20 = "d20" },
            "equal totals. text: bruised; d20: stunned, as the d20 table less 10",
            reading(), source("Saving Throws");
        joker_saves: bool, "the saver's joker is never worse than bruised",
            reading(), source("not in the text: as the d20 original's natural 20");
    }
}

pub const STAGGER_BRUISES: Field = ladder::STAGGER_BRUISES.source("Saving Throws");
pub const SECOND_STAGGER: Field =
    ladder::SECOND_STAGGER.source("not in the text: as the d20 original");
pub const MINION: Field = blow::MINION
    .about("a minor character: a failed save is the worst result, whatever the card")
    .source("not in the text: as the d20 original");
pub const STUN_PENALTY: Field = blow::STUN_PENALTY.source("not in the text: as the d20 original");
pub const LIMIT: Field = blow::LIMIT.source("not in the text");
