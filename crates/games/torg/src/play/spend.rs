//! Use of cards by a hero: raising a failed check, renewing hands.

use super::fields::{CriticalMoment, Glory, Trades};
use super::fight::{Fight, FightSetup};
use super::turn::Turn;
use crate::{Condition, PlayerCard, Scene};
use oddsmith_engine::chance::{Cards, Chance};
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::Moment;

/// Points that a card adds to a value or to a bonus.
const CARD: i32 = 3;

/// Transcript line for an additional roll that is negated.
const NEGATED: &str = "the villains negate it with a possibility";

/// Smallest die total, including all additional rolls, for which Glory may be played.
const GLORY: i32 = 60;

impl FightSetup {
    /// Resolves one action and returns true if it succeeds, with the cards spent on it.
    pub(crate) fn check(
        &self,
        at: &mut Moment<Fight, impl Chance, impl Record>,
        turn: &mut Turn,
    ) -> bool {
        let hero = turn.hero;
        turn.raised = 0;
        // A critical moment is declared before the die is rolled: once an act cards of the hand may
        // be used as well.
        let declared = turn.spends
            && self.given.critical_moment == CriticalMoment::WhenNeeded
            && self.given.pools
            && at.state.critical >> hero & 1 == 0
            && self.usable(&at.state.table, hero).and(self.group.helping).is_empty()
            && !at.state.table.hands[hero].and(self.group.helping).is_empty();
        if declared {
            at.record.tell(|| {
                format!("{} declares a critical moment: the hand may be used", self.name(hero))
            });
            at.state.critical |= 1 << hero;
        }
        loop {
            let total = self.die(turn.condition).throw(0, at.chance, at.record);
            if self.mended(at, turn, declared, total) {
                // With named heroes the caller records the outcome.
                if self.names.is_empty() {
                    at.record.tell(|| format!("{} succeeds", self.name(hero)));
                }
                return true;
            }
            let again =
                self.group.find(PlayerCard::SecondChance, self.open(at.state, turn, declared));
            match again.filter(|_| turn.spends) {
                Some(card) => self.use_card(at.state, hero, card, at.record),
                None => return false,
            }
        }
    }

    /// Returns the cards that can be used on this action.
    fn open(&self, fight: &Fight, turn: &Turn, declared: bool) -> Cards<3> {
        if turn.condition == Condition::Confused {
            return Cards::default();
        }
        let pool = self.usable(&fight.table, turn.hero);
        let hand = fight.table.hands[turn.hero].without(self.group.subplots);
        if declared { pool.or(hand) } else { pool }
    }

    /// Returns true if the check succeeds with this die total. Cards are spent on a failure: as
    /// many +3 cards as needed, or else additional rolls, one after another.
    fn mended(
        &self,
        at: &mut Moment<Fight, impl Chance, impl Record>,
        turn: &mut Turn,
        declared: bool,
        mut total: i32,
    ) -> bool {
        // Stymied has had its effect already if a 10 or 20 was not rolled again.
        let mut stymied = self.stymied_takes_any(turn.condition) && total != 10 && total != 20;
        let (mut traded, mut point_spent) = (false, false);
        loop {
            // One Glory card counts for the whole scene, so a second one is not played.
            let reached = match self.given.glory {
                Glory::Total => self.given.value + turn.lasting + self.die.bonus(total),
                Glory::Die => total,
            };
            let earned = reached >= GLORY && at.state.scene == Scene::Dramatic && !at.state.glory;
            let glory = self.group.find(PlayerCard::Glory, self.open(at.state, turn, declared));
            if let Some(card) = glory.filter(|_| earned) {
                self.use_card(at.state, turn.hero, card, at.record);
                at.state.glory = true;
            }
            turn.bonus = self.die.bonus(total);
            let short = -(turn.edge + turn.lasting + turn.bonus);
            if short <= 0 {
                return true;
            }
            if !turn.spends {
                return false;
            }
            let cards = (short + CARD - 1) / CARD;
            if self.given.trades == Trades::Any {
                self.trade_up(at, turn, declared, cards);
            }
            if self.spend_cards(at, turn, declared, cards) {
                return true;
            }
            let open = self.open(at.state, turn, declared);
            let point = [PlayerCard::Hero, PlayerCard::Drama];
            match point.iter().find_map(|name| self.group.find(*name, open)) {
                Some(card) => self.use_card(at.state, turn.hero, card, at.record),
                None if at.state.points[turn.hero] > 0 && !point_spent => {
                    at.record.tell(|| format!("{} spends a possibility", self.name(turn.hero)));
                    at.state.points[turn.hero] -= 1;
                    point_spent = true;
                }
                None if !traded && self.trade_for(at, turn.hero, &point) => {
                    traded = true;
                    continue;
                }
                None => return false,
            }
            if std::mem::take(&mut stymied) {
                at.record.tell(|| "stymied: the additional roll is lost".into());
                continue;
            }
            if self.negated.falls(at.chance) {
                at.record.tell(|| NEGATED.into());
                continue;
            }
            if at.state.against > 0 {
                at.record.tell(|| NEGATED.into());
                at.state.against -= 1;
            } else {
                total = self.possibility.throw(total, at.chance, at.record);
            }
        }
    }

    /// Spends `cards` +3 cards on a check and returns true, or returns false if there are fewer.
    /// Coup de Grace adds to a total that has no effect value. Supporter comes from the other
    /// heroes. Of Adrenalin, Willpower and Presence only the most frequent kind is used on an
    /// action; these and Action last for the round.
    fn spend_cards(
        &self,
        at: &mut Moment<Fight, impl Chance, impl Record>,
        turn: &mut Turn,
        declared: bool,
        cards: i32,
    ) -> bool {
        let [coup, attribute, action] = self.adding(at.state, turn, declared);
        let hero = turn.hero;
        let others = at.state.heroes().filter(move |&other| other != hero);
        let supporters: u32 =
            others.clone().map(|other| self.support(at.state, other).count()).sum();
        let all = coup.count() + supporters + attribute.count() + action.count();
        if (all as i32) < cards {
            return false;
        }
        let mut left = cards;
        for card in coup.places().take(left as usize) {
            self.use_card(at.state, turn.hero, card, at.record);
            turn.raised += CARD;
            left -= 1;
        }
        for other in others {
            for card in self.support(at.state, other).places().take(left as usize) {
                self.use_card(at.state, other, card, at.record);
                turn.raised += CARD;
                left -= 1;
            }
        }
        for card in attribute.places().chain(action.places()).take(left as usize) {
            self.use_card(at.state, turn.hero, card, at.record);
            turn.lasting += CARD;
            turn.raised_for_round += if action.has(card) { CARD } else { 0 };
        }
        true
    }

    /// Returns the hero's cards that add to this action: Coup de Grace, one attribute card kind,
    /// Action.
    fn adding(&self, fight: &Fight, turn: &Turn, declared: bool) -> [Cards<3>; 3] {
        let open = self.open(fight, turn, declared);
        let of = |name: PlayerCard| self.group.cards(name).and(open);
        let attributes = [PlayerCard::Adrenalin, PlayerCard::Willpower, PlayerCard::Presence];
        let attribute = attributes.map(of).into_iter().max_by_key(|cards| cards.count());
        let coup = match turn.has_effect {
            true => Cards::default(),
            false => of(PlayerCard::CoupDeGrace),
        };
        [coup, attribute.unwrap_or_default(), of(PlayerCard::Action)]
    }

    /// Returns the Supporter cards of another hero.
    fn support(&self, fight: &Fight, other: usize) -> Cards<3> {
        self.group.cards(PlayerCard::Supporter).and(self.usable(&fight.table, other))
    }

    /// Trades for the +3 cards that this action lacks from the pools of other heroes. No card is
    /// traded unless the others have enough of them and the hero has enough cards that do not help.
    fn trade_up(
        &self,
        at: &mut Moment<Fight, impl Chance, impl Record>,
        turn: &Turn,
        declared: bool,
        cards: i32,
    ) {
        let hero = turn.hero;
        let own: u32 =
            self.adding(at.state, turn, declared).map(|cards| cards.count()).iter().sum();
        let up = at.state.heroes().filter(move |&other| other != hero);
        let others = || up.clone();
        let supporters: u32 = others().map(|other| self.support(at.state, other).count()).sum();
        let missing = (cards - (own + supporters) as i32).max(0) as u32;
        let adding = self.group.cards(PlayerCard::CoupDeGrace);
        let adding = adding.or(self.group.cards(PlayerCard::Action));
        let theirs: u32 =
            others().map(|other| at.state.table.pools[other].and(adding).count()).sum();
        let idle = at.state.table.pools[hero]
            .without(self.group.lasting)
            .without(self.group.helping)
            .without(self.group.cards(PlayerCard::Supporter));
        if !self.given.pools || missing > theirs.min(idle.count()) {
            return;
        }
        for mine in idle.places().take(missing as usize) {
            let found = others()
                .find_map(|other| Some((other, at.state.table.pools[other].and(adding).lowest()?)));
            if let Some(theirs) = found {
                self.trade(at, (hero, mine), theirs);
            }
        }
    }

    /// Trades the worst card of a hero's pool for one of these cards from another hero's pool.
    fn trade_for(
        &self,
        at: &mut Moment<Fight, impl Chance, impl Record>,
        hero: usize,
        wanted: &[PlayerCard],
    ) -> bool {
        if !self.given.pools {
            return false;
        }
        let up = at.state.heroes();
        let table = &at.state.table;
        let Some(mine) = self.group.worst(table.pools[hero].without(self.group.subplots)) else {
            return false;
        };
        let theirs = up.filter(|&other| other != hero).find_map(|other| {
            let card = wanted.iter().find_map(|name| self.group.find(*name, table.pools[other]));
            Some((other, card?))
        });
        theirs.map(|theirs| self.trade(at, (hero, mine), theirs)).is_some()
    }

    /// Trades a card of one hero's pool for a card of another hero's pool.
    fn trade(
        &self,
        at: &mut Moment<Fight, impl Chance, impl Record>,
        (hero, mine): (usize, u32),
        (other, theirs): (usize, u32),
    ) {
        at.record.tell(|| {
            let (hero, other) = (self.name(hero), self.name(other));
            let (mine, theirs) = (self.card(mine), self.card(theirs));
            format!("{hero} trades {mine} for {theirs} of {other}")
        });
        at.state.table.trade((hero, mine), (other, theirs));
    }

    /// Plays the cards that renew hands and pools as soon as they are useful: Leadership if there
    /// are other heroes or two or more cards are drawn, Rally if two or more cards are drawn for
    /// each hero on average, Master Plan if the top discard helps.
    pub(crate) fn renew(&self, at: &mut Moment<Fight, impl Chance, impl Record>, hero: usize) {
        let group = &self.group;
        let held =
            |fight: &Fight, name: PlayerCard| group.find(name, self.usable(&fight.table, hero));
        let drawn = |fight: &Fight, hero: usize| {
            group.hand.saturating_sub(fight.table.hands[hero].and(group.useful).count())
        };
        let leads = drawn(at.state, hero) >= 2 || at.state.up.count_ones() > 1;
        let leadership = held(at.state, PlayerCard::Leadership);
        if let Some(card) = leadership.filter(|_| leads) {
            self.use_card(at.state, hero, card, at.record);
            let others = at.state.heroes().filter(|&other| other != hero);
            let poorest = others.min_by_key(|&other| at.state.table.pools[other].count());
            if let Some(other) = poorest {
                self.give(at.state, hero, other, at.record);
            }
            self.refill(at, hero);
        }
        if let Some(card) = held(at.state, PlayerCard::Rally) {
            let all: u32 = at.state.heroes().map(|hero| drawn(at.state, hero)).sum();
            if all >= 2 * at.state.up.count_ones() {
                self.use_card(at.state, hero, card, at.record);
                at.state.heroes().for_each(|hero| self.refill(at, hero));
            }
        }
        let top = at.state.table.last_discard.filter(|top| group.useful.has(*top));
        if let (Some(card), Some(top)) = (held(at.state, PlayerCard::MasterPlan), top) {
            at.record.tell(|| {
                let (hero, top) = (self.name(hero), self.card(top));
                format!("{hero} uses master plan for {top}, the top of the discards")
            });
            at.state.table.exchange(hero, card, self.given.pools);
            at.state.used[hero] += 1;
        }
    }

    /// Gives up to two cards of the hand to another hero: into the pool, or the hand without pools.
    fn give(&self, fight: &mut Fight, hero: usize, other: usize, record: &mut impl Record) {
        for _ in 0..2 {
            let cards = fight.table.hands[hero].without(self.group.subplots);
            let Some(card) = self.group.best(cards) else { return };
            record.tell(|| {
                format!("{} gives {} to {}", self.name(hero), self.card(card), self.name(other))
            });
            fight.table.hands[hero].remove(card);
            let to = match self.given.pools {
                true => &mut fight.table.pools,
                false => &mut fight.table.hands,
            };
            to[other].insert(card);
        }
    }

    /// Discards the cards of the hand that do not help and draws up to the dealt size of the hand;
    /// the pool does not count.
    fn refill(&self, at: &mut Moment<Fight, impl Chance, impl Record>, hero: usize) {
        let idle =
            at.state.table.hands[hero].without(self.group.useful).without(self.group.subplots);
        idle.places().for_each(|card| at.state.table.discard(hero, card));
        let kept = at.state.table.hands[hero].count();
        for _ in kept..self.group.hand {
            at.state.table.deal(hero, &self.group.deck, at.chance);
        }
        at.record.tell(|| {
            let drawn = at.state.table.hands[hero].count() - kept;
            let s = if drawn == 1 { "" } else { "s" };
            let thrown = match idle.is_empty() {
                true => String::new(),
                false => format!("throws away {} and ", self.cards(idle)),
            };
            format!("{} {thrown}draws {drawn} card{s}", self.name(hero))
        });
    }
}
