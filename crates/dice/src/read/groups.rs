//! Groups of rolls in other notations: braces, and several rolls in brackets.

use super::foreign::is_roll;
use super::parser::Parser;
use crate::fault::{Fault, Read};

impl Parser<'_> {
    /// Rolls in braces, a group of Roll20's: of one sum the dice of all are kept, of several rolls
    /// the better one.
    pub fn foreign_group(&self, start: usize) -> Read<()> {
        let rest = self.rest();
        let what = "braces list the faces of a die";
        let fault = |length: usize, hint: String| {
            Err(Fault::new(start..start + length, what).with_hint(hint))
        };
        let usual = || {
            fault(1, "`d{1,1,2,3}` is a die, `max(3d6, 2d8)` the better of two rolls".to_owned())
        };
        let Some(end) = rest.find('}') else { return usual() };
        let (inside, behind) = (rest[1..end].trim(), &rest[end + 1..]);
        let keep: String = behind.chars().take_while(char::is_ascii_alphanumeric).collect();
        let keeps = |signs: [&str; 2]| signs.iter().any(|sign| keep.starts_with(sign));
        if inside.contains(',') {
            let best = if keeps(["kl", "dh"]) { "min" } else { "max" };
            return fault(
                end + 1,
                format!(
                    "`{best}({inside})` is the {} roll",
                    match best {
                        "min" => "lesser",
                        _ => "better",
                    }
                ),
            );
        }
        let dice: Vec<&str> = inside.split('+').map(str::trim).collect();
        match dice.iter().all(|dice| is_roll(dice)) && (keeps(["k", "d"])) {
            true => {
                let pool = format!("[{}]{keep}", dice.join(", "));
                fault(end + 1 + keep.len(), format!("`{pool}` keeps from all these dice"))
            }
            false => usual(),
        }
    }

    /// Several rolls in brackets, of which Avrae keeps the best: `(1d4, 2+2)kh1`.
    pub fn foreign_set(&self, start: usize) -> Read<()> {
        let rest = &self.text[start..self.end];
        let mut depth = 0;
        let end = rest.char_indices().find_map(|(at, letter)| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            (letter == ')' && depth == 0).then_some(at)
        });
        let Some(end) = end else { return Ok(()) };
        let behind = &rest[end + 1..];
        let best = match behind {
            _ if behind.starts_with("kl") || behind.starts_with("dh") => "min",
            _ if behind.starts_with('k') || behind.starts_with("dl") => "max",
            _ => return Ok(()),
        };
        Err(Fault::new(self.at..self.at + 1, "brackets take one expression")
            .with_hint(format!("write `{best}({})`", rest[1..end].trim())))
    }
}
