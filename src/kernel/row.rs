//! Rows of checks from hands in progress: decks as counts by kind, hands as sorted cards.

use fearless_simd::prelude::*;

use super::lanes::{Lanes, WORDS};
use super::vertical::{Aligned, CHUNK, NOTHING};
use super::wide::{TABLE, Wide};

/// Rows that are played together: as many as the widest register has bytes.
const ROWS: usize = 64;

/// The most kinds of cards, and the largest hand.
pub const KINDS: usize = 16;
pub const LARGEST: usize = 32;

/// How a side plays.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// Its cards.
    pub size: usize,
    /// Whether it plays its highest card; else the lowest of this kind or a higher one, if it has
    /// any, else the lowest.
    pub highest: bool,
    pub least: u8,
}

/// Rows of checks.
///
/// # Exactness
/// Sixty-four rows take a word each for a draw, one after the other: first all cards of the one
/// side, then those of the other. A word times the number of cards left has the place of the card
/// as its high half. Where its low half is below 2^16 mod that number (Lemire 2019) the whole row
/// is passed over, so that in those that count each card left is equally likely. The place falls
/// into a kind by the counts of cards up to each kind.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The cards of a full deck up to each kind; the last kind has none.
    pub up_to: Vec<u8>,
    /// All of them.
    pub cards: u16,
    pub players: [Player; 2],
    pub checks: usize,
    /// What a card of each kind adds to the symbol of a margin, played by the one side and by the
    /// other.
    pub adds: [Aligned<TABLE>; 2],
    /// The least kind that makes a critical.
    pub critical: u8,
    /// The least symbol of a success.
    pub success: u8,
}

/// Rows in progress.
pub struct Table {
    /// By draw, a word for each row.
    words: Vec<u16>,
    /// The rows that are passed over.
    out: Aligned<ROWS>,
    /// By side and check, the cards that are played.
    played: [Vec<Aligned<ROWS>>; 2],
    /// By check, the symbols of the rows.
    pub margins: Vec<Aligned<CHUNK>>,
    /// By check.
    pub criticals: Vec<u64>,
}

impl Rows {
    /// An empty table.
    pub fn table(&self) -> Table {
        let words = ROWS * (self.draws(0) + self.draws(1));
        let cards = || vec![Aligned([0; ROWS]); self.checks];
        Table {
            words: vec![0; words.next_multiple_of(WORDS)],
            out: Aligned([0; ROWS]),
            played: [cards(), cards()],
            margins: vec![Aligned([NOTHING; CHUNK]); self.checks],
            criticals: vec![0; self.checks],
        }
    }

    /// The cards that a side draws in a row.
    fn draws(&self, side: usize) -> usize {
        self.players[side].size + self.checks - 1
    }

    /// Plays a chunk of rows, of which at most `wanted` count: how many did.
    #[inline(always)]
    pub fn play<S: Wide>(&self, simd: S, table: &mut Table, lanes: &mut Lanes, wanted: u64) -> u64 {
        let mut counted = 0;
        for first in (0..CHUNK).step_by(ROWS) {
            if counted == wanted {
                table.margins.iter_mut().for_each(|margins| margins.0[first..].fill(NOTHING));
                break;
            }
            lanes.fill(simd, &mut table.words);
            let (own, rival) = table.words.split_at(ROWS * self.draws(0));
            for at in (0..ROWS).step_by(S::u8s::LEN) {
                let one = self.side(simd, 0, own, at, &mut table.played[0]);
                let other = self.side(simd, 1, rival, at, &mut table.played[1]);
                (one | other).store_slice(&mut table.out.0[at..][..S::u8s::LEN]);
            }
            counted += table.kept(wanted - counted);
            self.judge(simd, table, first);
        }
        counted
    }

    /// Plays all checks of one side in as many rows as a register holds; not 0 in those to be
    /// passed over.
    #[inline(always)]
    fn side<S: Wide>(
        &self,
        simd: S,
        side: usize,
        words: &[u16],
        at: usize,
        played: &mut [Aligned<ROWS>],
    ) -> S::u8s {
        let (width, player) = (S::u8s::LEN, self.players[side]);
        let mut deck = [S::u8s::splat(simd, 0); KINDS];
        let deck = &mut deck[..self.up_to.len()];
        deck.iter_mut().zip(&self.up_to).for_each(
            #[inline(always)]
            |(left, cards)| *left = S::u8s::splat(simd, *cards),
        );
        let mut hand = [S::u8s::splat(simd, 0); LARGEST];
        let hand = &mut hand[..player.size];
        let mut draws = Draws {
            simd,
            words: words[at..].chunks(ROWS),
            left: self.cards,
            out: [S::u16s::splat(simd, 0); 2],
        };
        for held in 0..player.size {
            let mut card = draws.card(deck);
            for there in &mut hand[..held] {
                (*there, card) = (there.min(card), there.max(card));
            }
            hand[held] = card;
        }
        for (check, played) in played.iter_mut().enumerate() {
            let card = player.lead(simd, hand);
            simd.in_order(card).store_slice(&mut played.0[at..][..width]);
            if check + 1 < self.checks {
                player.replace(simd, hand, draws.card(deck));
            }
        }
        let [first, second] = draws.out;
        simd.in_order(simd.pack(first, second))
    }

    /// Makes margins of the cards that are played.
    #[inline(always)]
    fn judge<S: Wide>(&self, simd: S, table: &mut Table, first: usize) {
        let width = S::u8s::LEN;
        for at in (0..ROWS).step_by(width) {
            let counts = S::u8s::from_slice(simd, &table.out.0[at..][..width]).simd_eq(0);
            for check in 0..self.checks {
                let card = |side: usize| {
                    S::u8s::from_slice(simd, &table.played[side][check].0[at..][..width])
                };
                let (own, rival) = (card(0), card(1));
                let margin =
                    simd.look_up(&self.adds[0].0, 1, own) + simd.look_up(&self.adds[1].0, 1, rival);
                let symbol = counts.select(margin, S::u8s::splat(simd, NOTHING));
                symbol.store_slice(&mut table.margins[check].0[first + at..][..width]);
                let critical = own.simd_ge(self.critical) & margin.simd_ge(self.success) & counts;
                table.criticals[check] += u64::from(critical.to_bitmask().count_ones());
            }
        }
    }

    /// The same as [`Rows::play`], one row after the other.
    pub fn play_in_turn(&self, table: &mut Table, lanes: &mut Lanes, wanted: u64) -> u64 {
        let mut counted = 0;
        for first in (0..CHUNK).step_by(ROWS) {
            if counted == wanted {
                table.margins.iter_mut().for_each(|margins| margins.0[first..].fill(NOTHING));
                break;
            }
            for step in table.words.as_chunks_mut::<WORDS>().0 {
                for (four, word) in step.as_chunks_mut::<4>().0.iter_mut().zip(lanes.step()) {
                    *four = std::array::from_fn(|quarter| (word >> (16 * quarter)) as u16);
                }
            }
            for row in 0..ROWS {
                let out = [0, 1].map(|side| self.side_in_turn(table, side, row));
                table.out.0[row] = u8::from(out[0] || out[1]);
            }
            counted += table.kept(wanted - counted);
            for row in 0..ROWS {
                for check in 0..self.checks {
                    let cards = [0, 1].map(|side: usize| table.played[side][check].0[row]);
                    let add = |side: usize| self.adds[side].0[usize::from(cards[side])];
                    let (margin, counts) = (add(0) + add(1), table.out.0[row] == 0);
                    table.margins[check].0[first + row] = if counts { margin } else { NOTHING };
                    let critical = cards[0] >= self.critical && margin >= self.success && counts;
                    table.criticals[check] += u64::from(critical);
                }
            }
        }
        counted
    }

    /// Plays all checks of one side in one row; whether it is to be passed over.
    fn side_in_turn(&self, table: &mut Table, side: usize, row: usize) -> bool {
        let Player { size, highest, least } = self.players[side];
        let mut deck = [0; KINDS];
        let deck = &mut deck[..self.up_to.len()];
        deck.copy_from_slice(&self.up_to);
        let before = if side == 0 { 0 } else { self.draws(0) };
        let mut draw = before..;
        let (mut out, mut left) = (false, u32::from(self.cards));
        let mut card = |words: &[u16]| {
            let word = words[ROWS * draw.next().unwrap_or_default() + row];
            let product = u32::from(word) * left;
            out |= (product & 0xffff) < (1 << 16) % left;
            left -= 1;
            let place = (product >> 16) as u8;
            let within = deck.iter_mut().filter(|left| place < **left);
            self.up_to.len() as u8 - within.map(|left| *left -= 1).count() as u8
        };
        let mut hand = [0; LARGEST];
        let hand = &mut hand[..size];
        hand.fill_with(|| card(&table.words));
        hand.sort_unstable();
        for check in 0..self.checks {
            let enough = hand.iter().position(|&card| card >= least).unwrap_or(0);
            let place = if highest { size - 1 } else { enough };
            table.played[side][check].0[row] = hand[place];
            if check + 1 < self.checks {
                hand[place] = card(&table.words);
                hand.sort_unstable();
            }
        }
        out
    }
}

impl Player {
    /// The card that is played of each hand.
    #[inline(always)]
    fn lead<S: Wide>(&self, simd: S, hand: &[S::u8s]) -> S::u8s {
        if self.highest {
            return hand[hand.len() - 1];
        }
        let least = S::u8s::splat(simd, self.least);
        let mut card = hand[0];
        for there in hand.iter().rev() {
            card = there.simd_ge(least).select(*there, card);
        }
        card
    }

    /// Puts a card in the place of the one that was played.
    #[inline(always)]
    fn replace<S: Wide>(&self, simd: S, hand: &mut [S::u8s], mut card: S::u8s) {
        let top = hand.len() - 1;
        let least = S::u8s::splat(simd, self.least);
        // Where no card is enough, the lowest is gone.
        let none = hand[top].simd_lt(least);
        for at in 0..top {
            let stays = match self.highest {
                true => hand[at],
                false => (hand[at].simd_ge(least) | none).select(hand[at + 1], hand[at]),
            };
            hand[at] = stays.min(card);
            card = stays.max(card);
        }
        hand[top] = card;
    }
}

impl Table {
    /// How many rows count, of which at most `wanted` are kept.
    fn kept(&mut self, wanted: u64) -> u64 {
        let mut kept = 0;
        for out in &mut self.out.0 {
            *out |= u8::from(kept == wanted);
            kept += u64::from(*out == 0);
        }
        kept
    }
}

/// Draws off one deck, in as many rows as a register holds.
struct Draws<'w, S: Wide> {
    simd: S,
    words: std::slice::Chunks<'w, u16>,
    /// The cards left.
    left: u16,
    /// Not 0 where a word was rejected.
    out: [S::u16s; 2],
}

impl<S: Wide> Draws<'_, S> {
    /// The next card, which leaves the deck.
    #[inline(always)]
    fn card(&mut self, deck: &mut [S::u8s]) -> S::u8s {
        let (simd, half) = (self.simd, S::u16s::LEN);
        let words = self.words.next().unwrap_or_default();
        let reject = S::u16s::splat(simd, ((1u32 << 16) % u32::from(self.left)) as u16);
        let factor = std::hint::black_box(S::u16s::splat(simd, self.left));
        let zero = S::u16s::splat(simd, 0);
        let one = S::u16s::splat(simd, 1);
        let first = S::u16s::from_slice(simd, &words[..half]);
        let second = S::u16s::from_slice(simd, &words[half..][..half]);
        self.left -= 1;
        self.out[0] |= (first * factor).simd_lt(reject).select(one, zero);
        self.out[1] |= (second * factor).simd_lt(reject).select(one, zero);
        let place = simd.pack(simd.high(first, factor), simd.high(second, factor));
        let mut kind = S::u8s::splat(simd, deck.len() as u8);
        for left in deck {
            [*left, kind] = simd.take(place, *left, kind);
        }
        kind
    }
}
