//! The drama die: a d20 that is rerolled and added on certain faces, and its bonus chart.

use oddsmith_engine::chance::{Chance, Die};
use oddsmith_engine::rule::{Record, Scale};
use oddsmith_registry::{Settings, choice, fields};

fields! {
    /// Fields of the die.
    pub struct DieFields {
        skilled: bool, "a 10 or a 20 is rolled again and added; unskilled only a 10",
            default("true"), source("not in the text: the die");
        up: bool, "the condition up: one more roll is added", source("Conflict Line Advantages");
        up_minimum: Option<i32>, "what the additional roll of up counts at least",
            one_of(&["none", "10"]), reading(), source("Conflict Line Advantages");
        stymied: bool, "the condition stymied: a roll is lost; up and stymied cancel each other",
            source("Conflict Line Disadvantages");
        stymied_takes: enum StymiedTakes { First = "first", Rerolls = "rerolls" },
            "first: the first roll again for any reason; rerolls: the first of a 10 or 20",
            reading(), source("Conflict Line Disadvantages");
        possibilities: i32, "possibilities, Hero and Drama cards spent: each adds a roll that counts at least 10",
            range(0, 5), source("Drama; Hero");
        cancelled: i32, "how many of them the other side cancels",
            range(0, 5), source("Drama; Hero");
        edition: Edition, "whose charts: 1990, or Torg Eternity",
            source("not in the text: the bonus chart");
    }
}

choice! {
    /// Edition of the charts.
    pub enum Edition {
        /// First edition, 1990.
        First = "1990",
        /// Torg Eternity.
        Eternity = "eternity",
    }
}

/// Largest number of dice in a chain; the twelfth die is never rolled again.
const LONGEST_CHAIN: u8 = 12;

/// Drama die: a d20 with the effects that add rolls to it or remove them.
///
/// # Formula
/// A chain is a d20, rolled again while it shows 10 (or, skilled, 20), all added, at most twelve
/// dice. The die total is one chain, plus one chain if up, plus one chain for each possibility that
/// is not cancelled; the first die of the latter counts at least 10.
///
/// # Source
/// The Drama Deck, Conflict Lines; the die as in public references to the 1990 game.
#[derive(Clone, Debug)]
pub struct DramaDie {
    d20: Die,
    skilled: bool,
    /// Minimum of the first die of each chain, in the order in which the chains are rolled.
    chains: Vec<i32>,
    stymied: bool,
    /// True if stymied cancels any first additional roll; false if only one after a 10 or 20.
    stymied_takes_any: bool,
    /// Edition of the bonus chart.
    pub edition: Edition,
}

/// State of a throw between two dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    total: i32,
    chain: u8,
    /// Number of dice rolled in the current chain.
    dice: u8,
    /// True if stymied has not cancelled a roll yet.
    stymied: bool,
}

impl DramaDie {
    /// Reads the die from the fields, with or without possibilities.
    pub fn read(set: &Settings, possibilities: bool) -> DramaDie {
        let given = DieFields::read(set);
        let points = if possibilities { given.possibilities - given.cancelled } else { 0 };
        let (up, stymied) = (given.up, given.stymied);
        // Up and stymied cancel each other.
        let up = (up && !stymied).then(|| given.up_minimum.unwrap_or(1));
        DramaDie {
            chains: std::iter::once(1).chain(up).chain((0..points).map(|_| 10)).collect(),
            stymied: stymied && !given.up,
            stymied_takes_any: given.stymied_takes == StymiedTakes::First,
            ..DramaDie::plain(given.skilled, given.edition)
        }
    }

    /// Returns the die without up, stymied or possibilities.
    pub fn plain(skilled: bool, edition: Edition) -> DramaDie {
        DramaDie {
            d20: Die::sided(20),
            skilled,
            chains: vec![1],
            stymied: false,
            stymied_takes_any: true,
            edition,
        }
    }

    /// Returns this die under the condition up, with this minimum of the additional roll.
    pub fn up(&self, minimum: i32) -> DramaDie {
        DramaDie { chains: vec![1, minimum], ..self.clone() }
    }

    /// Returns this die under the condition stymied.
    pub fn stymied(&self) -> DramaDie {
        DramaDie { stymied: true, ..self.clone() }
    }

    /// Returns the roll that a possibility adds; its first die counts at least 10.
    pub fn of_possibility(&self) -> DramaDie {
        DramaDie { chains: vec![10], ..self.clone() }
    }

    /// Throws the die and returns the sum of `total` and the die total.
    #[inline]
    pub fn throw<C: Chance>(&self, total: i32, chance: &mut C, record: &mut impl Record) -> i32 {
        let mut throw = Throw { total, ..self.start() };
        loop {
            match self.roll(throw, chance, record) {
                Ok(next) => throw = next,
                Err(total) => return total,
            }
        }
    }

    /// Throws one chain and returns `of` of its bonus. `of` must return values of 0 or more and be
    /// monotonic. Dice that can't change the result are not rolled, so that the exact law of a
    /// check needs few branches.
    #[inline]
    pub fn chain<C: Chance>(
        &self,
        chance: &mut C,
        record: &mut impl Record,
        of: impl Fn(i32) -> i32,
    ) -> i32 {
        let of_total = |total: i32| of(self.bonus(total));
        let mut total = 0;
        for dice in 1..=LONGEST_CHAIN {
            let dice_left = i32::from(LONGEST_CHAIN - dice);
            // A negative value is a total whose chain continues.
            let summarize = chance.faces([&self.d20], |[face]| {
                let total = total + face;
                record.tell(|| match total - face {
                    0 => format!("the die shows {face}"),
                    _ => format!("the die shows {face}: {total} in all"),
                });
                if dice_left == 0 || !(face == 10 || (self.skilled && face == 20)) {
                    return of_total(total);
                }
                let least = of_total(total + 1);
                if least == of_total(total + 20 * dice_left) { least } else { -total }
            });
            if summarize >= 0 {
                return summarize;
            }
            total = -summarize;
        }
        of_total(total)
    }

    /// Returns the state before the first die.
    pub fn start(&self) -> Throw {
        Throw { total: 0, chain: 0, dice: 0, stymied: self.stymied }
    }

    /// Rolls one die and returns the next state; `Err` with the die total after the last die.
    #[inline]
    pub fn roll<C: Chance>(
        &self,
        mut throw: Throw,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Result<Throw, i32> {
        let face = chance.face(&self.d20);
        let least = if throw.dice == 0 { self.chains[usize::from(throw.chain)] } else { 1 };
        throw.total += face.max(least);
        throw.dice += 1;
        record.tell(|| {
            let counts = face.max(least);
            let least = if face < least { format!(", counts {least}") } else { String::new() };
            let total = throw.total;
            let all = if total == counts { String::new() } else { format!(": {total} in all") };
            format!("the die shows {face}{least}{all}")
        });
        let again = face == 10 || (self.skilled && face == 20);
        if again && throw.dice < LONGEST_CHAIN {
            if !throw.stymied {
                return Ok(throw);
            }
            record.tell(|| "stymied: it is not rolled again".into());
            throw.stymied = false;
        }
        (throw.chain, throw.dice) = (throw.chain + 1, 0);
        let left = |throw: &Throw| usize::from(throw.chain) < self.chains.len();
        if throw.stymied && self.stymied_takes_any && left(&throw) {
            record.tell(|| "stymied: the additional roll is lost".into());
            (throw.stymied, throw.chain) = (false, throw.chain + 1);
        }
        if left(&throw) { Ok(throw) } else { Err(throw.total) }
    }

    /// Returns the bonus of a die total.
    ///
    /// # Formula
    /// From 21 up: 8, and one more for each full five above 21. Below 21: the chart.
    ///
    /// # Source
    /// The bonus charts of 1990 and of Torg Eternity.
    pub fn bonus(&self, total: i32) -> i32 {
        let by_edition = |first: i32, eternity: i32| match self.edition {
            Edition::First => first,
            Edition::Eternity => eternity,
        };
        match total {
            ..=1 => by_edition(-12, -10),
            2 => by_edition(-10, -8),
            3..=4 => by_edition(-8, -6),
            5..=6 => by_edition(-5, -4),
            7..=8 => -2,
            9..=10 => -1,
            11..=14 => (total - 11) / 2,
            15..=20 => total - 13,
            21.. => 8 + (total - 21) / 5,
        }
    }

    /// Returns the scale of all possible die totals.
    pub fn totals(&self) -> Scale {
        Scale::numbers(1, 20 * i32::from(LONGEST_CHAIN) * self.chains.len() as i32)
    }

    /// Returns the lowest and the highest bonus.
    pub fn bonuses(&self) -> (i32, i32) {
        let totals = self.totals();
        (self.bonus(totals.low()), self.bonus(totals.high()))
    }
}
