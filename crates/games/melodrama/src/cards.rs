//! The cards of this game: a 54-card deck, and one card a side.

use std::hash::Hash;
use std::sync::LazyLock;

use super::fields;
use oddsmith_engine::chance::{Cards, Chance, Deck, Die, GistTable};
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Columns, Extras, Record, Rule, Step};
use oddsmith_registry::{Settings, choice};

/// A full deck: 1 (ace) to 13 (king) four times each, and two jokers of this value.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Making Checks. No card is worth 14; a joker is worth 15
/// (RULES: 14 as an option).
pub fn deck(joker: i32) -> Deck {
    match joker {
        JOKER => USUAL.0.clone(),
        joker => Deck::new((1..=13).flat_map(|value| [value; 4]).chain([joker; 2])),
    }
}

/// One card of a full deck with jokers of this value.
pub fn card(joker: i32) -> Die {
    match joker {
        JOKER => USUAL.1.clone(),
        joker => Die::card_of(&deck(joker)),
    }
}

/// What a joker is worth where nobody says otherwise.
const JOKER: i32 = 15;

/// The deck and the card that nearly every check needs: a table of thousands asks for them as often.
static USUAL: LazyLock<(Deck, Die)> = LazyLock::new(|| {
    let deck = Deck::new((1..=13).flat_map(|value| [value; 4]).chain([JOKER; 2]));
    let card = Die::card_of(&deck);
    (deck, card)
});

choice! {
    /// Where the two cards of a check come from.
    pub enum Decks {
        /// Each side plays one card of a full deck of its own.
        Own = "own",
        /// Both cards come from one full deck.
        One = "one",
    }
}

/// One card for each side.
#[derive(Clone, Debug)]
pub struct TwoCards {
    deck: Deck,
    card: Die,
    decks: Decks,
}

impl TwoCards {
    /// From decks with jokers of this value.
    pub fn new(decks: Decks, joker: i32) -> TwoCards {
        TwoCards { card: card(joker), deck: deck(joker), decks }
    }

    /// The own card and the rival's, of which only a gist is told.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn gist<C: Chance>(&self, chance: &mut C, mut gist: impl FnMut(i32, i32) -> i32) -> i32 {
        match self.decks {
            Decks::Own => {
                chance.faces([&self.card, &self.card], |[mine, theirs]| gist(mine, theirs))
            }
            Decks::One => chance.cards(&self.deck, |[mine, theirs]| gist(mine, theirs)),
        }
    }

    /// The table of this gist; none where one deck is for both sides.
    pub fn gists(&self, gist: impl Fn(i32, i32) -> i32) -> GistTable {
        match self.decks {
            Decks::Own => {
                GistTable::new([&self.card, &self.card], |[mine, theirs]| gist(mine, theirs))
            }
            Decks::One => GistTable::default(),
        }
    }

    /// As [`TwoCards::gist`], where `gists` has it for each pair of cards.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn gist_by<C: Chance>(
        &self,
        gists: &GistTable,
        chance: &mut C,
        mut gist: impl FnMut(i32, i32) -> i32,
    ) -> i32 {
        match self.decks {
            Decks::Own => {
                let cards = [&self.card, &self.card];
                chance.faces_with_table(gists, cards, |[mine, theirs]| gist(mine, theirs))
            }
            Decks::One => self.gist(chance, gist),
        }
    }

    /// The most by which one card can beat another.
    pub fn span(&self) -> i32 {
        self.card.high() - self.card.low()
    }
}

/// What one card a side comes to, told as one gist of both.
pub trait Reading: Clone + Send + Sync {
    /// What is counted, where a card beats another by at most so much.
    fn columns(&self, span: i32) -> Columns;

    /// What the own card and the rival's come to.
    fn gist(&self, mine: i32, theirs: i32) -> i32;

    /// The same as people say it.
    fn describe(&self, mine: i32, theirs: i32) -> String;

    /// Records the scores that a gist tells.
    fn score(&self, gist: i32, record: &mut impl Record);
}

/// A check of one card a side.
pub struct CardCheck<R> {
    /// What is made of the cards.
    pub reading: R,
    /// Where they come from.
    pub cards: TwoCards,
    /// The gist of each pair of them, once they are made ([`Extras::with_tables`]).
    gists: GistTable,
}

impl<R: Reading> CardCheck<R> {
    /// This reading of cards as the fields `decks` and `joker` say.
    pub fn read(set: &Settings, reading: R) -> CardCheck<R> {
        let cards = TwoCards::new(set.choice(&fields::DECKS), set.integer(&fields::JOKER));
        CardCheck { reading, cards, gists: GistTable::default() }
    }
}

impl<R: Reading> Rule for CardCheck<R> {
    type State = ();

    const EXTRAS: Extras<Self> = Extras {
        with_tables: |rule| {
            let gists = rule.cards.gists(|mine, theirs| rule.reading.gist(mine, theirs));
            Some(CardCheck { reading: rule.reading.clone(), cards: rule.cards.clone(), gists })
        },
        kernel: faces,
        // Columns are as wide as the cards span.
        scores_fit: true,
        ..Extras::NONE
    };

    fn columns(&self) -> Columns {
        self.reading.columns(self.cards.span())
    }

    fn start(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let gist = self.cards.gist_by(&self.gists, chance, |mine, theirs| {
            record.tell(|| self.reading.describe(mine, theirs));
            self.reading.gist(mine, theirs)
        });
        self.reading.score(gist, record);
        Step::Done
    }
}

/// Where the cards of a fight come from, two for each check.
pub trait Piles: Send + Sync {
    /// What is left of the decks.
    type Left: Copy + Eq + Hash;

    /// Before the first card.
    fn full(&self) -> Self::Left;

    /// A card of this side (0 or 1) and then one of the other, of which only a gist is told.
    fn two<C: Chance>(
        &self,
        side: usize,
        left: &mut Self::Left,
        chance: &mut C,
        gist: impl FnMut(i32, i32) -> i32,
    ) -> i32;
}

/// Decks that are full again for each check.
impl Piles for TwoCards {
    type Left = ();

    fn full(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn two<C: Chance>(
        &self,
        _: usize,
        (): &mut (),
        chance: &mut C,
        gist: impl FnMut(i32, i32) -> i32,
    ) -> i32 {
        self.gist(chance, gist)
    }
}

/// Every card from a full deck.
#[derive(Clone, Debug)]
pub struct Fresh {
    card: Die,
}

impl Fresh {
    /// From decks with jokers of this value.
    pub fn new(joker: i32) -> Fresh {
        Fresh { card: card(joker) }
    }
}

impl Piles for Fresh {
    type Left = ();

    fn full(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn two<C: Chance>(
        &self,
        _: usize,
        (): &mut (),
        chance: &mut C,
        mut gist: impl FnMut(i32, i32) -> i32,
    ) -> i32 {
        chance.faces([&self.card, &self.card], |[mine, theirs]| gist(mine, theirs))
    }
}

/// Decks that run down from check to check, and are reshuffled when they are empty.
#[derive(Clone, Debug)]
pub struct RunningDown {
    deck: Deck,
    /// Whether one deck serves both sides.
    one: bool,
}

impl RunningDown {
    /// Decks with jokers of this value, one a side or one for both.
    pub fn new(decks: Decks, joker: i32) -> RunningDown {
        RunningDown { deck: deck(joker), one: decks == Decks::One }
    }
}

impl Piles for RunningDown {
    /// By side; of one deck for both there is only the first.
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
        mut gist: impl FnMut(i32, i32) -> i32,
    ) -> i32 {
        let mut card = |side: usize| {
            let left = &mut left[if self.one { 0 } else { side }];
            let card = chance.draw(&self.deck, left);
            // At once, so that an empty deck and a full one are the same state.
            if left.count() == 0 {
                *left = self.deck.full();
            }
            card
        };
        let first = card(side);
        gist(first, card(1 - side))
    }
}

/// A card as people call it: "7", "King (13)".
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

/// What is told of a save that the joker made.
pub fn by_the_joker(saved: bool) -> &'static str {
    if saved { ", saved by the joker" } else { "" }
}

/// A total as people say it: "10 + King (13) = 23".
pub fn total(bonus: i32, card: i32) -> String {
    format!("{bonus} + {} = {}", name(card), bonus + card)
}

/// A save as people say it, whose wounds are taken from it: "8 + 4 - 3 = 9".
pub fn save_total(bonus: i32, card: i32, wounds: i32) -> String {
    match wounds {
        0 => total(bonus, card),
        _ => format!("{bonus} + {} - {wounds} = {}", name(card), bonus + card - wounds),
    }
}
