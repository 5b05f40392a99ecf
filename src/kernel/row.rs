//! Rows of checks from hands in progress: decks as counts by kind, hands as sorted cards.

use fearless_simd::prelude::*;

use super::field::{COUNTING, ROOM};
use super::lanes::{Lanes, WORDS};
use super::vertical::{Aligned, CHUNK};
use super::wide::{TABLE, Wide};

/// Rows that are played together: as many as stay in the nearest cache.
pub const TOGETHER: usize = 1 << 10;

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
/// Card after card is drawn for all rows, the first side's first. A word times the number of cards
/// left has the place of the card as its high half, and is passed over where its low half is below
/// 2^16 mod that number (Lemire 2019): each card left is equally likely. The place falls into a
/// kind by the counts of cards up to each kind.
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

/// Rows in progress. Bytes of as many rows as a register holds lie together, one run of them for
/// each kind or card.
pub struct Table {
    words: Vec<u16>,
    used: usize,
    /// The cards that are drawn: first by their place among those left, then by kind.
    drawn: Vec<u8>,
    /// Cards left up to each kind, by side.
    up_to: [Vec<u8>; 2],
    /// By side, from the lowest card to the highest.
    hands: [Vec<u8>; 2],
    /// The cards that are played.
    played: [Vec<u8>; 2],
    /// By check, the symbols of all rows.
    pub margins: Vec<u8>,
    /// By check.
    pub criticals: Vec<u64>,
}

impl Rows {
    /// An empty table.
    pub fn table(&self) -> Table {
        let bytes = |bytes: usize| vec![0; bytes * TOGETHER];
        Table {
            words: vec![0; CHUNK + ROOM],
            used: CHUNK,
            drawn: vec![0; TOGETHER + ROOM],
            up_to: [bytes(self.up_to.len()), bytes(self.up_to.len())],
            hands: self.players.map(|player| bytes(player.size)),
            played: [bytes(1), bytes(1)],
            margins: bytes(self.checks),
            criticals: vec![0; self.checks],
        }
    }

    /// Plays rows, many side by side.
    #[inline(always)]
    pub fn play<S: Wide>(&self, simd: S, table: &mut Table, lanes: &mut Lanes, rows: usize) {
        let width = S::u8s::LEN;
        let all = rows.next_multiple_of(width);
        for side in 0..2 {
            let runs = table.up_to[side].chunks_exact_mut(width).zip(self.up_to.iter().cycle());
            runs.for_each(|(run, cards)| run.fill(*cards));
            for held in 0..self.players[side].size {
                table.places(simd, lanes, rows, self.cards - held as u16);
                self.take(simd, table, side, all);
                self.keep(simd, table, side, held, all);
            }
        }
        for check in 0..self.checks {
            for side in 0..2 {
                self.lead(simd, table, side, all);
            }
            self.judge(simd, table, check, rows);
            if check + 1 < self.checks {
                for side in 0..2 {
                    let gone = self.players[side].size + check;
                    table.places(simd, lanes, rows, self.cards - gone as u16);
                    self.take(simd, table, side, all);
                    self.replace(simd, table, side, all);
                }
            }
        }
    }

    /// Makes kinds of places, and takes the cards from their decks.
    #[inline(always)]
    fn take<S: Wide>(&self, simd: S, table: &mut Table, side: usize, all: usize) {
        let width = S::u8s::LEN;
        let highest = S::u8s::splat(simd, self.up_to.len() as u8);
        let decks = table.up_to[side].chunks_exact_mut(width * self.up_to.len());
        for (deck, drawn) in decks.zip(table.drawn[..all].chunks_exact_mut(width)) {
            let place = S::u8s::from_slice(simd, drawn);
            let mut kind = highest;
            for run in deck.chunks_exact_mut(width) {
                let left = S::u8s::from_slice(simd, run);
                let within = place.simd_lt(left);
                within.select(left - 1, left).store_slice(run);
                kind = within.select(kind - 1, kind);
            }
            kind.store_slice(drawn);
        }
    }

    /// Puts the cards that are drawn into hands of `held` cards.
    #[inline(always)]
    fn keep<S: Wide>(&self, simd: S, table: &mut Table, side: usize, held: usize, all: usize) {
        let width = S::u8s::LEN;
        let hands = table.hands[side].chunks_exact_mut(width * self.players[side].size);
        for (hand, drawn) in hands.zip(table.drawn[..all].chunks_exact(width)) {
            let mut card = S::u8s::from_slice(simd, drawn);
            for run in hand.chunks_exact_mut(width).take(held) {
                let there = S::u8s::from_slice(simd, run);
                there.min(card).store_slice(run);
                card = there.max(card);
            }
            card.store_slice(&mut hand[held * width..][..width]);
        }
    }

    /// Chooses the cards that are played.
    #[inline(always)]
    fn lead<S: Wide>(&self, simd: S, table: &mut Table, side: usize, all: usize) {
        let (width, player) = (S::u8s::LEN, self.players[side]);
        let hands = table.hands[side].chunks_exact(width * player.size);
        for (hand, played) in hands.zip(table.played[side][..all].chunks_exact_mut(width)) {
            let lowest = S::u8s::from_slice(simd, &hand[..width]);
            let mut card = lowest;
            if player.highest {
                card = S::u8s::from_slice(simd, &hand[hand.len() - width..]);
            } else {
                for run in hand.chunks_exact(width).rev() {
                    let there = S::u8s::from_slice(simd, run);
                    card = there.simd_ge(player.least).select(there, card);
                }
            }
            card.store_slice(played);
        }
    }

    /// Puts the cards that are drawn in the place of those that were played.
    #[inline(always)]
    fn replace<S: Wide>(&self, simd: S, table: &mut Table, side: usize, all: usize) {
        let (width, player) = (S::u8s::LEN, self.players[side]);
        let hands = table.hands[side].chunks_exact_mut(width * player.size);
        for (hand, drawn) in hands.zip(table.drawn[..all].chunks_exact(width)) {
            let mut card = S::u8s::from_slice(simd, drawn);
            let top = hand.len() - width;
            let mut there = S::u8s::from_slice(simd, &hand[..width]);
            // Where no card is enough, the lowest is gone.
            let none = S::u8s::from_slice(simd, &hand[top..]).simd_lt(player.least);
            for at in (0..top).step_by(width) {
                let next = S::u8s::from_slice(simd, &hand[at + width..][..width]);
                let stays = if player.highest {
                    there
                } else {
                    (there.simd_ge(player.least) | none).select(next, there)
                };
                stays.min(card).store_slice(&mut hand[at..][..width]);
                card = stays.max(card);
                there = next;
            }
            card.store_slice(&mut hand[top..]);
        }
    }

    /// Makes a margin of the cards that are played.
    #[inline(always)]
    fn judge<S: Wide>(&self, simd: S, table: &mut Table, check: usize, rows: usize) {
        let width = S::u8s::LEN;
        let margins = &mut table.margins[check * TOGETHER..][..TOGETHER];
        let mut criticals = 0;
        for at in (0..rows).step_by(width) {
            let own = S::u8s::from_slice(simd, &table.played[0][at..][..width]);
            let rival = S::u8s::from_slice(simd, &table.played[1][at..][..width]);
            let margin =
                simd.look_up(&self.adds[0].0, 1, own) + simd.look_up(&self.adds[1].0, 1, rival);
            margin.store_slice(&mut margins[at..][..width]);
            let critical = own.simd_ge(self.critical) & margin.simd_ge(self.success);
            let there = u64::MAX >> (64 - (rows - at).min(width));
            criticals += (critical.to_bitmask() & there).count_ones();
        }
        table.criticals[check] += u64::from(criticals);
    }

    /// The same, one row after the other.
    pub fn play_in_turn(&self, table: &mut Table, lanes: &mut Lanes, rows: usize) {
        let kinds = self.up_to.len();
        for side in 0..2 {
            let runs = table.up_to[side].chunks_exact_mut(kinds);
            runs.for_each(|run| run.copy_from_slice(&self.up_to));
            let size = self.players[side].size;
            for held in 0..size {
                table.places_in_turn(lanes, rows, self.cards - held as u16);
                for row in 0..rows {
                    let card = self.taken(table, side, row);
                    let hand = &mut table.hands[side][row * size..][..=held];
                    hand[held] = card;
                    hand.sort_unstable();
                }
            }
        }
        for check in 0..self.checks {
            let mut places = [[0; 2]; TOGETHER];
            for row in 0..rows {
                let cards = [0, 1].map(|side: usize| {
                    let Player { size, highest, least } = self.players[side];
                    let hand = &table.hands[side][row * size..][..size];
                    let enough = hand.iter().position(|&card| card >= least).unwrap_or(0);
                    places[row][side] = if highest { size - 1 } else { enough };
                    hand[places[row][side]]
                });
                let add = |side: usize| self.adds[side].0[usize::from(cards[side])];
                let margin = add(0) + add(1);
                table.margins[check * TOGETHER + row] = margin;
                let critical = cards[0] >= self.critical && margin >= self.success;
                table.criticals[check] += u64::from(critical);
            }
            for side in (0..2).filter(|_| check + 1 < self.checks) {
                let size = self.players[side].size;
                table.places_in_turn(lanes, rows, self.cards - (size + check) as u16);
                for row in 0..rows {
                    let card = self.taken(table, side, row);
                    let hand = &mut table.hands[side][row * size..][..size];
                    hand[places[row][side]] = card;
                    hand.sort_unstable();
                }
            }
        }
    }

    /// The kind of the card that a row has drawn, which leaves its deck.
    fn taken(&self, table: &mut Table, side: usize, row: usize) -> u8 {
        let (kinds, place) = (self.up_to.len(), table.drawn[row]);
        let left = &mut table.up_to[side][row * kinds..][..kinds];
        let within = left.iter_mut().filter(|left| place < **left);
        kinds as u8 - within.map(|left| *left -= 1).count() as u8
    }
}

impl Table {
    /// Draws a card of so many left for every row: its place.
    #[inline(always)]
    fn places<S: Wide>(&mut self, simd: S, lanes: &mut Lanes, rows: usize, left: u16) {
        let width = S::u8s::LEN;
        let reject = S::u16s::splat(simd, ((1u32 << 16) % u32::from(left)) as u16);
        let zero = S::u16s::splat(simd, 0);
        let nothing = S::u16s::splat(simd, u16::from(u8::MAX));
        let lane = S::u8s::from_slice(simd, &COUNTING.0[..width]);
        let mut drawn = 0;
        while drawn < rows {
            if self.used == CHUNK {
                lanes.fill(simd, &mut self.words[..CHUNK]);
                self.used = 0;
            }
            let here = width.min(rows - drawn).min(CHUNK - self.used);
            let (first, second) = self.words[self.used..][..width].split_at(width / 2);
            let first = S::u16s::from_slice(simd, first);
            let second = S::u16s::from_slice(simd, second);
            let factor = std::hint::black_box(S::u16s::splat(simd, left));
            let places = simd.pack(simd.high(first, factor), simd.high(second, factor));
            let out = simd.pack(
                (first * factor).simd_lt(reject).select(nothing, zero),
                (second * factor).simd_lt(reject).select(nothing, zero),
            );
            let out = simd.in_order(out);
            let taken = out.simd_eq(0) & lane.simd_lt(here as u8);
            let places = simd.in_order(places);
            places.compress(taken).store_slice(&mut self.drawn[drawn..][..width]);
            drawn += taken.to_bitmask().count_ones() as usize;
            self.used += here;
        }
    }

    /// The same, one after the other.
    fn places_in_turn(&mut self, lanes: &mut Lanes, rows: usize, left: u16) {
        let reject = (1u32 << 16) % u32::from(left);
        let mut drawn = 0;
        while drawn < rows {
            if self.used == CHUNK {
                for step in self.words[..CHUNK].as_chunks_mut::<WORDS>().0 {
                    for (four, word) in step.as_chunks_mut::<4>().0.iter_mut().zip(lanes.step()) {
                        *four = std::array::from_fn(|quarter| (word >> (16 * quarter)) as u16);
                    }
                }
                self.used = 0;
            }
            let product = u32::from(self.words[self.used]) * u32::from(left);
            self.used += 1;
            if product & 0xffff >= reject {
                self.drawn[drawn] = (product >> 16) as u8;
                drawn += 1;
            }
        }
    }
}
