//! Check of a round's conflict line: the side that acts first, and the conditions of both sides.

use super::bonus::Bonus;
use super::cards::{Action, Card, Condition, DECK, DramaDeck, Line};
use super::die::{DramaDie, Edition};
use oddsmith_base::Result;
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Choice, Definition, choice, fields};

fields! {
    /// Fields of a conflict line.
    pub struct ConflictFields {
        scene: Scene, "standard: the heroes have the edge; dramatic: the villains have it",
            source("Standard and Dramatic Scenes");
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
    /// Kind of a scene.
    pub enum Scene {
        /// Ordinary scene.
        Standard = "standard",
        /// Conflict central to the story.
        Dramatic = "dramatic",
    }

    /// Sides of a conflict.
    pub enum Sides {
        /// Heroes against villains.
        HeroVillain = "hero_villain",
        /// Two heroes against each other.
        Heroes = "heroes",
    }
}

impl Scene {
    /// Returns the conflict line of the card for this kind of scene.
    #[inline]
    pub fn line(self, card: &Card) -> &Line {
        match self {
            Scene::Standard => &card.standard,
            Scene::Dramatic => &card.dramatic,
        }
    }
}

/// Check that flips one card of a full deck and records its conflict line.
///
/// # Formula
/// The columns repeat the card. Between two heroes both have the heroes' condition, and the higher
/// action total with Dexterity goes first; equal totals are decided by an even chance.
///
/// # Source
/// The Drama Deck, Initiative and Advantage; Combat Between Two Player Characters; Approved
/// Actions.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// Full deck.
    pub deck: DramaDeck,
    /// Kind of scene, which selects the line.
    pub scene: Scene,
    /// Sides of the conflict.
    pub sides: Sides,
    /// Action whose approval is recorded.
    pub action: Action,
    either: Odds,
}

const FIRST: Handle = Handle::first("first");
const HERO: Handle = FIRST.then("hero");
const VILLAIN: Handle = HERO.then("villain");
const OTHER: Handle = HERO.then("other_hero");
const APPROVED: Handle = VILLAIN.then("approved");

/// Returns the odds of the first turn between two heroes if the first one's Dexterity is higher by
/// `ahead`: choice 0 if that hero goes first. Equal action totals are decided by an even chance.
///
/// # Errors
/// If the die has no exact law; a test excludes this case.
fn quicker(ahead: i32) -> Result<Odds> {
    if ahead == 0 {
        return Ok(Odds::even(2));
    }
    let die = DramaDie::plain(true, Edition::First);
    let (low, high) = die.bonuses();
    let law = Bonus::law_of(die)?;
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
            Column::new(FIRST, Scale::rungs(&first)).success(Success::AtLeast(1)),
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
        record.score(FIRST, i32::from(first));
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
    fields: &[ConflictFields::FIELDS],
    build: |set| {
        let ConflictFields { scene, sides, deck, dexterity, other_dexterity, action } =
            ConflictFields::read(set);
        let either = quicker(dexterity - other_dexterity)?;
        Ok(Box::new(Conflict { deck: DramaDeck::named(&deck)?, scene, sides, action, either }))
    },
    ..Definition::PLAIN
};
