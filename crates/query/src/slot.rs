//! Typed references to the option fields of a request, and values from front ends.

use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::View;

use crate::number::{count, score, share};

/// Reference to the field of an option.
#[derive(Debug)]
pub enum Slot<'r> {
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
pub enum Given<'g> {
    /// Text as typed by the user.
    Text(&'g str),
    /// Switch.
    Switch(bool),
}

impl Slot<'_> {
    /// Sets the option, or adds to an option with several values.
    ///
    /// # Errors
    /// If the value is invalid for the option.
    pub fn set(self, given: Given) -> Result<()> {
        let text = given.text();
        match self {
            Slot::Switch(switch) => *switch = given.switch()?,
            Slot::Count(number) => *number = Some(count(&text)?),
            Slot::Score(number) => *number = Some(score(&text)?),
            Slot::Share(number) => *number = Some(share(&text)?),
            Slot::Shares(numbers) => {
                let all = text.split(',').map(share).collect::<Result<Vec<f64>>>()?;
                numbers.extend(all);
            }
            Slot::Text(known) => *known = Some(text.into_owned()),
            Slot::Texts(known) => known.push(text.into_owned()),
            Slot::View(view) => {
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
            Slot::Switch(switch) => one(switch.then(String::new)),
            Slot::Count(number) => one(number.map(|number| number.to_string())),
            Slot::Score(number) => one(number.map(|number| number.to_string())),
            Slot::Share(number) => one(number.map(|number| number.to_string())),
            Slot::Shares(numbers) if numbers.is_empty() => Vec::new(),
            Slot::Shares(numbers) => {
                let all: Vec<String> = numbers.iter().map(f64::to_string).collect();
                vec![all.join(",")]
            }
            Slot::Text(text) => one((*text).clone()),
            Slot::Texts(texts) => (*texts).clone(),
            Slot::View(view) => {
                let name = View::NAMES.into_iter().find(|(_, known)| known == *view);
                one(name.filter(|_| **view != View::Exactly).map(|(name, _)| name.to_owned()))
            }
        }
    }
}

impl Given<'_> {
    fn text(&self) -> std::borrow::Cow<'_, str> {
        match self {
            Given::Text(text) => (*text).into(),
            Given::Switch(switch) => switch.to_string().into(),
        }
    }

    fn switch(&self) -> Result<bool> {
        match self {
            Given::Switch(switch) => Ok(*switch),
            Given::Text("true" | "") => Ok(true),
            Given::Text("false") => Ok(false),
            other => Err(Error::question(format!("`{}` is neither true nor false", other.text()))
                .with_hint("write `true` or `false`")),
        }
    }
}
