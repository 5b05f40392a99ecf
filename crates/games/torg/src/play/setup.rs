//! Settings of a conflict, read from the fields of a group.

use super::Group;
use super::fields::GroupFields;
use super::fight::FightSetup;
use crate::bonus::Bonus;
use crate::die::{DramaDie, Edition};
use crate::hand::HEROES;
use crate::{Action, DramaDeck};
use oddsmith_base::Result;
use oddsmith_engine::chance::Odds;
use oddsmith_mechanics::Rate;
use oddsmith_registry::{Choice, Decimal, Field, FieldList, Names, Settings};

/// Returns the odds of an event with this chance, clamped to 0..=1: choice 0 if it happens.
pub fn whether(chance: Decimal) -> Odds {
    let whole = Decimal::whole(1).parts();
    let yes = chance.parts().clamp(0, whole);
    Odds::new(&[yes as u64, (whole - yes) as u64])
}

impl FightSetup {
    /// Reads the setup from the fields.
    ///
    /// # Errors
    /// If the deck can't be read.
    pub fn read(set: &Settings) -> Result<FightSetup> {
        let die = DramaDie::plain(true, Edition::First);
        FightSetup::new(GroupFields::read(set), set.integer(&HEROES), die)
    }

    /// Reads the setup of this many heroes with this die from some fields of a group; the others
    /// have their defaults.
    ///
    /// # Errors
    /// If the deck can't be read.
    pub fn of(
        set: &Settings,
        fields: &[&[Field]],
        heroes: i32,
        die: DramaDie,
    ) -> Result<FightSetup> {
        let all = FieldList::Code(&[GroupFields::FIELDS]);
        let fields = fields.iter().copied().flatten();
        let given = fields.map(|field| (field.name, set.value(field).clone()));
        let given = Settings::read("", &all, given, &Names::default())?;
        FightSetup::new(GroupFields::read(&given), heroes, die)
    }

    fn new(given: GroupFields, heroes: i32, die: DramaDie) -> Result<FightSetup> {
        Ok(FightSetup {
            group: Group::new(DramaDeck::named(&given.deck)?, heroes),
            party: heroes as usize,
            approved: given.approved.map(whether),
            action: Action::named(&given.action),
            helps: Some(whether(given.helps)),
            villain_actions: whether(given.villain_actions),
            strips: strips(&die)?,
            up: die.up(given.up_minimum.unwrap_or(1)),
            stymied: die.stymied(),
            possibility: die.of_possibility(),
            die,
            negated: Rate::new(given.negated, "negated"),
            escape: false,
            names: Vec::new(),
            given,
        })
    }
}

/// Returns the odds of the number of cards, less one, that a success of villains with an edge of 0
/// strips: one, two for a superior result (7 points or more), three for spectacular (12 or more).
fn strips(die: &DramaDie) -> Result<Odds> {
    let law = Bonus::law_of(die.clone())?;
    let weight = |bonuses| (law.within(bonuses).value * 1e12).round() as u64;
    Ok(Odds::new(&[weight(0..=6), weight(7..=11), weight(12..=i32::MAX)]))
}
