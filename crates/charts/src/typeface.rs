//! The embedded typeface: measured, written into figures, and the only one that pictures in pixels
//! know.

use std::sync::LazyLock;

use base64::Engine;
use base64::prelude::BASE64_STANDARD as STANDARD;
use plotters::style::{FontDesc, FontStyle, IntoFont};
use ttf_parser::Face;

/// The family that text asks for.
pub const FAMILY: &str = "Inter";

const REGULAR: &[u8] = include_bytes!("fonts/Inter-Regular.otf");
const BOLD: &[u8] = include_bytes!("fonts/Inter-Bold.otf");

/// The same packed for files: half as large.
const PACKED: [&[u8]; 2] =
    [include_bytes!("fonts/Inter-Regular.woff2"), include_bytes!("fonts/Inter-Bold.woff2")];

/// Plotters writes a font size divided by this into its SVG; a size here is what the figure shows.
const PLOTTERS_POINTS: f64 = 1.24;

/// Both weights, as font files.
pub fn faces() -> [&'static [u8]; 2] {
    [REGULAR, BOLD]
}

/// The typeface at a size in pixels.
pub fn font(size: f64, bold: bool) -> FontDesc<'static> {
    let style = if bold { FontStyle::Bold } else { FontStyle::Normal };
    (FAMILY, size * PLOTTERS_POINTS).into_font().style(style)
}

/// A face as far as it is measured, in units of the face.
struct Measured {
    face: Face<'static>,
    height: f64,
    /// The advances of the letters that most words are of, by their number: a look-up in the file
    /// takes a hundred times as long.
    usual: Vec<u16>,
}

/// Letters whose advances are at hand: those of Latin alphabets.
const USUAL: u32 = 0x180;

impl Measured {
    fn of(bytes: &'static [u8]) -> Option<Measured> {
        let face = Face::parse(bytes, 0).ok()?;
        let usual = (0..USUAL).map(|number| {
            let letter = char::from_u32(number).unwrap_or_default();
            advance(&face, letter)
        });
        let (usual, height) = (usual.collect(), f64::from(face.height()));
        Some(Measured { face, height, usual })
    }

    fn advance(&self, letter: char) -> u16 {
        let usual = self.usual.get(letter as usize);
        usual.copied().unwrap_or_else(|| advance(&self.face, letter))
    }
}

fn advance(face: &Face, letter: char) -> u16 {
    face.glyph_hor_advance(face.glyph_index(letter).unwrap_or_default()).unwrap_or(0)
}

/// A figure for a picture in pixels, where letters that the typeface has not are question marks: they
/// would be left out, and nobody would see that. A reader of the figure itself has other typefaces.
#[cfg(feature = "png")]
pub fn known(figure: &str) -> String {
    let Some(face) = &MEASURED[0] else { return figure.to_owned() };
    let has = |letter: char| {
        letter.is_ascii() || letter.is_whitespace() || face.face.glyph_index(letter).is_some()
    };
    figure.chars().map(|letter| if has(letter) { letter } else { '?' }).collect()
}

/// Both faces: regular and bold. A test rules out that they can't be read.
static MEASURED: LazyLock<[Option<Measured>; 2]> = LazyLock::new(|| faces().map(Measured::of));

/// Some readers show figures in a typeface of their own, which may be so much wider.
const WIDER: f64 = 1.12;

/// How much room a text takes, in pixels: the sum of its letters' advances, also in a typeface that
/// is somewhat wider.
pub fn width(text: &str, size: u32, bold: bool) -> f64 {
    let Some(face) = &MEASURED[usize::from(bold)] else { return 0.0 };
    let units: f64 = text.chars().map(|letter| f64::from(face.advance(letter))).sum();
    units * f64::from(size) * WIDER * PLOTTERS_POINTS / face.height
}

/// A text in lines no wider than `room`, at most `most` of them and of much the same length; what
/// is left over ends in an ellipsis.
pub fn wrapped(text: &str, size: u32, bold: bool, room: f64, most: usize) -> Vec<String> {
    let greedy = broken(text, size, bold, room, most);
    if greedy.len() < 2 {
        return greedy;
    }
    // The narrowest room that takes no more lines and cuts nothing off makes them even.
    let narrower =
        (1..10).map(|step| broken(text, size, bold, room * (1.0 - 0.05 * f64::from(step)), most));
    let whole = |lines: &Vec<String>| {
        lines.len() == greedy.len() && !lines.iter().any(|line| line.ends_with('…'))
    };
    narrower.take_while(whole).last().unwrap_or_else(|| greedy.clone())
}

/// A text in lines, each as full as it can be.
fn broken(text: &str, size: u32, bold: bool, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // A sign stays with its number.
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

/// A text no wider than `room`: what is too long ends in an ellipsis.
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

/// The typeface as a style sheet, so that text looks the same wherever it is shown.
pub fn style_sheet() -> String {
    let face = |weight: &str, bytes: &[u8]| {
        format!(
            "@font-face{{font-family:{FAMILY};font-weight:{weight};src:url(data:font/woff2;base64,{})}}",
            STANDARD.encode(bytes)
        )
    };
    format!("{}{}", face("400", PACKED[0]), face("700", PACKED[1]))
}
