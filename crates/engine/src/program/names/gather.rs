//! Collection of the questions about each roll, from the places that read its name.

use super::NameUsage;
use super::walk::{lines, of_line, values};
use crate::chance::{Question, RollQuery};
use oddsmith_dice::syntax::{
    Argument, Ask, Expression, Function, Kind, Member, Program, Source, Statement, children,
    in_roll, in_when,
};

impl<'p> NameUsage<'p> {
    pub(super) fn gather(
        &mut self,
        program: &'p Program,
        decisions: impl Iterator<Item = &'p Expression>,
    ) {
        for line in lines(program) {
            match &line.statement {
                Statement::Bind(name, value) => self.bound(&name.text, value),
                Statement::State(states) => {
                    for state in states {
                        self.bound(&state.name.text, &state.start);
                        let bounds = state.bounds.iter().flat_map(|(low, high)| [low, high]);
                        bounds.for_each(|bound| self.number(bound));
                    }
                }
                Statement::Ask(asks) => {
                    for ask in asks {
                        let names = match ask {
                            Ask::One { name, .. } => std::slice::from_ref(name),
                            Ask::Joint(names) => names,
                        };
                        for name in names {
                            let Some(letters) = self.letters_of(&name.text) else {
                                self.ask(&name.text, Question::of(RollQuery::Sum));
                                continue;
                            };
                            for letter in letters {
                                self.ask(&name.text, self.shows(letter));
                            }
                        }
                    }
                }
                Statement::Return { cards, when, .. } => {
                    self.need_values(&cards.text);
                    when.iter().for_each(|when| self.number(when));
                }
                _ => of_line(line).into_iter().for_each(|value| self.number(value)),
            }
        }
        program.course.iter().for_each(|course| self.number(&course.until));
        decisions.for_each(|policy| self.number(policy));
    }

    /// Passes the questions about a name on to the expression that it is bound to.
    pub(super) fn bound(&mut self, name: &'p str, value: &'p Expression) {
        let Some(asks) = self.asks.get(name) else { return self.number(value) };
        let (questions, values) = (asks.questions.clone(), asks.values);
        if values || self.states.contains(&name) {
            self.values_of(value);
        } else {
            questions.into_iter().for_each(|question| self.bag(value, &question));
        }
        self.inside(value);
    }

    /// Visits the numbers that a bag reads.
    pub(super) fn inside(&mut self, bag: &'p Expression) {
        match &bag.kind {
            Kind::Name(_) => {}
            Kind::If(parts) => {
                self.number(&parts[0]);
                self.inside(&parts[1]);
                self.inside(&parts[2]);
            }
            Kind::Call(Function::Rolled, arguments) => {
                values(arguments).for_each(|inner| self.inside(inner));
            }
            Kind::Call(Function::Without | Function::Common, arguments) => {
                for value in values(arguments) {
                    match self.is_bag(value) {
                        true => {
                            self.values_of(value);
                            self.inside(value);
                        }
                        false => self.number(value),
                    }
                }
            }
            Kind::Call(function, arguments) => {
                let deck = usize::from(*function == Function::Draw);
                values(arguments).skip(deck).for_each(|value| self.number(value));
            }
            Kind::Roll(roll) => {
                if let Source::Pool(members) = &roll.source {
                    for member in members {
                        if let Member::Name(name) = member {
                            self.values_of(name);
                        }
                    }
                }
                let mut inner = Vec::new();
                in_roll(roll, &mut |child| inner.push(child));
                for child in inner {
                    let is_member = matches!(&child.kind, Kind::Name(name) if self.asks.contains_key(name.as_str()))
                        && matches!(&roll.source, Source::Pool(members) if members.iter().any(|member| matches!(member, Member::Name(own) if own == child)));
                    if !is_member {
                        self.number(child);
                    }
                }
            }
            _ => self.number(bag),
        }
    }

    pub(super) fn values_of(&mut self, bag: &'p Expression) {
        match &bag.kind {
            Kind::Name(name) => self.need_values(name),
            Kind::If(parts) => {
                self.values_of(&parts[1]);
                self.values_of(&parts[2]);
            }
            Kind::Call(Function::Rolled, arguments) => {
                values(arguments).for_each(|inner| self.values_of(inner));
            }
            _ => {}
        }
    }

    pub(super) fn need_values(&mut self, name: &str) {
        if let Some(asks) = self.asks.get_mut(name)
            && !asks.values
        {
            asks.values = true;
            self.changed = true;
        }
    }

    pub(super) fn ask(&mut self, name: &str, question: Question) {
        if let Some(asks) = self.asks.get_mut(name)
            && !asks.questions.contains(&question)
        {
            asks.questions.push(question);
            self.changed = true;
        }
    }

    /// Visits an expression that is read as a number.
    pub(super) fn number(&mut self, expression: &'p Expression) {
        if let Some((card, question, _)) = self.compared(expression) {
            return self.bag(card, &question);
        }
        if self.is_bag(expression) {
            self.bag(expression, &Question::of(RollQuery::Sum));
            return self.inside(expression);
        }
        if let Kind::Call(function, arguments) = &expression.kind
            && let Some(Argument::Value(of)) = arguments.first()
            && !function.is_of_numbers()
        {
            if self.is_bag(of) {
                match self.question(*function, arguments) {
                    Some(question) => self.bag(of, &question),
                    None => self.values_of(of),
                }
                self.inside(of);
            }
            for argument in &arguments[1..] {
                match argument {
                    Argument::Value(value) => self.number(value),
                    Argument::Faces(when) => in_when(when, &mut |child| self.number(child)),
                    Argument::Letter(_) | Argument::Suit(_) | Argument::SecondValue(..) => {}
                }
            }
            return;
        }
        if let Kind::Roll(_) = &expression.kind {
            // A tally of a pool reads the dice of its names.
            return self.inside(expression);
        }
        children(expression, &mut |child| self.number(child));
    }

    /// Adds a question about a bag.
    pub(super) fn bag(&mut self, bag: &'p Expression, question: &Question) {
        match &bag.kind {
            Kind::Name(name) => self.ask(name, question.clone()),
            Kind::If(parts) => {
                self.bag(&parts[1], question);
                self.bag(&parts[2], question);
            }
            Kind::Call(Function::Rolled, arguments) => {
                let rolled = Question { rolled: true, ..question.clone() };
                values(arguments).for_each(|inner| self.bag(inner, &rolled));
            }
            _ => {}
        }
    }
}
