//! Who goes first: each a card and a bonus, unopposed.

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

/// How often the tied draw again before chance decides.
const REDRAWS: u8 = 12;

/// An initiative check; every card from a full deck of its own.
///
/// # Formula
/// `total = bonus + card`; the rank is the number of rivals behind me.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Initiative checks. Ties are left open there.
pub struct Initiative {
    /// The bonuses of all, and the effect of ties.
    pub fields: InitiativeFields,
    card: Die,
}

/// Between two cards: my total is known, some of the rivals have drawn.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Standing {
    /// My total in this draw; `None` before my card.
    mine: Option<i32>,
    /// The rivals who have yet to draw, one bit each.
    waiting: u32,
    /// Those whose total equals mine, one bit each.
    tied: u32,
    behind: i32,
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

    /// One card: mine, or that of the next rival who waits.
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
            // Where chance decides, how many are tied is all that matters: states that differ in
            // who they are merge.
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
