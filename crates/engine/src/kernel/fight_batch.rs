//! Fights in progress: those that wait for their next blow, and what the others came to.

use super::sums::Words;
use super::vertical::{Aligned, CHUNK, NOTHING, Vertical};
use super::wide::{TABLE, Wide};

/// Fights that are fought together: as many as stay in the nearest cache.
pub const TOGETHER: usize = 1 << 14;

/// Room behind a buffer, for a register that is only partly full.
pub const ROOM: usize = 64;

/// The bit of a fighter who is staggered; the others count wounds.
pub const STAGGERED: u8 = 0x80;

/// Fights that are fought together, a blow of all of them at a time.
pub struct FightBatch {
    /// Those that wait for a blow, and how many.
    pub fights: Vec<u8>,
    pub waiting: usize,
    /// Those whose draw was rejected, and who wait again.
    pub rejects: Vec<u8>,
    pub rejected: usize,
    /// Those that go on behind it.
    pub after: Vec<u8>,
    pub kept: usize,
    /// The words that symbols are made of.
    pub words: Words,
    pub symbols: Vec<u8>,
    /// How many of the symbols are used.
    pub drawn: usize,
    /// The wounds of those who fell, until they are counted.
    pub log: Vec<u8>,
    pub logged: usize,
    /// How many fell.
    pub fallen: u64,
    pub blows: Vec<u64>,
    pub hits: Vertical,
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
            blows: vec![0; usize::from(limit) + 1],
            hits: Vertical::new(wounds),
        }
    }

    /// Goes on with those whose draw was rejected.
    pub fn again(&mut self) {
        std::mem::swap(&mut self.fights, &mut self.rejects);
        self.waiting = std::mem::take(&mut self.rejected);
    }

    /// Goes on with those who stand.
    pub fn next(&mut self) {
        std::mem::swap(&mut self.fights, &mut self.after);
        self.waiting = std::mem::take(&mut self.kept);
    }

    /// Counts the fights that still go on.
    pub fn call_off(&mut self) {
        for fight in &self.fights[..self.waiting] {
            self.hits.hit(fight & !STAGGERED);
        }
        if let Some(last) = self.blows.last_mut() {
            *last += self.waiting as u64;
        }
        self.waiting = 0;
    }

    #[inline(always)]
    pub fn unload<S: Wide>(&mut self, simd: S) {
        let mut chunk = Aligned([NOTHING; CHUNK]);
        chunk.0.copy_from_slice(&self.log[..CHUNK]);
        self.hits.add(simd, &chunk.0);
        self.log.copy_within(CHUNK..self.logged, 0);
        self.logged -= CHUNK;
    }

    /// By blows, from 0 on, the fights that ended then, and by wounds.
    pub fn end(mut self) -> (Vec<u64>, [u64; TABLE]) {
        for wounds in &self.log[..self.logged] {
            self.hits.hit(*wounds);
        }
        (self.blows, self.hits.hits())
    }
}
