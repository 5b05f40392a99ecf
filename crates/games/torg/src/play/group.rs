//! A group of heroes, and what their cards are good for.

use crate::{Card, CardKind, DramaDeck, PlayerCard, hand_size};
use oddsmith_engine::chance::Cards;

/// The most heroes of a group.
pub const MOST_HEROES: usize = 10;

/// Which card is put into the pool first, of those in the hand; the last are thrown away first.
const ORDER: [PlayerCard; 29] = [
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
    PlayerCard::Alertness,
    PlayerCard::Connection,
    PlayerCard::Campaign,
    PlayerCard::Martyr,
    PlayerCard::MistakenIdentity,
    PlayerCard::Nemesis,
    PlayerCard::PersonalStake,
    PlayerCard::Romance,
    PlayerCard::Suspicion,
    PlayerCard::TrueIdentity,
];

/// How many of the first of them help in a conflict.
const USEFUL: usize = 15;

/// A group with its deck, and the sets of its cards that rules ask for.
#[derive(Clone, Debug)]
pub struct Group {
    /// The deck, full.
    pub deck: DramaDeck,
    /// How many heroes there are, 1..=10.
    pub heroes: usize,
    /// The cards that each hero is dealt.
    pub hand: u32,
    /// The cards of each name.
    cards: [Cards<3>; ORDER.len()],
    /// Cards that stay in the pool at the end of a scene.
    pub lasting: Cards<3>,
    /// Subplots, and what counts as one when it is thrown away.
    pub subplots: Cards<3>,
    /// Subplots that may be played.
    pub playable: Cards<3>,
    /// Cards that help in a conflict.
    pub useful: Cards<3>,
    /// Cards that add 3 to a bonus or a value, or add a roll.
    pub helping: Cards<3>,
}

impl Group {
    /// So many heroes with this deck.
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
            useful: of(&ORDER[..USEFUL]),
            helping: of(&[
                PlayerCard::Hero,
                PlayerCard::Drama,
                PlayerCard::Action,
                PlayerCard::Adrenalin,
                PlayerCard::Willpower,
                PlayerCard::Presence,
                PlayerCard::CoupDeGrace,
            ]),
            cards,
            deck,
        }
    }

    /// The cards of this name.
    #[inline]
    pub fn cards(&self, name: PlayerCard) -> Cards<3> {
        self.cards[name as usize]
    }

    /// The place of a card of this name among some; `None` if there is none.
    #[inline]
    pub fn find(&self, name: PlayerCard, among: Cards<3>) -> Option<u32> {
        self.cards(name).and(among).lowest()
    }

    /// The best card for the pool.
    #[inline]
    pub fn best(&self, among: Cards<3>) -> Option<u32> {
        ORDER.iter().find_map(|name| self.find(*name, among))
    }

    /// The card that is missed least.
    #[inline]
    pub fn worst(&self, among: Cards<3>) -> Option<u32> {
        ORDER.iter().rev().find_map(|name| self.find(*name, among))
    }
}
