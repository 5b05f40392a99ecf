//! The implementation of the luck of brawls with cards, and the columns of the cards.

use super::cards::{CardStrikes, Held, Numbers, Plays};
use super::fields::{Recovery, Surge};
use super::played::{Between, Shown};
use crate::adventure::{DiscardAll, SecondWind};
use crate::cards::{by_the_joker, name, save_total, total};
use crate::hand::Redraw;
use crate::table::{GM, HAND};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Record, Scale};
use oddsmith_mechanics::Moment;
use oddsmith_mechanics::blow::result_name;
use oddsmith_mechanics::brawl::{AttackModel, Guard, Hits, Rest};
use oddsmith_mechanics::ladder::WOUNDED;
use oddsmith_mechanics::scene::{HEROES, all_of, each};

impl AttackModel for CardStrikes {
    type Luck = Held;

    fn luck(&self) -> Held {
        let table = self.decks.full(self.sizes);
        Held { table, spent: 0, passed: 0, fiat: self.given.fiat, surge: None }
    }

    fn deal(&self, at: &mut Moment<Held, impl Chance, impl Record>) {
        for seat in (1..=self.seats).chain([GM]).filter(|&seat| self.sizes[seat] > 0) {
            self.decks.deal(&mut at.state.table, seat, at.chance);
            at.record.tell(|| {
                let hand = at.state.table.seats[seat][HAND];
                let cards = all_of(hand.places().map(|card| name(self.decks.deck.value(card))));
                let whose = if seat == GM { "the GM" } else { self.seated(seat) };
                format!("{whose} holds {cards}")
            });
        }
    }

    /// Plays a card like any other; initiative is one of the few checks without opposition.
    #[inline]
    fn initiative(&self, at: &mut Moment<Held, impl Chance, impl Record>, character: usize) -> i32 {
        let person = self.people.iter().position(|&of| usize::from(of) == character);
        let shown = self.show(at, person.unwrap_or(0), 0, false);
        self.discard(at, shown);
        shown.value
    }

    /// Plays the attacks of people of one character on one target.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn attack(
        &self,
        at: &mut Moment<Held, impl Chance, impl Record>,
        attackers: u64,
        target: usize,
        guard: Guard,
    ) -> Hits {
        let first = attackers.trailing_zeros() as usize;
        let defense = self.numbers(target).defenses[guard as usize];
        let alone = attackers.count_ones() == 1;
        let by_deck = |person: usize| matches!(self.plays[person], Plays::Fresh | Plays::Deck(_));
        if alone && self.plays[first] == Plays::Fresh && self.plays[target] == Plays::Fresh {
            let Numbers { attack, critical_from, .. } = *self.numbers(first);
            let result = at.chance.faces([&self.card, &self.card], |[mine, theirs]| {
                at.record.tell(|| {
                    format!("  {} against {}", total(attack, mine), total(defense, theirs))
                });
                let hits = attack + mine >= defense + theirs;
                i32::from(hits) + i32::from(hits && mine >= critical_from)
            });
            at.record.tell(|| format!("  {}", result_name(result)));
            let bit = |set: bool| if set { attackers } else { 0 };
            return Hits { hit: bit(result > 0), critical: bit(result > 1) };
        }
        if !alone && by_deck(first) && self.side(target) == HEROES {
            return self.crowd(at, attackers, target, defense);
        }
        let mut hits = Hits::default();
        for attacker in each(attackers) {
            if !alone {
                at.record.tell(|| format!("  {}:", self.names[attacker]));
            }
            let (hit, critical) = self.single(at, attacker, target, defense);
            at.record.tell(|| format!("  {}", result_name(i32::from(hit) + i32::from(critical))));
            hits.hit |= u64::from(hit) << attacker;
            hits.critical |= u64::from(critical) << attacker;
        }
        hits
    }

    /// Plays one card against the Reflex of each target.
    #[inline]
    fn area(
        &self,
        at: &mut Moment<Held, impl Chance, impl Record>,
        attacker: usize,
        rank: i32,
        targets: u64,
    ) -> u64 {
        let theirs = self.show(at, attacker, 1, true);
        at.record.tell(|| format!("  one card against all of them: {}", total(rank, theirs.value)));
        let mut caught = 0;
        for target in each(targets) {
            let reflex = self.numbers(target).reflex;
            let ahead = reflex - rank;
            let mine = self.show(at, target, ahead + 1, false);
            let between = Between { people: [target, attacker], attack: false };
            let totals = [reflex + mine.value, rank + theirs.value];
            at.record.tell(|| {
                let (who, shown) = (&self.names[target], total(reflex, mine.value));
                format!("  {who}: Reflex {shown} against {}", totals[1])
            });
            // A hero who fails against a card of the GM may add a bonus card.
            let (margin, _) = match self.numbers(target).hero {
                true => self.add(at, &between, totals),
                false => (totals[0] - totals[1], None),
            };
            self.discard(at, mine);
            at.record.tell(|| {
                let gets = if margin >= 0 { "gets off" } else { "is caught" };
                format!("  {} {gets}", self.names[target])
            });
            caught |= u64::from(margin < 0) << target;
        }
        self.discard(at, theirs);
        caught
    }

    /// Plays a save; the better one of two counts if the target pays for an extra save.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn save<C: Chance, R: Record>(
        &self,
        at: &mut Moment<Held, C, R>,
        attacker: usize,
        target: usize,
        damage: i32,
        wounds: i32,
        shown: Option<&mut Option<i32>>,
    ) -> i32 {
        let against = &self.numbers(target).save;
        let toughness = against.toughness;
        let ahead = toughness - wounds - damage;
        let words = &self.numbers(attacker).words;
        let fresh = self.plays[attacker] == Plays::Fresh && self.plays[target] == Plays::Fresh;
        if fresh && shown.is_none() {
            return at.chance.faces([&self.card, &self.card], |[mine, theirs]| {
                let rung = against.rung(ahead + mine - theirs, mine);
                at.record.tell(|| {
                    let (save, by) = (save_total(toughness, mine, wounds), total(damage, theirs));
                    format!(
                        "  {} saves with {save} against {by}: {}{}",
                        self.names[target],
                        words.rungs[rung as usize],
                        by_the_joker(against.joker_saved(ahead + mine - theirs, mine))
                    )
                });
                rung
            });
        }
        let between = Between { people: [target, attacker], attack: false };
        // True for each of both saves if the joker improved it.
        let mut joker_saved = [false; 2];
        let mut once = |at: &mut Moment<Held, C, R>, paid: bool, shown: &mut Option<i32>| {
            let mine = match (paid, self.seat(target, at.state)) {
                (true, Some(seat)) => {
                    self.show_paid(at, seat, self.policy(HEROES, ahead + 1), true)
                }
                _ => self.show(at, target, ahead + 1, false),
            };
            let theirs = match *shown {
                Some(value) => Shown { value, of: None },
                None => self.show(at, attacker, -ahead, true),
            };
            at.record.tell(|| {
                let save = save_total(toughness, mine.value, wounds);
                let by = total(damage, theirs.value);
                let saves = if paid { "pays a card and saves again" } else { "saves" };
                format!("  {} {saves} with {save} against {by}", self.names[target])
            });
            let totals = [toughness - wounds + mine.value, damage + theirs.value];
            let (margin, _) = self.add(at, &between, totals);
            self.discard(at, mine);
            self.discard(at, theirs);
            *shown = Some(theirs.value);
            joker_saved[usize::from(paid)] = against.joker_saved(margin, mine.value);
            against.rung(margin, mine.value)
        };
        let mut alone = None;
        let mut rung = once(at, false, shown.unwrap_or(&mut alone));
        let can = self.numbers(target).hero
            && self.extra.is_some_and(|most| rung <= most)
            && self
                .seat(target, at.state)
                .is_some_and(|seat| !at.state.table.seats[seat][HAND].is_empty());
        if can {
            rung = rung.max(once(at, true, &mut None));
        }
        at.record.tell(|| {
            let better = if can { ", by the better of the two" } else { "" };
            let joker = by_the_joker(rung == WOUNDED && joker_saved.contains(&true));
            format!("  {} is {}{better}{joker}", self.names[target], words.rungs[rung as usize])
        });
        rung
    }

    /// Plays a recovery check, paid for with a card.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn recovers(&self, at: &mut Moment<Held, impl Chance, impl Record>, person: usize) -> bool {
        let numbers = self.numbers(person);
        let recovers = self.given.recovery == Recovery::Stunned;
        let Some(seat) = self.seat(person, at.state).filter(|_| recovers && numbers.hero) else {
            return false;
        };
        if at.state.table.seats[seat][HAND].is_empty() {
            return false;
        }
        let mine = self.decks.spend(&mut at.state.table, seat, self.policy(HEROES, 0), at.chance);
        at.state.spent = at.state.spent.saturating_add(1);
        let against = self.decks.draw(&mut at.state.table, GM, at.chance);
        self.decks.discard(&mut at.state.table, GM, against);
        let theirs = self.decks.value(against);
        let recovers = numbers.constitution + mine >= theirs;
        at.record.tell(|| {
            let said = if recovers { "shakes it off" } else { "stays stunned" };
            let mine = total(numbers.constitution, mine);
            format!("{} recovers with {mine} against {}: {said}", self.names[person], name(theirs))
        });
        recovers
    }

    /// Rests if no card of the hand is above 7: a second wind replaces the two lowest cards;
    /// otherwise one card is spent and all others are replaced.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn rest_or_attack(
        &self,
        at: &mut Moment<Held, impl Chance, impl Record>,
        person: usize,
    ) -> Rest {
        let second_wind = self.given.second_wind == SecondWind::WhenLow;
        let discard_all = self.given.discard_all == DiscardAll::WhenLow;
        if !(second_wind || discard_all) || !self.numbers(person).hero {
            return Rest::No;
        }
        let Plays::Hand(seat) = self.plays[person] else { return Rest::No };
        let seat = usize::from(seat);
        let hand = at.state.table.seats[seat][HAND];
        let rested = self.decks.rest(&mut at.state.table, seat, second_wind, discard_all);
        let Some((cards, lost)) = rested else { return Rest::No };
        at.state.spent = at.state.spent.saturating_add(lost as u8);
        let rest = if lost == 0 { Rest::WithoutDodge } else { Rest::WithDodge };
        at.record.tell(|| {
            let who = &self.names[person];
            let gone: Vec<u32> = hand.places().take(cards).collect();
            let named =
                |cards: &[u32]| all_of(cards.iter().map(|&card| name(self.decks.deck.value(card))));
            match rest {
                Rest::WithoutDodge => {
                    format!("{who} rests for a second wind and discards {}", named(&gone))
                }
                _ => {
                    let (spent, others) = (named(&gone[..lost]), named(&gone[lost..]));
                    format!("{who} rests, spends {spent} and discards {others}")
                }
            }
        });
        self.decks.refill(&mut at.state.table, seat, at.chance);
        at.record.tell(|| {
            let now = at.state.table.seats[seat][HAND];
            let cards = now.places().map(|card| name(self.decks.deck.value(card)));
            format!("  {} then holds {}", self.names[person], all_of(cards))
        });
        rest
    }

    /// Grants an extra attack, paid for with a card, if the hand is larger than at the start.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn surges(&self, at: &mut Moment<Held, impl Chance, impl Record>, person: usize) -> bool {
        let Plays::Hand(seat) = self.plays[person] else { return false };
        let place = usize::from(seat);
        let rich = at.state.table.seats[place][HAND].count() > u32::from(self.sizes[place]);
        if self.given.surge != Surge::Rich || place == GM || !rich {
            return false;
        }
        at.state.surge = Some(seat);
        at.record.tell(|| format!("{} surges", self.names[person]));
        true
    }

    /// Spares a villain; the GM pays the lowest card to the player of the attacker.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn spares(
        &self,
        at: &mut Moment<Held, impl Chance, impl Record>,
        attacker: usize,
        target: usize,
    ) -> bool {
        if at.state.fiat == 0 || self.plays[target] != Plays::Hand(GM as u8) {
            return false;
        }
        let Some(seat) = self.seat(attacker, at.state).filter(|&seat| seat != GM) else {
            return false;
        };
        let Some(card) = at.state.table.seats[GM][HAND].lowest() else { return false };
        self.decks.pay(&mut at.state.table, GM, card, Some(seat));
        at.state.fiat -= 1;
        at.state.passed = at.state.passed.saturating_add(1);
        at.record.tell(|| {
            let (who, striker) = (&self.names[target], &self.names[attacker]);
            let card = name(self.decks.deck.value(card));
            format!("  the GM spares {who}, and {striker} gets the {card} for it")
        });
        true
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn turn_ends<C: Chance>(&self, held: &mut Held, chance: &mut C) {
        held.surge = None;
        if self.given.redraw != Redraw::Each {
            for seat in 0..=self.seats {
                self.decks.refill(&mut held.table, seat, chance);
            }
        }
        // The count is not used here and would keep otherwise equal states apart.
        held.table.reshuffles = 0;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn settle<C: Chance>(&self, held: &mut Held, chance: &C) {
        self.decks.settle(&mut held.table, chance);
    }

    fn columns(&self) -> Vec<(&'static str, Scale)> {
        let counted = Scale::numbers(0, MOST_COUNTED).or_more();
        vec![
            ("hands", Scale::numbers(0, self.cards)),
            ("gm_hand", Scale::numbers(0, self.sizes[GM].into())),
            ("cards_spent", counted.clone()),
            ("cards_passed", counted),
        ]
    }

    fn scores(&self, held: &Held) -> impl Iterator<Item = i32> {
        let sizes = &held.table.sizes;
        let hands: i32 = sizes[1..].iter().map(|&size| i32::from(size)).sum();
        let [spent, passed] =
            [held.spent, held.passed].map(|count| i32::from(count).min(MOST_COUNTED));
        [hands, sizes[GM].into(), spent, passed].into_iter()
    }

    fn least_branches(&self) -> u64 {
        self.decks.dealt(self.sizes)
    }
}

/// Upper end of the columns of counted cards; higher counts are recorded as this or more.
const MOST_COUNTED: i32 = 100;
