//! Brawls: scenes of people who fight on the damage ladder, independent of any game.
//!
//! This module holds turns, groups, area attacks, stun, and the effects of saves. Luck is supplied
//! by a game ([`AttackModel`]).

mod fields;
mod strikes;
mod turn;

pub use fields::{Area, EDGE, Fighter, REFLEX};
use fields::{AreaReaches, AreaSaved};
pub use strikes::{AttackModel, Guard, Hits, Rest};

use crate::Moment;
use crate::exchange::STUNNED_LOSES_TURN;
use crate::ladder::Ladder;
use crate::scene::{
    Fight, Game, HEROES, LIMIT, MOST_CHARACTERS, MOST_PEOPLE, People, Scene, Target, each, targets,
};
use oddsmith_base::Result;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Record, Scale};
use oddsmith_registry::Settings;

/// The condition of one person: wounds, stagger and stun.
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
    /// Will lose the next turn.
    Loses,
    /// Lost a turn, and recovers at the next one.
    Lost,
    /// Rests until the next turn.
    Rests,
}

/// A fight between groups of people, with wounds by the damage ladder.
pub struct Brawl<S> {
    people: People,
    fighters: Vec<Fighter>,
    /// The luck of the game.
    pub strikes: S,
    ladder: Ladder,
    targets: [Target; 2],
    stunned_loses_turn: bool,
    area: Area,
    /// True if lethal damage injures and bruises.
    mixed: bool,
    /// True if both kinds of wounds lower every save.
    both: bool,
}

/// The state of a brawl between turns, in addition to the people standing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Brawling<L> {
    bodies: [Body; MOST_PEOPLE],
    /// The state of luck.
    pub luck: L,
}

/// State, chance and record of a turn.
type Bout<'m, S, C, R> = Moment<'m, Fight<Brawling<<S as AttackModel>::Luck>>, C, R>;

/// Maximum number of wounds that are counted; nobody survives that many.
const MOST_WOUNDS: u8 = 250;
/// Maximum number of wounds that a column shows.
const MOST_SHOWN: i32 = 100;

impl<S: AttackModel> Brawl<S> {
    /// Creates the fight of a question between heroes, the first role of its cast, and others.
    ///
    /// `mixed` is true if lethal damage bruises too, `both` if all wounds lower every save.
    ///
    /// # Errors
    /// Those of `strikes` and of [`People::read`].
    pub fn scene(
        set: &Settings,
        [mixed, both]: [bool; 2],
        strikes: impl FnOnce(&People) -> Result<S>,
    ) -> Result<Scene<Brawl<S>>> {
        let people = People::read(set, 1)?;
        let brawl = Brawl {
            strikes: strikes(&people)?,
            people,
            fighters: set.characters().map(|(_, of)| Fighter::read(&of)).collect(),
            ladder: Ladder::read(set),
            targets: targets(set),
            stunned_loses_turn: set.flag(&STUNNED_LOSES_TURN),
            area: Area::read(set),
            mixed,
            both,
        };
        Ok(Scene::new(brawl, set.integer(&LIMIT)))
    }

    fn fighter(&self, person: usize) -> &Fighter {
        &self.fighters[self.people.character(person)]
    }

    fn name(&self, person: usize) -> String {
        self.people.name(person)
    }
}

impl<S: AttackModel> Game for Brawl<S> {
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
        let at =
            &mut Moment { state: &mut fight.game.luck, chance: &mut *chance, record: &mut *record };
        self.strikes.deal(at);
        let mut totals = [(0, 0); MOST_CHARACTERS];
        for (character, fighter) in self.fighters.iter().enumerate() {
            let bonus = fighter.initiative;
            if self.people.characters[character].count > 0 {
                totals[character] = (bonus + self.strikes.initiative(at, character), bonus);
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
        self.people.set_order(|who| totals[who], fight, chance, record);
    }

    #[inline]
    fn turn<C: Chance>(
        &self,
        character: usize,
        fight: &mut Fight<Brawling<S::Luck>>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let at = &mut Moment { state: fight, chance, record };
        let able = self.able(at, character);
        if able != 0 {
            self.attack(at, able);
            if able.count_ones() == 1 && !at.state.is_decided(&self.people) {
                let person = able.trailing_zeros() as usize;
                if self.strikes.surges(&mut at.part(|fight| &mut fight.game.luck), person) {
                    self.attack(at, able);
                }
            }
        }
        self.strikes.turn_ends(&mut at.state.game.luck, at.chance);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn settle<C: Chance>(&self, fight: &mut Fight<Brawling<S::Luck>>, chance: &C) {
        self.strikes.settle(&mut fight.game.luck, chance);
    }

    fn columns(&self) -> Vec<(&'static str, Scale)> {
        let mut columns = vec![("bruises", Scale::numbers(0, MOST_SHOWN).or_more())];
        columns.extend(self.strikes.columns());
        columns
    }

    fn scores(&self, fight: &Fight<Brawling<S::Luck>>) -> impl Iterator<Item = i32> {
        let bodies = each(self.people.sides[HEROES]).map(|hero| fight.game.bodies[hero]);
        let wounds: i32 = bodies.map(|body| i32::from(body.bruises.max(body.injuries))).sum();
        std::iter::once(wounds.min(MOST_SHOWN)).chain(self.strikes.scores(&fight.game.luck))
    }

    fn least_branches(&self) -> u64 {
        let many = if self.people.standing().count_ones() > 3 { u64::MAX } else { 1 };
        many.max(self.strikes.least_branches())
    }
}
