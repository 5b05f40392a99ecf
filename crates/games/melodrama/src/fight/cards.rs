//! How cards fall in a fight: from hands, off decks, and bonus cards between them.

use super::fields::{
    ATTACK, BONUS, BONUS_FOR, CONSTITUTION, CRITICAL_BY, Checks, DAMAGE, DECKS, DEFENSE,
    DISCARD_ALL, DODGE, EDGE, EXTRA_SAVE, FIAT, GM_BONUS_FOR, GM_HAND, GM_POLICY, HAND as HAND_OF,
    HERO_PLAYS, IMPROVED_CRITICAL, LETHAL, LUCK, MINION, PLAYS, POLICY, RECOVERY, REDRAW, REFLEX,
    SECOND_WIND, STAKES, SURGE, TOUGHNESS,
};
use crate::adventure::PLAYERS_PER_DECK;
use crate::bonus::{Bonus, Exchange};
use crate::card_policy::{CardPlayer, CardPolicy, HandView};
use crate::cards::{card, name, total};
use crate::fields::{JOKER, JOKER_SAVES, LETHAL_TEXT, STUN_PENALTY, TIE};
use crate::hand::CriticalBy;
use crate::table::{Decks, HAND, Table, decks_that_mix};
use crate::toughness::Toughness;
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::{Cards, Chance, Die};
use oddsmith_engine::rule::{Column, Handle, Policy, Record, Scale};
use oddsmith_mechanics::brawl::{Guard, Hits, Rest, Strikes};
use oddsmith_mechanics::ladder::{OUT, WOUNDED, Words};
use oddsmith_mechanics::scene::{HEROES, MOST_PEOPLE, People, RIVALS, each};
use oddsmith_registry::Settings;

/// The GM and up to eight players.
const SEATS: usize = 9;
/// The GM's seat; players sit at 1, 2, and so on.
const GM: usize = 0;
/// Hands without a card of so much or more are low: the middle of the deck.
const LOW_BELOW: i32 = 8;
/// A card of so much, less one's advantage, beats a random card half of the time: of 54 cards 28
/// are below it.
const MEDIAN: i32 = 8;
/// Cards that are all enough, and those that none is: what a policy may ask for.
const LEAST: i32 = 0;
const MOST: i32 = 16;

/// Whose cards someone plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plays {
    /// A random card of a full deck.
    Fresh,
    /// A random card off the deck of this seat.
    Deck(u8),
    /// A card of this seat's hand.
    Hand(u8),
    /// A card of the hand of the player who has the most.
    Volunteer,
}

/// A character's numbers.
#[derive(Clone, Debug)]
struct Numbers {
    attack: i32,
    /// Defense on guard, stunned, and flat-footed.
    defenses: [i32; 3],
    critical_from: i32,
    reflex: i32,
    constitution: i32,
    save: Toughness,
    minion: bool,
    words: Words,
    hero: bool,
}

/// Attacks and saves by cards.
///
/// # Formula
/// An attack is attack + card against Defense + card, and hits at equal totals. A save is Toughness
/// less wounds + card against damage + card, and succeeds at equal totals. After a check the side
/// that is behind may add a bonus card, then the other. What attacks a player at once is against
/// one card of the player's.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Making Checks, Card Play, Bonus Cards, GM Card Play.
#[derive(Debug)]
pub struct CardStrikes {
    people: Vec<u8>,
    numbers: Vec<Numbers>,
    plays: [Plays; MOST_PEOPLE],
    names: Vec<String>,
    card: Die,
    decks: Decks<2, SEATS>,
    sizes: [u8; SEATS],
    seats: usize,
    /// By side and by the least card that is enough.
    players: [Vec<CardPlayer<2>>; 2],
    bonus: Bonus,
    /// By side.
    adds: [Checks; 2],
    stakes: Checks,
    critical_by: CriticalBy,
    joker_saves: Option<i32>,
    redraw_each: bool,
    /// Whether a failed save, or one that puts out, is made again.
    extra: Option<i32>,
    surge: bool,
    recovery: bool,
    second_wind: bool,
    discard_all: bool,
    fiat: u8,
    high: Cards<2>,
    cards: i32,
}

/// What lasts of the cards.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Held {
    table: Table<2, SEATS>,
    /// Bonus cards that players spent, and those that the GM gave them.
    spent: u8,
    passed: u8,
    /// How often the GM may still spare a villain.
    fiat: u8,
    /// The seat whose next attack is for a card that is not replaced.
    surge: Option<u8>,
}

#[cfg(test)]
impl Held {
    pub fn table(&self) -> &Table<2, SEATS> {
        &self.table
    }

    pub fn passed(&self) -> u8 {
        self.passed
    }
}

/// A card that is shown.
#[derive(Clone, Copy, Debug)]
struct Shown {
    value: i32,
    /// It, and the seat that discards it; none of a full deck.
    of: Option<(u32, u8)>,
}

/// A check between two people: who wins ties first.
#[derive(Clone, Copy, Debug)]
struct Between {
    people: [usize; 2],
    /// Whether the first attacks; else it saves.
    attack: bool,
    bonuses: [i32; 2],
}

impl CardStrikes {
    /// As the fields say.
    ///
    /// # Errors
    /// If there are more players than seats.
    pub fn read(set: &Settings, people: &People) -> Result<CardStrikes> {
        let joker = set.integer(&JOKER);
        let fresh = set.is(&DECKS, "fresh");
        let stun = set.integer(&STUN_PENALTY);
        let edge = set.integer(&EDGE);
        let injures_only = set.is(&LETHAL_TEXT, "only");
        let mut plays = [Plays::Fresh; MOST_PEOPLE];
        let (mut seats, mut sizes) = (0, [0u8; SEATS]);
        let mut numbers = Vec::new();
        for ((_, of), character) in set.characters().zip(&people.characters) {
            let hero = character.side == HEROES;
            let word = of.text(if hero { &HERO_PLAYS } else { &PLAYS });
            for person in each(character.bits) {
                plays[person] = match (&*word, hero) {
                    ("hand", true) => {
                        seats += 1;
                        if seats == SEATS {
                            let error = Error::question("more than 8 heroes play from hands");
                            return Err(error.with_hint("give some of them `plays = \"deck\"`"));
                        }
                        sizes[seats] = (of.integer(&HAND_OF) + of.integer(&LUCK)) as u8;
                        Plays::Hand(seats as u8)
                    }
                    ("hand", false) => Plays::Hand(GM as u8),
                    ("volunteer", _) => Plays::Volunteer,
                    _ if fresh => Plays::Fresh,
                    _ => Plays::Deck(if hero { 1 } else { GM as u8 }),
                };
            }
            let defense = of.integer(&DEFENSE);
            let flat = defense - of.integer(&DODGE);
            let lethal = of.flag(&LETHAL);
            numbers.push(Numbers {
                attack: of.integer(&ATTACK) + if hero { edge } else { 0 },
                defenses: [defense, flat - stun, flat],
                critical_from: 13 - of.integer(&IMPROVED_CRITICAL),
                reflex: of.integer(&REFLEX),
                constitution: if hero { of.integer(&CONSTITUTION) } else { 0 },
                save: Toughness {
                    toughness: of.integer(&TOUGHNESS),
                    damage: of.integer(&DAMAGE),
                    lethal,
                    tie_stuns: set.is(&TIE, "d20"),
                    safe: None,
                },
                minion: of.flag(&MINION),
                words: match (lethal, injures_only) {
                    (false, _) => Words::BRUISES,
                    (true, false) => Words::INJURIES,
                    (true, true) => crate::blow::ONLY,
                },
                hero,
            });
        }
        if seats == 0 && plays.contains(&Plays::Volunteer) {
            let error = Error::question("no hero has a hand to volunteer with");
            return Err(error.with_hint("give a hero `plays = \"hand\"`"));
        }
        // Nobody plays from it, and so nobody is dealt it.
        let gm_plays = plays.contains(&Plays::Hand(GM as u8));
        let of_the_text = 2 * seats as i32;
        sizes[GM] = if gm_plays { set.number(&GM_HAND).unwrap_or(of_the_text) as u8 } else { 0 };
        let sharing = set.integer(&PLAYERS_PER_DECK) as usize;
        let pile = |seat: usize| if seat == GM { GM } else { (seat - 1) / sharing * sharing + 1 };
        let decks = decks_that_mix(joker, std::array::from_fn(pile), false);
        let players = [&POLICY, &GM_POLICY].map(|field| {
            let policy = CardPolicy::of(set, field);
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
            bonus: set.choice(&BONUS),
            adds: [set.choice(&BONUS_FOR), set.choice(&GM_BONUS_FOR)],
            stakes: set.choice(&STAKES),
            critical_by: set.choice(&CRITICAL_BY),
            joker_saves: set.flag(&JOKER_SAVES).then_some(joker),
            redraw_each: set.is(&REDRAW, "each"),
            extra: match () {
                () if set.is(&EXTRA_SAVE, "out") => Some(OUT),
                () if set.is(&EXTRA_SAVE, "failed") => Some(WOUNDED - 1),
                () => None,
            },
            surge: set.is(&SURGE, "rich"),
            recovery: set.is(&RECOVERY, "stunned"),
            second_wind: set.is(&SECOND_WIND, "when_low"),
            discard_all: set.is(&DISCARD_ALL, "when_low"),
            fiat: set.integer(&FIAT) as u8,
            high: decks.reach(LOW_BELOW),
            cards: 54 * (1 + seats.max(1).div_ceil(sharing)) as i32,
            decks,
        })
    }

    /// Draws until the hand of a seat has its size.
    #[cfg(test)]
    pub fn refill<C: Chance>(&self, table: &mut Table<2, SEATS>, seat: usize, chance: &mut C) {
        self.decks.refill(table, seat, chance);
    }

    /// How many decks there are, those that nobody draws from among them.
    #[cfg(test)]
    pub fn decks_in_use(&self) -> u32 {
        (0..SEATS).filter(|&seat| !self.decks.home(seat).is_empty()).count() as u32
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn numbers(&self, person: usize) -> &Numbers {
        &self.numbers[usize::from(self.people[person])]
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn side(&self, person: usize) -> usize {
        if self.numbers(person).hero { HEROES } else { RIVALS }
    }

    /// Whose hand someone plays from, if from any.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn seat(&self, person: usize, held: &Held) -> Option<usize> {
        match self.plays[person] {
            Plays::Fresh | Plays::Deck(_) => None,
            Plays::Hand(seat) => Some(usize::from(seat)),
            Plays::Volunteer => (1..=self.seats)
                .max_by_key(|&seat| (held.table.sizes[seat], std::cmp::Reverse(seat))),
        }
    }

    /// Whether these checks are among those of a side.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn are(&self, checks: Checks, attack: bool) -> bool {
        match checks {
            Checks::All => true,
            Checks::Attacks => attack,
            Checks::Saves => !attack,
            Checks::Never => false,
        }
    }

    /// The card that someone shows, who is so far ahead; equal totals counted in. `attack`: it is its
    /// own attack.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn show<C: Chance>(
        &self,
        person: usize,
        ahead: i32,
        attack: bool,
        held: &mut Held,
        chance: &mut C,
    ) -> Shown {
        let (place, seat) = match self.plays[person] {
            Plays::Fresh => return Shown { value: chance.face(&self.card), of: None },
            Plays::Deck(seat) => {
                let seat = usize::from(seat);
                (self.decks.draw(&mut held.table, seat, chance), seat)
            }
            Plays::Hand(_) | Plays::Volunteer => {
                let seat = self.seat(person, held).unwrap_or(GM);
                let players = &self.players[self.side(person)];
                let player = &players[(MEDIAN - ahead).clamp(LEAST, MOST) as usize];
                let matters = self.are(self.stakes, attack);
                let paid = attack && held.surge.is_some_and(|surge| usize::from(surge) == seat);
                let hand = held.table.seats[seat][HAND];
                if paid && !hand.is_empty() {
                    held.surge = None;
                    let view = HandView { deck: &self.decks.deck, hand, matters };
                    let card = player.choose(&view, chance);
                    held.table.lose(seat, card);
                    held.spent = held.spent.saturating_add(1);
                    (Some(card), seat)
                } else {
                    (self.decks.lead(&mut held.table, seat, player, matters, chance), seat)
                }
            }
        };
        match place {
            Some(place) => {
                Shown { value: self.decks.deck.value(place), of: Some((place, seat as u8)) }
            }
            // All cards of its deck are in hands.
            None => Shown { value: 0, of: None },
        }
    }

    /// A card that was shown is discarded, and replaced where a hand showed it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn discard<C: Chance>(&self, shown: Shown, held: &mut Held, chance: &mut C) {
        if let Some((place, seat)) = shown.of {
            self.decks.discard(&mut held.table, seat.into(), place);
            if self.redraw_each {
                self.decks.refill(&mut held.table, seat.into(), chance);
            }
        }
    }

    /// Bonus cards of a check whose cards lie open: its margin then, and what the first side added.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn add(
        &self,
        between: &Between,
        margin: i32,
        held: &mut Held,
        record: &mut impl Record,
    ) -> (i32, Option<i32>) {
        if self.bonus == Bonus::None {
            return (margin, None);
        }
        let seats = between.people.map(|person| self.seat(person, held));
        let player = usize::from(!self.numbers(between.people[0]).hero);
        // A card of the GM's goes to the player opposed, of whom there must be one.
        let has_player = seats[player].is_some();
        let willing = [0, 1].map(|side| {
            let attacks = between.attack == (side == 0);
            let checks = self.adds[usize::from(side != player)];
            let able =
                if side == player { has_player } else { has_player && seats[side].is_some() };
            able && self.are(checks, attacks)
        });
        if willing == [false; 2] {
            return (margin, None);
        }
        let hand = |seat: Option<usize>| {
            seat.map_or_else(Cards::default, |seat| held.table.seats[seat][HAND])
        };
        let hands = seats.map(hand);
        let exchange = Exchange::new(self.bonus, &self.decks, hands, margin, player, willing);
        let value = |card: Option<u32>| card.map(|card| self.decks.deck.value(card));
        for side in [0, 1] {
            if let Some(card) = value(exchange.cards[side]) {
                record.tell(|| {
                    let who = match side == player {
                        true => &self.names[between.people[side]],
                        false => "the GM",
                    };
                    format!("  {who} adds {}", name(card))
                });
            }
        }
        let places = seats.map(|seat| seat.unwrap_or(GM));
        let flow = exchange.pay(&self.decks, &mut held.table, places, player);
        held.spent = held.spent.saturating_add(u8::from(flow.spent[player]));
        held.passed = held.passed.saturating_add(u8::from(flow.passed));
        (exchange.margin, value(exchange.cards[0]))
    }

    /// An attack of one on one by hands or decks with a memory.
    #[inline]
    fn single<C: Chance>(
        &self,
        attacker: usize,
        target: usize,
        defense: i32,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> (bool, bool) {
        let Numbers { attack, critical_from, .. } = *self.numbers(attacker);
        let ahead = attack - defense;
        let mine = self.show(attacker, ahead + 1, true, held, chance);
        let theirs = self.show(target, -ahead, false, held, chance);
        let between =
            Between { people: [attacker, target], attack: true, bonuses: [attack, defense] };
        record.tell(|| tell(&between, [mine.value, theirs.value]));
        let (margin, added) = self.add(&between, ahead + mine.value - theirs.value, held, record);
        self.discard(mine, held, chance);
        self.discard(theirs, held, chance);
        let high = |card: i32| card >= critical_from;
        let critical = match self.critical_by {
            CriticalBy::Played => high(mine.value),
            CriticalBy::Any => high(mine.value) || added.is_some_and(high),
            CriticalBy::Alone => high(mine.value) && added.is_none(),
        };
        (margin >= 0, margin >= 0 && critical)
    }

    /// Attacks of several at once on a player, who shows one card against all of them and may add
    /// the lowest that stops all.
    #[inline]
    fn crowd<C: Chance>(
        &self,
        attackers: u64,
        target: usize,
        defense: i32,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Hits {
        let first = attackers.trailing_zeros() as usize;
        let Numbers { attack, critical_from, .. } = *self.numbers(first);
        let ahead = attack - defense;
        let mut theirs = self.show(target, -ahead, false, held, chance);
        let (mut cards, mut best) = ([0i32; MOST_PEOPLE], i32::MIN);
        for attacker in each(attackers) {
            let shown = self.show(attacker, ahead + 1, true, held, chance);
            self.discard(shown, held, chance);
            cards[attacker] = shown.value;
            best = best.max(shown.value);
        }
        let between = Between { people: [first, target], attack: true, bonuses: [attack, defense] };
        record.tell(|| {
            let cards: Vec<String> = each(attackers).map(|who| name(cards[who])).collect();
            format!("  {attack} and {} against {}", cards.join(", "), total(defense, theirs.value))
        });
        let behind = ahead + best - theirs.value;
        let played = theirs;
        let (margin, _) = self.add(&between, behind, held, record);
        theirs.value += behind - margin;
        self.discard(played, held, chance);
        let mut hits = Hits::default();
        for attacker in each(attackers) {
            if ahead + cards[attacker] >= theirs.value {
                hits.hit |= 1 << attacker;
                if cards[attacker] >= critical_from {
                    hits.critical |= 1 << attacker;
                }
            }
        }
        record.tell(|| format!("  {} of them hit", hits.hit.count_ones()));
        hits
    }

    /// The rung of a save's margin, made with this card.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn rung(&self, target: usize, margin: i32, card: i32) -> i32 {
        let Numbers { save, minion, .. } = self.numbers(target);
        let rung = save.rung(margin, 0);
        match (rung, *minion) {
            (..WOUNDED, true) => OUT,
            (_, false) if self.joker_saves == Some(card) => rung.max(WOUNDED),
            (rung, _) => rung,
        }
    }
}

fn tell(between: &Between, cards: [i32; 2]) -> String {
    let [first, second] = [0, 1].map(|side| total(between.bonuses[side], cards[side]));
    format!("  {first} against {second}")
}

impl Strikes for CardStrikes {
    type Luck = Held;

    fn luck(&self) -> Held {
        let table = self.decks.full(self.sizes);
        Held { table, spent: 0, passed: 0, fiat: self.fiat, surge: None }
    }

    fn deal<C: Chance>(&self, held: &mut Held, chance: &mut C, record: &mut impl Record) {
        for seat in (1..=self.seats).chain([GM]).filter(|&seat| self.sizes[seat] > 0) {
            self.decks.deal(&mut held.table, seat, chance);
            record.tell(|| {
                let hand = held.table.seats[seat][HAND];
                let cards: Vec<String> =
                    hand.places().map(|card| name(self.decks.deck.value(card))).collect();
                let seated = |&person: &usize| self.plays[person] == Plays::Hand(seat as u8);
                let whose = match seat {
                    GM => "the GM",
                    _ => (0..self.names.len()).find(seated).map_or("", |who| &self.names[who]),
                };
                format!("{whose} holds {}", cards.join(", "))
            });
        }
    }

    /// A card that is played as any other: initiative is one of the few checks that nothing opposes.
    #[inline]
    fn initiative<C: Chance>(&self, character: usize, held: &mut Held, chance: &mut C) -> i32 {
        let person = self.people.iter().position(|&of| usize::from(of) == character);
        let shown = self.show(person.unwrap_or(0), 0, false, held, chance);
        self.discard(shown, held, chance);
        shown.value
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn attack<C: Chance>(
        &self,
        attackers: u64,
        target: usize,
        guard: Guard,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Hits {
        let first = attackers.trailing_zeros() as usize;
        let defense = self.numbers(target).defenses[guard as usize];
        let alone = attackers.count_ones() == 1;
        let by_deck = |person: usize| matches!(self.plays[person], Plays::Fresh | Plays::Deck(_));
        if alone && self.plays[first] == Plays::Fresh && self.plays[target] == Plays::Fresh {
            let Numbers { attack, critical_from, .. } = *self.numbers(first);
            let result = chance.faces([&self.card, &self.card], |[mine, theirs]| {
                record.tell(|| {
                    format!("  {} against {}", total(attack, mine), total(defense, theirs))
                });
                let hits = attack + mine >= defense + theirs;
                i32::from(hits) + i32::from(hits && mine >= critical_from)
            });
            record.tell(|| format!("  {}", oddsmith_mechanics::blow::said(result)));
            let bit = |set: bool| if set { attackers } else { 0 };
            return Hits { hit: bit(result > 0), critical: bit(result > 1) };
        }
        if !alone && by_deck(first) && self.side(target) == HEROES {
            return self.crowd(attackers, target, defense, held, chance, record);
        }
        let mut hits = Hits::default();
        for attacker in each(attackers) {
            let (hit, critical) = self.single(attacker, target, defense, held, chance, record);
            record.tell(|| {
                format!(
                    "  {}",
                    oddsmith_mechanics::blow::said(i32::from(hit) + i32::from(critical))
                )
            });
            hits.hit |= u64::from(hit) << attacker;
            hits.critical |= u64::from(critical) << attacker;
        }
        hits
    }

    #[inline]
    fn area<C: Chance>(
        &self,
        attacker: usize,
        rank: i32,
        targets: u64,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> u64 {
        let theirs = self.show(attacker, 1, true, held, chance);
        record.tell(|| format!("  area {}", total(rank, theirs.value)));
        let mut caught = 0;
        for target in each(targets) {
            let reflex = self.numbers(target).reflex;
            let ahead = reflex - rank;
            let mine = self.show(target, ahead + 1, false, held, chance);
            let between =
                Between { people: [target, attacker], attack: false, bonuses: [reflex, rank] };
            let margin = ahead + mine.value - theirs.value;
            // Who is caught by a card of the GM's may still get off by one of the hand.
            let (margin, _) = match self.numbers(target).hero {
                true => self.add(&between, margin, held, record),
                false => (margin, None),
            };
            self.discard(mine, held, chance);
            record.tell(|| {
                let gets = if margin >= 0 { "gets off" } else { "is caught" };
                format!("  {} {gets} with {}", self.names[target], total(reflex, mine.value))
            });
            caught |= u64::from(margin < 0) << target;
        }
        self.discard(theirs, held, chance);
        caught
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn save<C: Chance>(
        &self,
        attacker: usize,
        target: usize,
        damage: i32,
        wounds: i32,
        shown: Option<&mut Option<i32>>,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32 {
        let toughness = self.numbers(target).save.toughness - wounds;
        let ahead = toughness - damage;
        let words = &self.numbers(attacker).words;
        let fresh = self.plays[attacker] == Plays::Fresh && self.plays[target] == Plays::Fresh;
        if fresh && shown.is_none() {
            return chance.faces([&self.card, &self.card], |[mine, theirs]| {
                let rung = self.rung(target, ahead + mine - theirs, mine);
                record.tell(|| {
                    let (save, by) = (total(toughness, mine), total(damage, theirs));
                    format!(
                        "  {} saves with {save} against {by}: {}",
                        self.names[target], words.rungs[rung as usize]
                    )
                });
                rung
            });
        }
        let between =
            Between { people: [target, attacker], attack: false, bonuses: [toughness, damage] };
        let mut once = |held: &mut Held, paid: bool, chance: &mut C, shown: &mut Option<i32>| {
            let mine = match (paid, self.seat(target, held)) {
                (true, Some(seat)) => {
                    let hand = held.table.seats[seat][HAND];
                    let player =
                        &self.players[HEROES][(MEDIAN - ahead - 1).clamp(LEAST, MOST) as usize];
                    let view = HandView { deck: &self.decks.deck, hand, matters: true };
                    let card = player.choose(&view, chance);
                    held.table.lose(seat, card);
                    held.spent = held.spent.saturating_add(1);
                    Shown { value: self.decks.deck.value(card), of: Some((card, seat as u8)) }
                }
                _ => self.show(target, ahead + 1, false, held, chance),
            };
            let theirs = match *shown {
                Some(value) => Shown { value, of: None },
                None => self.show(attacker, -ahead, true, held, chance),
            };
            record.tell(|| {
                let (save, by) = (total(toughness, mine.value), total(damage, theirs.value));
                let saves = if paid { "pays a card and saves again" } else { "saves" };
                format!("  {} {saves} with {save} against {by}", self.names[target])
            });
            let margin = ahead + mine.value - theirs.value;
            let (margin, _) = self.add(&between, margin, held, record);
            self.discard(mine, held, chance);
            self.discard(theirs, held, chance);
            *shown = Some(theirs.value);
            self.rung(target, margin, mine.value)
        };
        let mut alone = None;
        let mut rung = once(held, false, chance, shown.unwrap_or(&mut alone));
        let can = self.numbers(target).hero
            && self.extra.is_some_and(|most| rung <= most)
            && self.seat(target, held).is_some_and(|seat| !held.table.seats[seat][HAND].is_empty());
        if can {
            rung = rung.max(once(held, true, chance, &mut None));
        }
        record.tell(|| {
            let better = if can { ", by the better of the two" } else { "" };
            format!("  {} is {}{better}", self.names[target], words.rungs[rung as usize])
        });
        rung
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn recovers<C: Chance>(
        &self,
        person: usize,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> bool {
        let numbers = self.numbers(person);
        let Some(seat) = self.seat(person, held).filter(|_| self.recovery && numbers.hero) else {
            return false;
        };
        let hand = held.table.seats[seat][HAND];
        if hand.is_empty() {
            return false;
        }
        let player = &self.players[HEROES][MEDIAN as usize];
        let card = player.choose(&HandView { deck: &self.decks.deck, hand, matters: true }, chance);
        self.decks.pay(&mut held.table, seat, card, None);
        held.spent = held.spent.saturating_add(1);
        let against = self.decks.draw(&mut held.table, GM, chance);
        against.into_iter().for_each(|card| self.decks.discard(&mut held.table, GM, card));
        let value = |card: u32| self.decks.deck.value(card);
        let (mine, theirs) = (value(card), against.map_or(0, value));
        let recovers = numbers.constitution + mine >= theirs;
        record.tell(|| {
            let said = if recovers { "shakes it off" } else { "stays stunned" };
            let mine = total(numbers.constitution, mine);
            format!("{} recovers with {mine} against {}: {said}", self.names[person], name(theirs))
        });
        recovers
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn rests<C: Chance>(
        &self,
        person: usize,
        held: &mut Held,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Rest {
        if !(self.second_wind || self.discard_all) || !self.numbers(person).hero {
            return Rest::No;
        }
        let Plays::Hand(seat) = self.plays[person] else { return Rest::No };
        let seat = usize::from(seat);
        let hand = held.table.seats[seat][HAND];
        if hand.is_empty() || !hand.and(self.high).is_empty() {
            return Rest::No;
        }
        let (cards, lost, rest) = match hand.count() {
            _ if self.second_wind => (2, 0, Rest::Flat),
            2.. => (SEATS * 54, 1, Rest::Guarded),
            _ => return Rest::No,
        };
        for (number, card) in hand.places().take(cards).enumerate() {
            if number < lost {
                self.decks.pay(&mut held.table, seat, card, None);
                held.spent = held.spent.saturating_add(1);
            } else {
                held.table.play(seat, card);
                self.decks.discard(&mut held.table, seat, card);
            }
        }
        self.decks.refill(&mut held.table, seat, chance);
        record.tell(|| match rest {
            Rest::Flat => format!("{} rests for a second wind", self.names[person]),
            _ => format!("{} rests, spends a card and draws all others anew", self.names[person]),
        });
        rest
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn surges(&self, person: usize, held: &mut Held, record: &mut impl Record) -> bool {
        let Plays::Hand(seat) = self.plays[person] else { return false };
        let at = usize::from(seat);
        let rich = held.table.seats[at][HAND].count() > u32::from(self.sizes[at]);
        if !self.surge || at == GM || !rich {
            return false;
        }
        held.surge = Some(seat);
        record.tell(|| format!("{} surges", self.names[person]));
        true
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn spares(
        &self,
        attacker: usize,
        target: usize,
        held: &mut Held,
        record: &mut impl Record,
    ) -> bool {
        if held.fiat == 0 || self.plays[target] != Plays::Hand(GM as u8) {
            return false;
        }
        let Some(seat) = self.seat(attacker, held).filter(|&seat| seat != GM) else { return false };
        let Some(card) = held.table.seats[GM][HAND].lowest() else { return false };
        self.decks.pay(&mut held.table, GM, card, Some(seat));
        held.fiat -= 1;
        held.passed = held.passed.saturating_add(1);
        record.tell(|| format!("  the GM spares {} and gives a card for it", self.names[target]));
        true
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn turn_ends<C: Chance>(&self, held: &mut Held, chance: &mut C) {
        held.surge = None;
        if !self.redraw_each {
            for seat in 0..=self.seats {
                self.decks.refill(&mut held.table, seat, chance);
            }
        }
        // Nobody counts them here, and states that differ in them alone are the same.
        held.table.reshuffles = 0;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn settle<C: Chance>(&self, held: &mut Held, chance: &C) {
        self.decks.settle(&mut held.table, chance);
    }

    fn columns(&self, first: Handle) -> Vec<Column> {
        let at = |more: usize| Handle::at(first.place() + more);
        let cards = Scale::numbers(0, self.cards);
        let counted = Scale::numbers(0, MOST_COUNTED).or_more();
        vec![
            Column::new(at(0), cards).called("hands", None),
            Column::new(at(1), Scale::numbers(0, self.sizes[GM].into())).called("gm_hand", None),
            Column::new(at(2), counted.clone()).called("cards_spent", None),
            Column::new(at(3), counted).called("cards_passed", None),
        ]
    }

    fn score(&self, first: Handle, held: &Held, record: &mut impl Record) {
        let at = |more: usize| Handle::at(first.place() + more);
        let sizes = &held.table.sizes;
        let hands: i32 = sizes[1..].iter().map(|&size| i32::from(size)).sum();
        record.score(at(0), hands);
        record.score(at(1), sizes[GM].into());
        record.score(at(2), i32::from(held.spent).min(MOST_COUNTED));
        record.score(at(3), i32::from(held.passed).min(MOST_COUNTED));
    }

    fn least_branches(&self) -> u64 {
        self.decks.dealt(self.sizes)
    }
}

/// So many cards or more.
const MOST_COUNTED: i32 = 100;
