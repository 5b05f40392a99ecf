//! The dice of one roll, as they lie there.

use std::cmp::Reverse;

/// A die or a card that lies there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shown {
    /// What it counts.
    pub value: i32,
    /// What a die showed first, after rerolls; the suit of a card from 1, 0 without one.
    pub printed: i32,
}

/// Cards as one number: each value has room for so many suits.
const ROOM_OF_SUITS: i32 = 8;

impl Shown {
    /// A card as one number; those with a higher value have higher ones.
    pub fn code(self) -> i32 {
        self.value * ROOM_OF_SUITS + self.printed
    }

    /// The card that such a number means.
    pub fn of_code(code: i32) -> Shown {
        Shown { value: code.div_euclid(ROOM_OF_SUITS), printed: code.rem_euclid(ROOM_OF_SUITS) }
    }
}

/// How many dice lie on the tray itself; more of them take memory of their own.
const ROOM: usize = 32;

/// The dice of one roll.
#[derive(Default)]
pub(super) struct Tray {
    few: [Shown; ROOM],
    count: usize,
    /// All dice, where they are more than the room.
    many: Vec<Shown>,
    /// What the first die showed.
    first: i32,
}

impl Tray {
    /// One more die.
    #[inline]
    pub fn push(&mut self, value: i32, printed: i32) {
        let die = Shown { value, printed };
        if self.count == 0 {
            self.first = printed;
        }
        if self.count < ROOM {
            self.few[self.count] = die;
        } else {
            if self.count == ROOM {
                self.many.extend_from_slice(&self.few);
            }
            self.many.push(die);
        }
        self.count += 1;
    }

    /// The highest first.
    pub fn sort(&mut self) {
        if self.count > ROOM {
            return self.many.sort_unstable_by_key(|value| Reverse((value.value, value.printed)));
        }
        let dice = &mut self.few[..self.count];
        for end in 1..dice.len() {
            let mut at = end;
            while at > 0
                && (dice[at - 1].value, dice[at - 1].printed) < (dice[at].value, dice[at].printed)
            {
                dice.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// All dice.
    pub fn dice(&self) -> &[Shown] {
        if self.count > ROOM { &self.many } else { &self.few[..self.count] }
    }

    /// What the one kept die showed; where it added others to the bag, the first that was rolled.
    pub fn natural(&self, kept: &[Shown]) -> i32 {
        match kept {
            [] => 0,
            [die] => die.printed,
            _ => self.first,
        }
    }
}
