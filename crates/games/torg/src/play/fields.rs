//! Fields shared by conflicts and adventures, and the setup built from them.

use super::Spending;
use crate::cards::DECK;
use crate::die::{DieFields, StymiedTakes};
use oddsmith_registry::{Decimal, Field, fields};

fields! {
    /// Fields of a group of heroes in a conflict.
    #[derive(Clone, Debug)]
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
        action: String, "what heroes do; approved: whichever action the card approves of. An approved action that succeeds draws a card",
            one_of(&["approved", "attack", "maneuver", "trick", "test", "intimidate", "taunt", "defend"]),
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

/// Fields of a group whose heroes are characters of a cast.
pub const CAST_FIELDS: &[Field] = &[
    GroupFields::policy
        .about("hold: cards are kept until they can end it, or the last round; spend_when_behind: spent behind the pace; spend_at_once: whenever they help. Our interpretation: players decide before the outcome is told, but know difficulty and toughness, so that no card is lost on an attack that fails")
        .default("spend_at_once")
        .source("Card Pools; Coup de Grace"),
    GroupFields::helps,
    GroupFields::head_start,
    GroupFields::pools
        .about("cards are used from the pool; without pools straight from the hand. Our interpretation: Adrenalin, Willpower or Presence may each help any action, as which attribute it uses is not known")
        .source("Why the Card Pools?; Adrenalin, Willpower, and Presence"),
    DECK,
    GroupFields::setback,
    DieFields::up_minimum,
    DieFields::stymied_takes,
    GroupFields::reshuffle,
    GroupFields::trades,
    GroupFields::critical_moment,
    GroupFields::monologue,
];

/// Fields of a task that is played with cards.
pub const SHARED_FIELDS: &[Field] = &[
    GroupFields::policy.default("spend_at_once"),
    GroupFields::possibilities,
    GroupFields::setback,
    DieFields::up_minimum,
    DieFields::stymied_takes,
];
