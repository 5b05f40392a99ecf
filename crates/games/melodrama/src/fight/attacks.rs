//! Attacks: single attacks, attacks of several people on one target, and area attacks.

use super::cards::{CardStrikes, Held, Numbers, Plays};
use super::played::Between;
use crate::cards::total;
use crate::hand::CriticalBy;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::blow::said;
use oddsmith_mechanics::brawl::{Guard, Hits};
use oddsmith_mechanics::scene::{HEROES, MOST_PEOPLE, each};

impl CardStrikes {
    /// Plays the attacks of people of one character on one target.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn strike<C: Chance>(
        &self,
        attackers: u64,
        target: usize,
        guard: Guard,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Hits {
        let first = attackers.trailing_zeros() as usize;
        let defense = self.numbers(target).defenses[guard as usize];
        let alone = attackers.count_ones() == 1;
        let by_deck = |person: usize| matches!(self.plays[person], Plays::Fresh | Plays::Deck(_));
        if alone && self.plays[first] == Plays::Fresh && self.plays[target] == Plays::Fresh {
            let Numbers { attack, critical_from, .. } = *self.numbers(first);
            let result = chance.faces([&self.card, &self.card], |[mine, theirs]| {
                record.tell(|| {
                    format!("  {} against {}", total(attack, mine), total(defense, theirs))
                });
                let hits = attack + mine >= defense + theirs;
                i32::from(hits) + i32::from(hits && mine >= critical_from)
            });
            record.tell(|| format!("  {}", said(result)));
            let bit = |set: bool| if set { attackers } else { 0 };
            return Hits { hit: bit(result > 0), critical: bit(result > 1) };
        }
        if !alone && by_deck(first) && self.side(target) == HEROES {
            return self.crowd(attackers, target, defense, held, chance, record);
        }
        let mut hits = Hits::default();
        for attacker in each(attackers) {
            if !alone {
                record.tell(|| format!("  {}:", self.names[attacker]));
            }
            let (hit, critical) = self.single(attacker, target, defense, held, chance, record);
            record.tell(|| format!("  {}", said(i32::from(hit) + i32::from(critical))));
            hits.hit |= u64::from(hit) << attacker;
            hits.critical |= u64::from(critical) << attacker;
        }
        hits
    }

    /// Plays an area attack: one card against the Reflex of each target. Returns the bits of the
    /// targets that fail their save.
    #[inline]
    pub(super) fn sweep<C: Chance>(
        &self,
        attacker: usize,
        rank: i32,
        targets: u64,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> u64 {
        let theirs = self.show(attacker, 1, true, held, chance);
        record.tell(|| format!("  one card against all of them: {}", total(rank, theirs.value)));
        let mut caught = 0;
        for target in each(targets) {
            let reflex = self.numbers(target).reflex;
            let ahead = reflex - rank;
            let mine = self.show(target, ahead + 1, false, held, chance);
            let between = Between { people: [target, attacker], attack: false };
            let totals = [reflex + mine.value, rank + theirs.value];
            record.tell(|| {
                let (who, shown) = (&self.names[target], total(reflex, mine.value));
                format!("  {who}: Reflex {shown} against {}", totals[1])
            });
            // A hero who fails against a card of the GM may add a bonus card.
            let (margin, _) = match self.numbers(target).hero {
                true => self.add(&between, totals, held, record),
                false => (totals[0] - totals[1], None),
            };
            self.discard(mine, held, chance);
            record.tell(|| {
                let gets = if margin >= 0 { "gets off" } else { "is caught" };
                format!("  {} {gets}", self.names[target])
            });
            caught |= u64::from(margin < 0) << target;
        }
        self.discard(theirs, held, chance);
        caught
    }

    /// Plays a single attack with cards from hands or from decks that run down; returns whether it
    /// hits and whether it is a critical hit.
    #[inline]
    fn single<C: Chance>(
        &self,
        attacker: usize,
        target: usize,
        defense: i32,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> (bool, bool) {
        let Numbers { attack, critical_from, .. } = *self.numbers(attacker);
        let ahead = attack - defense;
        let mine = self.show(attacker, ahead + 1, true, held, chance);
        let theirs = self.show(target, -ahead, false, held, chance);
        let between = Between { people: [attacker, target], attack: true };
        record.tell(|| {
            format!("  {} against {}", total(attack, mine.value), total(defense, theirs.value))
        });
        let totals = [attack + mine.value, defense + theirs.value];
        let (margin, added) = self.add(&between, totals, held, record);
        self.discard(mine, held, chance);
        self.discard(theirs, held, chance);
        let high = |card: i32| card >= critical_from;
        let critical = match self.critical_by {
            CriticalBy::Played => high(mine.value),
            CriticalBy::Any => high(mine.value) || added.is_some_and(high),
            CriticalBy::Alone => high(mine.value) && added.is_none(),
        };
        (margin >= 0, margin >= 0 && critical)
    }

    /// Plays attacks of several people at once on a player, who plays one card against all of them
    /// and may add the lowest bonus card that stops all of them.
    #[inline]
    fn crowd<C: Chance>(
        &self,
        attackers: u64,
        target: usize,
        defense: i32,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Hits {
        let first = attackers.trailing_zeros() as usize;
        let Numbers { attack, critical_from, .. } = *self.numbers(first);
        let ahead = attack - defense;
        let mut theirs = self.show(target, -ahead, false, held, chance);
        let (mut cards, mut best) = ([0i32; MOST_PEOPLE], i32::MIN);
        for attacker in each(attackers) {
            let shown = self.show(attacker, ahead + 1, true, held, chance);
            self.discard(shown, held, chance);
            cards[attacker] = shown.value;
            best = best.max(shown.value);
        }
        let between = Between { people: [first, target], attack: true };
        record.tell(|| {
            let (who, shown) = (&self.names[target], total(defense, theirs.value));
            format!("  {who} shows one card against all of them: {shown}")
        });
        let totals = [attack + best, defense + theirs.value];
        let played = theirs;
        let (margin, _) = self.add(&between, totals, held, record);
        theirs.value += totals[0] - totals[1] - margin;
        self.discard(played, held, chance);
        let mut hits = Hits::default();
        for attacker in each(attackers) {
            let hit = ahead + cards[attacker] >= theirs.value;
            let critical = hit && cards[attacker] >= critical_from;
            hits.hit |= u64::from(hit) << attacker;
            hits.critical |= u64::from(critical) << attacker;
            record.tell(|| {
                let (who, shown) = (&self.names[attacker], total(attack, cards[attacker]));
                let result = said(i32::from(hit) + i32::from(critical));
                format!("  {who}: {shown}, {result}")
            });
        }
        hits
    }
}
