//! Typed references to the option fields of a request, and values from front ends.

use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::View;

use crate::number::{count, score, share};

/// Mutable reference to the field of a request that an option sets.
#[derive(Debug)]
pub enum OptionField<'r> {
    /// Switch.
    Switch(&'r mut bool),
    /// Count.
    Count(&'r mut Option<u64>),
    /// Score.
    Score(&'r mut Option<i32>),
    /// Share, 0 to 1.
    Share(&'r mut Option<f64>),
    /// Several shares, 0 to 1.
    Shares(&'r mut Vec<f64>),
    /// Text.
    Text(&'r mut Option<String>),
    /// Several texts.
    Texts(&'r mut Vec<String>),
    /// View of scores.
    View(&'r mut View),
}

/// Value from a front end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionValue<'g> {
    /// Text as typed by the user.
    Text(&'g str),
    /// Switch.
    Switch(bool),
}

impl OptionField<'_> {
    /// Sets the option, or adds to an option with several values.
    ///
    /// # Errors
    /// If the value is invalid for the option.
    pub fn set(self, given: OptionValue) -> Result<()> {
        let text = given.text();
        match self {
            OptionField::Switch(switch) => *switch = given.switch()?,
            OptionField::Count(number) => *number = Some(count(&text)?),
            OptionField::Score(number) => *number = Some(score(&text)?),
            OptionField::Share(number) => *number = Some(share(&text)?),
            OptionField::Shares(numbers) => {
                let all = text.split(',').map(share).collect::<Result<Vec<f64>>>()?;
                numbers.extend(all);
            }
            OptionField::Text(known) => *known = Some(text.into_owned()),
            OptionField::Texts(known) => known.push(text.into_owned()),
            OptionField::View(view) => {
                let named = View::NAMES.into_iter().find(|(name, _)| *name == text);
                let names = View::NAMES.map(|(name, _)| name);
                *view = named.ok_or_else(|| Error::unknown("view", &text, "", names))?.1;
            }
        }
        Ok(())
    }

    /// Returns the values that differ from the default, as text; for a switch that is on, an empty
    /// text.
    pub fn values(&self) -> Vec<String> {
        let one = |value: Option<String>| value.into_iter().collect();
        match self {
            OptionField::Switch(switch) => one(switch.then(String::new)),
            OptionField::Count(number) => one(number.map(|number| number.to_string())),
            OptionField::Score(number) => one(number.map(|number| number.to_string())),
            OptionField::Share(number) => one(number.map(|number| number.to_string())),
            OptionField::Shares(numbers) if numbers.is_empty() => Vec::new(),
            OptionField::Shares(numbers) => {
                let all: Vec<String> = numbers.iter().map(f64::to_string).collect();
                vec![all.join(",")]
            }
            OptionField::Text(text) => one((*text).clone()),
            OptionField::Texts(texts) => (*texts).clone(),
            OptionField::View(view) => {
                let name = View::NAMES.into_iter().find(|(_, known)| known == *view);
                one(name.filter(|_| **view != View::Exactly).map(|(name, _)| name.to_owned()))
            }
        }
    }
}

impl OptionValue<'_> {
    fn text(&self) -> std::borrow::Cow<'_, str> {
        match self {
            OptionValue::Text(text) => (*text).into(),
            OptionValue::Switch(switch) => switch.to_string().into(),
        }
    }

    fn switch(&self) -> Result<bool> {
        match self {
            OptionValue::Switch(switch) => Ok(*switch),
            OptionValue::Text("true" | "") => Ok(true),
            OptionValue::Text("false") => Ok(false),
            other => Err(Error::question(format!("`{}` is neither true nor false", other.text()))
                .with_hint("write `true` or `false`")),
        }
    }
}
