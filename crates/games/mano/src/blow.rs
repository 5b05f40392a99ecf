//! A blow: a success roll against the target's defence, and the damage and stun that get through
//! the armour.

use super::success_roll::{Automatic, DieFields, SuccessRoll, Tool};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_registry::{choice, fields};

const COMBAT: &str = "not in the text: the combat pages of its wiki, whose revisions differ";

fields! {
    /// The numbers of a character, as attacker and as target.
    #[derive(Clone, Debug)]
    pub struct Combatant {
        attack: i32, "attack level", unit("levels"), required("3"), source(COMBAT);
        defense: i32, "the target's defence level, which counts 10 more",
            unit("levels"), required("3"), source(COMBAT);
        power: i32, "power of a blow", required("5"), source(COMBAT);
        toughness: i32, "half of what takes the target out in damage and stun together",
            unit("levels"), required("7"), source(COMBAT);
        kind: Weapon, "sharp: power is damage; blunt: half of it (down) is, the rest stun; padded: all is stun",
            source(COMBAT);
        armour: i32, "absorption of the target's armour, taken from power", source(COMBAT);
        cover: i32, "cover of that armour, added to the difficulty of aiming around it", source(COMBAT);
        aim_around: bool, "blows are aimed around the armour: harder by its cover, and nothing is absorbed",
            source(COMBAT);
    }
}

fields! {
    /// The field that decides the order of turns.
    pub struct Agility {
        agility: i32, "who has more begins each round, equal ones by chance once",
            unit("levels"), source("the combat pages");
    }
}

fields! {
    /// The fields of a series of blows.
    pub struct Course {
        recovery: bool, "one point of stun goes each turn, after its blows",
            reading(), default("true"), source(COMBAT);
        die: Tool = DieFields::die;
        automatic: Automatic = DieFields::automatic;
        limit: u16, "the step after which it is called off",
            unit("steps"), range(1, 1000), default("60"), source("not in the rules");
    }
}

choice! {
    /// Kind of a weapon: the split of its power into damage and stun.
    pub enum Weapon {
        /// All power is damage.
        Sharp = "sharp",
        /// Half of the power, rounded down, is damage; the rest is stun.
        Blunt = "blunt",
        /// All power is stun.
        Padded = "padded",
    }
}

/// The blows of one combatant at another.
///
/// # Formula
/// A blow hits if `roll + attack > 10 + defense`, with `+ cover` on the right side when it is aimed
/// around the armour. `max(0, power - absorption)` is split into damage and stun by the kind of
/// weapon. A target whose damage and stun add up to `2 x toughness` or more after a hit is out.
///
/// # Source
/// The combat pages of the Mano a Mano wiki; the success roll is from the text of Mano a Mano.
pub struct Strike {
    roll: SuccessRoll,
    attack: i32,
    difficulty: i32,
    damage: u16,
    stun: u16,
    /// Damage and stun together that put the target out.
    pub stamina: i32,
}

/// Damage and stun taken by a combatant. Damage is permanent; stun may recover by 1 point per turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wounds {
    pub damage: u16,
    pub stun: u16,
}

impl Strike {
    /// Creates the attack of `attacker` on `target` with this success roll.
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

    /// Plays one blow. Returns true if it hits, and the target's wounds after it; `None` if the
    /// target is out.
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
        // No overflow: a standing target has less than 2,000 points of damage and stun, and one
        // blow adds at most 2,000.
        let after = self.taken(before);
        let stands = after.total() < self.stamina;
        record.tell(|| {
            let said = if stands { "" } else { ": out" };
            format!(
                "a hit: {} damage and {} stun, {} and {} in all{said}",
                self.damage, self.stun, after.damage, after.stun
            )
        });
        (true, stands.then_some(after))
    }

    /// Returns the wounds of a target after a hit.
    pub fn taken(&self, before: Wounds) -> Wounds {
        Wounds { damage: before.damage + self.damage, stun: before.stun + self.stun }
    }
}

impl Wounds {
    /// Returns the sum of damage and stun.
    pub fn total(self) -> i32 {
        i32::from(self.damage) + i32::from(self.stun)
    }

    /// Returns the wounds after a turn; with `recovery`, stun is lower by 1.
    #[inline]
    pub fn recovered(self, recovery: bool) -> Wounds {
        Wounds { stun: self.stun.saturating_sub(u16::from(recovery)), ..self }
    }
}
