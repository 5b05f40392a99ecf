//! The people of a fight: characters on two sides, some of which represent several people.

use super::{MOST_CHARACTERS, MOST_PEOPLE};
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::Odds;
use oddsmith_registry::Settings;

/// The heroes' side.
pub const HEROES: usize = 0;
/// The side of their opponents.
pub const RIVALS: usize = 1;

/// The people of a fight by side and character; sets of people are bit masks.
#[derive(Clone, Debug)]
pub struct People {
    /// The characters, in the order of the cast.
    pub characters: Vec<Person>,
    /// The people of each side, one bit each.
    pub sides: [u64; 2],
    /// The character of each person.
    pub of: Vec<u8>,
    /// The choice among characters whose turns are tied, by their number.
    pub(super) equals: Vec<Odds>,
}

/// A character, which may represent several people.
#[derive(Clone, Debug)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The prefix of its fields.
    pub key: String,
    /// Its side.
    pub side: usize,
    /// Its people, one bit each.
    pub bits: u64,
    /// Number of its people.
    pub count: usize,
}

impl Default for People {
    fn default() -> People {
        let equals = (1..=MOST_CHARACTERS).map(Odds::even).collect();
        People { characters: Vec::new(), sides: [0; 2], of: Vec::new(), equals }
    }
}

impl People {
    /// Reads the people of a cast, whose first `heroes` roles are on the heroes' side.
    ///
    /// # Errors
    /// If there are too many, or a side has no character.
    pub fn read(set: &Settings, heroes: usize) -> Result<People> {
        let mut people = People::default();
        for (character, of) in set.characters() {
            let (first, count) = (people.of.len(), of.count());
            if first + count > MOST_PEOPLE {
                let error = Error::question(format!("more than {MOST_PEOPLE} people fight"));
                return Err(error.with_hint("lower a `count`"));
            }
            let bits = (((1u128 << count) - 1) << first) as u64;
            let side = usize::from(character.part >= heroes);
            people.sides[side] |= bits;
            let place = people.characters.len() as u8;
            people.of.extend(std::iter::repeat_n(place, count));
            let (name, key) = (character.name.clone(), character.key.clone());
            people.characters.push(Person { name, key, side, bits, count });
        }
        debug_assert!(people.characters.len() <= MOST_CHARACTERS, "a cast is no larger");
        for (side, who) in [(HEROES, "hero"), (RIVALS, "rival")] {
            if people.characters.iter().all(|character| character.side != side) {
                let error = Error::question(format!("the cast has no {who}"));
                return Err(error.with_hint("a fight has two sides"));
            }
        }
        Ok(people)
    }

    /// Returns all people, one bit each.
    pub fn standing(&self) -> u64 {
        self.sides[HEROES] | self.sides[RIVALS]
    }

    /// Returns the character of a person.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn character(&self, person: usize) -> usize {
        usize::from(self.of[person])
    }

    /// Returns the side of a person.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn side(&self, person: usize) -> usize {
        self.characters[self.character(person)].side
    }

    /// Returns the name of a person: "Evilorcus", "thug 3".
    pub fn name(&self, person: usize) -> String {
        let character = &self.characters[self.character(person)];
        match character.count {
            1 => character.name.clone(),
            _ => {
                let first = character.bits.trailing_zeros() as usize;
                format!("{} {}", character.name, person - first + 1)
            }
        }
    }
}

/// Returns an iterator over the people of a bit set.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub fn each(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let person = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(person)
    })
}
