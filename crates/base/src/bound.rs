//! How much of one thing there may be. Each bound stands beside the code that it bounds: whoever
//! would make more asks first, and what is refused is refused with its figure.

use crate::{Error, Result};

/// How much of one thing there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The most.
    pub most: u64,
    /// What it is counted in.
    unit: &'static str,
    /// What to do where there is more.
    hint: &'static str,
}

const MEGABYTE: u64 = 1 << 20;

impl Bound {
    /// So many of this unit; `hint` says what to do where there are more.
    pub const fn of(most: u64, unit: &'static str, hint: &'static str) -> Bound {
        Bound { most, unit, hint }
    }

    /// So many megabytes, asked for in bytes.
    pub const fn megabytes(most: u64, hint: &'static str) -> Bound {
        Bound::of(most * MEGABYTE, "MB", hint)
    }

    /// Whether so much is within it.
    pub fn holds(self, need: u64) -> bool {
        need <= self.most
    }

    fn amount(self, amount: u64) -> String {
        match self.unit {
            "MB" => format!("{} MB", amount.div_ceil(MEGABYTE)),
            unit => format!("{amount} {unit}"),
        }
    }

    /// Asks for so much of `what`.
    ///
    /// # Errors
    /// If it is more than there may be: the message has both figures.
    pub fn ask(self, what: &str, need: u64) -> Result<()> {
        if self.holds(need) {
            return Ok(());
        }
        let need = self.amount(need);
        let most = if self.unit == "MB" { self.amount(self.most) } else { self.most.to_string() };
        Err(Error::question(format!("{what}: {need}, and {most} is the most")).with_hint(self.hint))
    }

    /// There are more of `what` than there may be, and nobody counted how many.
    pub fn exceeded(self, what: &str) -> Error {
        Error::question(format!("{what} more than {}", self.amount(self.most))).with_hint(self.hint)
    }
}
