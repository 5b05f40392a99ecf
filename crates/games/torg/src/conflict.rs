//! A round's conflict line: who goes first, and under what conditions.

use super::cards::{Action, Card, Condition, DECK, DramaDeck, Line};
use super::{Bonus, DramaDie, Edition};
use oddsmith_base::Result;
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::odds::Check;
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Choice, Definition, Field, choice, fields};

/// Which of a card's conflict lines is read.
pub const SCENE: Field = Field::choice::<Scene>(
    "scene",
    "standard: the heroes have the edge; dramatic: the villains have it",
)
.source("Standard and Dramatic Scenes");

fields! {
    /// The fields of a conflict line.
    struct Fields {
        scene: Scene = SCENE;
        sides: Sides, "hero_villain: heroes against villains; heroes: two heroes against each other",
            source("Combat Between Two Player Characters");
        deck: String = DECK;
        dexterity: i32, "of two heroes, the own one's: the higher action total with it acts first, equal ones by chance",
            default("10"), source("Combat Between Two Player Characters");
        other_dexterity: i32, "of two heroes, the other one's",
            same_as("dexterity"), source("Combat Between Two Player Characters");
        action: Action, "the action of which it is asked whether it is approved",
            source("Approved Actions");
    }
}

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
/// As the card says. Of two heroes both have the heroes' condition, and the higher action total with
/// Dexterity goes first: of equal heroes, and of equal totals, either with the same chance.
///
/// # Source
/// The Drama Deck, Initiative and Advantage; Combat Between Two Player Characters; Approved Actions.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The deck, full.
    pub deck: DramaDeck,
    /// Which line is read.
    pub scene: Scene,
    /// Who fights whom.
    pub sides: Sides,
    /// Which action is asked of.
    pub action: Action,
    either: Odds,
}

const FIRST: Handle = Handle::first("first");
const HERO: Handle = FIRST.then("hero");
const VILLAIN: Handle = HERO.then("villain");
const OTHER: Handle = HERO.then("other_hero");
const APPROVED: Handle = VILLAIN.then("approved");

const VILLAINS_FIRST: i32 = 0;
const HEROES_FIRST: i32 = 1;

/// Which of two heroes goes first, the own one with so much more Dexterity: choice 0 if it does. The
/// higher action total does, and of equal ones either.
///
/// # Errors
/// If the die has no exact law, which a test rules out.
fn quicker(ahead: i32) -> Result<Odds> {
    if ahead == 0 {
        return Ok(Odds::even(2));
    }
    let laws = Bonus { die: DramaDie::plain(true, Edition::First) }.law(1_000_000)?;
    let law = laws.column("bonus")?;
    let (low, high) = DramaDie::plain(true, Edition::First).bonuses();
    let first: f64 = (low..=high)
        .map(|own| {
            let total = own + ahead;
            let slower = law.within(i32::MIN..=total - 1).value + 0.5 * law.exactly(total).value;
            law.exactly(own).value * slower
        })
        .sum();
    let whole = 1_000_000_000_000_u64;
    let own = ((first * whole as f64).round() as u64).min(whole);
    Ok(Odds::new(&[own, whole - own]))
}

impl Rule for Conflict {
    type State = ();

    fn columns(&self) -> Columns {
        let conditions = || Scale::conditions(Condition::WORDS);
        let (first, other) = match self.sides {
            Sides::HeroVillain => (["villain", "hero"], VILLAIN),
            Sides::Heroes => (["other_hero", "hero"], OTHER),
        };
        Columns::new([
            Column::new(FIRST, Scale::rungs(&first)).success(Success::AtLeast(HEROES_FIRST)),
            Column::new(HERO, conditions()),
            Column::new(other, conditions()),
            Column::new(APPROVED, Scale::rungs(&["no", "yes"])).success(Success::AtLeast(1)),
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
        record.score(APPROVED, i32::from(card.approved.has(self.action)));
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "torg.conflict",
    title: "Conflict line",
    about: "One card of a full deck: which side goes first in this round, what helps or hinders each, and is an action approved?",
    source: "The Drama Deck, Initiative and Advantage",
    luck: "flip: the number of a card; between two heroes then which of them goes first",
    fields: &[Fields::FIELDS],
    build: |set| {
        let Fields { scene, sides, deck, dexterity, other_dexterity, action } = Fields::read(set);
        let either = quicker(dexterity - other_dexterity)?;
        Ok(Box::new(Conflict { deck: DramaDeck::named(&deck)?, scene, sides, action, either }))
    },
    ..Definition::PLAIN
};
