//! The dice of one roll, after modifiers.

use std::cmp::Reverse;

/// One rolled die or drawn card: its value and its printed face or suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shown {
    /// The value that counts.
    pub value: i32,
    /// The printed face of a die after rerolls, or the suit of a card from 1, 0 if it has none.
    pub printed: i32,
}

/// Number of codes per card value in [`Shown::code`].
const ROOM_OF_SUITS: i32 = 8;

impl Shown {
    /// Encodes a card as one integer; codes increase with the value.
    pub fn code(self) -> i32 {
        self.value * ROOM_OF_SUITS + self.printed
    }

    /// Decodes a card encoded by [`Shown::code`].
    pub fn of_code(code: i32) -> Shown {
        Shown { value: code.div_euclid(ROOM_OF_SUITS), printed: code.rem_euclid(ROOM_OF_SUITS) }
    }
}

/// Number of dice stored inline; larger rolls allocate.
const ROOM: usize = 32;

/// The dice of one sampled roll, stored inline if they are few.
#[derive(Default)]
pub(super) struct Tray {
    few: [Shown; ROOM],
    count: usize,
    /// All dice, if there are more than [`ROOM`].
    many: Vec<Shown>,
    /// The printed face of the first die.
    first: i32,
}

impl Tray {
    /// Adds a die.
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

    /// Sorts the dice, the highest first.
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

    /// Returns all dice.
    pub fn dice(&self) -> &[Shown] {
        if self.count > ROOM { &self.many } else { &self.few[..self.count] }
    }

    /// Returns the printed face of the only kept die; of several, that of the first die rolled.
    pub fn natural(&self, kept: &[Shown]) -> i32 {
        match kept {
            [] => 0,
            [die] => die.printed,
            _ => self.first,
        }
    }
}
