//! Who wins the fight: two sides trade blows until one is incapacitated.

use super::blow::{
    AIM_AROUND, ARMOUR, ATTACK, COVER, DEFENSE, KIND, LIMIT, POWER, RECOVERY, Strike, TOUGHNESS,
    Wounds,
};
use super::success_roll::{AUTOMATIC, DIE};
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, Field, Settings};

/// The fields that each side has, own first.
const ATTACKS: [Field; 2] = ATTACK.both("rival_attack", "the rival's attack level");
const DEFENSES: [Field; 2] = DEFENSE
    .about("own defence level, which counts 10 more")
    .both("rival_defense", "the rival's defence level, which counts 10 more");
const POWERS: [Field; 2] = POWER.both("rival_power", "power of the rival's blows");
const TOUGHNESSES: [Field; 2] = TOUGHNESS
    .about("half of what takes a side out in damage and stun together")
    .both("rival_toughness", "the rival's toughness");
const KINDS: [Field; 2] = KIND.both("rival_kind", "the rival's weapon");
const ARMOURS: [Field; 2] = ARMOUR
    .about("absorption of the own armour, taken from the rival's power")
    .both("rival_armour", "absorption of the rival's armour, taken from own power");
const COVERS: [Field; 2] = COVER.both("rival_cover", "cover of the rival's armour");
const AIMS_AROUND: [Field; 2] =
    AIM_AROUND.both("rival_aim_around", "the rival's blows are aimed around the own armour");
const AGILITIES: [Field; 2] = Field::integer(
    "agility",
    "levels",
    "who has more begins each round, equal ones by chance once",
)
.source("not in the text: the combat pages of its wiki, whose revisions differ")
.both("rival_agility", "the rival's agility");

const SELF: usize = 0;
const NOBODY: i32 = 1;

/// An exchange of blows.
///
/// # Formula
/// The side with more agility begins, or one of two equals by chance; then round after round a blow
/// each, as `Strike`.
/// After a round a point of stun of each side goes, if it does.
///
/// # Source
/// The combat pages of the Mano a Mano wiki, which Mano a Mano has not; the success roll is the
/// text's.
pub struct Exchange {
    /// Each side's blows at the other, own first.
    pub blows: [Strike; 2],
    /// Own agility and the rival's.
    pub agility: [i32; 2],
    /// Whether a point of stun goes each round.
    pub recovery: bool,
    /// The round after which it is called off.
    pub limit: u16,
    equals: Odds,
}

/// Before a blow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Standing {
    sides: [Wounds; 2],
    /// The side that begins; `None` before that is known.
    first: Option<u8>,
    /// Whether the first blow of the round is over.
    second: bool,
}

const WINNER: Handle = Handle::first("winner");
const ROUNDS: Handle = WINNER.then("rounds");

impl Rule for Exchange {
    type State = Standing;

    fn columns(&self) -> Columns {
        Columns::new([
            Column::new(WINNER, Scale::rungs(&["rival", "nobody", "self"]))
                .success(Success::AtLeast(NOBODY + 1)),
            Column::new(ROUNDS, Scale::steps(self.limit)),
        ])
    }

    fn start(&self) -> Standing {
        Standing::default()
    }

    /// Who begins, or one blow.
    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Standing,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Standing> {
        let Some(first) = now.first else {
            let first = match self.agility[0].cmp(&self.agility[1]) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => chance.choose(&self.equals) as u8,
            };
            record.tell(|| ["I go first", "the rival goes first"][usize::from(first)].into());
            return Step::Within(Standing { first: Some(first), ..now });
        };
        let mover = usize::from(first) ^ usize::from(now.second);
        record.tell(|| ["I strike at the rival", "the rival strikes at me"][mover].into());
        let (_, wounds) = self.blows[mover].play(now.sides[1 - mover], chance, record);
        let Some(wounds) = wounds else {
            record.score(WINNER, if mover == SELF { NOBODY + 1 } else { NOBODY - 1 });
            return Step::Done;
        };
        now.sides[1 - mover] = wounds;
        now.second = !now.second;
        if now.second {
            return Step::Within(now);
        }
        now.sides = now.sides.map(|wounds| wounds.recovered(self.recovery));
        Step::Next(now)
    }

    fn cut_off(&self, _: Standing, record: &mut impl Record) {
        record.score(WINNER, NOBODY);
    }
}

/// The blows that this side (0 is the own one) strikes at the other.
fn blows(set: &Settings, side: usize) -> Strike {
    let attacker = [&ATTACKS, &POWERS, &KINDS, &AIMS_AROUND].map(|field| &field[side]);
    let target = [&DEFENSES, &TOUGHNESSES, &ARMOURS, &COVERS].map(|field| &field[1 - side]);
    Strike::read(set, attacker, target)
}

pub const ENTRY: Definition = Definition {
    id: "mano.exchange",
    title: "Exchange of blows",
    about: "Two sides trade blows until one is incapacitated: who wins, and how soon?",
    source: "Mano a Mano, Success Rolls; not in the text: the combat pages of its wiki",
    luck: "a choice where agility is equal (1: I go first); then one face for each blow; a second where a substitute's 20 or more is confirmed",
    fields: &[
        &[ATTACKS[0], DEFENSES[0], POWERS[0], TOUGHNESSES[0], KINDS[0], ARMOURS[0], COVERS[0]],
        &[AIMS_AROUND[0], AGILITIES[0]],
        &[ATTACKS[1], DEFENSES[1], POWERS[1], TOUGHNESSES[1], KINDS[1], ARMOURS[1], COVERS[1]],
        &[AIMS_AROUND[1], AGILITIES[1]],
        &[RECOVERY, DIE, AUTOMATIC, LIMIT],
    ],
    build: |set| {
        Ok(Box::new(Exchange {
            blows: [blows(set, 0), blows(set, 1)],
            agility: AGILITIES.map(|field| set.integer(&field)),
            recovery: set.flag(&RECOVERY),
            limit: set.integer(&LIMIT) as u16,
            equals: Odds::even(2),
        }))
    },
    ..Definition::PLAIN
};
