//! Who wins the fight: two sides trade blows until one is down.

use super::blow::{CardBlow, Numbers};
use super::cards::{TwoCards, card};
use super::fields::{
    ATTACK, DAMAGE, DECKS, DEFENSE, IMPROVED_CRITICAL, JOKER, JOKER_SAVES, LETHAL, LETHAL_TEXT,
    LIMIT, MINION, PENALTY, SECOND_STAGGER, STAGGER_BRUISES, STUN_PENALTY, TIE, TOUGHNESS,
};
use oddsmith_mechanics::exchange::{Exchange, Initiative};
use oddsmith_mechanics::ladder::Ladder;
use oddsmith_registry::{Definition, Field, Settings};

const STUNNED_LOSES_TURN: Field =
    Field::flag("stunned_loses_turn", "who is stunned loses the next turn")
        .reading()
        .default("true")
        .source("as the d20 original");

/// The fields that each side has, own first.
const ATTACKS: [Field; 2] = ATTACK.both("rival_attack", "the rival's attack bonus");
const DEFENSES: [Field; 2] =
    DEFENSE.about("own Defense").required("6").both("rival_defense", "the rival's Defense");
const TOUGHNESSES: [Field; 2] =
    TOUGHNESS.required("2").both("rival_toughness", "the rival's Toughness");
const DAMAGES: [Field; 2] = DAMAGE.required("14").both("rival_damage", "the rival's damage rank");
const INITIATIVES: [Field; 2] = Field::integer("initiative", "points", "initiative bonus")
    .default("0")
    .source("Initiative checks")
    .both("rival_initiative", "the rival's initiative bonus");
const DODGES: [Field; 2] =
    Field::integer("dodge", "points", "the part of Defense that is lost while stunned")
        .default("0")
        .source("as the d20 original")
        .both("rival_dodge", "the part of the rival's Defense that is lost while stunned");
const CRITICALS: [Field; 2] =
    IMPROVED_CRITICAL.both("rival_improved_critical", "the rival's ranks of Improved Critical");
const LETHALS: [Field; 2] = LETHAL.both("rival_lethal", "the rival's damage is lethal");
const MINIONS: [Field; 2] =
    MINION.both("rival_minion", "the rival's failed save is the worst rung, whatever the card");

/// The blow that this side (0 is the own one) strikes at the other, and whether stun lowers that
/// one's Defense.
fn blow(set: &Settings, side: usize) -> (CardBlow<TwoCards, true>, bool) {
    let (other, joker) = (1 - side, set.integer(&JOKER));
    let (defense, stun) =
        (set.integer(&DEFENSES[other]), set.integer(&DODGES[other]) + set.integer(&STUN_PENALTY));
    let numbers = Numbers {
        attack: Some((set.integer(&ATTACKS[side]), [defense, defense - stun])),
        improved_critical: set.integer(&CRITICALS[side]),
        damage: set.integer(&DAMAGES[side]),
        lethal: set.flag(&LETHALS[side]),
        toughness: set.integer(&TOUGHNESSES[other]),
        minion: set.flag(&MINIONS[other]),
    };
    (CardBlow::new(set, numbers, joker, TwoCards::new(set.choice(&DECKS), joker)), stun != 0)
}

/// The check's record: an [`Exchange`] of [`CardBlow`]s.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Saving Throws, Critical Hits and Initiative checks; what
/// being stunned costs is the d20 original's.
pub const ENTRY: Definition = Definition {
    id: "melodrama.exchange",
    title: "Exchange of blows",
    about: "Two sides trade blows, attack and Toughness save, until one is out: who wins, how soon, and how battered?",
    source: "Melodramatic Mutants & Masterminds, Saving Throws, Critical Hits, Initiative checks",
    luck: "initiative: own card, rival's, a choice where chance decides (1: I go first); then for each turn that is not lost the attacker's card \
           and the target's; after a hit the target's for the save and the attacker's",
    fields: &[
        &[ATTACKS[0], DEFENSES[0], TOUGHNESSES[0], DAMAGES[0], INITIATIVES[0], DODGES[0]],
        &[CRITICALS[0], LETHALS[0]],
        &[ATTACKS[1], DEFENSES[1], TOUGHNESSES[1], DAMAGES[1], INITIATIVES[1], DODGES[1]],
        &[CRITICALS[1], LETHALS[1]],
        &[LETHAL_TEXT, PENALTY, TIE, JOKER_SAVES, STAGGER_BRUISES, SECOND_STAGGER],
        &[MINIONS[0], MINIONS[1], JOKER, STUNNED_LOSES_TURN, STUN_PENALTY, DECKS, LIMIT],
    ],
    build: |set| {
        let (mine, theirs) = (blow(set, 0), blow(set, 1));
        Ok(Box::new(Exchange {
            // Each side's blows tell whether stun lowers the other's Defense.
            lowered: [theirs.1, mine.1],
            blows: [mine.0, theirs.0],
            ladder: Ladder::new(set.flag(&STAGGER_BRUISES), set.choice(&SECOND_STAGGER)),
            initiative: Initiative::new(
                INITIATIVES.map(|field| set.integer(&field)),
                card(set.integer(&JOKER)),
            ),
            stunned_loses_turn: set.flag(&STUNNED_LOSES_TURN),
            limit: set.integer(&LIMIT) as u16,
        }))
    },
    ..Definition::PLAIN
};
