//! Limits on amounts. Each limit is defined next to the code that it bounds, which checks it before
//! allocating; the error states the amount and the limit.

use crate::{Error, Result};

/// A limit on an amount, such as memory, with its unit and a hint for the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The maximum.
    pub most: u64,
    /// The unit.
    unit: &'static str,
    /// A hint for exceeding it.
    hint: &'static str,
}

const MEGABYTE: u64 = 1 << 20;

impl Bound {
    /// Creates a limit in this unit.
    pub const fn of(most: u64, unit: &'static str, hint: &'static str) -> Bound {
        Bound { most, unit, hint }
    }

    /// Creates a limit in megabytes, which is checked in bytes.
    pub const fn megabytes(most: u64, hint: &'static str) -> Bound {
        Bound::of(most * MEGABYTE, "MB", hint)
    }

    /// Returns whether an amount is within the limit.
    pub fn holds(self, need: u64) -> bool {
        need <= self.most
    }

    fn amount(self, amount: u64) -> String {
        match self.unit {
            "MB" => format!("{} MB", amount.div_ceil(MEGABYTE)),
            unit => format!("{amount} {unit}"),
        }
    }

    /// Checks an amount of `what`.
    ///
    /// # Errors
    /// If it exceeds the limit; the message has both numbers.
    pub fn ask(self, what: &str, need: u64) -> Result<()> {
        if self.holds(need) {
            return Ok(());
        }
        let need = self.amount(need);
        let most = if self.unit == "MB" { self.amount(self.most) } else { self.most.to_string() };
        Err(Error::question(format!("{what}: {need}, and {most} is the most")).with_hint(self.hint))
    }

    /// Returns the error for exceeding the limit by an unknown amount.
    pub fn exceeded(self, what: &str) -> Error {
        Error::question(format!("{what} more than {}", self.amount(self.most))).with_hint(self.hint)
    }
}
