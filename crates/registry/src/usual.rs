//! The numbers that a field mostly has, for sliders and sweeps.

use super::{Field, Kind, Need};

/// A range of so many numbers can be shown whole.
const WHOLE: i64 = 60;

impl Field<'_> {
    /// The lowest and the highest number that play mostly has, within what the field may be; `None`
    /// where it is no number.
    ///
    /// It is what the field says ([`Field::usual`]); else all that it may be, if that is little;
    /// else from its lowest to its highest named number; else around its default or its example.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_registry::Field;
    ///
    /// let bonus = Field::number("bonus", "what is added").required("8");
    /// assert_eq!(bonus.usual_range(), Some((0, 20)));
    /// assert_eq!(bonus.usual(-5, 15).usual_range(), Some((-5, 15)));
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

    /// A number that it may well have: its default or its example, or nothing.
    fn typical(&self) -> i32 {
        match self.need {
            Need::Required(text) | Need::Default(text) => text.parse().unwrap_or(0),
            Need::Follows { .. } | Need::Same(_) => 0,
        }
    }
}
