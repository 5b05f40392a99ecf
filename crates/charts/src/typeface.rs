//! The embedded typeface: used for measuring, embedded in figures, and the only one for rendering
//! to PNG.

use std::sync::LazyLock;

use base64::Engine;
use base64::prelude::BASE64_STANDARD as STANDARD;
use plotters::style::{FontDesc, FontStyle, IntoFont};
use ttf_parser::Face;

/// The font family of all text.
pub const FAMILY: &str = "Inter";
/// The font families of all text, for viewers without the typeface.
const FAMILIES: &str = "Inter, sans-serif";

/// The regular and the bold face, as font files.
pub const FACES: [&[u8]; 2] =
    [include_bytes!("fonts/Inter-Regular.otf"), include_bytes!("fonts/Inter-Bold.otf")];

/// The same fonts as WOFF2, half as large, for embedding.
const PACKED: [&[u8]; 2] =
    [include_bytes!("fonts/Inter-Regular.woff2"), include_bytes!("fonts/Inter-Bold.woff2")];

/// Plotters divides a font size by this in its SVG; sizes here are those of the figure.
const PLOTTERS_POINTS: f64 = 1.24;

/// Returns the typeface at a size in pixels.
pub fn font(size: f64, bold: bool) -> FontDesc<'static> {
    let style = if bold { FontStyle::Bold } else { FontStyle::Normal };
    (FAMILIES, size * PLOTTERS_POINTS).into_font().style(style)
}

/// A face prepared for measuring, in font units.
struct Measured {
    face: Face<'static>,
    height: f64,
    /// The advances of common letters, by code point: a lookup in the font file takes a hundred
    /// times as long.
    usual: Vec<u16>,
}

/// The end of the cached letters: those of Latin alphabets.
const USUAL: char = '\u{180}';

impl Measured {
    fn of(bytes: &'static [u8]) -> Option<Measured> {
        let face = Face::parse(bytes, 0).ok()?;
        let usual = ('\0'..USUAL).map(|letter| advance(&face, letter)).collect();
        Some(Measured { height: f64::from(face.height()), face, usual })
    }

    fn advance(&self, letter: char) -> u16 {
        let usual = self.usual.get(letter as usize);
        usual.copied().unwrap_or_else(|| advance(&self.face, letter))
    }
}

fn advance(face: &Face, letter: char) -> u16 {
    face.glyph_hor_advance(face.glyph_index(letter).unwrap_or_default()).unwrap_or(0)
}

/// Replaces letters that the typeface lacks by question marks, for rendering to PNG, where they
/// would silently be omitted. Viewers of the SVG have other typefaces.
#[cfg(feature = "png")]
pub fn known(figure: &str) -> String {
    let Some(face) = &MEASURED[0] else { return figure.to_owned() };
    let has = |letter: char| {
        letter.is_ascii() || letter.is_whitespace() || face.face.glyph_index(letter).is_some()
    };
    figure.chars().map(|letter| if has(letter) { letter } else { '?' }).collect()
}

/// The regular and the bold face. A test ensures that they parse.
static MEASURED: LazyLock<[Option<Measured>; 2]> = LazyLock::new(|| FACES.map(Measured::of));

/// Safety factor for viewers that use a wider typeface.
const WIDER: f64 = 1.12;

/// Returns the width of a text in pixels: the sum of its letters' advances, with a margin for a
/// somewhat wider typeface.
pub fn width(text: &str, size: u32, bold: bool) -> f64 {
    let Some(face) = &MEASURED[usize::from(bold)] else { return 0.0 };
    let units: f64 = text.chars().map(|letter| f64::from(face.advance(letter))).sum();
    units * f64::from(size) * WIDER * PLOTTERS_POINTS / face.height
}

/// Wraps a text to lines no wider than `room`, at most `most` of them and of similar length; the
/// rest is cut off with an ellipsis.
pub fn wrapped(text: &str, size: u32, bold: bool, room: f64, most: usize) -> Vec<String> {
    let greedy = broken(text, size, bold, room, most);
    if greedy.len() < 2 {
        return greedy;
    }
    // The narrowest width that needs no more lines and cuts nothing off balances them.
    let narrower =
        (1..10).map(|step| broken(text, size, bold, room * (1.0 - 0.05 * f64::from(step)), most));
    let whole = |lines: &Vec<String>| {
        lines.len() == greedy.len() && !lines.iter().any(|line| line.ends_with('…'))
    };
    narrower.take_while(whole).last().unwrap_or_else(|| greedy.clone())
}

/// Wraps a text greedily.
fn broken(text: &str, size: u32, bold: bool, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // A per cent sign stays with its number.
    let mut whole: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match whole.last_mut() {
            Some(number) if word.starts_with('%') => *number += &format!("\u{a0}{word}"),
            _ => whole.push(word.to_owned()),
        }
    }
    let mut words = whole.iter().map(String::as_str).peekable();
    while let Some(word) = words.peek() {
        let longer = lines
            .last()
            .map(|line| format!("{line} {word}"))
            .filter(|line| width(line, size, bold) <= room);
        if let (Some(longer), Some(last)) = (longer, lines.last_mut()) {
            *last = longer;
        } else if lines.len() < most.max(1) {
            lines.push((*word).to_owned());
        } else {
            break;
        }
        words.next();
    }
    let rest: Vec<&str> = words.collect();
    if let (false, Some(last)) = (rest.is_empty(), lines.last_mut()) {
        *last = format!("{last} {}", rest.join(" "));
    }
    lines.into_iter().map(|line| cut(&line, size, bold, room)).collect()
}

/// Truncates a text to `room` with an ellipsis.
pub fn cut(text: &str, size: u32, bold: bool, room: f64) -> String {
    if width(text, size, bold) <= room {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let cut =
        |length: usize| format!("{}…", letters[..length].iter().collect::<String>().trim_end());
    let fits = (1..letters.len()).rev().map(cut).find(|text| width(text, size, bold) <= room);
    fits.unwrap_or_else(|| "…".to_owned())
}

/// Returns the typeface as a style sheet, so that text looks the same in every viewer.
pub fn style_sheet() -> String {
    let face = |weight: &str, bytes: &[u8]| {
        format!(
            "@font-face{{font-family:{FAMILY};font-weight:{weight};src:url(data:font/woff2;base64,{})}}",
            STANDARD.encode(bytes)
        )
    };
    format!("{}{}", face("400", PACKED[0]), face("700", PACKED[1]))
}
