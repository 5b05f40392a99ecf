//! The states of a duel before a round, and their numbering.

/// The state of a duel before a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Number of rounds played.
    pub played: usize,
    /// Points left of each side.
    pub left: [i32; 2],
    /// Rounds won minus rounds lost; 0 if the objective is the share of rounds.
    pub score: i32,
}

/// The states before a round: the points left of each side and, in a duel for the majority, the
/// rounds won minus those lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    /// The number of the first state.
    pub first: usize,
    pub least: [i32; 2],
    pub most: [i32; 2],
    /// Scores range from `-spread` to `spread`.
    spread: i32,
    /// The strides of the own points, the rival's points and the score; and the index of the state
    /// in which all are 0.
    further: [i64; 3],
    origin: i64,
}

impl Layer {
    pub fn new(first: usize, least: [i32; 2], most: [i32; 2], spread: i32) -> Layer {
        let scores = 2 * i64::from(spread) + 1;
        let row = (i64::from(most[1] - least[1]) + 1).saturating_mul(scores);
        // With a single score, the score has no stride.
        let further = [row, scores, i64::from(spread > 0)];
        let below = |side: usize| i64::from(least[side]).saturating_mul(further[side]);
        let origin = i64::from(spread).saturating_sub(below(0)).saturating_sub(below(1));
        Layer { first, least, most, spread, further, origin }
    }

    /// Replaces the bounds on the points left.
    pub fn between(self, least: [i32; 2], most: [i32; 2]) -> Layer {
        Layer { least, most, ..self }
    }

    pub fn size(&self) -> usize {
        let own = i64::from(self.most[0] - self.least[0]) + 1;
        own.saturating_mul(self.further[0]) as usize
    }

    /// Returns the index of a state in its layer. Points that can't be spent any more are clamped
    /// off.
    #[inline]
    pub fn place(&self, left: [i32; 2], score: i32) -> usize {
        let [own, rival, more] = self.further;
        let points = own * i64::from(left[0].min(self.most[0]))
            + rival * i64::from(left[1].min(self.most[1]));
        (self.origin + points + more * i64::from(score)) as usize
    }

    pub fn states(&self, played: usize) -> impl DoubleEndedIterator<Item = State> + use<> {
        let Layer { least, most, spread, .. } = *self;
        (least[0]..=most[0]).flat_map(move |own| {
            (least[1]..=most[1]).flat_map(move |rival| {
                (-spread..=spread).map(move |score| State { played, left: [own, rival], score })
            })
        })
    }
}
