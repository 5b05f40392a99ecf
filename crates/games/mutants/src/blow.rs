//! A blow in this game: an attack roll, and the Toughness save against it.

use super::attack::{Attack, CRITICAL, MISS};
use super::fields::Natural;
use super::{D20, Toughness};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::ladder::{Blow, Saves, Target, Words};

/// What a critical adds to damage, in points.
const CRITICAL_DAMAGE: i32 = 5;

/// What tells an attack from a save, by which damage is raised.
const ATTACK: i32 = -1;

/// A blow: an attack, if one is asked for, and a Toughness save.
///
/// # Formula
/// The attack as [`Attack`], a stunned target's Defense lowered. The save as [`Toughness`], less
/// one for each wound, against
/// 5 more damage after a critical. Without `ATTACKS` every blow lands.
pub struct DieBlow<const ATTACKS: bool> {
    /// The attack on a target that is not stunned, and on one that is; without it every blow lands.
    attack: Option<[Attack; 2]>,
    /// Whether a critical counts as one: a minion's against someone who is none does not.
    criticals: bool,
    save: Toughness,
    saves: Saves,
    words: Words,
}

/// What a blow is made of: the numbers of both sides.
pub struct Numbers {
    /// Attack, and Defense with and without what stun takes from it; `None` where every blow lands.
    pub attack: Option<(i32, [i32; 2])>,
    /// Ranks of the attacker's Improved Critical.
    pub improved_critical: i32,
    /// What the ends of the attacker's die decide.
    pub natural: Natural,
    /// Whether the attacker's criticals count.
    pub criticals: bool,
    /// The attacker's damage.
    pub damage: i32,
    /// Whether it is lethal.
    pub lethal: bool,
    /// The target's Toughness.
    pub toughness: i32,
    /// Whether the target is a minion.
    pub minion: bool,
    /// Whether the target's printed 20 is never worse than bruised.
    pub impossible_save: bool,
}

impl<const ATTACKS: bool> DieBlow<ATTACKS> {
    /// A blow with these numbers.
    pub fn new(numbers: Numbers) -> DieBlow<ATTACKS> {
        let Numbers {
            attack,
            improved_critical,
            natural,
            criticals,
            damage,
            lethal,
            toughness,
            minion,
            impossible_save,
        } = numbers;
        let d20 = D20::new(false);
        let save = Toughness {
            edge: toughness - 15 - damage,
            lethal,
            minion,
            impossible_save,
            d20: d20.clone(),
        };
        let attacks = |(attack, defenses): (i32, [i32; 2])| {
            defenses.map(|defense| Attack {
                edge: attack - 10 - defense,
                improved_critical,
                natural,
                d20: d20.clone(),
            })
        };
        DieBlow {
            attack: attack.map(attacks),
            criticals,
            saves: Saves::new(
                save.edge + 1 - CRITICAL_DAMAGE..=save.edge + 20,
                0,
                impossible_save && !minion,
                |margin| save.rung_of(margin),
            ),
            words: if lethal { Words::INJURIES } else { Words::BRUISES },
            save,
        }
    }
}

impl<const ATTACKS: bool> DieBlow<ATTACKS> {
    /// The attacker's face: the rung of the attack.
    #[inline(always)]
    fn attack<C: Chance>(&self, attack: &Attack, chance: &mut C, record: &mut impl Record) -> i32 {
        attack.d20.gist(chance, |face| {
            let result =
                attack.result(face).min(if self.criticals { CRITICAL } else { CRITICAL - 1 });
            record.tell(|| {
                let said = ["a miss", "a hit", "a critical hit"][result as usize];
                format!(
                    "attack: the d20 shows {face}, the margin is {:+}: {said}",
                    attack.edge + face.counts
                )
            });
            result
        })
    }

    /// The target's face: what it makes of the save.
    #[inline(always)]
    fn save<C: Chance>(
        &self,
        target: &impl Target,
        edge: i32,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32 {
        let saves = self.save.impossible_save && !self.save.minion;
        self.save.d20.gist(chance, |face| {
            let save = self.saves.of(edge + face.counts, saves && face.printed == 20);
            record.tell(|| {
                let margin = edge + face.counts - self.saves.weakened(target.wounds());
                let said = self.words.rungs[self.saves.rung(target.wounds(), save) as usize];
                format!("save: the d20 shows {face}, the margin is {margin:+}: {said}")
            });
            target.after(save)
        })
    }
}

impl<const ATTACKS: bool> Blow for DieBlow<ATTACKS> {
    const MAY_MISS: bool = ATTACKS;

    type Luck = ();

    fn luck(&self) {}

    fn words(&self) -> &Words {
        &self.words
    }

    #[inline(always)]
    fn saves(&self) -> &Saves {
        &self.saves
    }

    /// The attacker's face; then, after a hit, the target's.
    #[inline(always)]
    fn strike<C: Chance>(
        &self,
        target: &impl Target,
        lowered: bool,
        (): &mut (),
        chance: &mut C,
        record: &mut impl Record,
    ) -> Option<i32> {
        let mut edge = self.save.edge;
        if ATTACKS && let Some(attacks) = &self.attack {
            let attack = &attacks[usize::from(lowered)];
            // A chance that forks knows what comes back alike; the other path has no closure.
            let result = match C::FORKS {
                true => chance.known(self, [ATTACK, i32::from(lowered)], |chance| {
                    self.attack(attack, chance, record)
                }),
                false => self.attack(attack, chance, record),
            };
            if result == MISS {
                return None;
            }
            edge -= if result == CRITICAL { CRITICAL_DAMAGE } else { 0 };
        }
        let after = match C::FORKS {
            true => chance.known(self, [self.save.edge - edge, target.number()], |chance| {
                self.save(target, edge, chance, record)
            }),
            false => self.save(target, edge, chance, record),
        };
        Some(after)
    }
}
