//! From a checked program to lines over numbered places.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::Question as Asking;
use super::code::{
    Code, ColumnCode, Decision, DeckCode, Gather, Hand, LABEL, Line, MemberNode, ModifierNode,
    NONE, Node, Ranges, RollNode, SidesNode, Throw, WhenNode, at_least,
};
use super::names::{Names, lines};

use crate::chance::{Asked, Die, Question};
use crate::dice::syntax::{
    Argument, Ask, Course, Dice, Expression, Function, Kind, Member, Modifier, Operator, Roll,
    Sides, Source, Statement, When,
};
use crate::error::{Error, Result};

/// What a name is.
#[derive(Clone, Debug)]
enum Meaning {
    Number(usize),
    /// The answers to its questions, and its values where these are needed.
    Bag {
        answers: Vec<(Question, usize)>,
        values: Option<Hand>,
    },
    Deck(usize),
    /// The outcome of a list of results.
    List(usize),
}

struct Lower<'p> {
    asking: &'p Asking<'p>,
    names: Names<'p>,
    code: Code,
    meanings: BTreeMap<String, Meaning>,
    /// The bounds of states that are numbers.
    bounds: BTreeMap<String, (Node, Node)>,
    /// The list that labels belong to.
    list: String,
    /// Names whose values are final, as far as the lines so far go.
    settled: BTreeSet<String>,
    /// Columns that wait for their names, by their places.
    waiting: Vec<(usize, Vec<String>)>,
    /// Names that are bound in a step.
    step_names: BTreeSet<String>,
    /// Whether lines of a step are being written.
    in_step: bool,
}

fn wrong(what: impl Into<String>) -> Error {
    Error::question(what.into())
}

/// Compiles.
pub(super) fn lower(asking: &Asking<'_>) -> Result<Code> {
    let names = Names::of(asking.program, &asking.fields, asking.decisions.values());
    let mut lower = Lower {
        asking,
        names,
        code: Code::default(),
        meanings: BTreeMap::new(),
        bounds: BTreeMap::new(),
        list: "result".to_owned(),
        settled: BTreeSet::new(),
        waiting: Vec::new(),
        step_names: BTreeSet::new(),
        in_step: false,
    };
    lower.declare()?;
    lower.program()?;
    Ok(lower.code)
}

impl<'p> Lower<'p> {
    fn slot(&mut self, name: impl Into<String>) -> usize {
        self.code.slots += 1;
        self.code.names.push((self.code.slots - 1, name.into()));
        self.code.slots - 1
    }

    fn hand(&mut self, most: usize) -> Hand {
        let size = self.slot("");
        let first = self.code.slots;
        for _ in 0..most {
            self.slot("");
        }
        Hand { size, first, most }
    }

    /// Gives every name its places.
    fn declare(&mut self) -> Result<()> {
        let program = self.asking.program;
        let steps = self.slot("steps");
        let ended = self.slot("ended");
        self.meanings.insert("steps".to_owned(), Meaning::Number(steps));
        self.meanings.insert("ended".to_owned(), Meaning::Number(ended));
        self.code.steps = Some(steps);
        for line in lines(program) {
            match &line.statement {
                Statement::Bind(name, _) => self.declare_name(&name.text),
                Statement::State(states) => {
                    states.iter().for_each(|state| self.declare_name(&state.name.text));
                }
                Statement::Decide(name, _) => {
                    let slot = self.slot(name.text.clone());
                    self.meanings.insert(name.text.clone(), Meaning::Number(slot));
                }
                Statement::Deck(name, cards) => {
                    let mut kinds: BTreeMap<i32, i32> = BTreeMap::new();
                    for card in cards {
                        for value in card.low..=card.high {
                            *kinds.entry(value as i32).or_default() += card.copies as i32;
                        }
                    }
                    self.declare_deck(&name.text, kinds.into_iter().collect());
                }
                _ => {}
            }
        }
        // Lists of results, in their order, and the columns that they make.
        let mut list = "result".to_owned();
        for line in lines(program) {
            match &line.statement {
                Statement::Results(name) => list = name.text.clone(),
                Statement::Label(..) | Statement::Otherwise(_)
                    if !self.meanings.contains_key(&list) =>
                {
                    let slot = self.slot(list.clone());
                    self.meanings.insert(list.clone(), Meaning::List(slot));
                    self.column(list.clone(), None, vec![list.clone()]);
                }
                _ => {}
            }
        }
        for line in lines(program) {
            let Statement::Ask(asks) = &line.statement else { continue };
            for ask in asks {
                match ask {
                    Ask::One { name, at } => {
                        let known = self
                            .code
                            .columns
                            .iter()
                            .any(|column| column.name == name.text && column.at == *at);
                        if !known {
                            self.column(name.text.clone(), *at, vec![name.text.clone()]);
                        }
                    }
                    Ask::Joint(names) => {
                        let names: Vec<String> =
                            names.iter().map(|name| name.text.clone()).collect();
                        self.column(names.join(", "), None, names);
                    }
                }
            }
        }
        let most = crate::rule::Columns::MOST;
        if self.code.columns.is_empty() || self.code.columns.len() > most {
            let count = self.code.columns.len();
            return Err(wrong(format!("the rule asks for {count} columns"))
                .with_hint(format!("one to {most} of results and `ask`")));
        }
        Ok(())
    }

    fn column(&mut self, name: String, at: Option<u32>, names: Vec<String>) {
        let is_list = |name: &String| matches!(self.meanings.get(name), Some(Meaning::List(_)));
        let lists = names.iter().map(is_list).collect();
        let is_steps = names == ["steps"];
        self.code.columns.push(ColumnCode { name, at, lists, is_steps });
        if at.is_none() {
            self.waiting.push((self.code.columns.len() - 1, names));
        }
    }

    fn declare_name(&mut self, name: &str) {
        if self.meanings.contains_key(name) {
            return;
        }
        let meaning = match self.names.asks.get(name) {
            None => Meaning::Number(self.slot(name)),
            Some(asks) => {
                let is_state = self.names.states.contains(&name);
                let questions = if is_state { Vec::new() } else { asks.questions.clone() };
                let answers = questions.into_iter().map(|question| {
                    let own = if question.asked == Asked::Sum { name } else { "" };
                    self.code.slots += 1;
                    self.code.names.push((self.code.slots - 1, own.to_owned()));
                    (question, self.code.slots - 1)
                });
                let answers = answers.collect();
                let values = (asks.values || is_state).then(|| {
                    let bound = self.names.bags.get(name).into_iter().flatten();
                    let most = bound.map(|bag| self.names.most_values(bag, 0)).max().unwrap_or(1);
                    self.hand(most)
                });
                Meaning::Bag { answers, values }
            }
        };
        self.meanings.insert(name.to_owned(), meaning);
    }

    /// A deck with its kinds of cards; those that no question tells apart are one kind.
    fn declare_deck(&mut self, name: &str, kinds: Vec<(i32, i32)>) {
        let kinds = match self.asked_of_cards(name) {
            Some(questions) => {
                let mut merged: Vec<(Vec<i32>, i32, i32)> = Vec::new();
                for (value, copies) in kinds {
                    let gains: Vec<i32> = questions
                        .iter()
                        .map(|question| match &question.asked {
                            Asked::Tally(tally) => tally.gain(value),
                            _ => 1,
                        })
                        .collect();
                    match merged.iter_mut().find(|(known, ..)| *known == gains) {
                        Some((.., sum)) => *sum += copies,
                        None => merged.push((gains, value, copies)),
                    }
                }
                merged.into_iter().map(|(_, value, copies)| (value, copies)).collect()
            }
            None => kinds,
        };
        let first = self.code.slots;
        for _ in &kinds {
            self.slot("");
        }
        self.meanings.insert(name.to_owned(), Meaning::Deck(self.code.decks.len()));
        self.code.decks.push(DeckCode { kinds, first });
    }

    /// What is asked of cards, where each card counts for itself in all of it.
    fn asked_of_cards(&self, _deck: &str) -> Option<Vec<Question>> {
        let mut questions = Vec::new();
        for (name, asks) in &self.names.asks {
            let draws = self
                .names
                .bags
                .get(name)
                .into_iter()
                .flatten()
                .any(|bag| matches!(&bag.kind, Kind::Call(Function::Draw, _)));
            if asks.values || self.names.states.contains(name) {
                return None;
            }
            if draws {
                questions.extend(asks.questions.iter().cloned());
            }
        }
        // Draws that have no name are asked where they stand: all their values matter.
        fn has_nameless(expression: &Expression, top: bool) -> bool {
            match &expression.kind {
                Kind::Call(Function::Draw, _) => !top,
                Kind::Call(_, arguments) => arguments.iter().any(|argument| match argument {
                    Argument::Value(value) => has_nameless(value, false),
                    _ => false,
                }),
                Kind::If(parts) => parts.iter().any(|part| has_nameless(part, false)),
                Kind::Binary(_, parts) => parts.iter().any(|part| has_nameless(part, false)),
                Kind::Not(inner) | Kind::Negate(inner) => has_nameless(inner, false),
                _ => false,
            }
        }
        let states_draw = lines(self.asking.program).any(|line| match &line.statement {
            Statement::State(states) => {
                states.iter().any(|state| has_nameless(&state.start, false))
            }
            _ => false,
        });
        let others = lines(self.asking.program)
            .filter(|line| !matches!(line.statement, Statement::State(_)))
            .any(|line| match &line.statement {
                Statement::Bind(_, value) => has_nameless(value, true),
                Statement::Label(_, Some(value)) | Statement::Otherwise(value) => {
                    has_nameless(value, false)
                }
                _ => false,
            });
        if states_draw || others {
            return None;
        }
        let own = |question: &Question| {
            matches!(question.asked, Asked::Tally(_) | Asked::Size) && !question.rolled
        };
        questions.iter().all(own).then_some(questions)
    }

    fn push(&mut self, line: Line) {
        self.code.lines.push(line);
    }

    fn set(&mut self, slot: usize, node: Node) {
        self.push(Line::Set { slot, node, bounds: None });
    }

    fn program(&mut self) -> Result<()> {
        let program = self.asking.program;
        for deck in self.code.decks.clone() {
            for (slot, (_, copies)) in (deck.first..).zip(&deck.kinds) {
                self.set(slot, Node::Number(i64::from(*copies)));
            }
        }
        for (_, meaning) in self.meanings.clone() {
            if let Meaning::List(slot) = meaning {
                self.set(slot, Node::Number(NONE.into()));
            }
        }
        for line in &program.opening {
            self.line(&line.statement)?;
            self.record();
        }
        if let Some(course) = &program.course {
            self.course(course)?;
        }
        for line in &program.closing {
            self.line(&line.statement)?;
            self.record();
        }
        let lists = self.meanings.iter().filter(|(_, meaning)| matches!(meaning, Meaning::List(_)));
        let lists: Vec<String> = lists.map(|(name, _)| name.clone()).collect();
        self.settled.extend(lists);
        self.record();
        if let Some((_, names)) = self.waiting.first() {
            return Err(wrong(format!("`{}` is asked for and never bound", names.join(", "))));
        }
        self.push(Line::Done);
        Ok(())
    }

    /// Records the columns whose names are settled.
    fn record(&mut self) {
        for (column, names) in std::mem::take(&mut self.waiting) {
            if names.iter().all(|name| self.settled.contains(name)) {
                let slots = names.iter().map(|name| self.read_slot(name)).collect();
                self.push(Line::Record { column, slots });
            } else {
                self.waiting.push((column, names));
            }
        }
    }

    /// The place of a name as a number; a bag of values is summed into one.
    fn read_slot(&mut self, name: &str) -> usize {
        match self.meanings.get(name).cloned() {
            Some(Meaning::Number(slot) | Meaning::List(slot)) => slot,
            Some(Meaning::Bag { answers, values }) => {
                let sum =
                    answers.iter().find(|(question, _)| *question == Question::of(Asked::Sum));
                match (sum, values) {
                    (Some(&(_, slot)), _) => slot,
                    (None, Some(hand)) => {
                        let slot = self.slot(name);
                        let gather = Gather { hands: vec![hand], keep: None };
                        let sum = WhenNode::Fixed(Question::of(Asked::Sum));
                        self.set(slot, Node::Of(Box::new(gather), Box::new(sum)));
                        slot
                    }
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    fn course(&mut self, course: &'p Course) -> Result<()> {
        let (Some(Meaning::Number(steps)), Some(Meaning::Number(ended))) =
            (self.meanings.get("steps").cloned(), self.meanings.get("ended").cloned())
        else {
            return Ok(());
        };
        for line in &course.lines {
            match &line.statement {
                Statement::Bind(name, _) if !self.names.states.contains(&&*name.text) => {
                    self.step_names.insert(name.text.clone());
                }
                Statement::Decide(name, _) => {
                    self.step_names.insert(name.text.clone());
                }
                _ => {}
            }
        }
        self.set(steps, Node::Number(0));
        self.set(ended, Node::Number(0));
        // A rule may end before its first step, where that can be told.
        let early = self.reads_no_step(&course.until).then_some(self.code.lines.len());
        if early.is_some() {
            for name in self.step_names.clone() {
                if let Some(Meaning::Number(slot)) = self.meanings.get(&name) {
                    let slot = *slot;
                    self.set(slot, Node::Number(NONE.into()));
                } else if let Some(Meaning::Bag { answers, .. }) = self.meanings.get(&name).cloned()
                {
                    for (_, slot) in answers {
                        self.set(slot, Node::Number(NONE.into()));
                    }
                }
            }
            let until = self.number(&course.until)?;
            self.set(ended, truth(until));
            self.push(Line::Jump { to: 0, when: Some((Node::Slot(ended), true)) });
        }
        let early = early.map(|_| self.code.lines.len() - 1);
        let top = self.code.lines.len();
        let one = Node::Number(1);
        self.set(steps, Node::Binary(Operator::Add, Box::new([Node::Slot(steps), one])));
        self.in_step = true;
        for line in &course.lines {
            self.line(&line.statement)?;
        }
        self.in_step = false;
        let at: Vec<(usize, u32, Vec<String>)> = self
            .code
            .columns
            .iter()
            .enumerate()
            .filter_map(|(column, code)| {
                let names = code.name.split(", ").map(str::to_owned).collect();
                Some((column, code.at?, names))
            })
            .collect();
        let mut ats = Vec::new();
        for (column, at, names) in at {
            if course.at_most.is_some_and(|most| at > most) {
                return Err(wrong(format!("step {at} is beyond `at most`")));
            }
            let slots: Vec<usize> = names.iter().map(|name| self.read_slot(name)).collect();
            let at = at as i32;
            self.push(Line::RecordAt { column, slots: slots.clone(), steps, at, before: false });
            ats.push(Line::RecordAt { column, slots, steps, at, before: true });
        }
        let until = self.number(&course.until)?;
        self.set(ended, truth(until));
        let out = self.code.lines.len();
        self.push(Line::Jump { to: 0, when: Some((Node::Slot(ended), true)) });
        // The place of the line that cuts: a limit may come to be known later.
        self.code.limit = Some(self.code.lines.len());
        self.code.limited = course.at_most;
        let cut = match course.at_most {
            None => Node::Number(0),
            Some(most) => at_least(steps, most),
        };
        self.push(Line::Jump { to: 0, when: Some((cut, true)) });
        self.push(Line::Again { to: top });
        let end = self.code.lines.len();
        for line in early.into_iter().chain([out, out + 1]) {
            if let Line::Jump { to, .. } = &mut self.code.lines[line] {
                *to = end;
            }
        }
        self.code.lines.extend(ats);
        self.settled.extend(["steps".to_owned(), "ended".to_owned()]);
        self.settled.extend(self.step_names.clone());
        self.settled.extend(self.names.states.iter().map(|name| (*name).to_owned()));
        let lists =
            self.asking.program.closing.iter().any(|line| {
                matches!(line.statement, Statement::Label(..) | Statement::Otherwise(_))
            });
        if !lists {
            self.settled.insert(self.list.clone());
        }
        self.record();
        Ok(())
    }

    /// Whether an expression reads only fields, states, steps and what stood before the steps.
    fn reads_no_step(&self, expression: &Expression) -> bool {
        match &expression.kind {
            Kind::Number(_) | Kind::Field(_) | Kind::Word { .. } => true,
            Kind::Name(name) => !self.step_names.contains(name) && name != "ended",
            Kind::Roll(_) => false,
            Kind::Call(Function::Draw | Function::Repeat, _) => false,
            Kind::Call(_, arguments) => arguments.iter().all(|argument| match argument {
                Argument::Value(value) => self.reads_no_step(value),
                Argument::Faces(When::Compare(_, number)) => self.reads_no_step(number),
                _ => true,
            }),
            Kind::If(parts) => parts.iter().all(|part| self.reads_no_step(part)),
            Kind::Binary(_, parts) => parts.iter().all(|part| self.reads_no_step(part)),
            Kind::Not(inner) | Kind::Negate(inner) => self.reads_no_step(inner),
        }
    }

    fn line(&mut self, statement: &'p Statement) -> Result<()> {
        match statement {
            Statement::Bind(name, value) => {
                self.bind(&name.text, value)?;
                let is_state = self.names.states.contains(&&*name.text);
                if !self.in_step && !is_state {
                    self.settled.insert(name.text.clone());
                }
                Ok(())
            }
            Statement::State(states) => {
                for state in states {
                    if let Some((low, high)) = &state.bounds {
                        let bounds = (self.number(low)?, self.number(high)?);
                        self.bounds.insert(state.name.text.clone(), bounds);
                    }
                    self.bind(&state.name.text, &state.start)?;
                    if self.asking.program.course.is_none() {
                        self.settled.insert(state.name.text.clone());
                    }
                }
                Ok(())
            }
            Statement::Decide(name, words) => {
                let Some(Meaning::Number(slot)) = self.meanings.get(&name.text).cloned() else {
                    return Ok(());
                };
                let words: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
                let policy = match self.asking.decisions.get(&name.text) {
                    None => Node::Number(0),
                    Some(policy) => self.policy(policy, &words)?,
                };
                let seen = self.meanings.iter().filter_map(|(name, meaning)| match meaning {
                    Meaning::Number(slot) if name != "ended" => Some((name.clone(), *slot)),
                    Meaning::Bag { answers, .. } => {
                        let sum = |(question, _): &&(Question, usize)| question.asked == Asked::Sum;
                        answers.iter().find(sum).map(|&(_, slot)| (name.clone(), slot))
                    }
                    _ => None,
                });
                let seen = seen.filter(|(other, _)| *other != name.text).collect();
                let decision = self.code.decisions.len();
                self.code.decisions.push(Decision { name: name.text.clone(), words, seen });
                self.push(Line::Decide { slot, decision, policy });
                if !self.in_step {
                    self.settled.insert(name.text.clone());
                }
                Ok(())
            }
            Statement::Results(name) => {
                let old = std::mem::replace(&mut self.list, name.text.clone());
                if !self.in_step {
                    self.settled.insert(old);
                    self.record();
                }
                Ok(())
            }
            Statement::Label(name, condition) => {
                let outcome = Node::Number(i64::from(LABEL) + self.label(&name.text) as i64);
                let condition = condition.as_ref().map(|condition| self.number(condition));
                let condition = condition.transpose()?;
                self.outcome(condition, outcome);
                Ok(())
            }
            Statement::Otherwise(value) => {
                let outcome = self.number(value)?;
                self.outcome(None, outcome);
                Ok(())
            }
            Statement::Shuffle(deck, when) => {
                let Some(Meaning::Deck(deck)) = self.meanings.get(&deck.text).cloned() else {
                    return Ok(());
                };
                let when = when.as_ref().map(|when| self.number(when)).transpose()?;
                let held =
                    self.names.states.iter().filter_map(|name| match self.meanings.get(*name) {
                        Some(Meaning::Bag { values, .. }) => *values,
                        _ => None,
                    });
                let held = held.collect();
                self.push(Line::Shuffle { deck, held, when });
                Ok(())
            }
            Statement::Return { cards, deck, when } => {
                let Some(Meaning::Deck(deck)) = self.meanings.get(&deck.text).cloned() else {
                    return Ok(());
                };
                let when = when.as_ref().map(|when| self.number(when)).transpose()?;
                let Some(hand) = self.values(&cards.text) else {
                    return Err(wrong(format!("`{}` is no hand of cards", cards.text)));
                };
                self.push(Line::Return { deck, hand, when });
                Ok(())
            }
            Statement::Ask(_) | Statement::Deck(..) => Ok(()),
        }
    }

    fn label(&mut self, label: &str) -> usize {
        match self.code.labels.iter().position(|known| known == label) {
            Some(place) => place,
            None => {
                self.code.labels.push(label.to_owned());
                self.code.labels.len() - 1
            }
        }
    }

    fn outcome(&mut self, condition: Option<Node>, outcome: Node) {
        if let Some(Meaning::List(slot)) = self.meanings.get(&self.list) {
            let slot = *slot;
            self.push(Line::Label { slot, condition, outcome });
        }
    }

    /// A policy as the place of a word.
    fn policy(&mut self, policy: &'p Expression, words: &[String]) -> Result<Node> {
        let node = self.number(policy)?;
        if matches!(policy.kind, Kind::Word { .. } | Kind::Number(_)) {
            return Ok(node);
        }
        let last = Node::Number(words.len() as i64 - 1);
        Ok(match words.iter().position(|word| word == "yes") {
            Some(yes) => {
                let no = if yes == 0 { 1 } else { 0 };
                Node::If(Box::new([node, Node::Number(yes as i64), Node::Number(no)]))
            }
            None => Node::Max(vec![Node::Number(0), Node::Min(vec![node, last])]),
        })
    }

    fn bind(&mut self, name: &str, value: &'p Expression) -> Result<()> {
        match self.meanings.get(name).cloned() {
            Some(Meaning::Number(slot)) => {
                let node = self.number(value)?;
                let bounds = self.bounds.get(name).cloned();
                self.push(Line::Set { slot, node, bounds });
                Ok(())
            }
            Some(Meaning::Bag { answers, values }) => {
                let (mut questions, mut slots): (Vec<Question>, Vec<usize>) =
                    answers.into_iter().unzip();
                if let Some(hand) = values {
                    questions.push(Question::of(Asked::Size));
                    slots.push(hand.size);
                    for rank in 1..=hand.most {
                        questions.push(Question::of(Asked::Nth(rank as u32)));
                        slots.push(hand.first + rank - 1);
                    }
                }
                self.answer(value, &questions, &slots)
            }
            _ => Ok(()),
        }
    }

    /// Lines that answer these questions about a bag into places.
    fn answer(
        &mut self,
        bag: &'p Expression,
        questions: &[Question],
        slots: &[usize],
    ) -> Result<()> {
        if questions.is_empty() {
            // Nobody asks: the roll is not made.
            return Ok(());
        }
        match &bag.kind {
            Kind::If(parts) => {
                let condition = self.number(&parts[0])?;
                let to_else = self.code.lines.len();
                self.push(Line::Jump { to: 0, when: Some((condition, false)) });
                self.answer(&parts[1], questions, slots)?;
                let to_end = self.code.lines.len();
                self.push(Line::Jump { to: 0, when: None });
                let else_at = self.code.lines.len();
                self.answer(&parts[2], questions, slots)?;
                let end = self.code.lines.len();
                for (line, target) in [(to_else, else_at), (to_end, end)] {
                    if let Line::Jump { to, .. } = &mut self.code.lines[line] {
                        *to = target;
                    }
                }
                Ok(())
            }
            Kind::Name(_) | Kind::Call(Function::Rolled, _) => {
                // All are read before any is written: a state may be set from itself.
                let mut sets = Vec::new();
                for (question, &slot) in questions.iter().zip(slots) {
                    sets.push((slot, self.ask(bag, question.clone())?));
                }
                if let Kind::Name(name) = &bag.kind
                    && self.values(name).is_some()
                {
                    return self.answer_by_values(name, questions, slots);
                }
                for (slot, node) in sets {
                    self.set(slot, node);
                }
                Ok(())
            }
            _ => {
                let throw = self.throw(bag, questions.to_vec())?;
                self.push(Line::Throw { throw, slots: slots.to_vec() });
                Ok(())
            }
        }
    }

    fn answer_by_values(
        &mut self,
        name: &str,
        questions: &[Question],
        slots: &[usize],
    ) -> Result<()> {
        let Some(hand) = self.values(name) else { return Ok(()) };
        let gather = Gather { hands: vec![hand], keep: None };
        let throw = Throw::Gather(gather, questions.to_vec());
        self.push(Line::Throw { throw, slots: slots.to_vec() });
        Ok(())
    }

    /// The values of a name, where they lie in places.
    fn values(&self, name: &str) -> Option<Hand> {
        match self.meanings.get(name) {
            Some(Meaning::Bag { values, .. }) => *values,
            _ => None,
        }
    }

    /// Dice, cards or hands with questions.
    fn throw(&mut self, bag: &'p Expression, questions: Vec<Question>) -> Result<Throw> {
        match &bag.kind {
            Kind::Roll(roll) => self.roll(roll, questions),
            Kind::Call(Function::Repeat, arguments) => {
                let [Argument::Value(count), Argument::Value(value)] = &arguments[..] else {
                    return Err(wrong("`repeat` takes a number and an expression"));
                };
                let count = self.number(count)?;
                let part = Some(Box::new(self.number(value)?));
                let member = MemberNode { count, sides: None, modifiers: Vec::new() };
                Ok(Throw::Dice(node(vec![member], None, part), questions))
            }
            Kind::Call(Function::Draw, arguments) => {
                let deck = match arguments.first() {
                    Some(Argument::Value(Expression { kind: Kind::Name(name), .. })) => {
                        match self.meanings.get(name) {
                            Some(Meaning::Deck(deck)) => *deck,
                            _ => return Err(wrong(format!("`{name}` is no deck"))),
                        }
                    }
                    _ => return Err(wrong("`draw` takes a deck")),
                };
                let count = match arguments.get(1) {
                    Some(Argument::Value(count)) => self.number(count)?,
                    _ => Node::Number(1),
                };
                Ok(Throw::Draw { deck, count, questions })
            }
            _ => Err(wrong("this is no roll")),
        }
    }

    fn roll(&mut self, roll: &'p Roll, questions: Vec<Question>) -> Result<Throw> {
        let keep = match &roll.keep {
            None => None,
            Some(keep) => {
                let count = keep.count.as_ref().map(|count| self.number(count)).transpose()?;
                Some((keep.which, count.unwrap_or(Node::Number(1))))
            }
        };
        let mut members = Vec::new();
        let mut hands = Vec::new();
        match &roll.source {
            Source::Dice(dice) => members.push(self.member(dice, &[], &roll.modifiers)?),
            Source::Pool(pool) => {
                for member in pool {
                    match member {
                        Member::Dice(dice, own) => {
                            members.push(self.member(dice, own, &roll.modifiers)?);
                        }
                        Member::Name(name) => hands.push(name),
                    }
                }
            }
        }
        if hands.is_empty() {
            return Ok(Throw::Dice(node(members, keep, None), questions));
        }
        let mut gathered = Vec::new();
        for name in hands {
            let hand = match &name.kind {
                Kind::Name(name) => self.values(name),
                _ => None,
            };
            match hand {
                Some(hand) => gathered.push(hand),
                None => {
                    // A number in a pool is one value.
                    let value = self.number(name)?;
                    let hand = self.hand(1);
                    self.set(hand.size, Node::Number(1));
                    self.set(hand.first, value);
                    gathered.push(hand);
                }
            }
        }
        if !members.is_empty() {
            let most = match &roll.source {
                Source::Pool(pool) => pool
                    .iter()
                    .map(|member| match member {
                        Member::Dice(dice, _) => {
                            let count = dice
                                .count
                                .as_ref()
                                .map_or(Some(1), |count| self.names.constant(count));
                            count.map_or(24, |count| count.max(0) as usize)
                        }
                        Member::Name(_) => 0,
                    })
                    .sum(),
                Source::Dice(_) => 1,
            };
            let hand = self.hand(most);
            let mut asked = vec![Question::of(Asked::Size)];
            let mut slots = vec![hand.size];
            for rank in 1..=most {
                asked.push(Question::of(Asked::Nth(rank as u32)));
                slots.push(hand.first + rank - 1);
            }
            let throw = Throw::Dice(node(members, None, None), asked);
            self.push(Line::Throw { throw, slots });
            gathered.push(hand);
        }
        Ok(Throw::Gather(Gather { hands: gathered, keep }, questions))
    }

    fn member(
        &mut self,
        dice: &'p Dice,
        own: &'p [Modifier],
        pool: &'p [Modifier],
    ) -> Result<MemberNode> {
        let count = dice.count.as_ref().map(|count| self.number(count)).transpose()?;
        let sides = match &dice.sides {
            Sides::Number(sides) => match self.names.constant(sides) {
                Some(sides) if (1..=65_535).contains(&sides) => {
                    SidesNode::Die(Die::sided(sides as u16))
                }
                Some(sides) => {
                    return Err(wrong(format!("a die of {sides} sides"))
                        .with_hint("a die has 1 to 65535 sides"));
                }
                None => SidesNode::Number(self.number(sides)?),
            },
            Sides::Percent => SidesNode::Die(Die::sided(100)),
            Sides::Fate => SidesNode::Die(Die::new(&[-1, 0, 1])),
            Sides::Faces(faces) => SidesNode::Die(Die::new(&self.names.faces(faces))),
            Sides::Card => {
                let cards = (1..=13).flat_map(|value| [value; 4]).chain([15, 15]);
                SidesNode::Die(Die::cards(&cards.collect::<Vec<_>>()))
            }
        };
        let modifiers = own.iter().chain(pool).map(|modifier| self.modifier(modifier));
        let modifiers: Vec<ModifierNode> = modifiers.collect::<Result<_>>()?;
        let explosions =
            modifiers.iter().filter(|known| matches!(known, ModifierNode::Explode { .. })).count();
        if explosions > 1 {
            return Err(wrong("a die explodes in two ways").with_hint("write one `!`"));
        }
        Ok(MemberNode { count: count.unwrap_or(Node::Number(1)), sides: Some(sides), modifiers })
    }

    fn modifier(&mut self, modifier: &'p Modifier) -> Result<ModifierNode> {
        Ok(match modifier {
            Modifier::Explode(explosion) => ModifierNode::Explode {
                when: explosion.when.as_ref().map(|when| self.ranges(when)).transpose()?,
                same_die: explosion.same_die,
                penetrates: explosion.penetrates,
                longest: explosion.longest.map_or(u32::MAX, u32::from),
            },
            Modifier::Reroll { once, when } => {
                ModifierNode::Reroll { once: *once, when: self.ranges(when)? }
            }
            Modifier::AtLeast(number) => ModifierNode::AtLeast(self.number(number)?),
            Modifier::AtMost(number) => ModifierNode::AtMost(self.number(number)?),
        })
    }

    fn ranges(&mut self, when: &'p When) -> Result<Ranges> {
        Ok(match when {
            When::Compare(comparison, number) => Ranges::compare(*comparison, self.number(number)?),
            When::Among(parts) => {
                let mut ranges = Vec::new();
                for (low, high) in parts {
                    let low = self.number(low)?;
                    let high = match high {
                        None => low.clone(),
                        Some(high) => self.number(high)?,
                    };
                    ranges.push((Some(low), Some(high)));
                }
                Ranges(ranges)
            }
        })
    }

    /// One question about a bag, as a number.
    fn ask(&mut self, bag: &'p Expression, question: Question) -> Result<Node> {
        match &bag.kind {
            Kind::Name(name) => match self.meanings.get(name).cloned() {
                Some(Meaning::Bag { answers, values }) => {
                    match answers.iter().find(|(known, _)| *known == question) {
                        Some(&(_, slot)) => Ok(Node::Slot(slot)),
                        None => match values {
                            Some(hand) => {
                                let gather = Gather { hands: vec![hand], keep: None };
                                let question = WhenNode::Fixed(question);
                                Ok(Node::Of(Box::new(gather), Box::new(question)))
                            }
                            None => Err(wrong(format!("`{name}` is not known here"))),
                        },
                    }
                }
                Some(Meaning::Deck(deck)) => Ok(self.cards_left(deck)),
                Some(Meaning::Number(slot)) => Ok(Node::Slot(slot)),
                _ => Err(wrong(format!("`{name}` is no roll"))),
            },
            Kind::Call(Function::Rolled, arguments) => match arguments.first() {
                Some(Argument::Value(inner)) => {
                    self.ask(inner, Question { rolled: true, ..question })
                }
                _ => Err(wrong("`rolled` takes a roll")),
            },
            Kind::If(parts) => {
                let condition = self.number(&parts[0])?;
                let then = self.ask(&parts[1], question.clone())?;
                let or = self.ask(&parts[2], question)?;
                Ok(Node::If(Box::new([condition, then, or])))
            }
            _ => {
                let throw = self.throw(bag, vec![question])?;
                Ok(Node::Roll(Box::new(throw)))
            }
        }
    }

    fn cards_left(&self, deck: usize) -> Node {
        let deck = &self.code.decks[deck];
        let left = (deck.first..).zip(&deck.kinds).map(|(slot, _)| Node::Slot(slot));
        let add = |sum, left| Node::Binary(Operator::Add, Box::new([sum, left]));
        left.reduce(add).unwrap_or(Node::Number(0))
    }

    /// An expression as a number.
    fn number(&mut self, expression: &'p Expression) -> Result<Node> {
        if let Some(number) = self.names.constant(expression) {
            return Ok(Node::Number(number));
        }
        if self.names.is_bag(expression) {
            return self.ask(expression, Question::of(Asked::Sum));
        }
        Ok(match &expression.kind {
            Kind::Number(number) => Node::Number(*number),
            Kind::Word { place, .. } => Node::Number(*place),
            Kind::Field(name) => {
                return Err(wrong(format!("`${name}` has no number")));
            }
            Kind::Name(name) => match self.meanings.get(name) {
                Some(Meaning::Number(slot) | Meaning::List(slot)) => Node::Slot(*slot),
                Some(Meaning::Deck(deck)) => self.cards_left(*deck),
                _ => return Err(wrong(format!("`{name}` is not known"))),
            },
            Kind::Roll(roll) => {
                // A tally: what each die counts in each of its parts.
                let parts = roll.tally.iter().map(|when| self.names.constant_faces(when));
                match parts.collect::<Option<Vec<_>>>() {
                    Some(parts) => {
                        let question = Question::of(Asked::Tally(parts.into()));
                        Node::Roll(Box::new(self.roll(roll, vec![question])?))
                    }
                    None => self.tally_in_play(roll)?,
                }
            }
            Kind::Call(function, arguments) => self.call(*function, arguments)?,
            Kind::If(parts) => {
                let [condition, then, or] = &**parts;
                let parts = [self.number(condition)?, self.number(then)?, self.number(or)?];
                Node::If(Box::new(parts))
            }
            Kind::Binary(operator, parts) => {
                let parts = [self.number(&parts[0])?, self.number(&parts[1])?];
                Node::Binary(*operator, Box::new(parts))
            }
            Kind::Not(inner) => Node::Not(Box::new(self.number(inner)?)),
            Kind::Negate(inner) => Node::Negate(Box::new(self.number(inner)?)),
        })
    }

    /// A tally whose numbers come up in play: the values of the dice, then the count.
    fn tally_in_play(&mut self, roll: &'p Roll) -> Result<Node> {
        let most = match &roll.source {
            Source::Dice(dice) => dice
                .count
                .as_ref()
                .map_or(Some(1), |count| self.names.constant(count))
                .map_or(24, |count| count.clamp(0, 64) as usize),
            Source::Pool(_) => 24,
        };
        let hand = self.hand(most);
        let mut asked = vec![Question::of(Asked::Size)];
        let mut slots = vec![hand.size];
        for rank in 1..=most {
            asked.push(Question::of(Asked::Nth(rank as u32)));
            slots.push(hand.first + rank - 1);
        }
        let throw = self.roll(roll, asked)?;
        self.push(Line::Throw { throw, slots });
        let mut sum = Node::Number(0);
        for when in &roll.tally {
            let ranges = self.ranges(when)?;
            let gather = Gather { hands: vec![hand], keep: None };
            let part = Node::Of(Box::new(gather), Box::new(WhenNode::Count(ranges.0)));
            sum = Node::Binary(Operator::Add, Box::new([sum, part]));
        }
        Ok(sum)
    }

    fn call(&mut self, function: Function, arguments: &'p [Argument]) -> Result<Node> {
        let values = || {
            arguments.iter().filter_map(|argument| match argument {
                Argument::Value(value) => Some(value),
                _ => None,
            })
        };
        match function {
            Function::Min | Function::Max | Function::Abs => {
                let mut nodes = Vec::new();
                for value in values() {
                    nodes.push(self.number(value)?);
                }
                return Ok(match function {
                    Function::Min => Node::Min(nodes),
                    Function::Max => Node::Max(nodes),
                    _ => Node::Abs(Box::new(nodes.pop().unwrap_or(Node::Number(0)))),
                });
            }
            _ => {}
        }
        let Some(of) = values().next() else {
            return Err(wrong(format!("`{}` takes a roll", function.word())));
        };
        if function == Function::Size
            && let Kind::Name(name) = &of.kind
            && let Some(Meaning::Deck(deck)) = self.meanings.get(name)
        {
            return Ok(self.cards_left(*deck));
        }
        if let Some(question) = self.names.question(function, arguments) {
            return self.ask(of, question);
        }
        // A number of the question comes up in play: it is asked of the values.
        let hand = match &of.kind {
            Kind::Name(name) => self.values(name),
            _ => None,
        };
        let hand = match hand {
            Some(hand) => hand,
            None => {
                let most = self.names.most_values(of, 0);
                let hand = self.hand(most);
                let mut asked = vec![Question::of(Asked::Size)];
                let mut slots = vec![hand.size];
                for rank in 1..=most {
                    asked.push(Question::of(Asked::Nth(rank as u32)));
                    slots.push(hand.first + rank - 1);
                }
                self.answer(of, &asked, &slots)?;
                hand
            }
        };
        let number = |lower: &mut Self| match arguments.get(1) {
            Some(Argument::Value(value)) => lower.number(value),
            Some(Argument::Faces(When::Compare(_, value))) => lower.number(value),
            _ => Ok(Node::Number(1)),
        };
        let question = match function {
            Function::Nth => WhenNode::Nth(number(self)?),
            Function::Sets => WhenNode::Sets(number(self)?),
            _ => match arguments.get(1) {
                Some(Argument::Faces(when)) => WhenNode::Count(self.ranges(when)?.0),
                Some(Argument::Value(value)) => {
                    let face = self.number(value)?;
                    WhenNode::Count(vec![(Some(face.clone()), Some(face))])
                }
                _ => {
                    return Err(wrong(format!("`{}` can't be asked so", function.word())));
                }
            },
        };
        let gather = Gather { hands: vec![hand], keep: None };
        Ok(Node::Of(Box::new(gather), Box::new(question)))
    }
}

fn node(
    members: Vec<MemberNode>,
    keep: Option<(crate::dice::syntax::Kept, Node)>,
    part: Option<Box<Node>>,
) -> RollNode {
    RollNode { members, keep, part, fixed: OnceLock::new(), made: Default::default() }
}

fn truth(node: Node) -> Node {
    Node::Not(Box::new(Node::Not(Box::new(node))))
}
