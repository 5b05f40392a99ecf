//! A round's conflict line: who goes first, and under what conditions.

use super::cards::{Card, Condition, DECK, DramaDeck, Line};
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Choice, Definition, Field, choice};

/// Which of a card's conflict lines is read.
pub const SCENE: Field = Field::choice::<Scene>(
    "scene",
    "standard: the heroes have the edge; dramatic: the villains have it",
)
.source("Standard and Dramatic Scenes");
const SIDES: Field = Field::choice::<Sides>(
    "sides",
    "hero_villain: heroes against villains; heroes: two heroes of equal Dexterity",
)
.source("Combat Between Two Player Characters");

choice! {
    /// The tone of a scene.
    pub enum Scene {
        /// An ordinary one.
        Standard = "standard",
        /// A conflict central to the story.
        Dramatic = "dramatic",
    }

    /// Who fights whom.
    pub enum Sides {
        /// Heroes against villains.
        HeroVillain = "hero_villain",
        /// Two heroes.
        Heroes = "heroes",
    }
}

impl Scene {
    /// The conflict line of a card that is read in this scene.
    #[inline]
    pub fn line(self, card: &Card) -> &Line {
        match self {
            Scene::Standard => &card.standard,
            Scene::Dramatic => &card.dramatic,
        }
    }
}

/// The conflict line of one card of a full deck.
///
/// # Formula
/// As the card says. Of two heroes both have the heroes' condition, and the higher total of
/// Dexterity goes first: of equal heroes either, with the same chance. `hero` is then the own hero,
/// `villain` the other one.
///
/// # Source
/// The Drama Deck, Initiative and Advantage; Combat Between Two Player Characters.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The deck, full.
    pub deck: DramaDeck,
    /// Which line is read.
    pub scene: Scene,
    /// Who fights whom.
    pub sides: Sides,
    either: Odds,
}

const FIRST: Handle = Handle::first("first");
const HERO: Handle = FIRST.then("hero");
const VILLAIN: Handle = HERO.then("villain");

const VILLAINS_FIRST: i32 = 0;
const HEROES_FIRST: i32 = 1;

impl Rule for Conflict {
    type State = ();

    fn columns(&self) -> Columns {
        let conditions = || Scale::conditions(Condition::WORDS);
        Columns::new([
            Column::new(FIRST, Scale::rungs(&["villain", "hero"]))
                .success(Success::AtLeast(HEROES_FIRST)),
            Column::new(HERO, conditions()),
            Column::new(VILLAIN, conditions()),
        ])
    }

    fn start(&self) {}

    #[inline]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let card = self.deck.flip(chance);
        let line = self.scene.line(card);
        let (first, villain) = match self.sides {
            Sides::HeroVillain => (line.heroes_first, line.villain),
            Sides::Heroes => (chance.choose(&self.either) == 0, line.hero),
        };
        record.tell(|| {
            let word = |condition: Condition| Condition::WORDS[condition as usize];
            let (own, other) = match self.sides {
                Sides::HeroVillain => ("the heroes", "the villains"),
                Sides::Heroes => ("the own hero", "the other hero"),
            };
            format!(
                "card {}: {} first; {own}: {}, {other}: {}",
                card.number,
                if first { own } else { other },
                word(line.hero),
                word(villain),
            )
        });
        record.score(FIRST, if first { HEROES_FIRST } else { VILLAINS_FIRST });
        record.score(HERO, line.hero as i32);
        record.score(VILLAIN, villain as i32);
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "torg.conflict",
    title: "Conflict line",
    about: "One card of a full deck: which side goes first in this round, and what helps or hinders each?",
    source: "The Drama Deck, Initiative and Advantage",
    luck: "flip: the number of a card; between two heroes then which of them goes first",
    fields: &[&[SCENE, SIDES, DECK]],
    build: |set| {
        let (scene, sides) = (set.choice(&SCENE), set.choice(&SIDES));
        let (deck, either) = (DramaDeck::read(set)?, Odds::even(2));
        Ok(Box::new(Conflict { deck, scene, sides, either }))
    },
    ..Definition::PLAIN
};
