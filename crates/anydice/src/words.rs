//! Texts of a program: names of outputs, settings, and error messages about values.

use oddsmith_base::shown;

use crate::fault::{Done, Fault, Span, nearest};
use crate::machine::Machine;
use crate::tree::{SetTo, Setting};
use crate::value::Value;

impl<'a> Machine<'a> {
    /// Returns the name of an output, with variables substituted.
    pub fn name(&self, span: Span) -> Done<String> {
        let text = &self.text[span.range()];
        let (mut name, mut at) = (String::new(), 0);
        while let Some(open) = text[at..].find('[').map(|place| at + place) {
            name += &text[at..open];
            let inside = &text[open + 1..];
            let length =
                inside.bytes().take_while(|b| b.is_ascii_uppercase() || *b == b'_').count();
            if length == 0 || inside.as_bytes().get(length) != Some(&b']') {
                name.push('[');
                at = open + 1;
                continue;
            }
            let variable = &inside[..length];
            let number = self.program.variables.iter().position(|known| known == variable);
            match number.and_then(|number| self.variables[number].as_ref()) {
                Some(value) => name += &value.shown(),
                None => {
                    let start = span.start as usize + open + 1;
                    let span = Span::new(start..start + length);
                    return Err(self.no_variable(variable, span));
                }
            }
            at = open + length + 2;
        }
        Ok(name + &text[at..])
    }

    /// Returns the error for an unknown variable.
    pub fn no_variable(&self, name: &str, span: Span) -> Fault {
        let known = self.program.variables.iter().zip(&self.variables);
        let known = known.filter_map(|(name, value)| value.as_ref().map(|_| name.as_str()));
        let known: Vec<&str> = known.collect();
        let hint = match known.is_empty() {
            true => "give it a value first: `X: 3`".to_owned(),
            false => nearest(name, &known),
        };
        Fault::at(span, format!("there is no variable `{}` here", shown(name)), hint)
    }

    /// Changes a setting.
    pub fn set(&mut self, setting: Setting, to: &'a SetTo, span: Span) -> Done<()> {
        let wrong = |message: &str, hint: &str| Err(Fault::at(span, message, hint));
        if let Setting::PositionOrder = setting {
            const HINT: &str = "\"highest first\" or \"lowest first\"";
            let SetTo::Words(words) = to else {
                return wrong("the position order is a text", HINT);
            };
            self.lowest_first = match &self.text[words.range()] {
                "highest first" => false,
                "lowest first" => true,
                other => return wrong(&format!("there is no position order `{other}`"), HINT),
            };
            return Ok(());
        }
        let number = match to {
            SetTo::Words(_) => 0,
            SetTo::Value(value) => match self.value(value)? {
                Value::Number(number) => number,
                _ => 0,
            },
        };
        match (setting, u64::try_from(number)) {
            (_, Err(_) | Ok(0)) => wrong("this is set to a number above 0", "for example `… to 3`"),
            (Setting::ExplodeDepth, Ok(depth)) => {
                self.explosions = depth;
                Ok(())
            }
            (_, Ok(depth)) => {
                self.deepest = depth;
                Ok(())
            }
        }
    }
}

/// Returns the error for a condition that is not a number.
pub fn no_condition(value: &Value, span: Span) -> Fault {
    let what = if matches!(value, Value::Die(_)) { "a die" } else { "a sequence" };
    let message = format!("`if` takes a number, and this is {what}, `{}`", value.shown());
    Fault::at(span, message, "a function with a parameter `N:n` is given each outcome of a die")
}

/// Returns the error for a loop over a value that is not a sequence.
pub fn no_sequence(value: &Value, span: Span) -> Fault {
    let what = if matches!(value, Value::Die(_)) { "a die" } else { "a number" };
    let message = format!("a loop goes over a sequence, and this is {what}, `{}`", value.shown());
    let hint = match value {
        Value::Die(_) => "`{d6}` are the outcomes of a die",
        _ => "`{1..6}` are the numbers from 1 to 6",
    };
    Fault::at(span, message, hint)
}
