//! Property tests with random dice, decks and rules.

use std::collections::BTreeMap;

use oddsmith::chance::{Best, Chance, CountFrom, Deck, Die, Sampled, Stream};
use oddsmith::odds::{Check, Histogram, Law, Success, agreement};
use oddsmith::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
use proptest::prelude::*;

/// Rule that sums several dice, all in one step or one die per step.
struct Sum {
    die: Die,
    dice: i32,
    stepwise: bool,
}

const SUM: Handle = Handle::first("sum");

impl Rule for Sum {
    /// Number of dice rolled, and their sum.
    type State = (i32, i32);

    fn columns(&self) -> Columns {
        Columns::one(Column::new(
            SUM,
            Scale::numbers(self.dice * self.die.low(), self.dice * self.die.high()),
        ))
    }

    fn start(&self) -> (i32, i32) {
        (0, 0)
    }

    fn step<C: Chance>(
        &self,
        (done, sum): (i32, i32),
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<(i32, i32)> {
        if !self.stepwise {
            record.score(SUM, (0..self.dice).map(|_| chance.face(&self.die)).sum());
            return Step::Done;
        }
        let sum = sum + chance.face(&self.die);
        if done + 1 < self.dice {
            return Step::Next((done + 1, sum));
        }
        record.score(SUM, sum);
        Step::Done
    }
}

fn law(rule: &impl Rule) -> Law {
    Check::law(rule, 1_000_000).expect("a few dice are exact").columns.swap_remove(0)
}

fn faces() -> impl Strategy<Value = Vec<i32>> {
    prop::collection::vec(-9i32..=9, 1..=12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_die_keeps_the_proportions_of_its_faces(faces in faces()) {
        let die = Die::new(&faces);
        let count = |face: i32| faces.iter().filter(|&&other| other == face).count() as u64;
        for &(face, copies) in die.kinds() {
            prop_assert_eq!(copies * faces.len() as u64, count(face) * die.sides());
        }
        let mut luck = Sampled::new(&Stream::new(1, "a property"), 0);
        for _ in 0..100 {
            prop_assert!(faces.contains(&luck.face(&die)));
        }
    }

    #[test]
    fn steps_merge_into_the_same_law(faces in faces(), dice in 1..=4i32) {
        let at_once = Sum { die: Die::new(&faces), dice, stepwise: false };
        let stepwise = Sum { die: Die::new(&faces), dice, stepwise: true };
        prop_assert_eq!(law(&at_once), law(&stepwise));
    }

    #[test]
    fn law_sums_to_one_and_its_views_agree(faces in faces(), dice in 1..=3i32) {
        let law = law(&Sum { die: Die::new(&faces), dice, stepwise: true });
        let scores: Vec<i32> = law.scale().scores().collect();
        let total: f64 = scores.iter().map(|&score| law.share(score)).sum();
        prop_assert!((total - 1.0).abs() < 1e-12 && law.none().value == 0.0);
        for &score in &scores {
            let (above, below) = (law.share_of(Success::AtLeast(score)), law.share_of(Success::AtMost(score)));
            prop_assert!((above + below - law.share(score) - 1.0).abs() < 1e-12);
            prop_assert!(above + 1e-15 >= law.share_of(Success::AtLeast(score + 1)));
        }
        let mean = f64::from(dice) * faces.iter().map(|&face| f64::from(face)).sum::<f64>() / faces.len() as f64;
        prop_assert!((law.mean().unwrap() - mean).abs() < 1e-9);
        let quantiles: Vec<i32> = [0.0, 0.1, 0.5, 0.9, 1.0].into_iter().map(|level| law.quantile(level).unwrap()).collect();
        prop_assert!(quantiles.is_sorted());
    }

    #[test]
    fn runs_of_any_dice_agree_with_their_law(faces in faces(), dice in 1..=4i32, seed in 0u64..1000) {
        let rule = Sum { die: Die::new(&faces), dice, stepwise: true };
        let tally = oddsmith::odds::sample(&rule, "any dice", oddsmith::odds::Sample { trials: 20_000, seed }, &Default::default()).unwrap().columns.swap_remove(0);
        prop_assert!(agreement(&law(&rule), &tally).p > 1e-7);
    }

    /// Counts a deal hand by hand: every way to take `take` of the cards.
    #[test]
    fn deals_are_counted_hand_by_hand(values in prop::collection::vec(1i32..=5, 3..=9), take in 1usize..=3, least in 1i32..=5) {
        const BEST: Handle = Handle::first("best");
        const COUNT: Handle = BEST.then("count");
        struct Deal { deck: Deck, take: usize, least: i32 }
        impl Rule for Deal {
            type State = ();
            fn columns(&self) -> Columns {
                Columns::new([Column::new(BEST, Scale::numbers(1, 5)), Column::new(COUNT, Scale::numbers(0, 3))])
            }
            fn start(&self) {}
            fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
                record.score(COUNT, chance.deal(&self.deck, self.take, &CountFrom(self.least)));
                record.score(BEST, chance.deal(&self.deck, self.take, &Best));
                Step::Done
            }
        }
        let laws = Check::law(&Deal { deck: Deck::new(values.iter().copied()), take, least }, 100_000).unwrap();
        let hands: Vec<Vec<i32>> = (0u32..1 << values.len())
            .filter(|hand| hand.count_ones() as usize == take)
            .map(|hand| values.iter().enumerate().filter(|(place, _)| hand >> place & 1 == 1).map(|(_, &value)| value).collect())
            .collect();
        let mut best: BTreeMap<i32, u32> = BTreeMap::new();
        let mut count: BTreeMap<i32, u32> = BTreeMap::new();
        for hand in &hands {
            *best.entry(*hand.iter().max().unwrap()).or_default() += 1;
            *count.entry(hand.iter().filter(|&&value| value >= least).count() as i32).or_default() += 1;
        }
        for (law, counted) in laws.columns.iter().zip([best, count]) {
            for score in law.scale().scores() {
                let wanted = f64::from(counted.get(&score).copied().unwrap_or(0)) / hands.len() as f64;
                prop_assert!((law.share(score) - wanted).abs() < 1e-12);
            }
        }
    }

    /// More toughness never shortens the mean, and only the difference to damage matters.
    #[test]
    fn tougher_targets_last_longer(toughness in 0i32..12, damage in 8i32..14, system in 0usize..2, bruises in any::<bool>()) {
        let system = ["melodrama", "mutants"][system];
        let law = |toughness: i32, damage: i32| {
            let question = format!("{system}.knockout toughness={toughness} damage={damage} stagger_bruises={bruises}");
            oddsmith::case(&question).unwrap().law(1_000_000).unwrap().columns.swap_remove(0)
        };
        let usual = law(toughness, damage);
        prop_assert!((usual.scale().scores().map(|blows| usual.share(blows)).sum::<f64>() - 1.0).abs() < 1e-12);
        // One more toughness and one more damage leave the difference unchanged.
        prop_assert_eq!(&usual, &law(toughness + 1, damage + 1));
        prop_assert!(law(toughness + 1, damage).mean() >= usual.mean());
    }

    /// A column that counts up in the engine equals a count in the state.
    #[test]
    fn counting_up_equals_counting_in_the_state(faces in faces(), least in -9i32..=9, limit in 1u16..12) {
        const THROWS: Handle = Handle::first("throws");
        const HITS: Handle = THROWS.then("hits");
        struct Hits { die: Die, least: i32, limit: u16, in_state: bool }
        impl Rule for Hits {
            type State = u16;
            fn columns(&self) -> Columns {
                let hits = Column::new(HITS, Scale::numbers(0, i32::from(self.limit)));
                let hits = if self.in_state { hits } else { hits.counts_up() };
                Columns::new([Column::new(THROWS, Scale::steps(self.limit)), hits])
            }
            fn start(&self) -> u16 {
                0
            }
            fn step<C: Chance>(&self, hits: u16, chance: &mut C, record: &mut impl Record) -> Step<u16> {
                let face = chance.face(&self.die);
                if face >= self.least && !self.in_state {
                    record.count(HITS);
                }
                let hits = hits + u16::from(face >= self.least && self.in_state);
                if face % 5 != 0 {
                    return Step::Next(hits);
                }
                if self.in_state {
                    record.score(HITS, i32::from(hits));
                }
                Step::Done
            }
            fn cut_off(&self, hits: u16, record: &mut impl Record) {
                if self.in_state {
                    record.score(HITS, i32::from(hits));
                }
            }
        }
        let laws = [true, false].map(|in_state| {
            let rule = Hits { die: Die::new(&faces), least, limit, in_state };
            let run = oddsmith::odds::Sample { trials: 5_000, seed: 1 };
            (Check::law(&rule, 1_000_000).unwrap().columns, oddsmith::odds::sample(&rule, "hits", run, &Default::default()).unwrap())
        });
        for (one, other) in laws[0].0.iter().zip(&laws[1].0) {
            for score in one.scale().scores() {
                prop_assert!((one.share(score) - other.share(score)).abs() < 1e-12);
            }
        }
        prop_assert_eq!(&laws[0].1.columns, &laws[1].1.columns);
    }

    /// Two faces drawn as a summary, one after the other, or with a `Step::Within` between them,
    /// give the same law of steps.
    #[test]
    fn within_does_not_count_as_a_step(faces in faces(), least in -18i32..=18) {
        struct Pairs { die: Die, least: i32, kind: u8 }
        impl Rule for Pairs {
            type State = Option<i32>;
            fn columns(&self) -> Columns {
                Columns::one(Column::new(Handle::first("throws"), Scale::steps(9)))
            }
            fn start(&self) -> Option<i32> {
                None
            }
            fn step<C: Chance>(&self, before: Option<i32>, chance: &mut C, _: &mut impl Record) -> Step<Option<i32>> {
                let reaches = match (self.kind, before) {
                    (0, _) => chance.faces([&self.die, &self.die], |[a, b]| i32::from(a + b >= self.least)) == 1,
                    (1, _) => chance.face(&self.die) + chance.face(&self.die) >= self.least,
                    (_, None) => return Step::Within(Some(chance.face(&self.die))),
                    (_, Some(first)) => first + chance.face(&self.die) >= self.least,
                };
                if reaches { Step::Done } else { Step::Next(None) }
            }
        }
        let laws = [0, 1, 2].map(|kind| law(&Pairs { die: Die::new(&faces), least, kind }));
        for score in 1..=9 {
            prop_assert!((laws[0].share(score) - laws[1].share(score)).abs() < 1e-13);
            prop_assert!((laws[0].share(score) - laws[2].share(score)).abs() < 1e-13);
        }
        let sampled = |kind: u8| oddsmith::odds::sample(&Pairs { die: Die::new(&faces), least, kind }, "pairs", oddsmith::odds::Sample { trials: 2_000, seed: 1 }, &Default::default()).unwrap();
        prop_assert_eq!(sampled(0), sampled(2));
    }

    /// Compares kept dice with all throws sorted.
    #[test]
    fn kept_dice_are_the_best_of_their_throw(dice in 1usize..=4, sides in 2i32..=5, keep in 1usize..=4, highest in any::<bool>()) {
        let keep = keep.min(dice);
        let end = if highest { "kh" } else { "kl" };
        let question = format!("house.roll luck={dice}d{sides}{end}{keep} dc=0");
        let found = oddsmith::case(&question).unwrap().law(100_000).unwrap().columns.swap_remove(0);
        let throws = (sides as u32).pow(dice as u32);
        let mut sums: BTreeMap<i32, u32> = BTreeMap::new();
        for throw in 0..throws {
            let mut faces: Vec<i32> = (0..dice as u32).map(|die| (throw / (sides as u32).pow(die)) as i32 % sides + 1).collect();
            faces.sort_unstable_by(|a, b| if highest { b.cmp(a) } else { a.cmp(b) });
            *sums.entry(faces[..keep].iter().sum()).or_default() += 1;
        }
        for (sum, count) in sums {
            prop_assert!((found.share(sum) - f64::from(count) / f64::from(throws)).abs() < 1e-12);
        }
    }

    #[test]
    fn kinds_partition_the_deck(values in prop::collection::vec(-20i32..20, 1..=64)) {
        let deck = Deck::new(values.clone());
        prop_assert_eq!(deck.full().count() as usize, values.len());
        for (place, kind) in deck.kinds().iter().enumerate() {
            prop_assert_eq!(kind.cards.and(deck.full()), kind.cards);
            prop_assert!(deck.kinds()[..place].iter().all(|other| other.cards.and(kind.cards).count() == 0));
            prop_assert_eq!(kind.cards.count() as usize, values.iter().filter(|&&value| value == kind.value).count());
        }
    }
}
