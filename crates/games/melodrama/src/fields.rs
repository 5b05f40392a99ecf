//! The fields that several checks of this game share, said once.

use super::Decks;
use oddsmith_mechanics::ladder::SecondStagger;
use oddsmith_registry::{Field, choice};

choice! {
    /// What lethal damage does beside injuries.
    pub enum LethalText {
        /// A bruise with each injury; disabled and dying in place of staggered and unconscious.
        Mixed = "mixed",
        /// Injuries without bruises; stuns stay.
        Only = "only",
    }
}

choice! {
    /// Which wounds lower a save.
    pub enum Penalty {
        /// Bruises lower non-lethal saves, injuries lethal ones.
        Own = "own",
        /// The sum of both lowers all.
        Both = "both",
    }
}

choice! {
    /// What equal totals mean.
    pub enum Tie {
        /// As the table reads: the save succeeds, bruised.
        Text = "text",
        /// As the original's table shifted by ten points: stunned.
        D20 = "d20",
    }
}

choice! {
    /// Whether the own check is made without a card.
    pub enum Take {
        /// A card is played.
        None = "none",
        /// The bonus alone counts.
        Ten = "10",
        /// Bonus + 10 counts, in twenty times the time.
        Twenty = "20",
    }
}

pub const ACTIVE: Field =
    Field::integer("active", "points", "trait bonus of the active side, who wins ties")
        .required("10")
        .source("Making Checks");
pub const PASSIVE: Field = Field::integer("passive", "points", "trait bonus of the other side")
    .required("5")
    .source("Making Checks");
pub const IMPROVED_CRITICAL: Field = Field::integer(
    "improved_critical",
    "ranks",
    "a critical is played with a card of 13 less so many, or better",
)
.range(0, 12)
.default("0")
.source("Critical Hits");
pub const DECKS: Field = Field::choice::<Decks>(
    "decks",
    "own: each side a card of a full deck; one: both from the same deck",
)
.reading()
.default("own")
.source("Number of Decks");
pub const JOKER: Field =
    Field::words("joker", &["15", "14"], "value of a joker; the text leaves 14 out")
        .reading()
        .default("15")
        .source("Making Checks");
pub const TAKE: Field = Field::choice::<Take>(
    "take",
    "no own card: the bonus alone counts (10), or bonus + 10 in twenty times the time (20)",
)
.default("none")
.source("Checks without cards");
pub const ATTACK: Field = Field::integer("attack", "points", "attack bonus; wins ties")
    .required("10")
    .source("Handling Ties");
pub const DEFENSE: Field = Field::integer("defense", "points", "the target's Defense")
    .required("8")
    .source("Handling Ties");
pub const TOUGHNESS: Field =
    Field::integer("toughness", "points", "Toughness save bonus; wins ties")
        .required("8")
        .source("Saving Throws");
pub const DAMAGE: Field = Field::integer("damage", "points", "damage rank that is saved against")
    .required("10")
    .source("Saving Throws");
pub const LETHAL: Field = Field::flag("lethal", "lethal damage: injured, disabled, dying")
    .default("false")
    .source("Saving Throws");
pub const PENALTY: Field = Field::choice::<Penalty>(
    "penalty",
    "own: bruises lower non-lethal saves, injuries lethal ones; both: their sum",
)
.reading()
.default("own")
.source("Saving Throws");
pub const TIE: Field = Field::choice::<Tie>(
    "tie",
    "equal totals. text: bruised; d20: stunned, as the d20 table less 10",
)
.reading()
.default("text")
.source("Saving Throws");
pub const JOKER_SAVES: Field =
    Field::flag("joker_saves", "the saver's joker is never worse than bruised")
        .reading()
        .default("false")
        .source("not in the text: as the d20 original's natural 20");
pub const LETHAL_TEXT: Field = Field::choice::<LethalText>(
    "lethal_text",
    "lethal damage. mixed: bruise and injury, disabled, dying; only: injuries, no bruises; stuns stay",
)
.reading().default("mixed")
.source("Saving Throws, the table's +");
pub const STAGGER_BRUISES: Field =
    Field::flag("stagger_bruises", "who is staggered (disabled) is bruised as well")
        .reading()
        .default("false")
        .source("Saving Throws, open");
pub const SECOND_STAGGER: Field = Field::choice::<SecondStagger>(
    "second_stagger",
    "staggered (disabled) again. unconscious: out; nothing: no more than once",
)
.reading()
.default("unconscious")
.source("not in the text: as the d20 original");
pub const MINION: Field =
    Field::flag("minion", "a failed save is the worst rung, whatever the card")
        .default("false")
        .source("as the d20 original");
pub const STUN_PENALTY: Field =
    Field::integer("stun_penalty", "points", "what being stunned takes from Defense")
        .default("2")
        .source("as the d20 original");
pub const LIMIT: Field = Field::integer("limit", "steps", "there it is called off")
    .range(1, 1000)
    .default("60")
    .source("not in the text");
