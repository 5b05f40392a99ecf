//! Rows of checks from hands, in progress: decks as counts by kind, hands as sorted cards.

use fearless_simd::prelude::*;

use super::lanes::{Lanes, WORDS};
use super::vertical::{Aligned, CHUNK, COUNTING, NOTHING};
use super::wide::{TABLE, Wide};

/// Number of rows that are played together: the number of bytes of the widest register.
const ROWS: usize = 64;

/// Maximum number of words for the rows: the two decks have fewer than 128 cards each.
const MOST_WORDS: usize = 2 * 128 * ROWS;

/// One cache line more than the symbols of a chunk, so that those of different checks do not map to
/// the same cache set.
const APART: usize = CHUNK + ROWS;

/// Maximum number of kinds of cards, and maximum size of a hand.
pub const KINDS: usize = 14;
pub const LARGEST: usize = 32;

/// Number of counts that distinguish the kinds of a deck; they stay in registers.
const COUNTS: usize = KINDS - 1;

/// True if hands of several sizes get specialized loops. On WebAssembly this favors code size.
const LENGTHS: bool = cfg!(not(target_family = "wasm"));

/// The code of an empty slot of a hand, last in any order.
const NO_CARD: u8 = u8::MAX;

/// The bit of a card that makes a success critical, in addition to its contribution to the margin.
pub const CRITICAL: u8 = 0x80;

/// A side's strategy: an order of the kinds, of which the first in the hand is played.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// The size of the hand.
    size: usize,
    /// All ones if the order is reversed, else 0.
    turn: u8,
    /// The offset from a kind to its number, such that the first kind has the lowest number.
    first: u8,
}

impl Player {
    /// Creates a side that plays its highest card.
    pub fn highest(size: usize) -> Player {
        Player { size, turn: u8::MAX, first: 1 }
    }

    /// Creates a side that plays the lowest card of this kind or higher, if it has any, else its
    /// lowest: kinds below wrap around and come after all others.
    pub fn least(size: usize, kind: u8) -> Player {
        Player { size, turn: 0, first: (COUNTS as u8).wrapping_sub(kind) }
    }

    /// Returns the number of a kind in the order.
    fn order(&self, kind: u8) -> u8 {
        // Mirrors the drawing code, in which a kind is the number of counts that decreased.
        (kind.wrapping_sub(COUNTS as u8) ^ self.turn).wrapping_add(self.first)
    }

    /// Returns the table index of a kind.
    pub fn place(&self, kind: u8) -> usize {
        usize::from(self.order(kind) & PLACE)
    }
}

/// Mask of the bits of a number in an order that distinguish all kinds.
const PLACE: u8 = 0x0f;

/// A batch of rows of checks.
///
/// # Exactness
/// Sixty-four rows take one word each per draw: first all cards of one side, then those of the
/// other. A word times the number of cards left has the index of the card as its high half. If its
/// low half is below 2^16 mod that number (Lemire 2019) the whole row is discarded, so in the rows
/// that count each remaining card is equally likely. The index falls into a kind by the counts of
/// cards up to each kind.
#[derive(Clone, Debug)]
pub struct HandBatch {
    /// The number of cards of a full deck up to each kind but the last; all cards if there are
    /// fewer kinds.
    pub up_to: [u8; COUNTS],
    /// For each draw, the number of cards left, and the low half below which a word is rejected.
    pub draws: Vec<[u16; 2]>,
    pub players: [Player; 2],
    pub checks: usize,
    /// For each side, the amount that a card adds to the symbol of a margin, by its table index.
    pub adds: [Aligned<TABLE>; 2],
    /// The lowest symbol of a success.
    pub success: u8,
}

/// The working memory of rows in progress.
pub struct Table {
    /// For each draw, a word per row.
    words: Box<Aligned<MOST_WORDS, u16>>,
    /// Number of words that are used.
    used: usize,
    /// Nonzero for the rows that are discarded, in the order of the registers.
    out: Aligned<ROWS>,
    /// The position of each row in the registers.
    places: Aligned<ROWS>,
    /// For each draw, the sum of a deck's counts after it.
    drawn: Vec<Aligned<ROWS>>,
    /// For each side and check, the cards played, by their number in the side's order.
    played: [Vec<Aligned<ROWS>>; 2],
    /// For each check, the symbols of the rows.
    margins: Vec<Aligned<APART>>,
    /// The number of critical successes of each check.
    pub criticals: Vec<u64>,
}

impl HandBatch {
    /// Creates the working memory.
    pub fn table(&self) -> Table {
        let words = ROWS * (self.drawn(0) + self.drawn(1));
        let cards = || vec![Aligned([0; ROWS]); self.checks];
        Table {
            words: Box::new(Aligned([0; MOST_WORDS])),
            used: words.next_multiple_of(WORDS),
            out: Aligned([0; ROWS]),
            places: COUNTING,
            drawn: vec![Aligned([0; ROWS]); self.draws.len()],
            played: [cards(), cards()],
            margins: vec![Aligned([NOTHING; APART]); self.checks],
            criticals: vec![0; self.checks],
        }
    }

    /// Returns the number of cards that a side draws in a row.
    fn drawn(&self, side: usize) -> usize {
        self.players[side].size + self.checks - 1
    }

    /// Plays a chunk of rows, of which at most `wanted` count; returns the number that count.
    #[inline(always)]
    pub fn play<S: Wide>(&self, simd: S, table: &mut Table, lanes: &mut Lanes, wanted: u64) -> u64 {
        for at in (0..ROWS).step_by(S::u8s::LEN) {
            let here = at..at + S::u8s::LEN;
            let rows = S::u8s::from_slice(simd, &COUNTING.0[here.clone()]);
            simd.in_order(rows).store_slice(&mut table.places.0[here]);
        }
        let mut counted = 0;
        for first in (0..CHUNK).step_by(ROWS) {
            if counted == wanted {
                table.margins.iter_mut().for_each(|margins| margins.0[first..CHUNK].fill(NOTHING));
                break;
            }
            lanes.fill(simd, &mut table.words.0[..table.used]);
            let (own, rival) = table.words.0.as_chunks().0.split_at(self.drawn(0));
            let words = [own, &rival[..self.drawn(1)]];
            table.out = Aligned([0; ROWS]);
            for ((player, words), played) in self.players.iter().zip(words).zip(&mut table.played) {
                for at in (0..ROWS).step_by(S::u8s::LEN) {
                    self.draw(simd, words, at, &mut table.drawn);
                    let out = self.rejected(simd, words, at);
                    let before = &mut table.out.0[at..][..S::u8s::LEN];
                    (out | S::u8s::from_slice(simd, before)).store_slice(before);
                    match player.size {
                        ..=4 if LENGTHS => {
                            self.side::<S, 4>(simd, player, &table.drawn, at, played)
                        }
                        ..=8 => self.side::<S, 8>(simd, player, &table.drawn, at, played),
                        ..=16 if LENGTHS => {
                            self.side::<S, 16>(simd, player, &table.drawn, at, played)
                        }
                        _ => self.side::<S, LARGEST>(simd, player, &table.drawn, at, played),
                    }
                }
            }
            counted += table.kept(wanted - counted);
            self.judge(simd, table, first);
        }
        counted
    }

    /// Draws all cards of a side, in as many rows as a register holds, and stores the sum of the
    /// deck's counts after each draw.
    ///
    /// Separate from the rejection and the hands, because the counts take all but a few registers.
    #[inline(always)]
    fn draw<S: Wide>(
        &self,
        simd: S,
        words: &[[u16; ROWS]],
        at: usize,
        drawn: &mut [Aligned<ROWS>],
    ) {
        let half = S::u16s::LEN;
        let mut deck = [S::u8s::splat(simd, 0); COUNTS];
        for (left, cards) in deck.iter_mut().zip(&self.up_to) {
            *left = S::u8s::splat(simd, *cards);
        }
        for ((&[left, _], words), drawn) in self.draws.iter().zip(words).zip(drawn) {
            let factor = S::u16s::splat(simd, left);
            let first = S::u16s::from_slice(simd, &words[at..][..half]);
            let second = S::u16s::from_slice(simd, &words[at + half..][..half]);
            let place = simd.pack(simd.high(first, factor), simd.high(second, factor));
            let mut sum = S::u8s::splat(simd, 0);
            for left in &mut deck {
                *left = simd.take(place, *left);
                sum += *left;
            }
            sum.store_slice(&mut drawn.0[at..][..2 * half]);
        }
    }

    /// Returns nonzero bytes for the rows in which a word is rejected.
    #[inline(always)]
    fn rejected<S: Wide>(&self, simd: S, words: &[[u16; ROWS]], at: usize) -> S::u8s {
        let half = S::u16s::LEN;
        let mut out = [S::u16s::splat(simd, 0); 2];
        for (&[left, reject], words) in self.draws.iter().zip(words) {
            let (factor, reject) = (S::u16s::splat(simd, left), S::u16s::splat(simd, reject));
            let first = S::u16s::from_slice(simd, &words[at..][..half]);
            let second = S::u16s::from_slice(simd, &words[at + half..][..half]);
            out[0] |= reject.saturating_sub(first * factor);
            out[1] |= reject.saturating_sub(second * factor);
        }
        simd.pack(out[0], out[1])
    }

    /// Plays all checks of one side from its drawn cards, in as many rows as a register holds; its
    /// hand has at most `HELD` cards.
    #[inline(always)]
    fn side<S: Wide, const HELD: usize>(
        &self,
        simd: S,
        player: &Player,
        drawn: &[Aligned<ROWS>],
        at: usize,
        played: &mut [Aligned<ROWS>],
    ) {
        let here = at..at + S::u8s::LEN;
        let (dealt, drawn) = drawn.split_at(player.size);
        let sum = self.up_to.iter().fold(0u8, |sum, cards| sum.wrapping_add(*cards));
        let mut before = S::u8s::splat(simd, sum);
        let turn = S::u8s::splat(simd, player.turn);
        let first = S::u8s::splat(simd, player.first);
        let mut hand = [S::u8s::splat(simd, NO_CARD); HELD];
        for sum in dealt {
            // Each kind from that of the card on has one count less.
            let sum = S::u8s::from_slice(simd, &sum.0[here.clone()]);
            let mut card = ((sum - std::mem::replace(&mut before, sum)) ^ turn) + first;
            for there in &mut hand {
                (*there, card) = (there.min(card), there.max(card));
            }
        }
        let (last, all_but_last) = played.split_last_mut().expect("there is a check");
        for (played, sum) in all_but_last.iter_mut().zip(drawn) {
            hand[0].store_slice(&mut played.0[here.clone()]);
            // The other cards move up until the new card is in order.
            let sum = S::u8s::from_slice(simd, &sum.0[here.clone()]);
            let mut card = ((sum - std::mem::replace(&mut before, sum)) ^ turn) + first;
            for at in 1..HELD {
                (hand[at - 1], card) = (hand[at].min(card), hand[at].max(card));
            }
            hand[HELD - 1] = card;
        }
        hand[0].store_slice(&mut last.0[here]);
    }

    /// Returns the contributions of a side's cards to the margins.
    #[inline(always)]
    fn adds<S: Wide>(&self, simd: S, side: usize, cards: &[u8]) -> S::u8s {
        simd.look_up(&self.adds[side].0, 1, S::u8s::from_slice(simd, cards) & PLACE)
    }

    /// Computes the margins of the cards played.
    #[inline(always)]
    fn judge<S: Wide>(&self, simd: S, table: &mut Table, first: usize) {
        for at in (0..ROWS).step_by(S::u8s::LEN) {
            let here = at..at + S::u8s::LEN;
            let counts = S::u8s::from_slice(simd, &table.out.0[here.clone()]).simd_eq(0);
            let [own, rival] = &table.played;
            let told = table.margins.iter_mut().zip(&mut table.criticals);
            for ((own, rival), (margins, criticals)) in own.iter().zip(rival).zip(told) {
                let own = self.adds(simd, 0, &own.0[here.clone()]);
                let sum = own + self.adds(simd, 1, &rival.0[here.clone()]);
                let symbol = counts.select(sum & !CRITICAL, S::u8s::splat(simd, NOTHING));
                symbol.store_slice(&mut margins.0[first..][here.clone()]);
                let critical = sum.simd_ge(CRITICAL | self.success) & counts;
                *criticals += u64::from(critical.to_bitmask().count_ones());
            }
        }
    }
}

impl Table {
    /// Returns, for each check of a series, the symbols of its margins in a chunk of trials.
    pub fn margins(&self) -> impl Iterator<Item = &[u8]> {
        self.margins.iter().map(|margins| &margins.0[..CHUNK])
    }

    /// Returns the number of rows that count, of which at most `wanted` are kept.
    #[inline(always)]
    fn kept(&mut self, wanted: u64) -> u64 {
        if wanted >= ROWS as u64 {
            return self.out.0.iter().map(|&out| u8::from(out == 0)).sum::<u8>().into();
        }
        let mut kept = 0;
        for place in &self.places.0 {
            let out = &mut self.out.0[usize::from(*place)];
            *out |= u8::from(kept == wanted);
            kept += u64::from(*out == 0);
        }
        kept
    }
}
