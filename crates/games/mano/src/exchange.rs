//! An exchange of blows: two sides strike in turn until one is incapacitated.

use super::blow::{Agility, Combatant, Course, Strike, Wounds};
use super::success_roll::SuccessRoll;
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, Field, side};

/// Fields that exist for each side, own first.
const SIDES: [[Field; 2]; 9] = [
    Combatant::attack.both("rival_attack", "the rival's attack level"),
    Combatant::defense
        .about("own defence level, which counts 10 more")
        .both("rival_defense", "the rival's defence level, which counts 10 more"),
    Combatant::power.both("rival_power", "power of the rival's blows"),
    Combatant::toughness
        .about("half of what takes a side out in damage and stun together")
        .both("rival_toughness", "the rival's toughness"),
    Combatant::kind.both("rival_kind", "the rival's weapon"),
    Combatant::armour
        .about("absorption of the own armour, taken from the rival's power")
        .both("rival_armour", "absorption of the rival's armour, taken from own power"),
    Combatant::cover.both("rival_cover", "cover of the rival's armour"),
    Combatant::aim_around
        .both("rival_aim_around", "the rival's blows are aimed around the own armour"),
    Agility::agility
        .source("not in the text: the combat pages of its wiki, whose revisions differ")
        .both("rival_agility", "the rival's agility"),
];

const SELF: usize = 0;
const NOBODY: i32 = 1;

/// An exchange of blows.
///
/// # Formula
/// The side with more agility begins; chance decides between equal values. In each round, each side
/// strikes one blow by the formula of `Strike`. After each round, each side recovers a point of
/// stun if `recovery` is true.
///
/// # Source
/// The combat pages of the Mano a Mano wiki, which are not part of the text; the success roll is
/// from the text.
pub struct Exchange {
    /// Blows of each side at the other, own first.
    pub blows: [Strike; 2],
    /// Agility of each side, own first.
    pub agility: [i32; 2],
    /// True if each side recovers a point of stun after each round.
    pub recovery: bool,
    /// Number of rounds after which the exchange ends without a winner.
    pub limit: u16,
    /// Odds of each side to begin when agility is equal.
    equals: Odds,
}

/// The state before a blow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Standing {
    sides: [Wounds; 2],
    /// Side that begins each round (0: own, 1: rival); `None` until it is decided.
    first: Option<u8>,
    /// True if the first blow of the round has been struck.
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

    /// Decides the side that begins, or plays one blow.
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

pub const ENTRY: Definition = Definition {
    id: "mano.exchange",
    title: "Exchange of blows",
    about: "Two sides trade blows until one is incapacitated: who wins, and how soon?",
    source: "Mano a Mano, Success Rolls; not in the text: the combat pages of its wiki",
    luck: "a choice where agility is equal (1: I go first); then one face for each blow; a second where a substitute's 20 or more is confirmed",
    fields: &[&side(SIDES, 0), &side(SIDES, 1), Course::FIELDS],
    build: |set| {
        let rival = set.rival();
        let [own, other] = [set, &rival].map(Combatant::read);
        let Course { recovery, die, automatic, limit } = Course::read(set);
        let roll = SuccessRoll::new(die, automatic);
        Ok(Box::new(Exchange {
            blows: [Strike::of(roll.clone(), &own, &other), Strike::of(roll, &other, &own)],
            agility: [set, &rival].map(|set| Agility::read(set).agility),
            recovery,
            limit,
            equals: Odds::even(2),
        }))
    },
    ..Definition::PLAIN
};
