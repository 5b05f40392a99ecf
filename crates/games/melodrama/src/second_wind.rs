//! The value of a second wind: two courses of checks from the same hand, with and without a rest.

use super::cards::{deck, name};
use super::hand::win;
use oddsmith_base::{About, Error, Result};
use oddsmith_engine::chance::{Cards, Chance, Deck, Die};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
use oddsmith_registry::{Definition, fields};

fields! {
    /// The fields of a second wind.
    #[derive(Clone, Debug)]
    pub struct SecondWindFields {
        hand: u8, "cards of the hero's player",
            unit("cards"), range(2, 20), default("4"), too_large(&["20"]), source("Second Wind");
        kind: enum Kind { Two = "two", All = "all" },
            "two: the two lowest cards are drawn anew, flat-footed; all: one card is spent, the others are drawn anew",
            source("Second Wind");
        edge: i32, "the hero's trait bonus less the rival's; the hero wins ties",
            source("Making Checks");
        checks_left: u8, "the coming ones; a rest loses the first of them",
            unit("checks"), range(1, 20), default("5"), too_large(&["20"]), source("Second Wind");
        dodge: i32, "the hero's dodge bonus, lost in the second of them by who rests for two cards",
            default("4"), source("Second Wind");
        cards: Vec<i32>, "the hero's own hand, 1..13 and 15 for a joker, in place of a random one; [] deals one",
            at_most(20), unit("cards"), range(1, 15), or_empty(), default("[]"),
            source("Second Wind");
    }
}

/// Two courses of checks of the same hero, one with a rest and one without, with common random
/// numbers: the same hand, the same cards of the rival, the same order of the deck.
///
/// # Formula
/// A check is won if `edge + highest card >= a random card`; each played card is replaced. A rest
/// loses the first check, which is the turn of the rest. A rest for two cards also subtracts
/// `dodge` in the second check, which is the attack on the flat-footed hero.
/// `gain = wins with the rest - wins without`.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Second Wind. The text leaves the turn of a rest open; the
/// effects above are our reading.
#[derive(Clone, Debug)]
pub struct SecondWind {
    /// Numbers of the hero, and kind of the rest.
    pub fields: SecondWindFields,
    /// Cards of the hand if the field `cards` lists them; `None` deals a hand.
    pub own: Option<Cards>,
    deck: Deck,
    card: Die,
}

/// The state before a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Courses {
    /// Hands of the course without a rest and of the course with a rest.
    hands: [Cards; 2],
    /// Draw pile of the course with a rest; `None` before the deal.
    left: Option<Cards>,
    /// True if the course with a rest has shuffled its discards. The other course never draws so
    /// many cards.
    shuffled: bool,
    /// Cards, in order, that the course with a rest has drawn and the other course has yet to draw.
    ahead: [u8; MOST_AHEAD],
    /// Number of cards in `ahead`.
    waiting: u8,
    /// Number of finished checks.
    over: u8,
    /// Wins with the rest less wins without.
    gain: i8,
}

/// Maximum number of cards by which the course with a rest is ahead: a hand of 20 that is drawn
/// anew.
const MOST_AHEAD: usize = 20;

const GAIN: Handle = Handle::first("gain");

impl SecondWind {
    /// Draws a card for the course with a rest. The other course draws the same card later, unless
    /// it comes from shuffled discards, which differ between the courses.
    fn draw<C: Chance>(&self, now: &mut Courses, left: &mut Cards, chance: &mut C) {
        if left.is_empty() {
            *left = self.deck.full().without(now.hands[1]);
            now.shuffled = true;
        }
        let card = chance.take(&self.deck, left);
        now.hands[1].insert(card);
        if !now.shuffled {
            now.ahead[usize::from(now.waiting)] = card as u8;
            now.waiting += 1;
        }
    }

    /// Plays the highest card of a hand and returns its value; 0 if the hand is empty.
    fn play(&self, hand: &mut Cards) -> i32 {
        let card = hand.highest();
        card.into_iter().for_each(|card| hand.remove(card));
        card.map_or(0, |card| self.deck.value(card))
    }
}

impl Rule for SecondWind {
    type State = Courses;

    fn columns(&self) -> Columns {
        let most = i32::from(self.fields.checks_left);
        Columns::one(Column::new(GAIN, Scale::numbers(-most, most)))
    }

    fn start(&self) -> Courses {
        Courses::default()
    }

    /// Plays one check of both courses.
    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Courses,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Courses> {
        let &SecondWindFields { hand: size, kind, edge, checks_left, dodge, .. } = &self.fields;
        let mut left = now.left.unwrap_or_else(|| self.deck.full());
        if now.left.is_none() {
            let hand = match self.own {
                Some(own) => {
                    left = left.without(own);
                    own
                }
                None => chance.hand(&self.deck, &mut left, u32::from(size)),
            };
            now.hands = [hand, hand];
            let two = size.min(2);
            let (out, anew) = if kind == Kind::All { (size, size - 1) } else { (two, two) };
            let out = hand.places().take(usize::from(out));
            out.for_each(|card| now.hands[1].remove(card));
            (0..anew).for_each(|_| self.draw(&mut now, &mut left, chance));
        }
        let rival = chance.face(&self.card);
        let wins = |ahead: i32, card: i32| i8::from(win(edge + ahead + card - rival) > 0);
        let card = self.play(&mut now.hands[0]);
        now.gain -= wins(0, card);
        if now.over == 0 {
            record.tell(|| format!("{} against {}; who rests plays none", name(card), name(rival)));
        } else {
            let flat_footed = now.over == 1 && kind == Kind::Two;
            let rested = self.play(&mut now.hands[1]);
            now.gain += wins(if flat_footed { -dodge } else { 0 }, rested);
            record.tell(|| {
                let [card, rested, rival] = [card, rested, rival].map(name);
                format!("{card}, rested {rested}, against {rival}")
            });
        }
        now.over += 1;
        if now.over == checks_left {
            record.score(GAIN, i32::from(now.gain));
            return Step::Done;
        }
        if now.over > 1 {
            self.draw(&mut now, &mut left, chance);
        }
        now.hands[0].insert(u32::from(now.ahead[0]));
        now.ahead.copy_within(1.., 0);
        now.ahead[MOST_AHEAD - 1] = 0;
        now.waiting -= 1;
        now.left = Some(left);
        Step::Next(now)
    }
}

/// Returns the cards with these values, or `None` if the list is empty. `all` requires at least two
/// cards, because one is spent.
fn own(values: &[i32], all: bool, deck: &Deck) -> Result<Option<Cards>> {
    if values.is_empty() {
        return Ok(None);
    }
    let refused = |message: String, hint: &'static str| {
        Err(Error::question(message)
            .with_hint(hint)
            .about(About::value(SecondWindFields::cards.name)))
    };
    if all && values.len() < 2 {
        return refused(
            "a hand of one card".into(),
            "one is spent, and the others are drawn anew: `cards=[1,2]`",
        );
    }
    let mut left = deck.full();
    let mut hand = Cards::default();
    for &value in values {
        let card = left.places().find(|card| deck.value(*card) == value);
        let Some(card) = card else {
            let hint = "1..13 are there four times, 15 (the joker) twice";
            return refused(format!("the deck has no such hand, for its `{value}`"), hint);
        };
        left.remove(card);
        hand.insert(card);
    }
    Ok(Some(hand))
}

pub const ENTRY: Definition = Definition {
    id: "melodrama.second_wind",
    title: "Second wind",
    about: "A hero rests to draw cards anew: what the better hand wins over the coming checks, less the lost turn and dodge bonus.",
    source: "Melodramatic Mutants & Masterminds, Second Wind",
    luck: "a deal where the hand is not given, the cards drawn anew, then for each check the rival's card, and a card that is drawn",
    fields: &[SecondWindFields::FIELDS],
    small: &[("hand", "2"), ("checks_left", "1")],
    build: |set| {
        let deck = deck(15);
        let mut fields = SecondWindFields::read(set);
        let own = own(&fields.cards, fields.kind == Kind::All, &deck)?;
        fields.hand = own.map_or(fields.hand, |cards| cards.count() as u8);
        Ok(Box::new(SecondWind { fields, own, card: Die::card_of(&deck), deck }))
    },
    ..Definition::PLAIN
};
