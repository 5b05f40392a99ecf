//! The fields that conflicts and adventures share, and the terms that they make.

use super::fight::FightSetup;
use super::{Group, Spending};
use crate::cards::DECK;
use crate::hand::HEROES;
use crate::{Bonus, DramaDeck, DramaDie};
use oddsmith_base::Result;
use oddsmith_engine::chance::Odds;
use oddsmith_engine::odds::Check;
use oddsmith_registry::{Decimal, Field, Settings};

/// How much it takes.
pub const OPPOSITION: Field = Field::integer(
    "opposition",
    "successes",
    "successes that overcome the opposition; where villains break, half of them do",
)
.range(1, 1000)
.default("8")
.source("Card Pools");

const EDGE: Field =
    Field::points("edge", "value less difficulty of the heroes' checks").source("Skill Use");
const APPROVED: Field = Field::share(
    "approved",
    "chance",
    "that an action is an approved one and succeeds: it draws a card",
)
.default("0.5")
.source("Approved Actions");
const HELPS: Field =
    Field::share("helps", "chance", "that a round's actions let a card into the pool")
        .default("1")
        .source("Card Pools");
const HEAD_START: Field =
    Field::flag("head_start", "a lone hero starts with 3 cards in the pool, each of two with 2")
        .default("true")
        .source("Card Pools");
const POOLS: Field =
    Field::flag("pools", "cards are used from the pool; without pools straight from the hand")
        .default("true")
        .source("Why the Card Pools?");
const VILLAIN_ACTIONS: Field = Field::share(
    "villain_actions",
    "chance",
    "that villains succeed against a hero at an action that strips the pool, where the line lets them",
)
.default("0.3")
.source("Special Villain Actions");
const POLICY: Field = Field::choice::<Spending>(
    "policy",
    "hold: cards are kept until they can end it, or the last round; spend_when_behind: spent behind the pace; spend_at_once: whenever they help",
)
.source("Card Pools");

/// The fields of how a conflict is fought.
pub const GROUP: &[Field] =
    &[EDGE, APPROVED, HELPS, HEAD_START, POOLS, VILLAIN_ACTIONS, POLICY, DECK];

/// Whether something happens: choice 0 if it does.
pub fn whether(chance: Decimal) -> Odds {
    let whole = Decimal::whole(1).parts();
    let yes = chance.parts().clamp(0, whole);
    Odds::new(&[yes as u64, (whole - yes) as u64])
}

impl FightSetup {
    /// The terms that the fields ask for.
    ///
    /// # Errors
    /// If the deck can't be read.
    pub fn read(set: &Settings) -> Result<FightSetup> {
        let die = DramaDie::under(false, false);
        Ok(FightSetup {
            group: Group::new(DramaDeck::read(set)?, set.integer(&HEROES)),
            edge: set.integer(&EDGE),
            approved: whether(set.decimal(&APPROVED)),
            helps: whether(set.decimal(&HELPS)),
            head_start: set.flag(&HEAD_START),
            pools: set.flag(&POOLS),
            villain_actions: whether(set.decimal(&VILLAIN_ACTIONS)),
            strips: strips(&die)?,
            policy: set.choice(&POLICY),
            up: DramaDie::under(true, false),
            stymied: DramaDie::under(false, true),
            possibility: DramaDie::of_possibility(),
            die,
        })
    }
}

/// How many cards a success of villains as able as the hero strips: one, two where it is superior
/// (7 points and more), three where it is spectacular (12 and more).
fn strips(die: &DramaDie) -> Result<Odds> {
    let laws = Bonus { die: die.clone() }.law(1_000_000)?;
    let law = laws.column("bonus")?;
    let weight = |bonuses| (law.within(bonuses).value * 1e12).round() as u64;
    Ok(Odds::new(&[weight(0..=6), weight(7..=11), weight(12..=i32::MAX)]))
}
