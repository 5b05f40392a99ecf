//! Plans for a duel.

/// A mix of bids in every state of a duel.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// One more than the largest bid.
    width: usize,
    /// The probability of each bid in each state.
    shares: Vec<f64>,
}

impl Plan {
    /// No bid in any of the states, yet.
    pub(super) fn empty(states: usize, cap: i32) -> Plan {
        let width = cap as usize + 1;
        Plan { width, shares: vec![0.0; width * states] }
    }

    pub(super) fn set(&mut self, number: usize, mix: &[f64]) {
        self.shares[number * self.width..][..mix.len()].copy_from_slice(mix);
    }

    pub(super) fn set_pure(&mut self, number: usize, bid: i32) {
        self.shares[number * self.width + bid as usize] = 1.0;
    }

    /// The probability of each bid in the state of this number.
    #[inline]
    pub fn mix(&self, number: usize) -> &[f64] {
        &self.shares[number * self.width..][..self.width]
    }
}

/// The parts of a mix as whole numbers: short fractions where the shares are such, else parts of
/// 2^53, of which each is as near as floats know it.
pub fn weights(mix: &[f64]) -> Vec<u64> {
    let rounded = |of: f64| mix.iter().map(move |share| (share * of).round());
    let exact =
        |of: &f64| rounded(*of).zip(mix).all(|(part, share)| (share * of - part).abs() < 1e-11);
    let short = (1..=1000).map(f64::from).find(exact);
    rounded(short.unwrap_or(9_007_199_254_740_992.0)).map(|part| part as u64).collect()
}
