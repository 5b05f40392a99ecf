//! The damage ladder, free of any game: what a blow leaves behind, and how many blows it takes until someone is out.
//! A game says how a blow is struck ([`Blow`]); wounds, staggering and stun that last from blow to blow are the same for all.

use std::hash::Hash;

use crate::chance::Chance;
use crate::registry::choice;
use crate::rule::{Column, Columns, Record, Rule, Scale, Step};

/// The worst rung: out of the fight.
pub const OUT: i32 = 0;
/// Staggered, and stunned.
pub const STAGGERED: i32 = 1;
/// Stunned, and wounded.
pub const STUNNED: i32 = 2;
/// Wounded.
pub const WOUNDED: i32 = 3;
/// The best rung.
pub const UNHURT: i32 = 4;

choice! {
    /// What it means to be staggered again.
    pub enum SecondStagger {
        /// It is the worst rung.
        Unconscious = "unconscious",
        /// Nothing more.
        Nothing = "nothing",
    }
}

/// How one side strikes another: an attack that may miss, then a save that ends on a rung.
pub trait Blow: Send + Sync {
    /// What luck remembers from blow to blow, such as decks that run down; nothing where every card and die is fresh.
    type Luck: Copy + Eq + Hash;

    /// Before the first blow.
    fn luck(&self) -> Self::Luck;

    /// Whether a blow may miss.
    fn may_miss(&self) -> bool;

    /// How people call what the target suffers.
    fn words(&self) -> &Words;

    /// One blow against a target with so many wounds and, where it is stunned, a lowered defense: the rung of its save, or
    /// `None` where the blow misses.
    fn strike<C: Chance>(&self, wounds: u16, lowered: bool, luck: &mut Self::Luck, chance: &mut C, record: &mut impl Record)
    -> Option<i32>;
}

/// How people call what a ladder does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// What each rung means, worst to best.
    pub rungs: [&'static str; 5],
    /// One wound, and several.
    pub wounds: [&'static str; 2],
    /// What whoever is staggered is called.
    pub staggered: &'static str,
}

impl Words {
    /// Of damage that bruises.
    pub const BRUISES: Words = Words {
        rungs: ["unconscious", "staggered and stunned", "stunned and bruised", "bruised", "unhurt"],
        wounds: ["bruise", "bruises"],
        staggered: "staggered",
    };
    /// Of lethal damage, which injures as well.
    pub const INJURIES: Words = Words {
        rungs: ["dying", "disabled and stunned", "stunned, bruised and injured", "bruised and injured", "unhurt"],
        wounds: ["injury", "injuries"],
        staggered: "disabled",
    };
}

/// What a side has suffered so far. Sides in the same condition have the same future.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Wounds, each of which lowers the save.
    pub wounds: u16,
    /// Whether it is staggered.
    pub staggered: bool,
}

impl Condition {
    /// As people say it: "3 bruises, staggered".
    pub fn told(self, words: &Words) -> String {
        let wounds = match self.wounds {
            0 => format!("no {}", words.wounds[1]),
            1 => format!("1 {}", words.wounds[0]),
            many => format!("{many} {}", words.wounds[1]),
        };
        if self.staggered { format!("{wounds}, {}", words.staggered) } else { wounds }
    }
}

/// What follows from a rung, looked up by whether the target is staggered already.
#[derive(Clone, Debug)]
pub struct Ladder {
    falls: [[Fall; 5]; 2],
}

/// What one rung does.
#[derive(Clone, Copy, Debug)]
struct Fall {
    wounds: u16,
    staggered: bool,
    out: bool,
}

impl Ladder {
    /// The ladder under these readings: whether a stagger wounds as well, and what a second one does.
    ///
    /// # Formula
    /// Out ends it. Staggered staggers (and wounds, if it does); stunned and wounded wound by one; unhurt does nothing. A
    /// second stagger that knocks out does nothing else.
    pub fn new(stagger_wounds: bool, second: SecondStagger) -> Ladder {
        let fall = |was_staggered: bool, rung: i32| {
            let out = rung == OUT || (rung == STAGGERED && was_staggered && second == SecondStagger::Unconscious);
            let wounds = match rung {
                STAGGERED => stagger_wounds,
                rung => rung == STUNNED || rung == WOUNDED,
            };
            Fall { wounds: u16::from(wounds && !out), staggered: was_staggered || rung == STAGGERED, out }
        };
        Ladder { falls: [false, true].map(|staggered| std::array::from_fn(|rung| fall(staggered, rung as i32))) }
    }

    /// What a save that ended on this rung does to a side; whether it is out.
    #[inline(always)]
    pub fn suffer(&self, side: &mut Condition, rung: i32) -> bool {
        let fall = self.falls[usize::from(side.staggered)][rung as u32 as usize];
        side.wounds += fall.wounds;
        side.staggered = fall.staggered;
        fall.out
    }
}

/// Whether a side that comes down on this rung is stunned.
#[inline(always)]
pub fn stuns(rung: i32) -> bool {
    rung == STUNNED || rung == STAGGERED
}

/// The rung of each margin, looked up: beyond 32 points either way nothing changes.
#[derive(Clone, Debug)]
pub struct Rungs([i8; 64]);

impl Rungs {
    /// From the rung that each margin makes.
    pub fn new(rung: impl Fn(i32) -> i32) -> Rungs {
        Rungs(std::array::from_fn(|place| rung(place as i32 - 32) as i8))
    }

    /// The rung of a margin. Few lie beyond, and are told apart by a branch that is foreseen: a clamp would be waited for.
    #[inline(always)]
    pub fn of(&self, margin: i32) -> i32 {
        let rung = self.0.get((margin + 32) as u32 as usize);
        i32::from(*rung.unwrap_or(&self.0[if margin < 0 { 0 } else { 63 }]))
    }
}

/// Blow after blow until the target is out.
///
/// # Formula
/// Each blow that lands asks for a save, and the condition it leaves makes the next save harder. Whoever is stunned has a
/// lowered defense against the next blow.
pub struct Knockout<B> {
    /// How a blow is struck.
    pub blow: B,
    /// What rungs do.
    pub ladder: Ladder,
    /// Whether it matters that the target is stunned: it does not where its defense is not lowered, or never asked for.
    pub stun_matters: bool,
    /// The blow after which it is called off.
    pub limit: u16,
}

/// Between two blows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing<L> {
    condition: Condition,
    stunned: bool,
    luck: L,
}

const WOUNDS: usize = 2;

impl<B: Blow> Rule for Knockout<B> {
    type State = Standing<B::Luck>;

    fn columns(&self) -> Columns {
        let up_to = Scale::numbers(0, i32::from(self.limit));
        // Where every blow lands, there are as many hits as blows, and the clock counts both.
        let hits =
            if self.blow.may_miss() { Column::new("hits", up_to).counts_up() } else { Column::new("hits", Scale::steps(self.limit)) };
        Columns::new([Column::new("blows", Scale::steps(self.limit)), hits, Column::new("bruises", up_to)])
    }

    fn start(&self) -> Standing<B::Luck> {
        Standing { condition: Condition::default(), stunned: false, luck: self.blow.luck() }
    }

    /// One blow.
    #[inline(always)]
    fn step<C: Chance>(&self, mut now: Standing<B::Luck>, chance: &mut C, record: &mut impl Record) -> Step<Standing<B::Luck>> {
        let lowered = std::mem::take(&mut now.stunned);
        let Some(rung) = self.blow.strike(now.condition.wounds, lowered, &mut now.luck, chance, record) else {
            return Step::Next(now);
        };
        if self.blow.may_miss() {
            record.count();
        }
        if self.ladder.suffer(&mut now.condition, rung) {
            if rung != OUT {
                record.tell(|| "staggered a second time: out".into());
            }
            record.score(WOUNDS, i32::from(now.condition.wounds));
            return Step::Over;
        }
        record.tell(|| format!("the target has {}", now.condition.told(self.blow.words())));
        now.stunned = self.stun_matters && stuns(rung);
        Step::Next(now)
    }

    fn cut_off(&self, now: Standing<B::Luck>, record: &mut impl Record) -> Step<Standing<B::Luck>> {
        record.score(WOUNDS, i32::from(now.condition.wounds));
        Step::Over
    }
}
