//! Initiative checks: an unopposed card and a bonus for each participant.

use super::cards::{card, total};
use oddsmith_engine::chance::{Chance, Die, Odds};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, fields};

fields! {
    /// The fields of an initiative check.
    pub struct InitiativeFields {
        mine: i32, "own initiative bonus", required("4"), source("Initiative checks");
        rivals: Vec<i32>, "initiative bonus of each rival",
            at_most(20), required("[2,6]"), source("Initiative checks");
        tie: enum Tie { Bonus = "bonus", Again = "again" },
            "bonus: the higher bonus, equal ones by chance; again: the tied draw again, up to 12 times, then by chance",
            reading(), source("not in the text");
    }
}

/// Maximum number of redraws of tied participants before chance decides.
const REDRAWS: u8 = 12;

/// An initiative check; every card comes from its own full deck.
///
/// # Formula
/// `total = bonus + card`; the rank is the number of rivals with a lower initiative.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Initiative checks. The text leaves ties open.
pub struct Initiative {
    /// Bonuses of all participants, and the reading of ties.
    pub fields: InitiativeFields,
    card: Die,
}

/// The state between two cards.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Standing {
    /// Own total in this draw; `None` before the own card.
    mine: Option<i32>,
    /// Rivals who have yet to draw, one bit each.
    waiting: u32,
    /// Rivals whose total equals the own total, one bit each.
    tied: u32,
    /// Number of rivals with a lower initiative.
    behind: i32,
    /// Number of redraws so far.
    redraws: u8,
}

const RANK: Handle = Handle::first("rank");

impl Rule for Initiative {
    type State = Standing;

    fn columns(&self) -> Columns {
        let all = self.fields.rivals.len() as i32;
        Columns::one(Column::new(RANK, Scale::numbers(0, all)).success(Success::AtLeast(all)))
    }

    fn start(&self) -> Standing {
        Standing { waiting: (1 << self.fields.rivals.len()) - 1, ..Standing::default() }
    }

    /// Draws one card: the own card, or that of the next waiting rival.
    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Standing,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Standing> {
        let card = chance.face(&self.card);
        let again = self.fields.tie == Tie::Again;
        let Some(mine) = now.mine else {
            record.tell(|| format!("I draw {}", total(self.fields.mine, card)));
            now.mine = Some(self.fields.mine + card);
            return Step::Next(now);
        };
        let rival = now.waiting.trailing_zeros();
        now.waiting &= now.waiting - 1;
        let bonus = self.fields.rivals[rival as usize];
        record.tell(|| format!("rival {} draws {}", rival + 1, total(bonus, card)));
        match (bonus + card).cmp(&mine) {
            std::cmp::Ordering::Less => now.behind += 1,
            std::cmp::Ordering::Greater => {}
            std::cmp::Ordering::Equal if !again && bonus != self.fields.mine => {
                now.behind += i32::from(bonus < self.fields.mine)
            }
            // Chance decides, so only the number of tied rivals counts: states that differ in their
            // identities merge.
            std::cmp::Ordering::Equal if !again => now.tied = now.tied << 1 | 1,
            std::cmp::Ordering::Equal => now.tied |= 1 << rival,
        }
        if now.waiting != 0 {
            Step::Next(now)
        } else if now.tied == 0 {
            record.score(RANK, now.behind);
            Step::Done
        } else if again && now.redraws < REDRAWS {
            record.tell(|| "the tied draw again".into());
            let (waiting, redraws) = (now.tied, now.redraws + 1);
            Step::Next(Standing { mine: None, waiting, tied: 0, redraws, ..now })
        } else {
            let first = chance.choose(&Odds::even(now.tied.count_ones() as usize + 1)) as i32;
            record.tell(|| {
                format!("still tied: by chance {first} of {} fall behind me", now.tied.count_ones())
            });
            record.score(RANK, now.behind + first);
            Step::Done
        }
    }
}

pub const ENTRY: Definition = Definition {
    id: "melodrama.initiative",
    title: "Initiative",
    about: "Everyone adds a card to an initiative bonus: how many rivals are behind me, and do I go first?",
    source: "Melodramatic Mutants & Masterminds, Initiative checks",
    luck: "own card, each rival's; those who draw again in the same order; a choice where chance decides (how many of the tied fall behind me, plus 1)",
    fields: &[InitiativeFields::FIELDS],
    build: |set| Ok(Box::new(Initiative { fields: InitiativeFields::read(set), card: card(15) })),
    ..Definition::PLAIN
};
