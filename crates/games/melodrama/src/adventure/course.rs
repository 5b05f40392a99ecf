//! The course of an adventure, one check per step.

use super::fields::{
    AdventureFields, DiscardAll, Experience, Generosity, SecondWind, SpentTo, TrivialBy,
};
use crate::bonus::Exchange;
use crate::card_policy::CardPlayer;
use crate::cards::{name, total};
use crate::hand::{LOST, Redraw, TIED, win, wins};
use crate::table::{Decks, GM, HAND, SEATS, Table, decks_of_players};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_mechanics::Rate;

/// An adventure: sessions of scenes of checks, in which players take turns against the GM.
///
/// # Formula
/// `margin = edge + the player's card - the GM's card`, plus bonus cards; the player wins ties.
/// Players begin with 3 cards plus their ranks of Luck, the GM with 2 per player and 1 more per
/// player for each further session. A player may add a bonus card if the check matters to the
/// player; the GM adds bonus cards according to `gm_generosity`.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Starting Hand, Normal Card Play, Bonus Cards, GM Card Play,
/// Second Wind, Number of Decks, Bonus Cards and Experience.
#[derive(Clone, Debug)]
pub struct Adventure {
    /// Fields of the check.
    given: AdventureFields,
    decks: Decks<2, SEATS>,
    /// Card policy of the players.
    player: CardPlayer<2>,
    /// Card policy of the GM.
    gm: CardPlayer<2>,
    /// Probability that a check matters, for each side separately.
    important: Rate,
    trivial: Rate,
    random_draws: Rate,
    complication: Rate,
    /// Probability that a lost check that matters is followed by an extra check.
    extra: Rate,
    /// Probability per check that the GM pays a card for fiat.
    fiat: Rate,
    /// Probability per check that the player discards a card to cancel fatigue.
    fatigue: Rate,
    /// Number of cards per power point; `None` without power points.
    point: Option<u16>,
    /// Sizes of the hands at the start, by seat.
    sizes: [u8; SEATS],
    /// Number of checks in a scene, in a session, and in the adventure.
    lengths: [u16; 3],
    /// Number of cards in all decks.
    all_cards: i32,
}

/// The state before a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Course {
    table: Table<2, SEATS>,
    dealt: bool,
    /// Number of finished checks.
    over: u16,
    /// Number of cards that each seat has earned so far.
    earned: [u16; SEATS],
    reshuffles: u16,
}

const WIN: Handle = Handle::first("win");
const WIN_IMPORTANT: Handle = WIN.then("win_important");
const HAND_PLAYERS: Handle = WIN_IMPORTANT.then("hand_players");
const HAND_GM: Handle = HAND_PLAYERS.then("hand_gm");
const PASSED: Handle = HAND_GM.then("cards_passed");
const POWER_POINTS: Handle = PASSED.then("power_points");
const RESHUFFLES: Handle = POWER_POINTS.then("reshuffles");

/// Value of a joker.
const JOKER: i32 = 15;
/// Number of cards that a player begins with, without Luck; they count for experience.
const STARTING_HAND: u8 = 3;
/// Upper end of the column of reshuffles; higher counts are recorded as this.
const MOST_RESHUFFLES: i32 = 500;

impl Adventure {
    /// Creates the adventure from its fields.
    pub fn new(given: AdventureFields) -> Adventure {
        let AdventureFields { players, sessions, scenes, checks, edge, .. } = given;
        let sharing = given.players_per_deck;
        let decks = decks_of_players(JOKER, sharing, given.spent_to == SpentTo::Gm);
        let of_the_text = (players * (1 + usize::from(sessions))) as u8;
        let gm = given.gm_hand.unwrap_or(of_the_text);
        let hero = STARTING_HAND + given.luck;
        let size = |seat: usize| match seat {
            GM => gm,
            _ if seat <= players => hero,
            _ => 0,
        };
        Adventure {
            player: CardPlayer::new(given.policy, &decks.deck, edge, true),
            gm: CardPlayer::new(given.gm_policy, &decks.deck, -edge, false),
            important: Rate::new(given.important, "matters"),
            trivial: Rate::new(given.trivial, "trivial"),
            random_draws: Rate::new(given.random_draws, "random"),
            complication: Rate::new(given.complication, "complication"),
            extra: Rate::new(given.extra, "extra"),
            fiat: Rate::new(given.fiat, "fiat"),
            fatigue: Rate::new(given.fatigue, "fatigue"),
            point: match given.experience {
                Experience::None => None,
                Experience::Fast => Some(5),
                Experience::Slow => Some(10),
            },
            sizes: std::array::from_fn(size),
            lengths: [checks, checks * scenes, checks * scenes * sessions],
            all_cards: 54 * (1 + players.div_ceil(sharing)) as i32,
            decks,
            given,
        }
    }

    /// Redraws the hand of a player who has only low cards, if the rules of the case allow it;
    /// returns true if the player rests, which loses the check.
    #[inline]
    fn rests<C: Chance>(&self, table: &mut Table<2, SEATS>, seat: usize, chance: &mut C) -> bool {
        let second_wind = self.given.second_wind == SecondWind::WhenLow;
        let discard_all = self.given.discard_all == DiscardAll::WhenLow;
        let rests = self.decks.rest(table, seat, second_wind, discard_all).is_some();
        if rests {
            self.decks.refill(table, seat, chance);
        }
        rests
    }

    /// Plays one check of a player. `matters` is the stake of the player and of the GM. Returns the
    /// margin with bonus cards, and true if a card passed to the player.
    #[inline]
    fn check<C: Chance>(
        &self,
        table: &mut Table<2, SEATS>,
        seat: usize,
        trivial: bool,
        matters: [bool; 2],
        chance: &mut C,
        record: &mut impl Record,
    ) -> (i32, bool) {
        let random = trivial || self.random_draws.falls(chance);
        let own = match trivial && self.given.trivial_by == TrivialBy::Draw {
            true => self.decks.draw(table, seat, chance),
            false => self.decks.lead(table, seat, &self.player, matters[0], chance),
        };
        let theirs = self.opposes(table, random, matters[1], chance);
        let cards = [own, theirs].map(|card| self.decks.value(card));
        record.tell(|| {
            let own = total(self.given.edge, cards[0]);
            format!("player {seat}: {own} against {}", name(cards[1]))
        });
        let gives = match self.given.gm_generosity {
            // Bonus cards can't improve a random draw.
            _ if random => false,
            Generosity::Never => false,
            Generosity::Thrifty => matters[1],
            Generosity::Generous => !trivial,
        };
        let (seats, willing) = ([seat, GM], [matters[0], gives]);
        let margin = self.given.edge + cards[0] - cards[1];
        let exchange =
            Exchange::play(self.given.bonus, &self.decks, table, seats, margin, 0, willing);
        for (side, word) in [(0, "the player adds"), (1, "the GM adds")] {
            if exchange.cards[side].is_some() {
                record.tell(|| format!("{word} {}", name(self.decks.value(exchange.cards[side]))));
            }
        }
        self.decks.discard(table, seat, own);
        self.decks.discard(table, GM, theirs);
        let lost = exchange.margin < 0 && matters[0] && !table.seats[seat][HAND].is_empty();
        if lost && self.extra.falls(chance) {
            let margin = self.extra_check(table, seat, random, matters[1], chance, record);
            return (exchange.margin.max(margin), exchange.passed);
        }
        (exchange.margin, exchange.passed)
    }

    /// Plays the GM's card: a random draw, or a card of the hand by the policy.
    #[inline]
    fn opposes<C: Chance>(
        &self,
        table: &mut Table<2, SEATS>,
        random: bool,
        matters: bool,
        chance: &mut C,
    ) -> Option<u32> {
        match random {
            true => self.decks.draw(table, GM, chance),
            false => self.decks.lead(table, GM, &self.gm, matters, chance),
        }
    }

    /// Plays an extra check, whose card is not replaced, and returns its margin.
    #[inline]
    fn extra_check<C: Chance>(
        &self,
        table: &mut Table<2, SEATS>,
        seat: usize,
        random: bool,
        matters: bool,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32 {
        let own = self.decks.spend(table, seat, &self.player, chance);
        let theirs = self.opposes(table, random, matters, chance);
        self.decks.discard(table, GM, theirs);
        let theirs = self.decks.value(theirs);
        record.tell(|| {
            let own = total(self.given.edge, own);
            format!("player {seat} makes an extra check: {own} against {}", name(theirs))
        });
        self.given.edge + own - theirs
    }

    /// Plays the effects after a check in which cards leave hands: the GM's fiat and cancelled
    /// fatigue. Returns true if the GM paid a card for fiat.
    #[inline]
    fn aside<C: Chance>(
        &self,
        table: &mut Table<2, SEATS>,
        seat: usize,
        chance: &mut C,
        record: &mut impl Record,
    ) -> bool {
        if self.fiat.never() && self.fatigue.never() {
            return false;
        }
        if self.given.redraw == Redraw::Each {
            self.decks.refill(table, seat, chance);
            self.decks.refill(table, GM, chance);
        }
        let lowest = |table: &Table<2, SEATS>, seat: usize| table.seats[seat][HAND].lowest();
        let fiat = lowest(table, GM).filter(|_| self.fiat.falls(chance));
        if let Some(card) = fiat {
            record.tell(|| format!("the GM's fiat is worth player {seat} a card"));
            self.decks.pay(table, GM, card, Some(seat));
        }
        if let Some(card) = lowest(table, seat).filter(|_| self.fatigue.falls(chance)) {
            record.tell(|| format!("player {seat} discards a card to cancel fatigue"));
            self.decks.pay(table, seat, card, None);
        }
        fiat.is_some()
    }

    /// Refills hands after a check of this seat, which may be the last check of its scene.
    #[inline]
    fn redraw<C: Chance>(&self, now: &mut Course, seat: usize, chance: &mut C) {
        if self.given.redraw == Redraw::Each {
            self.decks.refill(&mut now.table, seat, chance);
            self.decks.refill(&mut now.table, GM, chance);
        } else if now.over.is_multiple_of(self.lengths[0]) {
            for seat in (1..=self.given.players).chain([GM]) {
                self.decks.refill(&mut now.table, seat, chance);
            }
        }
    }

    /// Records the scores that are determined at the end of the adventure.
    fn end(&self, now: &Course, record: &mut impl Record) {
        let points = |point: u16| (u16::from(STARTING_HAND) + now.earned[1]) / point;
        record.score(POWER_POINTS, i32::from(self.point.map_or(0, points)));
        record.score(RESHUFFLES, i32::from(now.reshuffles).min(MOST_RESHUFFLES));
    }
}

impl Rule for Adventure {
    /// The state is boxed because it is too large to be moved from check to check.
    type State = Box<Course>;

    const EXTRAS: Extras<Self> = Extras {
        boxed: |state| size_of_val(&**state) + 16,
        block: 1 << 14,
        least_branches: |rule| rule.decks.dealt(rule.sizes),
        ..Extras::NONE
    };

    fn columns(&self) -> Columns {
        let checks = i32::from(self.lengths[2]);
        let each = |column: Column| column.each("check", checks as u32);
        let won = |handle| Column::new(handle, wins()).success(Success::AtLeast(TIED));
        // A check gives the player at most one bonus card of the GM, one card for a complication,
        // and one for fiat.
        let fiat = i32::from(!self.fiat.never());
        let points = self.point.map_or(0, |point| {
            let turns = (checks + self.given.players as i32 - 1) / self.given.players as i32;
            (i32::from(STARTING_HAND) + (2 + fiat) * turns) / i32::from(point)
        });
        Columns::new([
            each(won(WIN)),
            each(won(WIN_IMPORTANT).or_none()),
            each(Column::new(HAND_PLAYERS, Scale::numbers(0, self.all_cards))),
            each(Column::new(HAND_GM, Scale::numbers(0, i32::from(self.sizes[GM])))),
            each(Column::new(PASSED, Scale::numbers(0, 1 + fiat))),
            Column::new(POWER_POINTS, Scale::numbers(0, points)),
            Column::new(RESHUFFLES, Scale::numbers(0, MOST_RESHUFFLES)),
        ])
    }

    fn start(&self) -> Box<Course> {
        let table = self.decks.full(self.sizes);
        Box::new(Course { table, dealt: false, over: 0, earned: [0; SEATS], reshuffles: 0 })
    }

    /// Plays one check.
    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Box<Course>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Box<Course>> {
        if !now.dealt {
            for seat in (1..=self.given.players).chain([GM]) {
                self.decks.deal(&mut now.table, seat, chance);
            }
            now.dealt = true;
        }
        let seat = 1 + usize::from(now.over) % self.given.players;
        let held: i32 = now.table.sizes[1..].iter().map(|&size| i32::from(size)).sum();
        record.score(HAND_PLAYERS, held.min(self.all_cards));
        record.score(HAND_GM, i32::from(now.table.sizes[GM]));
        let trivial = self.trivial.falls(chance);
        let mut stake = || !trivial && self.important.falls(chance);
        let matters = [stake(), stake()];
        let (margin, passed) = if !matters[0] && self.rests(&mut now.table, seat, chance) {
            record.tell(|| format!("player {seat} has nothing but low cards, and rests"));
            (None, false)
        } else {
            let table = &mut now.table;
            let (margin, passed) = self.check(table, seat, trivial, matters, chance, record);
            (Some(margin), passed)
        };
        let rung = margin.map_or(LOST, win);
        record.score(WIN, rung);
        if matters[0] {
            record.score(WIN_IMPORTANT, rung);
        }
        let fiat = self.aside(&mut now.table, seat, chance, record);
        let passed = u16::from(passed) + u16::from(fiat);
        record.score(PASSED, i32::from(passed));
        now.earned[seat] += passed;
        if self.complication.falls(chance)
            && let Some(card) = self.decks.draw(&mut now.table, seat, chance)
        {
            record.tell(|| format!("a complication earns player {seat} a card"));
            now.table.earn(seat, card);
            now.earned[seat] += 1;
        }
        now.over += 1;
        now.reshuffles += std::mem::take(&mut now.table.reshuffles);
        if now.over == self.lengths[2] {
            self.end(&now, record);
            return Step::Done;
        }
        if now.over.is_multiple_of(self.lengths[1]) {
            // A session begins with full decks and hands of the sizes at the end of the last
            // session.
            (now.table, now.dealt) = (self.decks.full(now.table.sizes), false);
        } else {
            self.redraw(&mut now, seat, chance);
        }
        self.decks.settle(&mut now.table, chance);
        Step::Next(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::held;
    use oddsmith_engine::chance::{Cards, Sampled, Stream};
    use oddsmith_engine::rule::NoRecord;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// In every state, each card of each deck is in exactly one place, and hands have their
        /// sizes.
        #[test]
        fn cards_are_conserved(
            players in 1usize..=8, sharing in 1usize..=8, sessions in 1u16..=3, luck in 0u8..=5,
            seed in 0u64..1000, generosity in 0usize..3, gm: bool, rest: bool,
        ) {
            let generosity = ["never", "thrifty", "generous"][generosity];
            let rest = if rest { "second_wind" } else { "discard_all" };
            let spent_to = if gm { "gm" } else { "player" };
            let case = crate::SYSTEM.case(&format!(
                "melodrama.adventure players={players} players_per_deck={sharing} \
                 sessions={sessions} luck={luck} gm_generosity={generosity} {rest}=when_low \
                 spent_to={spent_to} trivial=0.1 complication=0.2 extra=0.5 fiat=0.1 fatigue=0.1"
            ));
            let case = case.expect("it reads");
            let rule = Adventure::new(AdventureFields::read(&case.settings));
            let own = rule.decks.deck.full().without(rule.decks.homes[GM]);
            let mut chance = Sampled::new(&Stream::new(seed, "states of an adventure"), 0);
            let mut state = rule.start();
            loop {
                let before = state.table.sizes;
                match rule.step(state, &mut chance, &mut NoRecord) {
                    Step::Next(next) | Step::Within(next) => state = next,
                    Step::Done => break,
                }
                let mut seen_of_gm = 0;
                let mut cards_of_gm = Cards::default();
                for deck in (1..SEATS).filter(|seat| (seat - 1) % sharing == 0) {
                    let sharers = deck..(deck + sharing).min(SEATS);
                    let piles: Vec<_> =
                        sharers.flat_map(|seat| state.table.seats[seat]).collect();
                    let all = piles.iter().fold(Cards::default(), |all: Cards<2>, pile| all.or(*pile));
                    prop_assert_eq!(all.and(own), own, "the deck of seat {}", deck);
                    held(&piles);
                    seen_of_gm += all.without(own).count();
                    cards_of_gm = cards_of_gm.or(all.without(own));
                }
                for pile in state.table.seats[GM] {
                    seen_of_gm += pile.count();
                    cards_of_gm = cards_of_gm.or(pile);
                }
                prop_assert_eq!((seen_of_gm, cards_of_gm), (54, rule.decks.homes[GM]));
                // A player earns up to three cards and spends up to three: a bonus card, one for an
                // extra check, one against fatigue. The GM spends up to two: a bonus card and one
                // for fiat. Only the GM and one player change.
                let changed = (1..SEATS).filter(|&seat| before[seat] != state.table.sizes[seat]);
                prop_assert!(changed.count() <= 1);
                for (seat, size) in before.iter().enumerate() {
                    let change = i16::from(state.table.sizes[seat]) - i16::from(*size);
                    let may = if seat == GM { -2..=0 } else { -3..=3 };
                    prop_assert!(may.contains(&change), "seat {} by {}", seat, change);
                    let held = state.table.seats[seat][HAND].count();
                    let short = u32::from(state.table.short[seat]);
                    prop_assert_eq!(held + short, u32::from(state.table.sizes[seat]));
                }
            }
        }
    }
}
