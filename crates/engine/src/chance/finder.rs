//! A map from short lists of numbers to their place: for the inner loops of a walk, where one that
//! hashes safely would take most of the time.

/// Finds what a list of numbers stands for, among few or many.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finder {
    /// One more than the number of what stands there, 0 for nothing; a power of two of slots. None
    /// while there are few, whose hashes are looked through one by one.
    slots: Vec<u32>,
    /// The hash of what has each number.
    hashes: Vec<u64>,
}

impl Finder {
    /// So many have no slots.
    const SCANNED: usize = 8;

    /// Forgets everything.
    pub fn restart(&mut self) {
        self.slots.clear();
        self.hashes.clear();
    }

    /// What it takes in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.slots[..]) + size_of_val(&self.hashes[..])
    }

    /// The number of what is `alike` and has the same words; the next number is given to what has
    /// none.
    #[inline]
    pub fn find(&mut self, words: &[u32], more: u64, alike: impl Fn(u32) -> bool) -> Option<u32> {
        self.find_hashed(Finder::hash(words.iter().copied(), more), alike)
    }

    /// The hash of some words.
    #[inline]
    pub fn hash(words: impl Iterator<Item = u32>, more: u64) -> u64 {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mix = |so_far: u64, word: u64| (so_far.rotate_left(29) ^ word).wrapping_mul(ODD);
        words.fold(mix(0, more), |so_far, word| mix(so_far, word.into()))
    }

    /// The same by a hash, the upper half of which is well mixed.
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

    /// The slot where a search begins.
    fn first(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    /// Finds room for so many slots.
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

    /// Each list has one number, and the next new one has the next, also beyond the first slots.
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
