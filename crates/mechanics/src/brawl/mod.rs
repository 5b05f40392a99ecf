//! A scene of people who strike at each other on the damage ladder, free of any game.
//! What belongs here: turns, groups, area attacks, stun, what a save leaves behind. What does not:
//! how luck falls, which a game says ([`Strikes`]).

mod fields;
mod strikes;
mod turn;

pub use fields::{AREA, AREA_REACHES, AREA_SAVED, EDGE, INITIATIVE, REFLEX};
pub use strikes::{Guard, Hits, Rest, Strikes};

use crate::exchange::STUNNED_LOSES_TURN;
use crate::ladder::Ladder;
use crate::scene::{
    Fight, Game, HEROES, MOST_CHARACTERS, MOST_PEOPLE, Order, People, Target, each, targets,
};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Handle, Record, Scale};
use oddsmith_registry::Settings;

/// What a character is, as far as the ladder goes.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// Initiative bonus.
    pub initiative: i32,
    /// Damage rank.
    pub damage: i32,
    /// Whether it injures.
    pub lethal: bool,
    /// What decides who is weak: Toughness.
    pub toughness: i32,
    /// The rank of an area attack.
    pub area: Option<i32>,
}

/// What someone has suffered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Body {
    bruises: u8,
    injuries: u8,
    staggered: bool,
    stun: Stun,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Stun {
    #[default]
    None,
    /// It loses its next turn.
    Loses,
    /// It is not back before its next turn.
    Lost,
    /// It rests until its next turn.
    Rests,
}

/// People on the damage ladder.
#[derive(Debug)]
pub struct Brawl<S> {
    people: People,
    fighters: Vec<Fighter>,
    /// How luck falls.
    pub strikes: S,
    ladder: Ladder,
    targets: [Target; 2],
    order: Order,
    stunned_loses_turn: bool,
    /// Whether area attacks reach the whole side.
    reaches_side: bool,
    /// Whether who saves against one suffers half of it.
    saved_half: bool,
    /// Whether lethal damage injures and bruises.
    mixed: bool,
    /// Whether both kinds of wounds lower every save.
    both: bool,
}

/// What lasts in a brawl.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Brawling<L> {
    bodies: [Body; MOST_PEOPLE],
    /// What luck remembers.
    pub luck: L,
}

/// More wounds are not counted: nobody stands with so many.
const MOST_WOUNDS: u8 = 250;
/// The most wounds that a column shows.
const MOST_SHOWN: i32 = 100;

impl<S: Strikes> Brawl<S> {
    /// A brawl of these people under the readings of a question; `mixed`: lethal damage bruises too,
    /// `both`: all wounds lower every save.
    pub fn new(
        set: &Settings,
        people: People,
        fighters: Vec<Fighter>,
        strikes: S,
        [mixed, both]: [bool; 2],
    ) -> Brawl<S> {
        Brawl {
            people,
            fighters,
            strikes,
            ladder: Ladder::read(set),
            targets: targets(set),
            order: Order::default(),
            stunned_loses_turn: set.flag(&STUNNED_LOSES_TURN),
            reaches_side: set.is(&AREA_REACHES, "side"),
            saved_half: set.is(&AREA_SAVED, "half"),
            mixed,
            both,
        }
    }

    fn fighter(&self, person: usize) -> &Fighter {
        &self.fighters[self.people.character(person)]
    }

    fn name(&self, person: usize) -> String {
        self.people.name(person)
    }
}

impl<S: Strikes> Game for Brawl<S> {
    type State = Brawling<S::Luck>;

    fn people(&self) -> &People {
        &self.people
    }

    fn start(&self) -> Brawling<S::Luck> {
        Brawling { bodies: [Body::default(); MOST_PEOPLE], luck: self.strikes.luck() }
    }

    fn begin<C: Chance>(
        &self,
        fight: &mut Fight<Brawling<S::Luck>>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let luck = &mut fight.game.luck;
        self.strikes.deal(luck, chance, record);
        let mut totals = [(0, 0); MOST_CHARACTERS];
        let count = self.fighters.len();
        for (character, total) in totals[..count].iter_mut().enumerate() {
            let bonus = self.fighters[character].initiative;
            if self.people.characters[character].count > 0 {
                *total = (bonus + self.strikes.initiative(character, luck, chance), bonus);
            }
        }
        record.tell(|| {
            let here = self.people.characters.iter().zip(totals).filter(|(who, _)| who.count > 0);
            let said: Vec<String> = here
                .map(|(who, (total, bonus))| {
                    format!("{} {bonus} + {} = {total}", who.name, total - bonus)
                })
                .collect();
            format!("initiative: {}", said.join(", "))
        });
        self.order.set(&totals[..count], &self.people, fight, chance, record);
    }

    #[inline]
    fn turn<C: Chance>(
        &self,
        character: usize,
        fight: &mut Fight<Brawling<S::Luck>>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let able = self.able(character, fight, chance, record);
        if able != 0 {
            self.attack(able, fight, chance, record);
            if able.count_ones() == 1 && !fight.is_decided(&self.people) {
                let person = able.trailing_zeros() as usize;
                if self.strikes.surges(person, &mut fight.game.luck, record) {
                    self.attack(able, fight, chance, record);
                }
            }
        }
        self.strikes.turn_ends(&mut fight.game.luck, chance);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn settle<C: Chance>(&self, fight: &mut Fight<Brawling<S::Luck>>, chance: &C) {
        self.strikes.settle(&mut fight.game.luck, chance);
    }

    fn columns(&self, first: Handle) -> Vec<Column> {
        let wounds = Scale::numbers(0, MOST_SHOWN).or_more();
        let mut columns = vec![Column::new(first, wounds).called("bruises", None)];
        columns.extend(self.strikes.columns(Handle::at(first.place() + 1)));
        columns
    }

    fn score(&self, first: Handle, fight: &Fight<Brawling<S::Luck>>, record: &mut impl Record) {
        let bodies = each(self.people.sides[HEROES]).map(|hero| fight.game.bodies[hero]);
        let wounds: i32 = bodies.map(|body| i32::from(body.bruises.max(body.injuries))).sum();
        record.score(first, wounds.min(MOST_SHOWN));
        self.strikes.score(Handle::at(first.place() + 1), &fight.game.luck, record);
    }

    fn least_branches(&self) -> u64 {
        let many = if self.people.standing().count_ones() > 3 { u64::MAX } else { 1 };
        many.max(self.strikes.least_branches())
    }
}
