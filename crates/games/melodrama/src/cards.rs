//! The cards of this game: a 54-card deck, and checks of one card per side.

use std::hash::Hash;
use std::sync::LazyLock;

use super::fields::{self, Decks};
use oddsmith_engine::chance::{Cards, Chance, Deck, Die, SummaryTable};
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Columns, Extras, Record, Rule, Step};
use oddsmith_registry::Settings;

/// Returns a full deck: 1 (ace) to 13 (king) four times each, and two jokers of this value.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Making Checks. A joker is worth 15, and no card is worth 14;
/// a house rule makes the joker worth 14.
pub fn deck(joker: i32) -> Deck {
    match joker {
        JOKER => USUAL.0.clone(),
        joker => Deck::new((1..=13).flat_map(|value| [value; 4]).chain([joker; 2])),
    }
}

/// Returns the distribution of one card of a full deck with jokers of this value.
pub fn card(joker: i32) -> Die {
    match joker {
        JOKER => USUAL.1.clone(),
        joker => Die::card_of(&deck(joker)),
    }
}

/// Default value of a joker.
const JOKER: i32 = 15;

/// Default deck and card, cached because nearly every check of a table needs them.
static USUAL: LazyLock<(Deck, Die)> = LazyLock::new(|| {
    let deck = Deck::new((1..=13).flat_map(|value| [value; 4]).chain([JOKER; 2]));
    let card = Die::card_of(&deck);
    (deck, card)
});

/// One card for each side.
#[derive(Clone, Debug)]
pub struct TwoCards {
    deck: Deck,
    card: Die,
    decks: Decks,
}

impl TwoCards {
    /// Creates the cards from decks with jokers of this value.
    pub fn new(decks: Decks, joker: i32) -> TwoCards {
        TwoCards { card: card(joker), deck: deck(joker), decks }
    }

    /// Draws the own card and the rival's card, and returns the summary of both: one number that
    /// encodes their result.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn summarize<C: Chance>(
        &self,
        chance: &mut C,
        mut summarize: impl FnMut(i32, i32) -> i32,
    ) -> i32 {
        match self.decks {
            Decks::Own => {
                chance.faces([&self.card, &self.card], |[mine, theirs]| summarize(mine, theirs))
            }
            Decks::One => chance.cards(&self.deck, |[mine, theirs]| summarize(mine, theirs)),
        }
    }

    /// Returns the table of the summaries of all pairs of cards; it is empty if both sides share one
    /// deck.
    pub fn summaries(&self, summarize: impl Fn(i32, i32) -> i32) -> SummaryTable {
        match self.decks {
            Decks::Own => SummaryTable::new([&self.card, &self.card], |[mine, theirs]| {
                summarize(mine, theirs)
            }),
            Decks::One => SummaryTable::default(),
        }
    }

    /// Works like [`TwoCards::summarize`], with the summaries in the table `summaries`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn summarize_by<C: Chance>(
        &self,
        summaries: &SummaryTable,
        chance: &mut C,
        mut summarize: impl FnMut(i32, i32) -> i32,
    ) -> i32 {
        match self.decks {
            Decks::Own => {
                let cards = [&self.card, &self.card];
                chance.faces_with_table(summaries, cards, |[mine, theirs]| summarize(mine, theirs))
            }
            Decks::One => self.summarize(chance, summarize),
        }
    }

    /// Returns the maximum difference between two cards.
    pub fn span(&self) -> i32 {
        self.card.high() - self.card.low()
    }
}

/// A reading of one card per side, in two steps: two cards make a summary, and a summary makes scores.
pub trait Reading: Clone + Send + Sync {
    /// Returns the columns, given the maximum difference between two cards.
    fn columns(&self, span: i32) -> Columns;

    /// Returns the summary of the own card and the rival's card.
    fn summarize(&self, mine: i32, theirs: i32) -> i32;

    /// Describes two cards in the transcript.
    fn describe(&self, mine: i32, theirs: i32) -> String;

    /// Records the scores of a summary.
    fn score(&self, summarize: i32, record: &mut impl Record);
}

/// A check of one card per side.
pub struct CardCheck<R> {
    /// Reading of the cards.
    pub reading: R,
    /// Source of the cards.
    pub cards: TwoCards,
    /// Summaries of all pairs of cards, once they are computed ([`Extras::with_tables`]).
    summaries: SummaryTable,
}

impl<R: Reading> CardCheck<R> {
    /// Creates the check of this reading, with cards as set by the fields `decks` and `joker`.
    pub fn read(set: &Settings, reading: R) -> CardCheck<R> {
        let cards = TwoCards::new(set.choice(&fields::DECKS), set.integer(&fields::JOKER));
        CardCheck { reading, cards, summaries: SummaryTable::default() }
    }
}

impl<R: Reading> Rule for CardCheck<R> {
    type State = ();

    const EXTRAS: Extras<Self> = Extras {
        with_tables: |rule| {
            let summaries =
                rule.cards.summaries(|mine, theirs| rule.reading.summarize(mine, theirs));
            Some(CardCheck { reading: rule.reading.clone(), cards: rule.cards.clone(), summaries })
        },
        kernel: faces,
        // The columns cover every possible difference of cards.
        scores_fit: true,
        ..Extras::NONE
    };

    fn columns(&self) -> Columns {
        self.reading.columns(self.cards.span())
    }

    fn start(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let summarize = self.cards.summarize_by(&self.summaries, chance, |mine, theirs| {
            record.tell(|| self.reading.describe(mine, theirs));
            self.reading.summarize(mine, theirs)
        });
        self.reading.score(summarize, record);
        Step::Done
    }
}

/// A source of cards in a fight, two for each check.
pub trait Piles: Send + Sync {
    /// Remaining cards of the decks.
    type Left: Copy + Eq + Hash;

    /// Returns the full decks.
    fn full(&self) -> Self::Left;

    /// Draws a card of this side (0 or 1), then one of the other side, and returns the summary of
    /// both.
    fn two<C: Chance>(
        &self,
        side: usize,
        left: &mut Self::Left,
        chance: &mut C,
        summarize: impl FnMut(i32, i32) -> i32,
    ) -> i32;
}

/// Decks that are full for each check.
impl Piles for TwoCards {
    type Left = ();

    fn full(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn two<C: Chance>(
        &self,
        _: usize,
        (): &mut (),
        chance: &mut C,
        summarize: impl FnMut(i32, i32) -> i32,
    ) -> i32 {
        self.summarize(chance, summarize)
    }
}

/// A card of a full deck, for every card that is played.
impl Piles for Die {
    type Left = ();

    fn full(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn two<C: Chance>(
        &self,
        _: usize,
        (): &mut (),
        chance: &mut C,
        mut summarize: impl FnMut(i32, i32) -> i32,
    ) -> i32 {
        chance.faces([self, self], |[mine, theirs]| summarize(mine, theirs))
    }
}

/// Decks that run down from check to check, and are reshuffled when they are empty.
#[derive(Clone, Debug)]
pub struct RunningDown {
    deck: Deck,
    /// True if one deck serves both sides.
    one: bool,
}

impl RunningDown {
    /// Creates decks with jokers of this value, one per side or one for both sides.
    pub fn new(decks: Decks, joker: i32) -> RunningDown {
        RunningDown { deck: deck(joker), one: decks == Decks::One }
    }
}

impl Piles for RunningDown {
    /// Remaining cards by side; a deck for both sides is the first one.
    type Left = [Cards; 2];

    fn full(&self) -> [Cards; 2] {
        [self.deck.full(), if self.one { Cards::default() } else { self.deck.full() }]
    }

    #[inline]
    fn two<C: Chance>(
        &self,
        side: usize,
        left: &mut [Cards; 2],
        chance: &mut C,
        mut summarize: impl FnMut(i32, i32) -> i32,
    ) -> i32 {
        let mut card = |side: usize| {
            let left = &mut left[if self.one { 0 } else { side }];
            let card = chance.draw(&self.deck, left);
            // Refilled at once, so that an empty deck and a full deck are the same state.
            if left.count() == 0 {
                *left = self.deck.full();
            }
            card
        };
        let first = card(side);
        summarize(first, card(1 - side))
    }
}

/// Returns the name of a card, such as "7" or "King (13)".
pub fn name(card: i32) -> String {
    match card {
        1 => "Ace (1)".into(),
        11 => "Jack (11)".into(),
        12 => "Queen (12)".into(),
        13 => "King (13)".into(),
        14.. => format!("Joker ({card})"),
        _ => card.to_string(),
    }
}

/// Returns the note of the transcript for a save that the joker improved.
pub fn by_the_joker(saved: bool) -> &'static str {
    if saved { ", saved by the joker" } else { "" }
}

/// Describes a total, such as "10 + King (13) = 23".
pub fn total(bonus: i32, card: i32) -> String {
    format!("{bonus} + {} = {}", name(card), bonus + card)
}

/// Describes the total of a save less its wounds, such as "8 + 4 - 3 = 9".
pub fn save_total(bonus: i32, card: i32, wounds: i32) -> String {
    match wounds {
        0 => total(bonus, card),
        _ => format!("{bonus} + {} - {wounds} = {}", name(card), bonus + card - wounds),
    }
}
