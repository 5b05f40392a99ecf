//! The damage ladder, free of any game: what a blow leaves behind.
//! Wounds, staggering and stun that last from blow to blow are the same for all.

use std::ops::RangeInclusive;

use oddsmith_engine::rule::Scale;
use oddsmith_registry::{Field, Settings};

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

/// Whether a stagger wounds; games say where their text leaves it open.
pub const STAGGER_BRUISES: Field =
    Field::flag("stagger_bruises", "who is staggered (disabled) is bruised as well").reading();
/// What a second stagger does.
pub const SECOND_STAGGER: Field = Field::words(
    "second_stagger",
    &["unconscious", "nothing"],
    "staggered (disabled) again. unconscious: out; nothing: no more than once",
)
.reading();
/// Bruises before a save.
pub const BRUISES: Field =
    Field::integer("bruises", "bruises", "bruises so far: each takes 1 from the save").range(0, 60);
/// Injuries before a save.
pub const INJURIES: Field =
    Field::integer("injuries", "injuries", "injuries so far: each takes 1 from a lethal save")
        .range(0, 60);

/// The rungs of a save against damage that is lethal or not, worst to best.
pub fn rungs(lethal: bool) -> Scale {
    Scale::rungs(match lethal {
        false => &["unconscious", "staggered", "stunned", "bruised", "unhurt"],
        true => &["dying", "disabled", "stunned", "injured", "unhurt"],
    })
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
        rungs: [
            "dying",
            "disabled and stunned",
            "stunned, bruised and injured",
            "bruised and injured",
            "unhurt",
        ],
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
    pub fn describe(self, words: &Words) -> String {
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
    /// The ladder under the readings of a question: whether a stagger wounds as well, and whether a
    /// second one is the worst rung.
    ///
    /// # Formula
    /// Out ends it. Staggered staggers (and wounds, if it does); stunned and wounded wound by one;
    /// unhurt does nothing. A
    /// second stagger that knocks out does nothing else.
    pub fn read(set: &Settings) -> Ladder {
        let stagger_wounds = set.flag(&STAGGER_BRUISES);
        let second_is_out = set.is(&SECOND_STAGGER, "unconscious");
        let fall = |was_staggered: bool, rung: i32| {
            let out = rung == OUT || (rung == STAGGERED && was_staggered && second_is_out);
            let wounds = match rung {
                STAGGERED => stagger_wounds,
                rung => rung == STUNNED || rung == WOUNDED,
            };
            Fall {
                wounds: u16::from(wounds && !out),
                staggered: was_staggered || rung == STAGGERED,
                out,
            }
        };
        Ladder {
            falls: [false, true]
                .map(|staggered| std::array::from_fn(|rung| fall(staggered, rung as i32))),
        }
    }

    /// What a save that ended on this rung does to a side; whether it is out.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn suffer(&self, side: &mut Condition, rung: i32) -> bool {
        let fall = self.falls[usize::from(side.staggered)][rung as u32 as usize];
        side.wounds += fall.wounds;
        side.staggered = fall.staggered;
        fall.out
    }
}

/// Whether a side that comes down on this rung is stunned.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub fn stuns(rung: i32) -> bool {
    rung == STUNNED || rung == STAGGERED
}

/// A save before wounds take from it: a small number, to look up with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Save(i32);

impl Save {
    /// Its number, from 0 on.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn number(self) -> u32 {
        self.0 as u32
    }
}

/// All saves that a blow may ask for, and the rungs that they end on.
#[derive(Clone, Debug)]
pub struct Saves {
    /// The lowest margin without wounds, and how many there are.
    low: i32,
    width: i32,
    /// Whether some are never worse than wounded, by luck; those are numbered behind the others.
    safe: bool,
    /// What one wound takes from the margin, as a power of two.
    wound: u32,
    /// The rung of each margin: beyond 32 points either way nothing changes.
    rungs: [i8; 64],
}

impl Saves {
    /// With these margins where there are no wounds, this rung for each margin, and what a wound
    /// takes as a power of two; `safe`
    /// if luck may forbid what is worse than wounded.
    pub fn new(
        margins: RangeInclusive<i32>,
        wound: u32,
        safe: bool,
        rung: impl Fn(i32) -> i32,
    ) -> Saves {
        let rungs = std::array::from_fn(|place| rung(place as i32 - 32) as i8);
        Saves {
            low: *margins.start(),
            width: margins.end() - margins.start() + 1,
            safe,
            wound,
            rungs,
        }
    }

    /// The save of this margin without wounds; `safe` from what is worse than wounded only where
    /// that was foreseen.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn of(&self, margin: i32, safe: bool) -> Save {
        Save(margin - self.low + if safe { self.width } else { 0 })
    }

    /// What so many wounds take from a margin.
    pub fn weakened(&self, wounds: u16) -> i32 {
        i32::from(wounds) << self.wound
    }

    /// The rung of a save with so many wounds.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn rung(&self, wounds: u16, save: Save) -> i32 {
        let (margin, safe) = self.margin(save);
        self.rung_at(margin - self.weakened(wounds), safe)
    }

    /// The margin of a save without wounds, and whether luck keeps it from what is worse than
    /// wounded.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn margin(&self, Save(number): Save) -> (i32, bool) {
        let safe = number >= self.width;
        (self.low + number - if safe { self.width } else { 0 }, safe)
    }

    /// The rung of a margin: the same for all below -32, and for all above 31.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn rung_at(&self, margin: i32, safe: bool) -> i32 {
        let rung = i32::from(self.rungs[(margin + 32).clamp(0, 63) as usize]);
        if safe { rung.max(WOUNDED) } else { rung }
    }

    /// The save of this number.
    pub fn nth(&self, number: usize) -> Save {
        Save(number as i32)
    }

    /// All of them, by number.
    pub fn all(&self) -> impl ExactSizeIterator<Item = Save> + use<> {
        (0..if self.safe { 2 * self.width } else { self.width }).map(Save)
    }
}
