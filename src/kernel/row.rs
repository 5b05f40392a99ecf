//! Rows of checks from hands in progress: decks as counts by kind, hands as sorted cards.

use std::iter::Zip;
use std::slice::Iter;

use fearless_simd::prelude::*;

use super::lanes::{Lanes, WORDS};
use super::vertical::{Aligned, CHUNK, NOTHING};
use super::wide::{TABLE, Wide};

/// Rows that are played together: as many as the widest register has bytes.
const ROWS: usize = 64;

/// The most kinds of cards, and the largest hand.
pub const KINDS: usize = 14;
pub const LARGEST: usize = 32;

/// The counts that tell a deck's kinds from each other: they stay in registers.
const COUNTS: usize = KINDS - 1;

/// Where a hand has no card: behind all kinds.
const NO_CARD: u8 = 0x3f;

/// What turns the order of kinds about: the highest card is the first of its hand then.
const TURNED: u8 = 0x0f;

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
    /// The cards of a full deck up to each kind but the last; all cards where there are fewer kinds.
    pub up_to: [u8; COUNTS],
    /// By draw, how many cards are left, and below which low half a word is rejected.
    pub draws: Vec<[u16; 2]>,
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
        let words = ROWS * (self.drawn(0) + self.drawn(1));
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
    fn drawn(&self, side: usize) -> usize {
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
            let (own, rival) = table.words.split_at(ROWS * self.drawn(0));
            table.out = Aligned([0; ROWS]);
            for ((player, words), played) in
                self.players.iter().zip([own, rival]).zip(&mut table.played)
            {
                let words = words.as_chunks().0;
                for at in (0..ROWS).step_by(S::u8s::LEN) {
                    let out = match player.size {
                        ..=4 => self.side::<S, 4>(simd, player, words, at, played),
                        5..=8 => self.side::<S, 8>(simd, player, words, at, played),
                        9..=16 => self.side::<S, 16>(simd, player, words, at, played),
                        _ => self.side::<S, LARGEST>(simd, player, words, at, played),
                    };
                    let before = &mut table.out.0[at..][..S::u8s::LEN];
                    (out | S::u8s::from_slice(simd, before)).store_slice(before);
                }
            }
            counted += table.kept(wanted - counted);
            self.judge(simd, table, first);
        }
        counted
    }

    /// Plays all checks of one side, whose hand is at most so large, in as many rows as a register
    /// holds; not 0 in those to be passed over.
    ///
    /// Nothing in here has a length that is not known while it is compiled: so deck and hand stay
    /// in registers.
    #[inline(always)]
    fn side<S: Wide, const HELD: usize>(
        &self,
        simd: S,
        player: &Player,
        words: &[[u16; ROWS]],
        at: usize,
        played: &mut [Aligned<ROWS>],
    ) -> S::u8s {
        let mut draws = Draws::new(simd, self, words, at);
        let turn = S::u8s::splat(simd, if player.highest { TURNED } else { 0 });
        let mut hand = [S::u8s::splat(simd, NO_CARD); HELD];
        for _ in 0..player.size {
            let mut card = draws.card() ^ turn;
            for there in &mut hand {
                (*there, card) = (there.min(card), there.max(card));
            }
        }
        let (last, all_but_last) = played.split_last_mut().expect("there is a check");
        for played in all_but_last {
            let card = player.lead(simd, &hand);
            store(simd, card ^ turn, played, at);
            player.replace(simd, &mut hand, card, draws.card() ^ turn);
        }
        store(simd, player.lead(simd, &hand) ^ turn, last, at);
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
        let mut deck = self.up_to;
        let before = if side == 0 { 0 } else { self.drawn(0) };
        let mut draws = (before..).zip(&self.draws);
        let mut out = false;
        let mut card = |words: &[u16]| {
            let (draw, [left, reject]) = draws.next().expect("so many cards are drawn");
            let product = u32::from(words[ROWS * draw + row]) * u32::from(*left);
            out |= (product as u16) < *reject;
            let place = (product >> 16) as u8;
            let within = deck.iter_mut().filter(|left| place < **left);
            COUNTS as u8 - within.map(|left| *left -= 1).count() as u8
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

/// Stores the cards of a check in the order of the rows.
#[inline(always)]
fn store<S: Wide>(simd: S, card: S::u8s, played: &mut Aligned<ROWS>, at: usize) {
    simd.in_order(card).store_slice(&mut played.0[at..][..S::u8s::LEN]);
}

impl Player {
    /// The card that is played of each hand.
    #[inline(always)]
    fn lead<S: Wide, const HELD: usize>(&self, simd: S, hand: &[S::u8s; HELD]) -> S::u8s {
        if self.highest {
            return hand[0];
        }
        let (least, none) = (S::u8s::splat(simd, self.least), S::u8s::splat(simd, NO_CARD));
        let mut card = none;
        for there in hand.iter().rev() {
            card = there.simd_ge(least).select(*there, card);
        }
        card.simd_eq(none).select(hand[0], card)
    }

    /// Puts a card in the place of the one that was played.
    #[inline(always)]
    fn replace<S: Wide, const HELD: usize>(
        &self,
        simd: S,
        hand: &mut [S::u8s; HELD],
        played: S::u8s,
        mut card: S::u8s,
    ) {
        let least = S::u8s::splat(simd, self.least);
        // Where no card is enough, the lowest is gone.
        let none = played.simd_lt(least);
        for at in 0..HELD - 1 {
            let stays = match self.highest {
                true => hand[at + 1],
                false => (hand[at].simd_ge(least) | none).select(hand[at + 1], hand[at]),
            };
            hand[at] = stays.min(card);
            card = stays.max(card);
        }
        hand[HELD - 1] = card;
    }
}

impl Table {
    /// How many rows count, of which at most `wanted` are kept.
    #[inline(always)]
    fn kept(&mut self, wanted: u64) -> u64 {
        if wanted >= ROWS as u64 {
            return self.out.0.iter().map(|&out| u8::from(out == 0)).sum::<u8>().into();
        }
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
    /// Of the next draws, limits and words.
    next: Zip<Iter<'w, [u16; 2]>, Iter<'w, [u16; ROWS]>>,
    /// The first of the rows.
    at: usize,
    /// The cards left up to each kind, and the sum of these.
    deck: [S::u8s; COUNTS],
    sum: S::u8s,
    /// Not 0 where a word was rejected.
    out: [S::u16s; 2],
}

impl<'w, S: Wide> Draws<'w, S> {
    #[inline(always)]
    fn new(simd: S, rows: &'w Rows, words: &'w [[u16; ROWS]], at: usize) -> Draws<'w, S> {
        let mut deck = [S::u8s::splat(simd, 0); COUNTS];
        let mut sum = S::u8s::splat(simd, 0);
        for (left, cards) in deck.iter_mut().zip(&rows.up_to) {
            *left = S::u8s::splat(simd, *cards);
            sum += *left;
        }
        let out = [S::u16s::splat(simd, 0); 2];
        Draws { simd, next: rows.draws.iter().zip(words), at, deck, sum, out }
    }

    /// The next card, which leaves the deck; the words are enough for all.
    #[inline(always)]
    fn card(&mut self) -> S::u8s {
        let (simd, half) = (self.simd, S::u16s::LEN);
        let Some((&[left, reject], words)) = self.next.next() else { return self.sum };
        let (factor, reject) = (S::u16s::splat(simd, left), S::u16s::splat(simd, reject));
        let first = S::u16s::from_slice(simd, &words[self.at..][..half]);
        let second = S::u16s::from_slice(simd, &words[self.at + half..][..half]);
        self.out[0] |= reject.saturating_sub(first * factor);
        self.out[1] |= reject.saturating_sub(second * factor);
        let place = simd.pack(simd.high(first, factor), simd.high(second, factor));
        let mut sum = S::u8s::splat(simd, 0);
        for left in &mut self.deck {
            *left = simd.take(place, *left);
            sum += *left;
        }
        // One count less for each kind from that of the card on.
        let card = sum - self.sum + COUNTS as u8;
        self.sum = sum;
        card
    }
}
