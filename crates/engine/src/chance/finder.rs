//! A fast map from short lists of integers to indices, for inner loops in which a hash that resists
//! collisions would dominate.

/// A hash index that numbers distinct keys in order of insertion; the keys are stored by the
/// caller.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finder {
    /// One more than the index of an entry, 0 if free; the length is a power of two. Empty while
    /// there are few entries, which are scanned linearly.
    slots: Vec<u32>,
    /// The hash of each entry.
    hashes: Vec<u64>,
}

impl Finder {
    /// Maximum number of entries without slots.
    const SCANNED: usize = 8;

    /// Removes all entries.
    pub fn restart(&mut self) {
        self.slots.clear();
        self.hashes.clear();
    }

    /// Returns the memory of the entries in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.slots[..]) + size_of_val(&self.hashes[..])
    }

    /// Returns the index of the entry with these words for which `alike` holds; otherwise inserts
    /// an entry with the next index and returns `None`.
    #[inline]
    pub fn find(&mut self, words: &[u32], more: u64, alike: impl Fn(u32) -> bool) -> Option<u32> {
        self.find_hashed(Finder::hash(words.iter().copied(), more), alike)
    }

    /// Returns the hash of some words.
    #[inline]
    pub fn hash(words: impl Iterator<Item = u32>, more: u64) -> u64 {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mix = |so_far: u64, word: u64| (so_far.rotate_left(29) ^ word).wrapping_mul(ODD);
        words.fold(mix(0, more), |so_far, word| mix(so_far, word.into()))
    }

    /// Finds or inserts an entry by a precomputed hash, whose upper half must be well mixed.
    #[inline]
    pub fn find_hashed(&mut self, hash: u64, alike: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            let known = (0..).zip(&self.hashes);
            let mut known = known.filter(|&(number, &known)| known == hash && alike(number));
            if let Some((number, _)) = known.next() {
                return Some(number);
            }
            self.hashes.push(hash);
            if self.hashes.len() > Self::SCANNED {
                self.grow(8 * Self::SCANNED);
            }
            return None;
        }
        let mut slot = self.first(hash);
        loop {
            match self.slots[slot] {
                0 => break,
                taken if self.hashes[taken as usize - 1] == hash && alike(taken - 1) => {
                    return Some(taken - 1);
                }
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
        self.hashes.push(hash);
        self.slots[slot] = self.hashes.len() as u32;
        if 2 * self.hashes.len() > self.slots.len() {
            self.grow(4 * self.slots.len());
        }
        None
    }

    /// Returns the slot at which probing starts.
    fn first(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    /// Resizes the table to `size` slots and reinserts all entries.
    #[cold]
    fn grow(&mut self, size: usize) {
        self.slots.clear();
        self.slots.resize(size, 0);
        for number in 0..self.hashes.len() {
            let mut slot = self.first(self.hashes[number]);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each list keeps its index and a new one gets the next, also past the linear scan.
    #[test]
    fn what_is_new_is_numbered() {
        let (mut finder, mut met): (_, Vec<[u32; 2]>) = (Finder::default(), Vec::new());
        for _ in 0..2 {
            finder.restart();
            met.clear();
            for pair in (0..2_000u32).map(|i| [i % 40, i % 50]) {
                let found = finder.find(&pair, 7, |number| met[number as usize] == pair);
                let known = met.iter().position(|other| *other == pair);
                assert_eq!(found, known.map(|number| number as u32));
                if known.is_none() {
                    met.push(pair);
                }
            }
            assert_eq!(met.len(), 200);
        }
    }
}
