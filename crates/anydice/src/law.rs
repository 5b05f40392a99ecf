//! A law: outcomes with whole weights, and how laws are gathered and mapped.

use std::rc::Rc;

use foldhash::fast::FixedState;

use crate::budget::{Held, Meter};
use crate::fault::{Done, Fault};
use crate::natural::Natural;

/// Outcomes by rising number, with weights above 0 in lowest terms. Without any it is empty.
#[derive(Debug)]
pub struct Law {
    pub cells: Vec<(i64, Natural)>,
    pub total: Natural,
    _held: Held,
}

impl Law {
    /// From outcomes by rising number, each once, with weights above 0.
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

    /// Each of these numbers as often as it stands there.
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

    /// Whether all outcomes weigh the same.
    pub fn is_uniform(&self) -> bool {
        self.cells.windows(2).all(|pair| pair[0].1 == pair[1].1)
    }

    pub fn lowest(&self) -> i64 {
        self.cells.first().map_or(0, |cell| cell.0)
    }

    pub fn highest(&self) -> i64 {
        self.cells.last().map_or(0, |cell| cell.0)
    }

    /// How many numbers there are from the lowest to the highest.
    pub fn width(&self) -> u64 {
        self.highest().abs_diff(self.lowest()).saturating_add(1)
    }

    /// What `make` makes of each outcome.
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

    /// What `join` makes of each pair of outcomes, the two being independent.
    pub fn pairs(
        &self,
        other: &Law,
        meter: &Meter,
        join: impl Fn(i64, i64) -> Done<i64>,
    ) -> Done<Rc<Law>> {
        meter.expect(self.cells.len() as u64 * other.cells.len() as u64)?;
        let mut gathered = Gathered::default();
        for (one, weight) in &self.cells {
            // A row may be long, and each of its pairs an outcome of its own.
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

/// An outcome that no number of the program holds.
pub fn too_large() -> Fault {
    Fault::new("a number becomes too large", "numbers go to 9223372036854775807")
}

type Cells = std::collections::HashMap<i64, Natural, FixedState>;

/// Weights on their way to a law.
#[derive(Debug, Default)]
pub struct Gathered {
    cells: Cells,
    /// Memory is taken in steps that grow.
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

    /// Takes the memory that it has come to.
    pub fn held(&mut self, meter: &Meter) -> Done<()> {
        let now = self.cells.capacity();
        if now > 1024 && self.held.as_ref().is_none_or(|(cells, _)| now > *cells) {
            // What a weight of this size takes beside its place is taken to be that of all.
            let beside = self.cells.values().next().map_or(0, Natural::bytes);
            self.held = None;
            // With the copy that is made when it grows, and when it is sorted.
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

/// Laws mixed by weight: each case counts its weight, whatever its own total is.
#[derive(Debug, Default)]
pub struct Mixture {
    /// By the total of the laws that were added.
    parts: std::collections::HashMap<Natural, Gathered, FixedState>,
    certain: Gathered,
}

impl Mixture {
    #[inline]
    pub fn number(&mut self, outcome: i64, weight: &Natural) {
        self.certain.add(outcome, weight);
    }

    /// Adds a law; an empty one drops out.
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
        // In a set order, though sums of whole numbers are the same in any.
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

/// A map of states whose order is the same on every machine.
pub type Map<K, V> = std::collections::HashMap<K, V, FixedState>;
