//! Distributions with big integer weights, and their accumulation and mapping.

use std::rc::Rc;

use foldhash::fast::FixedState;

use crate::budget::{Held, Meter};
use crate::fault::{Done, Fault};
use crate::natural::Natural;

/// Outcomes in increasing order, with positive weights in lowest terms; may be empty.
#[derive(Debug)]
pub struct Law {
    pub cells: Vec<(i64, Natural)>,
    pub total: Natural,
    _held: Held,
}

impl Law {
    /// Creates a law from distinct outcomes in increasing order, with positive weights.
    pub fn of(mut cells: Vec<(i64, Natural)>, meter: &Meter) -> Done<Rc<Law>> {
        let mut common = cells.first().map_or(Natural::ONE, |(_, weight)| weight.clone());
        for (_, weight) in &cells {
            if common.is_one() {
                break;
            }
            common = common.gcd(weight);
        }
        let mut total = Natural::ZERO;
        let mut bytes = 48 * cells.len();
        for (_, weight) in &mut cells {
            if !common.is_one() {
                *weight = weight.over(&common);
            }
            total.add(weight);
            bytes += weight.bytes();
        }
        meter.spend(cells.len() as u64)?;
        Ok(Rc::new(Law { cells, total, _held: meter.hold(bytes)? }))
    }

    pub fn certain(outcome: i64, meter: &Meter) -> Done<Rc<Law>> {
        Law::of(vec![(outcome, Natural::ONE)], meter)
    }

    /// Creates a law in which each number weighs its number of occurrences.
    pub fn of_numbers(numbers: &[i64], meter: &Meter) -> Done<Rc<Law>> {
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable();
        let mut cells: Vec<(i64, Natural)> = Vec::new();
        for number in sorted {
            match cells.last_mut() {
                Some((last, weight)) if *last == number => weight.add(&Natural::ONE),
                _ => cells.push((number, Natural::ONE)),
            }
        }
        Law::of(cells, meter)
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns whether all outcomes have the same weight.
    pub fn is_uniform(&self) -> bool {
        self.cells.windows(2).all(|pair| pair[0].1 == pair[1].1)
    }

    pub fn lowest(&self) -> i64 {
        self.cells.first().map_or(0, |cell| cell.0)
    }

    pub fn highest(&self) -> i64 {
        self.cells.last().map_or(0, |cell| cell.0)
    }

    /// Returns the number of integers from the lowest to the highest outcome.
    pub fn width(&self) -> u64 {
        self.highest().abs_diff(self.lowest()).saturating_add(1)
    }

    /// Maps each outcome.
    pub fn map(&self, meter: &Meter, mut make: impl FnMut(i64) -> Done<i64>) -> Done<Rc<Law>> {
        let mut gathered = Gathered::default();
        for (outcome, weight) in &self.cells {
            gathered.add(make(*outcome)?, weight);
        }
        meter.spend(self.cells.len() as u64)?;
        gathered.law(meter)
    }

    pub fn negated(&self, meter: &Meter) -> Done<Rc<Law>> {
        let negated = |(outcome, weight): &(i64, Natural)| {
            let outcome = outcome.checked_neg().ok_or_else(too_large)?;
            Ok((outcome, weight.clone()))
        };
        Law::of(self.cells.iter().rev().map(negated).collect::<Done<_>>()?, meter)
    }

    /// Combines each pair of outcomes of two independent laws by `join`.
    pub fn pairs(
        &self,
        other: &Law,
        meter: &Meter,
        join: impl Fn(i64, i64) -> Done<i64>,
    ) -> Done<Rc<Law>> {
        meter.expect(self.cells.len() as u64 * other.cells.len() as u64)?;
        let mut gathered = Gathered::default();
        for (one, weight) in &self.cells {
            // A row may be long, and each of its pairs a distinct outcome.
            for part in other.cells.chunks(4096) {
                meter.spend(4 * part.len() as u64)?;
                for (two, other) in part {
                    gathered.add(join(*one, *two)?, &weight.times(other));
                }
                gathered.held(meter)?;
            }
        }
        gathered.law(meter)
    }
}

/// Returns the error for an outcome that overflows 64 bits.
pub fn too_large() -> Fault {
    Fault::new("a number becomes too large", "numbers go to 9223372036854775807")
}

/// A map whose order is the same on every machine.
pub type Map<K, V> = std::collections::HashMap<K, V, FixedState>;

/// An accumulator of weights by outcome, from which a law is built.
#[derive(Debug, Default)]
pub struct Gathered {
    cells: Map<i64, Natural>,
    /// The memory charged so far, in growing steps.
    held: Option<(usize, Held)>,
}

impl Gathered {
    #[inline]
    pub fn add(&mut self, outcome: i64, weight: &Natural) {
        match self.cells.get_mut(&outcome) {
            Some(sum) => sum.add(weight),
            None => {
                self.cells.insert(outcome, weight.clone());
            }
        }
    }

    /// Charges the memory that it uses now.
    pub fn held(&mut self, meter: &Meter) -> Done<()> {
        let now = self.cells.capacity();
        if now > 1024 && self.held.as_ref().is_none_or(|(cells, _)| now > *cells) {
            // The heap size of one weight is taken as that of all.
            let beside = self.cells.values().next().map_or(0, Natural::bytes);
            self.held = None;
            // Includes the copies that exist while the map grows and is sorted.
            self.held = Some((now, meter.hold(now * (120 + beside))?));
        }
        Ok(())
    }

    pub fn sorted(self) -> Vec<(i64, Natural)> {
        let mut cells: Vec<(i64, Natural)> = self.cells.into_iter().collect();
        cells.sort_unstable_by_key(|cell| cell.0);
        cells
    }

    pub fn law(self, meter: &Meter) -> Done<Rc<Law>> {
        Law::of(self.sorted(), meter)
    }
}

/// A mixture of laws: each law contributes by its weight, whatever its own total is.
#[derive(Debug, Default)]
pub struct Mixture {
    /// The sums, by the total of the laws that were added.
    parts: Map<Natural, Gathered>,
    certain: Gathered,
}

impl Mixture {
    #[inline]
    pub fn number(&mut self, outcome: i64, weight: &Natural) {
        self.certain.add(outcome, weight);
    }

    /// Adds a law; an empty one is ignored.
    pub fn law(&mut self, law: &Law, weight: &Natural, meter: &Meter) -> Done<()> {
        if let [(outcome, _)] = &law.cells[..] {
            self.number(*outcome, weight);
            return Ok(());
        }
        if law.is_empty() {
            return Ok(());
        }
        meter.spend(4 * law.cells.len() as u64)?;
        let part = self.parts.entry(law.total.clone()).or_default();
        for (outcome, share) in &law.cells {
            part.add(*outcome, &share.times(weight));
        }
        part.held(meter)
    }

    pub fn mixed(self, meter: &Meter) -> Done<Rc<Law>> {
        let Mixture { parts, certain } = self;
        if parts.is_empty() {
            return certain.law(meter);
        }
        // In a fixed order, though integer sums do not depend on it.
        let mut parts: Vec<(Natural, Gathered)> = parts.into_iter().collect();
        parts.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        let mut common = Natural::ONE;
        for (total, _) in &parts {
            meter.spend(common.bits() / 8 + 1)?;
            common = common.times(&total.over(&common.gcd(total)));
        }
        let mut all = Gathered::default();
        for (total, part) in parts.into_iter().chain([(Natural::ONE, certain)]) {
            let scale = common.over(&total);
            meter.spend((4 + scale.bits() / 64) * part.cells.len() as u64)?;
            for (outcome, weight) in part.cells {
                all.add(outcome, &weight.times(&scale));
            }
            all.held(meter)?;
        }
        all.law(meter)
    }
}
