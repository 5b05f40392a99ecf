//! One way in which a step from a state may end.

/// One way in which a step from a state may end: what moving mass along it takes, in a quarter of a
/// cache line.
pub(in crate::odds) struct Branch {
    /// Its probability, summed over all paths that end so.
    pub value: f64,
    /// The state it goes on in, twice, and 1 more where it stays within the same step.
    pub(in crate::odds) to: u32,
    /// How often it counts up.
    pub(in crate::odds) ticks: u16,
    /// Whether it records anything.
    pub records: bool,
}

/// Where a branch goes on that ends.
pub(in crate::odds) const END: u32 = u32::MAX;

impl Branch {
    /// The state it goes on in; `None` at an end.
    #[inline]
    pub fn next(&self) -> Option<u32> {
        (self.to != END).then_some(self.to >> 1)
    }

    /// How often it counts up.
    #[inline]
    pub fn ticks(&self) -> u32 {
        self.ticks.into()
    }

    /// Whether it goes on within the same step.
    #[inline]
    pub fn within(&self) -> bool {
        self.to != END && self.to & 1 == 1
    }
}
