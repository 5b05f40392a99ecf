//! The kernel of contests in which both sides bid from limited pools: many contests, side by side.

use std::cmp::Ordering;

use fearless_simd::prelude::*;

use super::fight_batch::ROOM;
use super::lanes::{Lanes, Play, played};
use super::sums::{SumSampler, Words};
use super::vertical::{Aligned, CHUNK, NOTHING, SYMBOLS, Vertical};
use super::wide::{Wide, widest};
use crate::rule::{Handle, Kernel, Scored};

/// A bid takes four bits, and both sides' bids a byte; this value marks a rejected draw.
const BIDS: usize = 15;
const REJECTED: u8 = 0xff;

/// The factor of the rival's bid in a byte.
const UNIT: u8 = 16;

/// Offset added to the difference of the bids, so that it is positive.
const MIDDLE: u8 = 16;

/// A contest of several rounds, in each of which both sides bid by a fixed mixed strategy, capped
/// by the rest of their pools.
pub struct Contest<'a> {
    /// The weights of the bids 0, 1, 2 … of each side.
    pub mixes: [&'a [u64]; 2],
    /// The pool of each side at the start.
    pub pools: [i32; 2],
    /// The number of rounds.
    pub rounds: usize,
    /// The result of a round, numbered from 0, for these bids; it must be monotonic in the bids.
    pub winner: &'a dyn Fn(usize, [i32; 2]) -> Ordering,
    /// The columns that record each side's bid in each round, and lose, tie or win as 0, 1, 2.
    pub each: [Handle; 3],
    /// The columns that record the rounds won, and the amount spent by each side.
    pub all: [Handle; 3],
    /// The amount spent by each side before the contest.
    pub before: [i32; 2],
}

/// Returns the kernel of this contest; `None` if bids, weights or pools do not fit bytes.
pub fn bids(contest: &Contest<'_>) -> Option<Box<dyn Kernel>> {
    let highest = contest.mixes.map(|mix| mix.iter().rposition(|&weight| weight > 0));
    let [Some(own), Some(rival)] = highest else { return None };
    let highest = [own, rival];
    let spent = [0, 1].map(|side: usize| {
        let most = highest[side].saturating_mul(contest.rounds);
        most.min(usize::try_from(contest.pools[side]).unwrap_or(0))
    });
    let fits = highest.iter().all(|&bid| bid < BIDS)
        && spent.iter().all(|&spent| spent < SYMBOLS)
        && (1..SYMBOLS).contains(&contest.rounds);
    fits.then_some(())?;
    let faces = |side: usize, unit: u8| {
        let times = |(bid, &weight): (usize, &u64)| {
            let times = usize::try_from(weight).unwrap_or(usize::MAX).min(SYMBOLS);
            std::iter::repeat_n(bid as u8 * unit, times)
        };
        contest.mixes[side].iter().enumerate().flat_map(times).collect::<Vec<u8>>()
    };
    let wins = (0..contest.rounds).map(|round| thresholds(contest, round, highest));
    Some(played(Bids {
        draws: SumSampler::with_rejected(&[faces(0, 1), faces(1, UNIT)], REJECTED)?,
        highest,
        spent,
        wins: wins.collect::<Option<_>>()?,
        each: contest.each.map(|column| column.place()),
        all: contest.all.map(|column| column.place()),
        before: contest.before,
    }))
}

/// Returns the differences of bids, plus [`MIDDLE`], from which a round is tied and from which it
/// is won.
fn thresholds(contest: &Contest<'_>, round: usize, highest: [usize; 2]) -> Option<[u8; 2]> {
    let bids = (0..=highest[0] as i32)
        .flat_map(|own| (0..=highest[1] as i32).map(move |rival| [own, rival]));
    let results: Vec<(u8, Ordering)> = bids
        .map(|bids| {
            let more = i32::from(MIDDLE) + bids[0] - bids[1];
            (more as u8, (contest.winner)(round, bids))
        })
        .collect();
    let from = |least: Ordering| {
        let enough = results.iter().filter(|(_, result)| *result >= least);
        enough.map(|(more, _)| *more).min().unwrap_or(u8::MAX)
    };
    let found = [from(Ordering::Equal), from(Ordering::Greater)];
    let said = |more: u8| match more {
        more if more >= found[1] => Ordering::Greater,
        more if more >= found[0] => Ordering::Equal,
        _ => Ordering::Less,
    };
    results.iter().all(|&(more, result)| said(more) == result).then_some(found)
}

/// Contests of bids.
///
/// # Exactness
/// One draw gives both sides' bids; each bid has as many faces of a die as its weight (see
/// [`SumSampler`]). Rejected draws are removed before the rest is assigned: the first round of all
/// contests of a chunk, then the second, and so on.
struct Bids {
    draws: SumSampler,
    /// The highest bid of each side.
    highest: [usize; 2],
    /// The maximum amount that each side spends.
    spent: [usize; 2],
    /// For each round, the differences from which it is tied and won.
    wins: Vec<[u8; 2]>,
    each: [usize; 3],
    all: [usize; 3],
    before: [i32; 2],
}

impl Play for Bids {
    const BLOCK: u64 = 1 << 17;

    fn play(&self, mut lanes: Lanes, trials: u64, scored: &mut dyn FnMut(Scored)) {
        let mut table = Table::new(self);
        let mut left = trials;
        while left > 0 {
            let contests = left.min(CHUNK as u64) as usize;
            left -= contests as u64;
            widest!(lanes.most, wide => self.chunk(wide, &mut table, &mut lanes, contests));
        }
        let mut column = |column: usize, step: usize, from: i32, hits: Vertical| {
            for (score, trials) in (from..).zip(hits.hits()) {
                scored(Scored { column, step: step as u32, score, trials });
            }
        };
        for (round, hits) in table.each.into_iter().enumerate() {
            for (place, hits) in self.each.into_iter().zip(hits) {
                column(place, round + 1, 0, hits);
            }
        }
        let from = [0, self.before[0], self.before[1]];
        for ((place, from), hits) in self.all.into_iter().zip(from).zip(table.all) {
            column(place, 1, from, hits);
        }
    }
}

/// The working memory of contests in progress, and their results.
struct Table {
    /// The random words, and the draws computed from them.
    words: Words,
    symbols: Aligned<CHUNK>,
    /// The draws that were not rejected, and their number.
    draws: Vec<u8>,
    drawn: usize,
    /// The amount that each side has left to spend.
    left: [Aligned<CHUNK>; 2],
    /// The bids and the result of a round.
    round: [Aligned<CHUNK>; 3],
    won: Aligned<CHUNK>,
    each: Vec<[Vertical; 3]>,
    all: [Vertical; 3],
}

impl Table {
    fn new(bids: &Bids) -> Table {
        let [own, rival] = bids.highest.map(|bid| bid + 1);
        let each = |_: &[u8; 2]| [own, rival, 3].map(Vertical::new);
        Table {
            words: Aligned([0; CHUNK]),
            symbols: Aligned([0; CHUNK]),
            draws: vec![0; 2 * CHUNK + ROOM],
            drawn: 0,
            left: [Aligned([0; CHUNK]); 2],
            round: [Aligned([NOTHING; CHUNK]); 3],
            won: Aligned([0; CHUNK]),
            each: bids.wins.iter().map(each).collect(),
            all: [bids.wins.len() + 1, bids.spent[0] + 1, bids.spent[1] + 1].map(Vertical::new),
        }
    }

    /// Marks the positions after the last of `contests` contests, so that they are not counted.
    fn cut(&mut self, contests: usize) {
        self.round.iter_mut().for_each(|bytes| bytes.0[contests..].fill(NOTHING));
    }
}

impl Bids {
    /// Plays contests from the first round to the last.
    #[inline(always)]
    fn chunk<S: Wide>(&self, simd: S, table: &mut Table, lanes: &mut Lanes, contests: usize) {
        let width = S::u8s::LEN;
        for (left, spent) in table.left.iter_mut().zip(self.spent) {
            left.0.fill(spent as u8);
        }
        table.won.0.fill(0);
        for round in 0..self.wins.len() {
            while table.drawn < contests {
                self.draws.symbols(simd, lanes, &mut table.words, &mut table.symbols.0);
                for drawn in table.symbols.0.chunks_exact(width) {
                    let drawn = S::u8s::from_slice(simd, drawn);
                    let bids = drawn.simd_ne(REJECTED);
                    table.drawn += simd.append(drawn, bids, &mut table.draws[table.drawn..]);
                }
            }
            self.round(simd, table, round, contests);
            table.draws.copy_within(contests..table.drawn, 0);
            table.drawn -= contests;
            table.cut(contests);
            for (hits, bytes) in table.each[round].iter_mut().zip(&table.round) {
                hits.add(simd, &bytes.0);
            }
        }
        // The totals of the contests, in place of a round.
        table.round[0] = table.won;
        for ((spends, left), spent) in table.round[1..].iter_mut().zip(&table.left).zip(self.spent)
        {
            let bytes = spends.0.iter_mut().zip(&left.0);
            bytes.for_each(|(spends, left)| *spends = spent as u8 - left);
        }
        table.cut(contests);
        for (hits, bytes) in table.all.iter_mut().zip(&table.round) {
            hits.add(simd, &bytes.0);
        }
    }

    /// Plays a round of all contests.
    #[inline(always)]
    fn round<S: Wide>(&self, simd: S, table: &mut Table, round: usize, contests: usize) {
        let width = S::u8s::LEN;
        let zero = S::u8s::splat(simd, 0);
        let one = S::u8s::splat(simd, 1);
        let two = S::u8s::splat(simd, 2);
        let [tied, won] = self.wins[round];
        let Table { draws, left, round: [own_bids, rival_bids, results], won: wins, .. } = table;
        let [own_left, rival_left] = left;
        for at in (0..contests).step_by(width) {
            let drawn = S::u8s::from_slice(simd, &draws[at..][..width]);
            let own_has = S::u8s::from_slice(simd, &own_left.0[at..][..width]);
            let rival_has = S::u8s::from_slice(simd, &rival_left.0[at..][..width]);
            let (own, rival) = ((drawn & 0x0f).min(own_has), (drawn >> 4).min(rival_has));
            (own_has - own).store_slice(&mut own_left.0[at..][..width]);
            (rival_has - rival).store_slice(&mut rival_left.0[at..][..width]);
            own.store_slice(&mut own_bids.0[at..][..width]);
            rival.store_slice(&mut rival_bids.0[at..][..width]);
            let more = own + MIDDLE - rival;
            let result = more.simd_ge(tied).select(one, zero);
            let result = more.simd_ge(won).select(two, result);
            result.store_slice(&mut results.0[at..][..width]);
            let so_far = S::u8s::from_slice(simd, &wins.0[at..][..width]);
            (so_far + more.simd_ge(won).select(one, zero)).store_slice(&mut wins.0[at..][..width]);
        }
    }
}
