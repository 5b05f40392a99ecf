//! Check of combat effects: quick actions whose price rises with each purchase.

use super::fields::within_brackets;
use oddsmith_base::{Error, Result};
use oddsmith_engine::rule::{Columns, Handle};
use oddsmith_mechanics::{Certain, exactly};
use oddsmith_registry::{Choice, Definition, choice, fields};

const EFFECTS_ARE: &str = "a list of hulk_up, step, know, order";

fields! {
    /// Fields of a turn.
    struct Fields {
        pools: Vec<i32>, "points of strength, agility, brains, social, magic; what is left out is 0",
            at_most(5), unit("willpower points"), range(0, 1000), required("[20,20,20,20]"),
            source("Combat Effects");
        effects: String, "what is bought, in order; it ends at the first that can't be paid",
            checked(EFFECTS_ARE, |text| read(text).map(drop)),
            required("[order,step]"), source("Combat Effects");
        orders: String, "what each order in turn buys, paid by `ally_pools`",
            checked(EFFECTS_ARE, |text| read(text).map(drop)),
            default("[]"), source("Combat Effects, Order");
        ally_pools: Vec<i32>, "the ally's points",
            at_most(5), unit("willpower points"), range(0, 1000), same_as("pools"),
            source("Combat Effects, Order");
        count: enum Count { Turn = "turn", Round = "round" },
            "turn: one count for all whom an order moves; round: each side counts its own effects",
            reading(), source("Combat Effects, Order");
    }
}

choice! {
    /// Combat effect, paid from the pool of its attribute.
    pub enum Effect {
        /// Strength: +1 to the melee check of the next round, above the cap.
        HulkUp = "hulk_up",
        /// Agility: one square of movement.
        Step = "step",
        /// Brains: knowledge of an enemy's skill or attribute.
        Know = "know",
        /// Social: an effect used by a teammate.
        Order = "order",
    }
}

/// Indices of the two buyers.
const OWN: usize = 0;
const ALLY: usize = 1;

/// Parses a list of effects; brackets are optional.
fn read(text: &str) -> Result<Vec<Effect>> {
    let inner = within_brackets(text).unwrap_or(text);
    let effect = |word: &str| {
        let word = word.trim_matches(['_', ' ']);
        Effect::named(word)
            .ok_or_else(|| Error::unknown("effect", word, "", Effect::WORDS.iter().copied()))
    };
    if inner.is_empty() { Ok(Vec::new()) } else { inner.split(',').map(effect).collect() }
}

/// Buys effects in one turn, which involves no chance.
///
/// # Formula
/// The n-th effect costs n points of the pool of its attribute; effects that an ally buys by an
/// order count too.
///
/// # Source
/// Mind over Matter, Combat Effects: A orders (1), B steps (2), A's next effect costs 3.
fn play(given: &Fields) -> Result<Turn> {
    let (mut own, mut orders) =
        (read(&given.effects)?.into_iter(), read(&given.orders)?.into_iter());
    let mut pools = [pools(&given.pools), pools(&given.ally_pools)];
    let (mut counts, mut turn) = ([0, 0], Turn::default());
    // An order is followed by its purchase, which may be another order.
    let mut ordered = false;
    loop {
        let ally = if ordered { orders.next().map(|effect| (ALLY, effect)) } else { None };
        let bought = ally.or_else(|| own.next().map(|effect| (OWN, effect)));
        let Some((buyer, effect)) = bought else { return Ok(turn) };
        let counted = &mut counts[if given.count == Count::Round { buyer } else { OWN }];
        let (cost, left) = (*counted + 1, &mut pools[buyer][effect as usize]);
        let who = ["", "the ally's "][buyer];
        let word = Effect::WORDS[effect as usize].replace('_', " ");
        if cost > *left {
            let told = format!("{who}{word} would cost {cost} of {left} points: it ends here");
            turn.told.push(told);
            return Ok(turn);
        }
        (*counted, *left) = (cost, *left - cost);
        turn.told.push(format!("{who}{word} for {cost}, {left} left of its pool"));
        turn.points += cost;
        turn.effects += 1;
        turn.bonus += i32::from(buyer == OWN && effect == Effect::HulkUp);
        ordered = effect == Effect::Order;
    }
}

/// Result of a turn.
#[derive(Default)]
struct Turn {
    points: i32,
    effects: i32,
    bonus: i32,
    told: Vec<String>,
}

const POINTS: Handle = Handle::first("points");
const BOUGHT: Handle = POINTS.then("effects");
const BONUS: Handle = BOUGHT.then("bonus");

fn pools(pools: &[i32]) -> [i32; 4] {
    [0, 1, 2, 3].map(|attribute| pools.get(attribute).copied().unwrap_or(0))
}

pub const ENTRY: Definition = Definition {
    id: "moma.effects",
    title: "Combat effects",
    about: "Quick actions of one turn: the n-th costs n points of its attribute's pool, counted on through those that are ordered.",
    source: "Mind over Matter, Combat Effects",
    luck: "none",
    fields: &[Fields::FIELDS],
    build: |set| {
        let Turn { points, effects, bonus, mut told } = play(&Fields::read(set))?;
        told.push(format!(
            "{effects} effects for {points} points, {bonus:+} to the next melee check"
        ));
        let scores = vec![(POINTS, points), (BOUGHT, effects), (BONUS, bonus)];
        let columns = Columns::new(scores.iter().copied().map(exactly));
        Ok(Box::new(Certain { columns, scores, told, remark: None }))
    },
    ..Definition::PLAIN
};
