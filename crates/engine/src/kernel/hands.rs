//! The kernel of rows of checks from hands: many rows, side by side.

use super::lanes::{Lanes, Play, played};
use super::row::{CRITICAL, HandBatch, KINDS, LARGEST, Player};
use super::vertical::{Aligned, SYMBOLS, Vertical};
use super::wide::widest;
use crate::rule::{Handle, Kernel, Scored};

/// The strategy by which a side chooses a card from its hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// Plays the highest card.
    Highest,
    /// Plays the lowest card of at least this value, else the lowest.
    Least(i32),
}

/// A series of checks made with cards from hands: each side has its own deck, full at the start, and
/// draws a card for each card it plays.
pub struct HandSeries<'a> {
    /// The cards of a deck: value and number of each kind, the lowest first.
    pub kinds: &'a [(i32, u32)],
    /// The size of each hand, and the strategy of its side; without a hand, a side plays off the
    /// deck.
    pub sides: [(usize, Lead); 2],
    /// The number of checks.
    pub checks: usize,
    /// The lead of the player, in points.
    pub ahead: i32,
    /// The lowest own card that makes a success critical.
    pub critical_from: i32,
    /// Maps a margin to a rung.
    pub win: fn(i32) -> i32,
    /// The columns of each check: win, margin, and failure, success or critical as 0, 1, 2.
    pub each: [Handle; 3],
    /// The columns in which every row scores 0.
    pub none: [Handle; 2],
}

/// Returns the kernel of these rows; `None` if a deck runs out, or there are too many cards.
pub fn hands(row: &HandSeries<'_>) -> Option<Box<dyn Kernel>> {
    let cards: u32 = row.kinds.iter().map(|(_, cards)| cards).sum();
    let (low, high) = (row.kinds.first()?.0, row.kinds.last()?.0);
    let span = usize::try_from(high - low).ok()?;
    // A side without a hand plays the card that it draws, like one with a hand of one.
    let sizes = row.sides.map(|(size, _)| size.max(1));
    let fits = row.kinds.len() <= KINDS
        && cards < 128
        && 2 * span < SYMBOLS
        && sizes.iter().all(|&size| size <= LARGEST && size + row.checks - 1 <= cards as usize);
    fits.then_some(())?;
    let from = |least: i32| row.kinds.iter().filter(|(value, _)| *value < least).count() as u8;
    let players = [0, 1].map(|side: usize| match row.sides[side].1 {
        Lead::Highest => Player::highest(sizes[side]),
        Lead::Least(least) => Player::least(sizes[side], from(least)),
    });
    let mut adds = [Aligned([0; _]); 2];
    for (kind, (value, _)) in (0..).zip(row.kinds) {
        let critical = if *value < row.critical_from { 0 } else { CRITICAL };
        adds[0].0[players[0].place(kind)] = (value - low) as u8 | critical;
        adds[1].0[players[1].place(kind)] = (high - value) as u8;
    }
    // The last kind has no count: it is the remainder.
    let mut up_to = [cards as u8; KINDS - 1];
    let mut below = 0;
    for (up_to, (_, cards)) in up_to.iter_mut().zip(row.kinds) {
        below += *cards as u8;
        *up_to = below;
    }
    let drawn = sizes.iter().map(|size| size + row.checks - 1).max().unwrap_or(0) as u32;
    let left = (cards + 1 - drawn..=cards).rev();
    let least_margin = row.ahead - (high - low);
    Some(played(Hands {
        rows: HandBatch {
            up_to,
            draws: left.map(|left| [left as u16, ((1 << 16) % left) as u16]).collect(),
            players,
            checks: row.checks,
            adds,
            success: (-least_margin).clamp(0, SYMBOLS as i32) as u8,
        },
        symbols: 2 * span + 1,
        least_margin,
        win: row.win,
        each: row.each.map(|column| column.place()),
        none: row.none.map(|column| column.place()),
    }))
}

/// The kernel of rows of checks between two hands of cards.
struct Hands {
    rows: HandBatch,
    /// The number of margins, which are the symbols, and the margin of the first.
    symbols: usize,
    least_margin: i32,
    win: fn(i32) -> i32,
    each: [usize; 3],
    none: [usize; 2],
}

impl Play for Hands {
    const BLOCK: u64 = 1 << 14;

    fn play(&self, mut lanes: Lanes, trials: u64, scored: &mut dyn FnMut(Scored)) {
        let checks = self.rows.checks;
        let mut table = self.rows.table();
        let mut hits: Vec<Vertical> = (0..checks).map(|_| Vertical::new(self.symbols)).collect();
        let mut left = trials;
        while left > 0 {
            widest!(lanes.most, wide => {
                left -= self.rows.play(wide, &mut table, &mut lanes, left);
                for (hits, margins) in hits.iter_mut().zip(table.margins()) {
                    hits.add(wide, margins);
                }
            });
        }
        let [win, margin, result] = self.each;
        for ((step, hits), criticals) in (1..).zip(hits).zip(table.criticals) {
            let mut score = |column: usize, score: i32, trials: u64| {
                scored(Scored { column, step, score, trials });
            };
            let mut successes = 0;
            for (points, trials) in (self.least_margin..).zip(hits.hits()).take(self.symbols) {
                score(margin, points, trials);
                score(win, (self.win)(points), trials);
                successes += if points < 0 { 0 } else { trials };
            }
            score(result, 0, trials - successes);
            score(result, 1, successes - criticals);
            score(result, 2, criticals);
        }
        for column in self.none {
            scored(Scored { column, step: 1, score: 0, trials });
        }
    }
}
