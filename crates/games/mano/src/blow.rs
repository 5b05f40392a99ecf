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
pub const POWER: Field = Field::number("power", "power of a blow").required("5").source(COMBAT);
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
    Field::number("armour", "absorption of the target's armour, taken from power").source(COMBAT);
pub const COVER: Field =
    Field::number("cover", "cover of that armour, added to the difficulty of aiming around it")
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
pub const LIMIT: Field = Field::integer("limit", "steps", "the step after which it is called off")
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
#[derive(Debug)]
pub struct Strike {
    roll: SuccessRoll,
    attack: i32,
    difficulty: i32,
    damage: u16,
    stun: u16,
    stamina: i32,
}

/// Someone's numbers: what it strikes with, and what it is struck at.
#[derive(Clone, Debug)]
pub struct Combatant {
    /// Attack and defence levels.
    pub attack: i32,
    /// The latter counts 10 more.
    pub defense: i32,
    /// Power of its blows.
    pub power: i32,
    /// Half of what takes it out.
    pub toughness: i32,
    /// What its weapon does.
    pub kind: Weapon,
    /// Absorption of its armour.
    pub armour: i32,
    /// What aiming around that armour costs.
    pub cover: i32,
    /// Whether it aims around armour.
    pub aim_around: bool,
    /// Who has more acts first.
    pub agility: i32,
}

impl Default for Combatant {
    fn default() -> Combatant {
        Combatant {
            attack: 0,
            defense: 0,
            power: 0,
            toughness: 0,
            kind: Weapon::Sharp,
            armour: 0,
            cover: 0,
            aim_around: false,
            agility: 0,
        }
    }
}

impl Combatant {
    /// From the fields of a character.
    pub fn read(set: &Settings) -> Combatant {
        Combatant {
            attack: set.integer(&ATTACK),
            defense: set.integer(&DEFENSE),
            power: set.integer(&POWER),
            toughness: set.integer(&TOUGHNESS),
            kind: set.choice(&KIND),
            armour: set.integer(&ARMOUR),
            cover: set.integer(&COVER),
            aim_around: set.flag(&AIM_AROUND),
            agility: set.integer(&Field::integer("agility", "levels", "")),
        }
    }
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
        let attacker = Combatant {
            attack: set.integer(attack),
            power: set.integer(power),
            kind: set.choice(kind),
            aim_around: set.flag(aim_around),
            ..Combatant::default()
        };
        let target = Combatant {
            defense: set.integer(defense),
            toughness: set.integer(toughness),
            armour: set.integer(armour),
            cover: set.integer(cover),
            ..Combatant::default()
        };
        Strike::of(SuccessRoll::read(set), &attacker, &target)
    }

    /// The blows of one at another.
    pub fn of(roll: SuccessRoll, attacker: &Combatant, target: &Combatant) -> Strike {
        let absorbed = if attacker.aim_around { 0 } else { target.armour };
        let through = (attacker.power - absorbed).max(0) as u16;
        let damage = match attacker.kind {
            Weapon::Sharp => through,
            Weapon::Blunt => through / 2,
            Weapon::Padded => 0,
        };
        let cover = if attacker.aim_around { target.cover } else { 0 };
        Strike {
            roll,
            attack: attacker.attack,
            difficulty: 10 + target.defense + cover,
            damage,
            stun: through - damage,
            stamina: 2 * target.toughness,
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
        let after = self.taken(before);
        let stands = i32::from(after.damage) + i32::from(after.stun) < self.stamina;
        record.tell(|| {
            let said = if stands { "" } else { ": out" };
            format!(
                "a hit: {} damage and {} stun, {} and {} in all{said}",
                self.damage, self.stun, after.damage, after.stun
            )
        });
        (true, stands.then_some(after))
    }

    /// The wounds of whoever had these and is hit.
    pub fn taken(&self, before: Wounds) -> Wounds {
        Wounds { damage: before.damage + self.damage, stun: before.stun + self.stun }
    }
}

impl Wounds {
    /// Both together.
    pub fn total(self) -> i32 {
        i32::from(self.damage) + i32::from(self.stun)
    }

    /// Whether some of it passes.
    pub fn is_stunned(self) -> bool {
        self.stun > 0
    }

    /// What stays.
    pub fn damage(self) -> i32 {
        self.damage.into()
    }

    /// A turn later, where stun passes.
    #[inline]
    pub fn recovered(self, recovery: bool) -> Wounds {
        Wounds { stun: self.stun.saturating_sub(u16::from(recovery)), ..self }
    }
}
