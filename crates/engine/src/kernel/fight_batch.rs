//! Fights in progress: those waiting for their next blow, and the results of the others.

use super::sums::Words;
use super::vertical::{Aligned, CHUNK, NOTHING, Vertical};
use super::wide::{TABLE, Wide};

/// Number of fights in a batch, which fit the L1 cache.
pub const TOGETHER: usize = 1 << 14;

/// Room after a buffer, for a register that is only partly full.
pub const ROOM: usize = 64;

/// The bit of a staggered fighter; the other bits count wounds.
pub const STAGGERED: u8 = 0x80;

/// A batch of fights, all of which take the same blow at the same time.
pub struct FightBatch {
    /// The fights waiting for a blow, and their number.
    pub fights: Vec<u8>,
    pub waiting: usize,
    /// The fights whose draw was rejected and that wait again.
    pub rejects: Vec<u8>,
    pub rejected: usize,
    /// The fights that continue after this blow.
    pub after: Vec<u8>,
    pub kept: usize,
    /// The words from which symbols are computed.
    pub words: Words,
    pub symbols: Vec<u8>,
    /// Number of symbols that are used up.
    pub drawn: usize,
    /// The wounds of fallen fighters that are not counted yet.
    pub log: Vec<u8>,
    pub logged: usize,
    /// Number of fighters that fell.
    pub fallen: u64,
    /// Number of ended fights by number of blows, from 0.
    pub ended_by_blow: Vec<u64>,
    /// Number of ended fights by wounds.
    pub ended_by_wounds: Vertical,
}

impl FightBatch {
    pub fn new(wounds: usize, limit: u16) -> FightBatch {
        FightBatch {
            fights: vec![0; TOGETHER + ROOM],
            waiting: 0,
            rejects: vec![0; TOGETHER + ROOM],
            rejected: 0,
            after: vec![0; TOGETHER + ROOM],
            kept: 0,
            words: Aligned([0; CHUNK]),
            symbols: vec![NOTHING; CHUNK + ROOM],
            drawn: CHUNK,
            log: vec![NOTHING; 2 * CHUNK + ROOM],
            logged: 0,
            fallen: 0,
            ended_by_blow: vec![0; usize::from(limit) + 1],
            ended_by_wounds: Vertical::new(wounds),
        }
    }

    /// Continues with the fights whose draw was rejected.
    pub fn again(&mut self) {
        std::mem::swap(&mut self.fights, &mut self.rejects);
        self.waiting = std::mem::take(&mut self.rejected);
    }

    /// Continues with the fights that go on.
    pub fn next(&mut self) {
        std::mem::swap(&mut self.fights, &mut self.after);
        self.waiting = std::mem::take(&mut self.kept);
    }

    /// Counts the fights that are still going on at the limit.
    pub fn call_off(&mut self) {
        for fight in &self.fights[..self.waiting] {
            self.ended_by_wounds.hit(fight & !STAGGERED);
        }
        if let Some(last) = self.ended_by_blow.last_mut() {
            *last += self.waiting as u64;
        }
        self.waiting = 0;
    }

    #[inline(always)]
    pub fn unload<S: Wide>(&mut self, simd: S) {
        let mut chunk = Aligned([NOTHING; CHUNK]);
        chunk.0.copy_from_slice(&self.log[..CHUNK]);
        self.ended_by_wounds.add(simd, &chunk.0);
        self.log.copy_within(CHUNK..self.logged, 0);
        self.logged -= CHUNK;
    }

    /// Returns the number of fights that ended, by blows from 0 and by wounds.
    pub fn end(mut self) -> (Vec<u64>, [u64; TABLE]) {
        for wounds in &self.log[..self.logged] {
            self.ended_by_wounds.hit(*wounds);
        }
        (self.ended_by_blow, self.ended_by_wounds.hits())
    }
}
