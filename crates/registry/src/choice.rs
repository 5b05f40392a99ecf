//! Choices: fields whose words map to the values of a type.

/// A type whose values are the words of a field, declared by `choice!`.
pub trait Choice: Copy + 'static {
    /// The words.
    const WORDS: &'static [&'static str];
    /// The value of each word.
    const VALUES: &'static [Self];

    /// Returns the word of a value.
    fn word(self) -> &'static str
    where
        Self: PartialEq,
    {
        let place = Self::VALUES.iter().position(|value| *value == self);
        place.map_or("", |place| Self::WORDS[place])
    }

    /// Returns the value of a word.
    fn named(word: &str) -> Option<Self> {
        Some(Self::VALUES[Self::WORDS.iter().position(|known| *known == word)?])
    }
}

/// Declares enums with a word for each variant, of which the first is the default.
///
/// ```
/// oddsmith_registry::choice! {
///     /// Whose cards.
///     pub enum Decks {
///         /// Each side its own.
///         Own = "own",
///         /// One for both.
///         One = "one",
///     }
/// }
/// use oddsmith_registry::Choice;
/// assert_eq!(Decks::WORDS, ["own", "one"]);
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __choice {
    ($($(#[$about:meta])* pub enum $name:ident {
        $($(#[$note:meta])* $value:ident = $word:literal),+ $(,)?
    })+) => { $(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$note])* $value),+ }

        impl $crate::Choice for $name {
            const WORDS: &'static [&'static str] = &[$($word),+];
            const VALUES: &'static [Self] = &[$($name::$value),+];
        }

        impl Default for $name {
            fn default() -> Self {
                <$name as $crate::Choice>::VALUES[0]
            }
        }
    )+ };
}
pub use crate::__choice as choice;
