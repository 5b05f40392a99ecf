//! A blow: an attack with cards, and the Toughness save against it.

use super::cards::{Piles, TwoCards, by_the_joker, total};
use super::fields::Decks;
use super::fields::{LethalText, Penalty, Saving, Tie};
use super::opposed::Opposed;
use super::toughness::Toughness;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::blow::{Blow, CRITICAL_DAMAGE, HIT, Numbers, Target, result_name};
use oddsmith_mechanics::ladder::{Saves, Words};
use oddsmith_registry::Settings;

const ONLY: Words = Words {
    rungs: ["dying", "disabled and stunned", "stunned and injured", "injured", "unhurt"],
    ..Words::INJURIES
};

/// Returns the terms for the damage of a side; lethal damage may only injure.
pub fn words(lethal: bool, injures_only: bool) -> Words {
    match (lethal, injures_only) {
        (false, _) => Words::BRUISES,
        (true, false) => Words::INJURIES,
        (true, true) => ONLY,
    }
}

/// Side that plays the first of two cards: the attacker in an attack.
const ATTACKER: usize = 0;
/// The target, who plays the first card in a save.
const TARGET: usize = 1;

/// A blow: an optional attack, and a Toughness save.
///
/// # Formula
/// The attack follows [`Opposed`], with a lower Defense for a stunned target. The save follows
/// [`Toughness`], less 1 for each wound (2 for each injury that comes with a bruise, if both lower
/// the save). Without `ATTACKS` every blow hits.
pub struct CardBlow<P, const ATTACKS: bool> {
    /// Attacks on a target that is not stunned and on one that is; `None` if every blow hits.
    attack: Option<[Opposed; 2]>,
    save: Toughness,
    saves: Saves,
    piles: P,
}

impl<P: Piles, const ATTACKS: bool> CardBlow<P, ATTACKS> {
    /// Creates a blow with these numbers under the house rules and readings of `set`.
    pub fn new(set: &Settings, numbers: Numbers, joker: i32, piles: P) -> CardBlow<P, ATTACKS> {
        let Numbers { attack, improved_critical, damage, lethal, toughness, minion } = numbers;
        let given = Saving::read(set);
        let injures_only = given.lethal_text == LethalText::Only;
        let both = lethal && !injures_only && given.penalty == Penalty::Both;
        let safe = (given.joker_saves && !minion).then_some(joker);
        let tie_stuns = given.tie == Tie::D20;
        let save = Toughness { toughness, damage, lethal, tie_stuns, safe, minion };
        let (edge, span) = (toughness - damage, TwoCards::new(Decks::Own, joker).span());
        let margins = edge - span - CRITICAL_DAMAGE..=edge + span;
        CardBlow {
            attack: attack.map(|(active, defenses)| {
                defenses.map(|passive| Opposed { active, passive, improved_critical })
            }),
            // No card is worth 0, so that the joker has no effect.
            saves: Saves::new(
                margins,
                u32::from(both),
                safe.is_some(),
                words(lethal, injures_only),
                |margin| save.rung(margin, 0),
            ),
            save,
            piles,
        }
    }
}

impl<P: Piles, const ATTACKS: bool> Blow for CardBlow<P, ATTACKS> {
    const MAY_MISS: bool = ATTACKS;

    type Luck = P::Left;

    fn luck(&self) -> P::Left {
        self.piles.full()
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn saves(&self) -> &Saves {
        &self.saves
    }

    /// Plays the attacker's card, then the target's card.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn attack<C: Chance>(
        &self,
        lowered: bool,
        left: &mut P::Left,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32 {
        let Some(attacks) = &self.attack else { return HIT };
        let attack = &attacks[usize::from(lowered)];
        self.piles.two(ATTACKER, left, chance, |mine, theirs| {
            let (_, result) = attack.result(mine, theirs);
            record.tell(|| {
                let (mine, theirs) = (total(attack.active, mine), total(attack.passive, theirs));
                format!("attack {mine} against {theirs}: {}", result_name(result))
            });
            result
        })
    }

    /// Plays the target's card for the save, then the attacker's card.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn save<C: Chance>(
        &self,
        target: &impl Target,
        more: i32,
        left: &mut P::Left,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32 {
        let damage = self.save.damage + more;
        self.piles.two(TARGET, left, chance, |mine, theirs| {
            let margin = self.save.toughness + mine - damage - theirs;
            let save = self.saves.of(margin, self.save.safe == Some(mine));
            record.tell(|| {
                let weakened = self.saves.weakened(target.wounds());
                let said = self.suffered(target, save);
                let by = margin - weakened;
                let joker = by_the_joker(self.save.joker_saved(by, mine));
                format!(
                    "save {} against {}: by {by:+}, {said}{joker}",
                    total(self.save.toughness - weakened, mine),
                    total(damage, theirs)
                )
            });
            save
        })
    }
}
