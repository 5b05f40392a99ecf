//! Fields, stakes and columns of checks from hands, independent of the decks.

use crate::bonus::Bonus;
use crate::card_policy::{CardPlayer, CardPolicy};
use crate::cards::total;
use crate::fields::{ACTIVE, IMPROVED_CRITICAL, PASSIVE};
use crate::knockout::Draws;
use crate::opposed::{CRITICAL, FAILURE};
use oddsmith_engine::chance::{Chance, Deck};
use oddsmith_engine::kernel::{HandSeries, hands};
use oddsmith_engine::rule::{Column, Columns, Handle, Kernel, Record, Scale, Success};
use oddsmith_mechanics::Rate;
use oddsmith_registry::{Decimal, choice, fields};

fields! {
    /// The fields of checks from hands.
    #[derive(Clone, Copy, Debug)]
    pub struct HandFields {
        hand: u8, "cards of the active side; 0: off the deck",
            unit("cards"), range(0, 20), default("3"), source("Starting Hand");
        opposing_hand: u8, "cards of the other side; 0: off the deck",
            unit("cards"), range(0, 30), default("8"), source("Starting Hand");
        active: i32 = ACTIVE, default("0");
        passive: i32 = PASSIVE, default("0");
        policy: CardPolicy, "how the active side chooses its card",
            default("highest"), source("Making Checks");
        opposing_policy: CardPolicy, "how the other side chooses its card",
            default("highest"), source("Making Checks");
        bonus: Bonus, "bonus cards, the lowest that turns a check that matters. loser: the loser first, the other may counter once; player_first",
            too_large(&["loser", "player_first"]), source("Bonus Cards, Countering bonus cards");
        critical_by: CriticalBy, "played: by the card played; any: by a bonus card too; alone: played, and won without a bonus card",
            reading(), source("Critical Hits");
        opposed_by: enum OpposedBy { Gm = "gm", Deck = "deck", Volunteer = "volunteer" },
            "gm: from the GM's hand; deck: a random card; volunteer: a player's hand, against the GM's",
            source("GM Card Play");
        improved_critical: i32 = IMPROVED_CRITICAL;
        decks: Draws, "fresh: before every check all cards return and hands are dealt anew; own: each side's deck runs down; one: one deck for both does",
            too_large(&["one"]), source("Number of Decks");
        checks: u16, "how many, one after the other",
            unit("checks"), range(1, 200), default("1"), source("Card Play");
        redraw: enum Redraw { Each = "each", After = "after" },
            "each: a card is drawn for each that is played; after: none until the row of checks is over",
            reading(), source("Normal Card Play");
        important: Decimal, "the share of checks that matter",
            unit("of all checks"), range(0, 1), default("1"),
            source("Under the Covers: Cards as a Randomizer");
        knows_stakes: bool, "the other side sees whether a check matters; if not, it plays as if it did",
            default("true"), source("Under the Covers: Cards as a Randomizer");
        bonus_by: enum BonusBy { Both = "both", Player = "player" },
            "who may add bonus cards. both: the GM too; player: the player alone", reading(),
            source("GM Card Play, GM Bonus Cards");
        extra: enum Extra { Never = "never", Lost = "lost" },
            "an extra check (save, Recovery, Surge) after a lost one that matters to the player: by a card that is not replaced, and the better result counts",
            too_large(&["lost"]), source("Bonus Cards");
    }
}

choice! {
    /// Cards that make a success critical.
    pub enum CriticalBy {
        /// The played card.
        Played = "played",
        /// The played card or the bonus card.
        Any = "any",
        /// The played card, if no bonus card was added to it.
        Alone = "alone",
    }
}

impl CriticalBy {
    /// Returns true if a success with this card, and the card added to it, is critical; cards of
    /// `least` or more are high.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn holds(self, least: i32, card: i32, added: Option<i32>) -> bool {
        match self {
            CriticalBy::Played => card >= least,
            CriticalBy::Any => card >= least || added.is_some_and(|added| added >= least),
            CriticalBy::Alone => card >= least && added.is_none(),
        }
    }
}

/// The parts of a check from hands that do not depend on the decks.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Trait bonus of each side, the active one first, in points.
    pub bonuses: [i32; 2],
    /// Lowest card that makes a success critical.
    critical_from: i32,
    important: Rate,
    /// Fields of the check.
    pub given: HandFields,
}

const WIN: Handle = Handle::first("win");
/// Own total less the rival's total.
pub const MARGIN: Handle = WIN.then("margin");
const RESULT: Handle = MARGIN.then("result");
const SPENT: Handle = RESULT.then("cards_spent");
const PASSED: Handle = SPENT.then("cards_passed");

/// Rung of `win` for a lost check.
pub const LOST: i32 = 0;
/// Rung of `win` for equal totals, which the active side wins.
pub const TIED: i32 = 1;

/// Returns the rung of `win` for a margin.
pub fn win(margin: i32) -> i32 {
    1 + margin.signum()
}

/// Returns the scale of the column `win`.
pub fn wins() -> Scale {
    Scale::rungs(&["lose", "tie", "win"])
}

impl Terms {
    /// Value of a joker in checks from hands.
    pub const JOKER: i32 = 15;

    /// Reads the terms from the fields.
    pub fn new(given: HandFields) -> Terms {
        Terms {
            bonuses: [given.active, given.passive],
            critical_from: 13 - given.improved_critical,
            important: Rate::new(given.important, "matters"),
            given,
        }
    }

    /// Creates the card policies of both sides.
    pub fn players<const W: usize>(&self, deck: &Deck<W>) -> [CardPlayer<W>; 2] {
        let ahead = self.bonuses[0] - self.bonuses[1];
        [
            CardPlayer::new(self.given.policy, deck, ahead, true),
            CardPlayer::new(self.given.opposing_policy, deck, -ahead, false),
        ]
    }

    /// Returns true if the player may pay a card for an extra check.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn extra(&self) -> bool {
        self.given.extra == Extra::Lost
    }

    /// Returns the columns of a row of checks.
    pub fn columns(&self) -> Columns {
        let edge = self.bonuses[0] - self.bonuses[1];
        let adds = self.given.bonus != Bonus::None;
        let span = Terms::JOKER - 1 + if adds { Terms::JOKER } else { 0 };
        let checks = u32::from(self.given.checks);
        let most = |each: bool| if each { i32::from(self.given.checks) } else { 0 };
        let passed = Scale::numbers(0, most(adds));
        let spent = Scale::numbers(0, most(adds) + most(self.extra()));
        Columns::new([
            Column::new(WIN, wins()).success(Success::AtLeast(TIED)).each("check", checks),
            Column::new(MARGIN, Scale::numbers(edge - span, edge + span)).each("check", checks),
            Column::new(RESULT, Scale::rungs(&["failure", "success", "critical"]))
                .each("check", checks),
            Column::new(SPENT, spent),
            Column::new(PASSED, passed),
        ])
    }

    /// Decides the importance of a check; returns it as seen by each side.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn stakes<C: Chance>(&self, chance: &mut C) -> [bool; 2] {
        let matters = self.important.falls(chance);
        [matters, matters || !self.given.knows_stakes]
    }

    /// Returns the margin of two cards.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn margin(&self, cards: [i32; 2]) -> i32 {
        self.bonuses[0] + cards[0] - self.bonuses[1] - cards[1]
    }

    /// Records a check with this margin, own card, and bonus card added to it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn score(&self, margin: i32, card: i32, added: Option<i32>, record: &mut impl Record) {
        let critical = self.given.critical_by.holds(self.critical_from, card, added);
        record.score(WIN, win(margin));
        record.score(MARGIN, margin);
        // Computed without a branch, because the processor can't predict the winner.
        let won = CRITICAL - 1 + i32::from(critical);
        record.score(RESULT, if margin < 0 { FAILURE } else { won });
    }

    /// Returns the kernel of rows of such checks, without bonus cards, or `None` if not all checks
    /// matter or a policy chooses at random. Each side has its own deck of this kind.
    pub fn kernel<const W: usize>(
        &self,
        deck: &Deck<W>,
        sizes: [u8; 2],
        players: &[CardPlayer<W>; 2],
    ) -> Option<Box<dyn Kernel>> {
        let kinds = deck.kinds().iter().map(|kind| (kind.value, kind.cards.count()));
        let kinds: Vec<(i32, u32)> = kinds.collect();
        let side = |side: usize| Some((usize::from(sizes[side]), players[side].plays()?));
        let row = HandSeries {
            kinds: &kinds,
            sides: [side(0)?, side(1)?],
            checks: usize::from(self.given.checks),
            ahead: self.bonuses[0] - self.bonuses[1],
            critical_from: self.critical_from,
            win,
            each: [WIN, MARGIN, RESULT],
            none: [SPENT, PASSED],
        };
        self.important.always().then(|| hands(&row))?
    }

    /// Records the number of own cards spent, and of bonus cards that changed owner.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn total(spent: u8, passed: u8, record: &mut impl Record) {
        record.score(SPENT, i32::from(spent));
        record.score(PASSED, i32::from(passed));
    }

    /// Describes the totals of two cards in the transcript.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn tell(&self, cards: [i32; 2], record: &mut impl Record) {
        record.tell(|| {
            let [own, rival] = [0, 1].map(|side| total(self.bonuses[side], cards[side]));
            format!("{own} against {rival}")
        });
    }
}
