//! The state of a fight: the people standing, and the order of turns.

use super::people::{HEROES, People, RIVALS, each};
use super::{MOST_CHARACTERS, MOST_PEOPLE};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Record;

/// The state of a fight between two turns: the people standing, the order of turns, and the state
/// of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fight<S> {
    /// The people who stand, that is, who are not out of the fight, one bit each.
    up: u64,
    /// The characters in the order of their turns.
    order: [u8; MOST_CHARACTERS],
    /// The number of turns of the round that are over.
    pub(super) place: u8,
    /// The round, from 1; 0 before the first.
    pub(super) round: u16,
    /// True if the fight is over.
    pub(super) over: bool,
    /// True if the fight was broken off, before a side was out.
    broken_off: bool,
    /// For each side, the person whom it attacked last, if the targeting depends on it.
    pub(super) marked: [u8; 2],
    /// The state of the game.
    pub game: S,
}

/// The index that represents no person.
pub(super) const NOBODY: u8 = MOST_PEOPLE as u8;

impl<S> Fight<S> {
    pub(super) fn new(people: &People, game: S) -> Fight<S> {
        Fight {
            up: people.standing(),
            order: std::array::from_fn(|place| place as u8),
            place: 0,
            round: 0,
            over: false,
            broken_off: false,
            marked: [NOBODY; 2],
            game,
        }
    }

    /// Returns the state after the end, with everything irrelevant reset.
    pub(super) fn ended(mut self: Box<Self>, people: &People, game: S) -> Box<Self> {
        *self = Fight { up: self.up, over: true, round: self.round, ..Fight::new(people, game) };
        self
    }

    /// Returns the round, from 1.
    pub fn round(&self) -> i32 {
        i32::from(self.round)
    }

    /// Returns true if a person stands.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn stands(&self, person: usize) -> bool {
        self.up >> person & 1 == 1
    }

    /// Returns the subset of people who stand, one bit each.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn standing(&self, bits: u64) -> u64 {
        self.up & bits
    }

    /// Returns an iterator over the people who stand, of a set.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn each(&self, bits: u64) -> impl Iterator<Item = usize> + use<S> {
        each(self.up & bits)
    }

    /// Returns the number of people of a side who stand.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn left(&self, people: &People, side: usize) -> u32 {
        (self.up & people.sides[side]).count_ones()
    }

    /// Puts a person out.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn falls(&mut self, person: usize) {
        debug_assert!(self.stands(person), "who is out falls no more");
        self.up &= !(1 << person);
    }

    /// Brings back a person who was out.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn rises(&mut self, person: usize) {
        debug_assert!(!self.stands(person), "who stands does not rise");
        self.up |= 1 << person;
    }

    /// Breaks the fight off, so that it ends before a side is out.
    pub fn break_off(&mut self) {
        self.broken_off = true;
    }

    /// Returns true if a side is out, or the fight is broken off.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn is_decided(&self, people: &People) -> bool {
        self.broken_off
            || self.up & people.sides[HEROES] == 0
            || self.up & people.sides[RIVALS] == 0
    }

    /// Returns the next character who has at least one person standing.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn next(&mut self, people: &People) -> Option<usize> {
        while usize::from(self.place) < people.characters.len() {
            let character = usize::from(self.order[usize::from(self.place)]);
            self.place += 1;
            if self.up & people.characters[character].bits != 0 {
                return Some(character);
            }
        }
        None
    }

    /// Returns true if any turn remains in this round.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn has_turns(&self, people: &People) -> bool {
        let to_come = &self.order[usize::from(self.place)..people.characters.len()];
        to_come.iter().any(|&next| self.up & people.characters[usize::from(next)].bits != 0)
    }

    /// Sets the order of turns.
    pub fn set_order(&mut self, order: &[u8]) {
        self.order[..order.len()].copy_from_slice(order);
    }
}

impl People {
    /// Sets the order of turns by the total and bonus that `totals` returns for each character, then
    /// by chance.
    #[inline]
    pub fn set_order<S, C: Chance>(
        &self,
        totals: impl Fn(usize) -> (i32, i32),
        fight: &mut Fight<S>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let (mut here, mut absent) = (0u32, 0u32);
        for (who, character) in self.characters.iter().enumerate() {
            let of = if character.count > 0 { &mut here } else { &mut absent };
            *of |= 1 << who;
        }
        let mut order = [0u8; MOST_CHARACTERS];
        let order = &mut order[..self.characters.len()];
        for place in &mut *order {
            let of = |bits: u32| each(bits.into());
            let best = of(here).map(&totals).max().unwrap_or_default();
            let equal = of(here).filter(|&who| totals(who) == best);
            let equal = equal.fold(0u32, |equal, who| equal | 1 << who);
            let many = equal.count_ones() as usize;
            let chosen = if many <= 1 { 0 } else { chance.choose(&self.equals[many - 1]) };
            // Absent characters come last, in a fixed order.
            let last = absent.trailing_zeros() as usize;
            let who = of(equal).nth(chosen).unwrap_or(last);
            (here, absent) = (here & !(1 << who), absent & !(1 << who));
            *place = who as u8;
        }
        record.tell(|| {
            let here = |who: &&u8| self.characters[usize::from(**who)].count > 0;
            let name = |who: &u8| self.characters[usize::from(*who)].name.clone();
            let names: Vec<String> = order.iter().filter(here).map(name).collect();
            format!("order of turns: {}", names.join(", "))
        });
        fight.set_order(order);
    }
}
