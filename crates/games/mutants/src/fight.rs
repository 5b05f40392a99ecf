//! Check of whole fights with a d20 and hero points, with the same cast as in the card game.

#[cfg(test)]
mod tests;

use super::attack::Attack;
use super::d20::{D20, Face};
use super::fields::{
    Natural, Numbers, SECOND_STAGGER, STAGGER_BRUISES, STUN_PENALTY, STUNNED_LOSES_TURN,
};
use super::toughness::Toughness;
use oddsmith_base::Result;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Record, Scale};
use oddsmith_mechanics::Moment;
use oddsmith_mechanics::blow::{CRITICAL, HIT, MISS, result_name};
use oddsmith_mechanics::brawl::{self, Area, AttackModel, Brawl, Guard, Hits};
use oddsmith_mechanics::ladder::{OUT, UNHURT, Words};
use oddsmith_mechanics::scene::{
    HEROES, LIMIT, MOST_PEOPLE, People, RIVAL_TARGET, Scene, TARGET, each,
};
use oddsmith_registry::cast::CAST;
use oddsmith_registry::{CastSchema, Definition, Edge, Field, Part, Settings};

const HERO_POINTS: Field =
    Field::integer("hero_points", "hero points", "hero points at the start of the fight")
        .range(0, 20)
        .default("1")
        .source("Hero Points");
const HERO_POINT_FOR: Field = Field::words(
    "hero_point_for",
    &["saves", "attacks", "all", "out"],
    "which failed rolls of a hero's are rolled again for a point. saves; attacks; all; out: a save that would put the hero out",
)
.source("Hero Points");
const EDGE: Field = brawl::EDGE.source("Attacks");
const AREA_REACHES: Field = Area::area_reaches.source("Area attacks");
const AREA_SAVED: Field = Area::area_saved.source("Area attacks");

const FORM: CastSchema = CastSchema {
    parts: &[
        Part { name: "hero", fields: &[Numbers::FIELDS, &[HERO_POINTS]] },
        Part { name: "villain", fields: &[Numbers::FIELDS] },
        Part { name: "thug", fields: &[Numbers::FIELDS] },
    ],
    elsewhere: &["plays", "hand", "luck", "constitution"],
    usual: include_str!("fight.toml"),
};

/// Attacks and saves with a d20 for each person.
///
/// # Formula
/// See [`Attack`] and [`Toughness`]; a hero with hero points left rerolls a failed roll.
///
/// # Source
/// Mutants & Masterminds, second edition: attacks, Toughness saves, hero points, minions.
pub struct DieStrikes {
    people: People,
    /// Statistics, by character.
    numbers: Vec<Numbers>,
    /// Part of Defense that a stunned target loses, in addition to its dodge bonus.
    stun: i32,
    /// Hero points at the start, by person.
    points: [u8; MOST_PEOPLE],
    /// Best results of an attack and of a save that are rerolled for a hero point; `None` if none
    /// are.
    for_attacks: Option<i32>,
    for_saves: Option<i32>,
    d20: D20,
}

impl DieStrikes {
    fn read(set: &Settings, people: &People) -> DieStrikes {
        let edge = set.integer(&EDGE);
        let mut points = [0; MOST_PEOPLE];
        let mut numbers = Vec::new();
        for ((_, of), character) in set.characters().zip(&people.characters) {
            let mut own = Numbers::read(&of);
            if character.side == HEROES {
                own.attack += edge;
                each(character.bits)
                    .for_each(|person| points[person] = of.integer(&HERO_POINTS) as u8);
            }
            numbers.push(own);
        }
        let points_for = |words: &[&str]| words.iter().any(|word| set.is(&HERO_POINT_FOR, word));
        DieStrikes {
            people: people.clone(),
            numbers,
            stun: set.integer(&STUN_PENALTY),
            points,
            for_attacks: points_for(&["attacks", "all"]).then_some(MISS),
            for_saves: match () {
                () if points_for(&["saves", "all"]) => Some(UNHURT - 1),
                () if points_for(&["out"]) => Some(OUT),
                () => None,
            },
            d20: D20::new(false),
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn numbers(&self, person: usize) -> &Numbers {
        &self.numbers[self.people.character(person)]
    }

    /// Rolls a die for a person, and again if the result is at most `rerolled` and the person has a
    /// hero point; the better of the two rolls counts.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn roll(
        &self,
        at: &mut Moment<[u8; MOST_PEOPLE], impl Chance, impl Record>,
        person: usize,
        rerolled: Option<i32>,
        result: impl Fn(Face) -> i32,
        told: impl Fn(Face, i32) -> String,
    ) -> i32 {
        let Some(worst) = rerolled.filter(|_| at.state[person] > 0) else {
            return self.d20.summarize(at.chance, |face| {
                at.record.tell(|| told(face, result(face)));
                result(face)
            });
        };
        let mut face = self.d20.first(at.chance);
        if result(face) <= worst {
            at.state[person] -= 1;
            let second = self.d20.second(at.chance);
            at.record.tell(|| {
                let (first, name) = (face.printed, self.people.name(person));
                let Face { printed, counts, .. } = second;
                format!("  the d20 shows {first}; {name} spends a hero point: it shows {printed} and counts {counts}")
            });
            face = face.or(second);
        }
        at.record.tell(|| told(face, result(face)));
        result(face)
    }
}

/// Returns the sum of all hero points.
fn sum(points: &[u8; MOST_PEOPLE]) -> i32 {
    points.iter().map(|&points| i32::from(points)).sum()
}

impl AttackModel for DieStrikes {
    type Luck = [u8; MOST_PEOPLE];

    fn luck(&self) -> [u8; MOST_PEOPLE] {
        self.points
    }

    #[inline]
    fn initiative(&self, at: &mut Moment<Self::Luck, impl Chance, impl Record>, _: usize) -> i32 {
        self.d20.first(at.chance).printed
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn attack(
        &self,
        at: &mut Moment<Self::Luck, impl Chance, impl Record>,
        attackers: u64,
        target: usize,
        guard: Guard,
    ) -> Hits {
        let of_target = self.numbers(target);
        let defense = match guard {
            Guard::Full => of_target.defense,
            Guard::Stunned => of_target.defense - of_target.dodge - self.stun,
            Guard::Flat => of_target.defense - of_target.dodge,
        };
        let mut hits = Hits::default();
        for attacker in each(attackers) {
            let &Numbers { attack, improved_critical, natural, minion, .. } =
                self.numbers(attacker);
            let roll = Attack {
                edge: attack - 10 - defense,
                improved_critical,
                natural: natural == Natural::AttackRules,
                d20: self.d20.clone(),
            };
            let most = if of_target.minion || !minion { CRITICAL } else { HIT };
            let told = |face: Face, result: i32| {
                let (total, against) = (attack + face.counts, 10 + defense);
                let who = match attackers.count_ones() {
                    1 => String::new(),
                    _ => format!("{}: ", self.people.name(attacker)),
                };
                let by = by_itself(face, (result == MISS) == (total >= against));
                let (counts, said) = (face.counts, result_name(result));
                format!("  {who}{attack} + {counts} = {total} against {against}: {said}{by}")
            };
            let result = |face| roll.result(face).min(most);
            let result = self.roll(at, attacker, self.for_attacks, result, told);
            hits.hit |= u64::from(result >= HIT) << attacker;
            hits.critical |= u64::from(result == CRITICAL) << attacker;
        }
        hits
    }

    #[inline]
    fn area(
        &self,
        at: &mut Moment<Self::Luck, impl Chance, impl Record>,
        _: usize,
        rank: i32,
        targets: u64,
    ) -> u64 {
        let mut caught = 0;
        for target in each(targets) {
            let reflex = self.numbers(target).reflex;
            let face = self.d20.first(at.chance).printed;
            let margin = reflex + face - 10 - rank;
            at.record.tell(|| {
                let gets = if margin >= 0 { "gets off" } else { "is caught" };
                let (total, against) = (reflex + face, 10 + rank);
                let who = self.people.name(target);
                format!("  {who} {gets}: Reflex {reflex} + {face} = {total} against {against}")
            });
            caught |= u64::from(margin < 0) << target;
        }
        caught
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn save<C: Chance, R: Record>(
        &self,
        at: &mut Moment<Self::Luck, C, R>,
        attacker: usize,
        target: usize,
        damage: i32,
        wounds: i32,
        _: Option<&mut Option<i32>>,
    ) -> i32 {
        let &Numbers { toughness, minion, impossible_save, .. } = self.numbers(target);
        let lethal = self.numbers(attacker).lethal;
        let save = Toughness {
            edge: toughness - wounds - 15 - damage,
            lethal,
            minion,
            impossible_save,
            d20: self.d20.clone(),
        };
        let told = |face: Face, rung: i32| {
            let counts = face.counts;
            let (own, against) = (toughness - wounds + counts, 15 + damage);
            let said = Words::of(lethal).rungs[rung as usize];
            let less = if wounds == 0 { String::new() } else { format!(" - {wounds}") };
            let by = by_itself(face, rung != save.rung_of(save.edge + counts));
            let who = self.people.name(target);
            format!(
                "  {who} saves: {toughness} + {counts}{less} = {own} against {against}: {said}{by}"
            )
        };
        let rung = |face| save.rung(face);
        self.roll(at, target, self.for_saves, rung, told)
    }

    fn columns(&self) -> Vec<(&'static str, Scale)> {
        vec![("points_left", Scale::numbers(0, sum(&self.points)))]
    }

    fn scores(&self, points: &Self::Luck) -> impl Iterator<Item = i32> {
        std::iter::once(sum(points))
    }
}

/// Returns the transcript note for a result that the natural face decides instead of the total.
fn by_itself(face: Face, decides: bool) -> String {
    if decides { format!(", as the die shows {}", face.printed) } else { String::new() }
}

/// Definition of the check: a [`Scene`] of a [`Brawl`] with [`DieStrikes`].
pub const ENTRY: Definition = Definition {
    id: "mutants.fight",
    title: "Whole fight",
    about: "Heroes with hero points against villains and crowds, attack roll and Toughness save, until a side is out: who wins, how soon, and what does it cost?",
    source: "M&M second edition, attacks, Toughness saves, damage conditions, hero points, minions",
    luck: "a face of each character for initiative, a choice where it is tied; then turn by turn: a target where several stand, a face for each attack, a face for each save, and one more where a hero point is spent",
    fields: &[
        &[CAST, EDGE, TARGET, RIVAL_TARGET, LIMIT],
        &[HERO_POINT_FOR, AREA_REACHES, AREA_SAVED],
        &[STAGGER_BRUISES, SECOND_STAGGER, STUNNED_LOSES_TURN, STUN_PENALTY],
    ],
    edge: Edge::by("edge"),
    small: &[
        ("dawnstar.count", "0"),
        ("ninja.count", "0"),
        ("evilorcus.count", "0"),
        ("thug.count", "1"),
        ("limit", "4"),
    ],
    cast: Some(&FORM),
    build: |set| Ok(Box::new(scene(set)?)),
    ..Definition::PLAIN
};

pub(super) fn scene(set: &Settings) -> Result<Scene<Brawl<DieStrikes>>> {
    Brawl::scene(set, [true, false], |people| Ok(DieStrikes::read(set, people)))
}
