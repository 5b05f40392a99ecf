//! Whom to attack.

use super::fight::{Fight, NOBODY};
use super::people::{People, each};
use super::{MOST_PEOPLE, RIVALS};
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_registry::{Field, Settings, choice};

choice! {
    /// Whom a side attacks.
    pub enum TargetBy {
        /// The same one until it is out; at first, and then, any.
        Focus = "focus",
        /// Anyone who stands, equally likely.
        Random = "random",
        /// Whoever is nearest to being out.
        Weakest = "weakest",
        /// Whoever is furthest from it.
        Strongest = "strongest",
        /// One after the other.
        Spread = "spread",
    }
}

/// Whom the heroes attack.
pub const TARGET: Field = Field::choice::<TargetBy>(
    "target",
    "whom heroes attack. focus: one until it is out; random: anyone who stands; weakest, strongest; spread: one after the other",
)
.reading()
.source("the text is silent");

/// Whom their rivals attack.
pub const RIVAL_TARGET: Field = Field {
    name: "rival_target",
    about: "whom rivals attack; the same words as for heroes",
    ..TARGET
}
.default("random");

/// How a side chooses whom to attack.
#[derive(Clone, Debug)]
pub struct Target {
    by: TargetBy,
    /// By how many there are.
    any: Vec<Odds>,
}

/// How each side chooses.
pub fn targets(set: &Settings) -> [Target; 2] {
    [TARGET, RIVAL_TARGET].map(|field| Target::read(set, &field))
}

impl Target {
    /// As a field says.
    pub fn read(set: &Settings, field: &Field) -> Target {
        Target::by(set.choice(field))
    }

    pub(super) fn by(by: TargetBy) -> Target {
        let any = |many| Odds::even(many).said("target");
        Target { by, any: (1..=MOST_PEOPLE).map(any).collect() }
    }

    /// Whom a person of this side attacks: someone of the other side who stands. `worth` says how far
    /// someone is from being out.
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
            TargetBy::Spread => {
                let marked = u32::from(fight.marked[side]);
                let beyond = those & u64::MAX.checked_shl(marked + 1).unwrap_or(0);
                let beyond = if marked == u32::from(NOBODY) { those } else { beyond };
                each(if beyond == 0 { those } else { beyond }).next()
            }
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
