//! A saving throw: an opposed check in which the saver wins ties.

use super::TwoCards;
use super::cards::total;
use super::fields::{DECKS, JOKER};
use oddsmith_engine::chance::{Chance, GistTable};
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{
    Column, Columns, Handle, Record, Rule, Scale, Shortcuts, Step, Success,
};
use oddsmith_registry::{Definition, Edge, Field};

const SAVE: Field = Field::points("save", "save bonus (Fortitude, Reflex, Will); wins ties")
    .required("6")
    .source("Saving Throws");
const RANK: Field = Field::points("rank", "power rank that is saved against")
    .required("10")
    .source("Saving Throws");

/// A Fortitude, Reflex or Will save.
///
/// # Formula
/// `margin = save + saver's card - rank - rival's card`; success if `margin >= 0`.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Saving Throws.
pub struct Save {
    /// Save bonus, in points.
    pub save: i32,
    /// Power rank, in points.
    pub rank: i32,
    /// Where the cards come from.
    pub cards: TwoCards,
    /// The margin of each pair of cards, once they are made ([`Shortcuts::with_tables`]).
    pub margins: GistTable,
}

const MARGIN: Handle = Handle::first("margin");

impl Save {
    fn margin(&self, mine: i32, theirs: i32) -> i32 {
        self.save + mine - self.rank - theirs
    }
}

impl Rule for Save {
    type State = ();

    const SHORTCUTS: Shortcuts<Self> = Shortcuts {
        with_tables: |rule| {
            let margins = rule.cards.gists(|mine, theirs| rule.margin(mine, theirs));
            Some(Save { margins, cards: rule.cards.clone(), ..*rule })
        },
        kernel: faces,
        ..Shortcuts::NONE
    };

    fn columns(&self) -> Columns {
        let edge = self.save - self.rank;
        let margins = Scale::numbers(edge - self.cards.span(), edge + self.cards.span());
        Columns::one(Column::new(MARGIN, margins).success(Success::AtLeast(0)))
    }

    fn start(&self) {}

    #[inline(always)]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let margin = self.cards.gist_by(&self.margins, chance, |mine, theirs| {
            record.tell(|| {
                format!("save {} against {}", total(self.save, mine), total(self.rank, theirs))
            });
            self.margin(mine, theirs)
        });
        record.score(MARGIN, margin);
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "melodrama.save",
    title: "Saving throw",
    about: "Save bonus and a card against the rank of the power and a card; the saver wins ties.",
    source: "Melodramatic Mutants & Masterminds, Saving Throws",
    luck: "saver's card, rival's card",
    fields: &[&[SAVE, RANK, DECKS, JOKER]],
    edge: Edge::of(("save", 0), ("rank", 0)),
    build: |set| {
        Ok(Box::new(Save {
            save: set.integer(&SAVE),
            rank: set.integer(&RANK),
            cards: TwoCards::new(set.choice(&DECKS), set.integer(&JOKER)),
            margins: GistTable::default(),
        }))
    },
    ..Definition::PLAIN
};
