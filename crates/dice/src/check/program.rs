//! Check of the lines of a rule: definitions, results, columns, and their order.

use super::checker::{Bound, Checker, ValueKind};
use super::constant::constant;
use super::extent::extent;
use crate::fault::{Fault, Read};
use crate::syntax::{Ask, Expression, Line, Name, Program, Statement};
use oddsmith_base::{Error, Hint};

/// Name of the list of results without a name.
const RESULT: &str = "result";

/// Lists of results seen so far.
#[derive(Default)]
struct Lists {
    /// Names of the lists that have results.
    named: Vec<String>,
    /// Name of the current list; `None` for the one without a name.
    present: Option<Name>,
    /// True if the current list has its `otherwise`.
    closed: bool,
}

impl Checker<'_> {
    /// Checks every line, and resolves bare words and letters.
    pub fn program(&mut self, program: &mut Program) -> Read<()> {
        self.steps = program.course.is_some();
        self.all_names = program.lines().flat_map(|line| bound_by(&line.statement)).collect();
        let mut lists = Lists::default();
        for line in &mut program.opening {
            self.line(line, &mut lists, program.course.is_none())?;
        }
        let mut at_most = None;
        if let Some(course) = &mut program.course {
            course.first.iter_mut().try_for_each(|first| self.number(first))?;
            for line in &mut course.lines {
                self.line(line, &mut lists, false)?;
            }
            self.number(&mut course.until)?;
            at_most = course.at_most;
        }
        for line in &mut program.closing {
            self.line(line, &mut lists, true)?;
        }
        let ends = || program.opening.iter().chain(&program.closing);
        let given = ends().any(|line| matches!(line.statement, Statement::Given(_)));
        let asked = || {
            ends().filter_map(|line| match &line.statement {
                Statement::Ask(asks) => Some(asks),
                _ => None,
            })
        };
        for asks in asked() {
            let at_a_step = |ask: &&Ask| matches!(ask, Ask::One { at: Some(_), .. });
            if let Some(Ask::One { name, .. }) = asks.iter().find(at_a_step).filter(|_| given) {
                let message = "`given` works with results at the end only";
                return Err(
                    Fault::new(&name.span, message).with_hint("keep what a step showed in a state")
                );
            }
            asks.iter().try_for_each(|ask| self.asked(ask, &lists, at_most))?;
        }
        if asked().next().is_some() || !lists.named.is_empty() {
            return Ok(());
        }
        Err(Fault::new(0..1, "the rule has no result")
            .with_hint("end it with results (`hit: r >= 5`) or with `ask r`"))
    }

    fn line(&mut self, line: &mut Line, lists: &mut Lists, end: bool) -> Read<()> {
        let span = line.span.clone();
        match &mut line.statement {
            Statement::Bind(name, value) => self.bound(name, value),
            Statement::Decide(name, words) => {
                let texts: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
                for (i, word) in words.iter().enumerate() {
                    if texts[..i].contains(&word.text) {
                        return Err(Fault::new(&word.span, format!("`{word}` appears twice")));
                    }
                }
                self.bind(&name.text, &name.span, ValueKind::Words(texts))
            }
            Statement::Label(..) | Statement::Otherwise(_) | Statement::Results(_) if !end => {
                Err(Fault::new(span, "put results below `until`")
                    .with_hint("within a step use a number: `hit = (r >= 5)`"))
            }
            Statement::Label(label, condition) => {
                lists.one_more(&label.span)?;
                lists.closed = condition.is_none();
                condition.as_mut().map_or(Ok(()), |condition| self.number(condition))
            }
            Statement::Otherwise(number) => {
                lists.one_more(&number.span)?;
                lists.closed = true;
                self.number(number)
            }
            Statement::Results(name) => {
                if lists.named.contains(&name.text) || self.names.contains_key(&name.text) {
                    return Err(Fault::new(&name.span, format!("`{name}` is already defined"))
                        .with_hint("give each list of results its own name"));
                }
                (lists.present, lists.closed) = (Some(name.clone()), false);
                Ok(())
            }
            Statement::Ask(_) => Ok(()),
            Statement::State(states) => {
                for state in states {
                    let nature = self.nature(&mut state.start)?;
                    if matches!(nature, ValueKind::Deck | ValueKind::Words(_)) {
                        self.number(&mut state.start)?;
                    }
                    if let Some((low, high)) = &mut state.bounds {
                        self.fixed(low, "a bound")?;
                        self.fixed(high, "a bound")?;
                        within(&state.start, low, high)?;
                    }
                    // Dice that are assigned later may have another size.
                    let nature = match nature {
                        ValueKind::Roll { letters, .. } => ValueKind::Roll { letters, kept: None },
                        nature => nature,
                    };
                    self.put(&state.name.text, &state.name.span, Bound { nature, state: true })?;
                }
                Ok(())
            }
            Statement::Given(condition) => match self.steps && !end {
                true => Err(Fault::new(span, "put `given` below `until`")
                    .with_hint("`given` looks at how a trial ends")),
                false => self.number(condition),
            },
            Statement::Deck(name, cards) => {
                for copies in cards.iter_mut().filter_map(|cards| cards.copies.as_mut()) {
                    self.fixed(copies, "the number of copies")?;
                }
                self.bind(&name.text, &name.span, ValueKind::Deck)
            }
            Statement::Shuffle(deck, when) => {
                self.is(deck, &ValueKind::Deck, "deck")?;
                when.as_mut().map_or(Ok(()), |when| self.number(when))
            }
            Statement::Return { cards, deck, when } => {
                self.is(cards, &ValueKind::Cards, "hand of cards")?;
                self.is(deck, &ValueKind::Deck, "deck")?;
                when.as_mut().map_or(Ok(()), |when| self.number(when))
            }
        }
    }

    fn bound(&mut self, name: &Name, value: &mut Expression) -> Read<()> {
        let nature = self.nature(value)?;
        if nature == ValueKind::Deck {
            self.number(value)?;
        }
        let Some(bound) = self.names.get(&name.text).filter(|bound| bound.state) else {
            self.extents.insert(name.text.clone(), extent(value, &self.extents));
            return self.bind(&name.text, &name.span, nature);
        };
        let holds_cards = bound.nature == ValueKind::Cards;
        if holds_cards != (nature == ValueKind::Cards) {
            let (is, was) = if holds_cards { ("a number", "cards") } else { ("cards", "a number") };
            return Err(Fault::new(
                &value.span,
                format!("the state `{name}` holds {was}, and this is {is}"),
            ));
        }
        match bound.nature {
            ValueKind::Number => self.number(value),
            _ => Ok(()),
        }
    }

    /// Checks that a name has this nature.
    fn is(&self, name: &Name, nature: &ValueKind, what: &str) -> Read<()> {
        match self.known(&name.text, &name.span)? == *nature {
            true => Ok(()),
            false => Err(Fault::new(&name.span, format!("`{name}` is no {what}"))),
        }
    }

    fn asked(&self, ask: &Ask, lists: &Lists, at_most: Option<u32>) -> Read<()> {
        let one = |name: &Name, alone: bool| {
            if lists.named.contains(&name.text) {
                return Ok(());
            }
            if name.text == RESULT {
                return Err(Fault::new(&name.span, "there are no results")
                    .with_hint("write a result as `hit: r >= 5`"));
            }
            let nature = self.known(&name.text, &name.span);
            match nature.map_err(|fault| self.nearest_asked(name, lists, fault))? {
                ValueKind::Roll { letters, .. } if !letters.is_empty() && !alone => {
                    Err(Fault::new(&name.span, "letters can't be added").with_hint(format!(
                        "count them first: `n = count({name}, {})`",
                        &letters[..1]
                    )))
                }
                ValueKind::Deck => {
                    Err(Fault::new(&name.span, format!("`{name}` is a deck, not a number"))
                        .with_hint(format!("name the number of cards left: `left = size({name})`")))
                }
                _ => Ok(()),
            }
        };
        match ask {
            Ask::Joint(names) => names.iter().try_for_each(|name| one(name, false)),
            Ask::One { name, at } => {
                one(name, at.is_none())?;
                match (at, at_most) {
                    (Some(_), _) if !self.steps => {
                        Err(Fault::new(&name.span, "`at` needs steps, and there are none")
                            .with_hint("add `step` and `until …`"))
                    }
                    (Some(step), Some(last)) if *step > last => Err(Fault::new(
                        &name.span,
                        format!("step {step} is beyond `at most {last}`"),
                    )
                    .with_hint("choose an earlier step")),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Returns the fault with a similar name as a hint, if there is one; names of results are
    /// included.
    fn nearest_asked(&self, name: &Name, lists: &Lists, fault: Fault) -> Fault {
        let known = self.all_names.iter().chain(&lists.named).map(String::as_str);
        let near = Error::unknown("name", &name.text, "", known);
        match near.hint() {
            Some(near @ Hint::Nearest(_)) => fault.with_hint(near.clone()),
            _ => fault,
        }
    }
}

/// Refuses an initial value beyond its bounds, which would be clamped.
fn within(start: &Expression, low: &Expression, high: &Expression) -> Read<()> {
    let [number, low, high] = [start, low, high].map(|of| constant(of, &|_| None));
    match (number, low, high) {
        (Some(number), Some(low), Some(high)) if number < low || number > high => {
            let message = format!("{number} is not within {low}..{high}");
            let (low, high) = (low.min(number), high.max(number));
            Err(Fault::new(&start.span, message)
                .with_hint(format!("write bounds that have it: `in {low}..{high}`")))
        }
        _ => Ok(()),
    }
}

impl Lists {
    /// Adds a result to the current list.
    fn one_more(&mut self, span: &std::ops::Range<usize>) -> Read<()> {
        if self.closed {
            return Err(
                Fault::new(span, "this result can't happen").with_hint("put `otherwise` last")
            );
        }
        let name = self.present.as_ref().map_or(RESULT, |name| name.text.as_str());
        if !self.named.iter().any(|known| known == name) {
            self.named.push(name.to_owned());
        }
        Ok(())
    }
}

/// Returns the names that a line binds.
fn bound_by(statement: &Statement) -> Vec<String> {
    match statement {
        Statement::Bind(name, _) | Statement::Decide(name, _) | Statement::Deck(name, _) => {
            vec![name.text.clone()]
        }
        Statement::State(states) => states.iter().map(|state| state.name.text.clone()).collect(),
        _ => Vec::new(),
    }
}
