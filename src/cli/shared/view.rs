//! What of an answer is shown: which column, what counts as its success, exactly or cumulated.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::link::Link;
use super::number::score;
use crate::Result;
use crate::odds::{Event, View, no_order};
use crate::readout::Shown;
use crate::rule::Column;

/// The arguments that choose it.
#[derive(clap::Args)]
pub struct ViewArguments {
    /// Show the chance of each result alone, or of at least or at most that
    #[arg(long, value_parser = views(), default_value = "exactly")]
    view: View,
    /// Column to show, with a step if it has steps: win@3 [default: the first with a success]
    #[arg(long, value_name = "NAME[@AT]")]
    column: Option<String>,
    /// Count this result or a better one as success
    #[arg(long, value_name = "RESULT", group = "success")]
    of: Option<String>,
    /// Count this number or more as success
    #[arg(long, value_name = "NUMBER", group = "success", value_parser = score, allow_negative_numbers = true)]
    at_least: Option<i32>,
    /// Count this number or less as success
    #[arg(long, value_name = "NUMBER", group = "success", value_parser = score, allow_negative_numbers = true)]
    at_most: Option<i32>,
}

/// The views, by their names.
fn views() -> impl TypedValueParser<Value = View> {
    let named = |name: String| View::NAMES.into_iter().find(|(known, _)| *known == name);
    PossibleValuesParser::new(View::NAMES.map(|(name, _)| name))
        .map(move |name| named(name).map_or(View::Exactly, |(_, view)| view))
}

impl ViewArguments {
    /// What they ask for, of cases with these columns; `of` names the check, for errors.
    ///
    /// # Errors
    /// If there is no such column or rung.
    pub fn shown(&self, cases: &[Vec<Column>], of: &str) -> Result<Shown> {
        let event = self.event()?.settled(cases.iter().map(Vec::as_slice), of)?;
        if self.view != View::Exactly {
            let shown = cases.iter().filter_map(|columns| Some(&columns[event.place(columns)?]));
            if let Some(column) = shown.into_iter().find(|column| !column.scale.is_ordered()) {
                return Err(no_order(column, of));
            }
        }
        Ok(Shown { event, view: self.view, ..Shown::default() })
    }

    /// Each score alone, or it and all above or below.
    pub fn view(&self) -> View {
        self.view
    }

    /// Adds what is asked for to a link.
    pub fn link(&self, link: &mut Link) {
        let view = View::NAMES.into_iter().find(|(_, view)| *view == self.view);
        let view = view.filter(|(_, view)| *view != View::Exactly).map(|(name, _)| name);
        link.add("view", view);
        link.add("of", self.of.as_ref());
        link.add("at-least", self.at_least);
        link.add("at-most", self.at_most);
        link.add("column", self.column.as_ref());
    }

    /// What counts, not yet looked up in the columns of a case.
    ///
    /// # Errors
    /// If the index of a column is none.
    pub fn event(&self) -> Result<Event> {
        let (of, column) = (self.of.as_deref(), self.column.as_deref());
        Event::said(of, self.at_least, self.at_most, column)
    }
}
