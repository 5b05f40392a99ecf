//! Blow in this game: an attack roll, and the Toughness save against it.

use super::attack::Attack;
use super::d20::D20;
use super::toughness::Toughness;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::blow::{
    Blow, CRITICAL, CRITICAL_DAMAGE, HIT, Numbers, Target, result_name,
};
use oddsmith_mechanics::ladder::{Saves, Words};

/// Blow: an optional attack, and a Toughness save.
///
/// # Formula
/// Attack: see [`Attack`], with the lowered Defense of a stunned target. Save: see [`Toughness`],
/// less one for each wound. Without `ATTACKS` each blow hits.
pub struct DieBlow<const ATTACKS: bool> {
    /// Attacks on a target that is not stunned and on a stunned one; `None` if each blow hits.
    attack: Option<[Attack; 2]>,
    /// True if critical hits count; false for a minion against a target that is not a minion.
    criticals: bool,
    save: Toughness,
    saves: Saves,
}

impl<const ATTACKS: bool> DieBlow<ATTACKS> {
    /// Creates a blow with these numbers. The flags: natural 20 and 1 decide, the attacker's
    /// critical hits count, and the target's printed 20 is never worse than bruised.
    pub fn new(
        numbers: Numbers,
        [natural, criticals, impossible_save]: [bool; 3],
    ) -> DieBlow<ATTACKS> {
        let Numbers { attack, improved_critical, damage, lethal, toughness, minion } = numbers;
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
                Words::of(lethal),
                |margin| save.rung_of(margin),
            ),
            save,
        }
    }
}

impl<const ATTACKS: bool> Blow for DieBlow<ATTACKS> {
    const MAY_MISS: bool = ATTACKS;

    type Luck = ();

    fn luck(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn saves(&self) -> &Saves {
        &self.saves
    }

    /// Rolls one die for the attacker.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn attack<C: Chance>(
        &self,
        lowered: bool,
        (): &mut (),
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32 {
        let Some(attacks) = &self.attack else { return HIT };
        let attack = &attacks[usize::from(lowered)];
        attack.d20.summarize(chance, |face| {
            let result = attack.result(face).min(if self.criticals { CRITICAL } else { HIT });
            record.tell(|| {
                let (margin, said) = (attack.edge + face.counts, result_name(result));
                format!("attack: the d20 shows {face}, the margin is {margin:+}: {said}")
            });
            result
        })
    }

    /// Rolls one die for the target.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn save<C: Chance>(
        &self,
        target: &impl Target,
        more: i32,
        (): &mut (),
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32 {
        let edge = self.save.edge - more;
        let saves = self.save.impossible_save && !self.save.minion;
        self.save.d20.summarize(chance, |face| {
            let save = self.saves.of(edge + face.counts, saves && face.printed == 20);
            record.tell(|| {
                let margin = edge + face.counts - self.saves.weakened(target.wounds());
                let said = self.suffered(target, save);
                format!("save: the d20 shows {face}, the margin is {margin:+}: {said}")
            });
            save
        })
    }
}
