//! Check of the miss chance against a concealed target, on a d20.

use oddsmith_engine::chance::{Chance, Die};
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Columns, Extras, Record, Rule, Step};
use oddsmith_mechanics::blow::{self, RESULT, hit_or_miss};
use oddsmith_registry::{Definition, Field, fields};

const CONCEALMENT: Field =
    blow::CONCEALMENT.about("partial: 20 % miss chance; full (total): 50 %").source("Concealment");

fields! {
    /// Effect of Blind-Fight; the sources differ.
    struct Feat {
        blind_fight: enum BlindFight { None = "none", Again = "again", Half = "half" },
            "again: a miss is rolled again; half: half the miss chance", source("Blind-Fight");
    }
}

/// Rule of a concealment check.
///
/// # Formula
/// Partial: a printed 17 to 20 misses (halved: 19 and 20). Full: 1 to 10 misses (halved: 1 to 5).
///
/// # Source
/// Mutants & Masterminds, second edition: concealment; Blind-Fight as the d20 system or as a halved
/// chance.
pub struct Concealment {
    /// True for full concealment, false for partial concealment.
    pub full: bool,
    /// Effect of Blind-Fight.
    pub blind_fight: BlindFight,
    d20: Die,
}

impl Concealment {
    fn misses(&self, face: i32) -> bool {
        let halved = self.blind_fight == BlindFight::Half;
        match self.full {
            false => face > if halved { 18 } else { 16 },
            true => face <= if halved { 5 } else { 10 },
        }
    }
}

impl Rule for Concealment {
    type State = ();

    const EXTRAS: Extras<Self> = Extras { kernel: faces, ..Extras::NONE };

    fn columns(&self) -> Columns {
        hit_or_miss()
    }

    fn start(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let mut face = chance.face(&self.d20);
        if self.misses(face) && self.blind_fight == BlindFight::Again {
            record.tell(|| format!("the d20 shows {face}, a miss; Blind-Fight rolls again"));
            face = chance.face(&self.d20);
        }
        let misses = self.misses(face);
        record.tell(|| format!("the d20 shows {face}"));
        record.score(RESULT, i32::from(!misses));
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "mutants.concealment",
    title: "Concealment check",
    about: "A d20 for the miss chance: 20 % against partial, 50 % against full concealment.",
    source: "M&M second edition, concealment",
    luck: "one face; with blind_fight=again a second after a miss",
    fields: &[&[CONCEALMENT], Feat::FIELDS],
    build: |set| {
        let (full, blind_fight) = (set.is(&CONCEALMENT, "full"), Feat::read(set).blind_fight);
        Ok(Box::new(Concealment { full, blind_fight, d20: Die::sided(20) }))
    },
    ..Definition::PLAIN
};
