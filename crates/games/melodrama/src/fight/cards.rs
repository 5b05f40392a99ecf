//! The numbers, seats, hands and decks of the characters of a fight.

use super::fields::{
    Abilities, CardFields, Decks as Drawn, EDGE, ExtraSave, HeroFields, HeroPlays,
};
use crate::blow::words;
use crate::card_policy::CardPlayer;
use crate::cards::card;
use crate::fields::{JOKER, LethalText, MINION, STUN_PENALTY, Saving, Tie};
use crate::table::{Decks, GM, SEATS, Table, decks_of_players};
use crate::toughness::Toughness;
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::Die;
use oddsmith_mechanics::ladder::{OUT, WOUNDED, Words};
use oddsmith_mechanics::scene::{HEROES, MOST_PEOPLE, People, RIVALS, each};
use oddsmith_registry::Settings;

/// Lowest card that beats a random card at least half of the time at equal bonuses (28 of 54 cards
/// are lower). A lead in points lowers the card that is needed by the same amount.
const MEDIAN: i32 = 8;
/// Lower end of the range of needed cards: every card is high enough.
const LEAST: i32 = 0;
/// Upper end of the range of needed cards: no card is high enough.
const MOST: i32 = 16;

/// Source of the cards that a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plays {
    /// A random card of a full deck.
    Fresh,
    /// A random card from the deck of this seat.
    Deck(u8),
    /// A card from the hand of this seat.
    Hand(u8),
    /// A card from the hand of the player with the most cards.
    Volunteer,
}

/// Numbers of a character.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub(super) attack: i32,
    /// Defense on guard, stunned, and flat-footed, indexed by `Guard`.
    pub(super) defenses: [i32; 3],
    pub(super) critical_from: i32,
    pub(super) reflex: i32,
    pub(super) constitution: i32,
    pub(super) save: Toughness,
    pub(super) words: Words,
    pub(super) hero: bool,
}

/// Attacks and saves with cards.
///
/// # Formula
/// An attack compares attack + card with Defense + card and hits at equal totals. A save compares
/// Toughness less wounds + card with damage + card and succeeds at equal totals. After the cards of
/// a check are revealed, the side that is behind may add a bonus card, then the other side. Against
/// several attacks at once, a player plays one card.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Making Checks, Card Play, Bonus Cards, GM Card Play.
pub struct CardStrikes {
    pub(super) people: Vec<u8>,
    pub(super) numbers: Vec<Numbers>,
    pub(super) plays: [Plays; MOST_PEOPLE],
    pub(super) names: Vec<String>,
    pub(super) card: Die,
    pub(super) decks: Decks<2, SEATS>,
    pub(super) sizes: [u8; SEATS],
    pub(super) seats: usize,
    /// Card policies, by side and by the lowest card that is high enough.
    players: [Vec<CardPlayer<2>>; 2],
    pub(super) given: CardFields,
    /// Worst rung after which an extra save is made, and all below it; `None` without extra saves.
    pub(super) extra: Option<i32>,
    /// Number of cards in all decks.
    pub(super) cards: i32,
}

/// The state of the cards in a fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Held {
    pub(super) table: Table<2, SEATS>,
    /// Number of bonus cards and other paid cards that players spent.
    pub(super) spent: u8,
    /// Number of cards that the GM passed to players.
    pub(super) passed: u8,
    /// Number of times that the GM may still spare a villain.
    pub(super) fiat: u8,
    /// Seat of the player whose next attack is an extra one, with a card that is not replaced.
    pub(super) surge: Option<u8>,
}

impl CardStrikes {
    /// Reads the cards of a fight from the settings.
    ///
    /// # Errors
    /// If more than eight heroes play from hands, or a hero needs a volunteer and no hero has a
    /// hand.
    pub(super) fn read(
        set: &Settings,
        people: &People,
        characters: &[Abilities],
    ) -> Result<CardStrikes> {
        let (given, saving) = (CardFields::read(set), Saving::read(set));
        let joker = set.integer(&JOKER);
        let joker_saves = saving.joker_saves.then_some(joker);
        let fresh = given.decks == Drawn::Fresh;
        let stun = set.integer(&STUN_PENALTY);
        let edge = set.integer(&EDGE);
        let injures_only = saving.lethal_text == LethalText::Only;
        let mut plays = [Plays::Fresh; MOST_PEOPLE];
        let (mut seats, mut sizes) = (0, [0u8; SEATS]);
        let mut numbers = Vec::new();
        for (((_, of), own), character) in set.characters().zip(characters).zip(&people.characters)
        {
            let hero = (character.side == HEROES).then(|| HeroFields::read(&of));
            let source = of.choice(&HeroFields::plays);
            for person in each(character.bits) {
                plays[person] = match (source, &hero) {
                    (HeroPlays::Hand, Some(hero)) => {
                        seats += 1;
                        if seats == SEATS {
                            let error = Error::question("more than 8 heroes play from hands");
                            return Err(error.with_hint("give some of them `plays = \"deck\"`"));
                        }
                        sizes[seats] = hero.hand + hero.luck;
                        Plays::Hand(seats as u8)
                    }
                    (HeroPlays::Hand, None) => Plays::Hand(GM as u8),
                    (HeroPlays::Volunteer, _) => Plays::Volunteer,
                    (HeroPlays::Deck, _) if fresh => Plays::Fresh,
                    (HeroPlays::Deck, hero) => Plays::Deck(hero.as_ref().map_or(GM as u8, |_| 1)),
                };
            }
            let &Abilities { toughness, damage, lethal, defense, .. } = own;
            let flat = defense - own.dodge;
            let minion = of.flag(&MINION);
            numbers.push(Numbers {
                attack: own.attack + if hero.is_some() { edge } else { 0 },
                defenses: [defense, flat - stun, flat],
                critical_from: 13 - own.improved_critical,
                reflex: own.reflex,
                constitution: hero.as_ref().map_or(0, |hero| hero.constitution),
                save: Toughness {
                    toughness,
                    damage,
                    lethal,
                    tie_stuns: saving.tie == Tie::D20,
                    safe: joker_saves.filter(|_| !minion),
                    minion,
                },
                words: words(lethal, injures_only),
                hero: hero.is_some(),
            });
        }
        if seats == 0 && plays.contains(&Plays::Volunteer) {
            let error = Error::question("no hero has a hand to volunteer with");
            return Err(error.with_hint("give a hero `plays = \"hand\"`"));
        }
        // The GM gets a hand only if somebody plays from it.
        let gm_plays = plays.contains(&Plays::Hand(GM as u8));
        let of_the_text = 2 * seats as u8;
        sizes[GM] = if gm_plays { given.gm_hand.unwrap_or(of_the_text) } else { 0 };
        let sharing = given.players_per_deck;
        let decks = decks_of_players(joker, sharing, false);
        let players = [given.policy, given.gm_policy].map(|policy| {
            let of = |least| CardPlayer::against(policy, &decks.deck, least);
            (LEAST..=MOST).map(of).collect()
        });
        Ok(CardStrikes {
            people: people.of.clone(),
            numbers,
            plays,
            names: (0..people.of.len()).map(|person| people.name(person)).collect(),
            card: card(joker),
            sizes,
            seats,
            players,
            extra: match given.extra_save {
                ExtraSave::Never => None,
                ExtraSave::Out => Some(OUT),
                ExtraSave::Failed => Some(WOUNDED - 1),
            },
            cards: 54 * (1 + seats.max(1).div_ceil(sharing)) as i32,
            decks,
            given,
        })
    }

    /// Returns the card policy of a side that is `ahead` points ahead, plus 1 if it wins ties.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn policy(&self, side: usize, ahead: i32) -> &CardPlayer<2> {
        &self.players[side][(MEDIAN - ahead).clamp(LEAST, MOST) as usize]
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn numbers(&self, person: usize) -> &Numbers {
        &self.numbers[usize::from(self.people[person])]
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn side(&self, person: usize) -> usize {
        if self.numbers(person).hero { HEROES } else { RIVALS }
    }

    /// Returns the seat whose hand a person plays from; `None` if the person plays from a deck.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn seat(&self, person: usize, held: &Held) -> Option<usize> {
        match self.plays[person] {
            Plays::Fresh | Plays::Deck(_) => None,
            Plays::Hand(seat) => Some(usize::from(seat)),
            Plays::Volunteer => (1..=self.seats)
                .max_by_key(|&seat| (held.table.sizes[seat], std::cmp::Reverse(seat))),
        }
    }

    /// Returns the name of the hero whose player has this seat.
    pub(super) fn seated(&self, seat: usize) -> &str {
        let seated = |&person: &usize| self.plays[person] == Plays::Hand(seat as u8);
        (0..self.names.len()).find(seated).map_or("", |person| &self.names[person])
    }

    /// Describes, for the transcript, the person who plays a card of this seat.
    pub(super) fn player(&self, person: usize, seat: usize) -> String {
        match self.plays[person] {
            Plays::Volunteer => format!("{} for {}", self.seated(seat), self.names[person]),
            _ => self.names[person].clone(),
        }
    }
}
