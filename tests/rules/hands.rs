//! Tests of hands of cards: dealt hands counted a second way, equal hands as equal states, and
//! scripted deals.

use std::collections::BTreeMap;

use oddsmith::chance::{
    Cards, Chance, Deck, Enumerated, FoldedChance, Recorder, Sampled, Scripted, Stream,
};
use oddsmith::odds::{Check, Histogram, Sample, agreement, sample};
use oddsmith::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
use proptest::prelude::*;

const FIRST: Handle = Handle::first("first");
const HELD: Handle = FIRST.then("held");
const ODD: Handle = Handle::first("odd");

/// Rule that turns up a card, deals a hand from the rest, and takes a card of the hand.
struct Dealt<const W: usize> {
    deck: Deck<W>,
    count: u32,
}

impl<const W: usize> Rule for Dealt<W> {
    type State = Option<[Cards<W>; 3]>;

    fn columns(&self) -> Columns {
        let values = self.deck.values();
        let card = Scale::numbers(values[0], values[values.len() - 1]);
        // The contents of a hand in base 10: a digit for the copies of each value from 1 to 4.
        Columns::new([
            Column::new(FIRST, card),
            Column::new(HELD, Scale::numbers(0, 9999)).or_none(),
        ])
    }

    fn start(&self) -> Self::State {
        None
    }

    fn step<C: Chance>(
        &self,
        state: Self::State,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Self::State> {
        let Some([mut up, mut hand, mut left]) = state else {
            let mut left = self.deck.full();
            let up = Cards::one(chance.take(&self.deck, &mut left));
            let hand = chance.hand(&self.deck, &mut left, self.count);
            let mut piles = [up, hand, left];
            chance.settle(&self.deck, &mut piles);
            return Step::Next(Some(piles));
        };
        let copies = |value: i32| {
            let kind = self.deck.kinds().iter().find(|kind| kind.value == value);
            kind.map_or(0, |kind| kind.cards.and(hand).count() as i32)
        };
        let held = (1..=4).fold(0, |held, value| 10 * held + copies(value));
        assert_eq!(up.or(hand).or(left), self.deck.full(), "each card is in one place");
        let place = chance.take(&self.deck, &mut hand);
        left.insert(place);
        up.insert(place);
        record.score(HELD, held);
        record.score(FIRST, self.deck.value(place));
        Step::Done
    }
}

proptest! {
    /// Counts hands one by one: every way to turn up a card and to take `count` of the others.
    #[test]
    fn hands_are_counted_one_by_one(values in prop::collection::vec(1i32..=4, 4..=8), count in 1u32..=3) {
        let laws = Check::law(&Dealt { deck: Deck::new(values.clone()), count }, 1_000_000).unwrap();
        let mut hands: BTreeMap<i32, u32> = BTreeMap::new();
        let n = values.len();
        for up in 0..n {
            for hand in (0u32..1 << n).filter(|hand| hand.count_ones() == count && hand >> up & 1 == 0) {
                let copies = |value| (0..n).filter(|&at| hand >> at & 1 == 1 && values[at] == value).count() as i32;
                *hands.entry((1..=4).fold(0, |held, value| 10 * held + copies(value))).or_default() += 1;
            }
        }
        let all: u32 = hands.values().sum();
        let held = laws.column("held").unwrap();
        for (hand, count) in hands {
            prop_assert!((held.share(hand) - f64::from(count) / f64::from(all)).abs() < 1e-12);
        }
        // The card taken from the hand is distributed like a card of the deck.
        let first = laws.column("first").unwrap();
        for value in 1..=4 {
            let share = values.iter().filter(|&&card| card == value).count() as f64 / n as f64;
            if (first.scale().low()..=first.scale().high()).contains(&value) {
                prop_assert!((first.share(value) - share).abs() < 1e-12);
            }
        }
    }

    /// Swapping equal cards between piles changes nothing visible.
    #[test]
    fn piles_with_equal_values_settle_to_equal_sets(values in prop::collection::vec(1i32..=3, 6..=60), seed in 0u64..1000) {
        let deck = Deck::new(values);
        let mut luck = Sampled::new(&Stream::new(seed, "equal piles"), 0);
        let mut piles = [Cards::default(); 3];
        for place in deck.full().places() {
            piles[luck.face(&oddsmith::chance::Die::sided(3)) as usize - 1].insert(place);
        }
        // The same values in each pile, with other cards.
        let mut others = [Cards::default(); 3];
        let mut left = deck.full();
        for kind in deck.kinds().iter().rev() {
            for (pile, other) in piles.iter().zip(&mut others).rev() {
                for _ in 0..pile.and(kind.cards).count() {
                    let place = left.and(kind.cards).lowest().unwrap();
                    left.remove(place);
                    other.insert(place);
                }
            }
        }
        let settled = |mut piles: [Cards; 3]| {
            Enumerated::new().settle(&deck, &mut piles);
            piles
        };
        prop_assert_eq!(settled(piles), settled(others));
        for (pile, settled) in piles.iter().zip(settled(piles)) {
            for kind in deck.kinds() {
                prop_assert_eq!(pile.and(kind.cards).count(), settled.and(kind.cards).count());
            }
        }
    }
}

/// Compares the sampler and the law of one rule with 156 cards, which take three words of 64 bits.
#[test]
fn large_decks_agree_with_their_law() {
    let rule = Dealt { deck: Deck::<3>::wide((0..156).map(|card| 1 + card % 4)), count: 6 };
    let laws = Check::law(&rule, 1_000_000).unwrap();
    let run = Sample { trials: 200_000, seed: 3 };
    let tallies = sample(&rule, "156 cards", run, &Default::default()).unwrap();
    for (law, tally) in laws.columns.iter().zip(&tallies.columns) {
        assert!(agreement(law, tally).p > 1e-6, "{:?}", agreement(law, tally));
    }
    // 39 of each value: six of the lowest are one hand in 156! / (150! 6!) over 39! / (33! 6!).
    let six_ones = (0..6).map(|i| (39.0 - f64::from(i)) / (156.0 - f64::from(i))).product::<f64>();
    assert!((laws.column("held").unwrap().share(6000) - six_ones).abs() < 1e-12);
}

/// Rule that counts the one odd card of a deck in a hand of 30 cards: 0 or 1.
struct Odd(Deck<3>);

impl Rule for Odd {
    type State = ();

    fn columns(&self) -> Columns {
        Columns::one(Column::new(ODD, Scale::numbers(0, 1)))
    }

    fn start(&self) {}

    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let hand = chance.hand(&self.0, &mut self.0.full(), 30);
        record.score(ODD, hand.and(self.0.kinds()[0].cards).count() as i32);
        Step::Done
    }
}

/// More hands than 64 bits can count are dealt card by card, with the same law.
#[test]
fn uncountable_hands_have_the_right_law() {
    let rule = Odd(Deck::wide((0..156).map(|card| i32::from(card < 155))));
    let laws = Check::law(&rule, 1_000).unwrap();
    let odd = laws.column("odd").unwrap().share(1);
    assert!((odd - 30.0 / 156.0).abs() < 1e-12, "{odd}");
}

/// A script deals a hand by its values, and the recorded luck names the dealt hand.
#[test]
fn hands_are_dealt_from_a_script() {
    let deck = Deck::new([2, 2, 5, 9, 13]);
    let deal = |script: &str, count: u32| {
        let mut left = deck.full();
        let mut chance = Recorder::scripted(Scripted::parse(script).unwrap());
        let hand = chance.hand(&deck, &mut left, count);
        let (seen, finished) = chance.finish();
        let values: Vec<i32> = hand.places().map(|place| deck.value(place)).collect();
        finished.map(|()| (values, left.count(), seen))
    };
    let (values, left, seen) = deal("deal 13 2 2", 3).unwrap();
    assert_eq!((values, left, seen[0].to_string()), (vec![2, 2, 13], 2, "deal 2 2 13".to_owned()));
    assert_eq!(deal("", 0).unwrap().0, Vec::<i32>::new());
    let error = deal("deal 9 9 2", 3).unwrap_err();
    assert_eq!(error.to_string(), "`deal 9 9 2` is not left in the deck (luck word 1)");
    assert_eq!(error.hint().unwrap().to_string(), "there is 2 5 13");
    assert!(deal("deal 9 2", 3).is_err());
    assert!(deal("card 9", 1).is_err());
}

/// Rule that draws a card from a pile of a deck with distinct cards.
struct OneOf<const W: usize> {
    deck: Deck<W>,
    pile: Cards<W>,
}

impl<const W: usize> Rule for OneOf<W> {
    type State = ();

    fn columns(&self) -> Columns {
        Columns::one(Column::new(FIRST, Scale::numbers(0, self.deck.size() as i32 - 1)))
    }

    fn start(&self) {}

    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let mut left = self.pile;
        let card = chance.draw(&self.deck, &mut left);
        assert_eq!(left.count() + 1, self.pile.count());
        record.score(FIRST, card);
        Step::Done
    }
}

/// Asserts that each card of a pile is drawn equally often, for full and nearly empty piles of a
/// deck of `cards` cards.
fn assert_cards_are_drawn_equally_often<const W: usize>(cards: i32) {
    let deck = Deck::<W>::wide(0..cards);
    let piles =
        [1, 2, 5, 3 * cards / 10, 6 * cards / 10, cards - 1, cards].map(|count| count as u32);
    for (seed, count) in (1..).zip(piles) {
        let mut luck = Sampled::new(&Stream::new(seed, "piles"), 0);
        let pile = luck.hand(&deck, &mut deck.full(), count);
        let rule = OneOf { deck: deck.clone(), pile };
        let law = Check::law(&rule, 1_000).unwrap();
        assert!(
            pile.places().all(|place| law.columns[0].share(place as i32) == 1.0 / f64::from(count))
        );
        let run = Sample { trials: 100_000, seed };
        let drawn = sample(&rule, "one of a pile", run, &Default::default()).unwrap();
        let agreement = agreement(&law.columns[0], &drawn.columns[0]);
        assert!(agreement.p > 1e-6, "{count} of {cards} cards: {agreement:?}");
    }
}

#[test]
fn cards_of_a_pile_are_drawn_equally_often() {
    assert_cards_are_drawn_equally_often::<1>(20);
    assert_cards_are_drawn_equally_often::<1>(54);
    assert_cards_are_drawn_equally_often::<1>(64);
    assert_cards_are_drawn_equally_often::<2>(108);
    assert_cards_are_drawn_equally_often::<3>(156);
}
