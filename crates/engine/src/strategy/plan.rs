//! Plans for a game of rounds.

/// A mixed strategy: the probability of each choice in every state of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Maximum number of choices in any state.
    width: usize,
    /// The probability of each choice in each state.
    shares: Vec<f64>,
}

impl Plan {
    /// Creates a plan for `states` states with at most `width` choices each, all with probability
    /// 0.
    pub(super) fn zeroed(states: usize, width: usize) -> Plan {
        Plan { width, shares: vec![0.0; width * states] }
    }

    pub(super) fn set(&mut self, place: usize, mix: &[f64]) {
        self.shares[place * self.width..][..mix.len()].copy_from_slice(mix);
    }

    pub(super) fn set_pure(&mut self, place: usize, choice: usize) {
        self.shares[place * self.width + choice] = 1.0;
    }

    /// Returns the probability of each choice in the state at this index.
    #[inline]
    pub fn mix(&self, place: usize) -> &[f64] {
        &self.shares[place * self.width..][..self.width]
    }

    /// Returns the choices with positive probability.
    pub(super) fn played(&self, place: usize) -> impl Iterator<Item = (usize, f64)> {
        let choices = self.mix(place).iter().copied().enumerate();
        choices.filter(|(_, share)| *share > 0.0)
    }
}

/// Converts a mix to integer weights: over a denominator up to 1000 if the shares are such
/// fractions, else over 2^53, to float precision.
pub fn weights(mix: &[f64]) -> Vec<u64> {
    let rounded = |of: f64| mix.iter().map(move |share| (share * of).round());
    let exact =
        |of: &f64| rounded(*of).zip(mix).all(|(part, share)| (share * of - part).abs() < 1e-11);
    let short = (1..=1000).map(f64::from).find(exact);
    rounded(short.unwrap_or(9_007_199_254_740_992.0)).map(|part| part as u64).collect()
}
