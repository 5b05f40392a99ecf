//! Who wins the fight: two sides trade blows until one is down.

use super::blow::{DieBlow, Numbers};
use super::fields::{
    ATTACK, DAMAGE, DEFENSE, IMPOSSIBLE_SAVE, IMPROVED_CRITICAL, LETHAL, LIMIT, MINION, NATURAL,
    SECOND_STAGGER, STAGGER_BRUISES, STUN_PENALTY, TOUGHNESS,
};
use oddsmith_engine::chance::Die;
use oddsmith_mechanics::exchange::{Exchange, Initiative};
use oddsmith_mechanics::ladder::Ladder;
use oddsmith_registry::{Definition, Field, Settings};

const STUNNED_LOSES_TURN: Field =
    Field::flag("stunned_loses_turn", "who is stunned loses the next turn")
        .reading()
        .default("true")
        .source("Damage Conditions");

/// The fields that each side has, own first.
const ATTACKS: [Field; 2] = ATTACK.both("rival_attack", "the rival's attack bonus");
const DEFENSES: [Field; 2] = DEFENSE
    .about("own Defense, which counts 10 more")
    .required("6")
    .both("rival_defense", "the rival's Defense, which counts 10 more");
const TOUGHNESSES: [Field; 2] =
    TOUGHNESS.required("2").both("rival_toughness", "the rival's Toughness");
const DAMAGES: [Field; 2] =
    DAMAGE.required("14").both("rival_damage", "the rival's damage rank, which counts 15 more");
const INITIATIVES: [Field; 2] = Field::integer("initiative", "points", "initiative bonus")
    .default("0")
    .source("Initiative")
    .both("rival_initiative", "the rival's initiative bonus");
const DODGES: [Field; 2] =
    Field::integer("dodge", "points", "the part of Defense that is lost while stunned")
        .default("0")
        .source("Damage Conditions")
        .both("rival_dodge", "the part of the rival's Defense that is lost while stunned");
const CRITICALS: [Field; 2] =
    IMPROVED_CRITICAL.both("rival_improved_critical", "the rival's ranks of Improved Critical");
const NATURALS: [Field; 2] = NATURAL.both("rival_natural", "the same for the rival's attacks");
const LETHALS: [Field; 2] = LETHAL.both("rival_lethal", "the rival's damage is lethal");
const MINIONS: [Field; 2] = MINION
    .about("a failed save is the worst rung, and no critical against who is none")
    .both("rival_minion", "the same for the rival");
const IMPOSSIBLE_SAVES: [Field; 2] =
    IMPOSSIBLE_SAVE.both("rival_impossible_save", "the same for the rival's saves");

/// The blow that this side (0 is the own one) strikes at the other, and whether stun lowers that
/// one's Defense.
fn blow(set: &Settings, side: usize) -> (DieBlow<true>, bool) {
    let other = 1 - side;
    let (defense, stun) =
        (set.integer(&DEFENSES[other]), set.integer(&DODGES[other]) + set.integer(&STUN_PENALTY));
    let minion = set.flag(&MINIONS[other]);
    let blow = DieBlow::new(Numbers {
        attack: Some((set.integer(&ATTACKS[side]), [defense, defense - stun])),
        improved_critical: set.integer(&CRITICALS[side]),
        natural: set.choice(&NATURALS[side]),
        criticals: minion || !set.flag(&MINIONS[side]),
        damage: set.integer(&DAMAGES[side]),
        lethal: set.flag(&LETHALS[side]),
        toughness: set.integer(&TOUGHNESSES[other]),
        minion,
        impossible_save: set.flag(&IMPOSSIBLE_SAVES[other]),
    });
    (blow, stun != 0)
}

/// The check's record: an [`Exchange`] of [`DieBlow`]s.
///
/// # Source
/// Mutants & Masterminds, second edition: attacks, Toughness saves, damage conditions, minions.
pub const ENTRY: Definition = Definition {
    id: "mutants.exchange",
    title: "Exchange of blows",
    about: "Two sides trade blows, attack roll and Toughness save, until one is out: who wins, how soon, and how battered?",
    source: "M&M second edition, attacks, Toughness saves, damage conditions",
    luck: "initiative: own face, rival's, a choice where chance decides (1: I go first); then for each turn that is not lost the attacker's \
           face; after a hit the target's for the save",
    fields: &[
        &[ATTACKS[0], DEFENSES[0], TOUGHNESSES[0], DAMAGES[0], INITIATIVES[0], DODGES[0]],
        &[CRITICALS[0], NATURALS[0], LETHALS[0], MINIONS[0], IMPOSSIBLE_SAVES[0]],
        &[ATTACKS[1], DEFENSES[1], TOUGHNESSES[1], DAMAGES[1], INITIATIVES[1], DODGES[1]],
        &[CRITICALS[1], NATURALS[1], LETHALS[1], MINIONS[1], IMPOSSIBLE_SAVES[1]],
        &[STAGGER_BRUISES, SECOND_STAGGER, STUNNED_LOSES_TURN, STUN_PENALTY, LIMIT],
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
                Die::sided(20),
            ),
            stunned_loses_turn: set.flag(&STUNNED_LOSES_TURN),
            limit: set.integer(&LIMIT) as u16,
        }))
    },
    ..Definition::PLAIN
};
