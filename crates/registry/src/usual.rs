//! The usual ranges of fields, for sliders and sweeps.

use super::{Field, Kind, Need};

/// Maximum size of a range that is shown in full.
const WHOLE: i64 = 60;

impl Field<'_> {
    /// Returns the usual range in play, within the valid range; `None` if the field is not a
    /// number.
    ///
    /// It is the declared range ([`Field::default_range`]); else the whole range, if that is small; else
    /// from the lowest to the highest named number; else around the default or the example.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_registry::Field;
    ///
    /// let bonus = Field::number("bonus", "what is added").required("8");
    /// assert_eq!(bonus.usual_range(), Some((0, 20)));
    /// assert_eq!(bonus.default_range(-5, 15).usual_range(), Some((-5, 15)));
    /// let dc = Field::number("dc", "what must be reached").named(&[("easy", 5), ("tough", 15)]);
    /// assert_eq!(dc.usual_range(), Some((5, 15)));
    /// assert_eq!(Field::flag("shield", "whether there is one").usual_range(), None);
    /// ```
    pub fn usual_range(&self) -> Option<(i32, i32)> {
        let (low, high, names) = match self.kind {
            Kind::Integer { low, high, names, .. } => (low, high, names),
            Kind::Decimal { low, high, .. } => (low, high, &[][..]),
            _ => return None,
        };
        let named = names.iter().map(|(_, number)| *number);
        let around = || match self.typical() {
            0 => (-10, 10),
            near @ 1..=5 => (0, 5 + near),
            near if near > 0 => (0, near.saturating_mul(2).max(20)),
            near => (near.saturating_mul(2), 0),
        };
        let (from, to) = match self.usual {
            Some(said) => said,
            None if i64::from(high) - i64::from(low) <= WHOLE => (low, high),
            None => named.clone().min().zip(named.max()).unwrap_or_else(around),
        };
        Some((from.clamp(low, high), to.clamp(low, high)))
    }

    /// Returns a typical value: the default or the example, or 0.
    fn typical(&self) -> i32 {
        match self.need {
            Need::Required(text) | Need::Default(text) => text.parse().unwrap_or(0),
            Need::Follows { .. } | Need::Same(_) => 0,
        }
    }
}
