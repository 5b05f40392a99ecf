//! A blow in this game: a success roll against the target's defence, and what gets through the
//! armour.

use super::SuccessRoll;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_registry::{Field, Settings, choice};

const COMBAT: &str = "not in the text: the combat pages of its wiki, whose revisions differ";

pub const ATTACK: Field =
    Field::integer("attack", "levels", "attack level").required("3").source(COMBAT);
pub const DEFENSE: Field =
    Field::integer("defense", "levels", "the target's defence level, which counts 10 more")
        .required("3")
        .source(COMBAT);
pub const POWER: Field = Field::points("power", "power of a blow").required("5").source(COMBAT);
pub const TOUGHNESS: Field = Field::integer(
    "toughness",
    "levels",
    "half of what takes the target out in damage and stun together",
)
.required("7")
.source(COMBAT);
pub const KIND: Field = Field::choice::<Weapon>(
    "kind",
    "sharp: power is damage; blunt: half of it (down) is, the rest stun; padded: all is stun",
)
.source(COMBAT);
pub const ARMOUR: Field =
    Field::points("armour", "absorption of the target's armour, taken from power").source(COMBAT);
pub const COVER: Field =
    Field::points("cover", "cover of that armour, added to the difficulty of aiming around it")
        .source(COMBAT);
pub const AIM_AROUND: Field = Field::flag(
    "aim_around",
    "blows are aimed around the armour: harder by its cover, and nothing is absorbed",
)
.source(COMBAT);
pub const RECOVERY: Field =
    Field::flag("recovery", "one point of stun goes each turn, after its blows")
        .reading()
        .default("true")
        .source(COMBAT);
pub const LIMIT: Field = Field::integer("limit", "steps", "there it is called off")
    .range(1, 1000)
    .default("60")
    .source("not in the rules");

choice! {
    /// What a weapon does.
    pub enum Weapon {
        /// All power is damage.
        Sharp = "sharp",
        /// Half of the power, rounded down, is damage; the rest is stun.
        Blunt = "blunt",
        /// All power is stun.
        Padded = "padded",
    }
}

/// One side's blows at another.
///
/// # Formula
/// It lands if the roll and the attack level are greater than 10 + defence (+ cover, aimed around
/// the armour). Power less
/// absorption, at least 0, is damage or stun by the weapon. Whoever has damage and stun of twice
/// the toughness when a blow
/// lands is out.
///
/// # Source
/// The combat pages of Mano a Mano; the success roll is that of Mano a Mano.
pub struct Strike {
    roll: SuccessRoll,
    attack: i32,
    difficulty: i32,
    damage: u16,
    stun: u16,
    stamina: i32,
}

/// What a side has suffered. Damage stays, stun passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wounds {
    damage: u16,
    stun: u16,
}

impl Strike {
    /// Blows as these fields say: attack, power, kind of weapon and aim of the attacker; defence,
    /// toughness, armour and its cover of the target.
    pub fn read(
        set: &Settings,
        [attack, power, kind, aim_around]: [&Field; 4],
        [defense, toughness, armour, cover]: [&Field; 4],
    ) -> Strike {
        let aim_around = set.flag(aim_around);
        let absorbed = if aim_around { 0 } else { set.integer(armour) };
        let through = (set.integer(power) - absorbed).max(0) as u16;
        let damage = match set.choice(kind) {
            Weapon::Sharp => through,
            Weapon::Blunt => through / 2,
            Weapon::Padded => 0,
        };
        Strike {
            roll: SuccessRoll::read(set),
            attack: set.integer(attack),
            difficulty: 10 + set.integer(defense) + if aim_around { set.integer(cover) } else { 0 },
            damage,
            stun: through - damage,
            stamina: 2 * set.integer(toughness),
        }
    }

    /// One blow. Whether it lands, and what the target has suffered then; `None` when that is too
    /// much.
    #[inline]
    pub fn play<C: Chance>(
        &self,
        before: Wounds,
        chance: &mut C,
        record: &mut impl Record,
    ) -> (bool, Option<Wounds>) {
        if !self.roll.succeeds(self.attack, self.difficulty, chance, record) {
            record.tell(|| "a miss".into());
            return (false, Some(before));
        }
        // Whoever still stands has less than 2,000 of both together, and one blow adds at most as
        // much.
        let after = Wounds { damage: before.damage + self.damage, stun: before.stun + self.stun };
        let stands = i32::from(after.damage) + i32::from(after.stun) < self.stamina;
        record.tell(|| {
            let said = if stands { "" } else { ": out" };
            format!(
                "a hit: {} damage and {} stun, that is {} and {}{said}",
                self.damage, self.stun, after.damage, after.stun
            )
        });
        (true, stands.then_some(after))
    }
}

impl Wounds {
    /// A turn later, where stun passes.
    #[inline]
    pub fn recovered(self, recovery: bool) -> Wounds {
        Wounds { stun: self.stun.saturating_sub(u16::from(recovery)), ..self }
    }
}
