//! The rarest probabilities of many dice, compared with counts in big integers.

use num_bigint::BigUint;
use oddsmith_engine::odds::{Check, Histogram, Laws};
use oddsmith_engine::program::Question;

fn law(text: &str) -> Laws {
    let program = oddsmith_dice::read_program(text).expect("it is a program");
    let program = oddsmith_dice::check_program(program, &[]).expect("it has a meaning").tree;
    let question = Question::of(&program).compile().expect("it compiles");
    question.law(20_000_000).expect("it has a law")
}

/// Returns the number of ways of each sum of `dice` dice, from 0.
fn sums(dice: usize, sides: usize) -> Vec<BigUint> {
    let mut ways = vec![BigUint::from(1u32)];
    for _ in 0..dice {
        let mut next = vec![BigUint::ZERO; ways.len() + sides];
        for (sum, way) in ways.iter().enumerate() {
            (1..=sides).for_each(|face| next[sum + face] += way);
        }
        ways = next;
    }
    ways
}

/// Returns the quotient of integers too large for floats.
fn quotient(ways: &BigUint, all: &BigUint) -> f64 {
    let digits = all.bits().saturating_sub(ways.bits()) + 64;
    let part: BigUint = (ways << digits) / all;
    let shift = part.bits().saturating_sub(64);
    let lead = (&part >> shift).iter_u64_digits().next().unwrap_or(0);
    lead as f64 * 2f64.powi(shift as i32 - digits as i32)
}

fn close(found: f64, wanted: f64, what: &str) {
    assert!((found / wanted - 1.0).abs() < 1e-12, "{what}: {found:e}, and not {wanted:e}");
}

#[test]
fn every_sum_of_many_dice_is_right_to_its_last_digits() {
    for (dice, sides) in [(50, 6), (100, 6), (200, 6), (100, 20)] {
        let laws = law(&format!("sum = {dice}d{sides}\nask sum"));
        let law = laws.column("sum").expect("it is asked");
        let all = BigUint::from(sides as u32).pow(dice as u32);
        let ways = sums(dice, sides);
        let mut below = BigUint::ZERO;
        for (sum, ways) in ways.iter().enumerate().filter(|(_, ways)| **ways > BigUint::ZERO) {
            let what = format!("{sum} of {dice}d{sides}");
            close(law.share(sum as i32), quotient(ways, &all), &what);
            below += ways;
            let at_most = law.share_within(i32::MIN..=sum as i32);
            close(at_most, quotient(&below, &all), &format!("at most {what}"));
        }
    }
}

#[test]
fn rare_maxima_and_counts_of_many_dice_match_big_integers() {
    let part = |base: i32, power: u32, of: u32| {
        quotient(&BigUint::from(base as u32).pow(power), &BigUint::from(of).pow(power))
    };
    let best = law("best = 100d6kh1\nask best");
    let best = best.column("best").expect("it is asked");
    for face in 1..=6 {
        close(best.share_within(1..=face), part(face, 100, 6), &format!("{face} is the best"));
    }
    let count = law("hits = 100d20 c>=20\nask hits");
    close(count.column("hits").expect("it is asked").share(100), part(1, 100, 20), "all are 20");
}

/// If chains of dice are cut, each probability has an error bound, including those beyond the cut.
#[test]
fn what_is_not_followed_is_unsure() {
    let laws = law("sum = d6!\nask sum");
    let law = laws.column("sum").expect("it is asked");
    let unsure = |scores| law.within(scores).unsure;
    assert!(unsure(3..=3) > 0.0 && unsure(3..=3) < 1e-15);
    assert!(unsure(1_000..=i32::MAX) > 0.0, "it can be 1000");
    assert!(unsure(6..=6) <= 0.0, "it is never 6");
    assert!(law.within(6..=6).value <= 0.0);
}
