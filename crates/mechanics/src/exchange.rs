//! Two sides that trade blows on a damage ladder until one is out, independent of any game.

use std::hash::{Hash, Hasher};

use super::blow::{
    ATTACK, Blow, DAMAGE, DEFENSE, IMPROVED_CRITICAL, LETHAL, LIMIT, MINION, Numbers, STUN_PENALTY,
    Struck, TOUGHNESS,
};
use super::ladder::{Condition, Ladder, OUT, stuns};
use oddsmith_engine::chance::{Chance, Die, Odds};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Field, Settings};

/// The flag for stun that costs a turn; games add the source in their text.
pub const STUNNED_LOSES_TURN: Field =
    Field::flag("stunned_loses_turn", "who is stunned loses the next turn")
        .reading()
        .default("true");

/// The attack bonus of each side, the player first, as below.
pub const ATTACKS: [Field; 2] = ATTACK.both("rival_attack", "the rival's attack bonus");
/// The Defense of each side.
pub const DEFENSES: [Field; 2] = DEFENSE.both("rival_defense", "the rival's Defense");
/// The bonus of each side against damage.
pub const TOUGHNESSES: [Field; 2] = TOUGHNESS.both("rival_toughness", "the rival's Toughness");
/// The damage of each side's blows.
pub const DAMAGES: [Field; 2] = DAMAGE.both("rival_damage", "the rival's damage rank");
/// The initiative bonus of each side.
pub const INITIATIVES: [Field; 2] = Field::number("initiative", "initiative bonus")
    .both("rival_initiative", "the rival's initiative bonus");
/// The part of Defense that each side loses while stunned, in addition to the penalty.
pub const DODGES: [Field; 2] =
    Field::number("dodge", "the part of Defense that is lost while stunned")
        .both("rival_dodge", "the part of the rival's Defense that is lost while stunned");
/// The ranks by which criticals of each side are more frequent.
pub const CRITICALS: [Field; 2] =
    IMPROVED_CRITICAL.both("rival_improved_critical", "the rival's ranks of Improved Critical");
/// The flag of each side for damage that injures.
pub const LETHALS: [Field; 2] = LETHAL.both("rival_lethal", "the rival's damage is lethal");
/// The flag of each side for being a minion.
pub const MINIONS: [Field; 2] =
    MINION.both("rival_minion", "the rival's failed save is the worst result");

/// Returns these fields with a game's version of the own one; the rival's gets the same source.
pub const fn both(own: Field<'static>, [_, rival]: [Field<'static>; 2]) -> [Field<'static>; 2] {
    [own, rival.source(own.source)]
}

const SELF: usize = 0;
const RIVAL: usize = 1;

/// An exchange of blows.
///
/// # Formula
/// Initiative once, then each round a turn per side: a blow at the other side, whose condition
/// lasts. A stunned side loses the next turn (if the flag is set), and has a lowered defense until
/// the next turn in which it acts.
pub struct Exchange<B> {
    /// The blows of each side at the other, the player first.
    pub blows: [B; 2],
    /// The effects of rungs.
    pub ladder: Ladder,
    /// The initiative bonus of each side.
    initiatives: [i32; 2],
    /// The die or the cards that are added to it.
    luck: Die,
    /// The choice of the side that goes first, if nothing else decides.
    equals: Odds,
    /// True if the stunned lose a turn. Otherwise they act before they are struck again, so stun
    /// has no effect.
    pub stunned_loses_turn: bool,
    /// For each side, true if its defense differs while it is stunned.
    pub lowered: [bool; 2],
    /// The round after which the exchange is cut off.
    pub limit: u16,
}

/// The state of an exchange of blows before a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    sides: [Condition; 2],
    /// At most one side is stunned: a side that stuns the other has just acted, and is not stunned.
    stun: Stun,
    /// The side that goes first; `None` before initiative.
    first: Option<u8>,
    /// True if the first turn of the round is over.
    second: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stun {
    None,
    /// This side loses its next turn.
    Loses(u8),
    /// This side has lost a turn, and recovers at its next one.
    Lost(u8),
}

/// Hashes a single number, since a walk looks up a state for each of its branches.
impl Hash for Standing {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let side = |side: Condition| u64::from(side.wounds) << 1 | u64::from(side.staggered);
        let stun = match self.stun {
            Stun::None => 0,
            Stun::Loses(side) => 1 + u64::from(side),
            Stun::Lost(side) => 3 + u64::from(side),
        };
        let first = self.first.map_or(2, u64::from);
        let turn = stun << 3 | first << 1 | u64::from(self.second);
        hasher.write_u64(side(self.sides[SELF]) | side(self.sides[RIVAL]) << 17 | turn << 34);
    }
}

const NOBODY: i32 = 1;

/// The value instead of a rung if no save was required.
const MISSED: i32 = -1;

const WINNER: Handle = Handle::first("winner");
const ROUNDS: Handle = WINNER.then("rounds");
const BLOWS: Handle = ROUNDS.then("blows");
const BRUISES_LEFT: Handle = BLOWS.then("bruises_left");

impl<B: Blow<Luck = ()>> Rule for Exchange<B> {
    type State = Standing;

    fn columns(&self) -> Columns {
        let up_to = Scale::numbers(0, i32::from(self.limit));
        Columns::new([
            Column::new(WINNER, Scale::rungs(&["rival", "nobody", "self"]))
                .success(Success::AtLeast(NOBODY + 1)),
            Column::new(ROUNDS, Scale::steps(self.limit)),
            Column::new(BLOWS, up_to.clone()).counts_up(),
            Column::new(BRUISES_LEFT, up_to).or_none(),
        ])
    }

    fn start(&self) -> Standing {
        Standing { sides: [Condition::default(); 2], stun: Stun::None, first: None, second: false }
    }

    /// Plays the initiative, or one turn.
    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Standing,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Standing> {
        let Some(first) = now.first else {
            return Step::Within(Standing { first: Some(self.first(chance, record) as u8), ..now });
        };
        let mover = usize::from(first) ^ usize::from(now.second);
        let target = 1 - mover;
        if now.stun == Stun::Loses(mover as u8) {
            let told =
                ["I am stunned and lose the turn", "the rival is stunned and loses the turn"];
            record.tell(|| told[mover].into());
            now.stun = if self.lowered[mover] { Stun::Lost(mover as u8) } else { Stun::None };
        } else {
            let lowered = now.stun == Stun::Lost(target as u8);
            if !lowered {
                now.stun = Stun::None;
            }
            if mover == SELF {
                record.count(BLOWS);
            }
            record.tell(|| ["I strike at the rival", "the rival strikes at me"][mover].into());
            let rung = self.strike(mover, now.sides[target].wounds, lowered, chance, record);
            if rung != MISSED {
                if self.ladder.suffer(&mut now.sides[target], rung) {
                    let again = if rung == OUT { "" } else { "staggered a second time: " };
                    record.tell(|| {
                        let end = ["I am out, the rival wins", "the rival is out, I win"][target];
                        let left = now.sides[mover].describe(&self.blows[target].saves().words);
                        format!("{again}{end} with {left}")
                    });
                    record.score(BRUISES_LEFT, i32::from(now.sides[mover].wounds));
                    record.score(WINNER, if mover == SELF { NOBODY + 1 } else { NOBODY - 1 });
                    return Step::Done;
                }
                record.tell(|| {
                    let has = ["I have", "the rival has"][target];
                    format!(
                        "{has} {}",
                        now.sides[target].describe(&self.blows[mover].saves().words)
                    )
                });
                if self.stunned_loses_turn && stuns(rung) {
                    now.stun = Stun::Loses(target as u8);
                }
            }
        }
        now.second = !now.second;
        if now.second { Step::Within(now) } else { Step::Next(now) }
    }

    fn cut_off(&self, _: Standing, record: &mut impl Record) {
        record.score(WINNER, NOBODY);
    }
}

impl<B: Blow<Luck = ()>> Exchange<B> {
    /// Creates the exchange of a question: `luck` is drawn or rolled for initiative, `blow` creates
    /// the blows of a side at the other, from the fields of both.
    pub fn read(
        set: &Settings,
        luck: Die,
        blow: impl Fn([&Settings; 2], Numbers) -> B,
    ) -> Exchange<B> {
        let rival = &set.rival();
        let sides = [[set, rival], [rival, set]];
        let stun = |own: &Settings| own.integer(&DODGES[0]) + own.integer(&STUN_PENALTY);
        let blow = |[own, other]: [&Settings; 2]| {
            let defense = other.integer(&DEFENSE);
            let attack = (own.integer(&ATTACK), [defense, defense - stun(other)]);
            blow([own, other], Numbers::read([own, other], Some(attack)))
        };
        Exchange {
            blows: sides.map(blow),
            ladder: Ladder::read(set),
            initiatives: sides.map(|[own, _]| own.integer(&INITIATIVES[0])),
            luck,
            equals: Odds::even(2),
            stunned_loses_turn: set.flag(&STUNNED_LOSES_TURN),
            lowered: sides.map(|[own, _]| stun(own) != 0),
            limit: set.integer(&LIMIT) as u16,
        }
    }

    /// Returns the side that goes first: each adds a card or a die to its bonus; ties are broken by
    /// the higher bonus, then by chance.
    fn first<C: Chance>(&self, chance: &mut C, record: &mut impl Record) -> usize {
        const TIED: i32 = 2;
        let [mine, theirs] = self.initiatives;
        let first = chance.faces([&self.luck, &self.luck], |[card, rivals]| {
            let totals = (mine + card, theirs + rivals);
            record.tell(|| {
                let (own, rival) = totals;
                format!("initiative: {mine} + {card} = {own} against {theirs} + {rivals} = {rival}")
            });
            match totals.0.cmp(&totals.1).then(mine.cmp(&theirs)) {
                std::cmp::Ordering::Greater => SELF as i32,
                std::cmp::Ordering::Less => RIVAL as i32,
                std::cmp::Ordering::Equal => TIED,
            }
        });
        let first = if first == TIED { chance.choose(&self.equals) } else { first as usize };
        record.tell(|| ["I go first", "the rival goes first"][first].into());
        first
    }

    /// Plays a blow at a target with this many wounds; returns the rung.
    #[inline]
    fn strike<C: Chance>(
        &self,
        mover: usize,
        wounds: u16,
        lowered: bool,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32 {
        let blow = &self.blows[mover];
        let struck = Struck { saves: blow.saves(), wounds };
        let key = [wounds.into(), (mover | usize::from(lowered) << 1) as i32];
        let mut strike = |chance: &mut C| {
            blow.strike(&struck, lowered, &mut (), chance, record).unwrap_or(MISSED)
        };
        match C::FORKS {
            true => chance.memoized_block(&self.limit, key, strike),
            false => strike(chance),
        }
    }
}
