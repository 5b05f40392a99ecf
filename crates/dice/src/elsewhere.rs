//! What other tools write: each notation with its reading there and its spelling here. The reader,
//! its hints and the page of the language are made of this table.

mod phrases;
mod table;

pub use phrases::{CLASSES, OPENINGS, PHRASES};
pub use table::ELSEWHERE;

/// A notation of other tools.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// The sign that the reader knows it by.
    pub sign: &'static str,
    /// An example.
    pub written: &'static str,
    /// Who writes it, and what it means there.
    pub whose: &'static str,
    /// What becomes of it here.
    pub here: Here,
}

/// What becomes of a notation. In its texts `{roll}` is the roll before the sign, and `{n}` what
/// follows the sign.
#[derive(Clone, Copy, Debug)]
pub enum Here {
    /// It is read as this, and the answer says so.
    Read(&'static str),
    /// It is refused: what is wrong with it, and what to write.
    Refused(&'static str, &'static str),
    /// It is refused where it is checked, with what to write.
    Checked,
}

impl Notation {
    /// The notation of a sign, if it is one of other tools.
    pub fn of(sign: &str) -> Option<&'static Notation> {
        ELSEWHERE.iter().find(|notation| notation.sign == sign)
    }

    /// What to write here, for this roll and what follows the sign.
    pub fn advice(&self, roll: &str, n: &str) -> String {
        let said = match self.here {
            Here::Read(said) | Here::Refused(_, said) => said,
            Here::Checked => "",
        };
        said.replace("{roll}", roll).replace("{n}", n)
    }
}

/// What the reader says of an example: how it is read, or what to write.
///
/// # Examples
/// ```
/// use oddsmith_dice::elsewhere::{Notation, said};
///
/// assert_eq!(said(Notation::of("k").unwrap()), "read as `4d6kh3`");
/// assert!(said(Notation::of("#").unwrap()).contains("`repeat(3, 2d6)`"));
/// ```
pub fn said(notation: &Notation) -> String {
    let read = crate::read_expression(notation.written);
    match read.and_then(|read| crate::check_expression(read, &[])) {
        Ok(read) if read.said.to_string() == notation.written => {
            let notes = read.notes.into_iter().map(|note| note.message);
            notes.collect::<Vec<_>>().join("; ")
        }
        Ok(read) => format!("read as `{}`", read.said),
        Err(fault) => fault.advice().to_string(),
    }
}
