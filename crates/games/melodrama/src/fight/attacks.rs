//! Attacks with cards from hands: single attacks, and attacks of several people on one target.

use super::cards::{CardStrikes, Held, Numbers};
use super::played::Between;
use crate::cards::total;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::Moment;
use oddsmith_mechanics::blow::result_name;
use oddsmith_mechanics::brawl::Hits;
use oddsmith_mechanics::scene::{MOST_PEOPLE, each};

impl CardStrikes {
    /// Plays a single attack with cards from hands or from decks that run down; returns whether it
    /// hits and whether it is a critical hit.
    #[inline]
    pub(super) fn single(
        &self,
        at: &mut Moment<Held, impl Chance, impl Record>,
        attacker: usize,
        target: usize,
        defense: i32,
    ) -> (bool, bool) {
        let Numbers { attack, critical_from, .. } = *self.numbers(attacker);
        let ahead = attack - defense;
        let mine = self.show(at, attacker, ahead + 1, true);
        let theirs = self.show(at, target, -ahead, false);
        let between = Between { people: [attacker, target], attack: true };
        at.record.tell(|| {
            format!("  {} against {}", total(attack, mine.value), total(defense, theirs.value))
        });
        let totals = [attack + mine.value, defense + theirs.value];
        let (margin, added) = self.add(at, &between, totals);
        self.discard(at, mine);
        self.discard(at, theirs);
        let critical = self.given.critical_by.holds(critical_from, mine.value, added);
        (margin >= 0, margin >= 0 && critical)
    }

    /// Plays attacks of several people at once on a player, who plays one card against all of them
    /// and may add the lowest bonus card that stops all of them.
    #[inline]
    pub(super) fn crowd(
        &self,
        at: &mut Moment<Held, impl Chance, impl Record>,
        attackers: u64,
        target: usize,
        defense: i32,
    ) -> Hits {
        let first = attackers.trailing_zeros() as usize;
        let Numbers { attack, critical_from, .. } = *self.numbers(first);
        let ahead = attack - defense;
        let mut theirs = self.show(at, target, -ahead, false);
        let (mut cards, mut best) = ([0i32; MOST_PEOPLE], i32::MIN);
        for attacker in each(attackers) {
            let shown = self.show(at, attacker, ahead + 1, true);
            self.discard(at, shown);
            cards[attacker] = shown.value;
            best = best.max(shown.value);
        }
        let between = Between { people: [first, target], attack: true };
        at.record.tell(|| {
            let (who, shown) = (&self.names[target], total(defense, theirs.value));
            format!("  {who} shows one card against all of them: {shown}")
        });
        let totals = [attack + best, defense + theirs.value];
        let played = theirs;
        let (margin, _) = self.add(at, &between, totals);
        theirs.value += totals[0] - totals[1] - margin;
        self.discard(at, played);
        let mut hits = Hits::default();
        for attacker in each(attackers) {
            let hit = ahead + cards[attacker] >= theirs.value;
            let critical = hit && cards[attacker] >= critical_from;
            hits.hit |= u64::from(hit) << attacker;
            hits.critical |= u64::from(critical) << attacker;
            at.record.tell(|| {
                let (who, shown) = (&self.names[attacker], total(attack, cards[attacker]));
                let result = result_name(i32::from(hit) + i32::from(critical));
                format!("  {who}: {shown}, {result}")
            });
        }
        hits
    }
}
