//! The scales of a program's columns, found by exploring its states, so that no scale is longer
//! than necessary.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use super::code::{Code, LABEL, LARGEST, Line, NONE, Node, SeenTuples};
use super::expand_decisions::expand_decisions;
use super::machine::{Compiled, Scores};
use super::over_approximation::{is_plain, may_score};
use super::pass::Pass;
use super::step_counts::with_step_counts;
use super::trial_run::{PATIENCE, TRIALS, scores_by_trials, size, try_out};
use super::walk::{Ended, MOST_WORK, count_steps, walk};
use super::{Question, Wanted};
use crate::rule::{Column, Columns, Handle, Name, Scale, Success};
use oddsmith_base::{Error, Result};
use oddsmith_dice::syntax::Comparison;

/// Computes the columns of a program.
pub(super) fn measure(compiled: &mut Compiled, asking: &Question<'_>) -> Result<()> {
    let whole = Arc::clone(&compiled.whole);
    let count = whole.columns.len();
    let mut limits = vec![None; count];
    let mut columns = Vec::new();
    let mut scores = Vec::new();
    let mut notes = Vec::new();
    let mut by_column = Vec::new();
    let mut ticks = vec![false; count];
    for place in 0..count {
        if let Some((low, high, cut)) = steps_of(&whole, compiled, place) {
            limits[place] = cut.then_some(high);
            let numbers = vec![vec![low as i32], vec![high as i32]];
            let (column, score) =
                column(&whole, place, numbers, limits[place], Found::All, asking)?;
            by_column.push(None);
            columns.push(column);
            scores.push(score);
            ticks[place] = true;
            continue;
        }
        let seen = SeenTuples::default();
        let looking: Arc<[Scores]> =
            (0..count).map(|_| Scores::SeenTuples(Arc::clone(&seen))).collect();
        let of = |code: Arc<Code>, limits: &[Option<u32>]| {
            let (columns, looking) = (compiled.columns.clone(), Arc::clone(&looking));
            Compiled::with(code, columns, looking, limits, Some(place))
        };
        let alone = |limits: &[Option<u32>]| of(Arc::clone(&whole), limits);
        let mut machine = alone(&limits);
        let words = is_of_words(&whole, place);
        let most = if words { MOST_WORK / 10 } else { MOST_WORK };
        let may = match words && is_plain(&whole) {
            true => Some(of_labels(&whole, place)),
            false => may_score(&machine, place),
        };
        // Include the results of other decisions, so that policies are comparable.
        let deciding = |machine: &Compiled| {
            // A loop that is cut off needs its single line for that.
            let words = machine.limits[place].is_none() && Pass::ExpandDecisions.is_enabled();
            let words = words.then(|| expand_decisions(&whole)).flatten();
            let words = words.map(|words| of(Arc::new(words), &machine.limits));
            let overflowed = Arc::clone(&machine.overflowed);
            let of_words = words.unwrap_or_else(|| machine.clone());
            let deciding = Compiled { deciding: true, overflowed, ..of_words };
            matches!(walk(&deciding, place, most), Ended::Closed(_))
        };
        // Other decisions are explored first unless the end of the loop must be found.
        let (first, later) = match machine.decides() {
            true => (whole.limited.is_some(), whole.limited.is_none()),
            false => (false, false),
        };
        let mut ended = match &may {
            Some(may) if scores_by_trials(&machine, &seen, size(may)) => Ended::AllSeen,
            _ if first && deciding(&machine) => Ended::AllSeen,
            _ => walk(&machine, place, most),
        };
        if let Ended::After(steps) = ended {
            limits[place] = Some(steps);
            machine = alone(&limits);
            ended = walk(&machine, place, most);
        }
        if matches!(ended, Ended::TooLong | Ended::After(_)) {
            // For lists of labels, the scale is known.
            let few = words && labels_of(&whole, place).len() > 1;
            try_out(&machine, if few || may.is_some() { PATIENCE + 1 } else { TRIALS })?;
            if let Some(may) = may.filter(|_| !words) {
                let more = may.lock().map(|may| may.clone()).unwrap_or_default();
                seen.lock().iter_mut().for_each(|seen| seen.extend(more.clone()));
                ended = Ended::AllSeen;
            }
        }
        let every_choice =
            matches!(ended, Ended::AllSeen) || !machine.decides() || later && deciding(&machine);
        if machine.overflowed.load(Ordering::Relaxed) {
            let error = format!("a number goes beyond -{LARGEST} to {LARGEST}");
            return Err(Error::question(error)
                .with_hint("use smaller units, or limit what grows: `hp = min(1000, hp * 2)`"));
        }
        if let Some(what) = whole.endless.get() {
            return Err(Error::question(what.clone()).with_hint(
                "leave out a face, so that the die can stop: `max(2, n)` where n is \
                    drawn",
            ));
        }
        let seen = seen.lock().map(|seen| seen.clone()).unwrap_or_default();
        let numbers: Vec<Vec<i32>> = seen.keys().cloned().collect();
        let given = whole.lines.iter().any(|line| matches!(line, Line::Restart));
        if numbers.is_empty() && given {
            return Err(Error::question("`given` was never true, so no trial counts")
                .with_hint("use a condition that can be true for any fields"));
        }
        if matches!(ended, Ended::Closed(_) | Ended::AllSeen)
            && whole.columns[place].lists == [true]
        {
            let never = labels_of(&whole, place).into_iter();
            let never = never.filter(|&label| !seen.contains_key(&vec![label]));
            let name = |label: i32| &whole.labels[(label - LABEL) as usize];
            let with = if asking.fields.is_empty() { "" } else { " with these fields" };
            let list = &whole.columns[place].name;
            let of = if list == "result" { String::new() } else { format!(" of {list}") };
            notes.extend(never.map(|label| format!("`{}` never comes{of}{with}", name(label))));
        }
        let found = match ended {
            Ended::TooLong => Found::ByTrials,
            _ if every_choice => Found::All,
            _ => Found::OfOnePolicy,
        };
        let (column, score) = column(&whole, place, numbers, limits[place], found, asking)?;
        let states = ended.known_graph(|number| {
            let numbers = seen.iter().find(|(_, known)| **known == number)?.0;
            score.of(numbers)
        });
        by_column.push(Some(Compiled { states, scores: Arc::default(), ..machine }));
        columns.push(column);
        scores.push(score);
    }
    let measured = Compiled::with(whole, Columns::new(columns), scores.into(), &limits, None);
    let (alone, ticks) = (by_column.into(), ticks.into());
    *compiled = Compiled { alone, ticks, ..measured.noted(notes) };
    Ok(())
}

/// Returns the minimum and maximum number of steps, and whether more are cut off, if the column at
/// this index is the step count and the engine can count it.
fn steps_of(whole: &Arc<Code>, compiled: &Compiled, place: usize) -> Option<(u32, u32, bool)> {
    let code = with_step_counts(whole, place).filter(|_| Pass::CountSteps.is_enabled())?;
    let (columns, scores) = (compiled.columns.clone(), Arc::clone(&compiled.scores));
    let machine = Compiled::with(Arc::new(code), columns, scores, &[], Some(place));
    if machine.decides() {
        return None;
    }
    count_steps(&machine, whole.limited)
}

/// Returns whether a column is a list of results that always has an outcome, and no outcome is a
/// number.
fn is_of_words(code: &Code, place: usize) -> bool {
    let [slot] = slots_of(code, place) else { return false };
    let labels = code.lines.iter().filter_map(|line| match line {
        Line::Label { slot: own, condition, outcome } if own == slot => {
            Some((condition.is_none(), outcome.known().is_some()))
        }
        _ => None,
    });
    let labels: Vec<(bool, bool)> = labels.collect();
    labels.last().is_some_and(|(always, _)| *always) && labels.iter().all(|(_, word)| *word)
}

/// Returns the slots that a column records at the end of a trial.
fn slots_of(code: &Code, place: usize) -> &[usize] {
    let slots = code.lines.iter().find_map(|line| match line {
        Line::Record { column, slots } if *column == place => Some(&slots[..]),
        _ => None,
    });
    slots.unwrap_or_default()
}

/// Returns all labels of a list, as if observed.
fn of_labels(whole: &Code, place: usize) -> SeenTuples {
    let labels = labels_of(whole, place).into_iter();
    Arc::new(Mutex::new(labels.map(|label| (vec![label], 0)).collect()))
}

/// Returns the labels of a list, in the order of its lines.
fn labels_of(code: &Code, place: usize) -> Vec<i32> {
    let (slots, mut labels) = (slots_of(code, place), Vec::new());
    for line in &code.lines {
        if let Line::Label { slot, outcome: Node::Number(outcome), .. } = line
            && slots.contains(slot)
            && *outcome >= i64::from(LABEL)
            && !labels.contains(&(*outcome as i32))
        {
            labels.push(*outcome as i32);
        }
    }
    labels
}

/// The way in which the scores of a column were found.
#[derive(Clone, Copy, PartialEq)]
enum Found {
    /// The scores are complete.
    All,
    /// Other policies may have other scores.
    OfOnePolicy,
    /// The scores were observed in trial runs; others are possible.
    ByTrials,
}

fn column(
    code: &Code,
    place: usize,
    mut seen: Vec<Vec<i32>>,
    limit: Option<u32>,
    found: Found,
    asking: &Question<'_>,
) -> Result<(Column, Scores)> {
    let own = &code.columns[place];
    let nothing = |numbers: &[i32]| numbers.iter().all(|&number| number == NONE);
    let none = seen.iter().any(|numbers| nothing(numbers));
    seen.retain(|numbers| !nothing(numbers));
    let handle = Handle::at(place);
    let shown = !own.letters.is_empty();
    let plain = own.lists.len() == 1 && !own.lists[0] && !shown;
    let called = |scale: Scale| {
        let column = Column::new(handle, scale).called(Name::Owned(own.name.clone()), own.at);
        if none { column.or_none() } else { column }
    };
    if plain {
        let numbers = || seen.iter().map(|numbers| numbers[0]);
        let (mut low, mut high) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
        if found == Found::ByTrials {
            let room = (high - low) / 2;
            (low, high) = (low - if low < 0 { room } else { 0 }, high + room);
        }
        if i64::from(high) - i64::from(low) > 1 << 22 {
            let error = format!("`{}` may be anything from {low} to {high}", own.name);
            return Err(Error::question(error).with_hint("limit it: `min(1000, …)`"));
        }
        let scale = Scale::numbers(low, high);
        let cut = own.is_steps && (limit.is_some() || code.limited == Some(high as u32));
        let scale = if cut { scale.or_more() } else { scale };
        let mut column = called(scale);
        for wanted in asking.success.iter().filter(|_| own.at.is_none()) {
            if let Wanted::Number { column: name, comparison, number } = wanted
                && *name == own.name
            {
                column = column.success(success(*comparison, *number, low, high, found)?);
            }
        }
        return Ok((column, Scores::Numbers));
    }
    // Labels in the order of the ladder, or of their lines; numbers in increasing order, after the
    // labels.
    let list = own.lists.len() == 1 && !shown;
    // A list without its own ladder may have the labels of another.
    let own_ladder = asking.ladders.get(&own.name).into_iter().flatten();
    let others = asking.ladders.iter().filter(|(of, _)| **of != own.name);
    let ladder: Vec<i32> = own_ladder
        .chain(others.flat_map(|(_, ladder)| ladder))
        .filter_map(|rung| code.labels.iter().position(|label| label == rung))
        .map(|label| LABEL + label as i32)
        .collect();
    let mut order = ladder.clone();
    let wanted = asking.success.iter().find_map(|wanted| match wanted {
        Wanted::Rung { list, .. } if own.lists.len() == 1 && *list != own.name => None,
        Wanted::Rung { rung, .. } => {
            let label = code.labels.iter().position(|label| label == rung);
            label.map(|label| LABEL + label as i32)
        }
        Wanted::Number { .. } => None,
    });
    if list {
        let all = labels_of(code, place);
        order.retain(|label| all.contains(label));
        for label in all {
            if !order.contains(&label) {
                order.push(label);
            }
        }
        // Without a ladder, success is this result alone, so it is ranked highest.
        if let Some(wanted) = wanted.filter(|_| ladder.is_empty()) {
            order.retain(|label| *label != wanted);
            order.push(wanted);
        }
        for &label in &order {
            if !seen.contains(&vec![label]) {
                seen.push(vec![label]);
            }
        }
    }
    let rank = |number: i32| match order.iter().position(|label| *label == number) {
        Some(place) => (1, place as i32),
        None if number >= LABEL => (2, number),
        None => (0, number),
    };
    // In a list, numbers come after the labels but before a result that is the success.
    let rank_in_list = |number: i32| match order.iter().position(|label| *label == number) {
        Some(_) if wanted == Some(number) && ladder.is_empty() => (2, 0),
        Some(place) => (0, place as i32),
        None => (1, number),
    };
    seen.sort_by_key(|numbers| -> Vec<(i32, i32)> {
        let each = numbers.iter();
        each.map(|&number| if list { rank_in_list(number) } else { rank(number) }).collect()
    });
    let name = |numbers: &Vec<i32>| -> Name {
        let word = |&number: &i32| match number {
            LABEL.. => code.labels[(number - LABEL) as usize].clone(),
            NONE => "none".to_owned(),
            _ => number.to_string(),
        };
        if shown {
            return Name::Owned(spelled(&own.letters, numbers));
        }
        Name::Owned(numbers.iter().map(word).collect::<Vec<_>>().join(", "))
    };
    if seen.is_empty() {
        return Err(Error::question(format!("`{}` never has a value", own.name)));
    }
    let names: Vec<Name> = seen.iter().map(name).collect();
    let known: HashMap<Vec<i32>, i32, foldhash::fast::FixedState> =
        seen.into_iter().zip(0..).collect();
    // Only a ladder makes one result better than another.
    let ranked = || labels_of(code, place).iter().all(|label| ladder.contains(label));
    let scale = match list {
        false if shown => Scale::named(names.into()).unordered(),
        false => Scale::tuples(names.into()),
        true if ladder.is_empty() || !ranked() => Scale::named(names.into()).unordered(),
        true => Scale::named(names.into()),
    };
    let mut column = called(scale);
    if list && let Some(&score) = wanted.and_then(|wanted| known.get(&vec![wanted])) {
        column = column.success(Success::AtLeast(score));
    }
    Ok((column, Scores::Named(known)))
}

/// Returns each letter repeated by its count; `blank` if there are none.
fn spelled(letters: &[char], counts: &[i32]) -> String {
    let each = letters.iter().zip(counts);
    let shown: String =
        each.map(|(letter, &count)| letter.to_string().repeat(count.max(0) as usize)).collect();
    if shown.is_empty() { "blank".to_owned() } else { shown }
}

fn success(
    comparison: Comparison,
    number: i64,
    low: i32,
    high: i32,
    found: Found,
) -> Result<Success> {
    let middle = || {
        Error::question("a success must be one end of the scale")
            .with_hint("ask a number that is 1 for a success, and write `NAME >= 1`")
    };
    let number = number.clamp(i64::from(i32::MIN) + 1, i64::from(i32::MAX) - 1) as i32;
    Ok(match comparison {
        Comparison::AtLeast => Success::AtLeast(number),
        Comparison::Greater => Success::AtLeast(number + 1),
        Comparison::AtMost => Success::AtMost(number),
        Comparison::Less => Success::AtMost(number - 1),
        // Beyond the scale of one policy another may score.
        Comparison::Equal | Comparison::Unequal if found == Found::OfOnePolicy => {
            return Err(middle());
        }
        Comparison::Equal if number >= high => Success::AtLeast(number),
        Comparison::Equal if number <= low => Success::AtMost(number),
        Comparison::Unequal if number <= low => Success::AtLeast(number + 1),
        Comparison::Unequal if number >= high => Success::AtMost(number - 1),
        Comparison::Equal | Comparison::Unequal => return Err(middle()),
    })
}
