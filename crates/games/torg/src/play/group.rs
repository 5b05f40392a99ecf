//! Group of heroes with its deck, and the sets of cards by use.

use crate::{Card, CardKind, DramaDeck, PlayerCard, hand_size};
use oddsmith_engine::chance::Cards;
use oddsmith_registry::Choice;

/// Largest number of heroes in a group.
pub const MOST_HEROES: usize = 10;

/// Cards of the hand that are put into the pool first, in this order; the others follow in the
/// order of [`PlayerCard`]. The last are discarded first.
const FIRST: [PlayerCard; 19] = [
    PlayerCard::Hero,
    PlayerCard::Drama,
    PlayerCard::Action,
    PlayerCard::Adrenalin,
    PlayerCard::Willpower,
    PlayerCard::Presence,
    PlayerCard::Supporter,
    PlayerCard::SecondChance,
    PlayerCard::CoupDeGrace,
    PlayerCard::Haste,
    PlayerCard::Leadership,
    PlayerCard::Rally,
    PlayerCard::MasterPlan,
    PlayerCard::OpponentFails,
    PlayerCard::SeizeInitiative,
    PlayerCard::Glory,
    PlayerCard::Idea,
    PlayerCard::Monologue,
    PlayerCard::Escape,
];

/// Number of cards at the start of [`FIRST`] that help in a conflict.
const USEFUL: usize = 15;
/// Number of the first of them that raise a roll; Coup de Grace does too.
const HELPING: usize = 6;

/// Returns all cards, those that are put into the pool first at the front.
fn order() -> impl DoubleEndedIterator<Item = &'static PlayerCard> {
    FIRST.iter().chain(&PlayerCard::VALUES[FIRST.len()..])
}

/// Group with its deck, and the sets of its cards that rules use.
#[derive(Clone, Debug)]
pub struct Group {
    /// Full deck.
    pub deck: DramaDeck,
    /// Number of heroes, 1..=10.
    pub heroes: usize,
    /// Number of cards dealt to each hero.
    pub hand: u32,
    /// Cards by name.
    cards: [Cards<3>; PlayerCard::VALUES.len()],
    /// Cards that stay in the pool at the end of a scene.
    pub lasting: Cards<3>,
    /// Subplots, and cards that count as one when they are discarded.
    pub subplots: Cards<3>,
    /// Subplots that may be played.
    pub playable: Cards<3>,
    /// Cards that help in a conflict.
    pub useful: Cards<3>,
    /// Cards that add 3 to a bonus or a value, or that add a roll.
    pub helping: Cards<3>,
}

impl Group {
    /// Creates a group of this many heroes with this deck.
    pub fn new(deck: DramaDeck, heroes: i32) -> Group {
        let cards =
            std::array::from_fn(|player| deck.cards_where(|card| card.player as usize == player));
        let kind = |wanted: CardKind| move |card: &Card| card.kind == wanted;
        let subplots = deck.cards_where(kind(CardKind::Subplot));
        let of = |names: &[PlayerCard]| {
            names.iter().fold(Cards::default(), |all: Cards<3>, name| all.or(cards[*name as usize]))
        };
        Group {
            heroes: heroes as usize,
            hand: hand_size(heroes) as u32,
            lasting: subplots.or(deck.cards_where(kind(CardKind::Special))),
            subplots: subplots.or(deck.cards_where(kind(CardKind::Campaign))),
            playable: subplots,
            useful: of(&FIRST[..USEFUL]),
            helping: of(&FIRST[..HELPING]).or(cards[PlayerCard::CoupDeGrace as usize]),
            cards,
            deck,
        }
    }

    /// Returns the cards of this name.
    #[inline]
    pub fn cards(&self, name: PlayerCard) -> Cards<3> {
        self.cards[name as usize]
    }

    /// Returns the lowest card of this name in a set; `None` if there is none.
    #[inline]
    pub fn find(&self, name: PlayerCard, among: Cards<3>) -> Option<u32> {
        self.cards(name).and(among).lowest()
    }

    /// Returns the card of a set that comes first in the order of cards.
    #[inline]
    pub fn best(&self, among: Cards<3>) -> Option<u32> {
        order().find_map(|name| self.find(*name, among))
    }

    /// Returns the card of a set that comes last in the order of cards.
    #[inline]
    pub fn worst(&self, among: Cards<3>) -> Option<u32> {
        order().rev().find_map(|name| self.find(*name, among))
    }
}
