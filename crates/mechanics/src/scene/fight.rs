//! A fight as it stands: who is up, whose turn it is.

use super::people::{HEROES, People, RIVALS, each};
use super::{MOST_CHARACTERS, MOST_PEOPLE};
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::rule::Record;

/// A fight between two turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fight<S> {
    /// Who stands, a bit a person.
    up: u64,
    /// The characters in the order of their turns.
    order: [u8; MOST_CHARACTERS],
    /// How many turns of the round are over.
    pub(super) place: u8,
    /// The round, from 1 on; 0 before the first.
    pub(super) round: u16,
    /// Whether it is over.
    pub(super) over: bool,
    /// Whether it is broken off, whoever stands.
    broken_off: bool,
    /// By side, the person whom it attacked last, where that counts.
    pub(super) marked: [u8; 2],
    /// What lasts in the game.
    pub game: S,
}

/// Nobody.
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

    /// The same when it is over: what made no difference is forgotten.
    pub(super) fn ended(mut self: Box<Self>, people: &People, game: S) -> Box<Self> {
        *self = Fight { up: self.up, over: true, round: self.round, ..Fight::new(people, game) };
        self
    }

    /// The round, from 1 on.
    pub fn round(&self) -> i32 {
        i32::from(self.round)
    }

    /// Whether a person stands.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn stands(&self, person: usize) -> bool {
        self.up >> person & 1 == 1
    }

    /// Who stands of some people, a bit each.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn standing(&self, bits: u64) -> u64 {
        self.up & bits
    }

    /// Who stands of some people.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn each(&self, bits: u64) -> impl Iterator<Item = usize> + use<S> {
        each(self.up & bits)
    }

    /// How many of a side stand.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn left(&self, people: &People, side: usize) -> u32 {
        (self.up & people.sides[side]).count_ones()
    }

    /// A person is out.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn falls(&mut self, person: usize) {
        debug_assert!(self.stands(person), "who is out falls no more");
        self.up &= !(1 << person);
    }

    /// A person who was out stands again.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn rises(&mut self, person: usize) {
        debug_assert!(!self.stands(person), "who stands does not rise");
        self.up |= 1 << person;
    }

    /// It ends here, whoever stands.
    pub fn break_off(&mut self) {
        self.broken_off = true;
    }

    /// Whether a side is out, or it is broken off.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn is_decided(&self, people: &People) -> bool {
        self.broken_off
            || self.up & people.sides[HEROES] == 0
            || self.up & people.sides[RIVALS] == 0
    }

    /// The next character of whom someone stands.
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

    /// Whether someone's turn is to come in this round.
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

/// Who goes first: by total, then by bonus, then by chance.
#[derive(Clone, Debug)]
pub struct Order {
    /// By how many are equal.
    equals: Vec<Odds>,
}

impl Default for Order {
    fn default() -> Order {
        Order {
            equals: (1..=MOST_CHARACTERS as u64).map(|many| Odds::even(many as usize)).collect(),
        }
    }
}

impl Order {
    /// Sets the order of turns by the total and bonus of each character.
    #[inline]
    pub fn set<S, C: Chance>(
        &self,
        totals: &[(i32, i32)],
        people: &People,
        fight: &mut Fight<S>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let (mut here, mut absent) = (0u32, 0u32);
        for (who, character) in people.characters.iter().enumerate() {
            let of = if character.count > 0 { &mut here } else { &mut absent };
            *of |= 1 << who;
        }
        let mut order = [0u8; MOST_CHARACTERS];
        for place in &mut order[..totals.len()] {
            let of = |bits: u32| each(bits.into());
            let best = of(here).map(|who| totals[who]).max().unwrap_or_default();
            let equal = of(here).filter(|&who| totals[who] == best);
            let equal = equal.fold(0u32, |equal, who| equal | 1 << who);
            let many = equal.count_ones() as usize;
            let chosen = if many <= 1 { 0 } else { chance.choose(&self.equals[many - 1]) };
            // Who is not there stands last, and nothing hangs on it.
            let last = absent.trailing_zeros() as usize;
            let who = of(equal).nth(chosen).unwrap_or(last);
            (here, absent) = (here & !(1 << who), absent & !(1 << who));
            *place = who as u8;
        }
        let order = &order[..totals.len()];
        record.tell(|| {
            let here = |who: &&u8| people.characters[usize::from(**who)].count > 0;
            let name = |who: &u8| people.characters[usize::from(*who)].name.clone();
            let names: Vec<String> = order.iter().filter(here).map(name).collect();
            format!("order of turns: {}", names.join(", "))
        });
        fight.set_order(order);
    }
}
