//! The kernel of successive blows on a ladder: many fights, side by side.

use fearless_simd::prelude::*;

use super::faces::sums;
use super::fight_batch::{FightBatch, STAGGERED, TOGETHER};
use super::lanes::{Lanes, Play, played};
use super::sums::SumSampler;
use super::vertical::{Aligned, CHUNK, COUNTING, NARROW, NOTHING, SYMBOLS};
use super::wide::{TABLE, Wide, widest};
use crate::rule::{Handle, Kernel, Rule, Scored};

/// Maximum number of registers of fights per chunk of draws, for the narrowest registers.
const REGISTERS: usize = CHUNK / NARROW;

/// Effect bit (like [`STAGGERED`]): a wound.
const WOUNDED: u8 = 1;

/// Effect bit: the end of a target that is not staggered.
const OUT: u8 = 2;

/// Effect bit: the end of a target that is staggered.
const OUT_AGAIN: u8 = 4;

/// The rules and columns of a fight, from which its kernel is built.
pub struct Fight<'a> {
    /// Maps the score of a single save, without wounds, to its margin and to whether luck prevents
    /// the worst effect.
    pub save: &'a dyn Fn(i32) -> (i32, bool),
    /// The effect of a save at a margin; constant below -32 and above 31.
    pub effect: &'a dyn Fn(i32, bool) -> Effect,
    /// The amount by which a wound reduces a margin.
    pub wound: u8,
    /// The blow after which the fight is cut off.
    pub limit: u16,
    /// The columns that record the number of blows.
    pub blows: &'a [Handle],
    /// The column that records the wounds.
    pub wounds: Handle,
}

/// Returns the kernel of fights in which every blow lands and requires a save, which wounds make
/// harder; `None` if a save is not a sum of a few dice, or wounds overflow a byte.
pub fn blows(one_save: &impl Rule, fight: &Fight<'_>) -> Option<Box<dyn Kernel>> {
    let (sums, outcomes) = sums(one_save)?;
    let save = |scores: &Vec<(usize, i32)>| scores.first().map(|&(_, score)| (fight.save)(score));
    let saves: Vec<Option<(i32, bool)>> = outcomes.iter().map(save).collect();
    Some(played(BlowSampler::new(sums, &saves, fight)?))
}

impl Play for BlowSampler {
    const BLOCK: u64 = 1 << 17;

    fn play(&self, lanes: Lanes, trials: u64, scored: &mut dyn FnMut(Scored)) {
        let (blows, wounds) = self.fight(lanes, trials);
        let mut column = |column: usize, hits: &[u64]| {
            for (score, &trials) in (0..).zip(hits) {
                scored(Scored { column, step: 1, score, trials });
            }
        };
        self.counted.iter().for_each(|&place| column(place, &blows));
        column(self.wounds, &wounds);
    }
}

/// Fights in which every blow lands and requires a save, which wounds make harder.
///
/// # Exactness
/// All fights take their first blow, then the remaining ones their second, and so on; a fight is
/// one byte. A rejected draw is not a blow: its fight moves behind the others that wait for the
/// same blow. So each draw is exact (see [`SumSampler`]), long fights keep their probability, and
/// the number of blows needs no counter.
#[derive(Clone, Debug)]
struct BlowSampler {
    sums: SumSampler,
    /// True if symbols are table indices already.
    straight: bool,
    /// The table index of each symbol, with [`STAGGERED`] set if luck prevents the worst effect.
    places: Aligned<TABLE>,
    /// The amounts added to and subtracted from an index before wounds are.
    up: u8,
    down: u8,
    /// The highest index.
    last: u8,
    /// The effect of a save at each index, and of one whose worst effect luck prevents.
    effects: [Aligned<TABLE>; 2],
    /// The amount by which a wound reduces an index.
    wound: u8,
    /// Maximum number of wounds in a fight.
    most_wounds: u8,
    /// The blow after which a fight is cut off.
    limit: u16,
    /// The columns of blows, and that of wounds.
    counted: Vec<usize>,
    wounds: usize,
}

/// The effect of a save on the target of a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// True if the target gets a wound.
    pub wounds: bool,
    /// True if the target is staggered from then on.
    pub staggers: bool,
    /// True if the fight ends, for a target that is not staggered and for one that is.
    pub out: [bool; 2],
}

impl Effect {
    fn byte(self) -> u8 {
        let bit = |there: bool, bit: u8| if there { bit } else { 0 };
        bit(self.wounds, WOUNDED)
            | bit(self.staggers, STAGGERED)
            | bit(self.out[0], OUT)
            | bit(self.out[1], OUT_AGAIN)
    }
}

impl BlowSampler {
    fn new(
        sums: SumSampler,
        saves: &[Option<(i32, bool)>],
        fight: &Fight<'_>,
    ) -> Option<BlowSampler> {
        let Fight { effect, wound, limit, .. } = *fight;
        let all =
            |safe: bool| (-32..32).map(|margin| effect(margin, safe).byte()).collect::<Vec<_>>();
        let [plain, safe] = [false, true].map(all);
        let same = |a: usize, b: usize| plain[a] == plain[b] && safe[a] == safe[b];
        let first = (0..TABLE).take_while(|&at| same(0, at)).count() - 1;
        let last = (first..TABLE).rev().take_while(|&at| same(TABLE - 1, at)).last()?;
        let table = |bytes: &[u8]| {
            let mut table = Aligned([0; TABLE]);
            table.0[..=last - first].copy_from_slice(&bytes[first..=last]);
            table
        };
        let known = saves.iter().flatten();
        let low = known.clone().map(|(margin, _)| *margin).min()?;
        let high = known.clone().map(|(margin, _)| *margin).max()?;
        (high - low < SYMBOLS as i32).then_some(())?;
        let straight = saves
            .iter()
            .zip(low..)
            .all(|(save, margin)| save.is_none_or(|save| save == (margin, false)));
        let mut places = Aligned([0; TABLE]);
        for (place, save) in places.0.iter_mut().zip(saves) {
            let (margin, safe) = save.unwrap_or((low, false));
            *place = (margin - low) as u8 | if safe { STAGGERED } else { 0 };
        }
        let shift = low + 32 - first as i32;
        let mut blows = BlowSampler {
            sums,
            straight,
            places,
            up: shift.clamp(0, 190) as u8,
            down: (-shift).clamp(0, 63) as u8,
            last: (last - first) as u8,
            effects: [table(&plain), table(&safe)],
            wound,
            most_wounds: 0,
            limit,
            counted: fight.blows.iter().map(|column| column.place()).collect(),
            wounds: fight.wounds.place(),
        };
        // Wounds increase one by one, as long as some save causes a wound.
        let wounds = |wounds: u8| {
            known.clone().any(|&(margin, safe)| {
                let place = blows.place((margin - low) as u8, wounds);
                blows.effects[usize::from(safe)].0[usize::from(place)] & WOUNDED != 0
            })
        };
        let most = (0..SYMBOLS as u8)
            .take_while(|&so_far| u16::from(so_far) < limit && wounds(so_far))
            .count();
        blows.most_wounds = most as u8;
        (most < SYMBOLS && most * usize::from(wound) <= 124).then_some(blows)
    }

    /// Returns the index of a save in the effects.
    fn place(&self, place: u8, wounds: u8) -> u8 {
        (place + self.up).saturating_sub(wounds * self.wound + self.down).min(self.last)
    }

    /// Plays `trials` fights and returns the number that ended, by blows from 0 and by wounds.
    fn fight(&self, mut lanes: Lanes, mut trials: u64) -> (Vec<u64>, [u64; TABLE]) {
        let mut batch = FightBatch::new(usize::from(self.most_wounds) + 1, self.limit);
        while trials > 0 {
            let together = trials.min(TOGETHER as u64) as usize;
            trials -= together as u64;
            batch.fights[..together].fill(0);
            batch.waiting = together;
            for blow in 1..=usize::from(self.limit) {
                let before = batch.fallen;
                widest!(
                    lanes.most,
                    wide => match (self.straight, self.last < 16) {
                        (true, true) => self.blow::<_, 1, true>(wide, &mut batch, &mut lanes),
                        (true, false) => self.blow::<_, 4, true>(wide, &mut batch, &mut lanes),
                        (false, true) => self.blow::<_, 1, false>(wide, &mut batch, &mut lanes),
                        (false, false) => self.blow::<_, 4, false>(wide, &mut batch, &mut lanes),
                    }
                );
                batch.ended_by_blow[blow] += batch.fallen - before;
                batch.next();
                if batch.waiting == 0 {
                    break;
                }
            }
            batch.call_off();
        }
        batch.end()
    }

    /// Plays a blow in each waiting fight.
    #[inline(always)]
    fn blow<S: Wide, const B: usize, const STRAIGHT: bool>(
        &self,
        simd: S,
        batch: &mut FightBatch,
        lanes: &mut Lanes,
    ) {
        let width = S::u8s::LEN;
        if !S::REGISTERS {
            return self.blow_in_turn(batch, lanes);
        }
        while batch.waiting > 0 {
            let mut at = 0;
            while at < batch.waiting {
                if batch.drawn == CHUNK {
                    self.sums.symbols(
                        simd,
                        lanes,
                        &mut batch.words,
                        batch.symbols.first_chunk_mut().expect("it is as long"),
                    );
                    batch.drawn = 0;
                }
                let here = (batch.waiting - at).min(CHUNK - batch.drawn);
                let whole = here - here % width;
                if whole > 0 {
                    self.blows::<S, B, STRAIGHT, true>(simd, batch, at, whole);
                } else {
                    self.blows::<S, B, STRAIGHT, false>(simd, batch, at, here);
                }
                let played = if whole > 0 { whole } else { here };
                (at, batch.drawn) = (at + played, batch.drawn + played);
                if batch.logged >= CHUNK {
                    batch.unload(simd);
                }
            }
            batch.again();
        }
    }

    /// Plays a blow in some fights: in whole registers of them, or in a part of one.
    #[inline(always)]
    fn blows<S: Wide, const B: usize, const STRAIGHT: bool, const WHOLE: bool>(
        &self,
        simd: S,
        batch: &mut FightBatch,
        at: usize,
        fights: usize,
    ) {
        let width = S::u8s::LEN;
        let length = fights.next_multiple_of(width);
        let up = S::u8s::splat(simd, self.up);
        let down = S::u8s::splat(simd, self.down);
        let last = S::u8s::splat(simd, self.last);
        let zero = S::u8s::splat(simd, 0);
        let staggered = S::u8s::splat(simd, STAGGERED);
        let out = S::u8s::splat(simd, OUT);
        let again = S::u8s::splat(simd, OUT_AGAIN);
        let there = S::u8s::from_slice(simd, &COUNTING.0[..width]).simd_lt(fights as u8);
        let symbols = batch.symbols[batch.drawn..][..length].chunks_exact(width);
        let waiting = batch.fights[at..][..length].chunks_exact(width);
        let (after, rejects, log) =
            (&mut batch.after[..], &mut batch.rejects[..], &mut batch.log[..]);
        let (mut kept, mut logged) = (batch.kept, batch.logged);
        let (mut noted, mut notes) = ([0u8; REGISTERS], 0);
        for (register, (symbols, fights)) in (0..=u8::MAX).zip(symbols.zip(waiting)) {
            let symbol = S::u8s::from_slice(simd, symbols);
            let fight = S::u8s::from_slice(simd, fights);
            let wounds = fight & !STAGGERED;
            let weakened = if self.wound == 2 { wounds + wounds } else { wounds };
            let effect = if STRAIGHT {
                let place = (symbol + up).saturating_sub(weakened + down).min(last);
                simd.look_up(&self.effects[0].0, B, place)
            } else {
                let found = simd.look_up(&self.places.0, 4, symbol);
                let place = ((found & !STAGGERED) + up).saturating_sub(weakened + down).min(last);
                let plain = simd.look_up(&self.effects[0].0, B, place);
                let safe = simd.look_up(&self.effects[1].0, B, place);
                found.simd_ge(staggered).select(safe, plain)
            };
            let end = fight.simd_ge(staggered).select(again, out);
            let falls = (effect & end).simd_ne(zero);
            let rejected = symbol.simd_eq(NOTHING);
            let (waits, played) = match WHOLE {
                true => (rejected, !rejected),
                false => (rejected & there, !rejected & there),
            };
            let (fallen, stands) = (falls & played, !falls & played);
            let next = (fight + (effect & WOUNDED)) | (effect & STAGGERED);
            kept += simd.append(next, stands, &mut after[kept..]);
            logged += simd.append(wounds, fallen, &mut log[logged..]);
            // Registers with a rejected draw are unpredictable, so they are noted without a branch.
            noted[notes % REGISTERS] = register;
            notes += usize::from(waits.any_true());
        }
        let mut rejected = batch.rejected;
        for register in &noted[..notes] {
            let here = usize::from(*register) * width;
            let symbol = S::u8s::from_slice(simd, &batch.symbols[batch.drawn + here..][..width]);
            let fight = S::u8s::from_slice(simd, &batch.fights[at + here..][..width]);
            let waits = symbol.simd_eq(NOTHING);
            let waits = if WHOLE { waits } else { waits & there };
            rejected += simd.append(fight, waits, &mut rejects[rejected..]);
        }
        batch.fallen += (logged - batch.logged) as u64;
        (batch.kept, batch.rejected, batch.logged) = (kept, rejected, logged);
    }

    /// Plays the fights one at a time.
    fn blow_in_turn(&self, batch: &mut FightBatch, lanes: &mut Lanes) {
        while batch.waiting > 0 {
            for at in 0..batch.waiting {
                if batch.drawn == CHUNK {
                    self.sums.symbols_in_turn(
                        lanes,
                        batch.symbols.first_chunk_mut().expect("it is as long"),
                    );
                    batch.drawn = 0;
                }
                let (symbol, fight) = (batch.symbols[batch.drawn], batch.fights[at]);
                batch.drawn += 1;
                if symbol == NOTHING {
                    batch.rejects[batch.rejected] = fight;
                    batch.rejected += 1;
                    continue;
                }
                let place = if self.straight { symbol } else { self.places.0[usize::from(symbol)] };
                let effects = &self.effects[usize::from(place >= STAGGERED)].0;
                let wounds = fight & !STAGGERED;
                let effect = effects[usize::from(self.place(place & !STAGGERED, wounds))];
                let end = if fight >= STAGGERED { OUT_AGAIN } else { OUT };
                if effect & end == 0 {
                    batch.after[batch.kept] = (fight + (effect & WOUNDED)) | (effect & STAGGERED);
                    batch.kept += 1;
                } else {
                    batch.ended_by_wounds.hit(wounds);
                    batch.fallen += 1;
                }
            }
            batch.again();
        }
    }
}
