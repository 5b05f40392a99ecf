//! Rates: the fraction of checks that matter, for example.

use oddsmith_engine::chance::{Chance, Odds, gcd};
use oddsmith_registry::Decimal;

/// An independent event with a fixed probability. Probabilities of 0 and 1 draw no luck.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::Scripted;
/// use oddsmith_registry::Decimal;
/// use oddsmith_mechanics::Rate;
///
/// let half = Rate::new(Decimal::read("0.5").expect("a number"), "matters");
/// let mut luck = Scripted::parse("matters 1, matters 0")?;
/// assert_eq!([half.falls(&mut luck), half.falls(&mut luck)], [true, false]);
///
/// let always = Rate::new(Decimal::whole(1), "matters");
/// assert!(always.falls(&mut Scripted::parse("")?));
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rate {
    /// The event never occurs.
    Never,
    /// The event always occurs.
    Always,
    /// The event occurs if this choice is 1.
    Sometimes(Odds),
}

impl Rate {
    /// Creates an event with this probability, from 0 (never) to 1 (always); scripts name its luck
    /// by `word`, 1 if it occurs.
    pub fn new(share: Decimal, word: &'static str) -> Rate {
        let whole = Decimal::whole(1).parts();
        let so = share.parts().clamp(0, whole);
        if so == 0 {
            return Rate::Never;
        }
        if so == whole {
            return Rate::Always;
        }
        let common = gcd(so as u128, whole as u128) as i64;
        let weights = [whole - so, so].map(|parts| (parts / common) as u64);
        Rate::Sometimes(Odds::new(&weights).labelled(word))
    }

    /// Returns true if the event never occurs.
    pub fn never(&self) -> bool {
        *self == Rate::Never
    }

    /// Returns true if the event always occurs.
    pub fn always(&self) -> bool {
        *self == Rate::Always
    }

    /// Draws a sample and returns true if the event occurs.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn falls<C: Chance>(&self, chance: &mut C) -> bool {
        match self {
            Rate::Never => false,
            Rate::Always => true,
            Rate::Sometimes(odds) => chance.choose(odds) == 1,
        }
    }
}
