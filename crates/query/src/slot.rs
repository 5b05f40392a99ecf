//! The place of an option in a request, by the type of its value, and values as front ends give
//! them.

use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::View;

use crate::number::{count, score, share};
use crate::request::Source;

/// The field of a request that an option sets.
#[derive(Debug)]
pub enum Slot<'r> {
    /// On or off.
    Switch(&'r mut bool),
    /// A number of things.
    Count(&'r mut Option<u64>),
    /// A score.
    Score(&'r mut Option<i32>),
    /// A share, 0 to 1.
    Share(&'r mut Option<f64>),
    /// Several shares, 0 to 1.
    Shares(&'r mut Vec<f64>),
    /// A text.
    Text(&'r mut Option<String>),
    /// Several texts.
    Texts(&'r mut Vec<String>),
    /// A view.
    View(&'r mut View),
    /// The text of a file.
    Source(&'r mut Option<Source>),
}

/// A value as a front end gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given<'g> {
    /// As a person types it.
    Text(&'g str),
    /// A number.
    Number(f64),
    /// On or off.
    Switch(bool),
}

impl Slot<'_> {
    /// Sets the option; where it takes several values, adds one.
    ///
    /// # Errors
    /// If the value is none of the option.
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
            Slot::Source(source) => {
                *source = Some(Source { file: None, text: text.into_owned() });
            }
        }
        Ok(())
    }

    /// The values that differ from the default, as a person types them; of a switch that is on an
    /// empty one.
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
            Slot::Source(source) => one(source.as_ref().map(|source| source.text.clone())),
        }
    }
}

impl Given<'_> {
    fn text(&self) -> std::borrow::Cow<'_, str> {
        match self {
            Given::Text(text) => (*text).into(),
            Given::Number(number) => number.to_string().into(),
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
