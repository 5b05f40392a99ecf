//! Parser of a drama deck: comma-separated text with one row for each card (see docs/decks.md).

use std::collections::HashSet;

use super::{Action, Actions, Card, Condition, Letters, Line, Problem};
use oddsmith_base::{Error, Result};
use oddsmith_registry::Choice;

/// Required columns of a table, in any order.
const COLUMNS: [&str; 12] = [
    "card",
    "player_card",
    "player_kind",
    "std_first",
    "std_hero",
    "std_villain",
    "dram_first",
    "dram_hero",
    "dram_villain",
    "approved",
    "dsr_steps",
    "dsr_event",
];

/// Optional column with the set that a card comes from; its cells are ignored.
const NOTE: &str = "set";

/// Largest number of cards in a deck: 192 bits, or three machine words.
const MOST_CARDS: usize = 192;

/// Parses the cards of a table and returns them in the order of its rows.
///
/// # Errors
/// If a column is missing, unknown or duplicated, a row has too few or too many cells, a word is
/// unknown, a number is duplicated, or the number of cards is 0 or too large; the error gives line
/// and column.
pub fn parse(text: &str) -> Result<Vec<Card>> {
    let table = Table { text };
    let mut lines =
        text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().is_empty());
    let heading = lines.next().ok_or_else(|| nothing("the deck is empty"))?;
    let names = table.names(heading)?;
    let mut cards: Vec<Card> = Vec::new();
    let mut numbers = HashSet::new();
    for line in lines {
        let cells = cells(line);
        if cells.len() != names.len() {
            let message = format!("a row of {} cells under {} columns", cells.len(), names.len());
            let error = Error::question(message).with_hint("cells have no commas in them");
            return Err(table.at(error, line));
        }
        let row = DeckRow { table: &table, names: &names, cells };
        let card = row.card()?;
        if !numbers.insert(card.number) {
            let error = Error::question(format!("two cards have the number {}", card.number));
            let error = error.with_hint("luck names cards by their numbers");
            return Err(table.at(error, row.cell("card")));
        }
        if cards.len() == MOST_CARDS {
            let error = Error::question(format!("a deck has at most {MOST_CARDS} cards"));
            return Err(table.at(error.with_hint("leave some out"), line));
        }
        cards.push(card);
    }
    if cards.is_empty() {
        return Err(nothing("the deck has no cards"));
    }
    Ok(cards)
}

/// Error for a deck without a heading or without cards.
fn nothing(message: &str) -> Error {
    let hint = "it is a heading and a row for each card: docs/decks.md";
    Error::question(message).with_hint(hint)
}

fn cells(line: &str) -> Vec<&str> {
    line.split(',').map(|cell| cell.trim().trim_matches('"').trim()).collect()
}

/// Returns a cell in the spelling of field values: lower case, with underscores.
fn plain(cell: &str) -> String {
    cell.to_lowercase().replace([' ', '-'], "_")
}

/// Text of the table, used to find the position of its parts for errors.
struct Table<'t> {
    text: &'t str,
}

impl Table<'_> {
    /// Returns the error with the position of `part`, a slice of the text.
    fn at(&self, error: Error, part: &str) -> Error {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        error.at_span(self.text, start..start + part.len())
    }

    /// Returns the names of the columns, in the order of the cells.
    fn names(&self, heading: &str) -> Result<Vec<String>> {
        let cells = cells(heading);
        let names: Vec<String> = cells.iter().map(|cell| plain(cell)).collect();
        for (place, name) in names.iter().enumerate() {
            if !COLUMNS.contains(&name.as_str()) && name != NOTE {
                let error = Error::unknown("column", cells[place], "a deck", COLUMNS);
                return Err(self.at(error, cells[place]));
            }
            if names[..place].contains(name) {
                let error = Error::question(format!("column `{name}` is there twice"));
                return Err(self.at(error.with_hint("leave one out"), cells[place]));
            }
        }
        if let Some(column) = COLUMNS.iter().find(|column| names.iter().all(|name| name != *column))
        {
            let error = Error::question(format!("column `{column}` is missing"));
            let hint = format!("a deck has the columns {}", COLUMNS.join(", "));
            return Err(self.at(error.with_hint(hint), heading));
        }
        Ok(names)
    }
}

/// Row of the table.
struct DeckRow<'t> {
    table: &'t Table<'t>,
    names: &'t [String],
    cells: Vec<&'t str>,
}

impl DeckRow<'_> {
    fn card(&self) -> Result<Card> {
        let (letters, problem) = self.skill_box()?;
        Ok(Card {
            number: self.number()?,
            player: self.word("player_card", "card")?,
            kind: self.word("player_kind", "kind of card")?,
            standard: self.line(["std_first", "std_hero", "std_villain"])?,
            dramatic: self.line(["dram_first", "dram_hero", "dram_villain"])?,
            approved: match plain(self.cell("approved")).as_str() {
                "any" => Actions::ANY,
                _ => self.actions("approved")?,
            },
            letters,
            problem,
        })
    }

    fn cell(&self, column: &str) -> &str {
        // The code passes names of columns only.
        self.names.iter().position(|name| name == column).map_or("", |place| self.cells[place])
    }

    fn error(&self, column: &str, message: String, hint: &str) -> Error {
        let error = Error::question(format!("{message} in column `{column}`")).with_hint(hint);
        self.table.at(error, self.cell(column))
    }

    fn number(&self) -> Result<u16> {
        let cell = self.cell("card");
        cell.parse().ok().filter(|number| (1..=999).contains(number)).ok_or_else(|| {
            self.error("card", format!("`{cell}` is no number of a card"), "it is 1..999")
        })
    }

    fn word<T: Choice>(&self, column: &str, what: &str) -> Result<T> {
        let cell = self.cell(column);
        T::named(&plain(cell)).ok_or_else(|| {
            let of = format!("column `{column}`");
            self.table.at(Error::unknown(what, cell, &of, T::WORDS.iter().copied()), cell)
        })
    }

    fn line(&self, [first, hero, villain]: [&str; 3]) -> Result<Line> {
        let heroes_first = match plain(self.cell(first)).as_str() {
            "h" => true,
            "v" => false,
            other => {
                let message = format!("`{other}` is neither side");
                return Err(self.error(first, message, "H: the heroes go first; V: the villains"));
            }
        };
        let actions = plain(self.cell(villain));
        let (villain, villain_actions) =
            match actions.split('+').all(|action| VILLAIN_ACTIONS.contains(&action)) {
                true => (Condition::VillainAction, self.actions(villain)?),
                false => (self.condition(villain)?, Actions::default()),
            };
        Ok(Line { heroes_first, hero: self.condition(hero)?, villain, villain_actions })
    }

    fn condition(&self, column: &str) -> Result<Condition> {
        match self.cell(column) {
            "" => Ok(Condition::None),
            // Cells name the action of a villain instead of this word.
            word if plain(word) == "villain_action" => Err(self.error(
                column,
                format!("`{word}` is not said by its name"),
                "name the actions, of the villains: trick+taunt",
            )),
            _ => self.word(column, "condition"),
        }
    }

    fn actions(&self, column: &str) -> Result<Actions> {
        let cell = self.cell(column);
        let words = cell.split('+').map(str::trim).filter(|word| !word.is_empty());
        words.into_iter().try_fold(Actions::default(), |actions, word| {
            let known = Action::WORDS.iter().copied();
            let unknown =
                || Error::unknown("action", word, &format!("column `{column}`"), known.clone());
            let action = Action::named(&plain(word));
            action.map(|action| actions.with(action)).ok_or_else(|| self.table.at(unknown(), cell))
        })
    }

    fn skill_box(&self) -> Result<(Letters, Option<Problem>)> {
        let (steps, event) = (self.cell("dsr_steps"), self.cell("dsr_event"));
        let letters = Letters::read(steps).ok_or_else(|| {
            self.error("dsr_steps", format!("`{steps}`"), "it is any of A, B, C, D, each once")
        })?;
        if event.is_empty() {
            return Ok((letters, None));
        }
        if !letters.is_empty() {
            let message = format!("`{event}` beside the letters {steps}");
            return Err(self.error("dsr_event", message, "a card has letters or an event"));
        }
        Ok((letters, Some(self.word("dsr_event", "event")?)))
    }
}

/// Actions that the villains' side of a conflict line may name; a success strips cards from a pool.
const VILLAIN_ACTIONS: [&str; 4] = ["trick", "test", "taunt", "intimidate"];
