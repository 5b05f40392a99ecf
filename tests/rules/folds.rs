//! Tests of folded rolls against every roll of small bags, die by die.

use oddsmith::chance::{
    Bag, Cards, Chance, Deck, Die, Faces, FoldedChance, Keep, Member, Modifier, NoPart, Odds, Part,
    Question, RollQuery, Sampled, Stream, Summarize,
};
use oddsmith::odds::{Check, Histogram};
use oddsmith::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
use proptest::prelude::*;

const FIRST: Handle = Handle::first("first");
const SECOND: Handle = FIRST.then("second");
const JOINT: Handle = SECOND.then("joint");

/// A bag with two questions, rolled at once or die by die.
struct Rolled {
    bag: Bag,
    one_by_one: bool,
}

/// A chance without folding, which rolls a bag die by die.
struct DieByDie<'c, C>(&'c mut C);

impl<C: Chance> Chance for DieByDie<'_, C> {
    fn face(&mut self, die: &Die) -> i32 {
        self.0.face(die)
    }
    fn choose(&mut self, odds: &Odds) -> usize {
        self.0.choose(odds)
    }
    fn take<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> u32 {
        self.0.take(deck, left)
    }
    fn hand<const W: usize>(
        &mut self,
        deck: &Deck<W>,
        left: &mut Cards<W>,
        count: u32,
    ) -> Cards<W> {
        self.0.hand(deck, left, count)
    }
}

impl<C: Chance> FoldedChance for DieByDie<'_, C> {
    fn deal<G: Summarize, const W: usize>(
        &mut self,
        deck: &Deck<W>,
        count: usize,
        gist: &G,
    ) -> i32 {
        self.0.deal(deck, count, gist)
    }
}

impl Rule for Rolled {
    type State = ();
    fn columns(&self) -> Columns {
        Columns::new([
            Column::new(FIRST, Scale::numbers(-90, 90)),
            Column::new(SECOND, Scale::numbers(-90, 90)),
            Column::new(JOINT, Scale::numbers(-9_000, 9_000)),
        ])
    }
    fn start(&self) {}
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let mut answers = [0; 2];
        if self.one_by_one {
            DieByDie(chance).roll(&self.bag, &NoPart, &mut answers);
        } else {
            chance.roll(&self.bag, &NoPart, &mut answers);
        }
        record.score(FIRST, answers[0]);
        record.score(SECOND, answers[1]);
        record.score(JOINT, answers[0] * 90 + answers[1]);
        Step::Done
    }
}

fn faces() -> impl Strategy<Value = Faces> {
    prop_oneof![
        (1i32..5).prop_map(Faces::only),
        (1i32..5).prop_map(|low| Faces(vec![(low, i32::MAX)])),
        Just(Faces(vec![(1, 1), (3, 4)])),
    ]
}

fn modifiers() -> impl Strategy<Value = Vec<Modifier>> {
    let explode = (faces(), any::<bool>(), any::<bool>(), 2u32..4).prop_map(
        |(when, same_die, penetrates, longest)| Modifier::Explode {
            when,
            same_die,
            penetrates,
            longest,
        },
    );
    let other = prop_oneof![
        faces().prop_map(|when| Modifier::Reroll { once: true, when }),
        (1i32..4).prop_map(Modifier::AtLeast),
        (2i32..4).prop_map(Modifier::AtMost),
    ];
    let some = || prop::collection::vec(other.clone(), 0..2);
    let other = some();
    (some(), prop::option::of(explode), other).prop_map(|(before, explode, after)| {
        before.into_iter().chain(explode).chain(after).collect()
    })
}

fn die() -> impl Strategy<Value = Die> {
    prop_oneof![
        (2u16..5).prop_map(Die::sided),
        Just(Die::new(&[-1, 0, 1])),
        Just(Die::new(&[1, 1, 2, 4])),
    ]
}

fn member() -> impl Strategy<Value = Member> {
    (0u32..3, die(), modifiers()).prop_map(|(count, die, modifiers)| Member {
        count,
        die: Some(die),
        modifiers,
    })
}

fn keep() -> impl Strategy<Value = Keep> {
    prop_oneof![
        3 => Just(Keep::All),
        1 => (1u32..4).prop_map(Keep::Highest),
        1 => (1u32..4).prop_map(Keep::Lowest),
        1 => (1u32..3).prop_map(Keep::DropHighest),
        1 => (1u32..3).prop_map(Keep::DropLowest),
        1 => (1u32..3).prop_map(Keep::Middle),
    ]
}

fn question() -> impl Strategy<Value = Question> {
    let asked = prop_oneof![
        Just(RollQuery::Sum),
        prop::collection::vec(faces(), 1..3).prop_map(|parts| RollQuery::Tally(parts.into())),
        Just(RollQuery::Size),
        (1u32..4).prop_map(RollQuery::Nth),
        Just(RollQuery::Lowest),
        Just(RollQuery::Matches),
        Just(RollQuery::MatchFace),
        (1u32..3).prop_map(RollQuery::Sets),
        Just(RollQuery::Run),
    ];
    (asked, prop::bool::weighted(0.2), prop::option::of(1i32..9))
        .prop_map(|(asked, rolled, most)| Question { asked, rolled, most })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn folded_law_equals_the_law_die_by_die(
        members in prop::collection::vec(member(), 1..3),
        keep in keep(),
        questions in prop::collection::vec(question(), 2),
    ) {
        let bag = Bag::of(members).keep(keep).ask(questions);
        let law = |one_by_one| Rolled { bag: bag.clone(), one_by_one }.law(2_000);
        let Ok(plain) = law(true) else { return Ok(()) };
        let folded = law(false).unwrap();
        prop_assert!(folded.branches <= plain.branches);
        for (a, b) in plain.columns.iter().zip(&folded.columns) {
            for score in a.scale().scores() {
                prop_assert_eq!(a.exactly(score).fraction(), b.exactly(score).fraction());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]
    #[test]
    fn dice_sampled_together_equal_dice_sampled_one_by_one(
        members in prop::collection::vec((0u32..14, member()), 1..3),
        keep in keep(),
        questions in prop::collection::vec(question(), 1..3),
    ) {
        let members = members.into_iter().map(|(count, member)| Member { count, ..member });
        let bag = Bag::of(members.collect()).keep(keep).ask(questions);
        let stream = Stream::new(3, "dice together");
        let (mut together, mut single) = (Sampled::new(&stream, 0), Sampled::new(&stream, 0));
        for roll in 0..40 {
            let mut answers = [[0; 2]; 2];
            together.roll(&bag, &NoPart, &mut answers[0]);
            DieByDie(&mut single).roll(&bag, &NoPart, &mut answers[1]);
            prop_assert_eq!(answers[0], answers[1], "roll {}", roll);
        }
    }
}

/// Returns the exact share of a score in the only question of a bag.
fn share(bag: Bag, query: Question, score: i32) -> Option<String> {
    let bag = bag.ask([query.clone(), query]);
    let laws = Rolled { bag, one_by_one: false }.law(1_000_000).unwrap();
    laws.column("first").unwrap().exactly(score).fraction()
}

fn exploding(count: u32, sides: u16, same_die: bool) -> Bag {
    let when = Faces::only(sides.into());
    let modifiers =
        vec![Modifier::Explode { when, same_die, penetrates: false, longest: u32::MAX }];
    Bag::of(vec![Member { count, die: Some(Die::sided(sides)), modifiers }])
}

#[test]
fn unlimited_explosions_are_exact_for_bounded_questions() {
    let sum = |most| Question { asked: RollQuery::Sum, rolled: false, most: Some(most) };
    // d4!!: 4 or more has 1/4, and 5 or more too, as a 4 always explodes.
    assert_eq!(share(exploding(1, 4, true), sum(5), 5).as_deref(), Some("1/4"));
    assert_eq!(share(exploding(1, 4, false), sum(5), 5).as_deref(), Some("1/4"));
    // The number of ones on two exploding d6 does not depend on the sixes: each chain ends in one
    // of five faces.
    let ones = Question::of(RollQuery::Tally(vec![Faces::only(1)].into()));
    assert_eq!(share(exploding(2, 6, false), ones, 2).as_deref(), Some("1/25"));
    // The highest of two exploding d6 is a 6 if any die shows one.
    let bag = exploding(2, 6, false).keep(Keep::Highest(1));
    assert_eq!(share(bag, Question::of(RollQuery::Sum), 6).as_deref(), Some("11/36"));
}

#[test]
fn unlimited_explosions_without_a_bound_report_their_error() {
    let bag =
        exploding(1, 6, true).ask([Question::of(RollQuery::Sum), Question::of(RollQuery::Size)]);
    struct Capped(Bag);
    impl Rule for Capped {
        type State = ();
        fn columns(&self) -> Columns {
            Columns::one(Column::new(FIRST, Scale::numbers(0, 400)))
        }
        fn start(&self) {}
        fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
            let mut answers = [0; 2];
            chance.roll(&self.0, &NoPart, &mut answers);
            record.score(FIRST, answers[0].min(400));
            Step::Done
        }
    }
    let laws = Capped(bag).law(1_000_000).unwrap();
    let law = laws.column("first").unwrap();
    assert!((law.mean().unwrap() - 4.2).abs() < 1e-12);
    assert!(law.error() > 0.0 && law.error() < 1e-12);
}

#[test]
fn parts_roll_like_dice() {
    struct BestOfThree(Die);
    impl Part for BestOfThree {
        fn value<C: Chance>(&self, chance: &mut C) -> i32 {
            (0..3).map(|_| chance.face(&self.0)).max().unwrap_or(0)
        }
    }
    struct Twice(Bag);
    impl Rule for Twice {
        type State = ();
        fn columns(&self) -> Columns {
            Columns::one(Column::new(FIRST, Scale::numbers(2, 12)))
        }
        fn start(&self) {}
        fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
            let mut answers = [0];
            chance.roll(&self.0, &BestOfThree(Die::sided(6)), &mut answers);
            record.score(FIRST, answers[0]);
            Step::Done
        }
    }
    let two = Bag::of(vec![Member { count: 2, die: None, modifiers: Vec::new() }]);
    let laws = Twice(two.ask([Question::of(RollQuery::Sum)])).law(10_000).unwrap();
    // The sum is 2 if both are 1, with a chance of 1/216 each.
    let law = laws.column("first").unwrap();
    assert_eq!(law.exactly(2).fraction().as_deref(), Some("1/46656"));
    assert!((law.mean().unwrap() - 2.0 * 119.0 / 24.0).abs() < 1e-12);
}

#[test]
fn long_fractions_stay_exact_if_the_answer_is_short() {
    // 60d6 has 6^60 rolls, a number of 156 bits; the share of 60 dice of 4 or more is 1/2^60.
    let bag = Bag::new(60, Die::sided(6));
    let tens = Question::of(RollQuery::Tally(vec![Faces(vec![(4, 6)])].into()));
    let half = share(bag.clone(), tens.clone(), 60).unwrap();
    assert_eq!(half, format!("1/{}", 1u64 << 60));
}
