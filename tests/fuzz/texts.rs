//! Texts that are nearly right: some that are, changed a little.

use bolero::TypeGenerator;

/// A change at a place.
#[derive(Clone, Debug, TypeGenerator)]
pub enum Edit {
    /// Leaves out so many letters.
    Cut(u16, u8),
    /// Says a stretch once more.
    Again(u16, u8),
    /// Puts a word there.
    Word(u16, u8),
    /// Puts a word in place of the word there.
    InPlace(u16, u8),
    /// Puts a letter there.
    Letter(u16, char),
    /// Puts a stretch of another text there.
    Other(u16, u8, u16, u8),
    /// Puts a number in place of the number there.
    Number(u16, i32),
}

/// A text to begin with, and what is changed.
#[derive(Clone, Debug, TypeGenerator)]
pub struct Edits {
    from: u8,
    #[generator(bolero::produce::<Vec<Edit>>().with().len(0usize..8))]
    edits: Vec<Edit>,
}

impl Edits {
    /// The text that comes of it.
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
                    // Small numbers are asked for more often than large ones.
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

/// The run of such letters that begins at a place or behind it.
fn run(letters: &[char], place: u16, is: impl Fn(char) -> bool) -> (usize, usize) {
    let from = usize::from(place) % (letters.len() + 1);
    let start = letters[from..].iter().position(|&letter| is(letter));
    let Some(start) = start.map(|start| from + start) else { return (from, from) };
    let end = letters[start..].iter().position(|&letter| !is(letter));
    (start, end.map_or(letters.len(), |end| start + end))
}
