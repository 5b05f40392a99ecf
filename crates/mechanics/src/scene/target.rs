//! The choice of targets.

use super::fight::{Fight, NOBODY};
use super::people::{People, each};
use super::{MOST_PEOPLE, RIVALS};
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_registry::{Field, Settings, choice};

choice! {
    /// The rule by which a side selects its targets.
    pub enum TargetBy {
        /// The same target until it is out; then a random one.
        Focus = "focus",
        /// A random target, equally likely.
        Random = "random",
        /// The target that is nearest to being out.
        Weakest = "weakest",
        /// The target that is furthest from being out.
        Strongest = "strongest",
        /// The targets in turn.
        Spread = "spread",
    }
}

/// The targeting of the heroes.
pub const TARGET: Field = Field::choice::<TargetBy>(
    "target",
    "whom heroes attack. focus: one until it is out; random: anyone who stands; weakest, strongest; spread: one after the other",
)
.reading()
.source("the text is silent");

/// The targeting of their rivals.
pub const RIVAL_TARGET: Field = Field {
    name: "rival_target",
    about: "whom rivals attack; the same words as for heroes",
    ..TARGET
}
.default("random");

/// Returns the first person of a set after this one, else the first of all.
pub fn next_of(those: u64, person: u32) -> Option<usize> {
    let beyond = those & u64::MAX.checked_shl(person + 1).unwrap_or(0);
    each(if beyond == 0 { those } else { beyond }).next()
}

/// The rule by which a side selects its targets, with the odds of random choices.
#[derive(Clone, Debug)]
pub struct Target {
    by: TargetBy,
    /// The uniform choice, by the number of targets.
    any: Vec<Odds>,
}

/// Returns the targeting of each side.
pub fn targets(set: &Settings) -> [Target; 2] {
    [TARGET, RIVAL_TARGET].map(|field| Target::read(set, &field))
}

impl Target {
    /// Reads the targeting from a field.
    pub fn read(set: &Settings, field: &Field) -> Target {
        Target::by(set.choice(field))
    }

    pub(super) fn by(by: TargetBy) -> Target {
        let any = |many| Odds::even(many).labelled("target");
        Target { by, any: (1..=MOST_PEOPLE).map(any).collect() }
    }

    /// Returns the target of a person of this side among the people standing of the other. `worth`
    /// returns how far a person is from being out.
    #[inline]
    pub fn choose<S, C: Chance>(
        &self,
        side: usize,
        people: &People,
        fight: &mut Fight<S>,
        chance: &mut C,
        worth: impl Fn(&Fight<S>, usize) -> i32,
    ) -> Option<usize> {
        let those = fight.standing(people.sides[RIVALS - side]);
        let chosen = match self.by {
            _ if those.count_ones() <= 1 => each(those).next(),
            TargetBy::Random => self.any(those, chance),
            TargetBy::Focus => {
                let marked = fight.marked[side];
                let stands = marked != NOBODY && those >> marked & 1 == 1;
                if stands { Some(usize::from(marked)) } else { self.any(those, chance) }
            }
            TargetBy::Weakest => each(those).min_by_key(|&person| worth(fight, person)),
            TargetBy::Strongest => {
                each(those).min_by_key(|&person| std::cmp::Reverse(worth(fight, person)))
            }
            TargetBy::Spread => next_of(those, fight.marked[side].into()),
        };
        if let (TargetBy::Focus | TargetBy::Spread, Some(person)) = (self.by, chosen) {
            fight.marked[side] = person as u8;
        }
        chosen
    }

    fn any<C: Chance>(&self, those: u64, chance: &mut C) -> Option<usize> {
        let many = those.count_ones() as usize;
        each(those).nth(chance.choose(&self.any[many - 1]))
    }
}
