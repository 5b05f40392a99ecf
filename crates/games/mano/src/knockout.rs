//! How many blows it takes to incapacitate someone.

use super::SuccessRoll;
use super::blow::{Combatant, Course, Strike, Wounds};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
use oddsmith_registry::Definition;

/// Blow after blow, one a turn, until the target is incapacitated.
///
/// # Formula
/// As `Strike`; after each blow a point of stun goes, if it does.
///
/// # Source
/// The combat pages of the Mano a Mano wiki, which Mano a Mano has not; the success roll is the
/// text's.
pub struct Knockout {
    /// The blows.
    pub blow: Strike,
    /// Whether a point of stun goes each turn.
    pub recovery: bool,
    /// The blow after which it is called off.
    pub limit: u16,
}

const BLOWS: Handle = Handle::first("blows");
const HITS: Handle = BLOWS.then("hits");

impl Rule for Knockout {
    type State = Wounds;

    fn columns(&self) -> Columns {
        let hits = Scale::numbers(0, i32::from(self.limit));
        Columns::new([
            Column::new(BLOWS, Scale::steps(self.limit)),
            Column::new(HITS, hits).counts_up(),
        ])
    }

    /// What the target has suffered: nothing yet.
    fn start(&self) -> Wounds {
        Wounds::default()
    }

    /// One blow.
    #[inline]
    fn step<C: Chance>(
        &self,
        wounds: Wounds,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Wounds> {
        let (lands, wounds) = self.blow.play(wounds, chance, record);
        if lands {
            record.count(HITS);
        }
        wounds.map_or(Step::Done, |wounds| Step::Next(wounds.recovered(self.recovery)))
    }
}

pub const ENTRY: Definition = Definition {
    id: "mano.knockout",
    title: "Blows to incapacitate",
    about: "Blow after blow against defence, damage and stun adding up to twice the toughness: how many until the target is out?",
    source: "Mano a Mano, Success Rolls; not in the text: the combat pages of its wiki",
    luck: "one face for each blow; a second where a substitute's 20 or more is confirmed",
    fields: &[Combatant::FIELDS, Course::FIELDS],
    build: |set| {
        let (both, course) = (Combatant::read(set), Course::read(set));
        let Course { recovery, die, automatic, limit } = course;
        let blow = Strike::of(SuccessRoll::new(die, automatic), &both, &both);
        Ok(Box::new(Knockout { blow, recovery, limit }))
    },
    ..Definition::PLAIN
};
