//! The number of blows that incapacitate a target.

use super::blow::{Combatant, Course, Strike, Wounds};
use super::success_roll::SuccessRoll;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
use oddsmith_registry::Definition;

/// A series of blows, one per turn, until the target is incapacitated.
///
/// # Formula
/// Each blow follows the formula of `Strike`. After each blow, the target recovers a point of stun
/// if `recovery` is true.
///
/// # Source
/// The combat pages of the Mano a Mano wiki, which are not part of the text; the success roll is
/// from the text.
pub struct Knockout {
    /// Blow that is repeated.
    pub blow: Strike,
    /// True if the target recovers a point of stun each turn.
    pub recovery: bool,
    /// Number of blows after which the series ends.
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

    /// Returns the wounds of the target before the first blow: none.
    fn start(&self) -> Wounds {
        Wounds::default()
    }

    /// Plays one blow.
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
