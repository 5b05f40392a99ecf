//! Whole scenes: heroes with hands and pools against villains who act too.
//!
//! This module holds the characters, their damage, and the actions of both sides under a conflict
//! line. The cards and their use by heroes belong to [`crate::play`]; rounds and targets belong to
//! the scene mechanism of the mechanics crate.

mod fields;
mod harm;
mod heroes;
mod rivals;
mod task;
#[cfg(test)]
mod tests;

use fields::{Breaks, Escape, Harm, RivalsSpend, Tactic};
use harm::State;

use crate::conflict::ConflictFields;
use crate::die::{DramaDie, Edition};
use crate::play::{CAST_FIELDS, FightSetup, MOST_HEROES};
use crate::skill::{TaskCheck, TaskFields};
use crate::{Condition, Scene};
use fields::{ACTS, EDGE, FORM, Numbers, Readings, SceneTask, Tactics};
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::{Cards, Chance};
use oddsmith_engine::rule::{Record, Scale};
use oddsmith_mechanics::Moment;
use oddsmith_mechanics::scene::{
    self, Fight, Game, HEROES, LIMIT, MOST_CHARACTERS, People, RIVAL_TARGET, RIVALS, TARGET,
    Target, each, targets,
};
use oddsmith_registry::cast::CAST;
use oddsmith_registry::{Definition, Edge, Settings};

/// Check that resolves a fight of heroes with hands and pools against villains.
///
/// # Formula
/// A card is flipped each round; the side that its line names acts first. An attack hits if
/// `attack + bonus + cards >= defense`; its effect is `damage + bonus - toughness`. A successful
/// action that the card approves draws a card. Conditions count for both sides: under a flurry each
/// member of the side acts twice; up and stymied change the die; a setback reduces totals; fatigue
/// is two shock; inspiration removes all shock and revives those whom shock knocked out. A
/// character with `wounds` wounds or `shock` shock is out. With one villain who does nothing this
/// is
/// `Encounter`.
///
/// # Source
/// The Drama Deck, Playing With the Cards; Game mastering with the Cards; the die, its charts and
/// damage from public sources.
pub struct Battle {
    people: People,
    /// Cards of the heroes, and the settings for their use.
    pub terms: FightSetup,
    scene: Scene,
    /// Statistics and tactics, by character.
    fighters: Vec<Fighter>,
    targets: [Target; 2],
    given: Readings,
    /// Task that heroes may work on instead of fighting.
    task: Option<TaskCheck>,
    /// Sum of the wounds that put all rivals out.
    needed: u16,
    limit: i32,
}

/// Character of a fight.
#[derive(Clone, Debug)]
struct Fighter {
    numbers: Numbers,
    /// Tactics of a hero; the default for rivals.
    tactics: Tactics,
    /// False for a rival that never acts.
    acts: bool,
}

impl Battle {
    fn read(set: &Settings) -> Result<Battle> {
        let people = People::read(set, 1)?;
        let heroes = people.sides[HEROES].count_ones() as usize;
        if heroes > MOST_HEROES {
            let error = Error::question(format!("more than {MOST_HEROES} heroes hold cards"));
            return Err(error.with_hint("lower a `count`"));
        }
        let edge = set.integer(&EDGE);
        let fighter = |(of, who): (Settings, &scene::Person)| {
            let hero = who.side == HEROES;
            let mut numbers = Numbers::read(&of);
            numbers.attack += if hero { edge } else { 0 };
            let tactics = if hero { Tactics::read(&of) } else { Tactics::default() };
            Fighter { numbers, tactics, acts: hero || of.flag(&ACTS) }
        };
        let characters = set.characters().map(|(_, of)| of);
        let fighters: Vec<Fighter> = characters.zip(&people.characters).map(fighter).collect();
        let task = task::read(set, &fighters)?;
        let given = Readings::read(set);
        let die = DramaDie::plain(true, Edition::First);
        let mut terms = FightSetup::of(set, &[CAST_FIELDS], heroes.max(1) as i32, die)?;
        terms.escape = given.escape != Escape::Never;
        terms.names = each(people.sides[HEROES]).map(|hero| people.name(hero)).collect();
        let wounds = |rival: usize| u16::from(fighters[people.character(rival)].numbers.wounds);
        Ok(Battle {
            terms,
            scene: set.choice(&ConflictFields::scene),
            needed: each(people.sides[RIVALS]).map(wounds).sum(),
            task,
            fighters,
            targets: targets(set),
            given,
            limit: set.integer(&LIMIT),
            people,
        })
    }

    fn fighter(&self, person: usize) -> &Fighter {
        &self.fighters[self.people.character(person)]
    }

    fn numbers(&self, person: usize) -> &Numbers {
        &self.fighter(person).numbers
    }
}

impl Game for Battle {
    type State = State;

    fn people(&self) -> &People {
        &self.people
    }

    fn start(&self) -> State {
        let table = self.terms.table();
        let cards = self.terms.begin(table, self.scene, self.limit as u16, self.needed);
        State::new(cards, self.task.as_ref().map(|task| task.begin(None)))
    }

    fn begin<C: Chance>(&self, fight: &mut Fight<State>, chance: &mut C, record: &mut impl Record) {
        if fight.is_decided(&self.people) {
            return;
        }
        self.terms.deal(&mut fight.game.cards, chance);
        for hero in each(self.people.sides[HEROES]) {
            record.tell(|| {
                let table = &fight.game.cards.table;
                let pool = match table.pools[hero].is_empty() {
                    true => String::new(),
                    false => format!("; in the pool {}", self.terms.cards(table.pools[hero])),
                };
                let hand = self.terms.cards(table.hands[hero]);
                format!("{} holds {hand}{pool}", self.people.name(hero))
            });
        }
        for person in each(self.people.standing()) {
            let points = self.numbers(person).possibilities;
            match self.people.side(person) {
                HEROES => fight.game.cards.points[person] = points,
                _ => fight.game.points[person] = points,
            }
        }
    }

    /// Flips a card, applies its conditions to both sides and sets the order of the turns.
    fn round<C: Chance>(&self, fight: &mut Fight<State>, chance: &mut C, record: &mut impl Record) {
        let at = &mut Moment {
            state: &mut fight.game.cards,
            chance: &mut *chance,
            record: &mut *record,
        };
        let line = self.terms.begin_round(at);
        fight.game.lies = 0;
        let attempt = fight.game.attempt.as_mut();
        fight.game.task_waits = attempt.is_some_and(|attempt| attempt.loses_round());
        for (side, condition) in [(HEROES, line.hero), (RIVALS, line.villain)] {
            match condition {
                Condition::Inspiration => self.inspire(side, fight, record),
                Condition::Fatigued => self.fatigue(side, fight, record),
                _ => {}
            }
        }
        let decided = fight.is_decided(&self.people);
        let at = &mut Moment { state: &mut fight.game.cards, chance, record };
        self.terms.inspire(at, &line);
        fight.game.silent = !decided && self.terms.speaks(at, &line);
        let mut order: [u8; MOST_CHARACTERS] = std::array::from_fn(|place| place as u8);
        let order = &mut order[..self.people.characters.len()];
        let first = if line.heroes_first { HEROES } else { RIVALS };
        order.sort_by_key(|&who| self.people.characters[usize::from(who)].side != first);
        fight.set_order(order);
    }

    #[inline]
    fn turn<C: Chance>(
        &self,
        character: usize,
        fight: &mut Fight<State>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        if fight.game.silent {
            return;
        }
        let who = &self.people.characters[character];
        let line = self.terms.top(&fight.game.cards);
        let flurry = [line.hero, line.villain][who.side] == Condition::Flurry;
        // Under a flurry the first character of the side resolves the turns of the whole side.
        let acting = if flurry { self.people.sides[who.side] } else { who.bits };
        let acting = acting & !fight.game.lies;
        if fight.each(acting).next().is_none_or(|first| self.people.character(first) != character) {
            return;
        }
        if flurry && who.side == HEROES {
            return self.heroes(None, &mut Moment { state: fight, chance, record });
        }
        for _ in 0..=u32::from(flurry) {
            for person in fight.each(acting) {
                if fight.is_decided(&self.people) {
                    return;
                }
                let at =
                    &mut Moment { state: &mut *fight, chance: &mut *chance, record: &mut *record };
                match who.side {
                    HEROES => self.heroes(Some(person), at),
                    _ => self.rival(at, person),
                }
            }
        }
    }

    fn rest(&self, fight: &mut Fight<State>, record: &mut impl Record) {
        let line = self.terms.top(&fight.game.cards);
        if line.villain == Condition::Break {
            self.flee(fight, record);
        }
        if !fight.is_decided(&self.people) && line.hero != Condition::Confused {
            self.escape(fight, record);
        }
    }

    fn columns_by_round(&self) -> Vec<(&'static str, Scale)> {
        ["hand", "pool", "used", "lost"].map(|name| (name, self.terms.group.deck.scale())).into()
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn scores_of_round(&self, fight: &mut Fight<State>) -> impl Iterator<Item = i32> {
        let cards = &fight.game.cards;
        let most = self.terms.group.deck.cards().len() as u32;
        let sum = |of: &[u8; MOST_HEROES]| of.iter().map(|cards| u32::from(*cards)).sum::<u32>();
        let held = |of: &[Cards<3>; MOST_HEROES]| of.iter().map(|cards| cards.count()).sum::<u32>();
        let (table, used, lost) = (&cards.table, sum(&cards.used), sum(&cards.lost));
        let counts = [held(&table.hands), held(&table.pools), used, lost];
        counts.into_iter().map(move |count| count.min(most) as i32)
    }

    fn columns(&self) -> Vec<(&'static str, Scale)> {
        let heroes = || each(self.people.sides[HEROES]).map(|hero| self.numbers(hero));
        let points: i32 = heroes().map(|hero| i32::from(hero.possibilities)).sum();
        let wounds: i32 = heroes().map(|hero| i32::from(hero.wounds)).sum();
        let steps = |task: &TaskCheck| Scale::numbers(0, task.task.letters.len() as i32);
        let columns = [
            Some(("drawn", self.terms.group.deck.scale().or_more())),
            Some(("points", Scale::numbers(0, points))),
            Some(("wounds", Scale::numbers(0, wounds))),
            self.terms.escape.then(|| ("escaped", Scale::rungs(&["no", "yes"]))),
            self.task.as_ref().map(|task| ("steps", steps(task))),
        ];
        columns.into_iter().flatten().collect()
    }

    fn scores(&self, fight: &Fight<State>) -> impl Iterator<Item = i32> {
        let state = &fight.game;
        let most = self.terms.group.deck.cards().len() as i32;
        let heroes = || each(self.people.sides[HEROES]);
        let scores = [
            Some(i32::from(state.drawn).min(most)),
            Some(heroes().map(|hero| i32::from(state.cards.points[hero])).sum()),
            Some(heroes().map(|hero| i32::from(state.wounds[hero])).sum()),
            self.terms.escape.then_some(i32::from(state.escaped)),
            state.attempt.as_ref().map(|attempt| attempt.done().into()),
        ];
        scores.into_iter().flatten()
    }
}

/// Definition of the check for a whole scene.
pub const ENTRY: Definition = Definition {
    id: "torg.scene",
    title: "Whole scene",
    about: "Heroes with hands and pools against villains who act too, round by round on the conflict lines of the deck, until a side is out.",
    source: "The Drama Deck, Playing With the Cards; Game mastering with the Cards; not in the text: the die, its charts and damage",
    luck: "flip for each card that is dealt, drawn or flipped; round by round for each who acts a target where several stand, and a face a die; choose for what is a chance",
    fields: &[
        &[CAST, EDGE, TARGET, RIVAL_TARGET, LIMIT, ConflictFields::scene],
        Readings::FIELDS,
        CAST_FIELDS,
        SceneTask::FIELDS,
        &[TaskFields::at_once, TaskFields::critical_problem],
    ],
    edge: Edge::by("edge"),
    sampled: true,
    cast: Some(&FORM),
    build: |set| Ok(Box::new(scene::Scene::new(Battle::read(set)?, set.integer(&LIMIT)))),
    ..Definition::PLAIN
};
