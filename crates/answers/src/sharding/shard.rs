//! Shards: the numbered parts of a run.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use oddsmith_base::{Error, Result};

/// Part `number` of a run that is divided into `of` parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Number of the part, from 1.
    pub number: u64,
    /// Number of parts.
    pub of: u64,
}

impl Shard {
    /// Parses a shard such as `3/16`.
    ///
    /// # Errors
    /// If the text is not a pair of numbers with `1 <= number <= of <= 1_000_000`.
    pub fn parse(text: &str) -> Result<Shard> {
        let whole = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
        let pair = text.split_once('/').and_then(|(one, all)| whole(one).zip(whole(all)));
        match pair {
            Some((number, of)) if number <= of && of <= 1_000_000 => Ok(Shard { number, of }),
            _ => Err(Error::question(format!("`{text}` is not a shard"))
                .with_hint("write `3/16`: from `1/16` to `16/16`")),
        }
    }

    /// Returns the range of blocks of this shard out of `blocks`.
    pub(crate) fn share(self, blocks: u64) -> Range<u64> {
        let edge =
            |number: u64| (u128::from(blocks) * u128::from(number) / u128::from(self.of)) as u64;
        edge(self.number - 1)..edge(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}
