//! Fields shared by conflicts and adventures, and the setup built from them.

use super::fight::FightSetup;
use super::{Group, Plan, Spending};
use crate::cards::DECK;
use crate::die::{DieFields, StymiedTakes};
use crate::hand::HEROES;
use crate::{Bonus, DramaDeck, DramaDie, Edition};
use oddsmith_base::Result;
use oddsmith_engine::chance::Odds;
use oddsmith_engine::odds::Check;
use oddsmith_mechanics::Rate;
use oddsmith_registry::{Decimal, Field, Settings, fields};

/// Field with the number of successes that end a conflict.
pub const OPPOSITION: Field = Field::integer(
    "opposition",
    "successes",
    "successes that overcome the opposition; where villains break, half of them do",
)
.range(1, 1000)
.default("8")
.source("Card Pools");

fields! {
    /// Fields of a group of heroes in a conflict.
    pub struct GroupFields {
        edge: i32, "value less difficulty of the heroes' checks", source("not in the text");
        approved: Option<Decimal>, "that an action is an approved one and succeeds, and draws a card; none: as the card, the action and its success say",
            unit("chance"), range(0, 1), source("Approved Actions");
        helps: Decimal, "that a round's actions let a card into the pool",
            unit("chance"), range(0, 1), default("1"), source("Card Pools");
        head_start: bool, "a lone hero starts with 3 cards in the pool, each of two with 2",
            default("true"), source("Card Pools");
        pools: bool, "cards are used from the pool; without pools straight from the hand",
            default("true"), source("Why the Card Pools?");
        villain_actions: Decimal, "that villains succeed against a hero at an action that strips the pool, where the line lets them",
            unit("chance"), range(0, 1), default("0.3"), source("Special Villain Actions");
        policy: Spending, "hold: cards are kept until they can end it, or the last round; spend_when_behind: spent behind the pace; spend_at_once: whenever they help",
            source("Card Pools");
        deck: String = DECK;
        action: Plan, "what heroes do; approved: whichever action the card approves of. An approved action that succeeds draws a card",
            source("Approved Actions");
        villain_edge: Option<i32>, "value less difficulty of such actions, whose result points say how many cards; none: by villain_actions",
            source("Special Villain Actions");
        setback: i32, "what a setback takes from totals of its side",
            range(0, 100), default("5"), reading(), source("Setbacks");
        up_minimum: Option<i32> = DieFields::up_minimum;
        stymied_takes: StymiedTakes = DieFields::stymied_takes;
        glory: enum Glory { Die = "die", Total = "total" },
            "what is 60 or more for Glory. die: the die total; total: the action total",
            reading(), source("Glory");
        value: i32, "the heroes' value, which only the action total of glory asks for",
            default("10"), source("Glory");
        reshuffle: enum Reshuffle { Discards = "discards", StackToo = "stack_too" },
            "what is shuffled when the deck runs out: the discards, or the action stack too but for its top card",
            reading(), source("Playing With the Cards");
        possibilities: u8, "to spend in a scene, one an action, where cards do not mend it",
            unit("a hero"), range(0, 100), source("Drama; Hero");
        negated: Decimal, "that villains negate the roll of a possibility, a Drama or a Hero card",
            unit("chance"), range(0, 1), source("Drama; Hero");
        trades: enum Trades { Points = "points", Any = "any" },
            "which card a hero gets from another's pool for one that helps less. points: Hero or Drama; any: also those that add 3",
            source("Trading Cards");
        critical_moment: enum CriticalMoment { WhenNeeded = "when_needed", Never = "never" },
            "once an act the hand may be used too. when_needed: where nothing in the pool helps and the hand does",
            source("Playing for the Critical Moment");
        monologue: bool, "who has the card in the pool speaks where villains may strip pools: nobody else acts in that round",
            source("Monologue");
    }
}

fields! {
    /// Fields of [`FightSetup::of_cast`].
    pub struct CastFields {
        policy: Spending = GroupFields::policy, "hold: cards are kept until they can end it, or the last round; spend_when_behind: spent behind the pace; spend_at_once: whenever they help. Our interpretation: players decide before the outcome is told, but know difficulty and toughness, so that no card is lost on an attack that fails",
            default("spend_at_once"), source("Card Pools; Coup de Grace");
        helps: Decimal = GroupFields::helps;
        head_start: bool = GroupFields::head_start;
        pools: bool = GroupFields::pools, "cards are used from the pool; without pools straight from the hand. Our interpretation: Adrenalin, Willpower or Presence may each help any action, as which attribute it uses is not known",
            source("Why the Card Pools?; Adrenalin, Willpower, and Presence");
        deck: String = DECK;
        setback: i32 = GroupFields::setback;
        up_minimum: Option<i32> = DieFields::up_minimum;
        stymied_takes: StymiedTakes = DieFields::stymied_takes;
        reshuffle: Reshuffle = GroupFields::reshuffle;
        trades: Trades = GroupFields::trades;
        critical_moment: CriticalMoment = GroupFields::critical_moment;
        monologue: bool = GroupFields::monologue;
    }
}

fields! {
    /// Fields of a task that is played with cards.
    pub struct SharedFields {
        policy: Spending = GroupFields::policy, default("spend_at_once");
        possibilities: u8 = GroupFields::possibilities;
        setback: i32 = GroupFields::setback;
        up_minimum: Option<i32> = DieFields::up_minimum;
        stymied_takes: StymiedTakes = DieFields::stymied_takes;
    }
}

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
        let given = GroupFields::read(set);
        let GroupFields { policy, possibilities, setback, up_minimum, stymied_takes, .. } = given;
        let shared = SharedFields { policy, possibilities, setback, up_minimum, stymied_takes };
        let die = DramaDie::plain(true, Edition::First);
        let group = Group::new(DramaDeck::named(&given.deck)?, set.integer(&HEROES));
        Ok(FightSetup {
            edge: given.edge,
            approved: given.approved.map(whether),
            plan: given.action,
            helps: whether(given.helps),
            head_start: given.head_start,
            pools: given.pools,
            villain_actions: whether(given.villain_actions),
            strips: strips(&die)?,
            villain_edge: given.villain_edge,
            glory_value: (given.glory == Glory::Total).then_some(given.value),
            keeps_stack: given.reshuffle == Reshuffle::Discards,
            negated: Rate::new(given.negated, "negated"),
            trades_any: given.trades == Trades::Any,
            critical_moment: given.critical_moment == CriticalMoment::WhenNeeded,
            monologue: given.monologue,
            ..FightSetup::of(group, die, shared)
        })
    }

    /// Reads the setup of a group whose heroes are characters from its `CastFields`; everything
    /// else follows the rule text.
    ///
    /// # Errors
    /// If the deck can't be read.
    pub fn of_cast(heroes: i32, set: &Settings) -> Result<FightSetup> {
        let given = CastFields::read(set);
        let CastFields { policy, setback, up_minimum, stymied_takes, .. } = given;
        let shared = SharedFields { policy, possibilities: 0, setback, up_minimum, stymied_takes };
        let group = Group::new(DramaDeck::named(&given.deck)?, heroes);
        let die = DramaDie::plain(true, Edition::First);
        Ok(FightSetup {
            helps: whether(given.helps),
            head_start: given.head_start,
            pools: given.pools,
            keeps_stack: given.reshuffle == Reshuffle::Discards,
            trades_any: given.trades == Trades::Any,
            critical_moment: given.critical_moment == CriticalMoment::WhenNeeded,
            monologue: given.monologue,
            ..FightSetup::of(group, die, shared)
        })
    }

    /// Creates the setup of a group with this die and these fields; the rest follows the rule text.
    pub fn of(group: Group, die: DramaDie, given: SharedFields) -> FightSetup {
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
            policy: given.policy,
            up: die.up(given.up_minimum.unwrap_or(1)),
            stymied: die.stymied(),
            stymied_takes_any: given.stymied_takes == StymiedTakes::First,
            possibility: die.of_possibility(),
            die,
            villain_edge: None,
            setback: given.setback,
            glory_value: None,
            keeps_stack: true,
            possibilities: given.possibilities,
            negated: Rate::new(Decimal::whole(0), "negated"),
            trades_any: false,
            critical_moment: true,
            monologue: false,
            escape: false,
            names: Vec::new(),
        }
    }
}

/// Returns the odds of the number of cards, less one, that a success of villains with an edge of 0
/// strips: one, two for a superior result (7 points or more), three for spectacular (12 or more).
fn strips(die: &DramaDie) -> Result<Odds> {
    let laws = Bonus { die: die.clone() }.law(1_000_000)?;
    let law = laws.column("bonus")?;
    let weight = |bonuses| (law.within(bonuses).value * 1e12).round() as u64;
    Ok(Odds::new(&[weight(0..=6), weight(7..=11), weight(12..=i32::MAX)]))
}
