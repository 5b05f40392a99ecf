//! Whole fights: two teams exchange blows until one is incapacitated.

#[cfg(test)]
mod tests;

use super::blow::{Agility, Combatant, Course, Strike, Wounds};
use super::success_roll::{DieFields, SuccessRoll};
use oddsmith_base::Result;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Record, Scale};
use oddsmith_mechanics::scene::{
    Below, Fight, Game, HEROES, LIMIT, MOST_PEOPLE, People, RIVAL_TARGET, Scene, TARGET, Target,
    all_of, each, targets,
};
use oddsmith_registry::cast::CAST;
use oddsmith_registry::{CastSchema, Definition, Edge, Field, Part, Settings};

const BUILD: Field = super::points::BUILD_OF_CHARACTER;
const EDGE: Field = Field::integer("edge", "levels", "what all heroes add to their attacks")
    .source("Success Rolls");

const ALL: &[Field] = &[
    BUILD,
    Combatant::attack.default("3"),
    Combatant::defense.default("3"),
    Combatant::power.default("5"),
    Combatant::toughness.default("7"),
    Combatant::kind,
    Combatant::armour,
    Combatant::cover,
    Combatant::aim_around,
    Agility::agility,
];

const FORM: CastSchema = CastSchema {
    parts: &[
        Part { name: "hero", fields: &[ALL] },
        Part { name: "villain", fields: &[ALL] },
        Part { name: "thug", fields: &[ALL] },
    ],
    elsewhere: &[],
    usual: include_str!("fight.toml"),
};

/// The rules of a fight between two teams.
///
/// # Formula
/// Characters act in order of agility; chance decides between equal values. In each round, each
/// standing person strikes one blow by the formula of `Strike`. After each round, each person
/// recovers a point of stun if `recovery` is true.
///
/// # Source
/// The combat pages of the Mano a Mano wiki, which are not part of the text; the success roll is
/// from the text.
pub struct Teams {
    people: People,
    /// Blows, indexed by the character of the attacker and the character of the target.
    blows: Vec<Vec<Strike>>,
    /// Agility, by character.
    agility: Vec<i32>,
    recovery: bool,
    targets: [Target; 2],
}

/// Upper end of the column of the heroes' damage; higher totals count as this or more.
const MOST_SHOWN: i32 = 200;

impl Teams {
    pub(super) fn read(set: &Settings) -> Result<Teams> {
        let people = People::read(set, 1)?;
        let edge = set.integer(&EDGE);
        let combatant = |set: &Settings| {
            let given = (Combatant::read(set), Agility::read(set).agility);
            super::points::combatant(&set.value(&BUILD).to_string(), given)
        };
        let all = set.characters().map(|(_, of)| combatant(&of));
        let (combatants, agility): (Vec<Combatant>, Vec<i32>) = all.collect::<Result<_>>()?;
        let roll = SuccessRoll::read(set);
        let blows = people.characters.iter().zip(&combatants).map(|(who, attacker)| {
            let mut attacker = attacker.clone();
            attacker.attack += if who.side == HEROES { edge } else { 0 };
            combatants.iter().map(|target| Strike::of(roll.clone(), &attacker, target)).collect()
        });
        Ok(Teams {
            blows: blows.collect(),
            agility,
            recovery: set.flag(&Course::recovery),
            targets: targets(set),
            people,
        })
    }
}

impl Game for Teams {
    type State = [Wounds; MOST_PEOPLE];

    fn people(&self) -> &People {
        &self.people
    }

    fn start(&self) -> [Wounds; MOST_PEOPLE] {
        [Wounds::default(); MOST_PEOPLE]
    }

    fn begin<C: Chance>(
        &self,
        fight: &mut Fight<Self::State>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        self.people.set_order(|who| (self.agility[who], 0), fight, chance, record);
    }

    #[inline]
    fn turn<C: Chance>(
        &self,
        character: usize,
        fight: &mut Fight<Self::State>,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let (who, blows) = (&self.people.characters[character], &self.blows[character]);
        for person in fight.each(who.bits) {
            let left = |fight: &Fight<Self::State>, person: usize| {
                blows[self.people.character(person)].stamina - fight.game[person].total()
            };
            let target = self.targets[who.side].choose(who.side, &self.people, fight, chance, left);
            let Some(target) = target else { return };
            record.tell(|| {
                format!("{} strikes at {}", self.people.name(person), self.people.name(target))
            });
            let blow = &blows[self.people.character(target)];
            let (_, wounds) = blow.play(fight.game[target], chance, &mut Below(record));
            match wounds {
                Some(wounds) => fight.game[target] = wounds,
                None => {
                    // The final blow at a hero counts towards the column of damage.
                    if who.side != HEROES {
                        fight.game[target] = blow.taken(fight.game[target]);
                    }
                    fight.falls(target);
                }
            }
        }
    }

    fn rest(&self, fight: &mut Fight<Self::State>, record: &mut impl Record) {
        let standing = || fight.each(self.people.standing());
        let stunned = || standing().filter(|&person| fight.game[person].stun > 0);
        if self.recovery && stunned().next().is_some() {
            record.tell(|| {
                let names = all_of(stunned().map(|person| self.people.name(person)));
                format!("a point of stun goes from {names}")
            });
        }
        fight.game.iter_mut().for_each(|wounds| *wounds = wounds.recovered(self.recovery));
    }

    fn columns(&self) -> Vec<(&'static str, Scale)> {
        vec![("damage", Scale::numbers(0, MOST_SHOWN).or_more())]
    }

    fn scores(&self, fight: &Fight<Self::State>) -> impl Iterator<Item = i32> {
        let damage = each(self.people.sides[HEROES]).map(|hero| i32::from(fight.game[hero].damage));
        std::iter::once(damage.sum::<i32>().min(MOST_SHOWN))
    }
}

/// Definition of the check `mano.fight`: a [`Scene`] that plays [`Teams`].
pub const ENTRY: Definition = Definition {
    id: "mano.fight",
    title: "Whole fight",
    about: "Teams trade blows until one is incapacitated; who fights is said in numbers, or as a build of Character Points.",
    source: "the wiki's combat pages, which Mano a Mano has not; Success Rolls and Character Points of the text",
    luck: "a choice for each place in the order of turns that is tied; then turn by turn: a target where several stand, one face for each blow; a second where a substitute's 20 or more is confirmed",
    fields: &[
        &[CAST, EDGE, TARGET, RIVAL_TARGET, LIMIT],
        &[Course::recovery, DieFields::die, DieFields::automatic],
    ],
    edge: Edge::by("edge"),
    small: &[("archer.count", "0"), ("squire.count", "0"), ("thug.count", "0"), ("limit", "5")],
    cast: Some(&FORM),
    build: |set| Ok(Box::new(Scene::new(Teams::read(set)?, set.integer(&LIMIT)))),
    ..Definition::PLAIN
};
