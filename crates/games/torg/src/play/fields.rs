//! The fields that conflicts and adventures share, and the terms that they make.

use super::fight::FightSetup;
use super::{Group, Plan, Spending};
use crate::cards::DECK;
use crate::die::{STYMIED_TAKES, UP_MINIMUM};
use crate::hand::HEROES;
use crate::{Bonus, DramaDeck, DramaDie, Edition};
use oddsmith_base::Result;
use oddsmith_engine::chance::Odds;
use oddsmith_engine::odds::Check;
use oddsmith_mechanics::Rate;
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
    Field::number("edge", "value less difficulty of the heroes' checks").source("not in the text");
const APPROVED: Field = Field::share(
    "approved",
    "chance",
    "that an action is an approved one and succeeds, and draws a card; none: as the card, the action and its success say",
)
.or_none()
.source("Approved Actions");
const ACTION: Field = Field::choice::<Plan>(
    "action",
    "what heroes do; approved: whichever action the card approves of. An approved action that succeeds draws a card",
)
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
const VILLAIN_EDGE: Field = Field::number(
    "villain_edge",
    "value less difficulty of such actions, whose result points say how many cards; none: by villain_actions",
)
.or_none()
.source("Special Villain Actions");
const SETBACK: Field = Field::number("setback", "what a setback takes from totals of its side")
    .range(0, 100)
    .default("5")
    .reading()
    .source("Setbacks");
const GLORY: Field = Field::words(
    "glory",
    &["die", "total"],
    "what is 60 or more for Glory. die: the die total; total: the action total",
)
.reading()
.source("Glory");
const VALUE: Field =
    Field::number("value", "the heroes' value, which only the action total of glory asks for")
        .default("10")
        .source("Glory");
const RESHUFFLE: Field = Field::words(
    "reshuffle",
    &["discards", "stack_too"],
    "what is shuffled when the deck runs out: the discards, or the action stack too but for its top card",
)
.reading()
.source("Playing With the Cards");
const POSSIBILITIES: Field = Field::integer(
    "possibilities",
    "a hero",
    "to spend in a scene, one an action, where cards do not mend it",
)
.range(0, 100)
.source("Drama; Hero");
const NEGATED: Field = Field::share(
    "negated",
    "chance",
    "that villains negate the roll of a possibility, a Drama or a Hero card",
)
.source("Drama; Hero");
const TRADES: Field = Field::words(
    "trades",
    &["points", "any"],
    "which card a hero gets from another's pool for one that helps less. points: Hero or Drama; any: also those that add 3",
)
.source("Trading Cards");
const CRITICAL_MOMENT: Field = Field::words(
    "critical_moment",
    &["when_needed", "never"],
    "once an act the hand may be used too. when_needed: where nothing in the pool helps and the hand does",
)
.source("Playing for the Critical Moment");
const MONOLOGUE: Field = Field::flag(
    "monologue",
    "who has the card in the pool speaks where villains may strip pools: nobody else acts in that round",
)
.source("Monologue");

const POLICY: Field = Field::choice::<Spending>(
    "policy",
    "hold: cards are kept until they can end it, or the last round; spend_when_behind: spent behind the pace; spend_at_once: whenever they help",
)
.source("Card Pools");

const POLICY_OF_CAST: Field = Field {
    about: "hold: cards are kept until they can end it, or the last round; spend_when_behind: spent behind the pace; spend_at_once: whenever they help. Our interpretation: players decide before the outcome is told, but know difficulty and toughness, so that no card is lost on an attack that fails",
    ..POLICY
}
.default("spend_at_once")
.source("Card Pools; Coup de Grace");
const POOLS_OF_CAST: Field = Field {
    about: "cards are used from the pool; without pools straight from the hand. Our interpretation: Adrenalin, Willpower or Presence may each help any action, as which attribute it uses is not known",
    ..POOLS
}
.source("Why the Card Pools?; Adrenalin, Willpower, and Presence");

/// The fields of how a conflict is fought.
pub const GROUP: &[Field] = &[
    EDGE,
    APPROVED,
    HELPS,
    HEAD_START,
    POOLS,
    VILLAIN_ACTIONS,
    POLICY,
    DECK,
    ACTION,
    VILLAIN_EDGE,
    SETBACK,
    UP_MINIMUM,
    STYMIED_TAKES,
    GLORY,
    VALUE,
    RESHUFFLE,
    POSSIBILITIES,
    NEGATED,
    TRADES,
    CRITICAL_MOMENT,
    MONOLOGUE,
];

/// The fields of [`FightSetup::of`], for what is no conflict but is played with cards all the same.
pub const SHARED: &[Field] =
    &[POLICY.default("spend_at_once"), POSSIBILITIES, SETBACK, UP_MINIMUM, STYMIED_TAKES];

/// The fields of [`FightSetup::of_cast`].
pub const OF_CAST: &[Field] = &[
    POLICY_OF_CAST,
    HELPS,
    HEAD_START,
    POOLS_OF_CAST,
    DECK,
    SETBACK,
    UP_MINIMUM,
    STYMIED_TAKES,
    RESHUFFLE,
    TRADES,
    CRITICAL_MOMENT,
    MONOLOGUE,
];

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
        let die = DramaDie::plain(true, Edition::First);
        let group = Group::new(DramaDeck::read(set)?, set.integer(&HEROES));
        Ok(FightSetup {
            edge: set.integer(&EDGE),
            approved: set.decimal_or_none(&APPROVED).map(whether),
            plan: set.choice(&ACTION),
            helps: whether(set.decimal(&HELPS)),
            head_start: set.flag(&HEAD_START),
            pools: set.flag(&POOLS),
            villain_actions: whether(set.decimal(&VILLAIN_ACTIONS)),
            strips: strips(&die)?,
            villain_edge: set.number(&VILLAIN_EDGE),
            glory_value: set.is(&GLORY, "total").then(|| set.integer(&VALUE)),
            keeps_stack: set.is(&RESHUFFLE, "discards"),
            negated: Rate::new(set.decimal(&NEGATED), "negated"),
            trades_any: set.is(&TRADES, "any"),
            critical_moment: set.is(&CRITICAL_MOMENT, "when_needed"),
            monologue: set.flag(&MONOLOGUE),
            ..FightSetup::of(group, die, set)
        })
    }

    /// A group whose heroes are characters: what the fields in `OF_CAST` say, and the rest as the text
    /// has it.
    ///
    /// # Errors
    /// If the deck can't be read.
    pub fn of_cast(heroes: i32, set: &Settings) -> Result<FightSetup> {
        let group = Group::new(DramaDeck::read(set)?, heroes);
        Ok(FightSetup {
            helps: whether(set.decimal(&HELPS)),
            head_start: set.flag(&HEAD_START),
            pools: set.flag(&POOLS),
            keeps_stack: set.is(&RESHUFFLE, "discards"),
            trades_any: set.is(&TRADES, "any"),
            critical_moment: set.is(&CRITICAL_MOMENT, "when_needed"),
            monologue: set.flag(&MONOLOGUE),
            ..FightSetup::plain(group, DramaDie::plain(true, Edition::First), set)
        })
    }

    /// A group with this die, and what the fields in `SHARED` say; the rest as the text has it.
    pub fn of(group: Group, die: DramaDie, set: &Settings) -> FightSetup {
        let possibilities = set.integer(&POSSIBILITIES) as u8;
        FightSetup { possibilities, ..FightSetup::plain(group, die, set) }
    }

    /// The same without possibilities.
    fn plain(group: Group, die: DramaDie, set: &Settings) -> FightSetup {
        FightSetup {
            party: group.heroes,
            group,
            edge: 0,
            approved: None,
            plan: Plan::Approved,
            helps: Odds::even(1),
            head_start: true,
            pools: true,
            villain_actions: whether(Decimal::whole(0)),
            strips: Odds::even(1),
            policy: set.choice(&POLICY),
            up: die.up(set.number(&UP_MINIMUM).unwrap_or(1)),
            stymied: die.stymied(),
            stymied_takes_any: set.is(&STYMIED_TAKES, "first"),
            possibility: die.of_possibility(),
            die,
            villain_edge: None,
            setback: set.integer(&SETBACK),
            glory_value: None,
            keeps_stack: true,
            possibilities: 0,
            negated: Rate::new(Decimal::whole(0), "negated"),
            trades_any: false,
            critical_moment: true,
            monologue: false,
            escape: false,
            names: Vec::new(),
        }
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
