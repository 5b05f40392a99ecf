//! The exact law of a roll: selects the applicable fold and kind of weight.

use std::rc::Rc;

use super::chain::{LEFT, gains, total};
use super::fold::{Kind, fold};
use super::merge::{Cut, Failure, Lawful, Sums, merge};
use super::sums::{MOST_IN_A_ROW, long_sum, one_sum, sums_of};
use super::unit::{Outcome, explosion, law as die_law, sum};
use super::{Bag, Keep, Member, Question, RollQuery, Tally, bound};
use crate::chance::large::Large;
use crate::chance::share::{Lost, Share, Tier};
use crate::chance::weight::{Fraction, Mass, Real, Weight};

/// The joint distribution of the answers to the questions of a bag.
#[derive(Clone, Debug)]
pub struct BagLaw<W = Share> {
    /// Each tuple of answers, with its probability.
    pub outcomes: Vec<(Vec<i32>, W)>,
    /// Bound on the probability lost to dropped terms and to rounding.
    pub lost: Lost,
}

/// Upper bound on the roundings of a float probability per die: one each for a power, a binomial
/// coefficient, a product and a compensated sum.
const ROUNDINGS: f64 = 4.0;

/// Maximum number of products in a fold over big fractions, to limit its running time.
const MOST_IN_LARGE: usize = 200_000;

impl BagLaw {
    /// Returns the approximate memory of the law in bytes.
    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<(Vec<i32>, Share)>() + 16;
        let numbers = self.outcomes.first().map_or(0, |(answers, _)| size_of_val(&answers[..]));
        self.outcomes.len() * (each + numbers)
    }
}

impl<W: Tier> BagLaw<W> {
    pub(super) fn shared(self) -> BagLaw {
        let outcomes = self.outcomes.into_iter().map(|(answers, share)| (answers, share.share()));
        BagLaw { outcomes: outcomes.collect(), lost: self.lost }
    }
}

/// Maximum number of combinations of pool sizes that exploding dice may lead to.
const MOST_POOLS: usize = 50_000;

/// Float probabilities below this are dropped; it is far above the smallest normal `f64`, so no
/// precision is lost to subnormals.
pub(super) const LEAST: f64 = 1e-290;

/// The threshold that replaces [`LEAST`] when the computation would exceed its budget.
const LEAST_IN_HASTE: f64 = 1e-30;

/// Upper bound on the number of terms of a law, each of which may have been dropped.
const MOST_TERMS: f64 = 1e9;

impl Bag {
    /// Returns the joint law of the answers; `part` is the distribution of the values that are not
    /// dice.
    ///
    /// Uses fractions while they fit, then big fractions, then floats.
    pub(crate) fn law(&self, part: &[(i32, Share)]) -> Lawful<BagLaw> {
        match self.law_in::<Fraction>(part, 0.0) {
            Err(Failure::Overflow) => {}
            made => return made.map(BagLaw::shared),
        }
        let mut law = self.law_in::<Real>(part, LEAST);
        if matches!(law, Err(Failure::Budget)) {
            law = self.of_many(part).or_else(|_| self.law_in::<Real>(part, LEAST_IN_HASTE));
        }
        let law = law?;
        let faces = |member: &Member| {
            member.count as usize * member.die.as_ref().map_or(part.len(), |die| die.kinds().len())
        };
        let products = law.outcomes.len() * self.members.iter().map(faces).sum::<usize>() / 2;
        let held = |(_, share): &(Vec<i32>, Real)| share.value() >= Large::least();
        if products <= MOST_IN_LARGE
            && law.outcomes.iter().all(held)
            && let Ok(large) = self.law_in::<Large>(part, 0.0)
        {
            return Ok(large.shared());
        }
        let dice: u32 = self.members.iter().map(|member| member.count).sum();
        let rounded = f64::from(dice) * ROUNDINGS * f64::EPSILON / 2.0;
        // Outcomes less likely than the dropped probability have no reliable digit.
        let least = law.lost.unfollowed;
        let (outcomes, rare): (Vec<_>, Vec<_>) =
            law.outcomes.into_iter().partition(|(_, share)| share.value() >= least);
        let unfollowed = least + rare.iter().map(|(_, share)| share.value()).sum::<f64>();
        let lost = Lost { all: law.lost.all + unfollowed - least + rounded, unfollowed };
        Ok(BagLaw { outcomes, lost }.shared())
    }

    /// Returns the law of the sum of very many dice, in floats.
    fn of_many(&self, part: &[(i32, Share)]) -> Lawful<BagLaw<Real>> {
        let [question] = &self.questions[..] else { return Err(Failure::Budget) };
        if self.keep != Keep::All || !question.asked.adds() || question.most.is_some() {
            return Err(Failure::Budget);
        }
        let part: Vec<(i32, Real)> =
            part.iter().map(|(value, share)| (*value, Real::from(share.value()))).collect();
        let (mut laws, mut lost) = (Vec::new(), 0.0);
        for member in self.members.iter().filter(|member| member.count > 0) {
            let (law, cut) = self.gains_of(member, &part)?;
            lost += cut * f64::from(member.count);
            laws.push((member.count, law));
        }
        let outcomes = long_sum(&laws)?.into_iter().map(|(sum, share)| (vec![sum], share));
        let lost = Lost::unfollowed(lost + MOST_TERMS * LEAST);
        Ok(BagLaw { outcomes: outcomes.collect(), lost })
    }

    /// Returns the law in weights of type `W`; float weights below `least` are dropped.
    fn law_in<W: Tier>(&self, part: &[(i32, Share)], least: f64) -> Lawful<BagLaw<W>> {
        let part = part.iter().map(|(value, share)| Some((*value, W::of(share, share.value())?)));
        let part = &part.collect::<Option<Vec<_>>>().ok_or(Failure::Overflow)?[..];
        let alone = self.members.len() == 1 && self.members[0].count == 1;
        let own = |question: &Question| {
            question.asked.adds() || (alone && question.asked == RollQuery::Natural)
        };
        if self.keep == Keep::All && self.questions.iter().all(own) {
            self.sums(part, least)
        } else {
            self.sorted(part, least)
        }
    }

    /// Returns the law if every die contributes independently: convolves the gains of one die.
    fn sums<W: Weight>(&self, part: &[(i32, W)], least: f64) -> Lawful<BagLaw<W>> {
        let mut laws = Vec::new();
        let mut lost = MOST_TERMS * least;
        for member in &self.members {
            if member.count > 0 {
                let (law, cut) = self.gains_of(member, part)?;
                lost += cut * f64::from(member.count);
                laws.push((member.count, law));
            }
        }
        let mut gains = laws.iter().flat_map(|(_, law)| law.iter().flat_map(|(gain, _)| gain));
        let rises = gains.all(|&gain| gain >= 0);
        let bounded = |(mut answers, share): (Vec<i32>, W)| {
            bound(&self.questions, &mut answers);
            (answers, share)
        };
        if let [question] = &self.questions[..]
            && sums_of(&laws) <= MOST_IN_A_ROW
        {
            let outcomes = one_sum(&laws, question.most.filter(|_| rises), least)?.into_iter();
            let outcomes = outcomes.map(|(sum, share)| bounded((vec![sum], share)));
            return Ok(BagLaw { outcomes: merge(outcomes)?, lost: Lost::unfollowed(lost) });
        }
        let bounds: Vec<Option<i32>> =
            self.questions.iter().map(|question| question.most.filter(|_| rises)).collect();
        let mut whole = vec![(vec![0; self.questions.len()], W::one())];
        let mut products = 0;
        for (count, law) in laws {
            for _ in 0..count {
                let mut next = Sums::behind(products);
                for (so_far, share) in &whole {
                    for (gain, part) in &law {
                        let each = so_far.iter().zip(gain).zip(&bounds);
                        let sum = each.map(|((a, b), most)| most.unwrap_or(i32::MAX).min(a + b));
                        let share = share.then(part).ok_or(Failure::Overflow)?;
                        if W::EXACT || share.value() >= least {
                            next.add(sum.collect(), share)?;
                        }
                    }
                }
                (whole, products) = next.risen()?;
            }
        }
        let outcomes = merge(whole.into_iter().map(bounded))?;
        Ok(BagLaw { outcomes, lost: Lost::unfollowed(lost) })
    }

    /// Returns the distribution of the gains for each question of one die of `member`, including
    /// the dice its explosions add.
    fn gains_of<W: Weight>(&self, member: &Member, part: &[(i32, W)]) -> Lawful<Cut<Vec<i32>, W>> {
        let gain = |value: i32, printed: i32| -> Vec<i32> {
            let each = self.questions.iter().map(|question| match question.asked {
                RollQuery::Natural => printed,
                _ => question.asked.gain(value),
            });
            each.collect()
        };
        let chain = member.die.as_ref().and_then(|_| explosion(&member.modifiers));
        match (&member.die, chain) {
            (Some(die), Some((_, _, false, _, longest))) => {
                let gains_of = |law: Vec<Outcome<W>>, first: bool| -> Lawful<Vec<_>> {
                    let each = law.into_iter().map(|outcome| {
                        // Only the first die determines the natural face.
                        let printed = if first { outcome.printed } else { 0 };
                        ((gain(outcome.value, printed), outcome.again), outcome.share)
                    });
                    let merged = merge(each)?.into_iter();
                    Ok(merged.map(|((gain, again), share)| (gain, again, share)).collect())
                };
                let first = gains_of(die_law(die, &member.modifiers, true)?, true)?;
                let added = gains_of(die_law(die, &member.modifiers, false)?, false)?;
                let rises = self.rises();
                let bounds = self.questions.iter().map(|question| match question.asked {
                    RollQuery::Natural => Some(i32::MAX),
                    _ => question.most.filter(|_| rises),
                });
                let bounds: Vec<Option<i32>> = bounds.collect();
                gains(&first, &added, &bounds, longest)
            }
            _ => {
                let (values, cut) = self.values_of(member, part)?;
                let gains = values
                    .into_iter()
                    .map(|((value, printed), share)| (gain(value, printed), share));
                Ok((merge(gains)?, cut))
            }
        }
    }

    /// Returns the distribution of (value, printed face) of a die that adds no other dice to the
    /// bag.
    fn values_of<W: Weight>(
        &self,
        member: &Member,
        part: &[(i32, W)],
    ) -> Lawful<Cut<(i32, i32), W>> {
        let prints = self.questions.iter().any(|question| question.asked == RollQuery::Natural);
        let die = |die, first| die_law(die, &member.modifiers, first);
        let (law, cut): Cut<(i32, i32), W> = match (&member.die, explosion(&member.modifiers)) {
            (None, _) => {
                (part.iter().map(|(at, share)| ((*at, *at), share.clone())).collect(), 0.0)
            }
            (Some(one), Some((.., longest))) => {
                total(&die(one, true)?, &die(one, false)?, self.same_from(), longest)?
            }
            (Some(one), None) => {
                let law = die(one, true)?.into_iter();
                (law.map(|one| ((one.value, one.printed), one.share)).collect(), 0.0)
            }
        };
        let seen = |((value, printed), share)| ((value, if prints { printed } else { 0 }), share);
        Ok((merge(law.into_iter().map(seen))?, cut))
    }

    /// Returns whether no die can lower an answer.
    fn rises(&self) -> bool {
        self.members.iter().all(|member| {
            let Some(die) = &member.die else { return false };
            let own = |question: &Question| {
                let gains = || die.faces().iter().map(|&face| question.asked.gain(face));
                match &question.asked {
                    RollQuery::Tally(Tally::Values(_)) => gains().all(|gain| gain >= 0),
                    _ => die.low() > 0,
                }
            };
            self.questions.iter().all(own)
        })
    }

    /// Returns the smallest value from which on all values of a die are equivalent for every
    /// question, or `None` if there is none.
    fn same_from(&self) -> Option<i32> {
        let rises = self.rises();
        let from = |question: &Question| match &question.asked {
            RollQuery::Tally(tally) => tally.same_from(),
            RollQuery::Size | RollQuery::Natural => Some(0),
            RollQuery::Sum if !rises => None,
            RollQuery::Sum | RollQuery::Nth(_) | RollQuery::Lowest => {
                question.most.map(|most| most.max(0))
            }
            _ => None,
        };
        self.questions.iter().map(from).try_fold(0, |most, from| Some(most.max(from?)))
    }

    /// Returns the law if it matters which dice are kept: one fold over the values for each number
    /// of dice that explosions may add to the bag.
    fn sorted<W: Weight>(&self, part: &[(i32, W)], least: f64) -> Lawful<BagLaw<W>> {
        let mut lost = MOST_TERMS * least;
        // Each combination of the numbers of dice of each kind.
        let mut bags: Vec<(Vec<Kind<W>>, W)> = vec![(Vec::new(), W::one())];
        for member in &self.members {
            let added = member.die.as_ref().zip(explosion(&member.modifiers));
            let Some((die, (_, _, false, _, longest))) = added else {
                let (law, cut) = self.values_of(member, part)?;
                lost += cut * f64::from(member.count);
                let kind = Kind { count: member.count, law: law.into() };
                bags.iter_mut().for_each(|(bag, _)| bag.push(kind.clone()));
                continue;
            };
            let first = die_law(die, &member.modifiers, true)?;
            let then = die_law(die, &member.modifiers, false)?;
            let (pools, cut) = self.pools(member.count, &first, &then, longest)?;
            lost += cut;
            if bags.len() * pools.len() > MOST_POOLS {
                return Err(Failure::Budget);
            }
            let mut next = Vec::new();
            for (bag, weight) in &bags {
                for (kinds, share) in &pools {
                    let both = bag.iter().chain(kinds).cloned().collect();
                    next.push((both, weight.then(share).ok_or(Failure::Overflow)?));
                }
            }
            bags = next;
        }
        let (mut outcomes, mut products) = (Sums::behind(0), 0);
        for (mut kinds, weight) in bags {
            kinds.retain(|kind| kind.count > 0);
            let answers;
            (answers, products) = fold(&kinds, self.keep, &self.questions, products, least)?;
            for (answers, share) in answers {
                outcomes.add(answers, weight.then(&share).ok_or(Failure::Overflow)?)?;
            }
        }
        Ok(BagLaw { outcomes: outcomes.risen()?.0, lost: Lost::unfollowed(lost) })
    }

    /// Returns the distribution of how many dice of an exploding pool stop and how many continue,
    /// as up to four kinds of dice.
    ///
    /// The kinds are: first dice that stop, first dice that continue, added dice that stop, added
    /// dice that continue. If the first and the added dice are alike there are only two.
    fn pools<W: Weight>(
        &self,
        count: u32,
        first: &[Outcome<W>],
        added: &[Outcome<W>],
        longest: u32,
    ) -> Lawful<Cut<Vec<Kind<W>>, W>> {
        let prints = self.questions.iter().any(|question| question.asked == RollQuery::Natural);
        let share = |law: &[Outcome<W>], again: bool| {
            sum(law.iter().filter(|outcome| outcome.again == again).map(|outcome| &outcome.share))
        };
        let given = |law: &[Outcome<W>], again: bool| -> Lawful<Vec<((i32, i32), W)>> {
            let all = share(law, again)?;
            let these = law.iter().filter(|outcome| outcome.again == again);
            let each = these.map(|outcome| {
                let part = outcome.share.over(&all).ok_or(Failure::Overflow)?;
                Ok(((outcome.value, if prints { outcome.printed } else { 0 }), part))
            });
            merge(each.collect::<Lawful<Vec<_>>>()?)
        };
        let (stop, go) = (given(first, false)?, given(first, true)?);
        let (added_stop, added_go) = (given(added, false)?, given(added, true)?);
        let equal = first.len() == added.len()
            && first.iter().zip(added).all(|(a, b)| {
                let none = |rest: Option<W>| rest.is_some_and(|rest| rest.value() == 0.0);
                (a.value, a.printed, a.again) == (b.value, b.printed, b.again)
                    && none(a.share.less(&b.share))
                    && none(b.share.less(&a.share))
            });
        // If a die that continues always exceeds one that stops, more of them than are kept do not
        // change the answers.
        let enough = match (self.keep, equal && longest == u32::MAX) {
            (Keep::Highest(kept), true)
                if go.len() == 1
                    && self.questions.iter().all(|question| !question.rolled)
                    && stop.iter().all(|(low, _)| go.iter().all(|(high, _)| low < high)) =>
            {
                Some(kept)
            }
            _ => None,
        };
        // Counts over all chains: (first dice that continue, added dice that continue, added dice
        // that stop).
        let mut ways: Vec<((u32, u32, u32), W)> = vec![((0, 0, 0), W::one())];
        let (p_stop, p_go) = (share(first, false)?, share(first, true)?);
        let (q_stop, q_go) = (share(added, false)?, share(added, true)?);
        let (mut cut, mut products) = (0.0, 0);
        for _ in 0..count {
            // One chain: whether its first die continues, and how many added dice continue and
            // stop.
            let mut chain = vec![((0u32, 0u32, 0u32), p_stop.clone())];
            let mut open = p_go.clone();
            let mut links = 1;
            while open.value() > 0.0 {
                links += 1;
                let more = links - 2;
                if enough.is_some_and(|kept| more + 1 >= kept) {
                    chain.push(((1, more, 1), open));
                    break;
                }
                if longest == u32::MAX && !W::EXACT && open.value() < LEFT {
                    cut += open.value();
                    chain.push(((1, more, 1), open));
                    break;
                }
                if links > longest {
                    break;
                }
                if links == longest {
                    // The last die of a chain does not explode, whatever it shows.
                    chain.push(((1, more, 1), open.then(&q_stop).ok_or(Failure::Overflow)?));
                    chain.push(((1, more + 1, 0), open.then(&q_go).ok_or(Failure::Overflow)?));
                    break;
                }
                if W::EXACT && longest == u32::MAX && links > 4 && enough.is_none() {
                    return Err(Failure::Overflow);
                }
                chain.push(((1, more, 1), open.then(&q_stop).ok_or(Failure::Overflow)?));
                open = open.then(&q_go).ok_or(Failure::Overflow)?;
            }
            let mut next = Sums::behind(products);
            for ((on, more, ends), weight) in &ways {
                for ((goes, adds, stops), share) in &chain {
                    let mut more = more + adds;
                    if let Some(kept) = enough {
                        more = more.min(kept.saturating_sub(on + goes));
                    }
                    let share = weight.then(share).ok_or(Failure::Overflow)?;
                    if W::EXACT || share.value() >= 1e-24 {
                        next.add((on + goes, more, ends + stops), share)?;
                    } else {
                        cut += share.value();
                    }
                }
            }
            (ways, products) = next.risen()?;
        }
        // If all dice are alike, only the numbers of stopping and continuing dice matter.
        let mut counts = Sums::behind(0);
        for ((on, more, ends), share) in ways {
            let key = match equal {
                true => [count - on + ends, on + more, 0, 0],
                false => [count - on, on, ends, more],
            };
            counts.add(key, share)?;
        }
        let laws = [stop, go, added_stop, added_go].map(Rc::new);
        let kinds = |counts: [u32; 4]| {
            let each = counts.into_iter().zip(&laws).take(if equal { 2 } else { 4 });
            each.map(|(count, law)| Kind { count, law: Rc::clone(law) }).collect()
        };
        let pools = counts.done()?.0.into_iter().map(|(counts, share)| (kinds(counts), share));
        Ok((pools.collect(), cut))
    }
}
