//! Card policies: rules that choose the card of a hand for a check.

use std::fmt;

use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::{Cards, Chance, Deck, Summarize};
use oddsmith_engine::kernel;
use oddsmith_engine::rule::Policy;
use oddsmith_registry::{Field, FieldValue, Settings};

/// A rule that chooses the card of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPolicy {
    /// The lowest card.
    Lowest,
    /// The highest card.
    Highest,
    /// Any card of the hand, equally likely.
    Random,
    /// The lowest card of this value or more, else the lowest card.
    AtLeast(i32),
    /// The lowest card that beats a random card of the rival at least half of the time, else the
    /// lowest card.
    Cheapest,
    /// The highest card if the check matters, else the lowest card.
    StakeWeighted,
    /// The card of [`CardPolicy::Cheapest`], but the highest card is kept for checks that matter.
    KeepTrump,
}

/// Possible values of a policy, for the help text.
const VALUES: &str =
    "lowest | highest | random | threshold:6 | cheapest | stake_weighted | keep_trump";

/// Policies with their meanings, as `list policies` shows them.
pub const POLICIES: &[(&str, &str)] = &[
    ("lowest", "the lowest card"),
    ("highest", "the highest card"),
    ("random", "any card of the hand, equally likely"),
    ("threshold:6", "the lowest card of so much or more, else the lowest"),
    ("cheapest", "the lowest card that beats a random one half of the time, else the lowest"),
    ("stake_weighted", "the highest card where the check matters, else the lowest"),
    ("keep_trump", "as cheapest, but the highest card is kept for checks that matter"),
];

/// Policies without a threshold, by name.
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
    /// Parses a policy.
    ///
    /// # Errors
    /// If the text is not a policy, or its threshold is not a number from -1000 to 1000.
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

/// Returns the lowest of `cards`, which are in rising order, that beats a random card of the
/// rival's deck at least half of the time; `i32::MAX` if there is none.
pub fn cheapest(
    mut cards: impl Iterator<Item = i32>,
    rivals: &[i32],
    beats: impl Fn(i32, i32) -> bool,
) -> i32 {
    let won = |card: i32| rivals.iter().filter(|&&theirs| beats(card, theirs)).count();
    cards.find(|&card| 2 * won(card) >= rivals.len()).unwrap_or(i32::MAX)
}

/// The information available to a side when it chooses a card: its own hand, and the importance of
/// the check. It contains no card of the other side and no pile.
#[derive(Clone, Copy, Debug)]
pub struct HandView<'d, const W: usize> {
    /// Deck of the cards.
    pub deck: &'d Deck<W>,
    /// Hand of the side, with at least one card.
    pub hand: Cards<W>,
    /// True if the check matters.
    pub matters: bool,
}

/// A side that chooses cards by a policy.
#[derive(Clone, Copy, Debug)]
pub struct CardPlayer<const W: usize = 1> {
    policy: CardPolicy,
    /// Lowest value of a card that is high enough for the policy.
    least: i32,
    /// Cards that are high enough for the policy.
    enough: Cards<W>,
}

impl<const W: usize> CardPlayer<W> {
    /// Creates a side with this policy and this deck, which is `ahead` points ahead of the rival.
    pub fn new(policy: CardPolicy, deck: &Deck<W>, ahead: i32, wins_ties: bool) -> CardPlayer<W> {
        let rivals = super::cards::deck(deck.values()[deck.values().len() - 1]);
        let cards = rivals.kinds().iter().map(|kind| kind.value);
        let ahead = ahead + i32::from(wins_ties);
        let least = cheapest(cards, rivals.values(), |card, theirs| theirs < card + ahead);
        CardPlayer::against(policy, deck, least)
    }

    /// Creates a side with this policy and this deck. `cheapest` is the lowest value that is high
    /// enough, unless the policy has a threshold.
    pub fn against(policy: CardPolicy, deck: &Deck<W>, cheapest: i32) -> CardPlayer<W> {
        let least = if let CardPolicy::AtLeast(least) = policy { least } else { cheapest };
        CardPlayer { policy, least, enough: deck.from(least) }
    }

    /// Returns the policy as a summary of a hand that is dealt for one check, or `None` for
    /// `random`: a random card of a random hand is a random card of the deck.
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

    /// Returns the policy for checks that matter, in the form of the kernel.
    pub fn plays(&self) -> Option<kernel::Lead> {
        self.lead(true).map(|lead| match lead {
            Lead::HIGHEST => kernel::Lead::Highest,
            Lead { least, .. } => kernel::Lead::Least(least),
        })
    }

    /// Returns the place of the chosen card; `None` if the policy chooses at random.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn certain(&self, view: &HandView<'_, W>) -> Option<u32> {
        // Copied only if it changes: a mutable hand would be kept in memory instead of registers.
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

    /// Returns the lowest card that is high enough, else the lowest card.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn cheapest(&self, hand: Cards<W>) -> Option<u32> {
        hand.and(self.enough).lowest().or(hand.lowest())
    }
}

impl<const W: usize> Policy<HandView<'_, W>> for CardPlayer<W> {
    /// Place of the card in the deck.
    type Choice = u32;

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn choose<C: Chance>(&self, view: &HandView<'_, W>, chance: &mut C) -> u32 {
        self.certain(view).unwrap_or_else(|| chance.any_of(view.deck, view.hand))
    }
}
/// A summary of a hand that is dealt for one check, reduced to the card that is played: the lowest
/// card of `least` or more, else the lowest card. With `keeps`, the highest card of the hand is
/// kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    least: i32,
    /// True if the highest card is kept, if there is another card.
    keeps: bool,
}

impl Lead {
    /// Plays the highest card. The value of `least` is a marker that no other policy uses.
    const HIGHEST: Lead = Lead { least: i32::MIN, keeps: false };

    /// Returns the card that a summary of a hand encodes.
    pub fn card(summarize: i32) -> i32 {
        match summarize / KEPT {
            0 => summarize % KEPT,
            led => led,
        }
    }
}

/// Factor of the summary: it is the card to play times this factor plus, with `keeps`, the highest
/// card so far.
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
