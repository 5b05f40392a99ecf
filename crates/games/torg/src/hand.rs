//! Check of a dealt hand: the number of copies of certain cards.

use super::cards::{Card, CardKind, DECK, DramaDeck, PlayerCard};
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Choice, Definition, Field, fields};

/// Field with the number of heroes, which decides the size of the hands.
pub const HEROES: Field = Field::integer("heroes", "heroes", "how many there are in the group")
    .range(1, 10)
    .default("4")
    .source("Card Play and Group Size");

fields! {
    /// Fields of a hand.
    struct Fields {
        heroes: i32 = HEROES, required("4");
        card: String, "what is looked for: hero+drama, say",
            checked("a card such as coup_de_grace, or a kind (enhancement, special, subplot, campaign); several with +", |text| Wanted::read(text).map(drop)),
            required("drama"), source("Card Descriptions");
        deck: String = DECK;
        whose: enum Whose { Hero = "hero", Group = "group" },
            "hero: of one hero's hand; group: of all hands together, as one Escape is for the whole party",
            source("Escape");
    }
}

/// Returns the number of cards dealt to each hero of a group: 6 for one hero, 5 for two, 4 for
/// three to six, 3 for more.
///
/// # Source
/// The Drama Deck, Card Play and Group Size, which ends at seven heroes.
pub fn hand_size(heroes: i32) -> i32 {
    match heroes {
        ..=1 => 6,
        2 => 5,
        3..=6 => 4,
        7.. => 3,
    }
}

/// Set of wanted cards, by their names and kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    cards: Vec<PlayerCard>,
    kinds: Vec<CardKind>,
}

impl Wanted {
    /// Parses names and kinds of cards joined by `+`.
    ///
    /// # Errors
    /// If one of them is neither a card nor a kind.
    pub fn read(text: &str) -> Result<Wanted> {
        let mut wanted = Wanted::default();
        for word in text.split('+').map(|word| word.trim_matches(['_', ' '])) {
            // `campaign` is both a name and a kind; both select the same card.
            match (PlayerCard::named(word), CardKind::named(word)) {
                (Some(card), _) => wanted.cards.push(card),
                (None, Some(kind)) => wanted.kinds.push(kind),
                (None, None) => {
                    let known = PlayerCard::WORDS.iter().chain(CardKind::WORDS).copied();
                    return Err(Error::unknown("card", word, "the drama deck", known));
                }
            }
        }
        Ok(wanted)
    }

    /// Returns true if the card is one of the wanted cards.
    pub fn has(&self, card: &Card) -> bool {
        self.cards.contains(&card.player) || self.kinds.contains(&card.kind)
    }
}

/// Check that counts the wanted cards in one hero's hand, or in all hands, dealt from a full deck.
///
/// # Formula
/// Hypergeometric: `P(copies) = C(k, copies) C(n - k, hand - copies) / C(n, hand)`, with k of the n
/// cards of the deck wanted and a hand of [`hand_size`] cards (all, if the deck has fewer). Each
/// further hand is dealt from the remaining cards.
///
/// # Source
/// The Drama Deck, Card Play and Group Size; Escape.
#[derive(Clone, Debug)]
pub struct Hand {
    /// Odds of the copies in a hand, by hand and by the copies in the hands dealt before it.
    copies: Vec<Vec<Odds>>,
    /// Number of cards in all hands.
    size: i32,
}

impl Hand {
    /// Creates the check for `hands` hands of a group of `heroes` heroes.
    ///
    /// # Errors
    /// If the deck has none of these cards.
    pub fn new(deck: &DramaDeck, heroes: i32, hands: i32, wanted: &Wanted) -> Result<Hand> {
        let cards = deck.cards().len() as u64;
        let copies = deck.cards().iter().filter(|card| wanted.has(card)).count() as u64;
        if copies == 0 {
            return Err(Error::question("the deck has no such card")
                .with_hint("`1990`, the deck of the first edition, has them all"));
        }
        let mut dealt = 0;
        let mut by_hand = Vec::new();
        for _ in 0..hands {
            let size = (hand_size(heroes) as u64).min(cards - dealt);
            let odds = |before: u64| {
                let (left, copies) = (cards - dealt, copies - before);
                // An impossible number of earlier copies yields weights that are all 0.
                let others = left.saturating_sub(copies);
                let ways = |held: u64| choose(copies, held) * choose(others, size - held);
                let weights: Vec<u64> = (0..=size).map(ways).collect();
                let none = weights.iter().all(|weight| *weight == 0);
                let odds = if none { Odds::new(&[1]) } else { Odds::new(&weights) };
                odds.labelled("copies").with_lookup()
            };
            by_hand.push((0..=copies.min(dealt)).map(odds).collect());
            dealt += size;
        }
        Ok(Hand { copies: by_hand, size: dealt as i32 })
    }
}

/// Returns the binomial coefficient of n and k; k is at most a hand, so that it fits.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, i| ways * n.saturating_sub(i) / (i + 1))
}

const COPIES: Handle = Handle::first("copies");

impl Rule for Hand {
    /// Number of hands dealt, and of copies in them.
    type State = (u8, u8);

    fn columns(&self) -> Columns {
        let copies = Scale::numbers(0, self.size);
        Columns::one(Column::new(COPIES, copies).success(Success::AtLeast(1)))
    }

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }

    #[inline]
    fn step<C: Chance>(
        &self,
        (hand, before): (u8, u8),
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<(u8, u8)> {
        let odds = &self.copies[usize::from(hand)][usize::from(before)];
        let copies = before + chance.choose(odds) as u8;
        if usize::from(hand) + 1 < self.copies.len() {
            record.tell(|| format!("{copies} of hand {}", hand + 1));
            return Step::Next((hand + 1, copies));
        }
        record.tell(|| format!("{copies} of {} cards", self.size));
        record.score(COPIES, i32::from(copies));
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "torg.hand",
    title: "Cards of a hand",
    about: "How many copies of a card, or of a kind of card, are in the hand that a hero is dealt, or in those of the group?",
    source: "The Drama Deck, Card Play and Group Size",
    luck: "copies: how many there are in the hand; of a group in one after the other",
    fields: &[Fields::FIELDS],
    build: |set| {
        let Fields { heroes, card, deck, whose } = Fields::read(set);
        let (wanted, deck) = (Wanted::read(&card)?, DramaDeck::named(&deck)?);
        let hands = if whose == Whose::Group { heroes } else { 1 };
        Ok(Box::new(Hand::new(&deck, heroes, hands, &wanted)?))
    },
    ..Definition::PLAIN
};
