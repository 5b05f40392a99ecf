//! Function calls: arguments are cast and expanded over their cases, and the results are mixed by
//! weight.

use oddsmith_base::shown;

use crate::fault::{Done, Fault, Span, nearest};
use crate::law::Mixture;
use crate::library::{self, Builtin};
use crate::machine::{Flow, Machine};
use crate::natural::Natural;
use crate::report::Warning;
use crate::rolls::{Cases, Rolls};
use crate::tree::{Cast, Expression, Function, Identity};
use crate::value::Value;

/// The function that a call runs.
#[derive(Clone, Copy)]
enum Callee<'a> {
    Own(&'a Function),
    Library(&'static Builtin),
}

impl<'a> Machine<'a> {
    /// Calls a function. At the maximum depth the call is not evaluated, and the result is the
    /// empty die.
    pub fn call(
        &mut self,
        identity: Identity,
        arguments: &'a [Expression],
        span: Span,
    ) -> Done<Value> {
        if self.depth >= self.deepest {
            self.warn(Warning::Depth(self.deepest), span);
            return Value::empty(1, self.meter);
        }
        let name = &self.program.functions[identity as usize];
        let callee = match &self.functions[identity as usize] {
            Some(own) => Callee::Own(own),
            None => match library::find(name) {
                Some(builtin) => Callee::Library(builtin),
                None => return Err(self.no_function(name, arguments, span)),
            },
        };
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.value(argument)?);
        }
        if let Callee::Library(builtin) = callee
            && let Some(short) = builtin.short.and_then(|short| short(self, &values))
        {
            return short;
        }
        let mut cases = Vec::with_capacity(values.len());
        for (place, value) in values.into_iter().enumerate() {
            let cast = match callee {
                Callee::Own(function) => function.parameters[place].cast,
                Callee::Library(builtin) => builtin.casts[place],
            };
            match self.cast(cast, value)? {
                Some(case) => cases.push(case),
                None => {
                    if self.expansions > 0 {
                        self.warn(Warning::Phantom, arguments[place].span);
                    }
                    return Value::empty(1, self.meter);
                }
            }
        }
        let frame = self.enter(span)?;
        let given = cases.iter().map(|case| case.value(self.meter)).collect::<Done<Vec<_>>>()?;
        let value = match cases.iter().any(Cases::expands) {
            false => self.once(callee, &given)?,
            true => Some(self.expanded(callee, &mut cases, given, span)?),
        };
        self.leave(frame);
        value.map_or_else(|| Value::empty(1, self.meter), Ok)
    }

    /// Casts a value to the type of a parameter; `None` for an empty die.
    fn cast(&self, cast: Cast, value: Value) -> Done<Option<Cases>> {
        Ok(Some(match (cast, value) {
            (Cast::AsItIs, value) | (Cast::Number, value @ Value::Number(_)) => Cases::One(value),
            (Cast::Sequence, value @ Value::Sequence(_)) => Cases::One(value),
            (Cast::Die, value) => Cases::One(Value::Die(value.as_die(self.meter)?)),
            (Cast::Sequence, Value::Number(number)) => {
                Cases::One(Value::sequence(vec![number], self.meter)?)
            }
            (_, Value::Die(die)) if die.is_empty() => return Ok(None),
            (Cast::Number, value) => Cases::Outcomes(value.law(self.meter)?, 0),
            (Cast::Sequence, Value::Die(die)) => {
                Cases::Rolls(Rolls::new(&die, self.lowest_first, self.meter)?)
            }
        }))
    }

    /// Evaluates one case, given the parameters.
    fn once(&mut self, callee: Callee<'a>, given: &[Value]) -> Done<Option<Value>> {
        match callee {
            Callee::Own(function) => {
                // Of parameters with equal names the first one binds, so it is assigned last.
                for (parameter, value) in function.parameters.iter().zip(given).rev() {
                    self.assign(parameter.variable, value.clone());
                }
                match self.block(&function.body)? {
                    Flow::Result(value) => Ok(Some(value)),
                    Flow::Continue => Ok(None),
                }
            }
            Callee::Library(builtin) => (builtin.run)(self, given).map(Some),
        }
    }

    /// Evaluates every combination of cases, the first parameter varying fastest.
    fn expanded(
        &mut self,
        callee: Callee<'a>,
        cases: &mut [Cases],
        mut given: Vec<Value>,
        span: Span,
    ) -> Done<Value> {
        // AnyDice is known to mix these differently.
        if let Callee::Own(function) = callee
            && let Some((variable, place)) = function.assigned
        {
            let name = self.program.variables[variable as usize].clone();
            self.warn(Warning::Parameter(name), place);
        }
        if cases.iter().filter(|case| case.is_weighted()).count() > 1 {
            self.warn(Warning::Joint, span);
        }
        self.expansions += 1;
        let mut mixture = Mixture::default();
        // The combined weight of the cases from each parameter on.
        let mut weights = vec![Natural::ONE; cases.len() + 1];
        let mut moved = cases.len();
        loop {
            self.meter.spend(8)?;
            for place in (0..moved).rev() {
                given[place] = cases[place].value(self.meter)?;
                weights[place] = weights[place + 1].times(&cases[place].weight());
            }
            let weight = &weights[0];
            match self.once(callee, &given)? {
                Some(Value::Number(number)) => mixture.number(number, weight),
                Some(Value::Sequence(sequence)) => mixture.number(sequence.sum()?, weight),
                Some(Value::Die(die)) => {
                    mixture.law(&*die.sum(self.meter)?, weight, self.meter)?;
                }
                None => {}
            }
            match cases.iter_mut().position(Cases::advance) {
                Some(place) => moved = place + 1,
                None => break,
            }
        }
        self.expansions -= 1;
        Ok(Value::die(mixture.mixed(self.meter)?))
    }

    fn no_function(&self, name: &str, arguments: &[Expression], span: Span) -> Fault {
        let own = self.functions.iter().flatten();
        let own = own.map(|function| &*self.program.functions[function.identity as usize]);
        let known: Vec<&str> = own.chain(library::names()).collect();
        let slots = |name: &str| name.split(' ').filter(|word| *word == "?").count();
        let words = |name: &str| name.split(' ').filter(|word| *word != "?").collect::<String>();
        let same = known.iter().find(|known| words(known) == words(name));
        let hint = match same {
            Some(same) if slots(same) > arguments.len() => format!(
                "there is `[{}]`: separate two arguments with brackets, `(d8) (d6)`",
                shown(same)
            ),
            Some(same) => format!("there is `[{}]`", shown(same)),
            None => format!("define it before it is called; {}", nearest(name, &known)),
        };
        Fault::at(span, format!("there is no function `[{}]` here", shown(name)), hint)
    }
}
