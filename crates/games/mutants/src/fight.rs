//! Check of whole fights with a d20 and hero points, with the same cast as in the card game.

use super::attack::Attack;
use super::fields::{
    ATTACK, DAMAGE, DEFENSE, IMPOSSIBLE_SAVE, IMPROVED_CRITICAL, LETHAL, MINION, NATURAL,
    SECOND_STAGGER, STAGGER_BRUISES, STUN_PENALTY, TOUGHNESS,
};
use super::{D20, Face, Toughness};
use oddsmith_base::Result;
use oddsmith_engine::chance::{Chance, Die};
use oddsmith_engine::rule::{Column, Handle, Record, Scale};
use oddsmith_mechanics::blow::{CRITICAL, HIT, MISS, said};
use oddsmith_mechanics::brawl::{self, Brawl, Fighter, Guard, Hits, Strikes};
use oddsmith_mechanics::exchange;
use oddsmith_mechanics::ladder::{OUT, UNHURT, WOUNDED, Words};
use oddsmith_mechanics::scene::{
    HEROES, LIMIT, MOST_PEOPLE, People, RIVAL_TARGET, Scene, TARGET, each,
};
use oddsmith_registry::cast::CAST;
use oddsmith_registry::{CastSchema, Definition, Edge, Field, Part, Settings};

const INITIATIVE: Field = brawl::INITIATIVE.source("Initiative");
const DODGE: Field = exchange::DODGES[0]
    .about("the part of Defense that is lost while stunned")
    .source("Damage Conditions");
const REFLEX: Field = brawl::REFLEX.source("Area attacks");
const AREA: Field = brawl::AREA.source("Area attacks");
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
const AREA_REACHES: Field = brawl::AREA_REACHES.source("Area attacks");
const AREA_SAVED: Field = brawl::AREA_SAVED.source("Area attacks");
const STUNNED_LOSES_TURN: Field = exchange::STUNNED_LOSES_TURN.source("Damage Conditions");

/// Fields of all characters.
const ALL: &[Field] = &[
    ATTACK,
    DEFENSE,
    TOUGHNESS,
    DAMAGE,
    INITIATIVE,
    DODGE,
    IMPROVED_CRITICAL,
    LETHAL,
    REFLEX,
    AREA,
    NATURAL,
    MINION,
    IMPOSSIBLE_SAVE,
];

const FORM: CastSchema = CastSchema {
    parts: &[
        Part { name: "hero", fields: &[ALL, &[HERO_POINTS]] },
        Part { name: "villain", fields: &[ALL] },
        Part { name: "thug", fields: &[ALL] },
    ],
    elsewhere: &["plays", "hand", "luck", "constitution"],
    usual: include_str!("fight.toml"),
};

/// Statistics of a character.
#[derive(Debug)]
struct Numbers {
    attack: i32,
    /// Defense when ready, when stunned, and when flat-footed.
    defenses: [i32; 3],
    improved_critical: i32,
    natural: bool,
    reflex: i32,
    toughness: i32,
    minion: bool,
    impossible_save: bool,
    words: Words,
    hero: bool,
}

/// Attacks and saves with a d20 for each person.
///
/// # Formula
/// See [`Attack`] and [`Toughness`]; a hero with hero points left rerolls a failed roll.
///
/// # Source
/// Mutants & Masterminds, second edition: attacks, Toughness saves, hero points, minions.
#[derive(Debug)]
pub struct DieStrikes {
    people: Vec<u8>,
    names: Vec<String>,
    numbers: Vec<Numbers>,
    points: [u8; MOST_PEOPLE],
    /// True if hero points are spent on attacks; `for_saves` is the best rung of a save that they
    /// reroll.
    for_attacks: bool,
    for_saves: Option<i32>,
    d20: D20,
    die: Die,
    most_points: i32,
}

impl DieStrikes {
    fn read(set: &Settings, people: &People) -> DieStrikes {
        let (stun, edge) = (set.integer(&STUN_PENALTY), set.integer(&EDGE));
        let mut points = [0; MOST_PEOPLE];
        let mut numbers = Vec::new();
        for ((_, of), character) in set.characters().zip(&people.characters) {
            let hero = character.side == HEROES;
            if hero {
                each(character.bits)
                    .for_each(|person| points[person] = of.integer(&HERO_POINTS) as u8);
            }
            let defense = of.integer(&DEFENSE);
            let flat = defense - of.integer(&DODGE);
            numbers.push(Numbers {
                attack: of.integer(&ATTACK) + if hero { edge } else { 0 },
                defenses: [defense, flat - stun, flat],
                improved_critical: of.integer(&IMPROVED_CRITICAL),
                natural: of.is(&NATURAL, "attack_rules"),
                reflex: of.integer(&REFLEX),
                toughness: of.integer(&TOUGHNESS),
                minion: of.flag(&MINION),
                impossible_save: of.flag(&IMPOSSIBLE_SAVE),
                words: if of.flag(&LETHAL) { Words::INJURIES } else { Words::BRUISES },
                hero,
            });
        }
        let points_for = |words: &[&str]| words.iter().any(|word| set.is(&HERO_POINT_FOR, word));
        DieStrikes {
            people: people.of.clone(),
            names: (0..people.of.len()).map(|person| people.name(person)).collect(),
            numbers,
            most_points: points.iter().map(|&points| i32::from(points)).sum(),
            points,
            for_attacks: points_for(&["attacks", "all"]),
            for_saves: match () {
                () if points_for(&["saves", "all"]) => Some(UNHURT - 1),
                () if points_for(&["out"]) => Some(OUT),
                () => None,
            },
            d20: D20::new(false),
            die: Die::sided(20),
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn numbers(&self, person: usize) -> &Numbers {
        &self.numbers[usize::from(self.people[person])]
    }

    /// Rerolls a face for a hero point, if one is left, and returns the better of the two rolls.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn again<C: Chance>(
        &self,
        person: usize,
        first: Face,
        points: &mut [u8; MOST_PEOPLE],
        chance: &mut C,
        record: &mut impl Record,
    ) -> Face {
        if points[person] == 0 {
            return first;
        }
        points[person] -= 1;
        let printed = chance.face(&self.die);
        let counts = if printed <= 10 { printed + 10 } else { printed };
        record.tell(|| {
            format!(
                "  the d20 shows {}; {} spends a hero point: it shows {printed} and counts {counts}",
                first.printed, self.names[person]
            )
        });
        if counts > first.counts { Face { printed, counts, second: true } } else { first }
    }
}

impl Strikes for DieStrikes {
    type Luck = [u8; MOST_PEOPLE];

    fn luck(&self) -> [u8; MOST_PEOPLE] {
        self.points
    }

    fn deal<C: Chance>(&self, _: &mut Self::Luck, _: &mut C, _: &mut impl Record) {}

    #[inline]
    fn initiative<C: Chance>(&self, _: usize, _: &mut Self::Luck, chance: &mut C) -> i32 {
        chance.face(&self.die)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn attack<C: Chance>(
        &self,
        attackers: u64,
        target: usize,
        guard: Guard,
        points: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Hits {
        let defense = self.numbers(target).defenses[guard as usize];
        let mut hits = Hits::default();
        for attacker in each(attackers) {
            let Numbers { attack, improved_critical, natural, minion, .. } =
                *self.numbers(attacker);
            let roll = Attack {
                edge: attack - 10 - defense,
                improved_critical,
                natural,
                d20: self.d20.clone(),
            };
            let criticals = self.numbers(target).minion || !minion;
            let most = if criticals { CRITICAL } else { HIT };
            let told = |face: Face, result: i32, record: &mut _| {
                tell(record, || {
                    let total = attack + face.counts;
                    let against = 10 + defense;
                    let who = match attackers.count_ones() {
                        1 => String::new(),
                        _ => format!("{}: ", self.names[attacker]),
                    };
                    let by = by_itself(face, (result == MISS) == (total >= against));
                    format!(
                        "  {who}{attack} + {} = {total} against {against}: {}{by}",
                        face.counts,
                        said(result)
                    )
                });
            };
            let result = if self.for_attacks && points[attacker] > 0 {
                let printed = chance.face(&self.die);
                let mut face = Face { printed, counts: printed, second: false };
                if roll.result(face) == MISS {
                    face = self.again(attacker, face, points, chance, record);
                }
                let result = roll.result(face).min(most);
                told(face, result, record);
                result
            } else {
                self.d20.gist(chance, |face| {
                    let result = roll.result(face).min(most);
                    told(face, result, record);
                    result
                })
            };
            hits.hit |= u64::from(result >= HIT) << attacker;
            hits.critical |= u64::from(result == CRITICAL) << attacker;
        }
        hits
    }

    #[inline]
    fn area<C: Chance>(
        &self,
        _: usize,
        rank: i32,
        targets: u64,
        _: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> u64 {
        let mut caught = 0;
        for target in each(targets) {
            let reflex = self.numbers(target).reflex;
            let face = chance.face(&self.die);
            let margin = reflex + face - 10 - rank;
            record.tell(|| {
                let gets = if margin >= 0 { "gets off" } else { "is caught" };
                let (total, against) = (reflex + face, 10 + rank);
                let who = &self.names[target];
                format!("  {who} {gets}: Reflex {reflex} + {face} = {total} against {against}")
            });
            caught |= u64::from(margin < 0) << target;
        }
        caught
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn save<C: Chance>(
        &self,
        attacker: usize,
        target: usize,
        damage: i32,
        wounds: i32,
        _: Option<&mut Option<i32>>,
        points: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32 {
        let Numbers { toughness, minion, impossible_save, hero, .. } = *self.numbers(target);
        let save = Toughness {
            edge: toughness - wounds - 15 - damage,
            lethal: false,
            minion,
            impossible_save,
            d20: self.d20.clone(),
        };
        let words = &self.numbers(attacker).words;
        let told = |face: Face, rung: i32, record: &mut _| {
            tell(record, || {
                let (own, against) = (toughness - wounds, 15 + damage);
                let said = words.rungs[rung as usize];
                let less = if wounds == 0 { String::new() } else { format!(" - {wounds}") };
                let by = by_itself(face, rung != save.rung_of(save.edge + face.counts));
                format!(
                    "  {} saves: {toughness} + {}{less} = {} against {against}: {said}{by}",
                    self.names[target],
                    face.counts,
                    own + face.counts
                )
            });
        };
        let most = self.for_saves.filter(|_| hero && points[target] > 0);
        let Some(most) = most else {
            return self.d20.gist(chance, |face| {
                let rung = save.rung(face);
                told(face, rung, record);
                rung
            });
        };
        let printed = chance.face(&self.die);
        let mut face = Face { printed, counts: printed, second: false };
        if save.rung(face) <= most.min(WOUNDED) {
            face = self.again(target, face, points, chance, record);
        }
        let rung = save.rung(face);
        told(face, rung, record);
        rung
    }

    fn columns(&self, first: Handle) -> Vec<Column> {
        vec![Column::new(first, Scale::numbers(0, self.most_points)).called("points_left", None)]
    }

    fn score(&self, first: Handle, points: &Self::Luck, record: &mut impl Record) {
        record.score(first, points.iter().map(|&points| i32::from(points)).sum());
    }
}

/// Returns the transcript note for a result that the natural face decides instead of the total.
fn by_itself(face: Face, decides: bool) -> String {
    if decides { format!(", as the die shows {}", face.printed) } else { String::new() }
}

/// Records a line. A function, so that closures can leave the type of their record to inference.
fn tell(record: &mut impl Record, line: impl FnOnce() -> String) {
    record.tell(line);
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
    let people = People::read(set, 1)?;
    let strikes = DieStrikes::read(set, &people);
    let fighter = |of: Settings| Fighter {
        initiative: of.integer(&INITIATIVE),
        damage: of.integer(&DAMAGE),
        lethal: of.flag(&LETHAL),
        toughness: of.integer(&TOUGHNESS),
        area: of.number(&AREA),
    };
    let fighters = set.characters().map(|(_, of)| fighter(of)).collect();
    let brawl = Brawl::new(set, people, fighters, strikes, [true, false]);
    Ok(Scene::new(brawl, set.integer(&LIMIT)))
}
