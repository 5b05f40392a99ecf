//! Lowering of expressions to numbers.

use std::sync::Arc;

use super::{Lowering, Meaning, truth, wrong};
use crate::chance::{Question, RollQuery};
use crate::program::code::{Gather, Hand, Line, Node, Ranges, Rows, WhenNode};
use crate::program::names::values;
use oddsmith_base::Result;
use oddsmith_dice::syntax::{
    Argument, Comparison, Expression, Function, Kind, Operator, Roll, Table, When,
};

impl<'p> Lowering<'p> {
    /// Lowers one question about a bag.
    pub(super) fn ask(&mut self, bag: &'p Expression, question: Question) -> Result<Node> {
        match &bag.kind {
            Kind::Name(name) => match self.meanings.get(name).cloned() {
                Some(Meaning::Bag { answers, values }) => {
                    let known = answers.iter().find(|(known, _)| *known == question);
                    match (known, values) {
                        (Some(&(_, slot)), _) => Ok(Node::Slot(slot)),
                        (None, Some(_)) if question.rolled => {
                            Err(wrong("`rolled` needs a fixed number here")
                                .with_hint("name the whole bag: `all = 4d6`, then `r = [all]kh3`"))
                        }
                        (None, Some(hand)) => {
                            let question = WhenNode::Fixed(question);
                            Ok(Node::Of(Box::new(Gather::of(hand)), Box::new(question)))
                        }
                        (None, None) => Err(wrong(format!("`{name}` is not known here"))),
                    }
                }
                Some(Meaning::Deck(deck)) => Ok(self.cards_left(deck)),
                Some(Meaning::Number(slot)) if question == Question::of(RollQuery::Sum) => {
                    Ok(Node::Slot(slot))
                }
                _ => Err(wrong(format!("`{name}` is a number here, not a roll"))
                    .with_hint("it was set to a number in one branch: give the roll its own name")),
            },
            Kind::Call(Function::Rolled, arguments) => match arguments.first() {
                Some(Argument::Value(inner)) => {
                    self.ask(inner, Question { rolled: true, ..question })
                }
                _ => Err(wrong("`rolled` takes a roll")),
            },
            Kind::If(parts) => {
                if let Some(taken) = self.taken(parts) {
                    return self.ask(taken, question);
                }
                let asked = |lower: &mut Self, bag| lower.ask(bag, question.clone());
                self.choose(
                    &parts[0],
                    |lower| asked(lower, &parts[1]),
                    |lower| asked(lower, &parts[2]),
                )
            }
            _ => {
                let throw = self.throw(bag, vec![question])?;
                Ok(self.rolled(throw))
            }
        }
    }

    pub(super) fn cards_left(&self, deck: usize) -> Node {
        let deck = &self.code.decks[deck];
        let left = (deck.first..).zip(&deck.kinds).map(|(slot, _)| Node::Slot(slot));
        let add = |sum, left| Node::Binary(Operator::Add, Box::new([sum, left]));
        left.reduce(add).unwrap_or(Node::Number(0))
    }

    /// Lowers an expression to a number.
    pub(super) fn number(&mut self, expression: &'p Expression) -> Result<Node> {
        if let Some(number) = self.names.constant(expression) {
            return Ok(Node::Number(number));
        }
        if self.names.is_bag(expression) {
            return self.ask(expression, Question::of(RollQuery::Sum));
        }
        if let Some((card, question, none)) = self.names.compared(expression) {
            let count = self.ask(card, question)?;
            return Ok(if none { Node::Not(Box::new(count)) } else { count });
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
                // A tally: the gain of each die in each part.
                let parts = roll.tally.iter().map(|when| self.names.constant_faces(when));
                match parts.collect::<Option<Vec<_>>>() {
                    Some(parts) => {
                        let question = Question::of(RollQuery::Tally(parts.into()));
                        let throw = self.roll(roll, vec![question])?;
                        self.rolled(throw)
                    }
                    None => self.tally_in_play(roll)?,
                }
            }
            Kind::Call(function, arguments) => self.call(*function, arguments)?,
            Kind::Table(table) => self.looked_up(table)?,
            Kind::Over(_) => return Err(wrong("a loop can't be used here")),
            Kind::If(parts) => {
                if let Some(taken) = self.taken(parts) {
                    return self.number(taken);
                }
                let [condition, then, or] = &**parts;
                self.choose(condition, |lower| lower.number(then), |lower| lower.number(or))?
            }
            Kind::Binary(operator, parts) => {
                let (left, lucky) = (self.number(&parts[0])?, parts[1].rolls());
                if let (Operator::And | Operator::Or, true) = (operator, lucky) {
                    return self.both(*operator, left, &parts[1]);
                }
                let left = if lucky { self.kept(left) } else { left };
                // A short form may add the constant 0.
                match (operator, left, self.number(&parts[1])?) {
                    (Operator::Add, Node::Number(0), other)
                    | (Operator::Add | Operator::Subtract, other, Node::Number(0)) => other,
                    (operator, left, right) => Node::Binary(*operator, Box::new([left, right])),
                }
            }
            Kind::Not(inner) => Node::Not(Box::new(self.number(inner)?)),
            Kind::Negate(inner) => Node::Negate(Box::new(self.number(inner)?)),
        })
    }

    /// Lowers a conditional; only the branch taken rolls its dice.
    fn choose(
        &mut self,
        condition: &'p Expression,
        then: impl FnOnce(&mut Self) -> Result<Node>,
        or: impl FnOnce(&mut Self) -> Result<Node>,
    ) -> Result<Node> {
        let condition = self.number(condition)?;
        // A jump, which is removed again if neither branch emits lines.
        let (start, condition_again) = (self.here(), condition.clone());
        let to_else = self.jump(Some((condition, false)));
        let then = then(self)?;
        let after_then = self.here();
        let slot = self.slot("");
        self.set(slot, then.clone());
        let to_end = self.jump(None);
        self.land(to_else);
        let else_at = self.here();
        let or = or(self)?;
        if after_then == start + 1 && self.here() == else_at {
            self.code.lines.truncate(start);
            return Ok(Node::If(Box::new([condition_again, then, or])));
        }
        self.set(slot, or);
        self.land(to_end);
        Ok(Node::Slot(slot))
    }

    /// Lowers `and` or `or` with a right side that rolls, which is evaluated only if the left one
    /// does not decide.
    fn both(&mut self, operator: Operator, left: Node, right: &'p Expression) -> Result<Node> {
        let slot = self.slot("");
        self.set(slot, truth(left));
        let told = self.jump(Some((Node::Slot(slot), operator == Operator::Or)));
        let right = self.number(right)?;
        self.set(slot, truth(right));
        self.land(told);
        Ok(Node::Slot(slot))
    }

    /// Lowers a tally with variable numbers: the values of the dice first, then the count.
    pub(super) fn tally_in_play(&mut self, roll: &'p Roll) -> Result<Node> {
        let hand = self.hand(self.names.most_of(roll), false);
        let throw = self.roll(roll, hand.questions().collect())?;
        self.push(Line::Throw { throw, slots: hand.places().collect() });
        let mut sum = Node::Number(0);
        for when in &roll.tally {
            let ranges = self.ranges(when)?;
            let gather = Gather::of(hand);
            let part = Node::Of(Box::new(gather), Box::new(WhenNode::Count(ranges.0)));
            sum = Node::Binary(Operator::Add, Box::new([sum, part]));
        }
        Ok(sum)
    }

    pub(super) fn call(&mut self, function: Function, arguments: &'p [Argument]) -> Result<Node> {
        if function == Function::Abs {
            let value = values(arguments).next().map(|value| self.number(value)).transpose()?;
            return Ok(Node::Abs(Box::new(value.unwrap_or(Node::Number(0)))));
        }
        if function.is_of_numbers() {
            return self.together(function, values(arguments));
        }
        let Some(of) = values(arguments).next() else {
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
        // A variable parameter: the question is evaluated on the values.
        let hand = self.hand_of(of)?;
        let number = |lower: &mut Self| match arguments.get(1) {
            Some(Argument::Value(value)) => lower.number(value),
            Some(Argument::Faces(When::Compare(_, value))) => lower.number(value),
            _ => Ok(Node::Number(1)),
        };
        let question = match function {
            Function::Groups => {
                let least = match arguments.get(1) {
                    Some(Argument::Value(least)) => self.names.constant(least),
                    _ => None,
                };
                let Some(least) = least else {
                    return Err(wrong("the sum of `groups` must be fixed")
                        .with_hint("use a number or a field: `groups(r, $sum)`"));
                };
                let least = least.clamp(0, 1 << 20) as i32;
                WhenNode::Fixed(Question::of(RollQuery::Groups(least)))
            }
            Function::Nth => WhenNode::Nth(number(self)?),
            Function::Sets => WhenNode::Sets(number(self)?),
            _ => match arguments.get(1) {
                Some(Argument::Faces(when)) => WhenNode::Count(self.ranges(when)?.0),
                Some(Argument::Value(value)) => {
                    let face = self.number(value)?;
                    WhenNode::Count(vec![(Some(face.clone()), Some(face))])
                }
                _ => {
                    return Err(wrong(format!("`{}` can't be asked like this", function.word())));
                }
            },
        };
        let gather = Gather::of(hand);
        Ok(Node::Of(Box::new(gather), Box::new(question)))
    }

    /// Returns the values of a bag, in new slots if it has no name.
    pub(super) fn hand_of(&mut self, bag: &'p Expression) -> Result<Hand> {
        if let Kind::Name(name) = &bag.kind
            && let Some(hand) = self.values(name)
        {
            return Ok(hand);
        }
        let suited = self.names.suited && self.names.is_cards(bag);
        let hand = self.hand(self.names.most_values(bag), suited);
        let (questions, places) = (hand.questions(), hand.places());
        self.answer(bag, &questions.collect::<Vec<_>>(), &places.collect::<Vec<_>>())?;
        Ok(hand)
    }

    /// Lowers a function of several numbers.
    ///
    /// Intermediate results are stored in a slot before further rolls, and after many operands.
    fn together(
        &mut self,
        function: Function,
        values: impl Iterator<Item = &'p Expression>,
    ) -> Result<Node> {
        const MOST: usize = 24;
        let (mut so_far, mut held): (Option<Node>, usize) = (None, 0);
        for value in values {
            held += 1;
            let keeps = value.rolls() || held > MOST || self.names.asks_a_bag(value);
            if let Some(node) = so_far.take_if(|_| keeps) {
                so_far = Some(self.kept(node));
                held = 0;
            }
            let value = self.number(value)?;
            so_far = Some(match (so_far, function) {
                (None, Function::Any | Function::All) => truth(value),
                (None, _) => value,
                (Some(node), Function::Sum) => Node::Binary(Operator::Add, Box::new([node, value])),
                (Some(node), Function::Any) => Node::Binary(Operator::Or, Box::new([node, value])),
                (Some(node), Function::All) => Node::Binary(Operator::And, Box::new([node, value])),
                (Some(Node::Min(mut nodes)), Function::Min)
                | (Some(Node::Max(mut nodes)), Function::Max) => {
                    nodes.push(value);
                    if function == Function::Min { Node::Min(nodes) } else { Node::Max(nodes) }
                }
                (Some(node), Function::Min) => Node::Min(vec![node, value]),
                (Some(node), _) => Node::Max(vec![node, value]),
            });
        }
        Ok(so_far.unwrap_or(Node::Number(0)))
    }

    /// Lowers a table lookup: constant rows are searched; other rows are separate lines, one of
    /// which is executed.
    fn looked_up(&mut self, table: &'p Table) -> Result<Node> {
        let of = self.number(&table.of)?;
        let number = |value: &Expression| self.names.constant(value);
        let otherwise = table.otherwise.as_ref().map_or(Some(0), number);
        let rows = table.rows.iter().map(|(when, value)| {
            let (faces, value) = (self.names.constant_faces(when)?, number(value)?);
            Some(faces.0.into_iter().map(move |(low, high)| (low.into(), high.into(), value)))
        });
        let rows: Option<Vec<_>> = rows.collect();
        if let (Some(rows), Some(otherwise)) = (rows, otherwise) {
            let rows: Vec<(i64, i64, i64)> = rows.into_iter().flatten().collect();
            return Ok(Node::Lookup(Box::new(of), Arc::new(Rows::of(&rows, otherwise))));
        }
        let of = self.kept(of);
        let slot = self.slot("");
        let mut ends = Vec::new();
        for (when, value) in &table.rows {
            let ranges = self.ranges(when)?;
            let next = self.jump(Some((within(&of, &ranges), false)));
            let value = self.number(value)?;
            self.set(slot, value);
            ends.push(self.jump(None));
            self.land(next);
        }
        let otherwise = table.otherwise.as_ref().map(|value| self.number(value)).transpose()?;
        self.set(slot, otherwise.unwrap_or(Node::Number(0)));
        ends.into_iter().for_each(|end| self.land(end));
        Ok(Node::Slot(slot))
    }
}

/// Returns the condition that a number is in one of these ranges.
fn within(number: &Node, ranges: &Ranges) -> Node {
    let compared = |sign, bound: &Node| {
        let sides = Box::new([number.clone(), bound.clone()]);
        Node::Binary(Operator::Compare(sign), sides)
    };
    let both = |operator, one, other| Node::Binary(operator, Box::new([one, other]));
    let ranges = ranges.0.iter().map(|(low, high)| {
        let low = low.as_ref().map(|low| compared(Comparison::AtLeast, low));
        let high = high.as_ref().map(|high| compared(Comparison::AtMost, high));
        match (low, high) {
            (Some(low), Some(high)) => both(Operator::And, low, high),
            (low, high) => low.or(high).unwrap_or(Node::Number(1)),
        }
    });
    ranges.reduce(|one, other| both(Operator::Or, one, other)).unwrap_or(Node::Number(0))
}
