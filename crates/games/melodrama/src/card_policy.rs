//! Who plays which card of a hand.

use std::fmt;

use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::{Cards, Chance, Deck, Summarize};
use oddsmith_engine::kernel;
use oddsmith_engine::rule::Policy;
use oddsmith_registry::{Field, FieldValue, Settings};

/// A way to choose the card of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPolicy {
    /// The lowest card.
    Lowest,
    /// The highest card.
    Highest,
    /// Any card, equally likely.
    Random,
    /// The lowest card of so much or more, else the lowest.
    AtLeast(i32),
    /// The lowest card that beats a random card of the rival at least half of the time, else the
    /// lowest.
    Cheapest,
    /// The highest card where the check matters, else the lowest.
    StakeWeighted,
    /// As the cheapest, but the highest card is kept for checks that matter.
    KeepTrump,
}

/// What a policy may be, in words.
const VALUES: &str =
    "lowest | highest | random | threshold:6 | cheapest | stake_weighted | keep_trump";

/// The policies, as `list policies` shows them.
pub const POLICIES: &[(&str, &str)] = &[
    ("lowest", "the lowest card"),
    ("highest", "the highest card"),
    ("random", "any card of the hand, equally likely"),
    ("threshold:6", "the lowest card of so much or more, else the lowest"),
    ("cheapest", "the lowest card that beats a random one half of the time, else the lowest"),
    ("stake_weighted", "the highest card where the check matters, else the lowest"),
    ("keep_trump", "as cheapest, but the highest card is kept for checks that matter"),
];

/// The policies without a number, by name.
pub const NAMED: [(&str, CardPolicy); 6] = [
    ("lowest", CardPolicy::Lowest),
    ("highest", CardPolicy::Highest),
    ("random", CardPolicy::Random),
    ("cheapest", CardPolicy::Cheapest),
    ("stake_weighted", CardPolicy::StakeWeighted),
    ("keep_trump", CardPolicy::KeepTrump),
];

impl FieldValue for CardPolicy {
    const FIELD: Field<'static> =
        Field::text("", VALUES, |text| CardPolicy::parse(text).map(drop), "");

    fn read(set: &Settings, field: &Field) -> CardPolicy {
        CardPolicy::parse(&set.value(field).to_string()).expect("a field holds what it was read as")
    }
}

impl CardPolicy {
    /// Reads a policy.
    ///
    /// # Errors
    /// If it is none, or its threshold is no number from -1000 to 1000.
    pub fn parse(text: &str) -> Result<CardPolicy> {
        let wrong = |why: &str| {
            Error::question(format!("`{text}` {why}")).with_hint(format!("a policy is {VALUES}"))
        };
        if let Some(number) = text.strip_prefix("threshold:") {
            let least = number.trim_matches(['_', ' ']).parse().ok();
            let least = least.filter(|least| (-1000..=1000).contains(least));
            return least
                .map(CardPolicy::AtLeast)
                .ok_or_else(|| wrong("does not say its threshold"));
        }
        let known = NAMED.into_iter().find(|(name, _)| *name == text);
        known.map(|(_, policy)| policy).ok_or_else(|| wrong("is no policy"))
    }
}

impl fmt::Display for CardPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, NAMED.iter().find(|(_, policy)| policy == self)) {
            (CardPolicy::AtLeast(least), _) => write!(f, "threshold:{least}"),
            (_, known) => f.write_str(known.map_or("", |(name, _)| name)),
        }
    }
}

/// The lowest of some cards, in rising order, that beats a random card of the rival's deck at least
/// half of the time; more than any card if none does.
pub fn cheapest(
    mut cards: impl Iterator<Item = i32>,
    rivals: &[i32],
    beats: impl Fn(i32, i32) -> bool,
) -> i32 {
    let won = |card: i32| rivals.iter().filter(|&&theirs| beats(card, theirs)).count();
    cards.find(|&card| 2 * won(card) >= rivals.len()).unwrap_or(i32::MAX)
}

/// What a side knows when it chooses a card: its own hand, and whether the check matters as far as
/// it can see. No card of the other side, and no pile.
#[derive(Clone, Copy, Debug)]
pub struct HandView<'d, const W: usize> {
    /// The deck that the cards are of.
    pub deck: &'d Deck<W>,
    /// Its hand, of one card at least.
    pub hand: Cards<W>,
    /// Whether the check matters.
    pub matters: bool,
}

/// A side that plays cards by a policy.
#[derive(Clone, Copy, Debug)]
pub struct CardPlayer<const W: usize = 1> {
    policy: CardPolicy,
    /// The least card that is enough for it.
    least: i32,
    /// The cards that are enough for it.
    enough: Cards<W>,
}

impl<const W: usize> CardPlayer<W> {
    /// A side with this policy and cards of this deck, which is so many points ahead of the rival.
    pub fn new(policy: CardPolicy, deck: &Deck<W>, ahead: i32, wins_ties: bool) -> CardPlayer<W> {
        let rivals = super::cards::deck(deck.values()[deck.values().len() - 1]);
        let cards = rivals.kinds().iter().map(|kind| kind.value);
        let ahead = ahead + i32::from(wins_ties);
        let least = cheapest(cards, rivals.values(), |card, theirs| theirs < card + ahead);
        CardPlayer::against(policy, deck, least)
    }

    /// A side with this policy and cards of this deck, of which the cheapest that wins on average is
    /// known.
    pub fn against(policy: CardPolicy, deck: &Deck<W>, cheapest: i32) -> CardPlayer<W> {
        let least = if let CardPolicy::AtLeast(least) = policy { least } else { cheapest };
        CardPlayer { policy, least, enough: deck.from(least) }
    }

    /// The same choice as a gist of a hand that is dealt for one check, where the policy is not
    /// `random`: of a hand dealt at random, a card taken at random is a card of the deck.
    pub fn lead(&self, matters: bool) -> Option<Lead> {
        let least = self.least;
        Some(match self.policy {
            CardPolicy::Random => return None,
            CardPolicy::Lowest => Lead { least: i32::MAX, keeps: false },
            CardPolicy::Highest => Lead::HIGHEST,
            CardPolicy::AtLeast(_) | CardPolicy::Cheapest => Lead { least, keeps: false },
            CardPolicy::StakeWeighted if matters => Lead::HIGHEST,
            CardPolicy::StakeWeighted => Lead { least: i32::MAX, keeps: false },
            CardPolicy::KeepTrump => Lead { least, keeps: !matters },
        })
    }

    /// The same where the check matters, as the kernel plays it.
    pub fn plays(&self) -> Option<kernel::Lead> {
        self.lead(true).map(|lead| match lead {
            Lead::HIGHEST => kernel::Lead::Highest,
            Lead { least, .. } => kernel::Lead::Least(least),
        })
    }

    /// The place of the card; `None` where the policy leaves it to luck.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn certain(&self, view: &HandView<'_, W>) -> Option<u32> {
        // Copied where it changes alone: a hand that may change stands in memory.
        let hand = view.hand;
        match self.policy {
            CardPolicy::Random => None,
            CardPolicy::Lowest => hand.lowest(),
            CardPolicy::Highest => hand.highest(),
            CardPolicy::AtLeast(_) | CardPolicy::Cheapest => self.cheapest(hand),
            CardPolicy::StakeWeighted if view.matters => hand.highest(),
            CardPolicy::StakeWeighted => hand.lowest(),
            CardPolicy::KeepTrump if view.matters => self.cheapest(hand),
            CardPolicy::KeepTrump => {
                let (trump, mut rest) = (hand.highest(), hand);
                trump.into_iter().for_each(|trump| rest.remove(trump));
                self.cheapest(rest).or(trump)
            }
        }
    }

    /// The lowest card that is enough, else the lowest.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn cheapest(&self, hand: Cards<W>) -> Option<u32> {
        hand.and(self.enough).lowest().or(hand.lowest())
    }
}

impl<const W: usize> Policy<HandView<'_, W>> for CardPlayer<W> {
    /// The place of the card.
    type Choice = u32;

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn choose<C: Chance>(&self, view: &HandView<'_, W>, chance: &mut C) -> u32 {
        self.certain(view).unwrap_or_else(|| chance.any_of(view.deck, view.hand))
    }
}
/// The card that is led from a hand dealt for one check, folded from its cards: the lowest of
/// `least` or more, else the lowest; perhaps the highest is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    least: i32,
    /// Whether the highest card is kept, if there is another.
    keeps: bool,
}

impl Lead {
    /// Low enough for the highest card to be told apart from `least`.
    const HIGHEST: Lead = Lead { least: i32::MIN, keeps: false };

    /// The card that this gist of a hand tells.
    pub fn card(gist: i32) -> i32 {
        match gist / KEPT {
            0 => gist % KEPT,
            led => led,
        }
    }
}

/// A gist is the card that is led, in units of this, and the highest card so far.
const KEPT: i32 = 64;

impl Summarize for Lead {
    fn of_none(&self) -> i32 {
        0
    }

    fn with(&self, so_far: i32, value: i32, copies: u32) -> i32 {
        if *self == Lead::HIGHEST {
            return value;
        }
        let better = |led: i32, value: i32| match led {
            0 => value,
            led if led < self.least && value >= self.least => value,
            led => led,
        };
        let (mut led, highest) = (so_far / KEPT, so_far % KEPT);
        if self.keeps {
            // The highest card so far is no longer the highest.
            if highest > 0 {
                led = better(led, highest);
            }
            if copies > 1 {
                led = better(led, value);
            }
            return led * KEPT + value;
        }
        better(led, value) * KEPT
    }
}
