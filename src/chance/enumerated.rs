//! The chance that walks every branch: a rule is run once for each sequence of possible draws.

use std::sync::Arc;

use super::bag::{BagLaw, Failure, Lawful, law_of_cards};
use super::share::{Patience, Share};
use super::{Bag, Cards, Chance, Deck, Die, Gist, Odds, Part, Question, Shown, gist};

/// Answers along one branch; [`Enumerated::advance`] moves on to the next.
///
/// The rule is run once a branch, and each draw is a fork. To advance, the last fork with an option
/// left takes its next option and the forks after it are dropped, so every path is taken once (the
/// idea is exhaustigen's, <https://github.com/graydon/exhaustigen-rs>; the weights are ours).
///
/// # Examples
/// ```
/// use oddsmith::chance::{Chance, Die, Enumerated};
///
/// let (coin, mut chance, mut heads) = (Die::new(&[0, 1]), Enumerated::new(), vec![]);
/// loop {
///     heads.push(chance.face(&coin) + chance.face(&coin));
///     if chance.advance().is_none() {
///         break;
///     }
/// }
/// assert_eq!(heads, [0, 1, 1, 2]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Enumerated {
    /// The forks of this path come first; what stands behind them is kept for its memory alone.
    forks: Vec<Fork>,
    /// How many forks this path has met so far in all its runs.
    open: usize,
    /// How many the present run has passed.
    passed: usize,
    /// Whether the branches are not all: a bag takes too long.
    failed: bool,
    /// The largest share that a roll was too small to follow.
    lost: f64,
    /// How many shares may still be made in large numbers.
    pub(crate) patience: Patience,
}

#[derive(Clone, Debug)]
struct Fork {
    /// Answers and how many of the `of` equally likely cases give each.
    options: Vec<(i32, u64)>,
    of: u64,
    /// The answers of a bag, in place of options.
    law: Option<Arc<BagLaw>>,
    taken: usize,
}

impl Enumerated {
    /// A walk that starts at the first branch.
    pub fn new() -> Enumerated {
        Enumerated::default()
    }
}

/// The most branches of what is in a bag beside dice.
const MOST_OF_PART: usize = 200_000;

impl Enumerated {
    /// Moves to the next branch and returns the number of forks from the start that it shares with
    /// the last one; `None` when all are done.
    pub fn advance(&mut self) -> Option<usize> {
        debug_assert_eq!(self.passed, self.open, "a rule that is answered the same asks the same");
        self.passed = 0;
        while self.open > 0 {
            let fork = &mut self.forks[self.open - 1];
            fork.taken += 1;
            let options = match &fork.law {
                Some(law) => law.outcomes.len(),
                None => fork.options.len(),
            };
            if fork.taken < options {
                return Some(self.open - 1);
            }
            self.open -= 1;
        }
        None
    }

    /// Adds the share up to each fork of this branch that `shares` does not know yet; the first of
    /// them is that of the start.
    pub(crate) fn weigh(&mut self, shares: &mut Vec<Share>) {
        for fork in &self.forks[shares.len() - 1..self.open] {
            let so_far = &shares[shares.len() - 1];
            let share = match &fork.law {
                Some(law) => so_far.then(&law.outcomes[fork.taken].1, &mut self.patience),
                None => {
                    let cases = Share::cases(fork.options[fork.taken].1, fork.of);
                    so_far.then(&cases, &mut self.patience)
                }
            };
            shares.push(share);
        }
    }

    /// Whether the branches seen so far are not all there are.
    pub(crate) fn failed(&self) -> bool {
        self.failed
    }

    /// The most of a roll's share that was too small to follow.
    pub(crate) fn lost(&self) -> f64 {
        self.lost
    }

    /// The law of a bag.
    fn law_of<P: Part>(&mut self, bag: &Bag, part: &P) -> Lawful<Arc<BagLaw>> {
        match bag.members().iter().any(|member| member.die.is_none()) {
            true => Ok(Arc::new(bag.law(&self.values_of(part)?)?)),
            false => bag.law_of_dice().clone(),
        }
    }

    /// The answers at this fork; where it is met first, by the law that is made then.
    fn answer(
        &mut self,
        answers: &mut [i32],
        law: impl FnOnce(&mut Enumerated) -> Lawful<Arc<BagLaw>>,
    ) {
        let (new, place) = self.meet();
        if new {
            let law = law(self).unwrap_or_else(|_| {
                self.failed = true;
                let outcomes = vec![(vec![0; answers.len()], Share::one())];
                Arc::new(BagLaw { outcomes, lost: 0.0 })
            });
            self.lost = self.lost.max(law.lost);
            self.forks[place].law = Some(law);
        }
        let fork = &self.forks[place];
        if let Some(law) = &fork.law {
            answers.copy_from_slice(&law.outcomes[fork.taken].0);
        }
    }

    /// The law of what is in a bag beside dice.
    fn values_of<P: Part>(&mut self, part: &P) -> Result<Vec<(i32, Share)>, Failure> {
        let mut chance = Enumerated::default();
        let (mut values, mut shares) = (Vec::new(), vec![Share::one()]);
        loop {
            let value = part.value(&mut chance);
            chance.weigh(&mut shares);
            values.push((value, shares[shares.len() - 1].clone()));
            if values.len() > MOST_OF_PART {
                return Err(Failure::Budget);
            }
            match chance.advance() {
                Some(shared) => shares.truncate(shared + 1),
                None => break,
            }
        }
        self.lost = self.lost.max(chance.lost);
        if chance.failed { Err(Failure::Budget) } else { Ok(values) }
    }

    /// The fork that this run meets next; a new one is empty.
    #[inline]
    fn meet(&mut self) -> (bool, usize) {
        let new = self.passed == self.open;
        if new {
            if self.open == self.forks.len() {
                self.forks.push(Fork { options: Vec::new(), of: 1, law: None, taken: 0 });
            }
            let fork = &mut self.forks[self.open];
            fork.taken = 0;
            fork.options.clear();
            fork.law = None;
            self.open += 1;
        }
        self.passed += 1;
        (new, self.passed - 1)
    }

    /// The answer at this fork. On the first visit `options` fills in the possible answers and
    /// returns the number of equally likely cases.
    #[inline]
    fn ask(&mut self, options: impl FnOnce(&mut Vec<(i32, u64)>) -> u64) -> i32 {
        let (new, place) = self.meet();
        let fork = &mut self.forks[place];
        if new {
            fork.of = options(&mut fork.options);
        }
        fork.options[fork.taken].0
    }
}

impl Chance for Enumerated {
    const FORKS: bool = true;

    fn face(&mut self, die: &Die) -> i32 {
        self.ask(|options| {
            options.extend_from_slice(die.kinds());
            die.sides()
        })
    }

    fn faces<const N: usize>(
        &mut self,
        dice: [&Die; N],
        mut gist: impl FnMut([i32; N]) -> i32,
    ) -> i32 {
        self.ask(|options| {
            each(dice.map(Die::kinds), |kinds| {
                let cases = kinds.iter().map(|&(_, copies)| copies).product();
                add(options, gist(kinds.map(|(face, _)| face)), cases);
            });
            dice.iter().map(|die| die.sides()).product()
        })
    }

    fn cards<const N: usize, const W: usize>(
        &mut self,
        deck: &Deck<W>,
        mut gist: impl FnMut([i32; N]) -> i32,
    ) -> i32 {
        self.ask(|options| {
            each([deck.kinds(); N], |kinds| {
                // Of a kind that was drawn before, so many are gone.
                let left = |place: usize| {
                    let before = kinds[..place].iter();
                    let gone = before.filter(|before| before.value == kinds[place].value).count();
                    u64::from(kinds[place].cards.count()).saturating_sub(gone as u64)
                };
                let cases = (0..N).map(left).product();
                if cases > 0 {
                    add(options, gist(kinds.map(|kind| kind.value)), cases);
                }
            });
            (0..N as u64).map(|gone| u64::from(deck.size()) - gone).product()
        })
    }

    fn choose(&mut self, odds: &Odds) -> usize {
        self.ask(|options| {
            let choices = (0..).zip(odds.weights().iter().copied());
            options.extend(choices.filter(|&(_, weight)| weight > 0));
            odds.total()
        }) as usize
    }

    fn take<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> u32 {
        // Always the last card of its value, so that equal cards left are equal sets, and merge.
        let place = self.ask(|options| {
            let kinds = deck.kinds().iter().map(|kind| kind.cards.and(*left));
            let last = |cards: Cards<W>| Some((cards.highest()? as i32, u64::from(cards.count())));
            options.extend(kinds.filter_map(last));
            u64::from(left.count())
        }) as u32;
        left.remove(place);
        place
    }

    fn hand<const W: usize>(
        &mut self,
        deck: &Deck<W>,
        left: &mut Cards<W>,
        count: u32,
    ) -> Cards<W> {
        let mut hand = Cards::default();
        let mut rest = left.count();
        if binomial(rest, count).is_none() {
            // More hands than can be counted: card by card, with more branches and equal chances.
            (0..count).for_each(|_| hand.insert(self.take(deck, left)));
            return hand;
        }
        let ways = |n, k| binomial(n, k).expect("no more hands than of the whole");
        let mut wanted = count;
        for kind in deck.kinds() {
            let here = left.and(kind.cards);
            let copies = here.count();
            rest -= copies;
            // So many at least, or the higher cards will not be enough.
            let (least, most) = (wanted.saturating_sub(rest), wanted.min(copies));
            let taken = match least == most {
                true => most,
                false => self.ask(|options| {
                    let cases = |k: u32| (k as i32, ways(copies, k) * ways(rest, wanted - k));
                    options.extend((least..=most).map(cases));
                    ways(copies + rest, wanted)
                }) as u32,
            };
            for place in here.places().skip((copies - taken) as usize) {
                left.remove(place);
                hand.insert(place);
            }
            wanted -= taken;
        }
        hand
    }

    fn settle<const W: usize>(&self, deck: &Deck<W>, piles: &mut [Cards<W>]) {
        for kind in deck.kinds() {
            let all = piles.iter().fold(Cards::default(), |all: Cards<W>, pile| all.or(*pile));
            let mut places = all.and(kind.cards).places();
            for pile in &mut *piles {
                let count = pile.and(kind.cards).count();
                *pile = pile.without(kind.cards);
                places.by_ref().take(count as usize).for_each(|place| pile.insert(place));
            }
        }
    }

    fn deal<G: Gist, const W: usize>(&mut self, deck: &Deck<W>, count: usize, gist: &G) -> i32 {
        let Some(hands) = binomial(deck.size(), count as u32) else {
            let hand = self.hand(deck, &mut deck.full(), count as u32);
            return gist::of(gist, deck, hand);
        };
        self.ask(|options| {
            // ways[(cards dealt, gist)] over the values seen so far; a hand of `count` takes k of a
            // value in C(copies, k) ways.
            let mut ways = vec![(0, gist.of_none(), 1u64)];
            for kind in deck.kinds() {
                let mut next: Vec<(usize, i32, u64)> = Vec::new();
                for &(dealt, so_far, weight) in &ways {
                    for copies in 0..=kind.cards.count().min((count - dealt) as u32) {
                        let now = match copies {
                            0 => so_far,
                            _ => gist.with(so_far, kind.value, copies),
                        };
                        let ways = binomial(kind.cards.count(), copies).expect("at most all hands");
                        let weight = weight * ways;
                        let cards = dealt + copies as usize;
                        match next.iter_mut().find(|way| (way.0, way.1) == (cards, now)) {
                            Some((.., sum)) => *sum += weight,
                            None => next.push((cards, now, weight)),
                        }
                    }
                }
                ways = next;
            }
            let whole = ways.iter().filter(|(dealt, ..)| *dealt == count);
            options.extend(whole.map(|&(_, gist, weight)| (gist, weight)));
            options.sort_unstable();
            hands
        })
    }

    fn roll<P: Part>(&mut self, bag: &Bag, part: &P, answers: &mut [i32]) {
        self.answer(answers, |chance| chance.law_of(bag, part));
    }

    fn pick(
        &mut self,
        pile: &[(Shown, i32)],
        count: i32,
        questions: &[Question],
        answers: &mut [i32],
    ) {
        self.answer(answers, |_| law_of_cards(pile, count, questions).map(Arc::new));
    }
}

/// Adds so many cases to an answer.
fn add(options: &mut Vec<(i32, u64)>, answer: i32, cases: u64) {
    match options.iter_mut().find(|(other, _)| *other == answer) {
        Some((_, sum)) => *sum += cases,
        None => options.push((answer, cases)),
    }
}

/// Every way to take one of each list, the last list fastest; no list is empty.
fn each<T: Copy, const N: usize>(lists: [&[T]; N], mut visit: impl FnMut([T; N])) {
    let mut taken = [0; N];
    loop {
        visit(std::array::from_fn(|list| lists[list][taken[list]]));
        let Some(list) = (0..N).rev().find(|&list| taken[list] + 1 < lists[list].len()) else {
            return;
        };
        taken[list] += 1;
        taken[list + 1..].fill(0);
    }
}

/// The number of ways to take `k` of `n`; `None` if it does not fit 64 bits, as it does for every
/// `n` up to 64.
fn binomial(n: u32, k: u32) -> Option<u64> {
    (0..k.min(n - k)).try_fold(1u64, |ways, i| {
        u64::try_from(u128::from(ways) * u128::from(n - i) / u128::from(i + 1)).ok()
    })
}
