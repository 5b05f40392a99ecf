//! Nearly correct texts: correct ones with random edits.

use bolero::TypeGenerator;

/// An edit at a position.
#[derive(Clone, Debug, TypeGenerator)]
pub enum Edit {
    /// Deletes a number of characters.
    Cut(u16, u8),
    /// Duplicates a stretch.
    Again(u16, u8),
    /// Inserts a word.
    Word(u16, u8),
    /// Replaces the next word by another.
    InPlace(u16, u8),
    /// Inserts a character.
    Letter(u16, char),
    /// Inserts a stretch of another text.
    Other(u16, u8, u16, u8),
    /// Replaces the next number.
    Number(u16, i32),
}

/// The index of a correct text, and the edits to it.
#[derive(Clone, Debug, TypeGenerator)]
pub struct Edits {
    from: u8,
    #[generator(bolero::produce::<Vec<Edit>>().with().len(0usize..8))]
    edits: Vec<Edit>,
}

impl Edits {
    /// Returns the edited text.
    pub fn applied(&self, from: &[String], words: &[&str]) -> String {
        let of = |number: u8| &from[usize::from(number) % from.len()];
        let mut letters: Vec<char> = of(self.from).chars().collect();
        for edit in &self.edits {
            let at = |place: u16| usize::from(place) % (letters.len() + 1);
            let word = |number: u8| words[usize::from(number) % words.len()].chars();
            match *edit {
                Edit::Cut(place, count) => {
                    let (at, end) = stretch(&letters, place, count);
                    letters.drain(at..end);
                }
                Edit::Again(place, count) => {
                    let (at, end) = stretch(&letters, place, count);
                    let again: Vec<char> = letters[at..end].to_vec();
                    letters.splice(at..at, again);
                }
                Edit::Word(place, number) => {
                    let at = at(place);
                    letters.splice(at..at, word(number));
                }
                Edit::InPlace(place, number) => {
                    let (at, end) = run(&letters, place, |letter| letter.is_alphanumeric());
                    letters.splice(at..end, word(number));
                }
                Edit::Letter(place, letter) => letters.insert(at(place), letter),
                Edit::Other(place, number, start, count) => {
                    let other: Vec<char> = of(number).chars().collect();
                    let (start, end) = stretch(&other, start, count);
                    let at = at(place);
                    letters.splice(at..at, other[start..end].iter().copied());
                }
                Edit::Number(place, number) => {
                    let (at, end) = run(&letters, place, |letter| letter.is_ascii_digit());
                    // Small numbers are drawn more often than large ones.
                    let number = if number % 3 == 0 { number } else { number % 50 };
                    letters.splice(at..end, number.to_string().chars());
                }
            }
        }
        letters.into_iter().collect()
    }
}

fn stretch(letters: &[char], place: u16, count: u8) -> (usize, usize) {
    let at = usize::from(place) % (letters.len() + 1);
    (at, (at + usize::from(count)).min(letters.len()))
}

/// Returns the range of the first run of matching characters at or after a position.
fn run(letters: &[char], place: u16, is: impl Fn(char) -> bool) -> (usize, usize) {
    let from = usize::from(place) % (letters.len() + 1);
    let start = letters[from..].iter().position(|&letter| is(letter));
    let Some(start) = start.map(|start| from + start) else { return (from, from) };
    let end = letters[start..].iter().position(|&letter| !is(letter));
    (start, end.map_or(letters.len(), |end| start + end))
}
