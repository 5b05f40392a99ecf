//! Sums of identical dice: convolutions of laws of any size.
//!
//! Short weights are convolved in machine words. Longer ones are packed as the digits of one big
//! integer (Kronecker substitution), so that multiplication is convolution: a hundred dice of a
//! hundred faces take some hundredths of a second.

use std::rc::Rc;

use num_bigint::BigUint;

use crate::budget::Meter;
use crate::fault::{Done, Fault};
use crate::law::{Gathered, Law, too_large};
use crate::natural::Natural;

/// Maximum total number of bits of the weights of a sum.
const MOST_BITS: u64 = 48 << 20;

/// Returns the sum of `count` dice with this law.
pub fn power(law: &Rc<Law>, count: u32, meter: &Meter) -> Done<Rc<Law>> {
    match (count, &law.cells[..]) {
        (1, _) | (_, []) => return Ok(Rc::clone(law)),
        (0, _) => return Law::certain(0, meter),
        (_, [(outcome, _)]) => {
            let sum = outcome.checked_mul(count.into()).ok_or_else(too_large)?;
            return Law::certain(sum, meter);
        }
        _ => {}
    }
    let ends = [law.lowest(), law.highest()];
    if ends.iter().any(|end| end.checked_mul(count.into()).is_none()) {
        return Err(too_large());
    }
    let (width, bits) = (spread(law, u64::from(count)), law.total.bits() * u64::from(count));
    // A sparse law has at least one outcome per die.
    let fewest = width.min(u64::from(count));
    refuse_large(fewest, bits, count)?;
    if bits > 128 && is_dense(law) {
        refuse_large(width, bits, count)?;
        let packed = pack(law, slot(bits), meter)?;
        spend_product(width * slot(bits), meter)?;
        let power = packed.pow(count);
        return unpack(&power, slot(bits), law.lowest() * i64::from(count), meter);
    }
    // By repeated squaring; the last square is most of the work.
    let (mut sum, mut square, mut left) = (None::<Rc<Law>>, Rc::clone(law), count);
    loop {
        if left % 2 == 1 {
            sum = Some(match sum {
                Some(sum) => add(&sum, &square, meter)?,
                None => Rc::clone(&square),
            });
        }
        left /= 2;
        match (left, sum) {
            (0, Some(sum)) => return Ok(sum),
            (_, made) => sum = made,
        }
        square = add(&square, &square, meter)?;
    }
}

/// Returns the sum of two independent laws.
pub fn add(one: &Law, other: &Law, meter: &Meter) -> Done<Rc<Law>> {
    let ends = [(one.lowest(), other.lowest()), (one.highest(), other.highest())];
    if ends.iter().any(|(one, other)| one.checked_add(*other).is_none()) {
        return Err(too_large());
    }
    if one.is_empty() || other.is_empty() {
        return Law::of(Vec::new(), meter);
    }
    let low = one.lowest() + other.lowest();
    let pairs = one.cells.len() as u64 * other.cells.len() as u64;
    let width = one.width().saturating_add(other.width());
    if width > 8 * pairs.min(1 << 20) + 64 {
        return one.pairs(other, meter, |one, other| Ok(one + other));
    }
    let bits = one.total.bits() + other.total.bits();
    if bits <= 128 {
        meter.expect(pairs)?;
        let mut sums = vec![0u128; width as usize];
        for (outcome, weight) in &other.cells {
            let Natural::Small(weight) = weight else { continue };
            let from = (outcome - other.lowest()) as usize;
            meter.spend(one.cells.len() as u64)?;
            for (first, share) in &one.cells {
                if let Natural::Small(share) = share {
                    sums[from + (first - one.lowest()) as usize] += share * weight;
                }
            }
        }
        let cells = sums.into_iter().enumerate().filter(|(_, sum)| *sum > 0);
        let cells = cells.map(|(place, sum)| (low + place as i64, Natural::Small(sum)));
        return Law::of(cells.collect(), meter);
    }
    if is_dense(one) && is_dense(other) && pairs > 64 {
        refuse_large(width, bits, 2)?;
        let slot = slot(bits);
        spend_product(width * slot, meter)?;
        let product = pack(one, slot, meter)? * pack(other, slot, meter)?;
        return unpack(&product, slot, low, meter);
    }
    let mut gathered = Gathered::default();
    for (first, share) in &one.cells {
        meter.spend((8 + bits / 16) * other.cells.len() as u64)?;
        for (second, weight) in &other.cells {
            gathered.add(first + second, &share.times(weight));
        }
        gathered.held(meter)?;
    }
    gathered.law(meter)
}

/// Returns the number of integers in the range of a sum of `count` dice.
fn spread(law: &Law, count: u64) -> u64 {
    (law.width() - 1).saturating_mul(count).saturating_add(1)
}

/// Returns whether a large part of the integers in the range are outcomes.
fn is_dense(law: &Law) -> bool {
    law.width() <= 16 * law.cells.len() as u64 + 16
}

fn refuse_large(cells: u64, bits: u64, dice: u32) -> Done<()> {
    let all = cells.saturating_mul(bits);
    if all <= MOST_BITS {
        return Ok(());
    }
    let (most, all) = (MOST_BITS >> 23, all >> 23);
    let what = format!("a sum of {dice} dice takes {all} MB of exact weights, more than {most} MB");
    Err(Fault::new(what, "ask for fewer dice"))
}

/// Returns the number of bits per packed weight: whole words.
fn slot(bits: u64) -> u64 {
    bits.div_ceil(32) * 32
}

/// Charges the multiplication of numbers with this many bits, which is superlinear.
fn spend_product(bits: u64, meter: &Meter) -> Done<()> {
    let words = (bits / 64 + 1) as f64;
    meter.expect(words.powf(1.46) as u64)?;
    meter.spend(words.powf(1.46) as u64 / 2)
}

/// Packs the weights as the digits of one number.
fn pack(law: &Law, slot: u64, meter: &Meter) -> Done<BigUint> {
    let words = (slot / 32) as usize;
    let length = law.width() as usize * words;
    meter.room(8 * length as u64)?;
    let mut digits = vec![0u32; length];
    for (outcome, weight) in &law.cells {
        let from = (outcome - law.lowest()) as usize * words;
        for (place, digit) in weight.big().iter_u32_digits().enumerate() {
            digits[from + place] = digit;
        }
    }
    Ok(BigUint::new(digits))
}

/// Unpacks a law from the digits of a number; `low` is the lowest outcome.
fn unpack(number: &BigUint, slot: u64, low: i64, meter: &Meter) -> Done<Rc<Law>> {
    let digits = number.to_u32_digits();
    let weights = digits.chunks((slot / 32) as usize).enumerate();
    let cells = weights
        .map(|(place, weight)| (low + place as i64, Natural::from(BigUint::from_slice(weight))));
    Law::of(cells.filter(|(_, weight)| !weight.is_zero()).collect(), meter)
}
