//! The interpreter: statements, variables, settings, expressions.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::DEEPEST;
use crate::budget::Meter;
use crate::fault::{Done, Fault, Span};
use crate::law::{Law, Map};
use crate::operators::{at, dice, join, length, minus, not};
use crate::report::{Notice, Output, Report, Warning};
use crate::tree::{
    Comparison, Deed, Expression, Function, Kind, Operator, Part, Program, Sign, Statement,
    Variable,
};
use crate::value::{Value, needed};
use crate::words::{no_condition, no_sequence};

/// The value of a variable before a call, and the call in which it was last saved before that.
struct Before {
    variable: Variable,
    value: Option<Value>,
    kept: u64,
}

/// The state of the interpreter that the end of a call restores.
pub struct Frame {
    /// Length of the trail at the call.
    mark: usize,
    /// Number of the calling call.
    before: u64,
}

/// The way in which a block of statements ended.
pub enum Flow {
    /// Reached its end without a result.
    Continue,
    /// Returned a result.
    Result(Value),
}

/// The interpreter of a program.
pub struct Machine<'a> {
    pub text: &'a str,
    pub program: &'a Program,
    pub meter: &'a Meter<'a>,
    pub variables: Vec<Option<Value>>,
    /// Values of variables before the active calls changed them, for restoring.
    trail: Vec<Before>,
    /// The call in which each variable was last saved.
    kept: Vec<u64>,
    /// The number of the current call, and the number of calls so far.
    frame: u64,
    frames: u64,
    pub functions: Vec<Option<&'a Function>>,
    /// The number of nested calls.
    pub depth: u64,
    /// The setting "maximum function depth".
    pub deepest: u64,
    /// The setting "explode depth".
    pub explosions: u64,
    pub lowest_first: bool,
    /// The depth of the interpreter's recursion.
    stack: usize,
    outputs: Vec<(String, Rc<Law>, Span)>,
    pub warnings: RefCell<BTreeMap<Warning, Span>>,
    /// The number of active calls that run once for each combination of outcomes of their dice
    /// arguments.
    pub expansions: u32,
    /// Cached dice with faces from 1 on.
    plain: Map<(i64, i64), Value>,
}

/// Maximum number of cached plain dice.
const PLAIN: usize = 256;

impl<'a> Machine<'a> {
    pub fn new(text: &'a str, program: &'a Program, meter: &'a Meter<'a>) -> Self {
        Machine {
            text,
            program,
            meter,
            variables: vec![None; program.variables.len()],
            trail: Vec::new(),
            kept: vec![0; program.variables.len()],
            frame: 0,
            frames: 0,
            functions: vec![None; program.functions.len()],
            depth: 0,
            deepest: 10,
            explosions: 2,
            lowest_first: false,
            stack: 0,
            outputs: Vec::new(),
            warnings: RefCell::default(),
            expansions: 0,
            plain: Default::default(),
        }
    }

    /// Records a warning about a difference from AnyDice or a cut-off, each kind once.
    pub fn warn(&self, warning: Warning, span: Span) {
        self.warnings.borrow_mut().entry(warning).or_insert(span);
    }

    /// Returns the report.
    pub fn report(self) -> Report {
        const EXACT: u64 = 1 << 53;
        for (_, law, span) in &self.outputs {
            if law.lowest().unsigned_abs().max(law.highest().unsigned_abs()) > EXACT {
                self.warn(Warning::Beyond, *span);
            }
        }
        let line = |span: Span| 1 + self.text[..span.start as usize].matches('\n').count();
        let warnings = self.warnings.into_inner().into_iter();
        let warnings = warnings.map(|(warning, span)| (span, warning.message()));
        let mut warnings: Vec<_> = warnings.collect();
        warnings.sort_by_key(|(span, _)| span.start);
        let notice = |(span, message)| Notice { message, line: line(span) };
        let outputs = self.outputs.into_iter();
        Report {
            outputs: outputs.map(|(name, law, span)| Output::new(name, &law, span)).collect(),
            warnings: warnings.into_iter().map(notice).collect(),
        }
    }

    /// Runs statements until one yields a result.
    pub fn block(&mut self, statements: &'a [Statement]) -> Done<Flow> {
        for statement in statements {
            self.meter.spend(4).map_err(|fault| fault.or_at(statement.span))?;
            if let Flow::Result(value) = self.statement(statement)? {
                return Ok(Flow::Result(value));
            }
        }
        Ok(Flow::Continue)
    }

    fn statement(&mut self, statement: &'a Statement) -> Done<Flow> {
        match &statement.kind {
            Deed::Assign(variable, value) => {
                let value = self.value(value)?;
                self.assign(*variable, value);
            }
            Deed::Result(value) => return self.value(value).map(Flow::Result),
            Deed::If(condition, then, otherwise) => {
                let holds = match self.value(condition)? {
                    Value::Number(number) => number != 0,
                    other => return Err(no_condition(&other, condition.span)),
                };
                return self.inner(if holds { then } else { otherwise }, statement.span);
            }
            Deed::Loop(variable, over, body) => {
                let over = match self.value(over)? {
                    Value::Sequence(sequence) => sequence,
                    other => return Err(no_sequence(&other, over.span)),
                };
                for number in &over.numbers {
                    self.assign(*variable, Value::Number(*number));
                    if let Flow::Result(value) = self.inner(body, statement.span)? {
                        return Ok(Flow::Result(value));
                    }
                    self.meter.spend(4).map_err(|fault| fault.or_at(statement.span))?;
                }
            }
            Deed::Output(value, name) => {
                let span = value.span;
                let value = self.value(value)?;
                let law = match &value {
                    // The output of a sequence is the distribution of its elements, not its sum.
                    Value::Sequence(sequence) => Law::of_numbers(&sequence.numbers, self.meter),
                    other => other.law(self.meter),
                }
                .map_err(|fault| fault.or_at(span))?;
                let name = match name {
                    Some(name) => self.name(*name)?,
                    None => format!("output {}", self.outputs.len() + 1),
                };
                self.outputs.push((name, law, span));
            }
            Deed::Set(setting, to) => self.set(*setting, to, statement.span)?,
            Deed::Define(function) => {
                self.functions[function.identity as usize] = Some(function);
            }
        }
        Ok(Flow::Continue)
    }

    /// Runs a nested block.
    fn inner(&mut self, statements: &'a [Statement], span: Span) -> Done<Flow> {
        self.deeper(span)?;
        let flow = self.block(statements);
        self.stack -= 1;
        flow
    }

    /// Increments the recursion depth.
    fn deeper(&mut self, span: Span) -> Done<()> {
        self.stack += 1;
        if self.stack > DEEPEST {
            let message = format!("calls go too deep: {} levels", self.depth);
            let hint = "set a smaller \"maximum function depth\", or end the recursion earlier";
            return Err(Fault::at(span, message, hint));
        }
        Ok(())
    }

    /// Sets a variable; within a function, until that returns.
    pub fn assign(&mut self, variable: Variable, value: Value) {
        let place = variable as usize;
        let before = self.variables[place].replace(value);
        // The previous value is saved once per call.
        if self.kept[place] != self.frame {
            self.trail.push(Before { variable, value: before, kept: self.kept[place] });
            self.kept[place] = self.frame;
        }
    }

    /// Begins a call, and returns the frame for [`Machine::leave`].
    pub fn enter(&mut self, span: Span) -> Done<Frame> {
        self.deeper(span)?;
        self.depth += 1;
        self.frames += 1;
        let before = std::mem::replace(&mut self.frame, self.frames);
        Ok(Frame { mark: self.trail.len(), before })
    }

    /// Ends a call: restores all variables.
    pub fn leave(&mut self, frame: Frame) {
        self.stack -= 1;
        self.depth -= 1;
        self.frame = frame.before;
        for Before { variable, value, kept } in self.trail.drain(frame.mark..).rev() {
            self.variables[variable as usize] = value;
            self.kept[variable as usize] = kept;
        }
    }

    /// Evaluates an expression.
    pub fn value(&mut self, expression: &'a Expression) -> Done<Value> {
        let span = expression.span;
        self.meter.spend(2).map_err(|fault| fault.or_at(span))?;
        match &expression.kind {
            Kind::Number(number) => Ok(Value::Number(*number)),
            Kind::Variable(variable) => match &self.variables[*variable as usize] {
                Some(value) => Ok(value.clone()),
                None => Err(self.no_variable(&self.program.variables[*variable as usize], span)),
            },
            _ => {
                self.deeper(span)?;
                let value = self.made(expression).map_err(|fault| fault.or_at(span));
                self.stack -= 1;
                value
            }
        }
    }

    fn made(&mut self, expression: &'a Expression) -> Done<Value> {
        let span = expression.span;
        match &expression.kind {
            Kind::Sequence(parts) => self.sequence(parts),
            Kind::Call(identity, arguments) => self.call(*identity, arguments, span),
            Kind::Unary(sign, of) => {
                let value = self.value(of)?;
                match sign {
                    Sign::Die => self.dice(&Value::Number(1), &value),
                    Sign::Plus => Ok(value),
                    Sign::Minus => minus(&value, self.meter),
                    Sign::Not => not(&value, self.meter),
                    Sign::Length => Ok(length(&value)),
                }
            }
            Kind::Binary(operator, sides) => {
                let [left, right] = &**sides;
                let (one, other) = (self.value(left)?, self.value(right)?);
                match (operator, &one, &other) {
                    (Operator::Dice, ..) => self.dice(&one, &other),
                    (Operator::At, ..) => {
                        at(&one, &other, self.lowest_first, left.span, self.meter)
                    }
                    _ => {
                        if let Operator::Compare(Comparison::AtMost) = operator
                            && let (Value::Die(_), Value::Sequence(_)) = (&one, &other)
                        {
                            self.warn(Warning::AtMost, span);
                        }
                        join(*operator, &one, &other, self.meter)
                    }
                }
            }
            Kind::Number(_) | Kind::Variable(_) => Ok(Value::Number(0)),
        }
    }

    /// Creates dice; plain ones are cached.
    fn dice(&mut self, count: &Value, of: &Value) -> Done<Value> {
        let (Value::Number(number), Value::Number(sides)) = (count, of) else {
            return dice(count, of, self.meter);
        };
        if let Some(known) = self.plain.get(&(*number, *sides)) {
            return Ok(known.clone());
        }
        let made = dice(count, of, self.meter)?;
        if self.plain.len() < PLAIN && (1..=1000).contains(sides) && *number <= 100 {
            self.plain.insert((*number, *sides), made.clone());
        }
        Ok(made)
    }

    fn sequence(&mut self, parts: &'a [Part]) -> Done<Value> {
        let mut numbers: Vec<i64> = Vec::new();
        for part in parts {
            let first = self.value(&part.from)?;
            let start = numbers.len();
            match &part.to {
                Some(to) => {
                    let last = self.value(to)?;
                    let first = needed(&first, "the begin of a range", part.from.span)?;
                    let last = needed(&last, "the end of a range", to.span)?;
                    if first <= last {
                        let length = (last.abs_diff(first)).saturating_add(1);
                        self.more(length)?;
                        numbers.extend(first..=last);
                    }
                }
                None => match &first {
                    Value::Number(number) => numbers.push(*number),
                    Value::Sequence(sequence) => {
                        self.more(sequence.numbers.len() as u64)?;
                        numbers.extend_from_slice(&sequence.numbers);
                    }
                    Value::Die(die) => {
                        let sum = die.sum(self.meter)?;
                        self.more(sum.cells.len() as u64)?;
                        numbers.extend(sum.cells.iter().map(|cell| cell.0));
                    }
                },
            }
            if let Some(times) = &part.times {
                let value = self.value(times)?;
                let times = needed(&value, "how often a part stands there", times.span)?;
                if times <= 0 {
                    numbers.truncate(start);
                } else {
                    let length = numbers.len() - start;
                    self.more((length as u64).saturating_mul(times as u64))?;
                    for _ in 1..times {
                        numbers.extend_from_within(start..start + length);
                    }
                }
            }
        }
        Value::sequence(numbers, self.meter)
    }

    /// Checks the budget for `numbers` additional numbers.
    fn more(&self, numbers: u64) -> Done<()> {
        self.meter.room(numbers.saturating_mul(24))?;
        self.meter.spend(numbers / 8)
    }
}
