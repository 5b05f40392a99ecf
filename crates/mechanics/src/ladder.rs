//! The damage ladder, independent of any game: wounds, staggering and stun that last from blow to
//! blow.

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

/// The flag for a stagger that also wounds; games add it if their text leaves this open.
pub const STAGGER_BRUISES: Field =
    Field::flag("stagger_bruises", "who is staggered (disabled) is bruised as well").reading();
/// The effect of a second stagger.
pub const SECOND_STAGGER: Field = Field::words(
    "second_stagger",
    &["unconscious", "nothing"],
    "staggered (disabled) again. unconscious: out; nothing: no more than once",
)
.reading();
/// The bruises before a save.
pub const BRUISES: Field =
    Field::integer("bruises", "bruises", "bruises so far: each takes 1 from the save").range(0, 60);
/// The injuries before a save.
pub const INJURIES: Field =
    Field::integer("injuries", "injuries", "injuries so far: each takes 1 from a lethal save")
        .range(0, 60);

/// Returns the rungs of a save against damage, lethal or not, worst to best.
pub fn rungs(lethal: bool) -> Scale {
    Scale::rungs(match lethal {
        false => &["unconscious", "staggered", "stunned", "bruised", "unhurt"],
        true => &["dying", "disabled", "stunned", "injured", "unhurt"],
    })
}

/// The terms by which transcripts describe the effects of a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// The description of each rung, worst to best.
    pub rungs: [&'static str; 5],
    /// The singular and the plural of a wound.
    pub wounds: [&'static str; 2],
    /// The term for being staggered.
    pub staggered: &'static str,
}

impl Words {
    /// The terms for damage that bruises.
    pub const BRUISES: Words = Words {
        rungs: ["unconscious", "staggered and stunned", "stunned and bruised", "bruised", "unhurt"],
        wounds: ["bruise", "bruises"],
        staggered: "staggered",
    };
    /// The terms for lethal damage, which injures as well.
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

    /// Returns the terms for damage that is lethal or not.
    pub const fn of(lethal: bool) -> Words {
        if lethal { Words::INJURIES } else { Words::BRUISES }
    }
}

/// The condition of a side. Sides in the same condition have the same future.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition {
    /// The wounds, each of which lowers the save.
    pub wounds: u16,
    /// True if the side is staggered.
    pub staggered: bool,
}

impl Condition {
    /// Describes the condition: "3 bruises, staggered".
    pub fn describe(self, words: &Words) -> String {
        let wounds = match self.wounds {
            0 => format!("no {}", words.wounds[1]),
            1 => format!("1 {}", words.wounds[0]),
            many => format!("{many} {}", words.wounds[1]),
        };
        if self.staggered { format!("{wounds}, {}", words.staggered) } else { wounds }
    }
}

/// The effects of each rung, for a target that is not staggered and for one that is.
#[derive(Clone, Debug)]
pub struct Ladder {
    falls: [[Fall; 5]; 2],
}

/// The effect of one rung on the target.
#[derive(Clone, Copy, Debug)]
struct Fall {
    wounds: u16,
    staggered: bool,
    out: bool,
}

impl Ladder {
    /// Creates the ladder under the interpretations of a question: a stagger may wound as well, and
    /// a second one may be the worst rung.
    ///
    /// # Formula
    /// Out ends the fight. Staggered staggers (and wounds, if the flag is set); stunned and wounded
    /// wound by one; unhurt has no effect. A second stagger that knocks out has no other effect.
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

    /// Applies a rung to a side; returns true if it is out.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn suffer(&self, side: &mut Condition, rung: i32) -> bool {
        let fall = self.falls[usize::from(side.staggered)][rung as u32 as usize];
        side.wounds += fall.wounds;
        side.staggered = fall.staggered;
        fall.out
    }
}

/// Returns true if this rung stuns.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub fn stuns(rung: i32) -> bool {
    rung == STUNNED || rung == STAGGERED
}

/// All saves that a blow may require, and the rungs that they end on.
///
/// A save before wounds reduce it is a small number from 0, for table lookups.
#[derive(Clone, Debug)]
pub struct Saves {
    /// The lowest margin without wounds, and the number of margins.
    low: i32,
    width: i32,
    /// True if luck may prevent results worse than wounded; such saves are numbered after the
    /// others.
    safe: bool,
    /// The base-2 logarithm of the amount by which one wound reduces the margin.
    wound: u32,
    /// The rung of each margin; constant beyond 32 points either way.
    rungs: [i8; 64],
    /// The terms for the damage that is saved against.
    pub words: Words,
}

impl Saves {
    /// Creates saves with these margins without wounds and this rung for each margin; a wound
    /// reduces the margin by `2^wound`.
    ///
    /// `safe` is true if luck may prevent results worse than wounded.
    pub fn new(
        margins: RangeInclusive<i32>,
        wound: u32,
        safe: bool,
        words: Words,
        rung: impl Fn(i32) -> i32,
    ) -> Saves {
        let rungs = std::array::from_fn(|place| rung(place as i32 - 32) as i8);
        Saves {
            low: *margins.start(),
            width: margins.end() - margins.start() + 1,
            safe,
            wound,
            rungs,
            words,
        }
    }

    /// Returns the save of this margin without wounds; `safe`, which prevents results worse than
    /// wounded, is allowed only if it was declared in [`Saves::new`].
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn of(&self, margin: i32, safe: bool) -> i32 {
        margin - self.low + if safe { self.width } else { 0 }
    }

    /// Returns the amount by which wounds reduce a margin.
    pub fn weakened(&self, wounds: u16) -> i32 {
        i32::from(wounds) << self.wound
    }

    /// Returns the rung of a save with this many wounds.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn rung(&self, wounds: u16, save: i32) -> i32 {
        let (margin, safe) = self.margin(save);
        self.rung_at(margin - self.weakened(wounds), safe)
    }

    /// Returns the margin of a save without wounds, and true if luck prevents results worse than
    /// wounded.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn margin(&self, save: i32) -> (i32, bool) {
        let safe = save >= self.width;
        (self.low + save - if safe { self.width } else { 0 }, safe)
    }

    /// Returns the rung of a margin; constant below -32 and above 31.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn rung_at(&self, margin: i32, safe: bool) -> i32 {
        let rung = i32::from(self.rungs[(margin + 32).clamp(0, 63) as usize]);
        if safe { rung.max(WOUNDED) } else { rung }
    }

    /// Returns the number of saves.
    pub fn count(&self) -> i32 {
        if self.safe { 2 * self.width } else { self.width }
    }
}
