//! The [`Chance`] implementation of [`Enumerated`]: the fork of each request.

use std::sync::Arc;

use super::Enumerated;
use crate::chance::bag::law_of_cards;
use crate::chance::fork::{Summaries, each, put};
use crate::chance::summary::binomial;
use crate::chance::{
    Bag, Cards, Chance, Deck, Die, FoldedChance, Odds, Part, Question, Shown, Summarize, summary,
};

impl Chance for Enumerated {
    fn face(&mut self, die: &Die) -> i32 {
        self.ask(|options| {
            options.extend_from_slice(die.kinds());
            die.sides()
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
        // Always the last card of its value, so that equal remaining cards form equal sets and
        // merge.
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
            // The number of hands overflows: draw card by card, with more branches and equal
            // probabilities.
            (0..count).for_each(|_| hand.insert(self.take(deck, left)));
            return hand;
        }
        let ways = |n, k| binomial(n, k).expect("no more hands than of the whole");
        let mut wanted = count;
        for kind in deck.kinds() {
            let here = left.and(kind.cards);
            let copies = here.count();
            rest -= copies;
            // At least this many, since the higher kinds do not have enough cards.
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
}

impl FoldedChance for Enumerated {
    const FORKS: bool = true;

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn faces<const N: usize>(
        &mut self,
        dice: [&Die; N],
        summarize: impl FnMut([i32; N]) -> i32,
    ) -> i32 {
        self.again().unwrap_or_else(|| self.gists_of(dice, summarize))
    }

    fn cards<const N: usize, const W: usize>(
        &mut self,
        deck: &Deck<W>,
        mut summarize: impl FnMut([i32; N]) -> i32,
    ) -> i32 {
        self.ask_summaries(|options| {
            each([deck.kinds(); N], |kinds| {
                // Subtract the cards of this kind that were drawn before.
                let left = |place: usize| {
                    let before = kinds[..place].iter();
                    let gone = before.filter(|before| before.value == kinds[place].value).count();
                    u64::from(kinds[place].cards.count()).saturating_sub(gone as u64)
                };
                let cases = (0..N).map(left).product();
                if cases > 0 {
                    options.add(summarize(kinds.map(|kind| kind.value)), cases);
                }
            });
            (0..N as u64).map(|gone| u64::from(deck.size()) - gone).product()
        })
    }

    #[inline]
    fn memoized<T>(
        &mut self,
        of: &T,
        key: [i32; 2],
        ask: impl FnOnce(&mut Enumerated) -> i32,
    ) -> i32 {
        let at = self.passed;
        if at == self.open {
            return self.meet_known((std::ptr::from_ref(of).addr(), key), ask);
        }
        if !self.forks[at].known {
            return ask(self);
        }
        self.passed += 1;
        self.forks[at].answer()
    }

    fn memoized_block<T>(
        &mut self,
        of: &T,
        key: [i32; 2],
        mut ask: impl FnMut(&mut Enumerated) -> i32,
    ) -> i32 {
        let at = self.passed;
        if at == self.open {
            let key = (std::ptr::from_ref(of).addr(), key);
            if !self.gathered.contains_key(&key) {
                let fork = self.gather(&mut ask);
                self.gathered.insert(key, fork);
            }
            // A request with too many branches for one fork is enumerated fork by fork.
            let Some(known) = &self.gathered[&key] else { return ask(self) };
            put(&mut self.forks, at, known);
            self.open += 1;
        } else if !self.forks[at].gathered {
            return ask(self);
        }
        self.passed += 1;
        self.forks[at].answer()
    }

    fn memoized_as<T>(
        &mut self,
        of: &T,
        key: [i32; 2],
        ask: impl FnOnce(&mut Enumerated) -> i32,
        make: impl Fn(i32) -> i32,
    ) -> i32 {
        let at = self.passed;
        let new = at == self.open;
        let answer = self.memoized(of, key, ask);
        let fork = self.forks[..self.open].get_mut(at);
        let Some(fork) = fork.filter(|fork| fork.known && fork.law.is_none()) else {
            return make(answer);
        };
        if new {
            let asked = std::mem::take(&mut fork.options);
            let mut summaries = Summaries::new(&mut fork.options, &mut self.finder);
            asked.iter().for_each(|&(answer, cases)| summaries.add(make(answer), cases));
        }
        fork.answer()
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

    fn deal<G: Summarize, const W: usize>(
        &mut self,
        deck: &Deck<W>,
        count: usize,
        summarize: &G,
    ) -> i32 {
        let Some(hands) = binomial(deck.size(), count as u32) else {
            let hand = self.hand(deck, &mut deck.full(), count as u32);
            return summary::of(summarize, deck, hand);
        };
        self.ask(|options| {
            options.append(&mut summary::all(summarize, deck, count));
            hands
        })
    }

    fn roll<P: Part>(&mut self, bag: &Bag, part: &P, answers: &mut [i32]) {
        self.answer(answers, || Enumerated::law_of(bag, part));
    }

    fn pick(
        &mut self,
        pile: &[(Shown, i32)],
        count: i32,
        questions: &[Question],
        answers: &mut [i32],
    ) {
        self.answer(answers, || law_of_cards(pile, count, questions).map(Arc::new));
    }
}
