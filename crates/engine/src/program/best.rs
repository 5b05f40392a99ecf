//! The optimal policy for the decisions of a program, computed over its states.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::code::{DeckCode, LABEL, NONE};
use super::liveness::live_at;
use super::machine::{Compiled, OFF_SCALE, ProgramState};
use crate::chance::Enumerated;
use crate::chance::share::Share;
use crate::odds::MOST_MEGABYTES;
use crate::rule::{Handle, Record, Rule, Step};
use oddsmith_base::{Error, Parameter, Result};

/// The objective that the optimal policy of a program maximizes or minimizes.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// To maximize the probability of success.
    Success,
    /// To maximize, or minimize, the mean of a column.
    Mean {
        /// The name of the column.
        column: String,
        /// True if the mean is minimized.
        least: bool,
    },
}

/// A decision of the optimal policy: the visible state, and the word chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The relevant names with their values: first the remaining cards of decks, then the visible
    /// variables.
    pub state: Vec<(String, String)>,
    /// The decision.
    pub decision: String,
    /// The word chosen; among equally good ones the first.
    pub word: String,
    /// The other words that are equally good.
    pub equal: Vec<String>,
}

/// The optimal policy for the decisions of a program, and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// The choice in each state that can be reached.
    pub policy: Vec<Choice>,
    /// The probability of success or the mean, depending on the goal.
    pub value: f64,
    /// The loss if one decision is always the same word: the decision, the word, the loss.
    pub fixed: Vec<(String, String, f64)>,
}

/// Records the gain of a step in the column of the goal.
struct Gain<'g> {
    place: usize,
    worth: &'g dyn Fn(i32) -> f64,
    gain: f64,
    /// True if a score was off the scale of the column.
    off_scale: bool,
}

impl Record for Gain<'_> {
    fn score(&mut self, column: Handle, score: i32) {
        if column.place() == self.place {
            self.off_scale |= score == OFF_SCALE;
            self.gain += (self.worth)(score);
        }
    }
}

/// A transition: its probability or share, its gain, and the next state.
struct Consequence {
    weight: f64,
    gain: f64,
    to: Option<usize>,
}

/// The event in a state: a draw of chance, or a decision of the player.
enum Turn {
    Chance(Vec<Consequence>),
    /// A decision by index, with a transition for each of its words.
    Choice(usize, Vec<Consequence>),
}

/// Convergence threshold of the iteration over cyclic states.
const STILL: f64 = 1e-15;

/// Tolerance below which words are equally good.
const EQUAL: f64 = 1e-12;

/// Maximum number of iterations over cyclic states.
const ROUNDS: usize = 100_000;

/// Computes the optimal policy of a program's decisions.
///
/// # Formula
/// `value(s) = sum(weight x (gain + value(next)))` at chance turns, the best of the words at
/// decisions, each state after those that it leads to; for cyclic states, iterated until
/// convergence.
///
/// # Source
/// R. Bellman (1957), Dynamic Programming.
///
/// # Errors
/// If there is no decision or no goal, or it takes more than the budget.
pub fn best(compiled: &Compiled, goal: &Goal, budget: u64) -> Result<Best> {
    if compiled.whole.decisions.is_empty() {
        return Err(Error::question("the rule has no decisions")
            .with_hint("add a line such as `push = decide yes, no`"));
    }
    let columns = &compiled.columns;
    let (place, least) = match goal {
        Goal::Success => {
            let place = columns.iter().position(|column| column.success.is_some());
            let error = Error::question("the rule has no success to aim for");
            (place.ok_or_else(|| error.with_hint("maximise the mean of a column"))?, false)
        }
        Goal::Mean { column, least } => {
            let place = columns.iter().position(|own| own.name == *column);
            let names = columns.iter().map(|column| &*column.name);
            (place.ok_or_else(|| Error::unknown("column", column, "", names))?, *least)
        }
    };
    let success = columns[place].success.filter(|_| *goal == Goal::Success);
    let sign = if least { -1.0 } else { 1.0 };
    let worth = move |score: i32| match success {
        Some(success) => f64::from(u8::from(success.scores().contains(&score))),
        None => sign * f64::from(score),
    };
    let (states, scores) = (columns.clone(), Arc::clone(&compiled.scores));
    let whole = Arc::clone(&compiled.whole);
    let alone = Compiled::with(whole, states, scores, &compiled.limits, Some(place));
    let machine = Compiled { deciding: true, ..alone };
    let course = DecisionProcess::of(&machine, place, &worth, budget)?;
    let value = course.solve(None);
    let mut fixed = Vec::new();
    for (decision, own) in machine.whole.decisions.iter().enumerate() {
        for (word, text) in own.words.iter().enumerate() {
            let loss = value[0] - course.solve(Some((decision, word)))[0];
            fixed.push((own.name.clone(), text.clone(), loss.max(0.0)));
        }
    }
    Ok(Best { policy: course.policy(&machine, &value), value: sign * value[0], fixed })
}

/// The states of a program with their turns, as a Markov decision process.
struct DecisionProcess {
    states: Vec<ProgramState>,
    turns: Vec<Turn>,
}

impl DecisionProcess {
    fn of(
        machine: &Compiled,
        place: usize,
        worth: &dyn Fn(i32) -> f64,
        budget: u64,
    ) -> Result<DecisionProcess> {
        let mut numbers: HashMap<ProgramState, usize, foldhash::fast::FixedState> =
            HashMap::default();
        let mut states = vec![machine.start()];
        numbers.insert(machine.start(), 0);
        let mut turns = Vec::new();
        let mut chance = Enumerated::default();
        let mut spent = 0;
        // Each state is stored in the list and in the map.
        let bytes = 2 * (size_of::<ProgramState>() + 4 * states[0].slots.len());
        while turns.len() < states.len() {
            let state = states[turns.len()].clone();
            let mut number = |step: Step<ProgramState>| match step {
                Step::Next(state) | Step::Within(state) => {
                    let known = states.len();
                    let number = *numbers.entry(state.clone()).or_insert(known);
                    if number == known {
                        states.push(state);
                    }
                    Some(number)
                }
                Step::Done => None,
            };
            if let Some((decision, after)) = machine.choices(&state) {
                let way = |after: ProgramState| Consequence {
                    weight: 1.0,
                    gain: 0.0,
                    to: number(Step::Next(after)),
                };
                turns.push(Turn::Choice(decision, after.into_iter().map(way).collect()));
                continue;
            }
            let mut ways: Vec<Consequence> = Vec::new();
            let mut weights = vec![Share::one()];
            loop {
                spent += 1;
                if spent > budget || chance.failed {
                    return Err(Error::too_large(&format!("{budget} branches"))
                        .with_hint("allow more work (" + Parameter::BUDGET.to("1e8") + ")"));
                }
                let mut gain = Gain { place, worth, gain: 0.0, off_scale: false };
                let to = number(machine.step(state.clone(), &mut chance, &mut gain));
                if gain.off_scale {
                    return Err(machine.columns[place].off_scale());
                }
                chance.weigh(&mut weights);
                let weight = weights[weights.len() - 1].value();
                match ways.iter_mut().find(|way| way.to == to) {
                    Some(way) => {
                        // The gain is the mean over all branches with the same next state.
                        let both = way.weight + weight;
                        way.gain = (way.gain * way.weight + gain.gain * weight) / both;
                        way.weight = both;
                    }
                    None => ways.push(Consequence { weight, gain: gain.gain, to }),
                }
                match chance.advance() {
                    Some(shared) => weights.truncate(shared + 1),
                    None => break,
                }
            }
            turns.push(Turn::Chance(ways));
            if (states.len() * bytes) as u64 > MOST_MEGABYTES << 20 {
                return Err(Error::too_large(&format!("{MOST_MEGABYTES} MB"))
                    .with_hint("ask for less at once"));
            }
        }
        Ok(DecisionProcess { states, turns })
    }

    /// Returns the states in depth-first postorder, so that most come after their successors.
    fn order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.states.len());
        let mut seen = vec![false; self.states.len()];
        let mut open = vec![(0, 0)];
        seen[0] = true;
        while let Some((state, way)) = open.last_mut() {
            let (Turn::Chance(ways) | Turn::Choice(_, ways)) = &self.turns[*state];
            match ways.get(*way) {
                None => {
                    order.push(*state);
                    open.pop();
                }
                Some(next) => {
                    *way += 1;
                    if let Some(to) = next.to
                        && !seen[to]
                    {
                        seen[to] = true;
                        open.push((to, 0));
                    }
                }
            }
        }
        order
    }

    /// Returns the value of each state with the best words, or with one decision fixed to a word.
    fn solve(&self, fixed: Option<(usize, usize)>) -> Vec<f64> {
        let order = self.order();
        let mut value = vec![0.0; self.states.len()];
        for _ in 0..ROUNDS {
            let mut change: f64 = 0.0;
            for &state in &order {
                let worth = |way: &Consequence| way.gain + way.to.map_or(0.0, |to| value[to]);
                let new = match &self.turns[state] {
                    Turn::Chance(ways) => ways.iter().map(|way| way.weight * worth(way)).sum(),
                    Turn::Choice(decision, ways) => match fixed {
                        Some((own, word)) if own == *decision => worth(&ways[word]),
                        _ => ways.iter().map(worth).fold(f64::NEG_INFINITY, f64::max),
                    },
                };
                change = change.max((new - value[state]).abs() / f64::max(1.0, new.abs()));
                value[state] = new;
            }
            if change < STILL {
                break;
            }
        }
        value
    }

    /// Returns the choice in each state that the optimal policy reaches.
    fn policy(&self, machine: &Compiled, value: &[f64]) -> Vec<Choice> {
        let mut reached = vec![false; self.states.len()];
        let mut open = vec![0];
        reached[0] = true;
        let mut policy = Vec::new();
        while let Some(state) = open.pop() {
            let worth = |way: &Consequence| way.gain + way.to.map_or(0.0, |to| value[to]);
            let next: Vec<usize> = match &self.turns[state] {
                Turn::Chance(ways) => ways.iter().filter_map(|way| way.to).collect(),
                Turn::Choice(decision, ways) => {
                    // Among equally good words the first.
                    let mut word = 0;
                    for other in 1..ways.len() {
                        let least = worth(&ways[word]);
                        if worth(&ways[other]) > least + EQUAL * least.abs().max(1.0) {
                            word = other;
                        }
                    }
                    let best = worth(&ways[word]);
                    let as_good = |way: &Consequence| {
                        (worth(way) - best).abs() <= EQUAL * best.abs().max(1.0)
                    };
                    let equal: Vec<usize> = (0..ways.len())
                        .filter(|&other| other != word && as_good(&ways[other]))
                        .collect();
                    policy.push(self.choice(machine, state, (*decision, word), &equal));
                    ways[word].to.into_iter().collect()
                }
            };
            for to in next {
                if !std::mem::replace(&mut reached[to], true) {
                    open.push(to);
                }
            }
        }
        policy.sort_by_key(|(key, _)| key.clone());
        let mut policy: Vec<Choice> = policy.into_iter().map(|(_, choice)| choice).collect();
        // Omit decks whose remaining cards are always the same.
        for deck in machine.code.decks.iter().map(|deck| &deck.name) {
            let left = |choice: &Choice| {
                choice.state.iter().find(|(name, _)| name == deck).map(|(_, left)| left.clone())
            };
            let first = policy.first().and_then(left);
            if policy.iter().all(|choice| left(choice) == first) {
                policy.iter_mut().for_each(|choice| choice.state.retain(|(name, _)| name != deck));
            }
        }
        policy
    }

    fn choice(
        &self,
        machine: &Compiled,
        state: usize,
        (decision, word): (usize, usize),
        equal: &[usize],
    ) -> ((usize, Vec<i32>), Choice) {
        let own = &machine.code.decisions[decision];
        let ProgramState { line, slots } = &self.states[state];
        let live = live_at(&machine.code, *line as usize);
        let seen = own.seen.iter().filter(|(_, slot)| live[*slot]);
        let shown = |number: i32| match number {
            NONE => "none".to_owned(),
            LABEL.. => machine.code.labels[(number - LABEL) as usize].clone(),
            number => number.to_string(),
        };
        let decks = machine.code.decks.iter().filter(|deck| deck.slots().any(|slot| live[slot]));
        let left = |deck: &DeckCode| {
            let kinds = deck.kinds.iter().zip(deck.first..);
            // Cards of one value are listed together, whatever their suit.
            let mut left: BTreeMap<i32, i32> = BTreeMap::new();
            for ((card, _), slot) in kinds.filter(|(_, slot)| slots[*slot] > 0) {
                *left.entry(card.value).or_default() += slots[slot];
            }
            let cards = left.iter().map(|(value, count)| format!("{value} x{count}"));
            let cards = cards.collect::<Vec<_>>().join(", ");
            if cards.is_empty() { "nothing".to_owned() } else { cards }
        };
        let places = decks.clone().flat_map(DeckCode::slots);
        let key = places.chain(seen.clone().map(|(_, slot)| *slot)).map(|slot| slots[slot]);
        let key = key.collect();
        let decks = decks.map(|deck| (deck.name.clone(), left(deck)));
        let seen = seen.map(|(name, slot)| (name.clone(), shown(slots[*slot])));
        let word_of = |word: usize| own.words[word].clone();
        let choice = Choice {
            state: decks.chain(seen).collect(),
            decision: own.name.clone(),
            word: word_of(word),
            equal: equal.iter().map(|&word| word_of(word)).collect(),
        };
        ((decision, key), choice)
    }
}

impl Compiled {
    /// Returns whether the program leaves a decision to the player.
    pub fn decides(&self) -> bool {
        !self.whole.decisions.is_empty()
    }
}
