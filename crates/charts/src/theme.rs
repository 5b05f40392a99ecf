//! The theme of all figures: colors in a light and a dark variant, and type sizes.

use plotters::style::RGBColor;

use oddsmith_registry::System;
use oddsmith_systems::SYSTEMS;
use oddsmith_text::unique;

/// The theme of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on near-black.
    Dark,
}

/// A color with a variant for each theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// The color on white.
    pub light: RGBColor,
    /// The color on near-black.
    pub dark: RGBColor,
}

/// Returns the color of a hexadecimal number.
pub const fn rgb(hex: u32) -> RGBColor {
    RGBColor((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const fn paint(light: u32, dark: u32) -> Paint {
    Paint { light: rgb(light), dark: rgb(dark) }
}

/// Text, strong lines.
pub const INK: Paint = paint(0x1b1f24, 0xe8eaed);
/// Secondary text, axes.
pub const SOFT: Paint = paint(0x5b6672, 0x9aa4ae);
/// Grid lines.
pub const GRID: Paint = paint(0xe3e7eb, 0x2b3138);
/// The background.
pub const PAPER: Paint = paint(0xffffff, 0x14171a);

/// Width in pixels below which figures use the narrow layout: names and legend below the picture.
pub const NARROW: u32 = 480;

/// Size of the title, in pixels; type sizes do not depend on the size of the figure.
pub const TITLE: u32 = 21;
/// Size of the subtitle, ends of lines, and names of panels.
pub const SUBTITLE: u32 = 14;
/// Size of axes, legends and values.
pub const LABEL: u32 = 13;
/// Size of the footer.
pub const SOURCE: u32 = 12;
/// Size of values inside marks, the smallest size.
pub const SMALL: u32 = 11;

/// The colors of rolls and rules that belong to no game, in order of use; adjacent ones differ in
/// lightness too.
const OTHERS: [Paint; 6] = [
    paint(0x2f3590, 0xa9aef5),
    paint(0xc2397a, 0xe0609a),
    paint(0x5c8a1e, 0xb4dc78),
    paint(0x6b3f1d, 0xb98552),
    paint(0x2a93a8, 0x7fd6e6),
    paint(0x2b2f36, 0xd5d9de),
];

/// Failing rungs, from the worst on.
const BAD: [Paint; 4] = [
    paint(0x5a1d1a, 0x8c332e),
    paint(0xb4452c, 0xc8573c),
    paint(0xe8935a, 0xe8935a),
    paint(0xf2d9b1, 0xf2d9b1),
];
/// Successful rungs, up to the best.
const GOOD: [Paint; 2] = [paint(0xa3cdc4, 0xb4dbd2), paint(0x2f7d84, 0x3f949c)];
/// Number of rungs of ladders whose colors do not depend on the success: a ladder looks the same in
/// every game.
const LADDER: usize = 5;

/// Viridis at eighths.
const VIRIDIS: [u32; 9] =
    [0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725];
/// A diverging scale, pale in the middle.
const DIVERGING: [u32; 7] = [0x8c2d04, 0xd2691e, 0xf2b583, 0xf4f1ec, 0x93c1dc, 0x3a83b8, 0x0b4775];

/// Interpolates between two colors.
fn between(from: RGBColor, to: RGBColor, part: f64) -> RGBColor {
    let mix = |from: u8, to: u8| {
        (f64::from(from) + (f64::from(to) - f64::from(from)) * part).round() as u8
    };
    RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// Returns the color at a fraction 0..=1 of a scale.
fn along(stops: &[Paint], part: f64) -> Paint {
    let place = part.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let first = (place as usize).min(stops.len().saturating_sub(2));
    let (from, to) = (stops[first], stops[(first + 1).min(stops.len() - 1)]);
    from.towards(to, place - first as f64)
}

/// Returns the relative luminance, WCAG 2.1.
fn luminance(colour: RGBColor) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
}

/// Returns the contrast of two colors, 1..=21, WCAG 2.1.
pub fn contrast(one: RGBColor, other: RGBColor) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Minimum contrast of text.
const READABLE: f64 = 4.5;

impl Paint {
    /// Returns the variant for a theme.
    pub fn dress(self, theme: Theme) -> RGBColor {
        match theme {
            Theme::Light => self.light,
            Theme::Dark => self.dark,
        }
    }

    /// Interpolates toward another color.
    pub fn towards(self, to: Paint, part: f64) -> Paint {
        Paint {
            light: between(self.light, to.light, part),
            dark: between(self.dark, to.dark, part),
        }
    }

    /// Returns the difference in lightness of two colors, of 100: the smaller of both themes.
    fn apart(self, other: Paint) -> f64 {
        let light = |colour: RGBColor| {
            let part = luminance(colour);
            // CIE 1976 L*.
            if part <= 216.0 / 24389.0 { part * 24389.0 / 27.0 } else { 116.0 * part.cbrt() - 16.0 }
        };
        let on = |theme| (light(self.dress(theme)) - light(other.dress(theme))).abs();
        on(Theme::Light).min(on(Theme::Dark))
    }

    /// Returns the nearest color that is readable as text on the background.
    pub fn as_text(self) -> Paint {
        let steps = || (0..=20).map(|step| self.towards(INK, f64::from(step) / 20.0));
        let nearest = |theme: Theme| {
            let readable = |colour: &RGBColor| contrast(*colour, PAPER.dress(theme)) >= READABLE;
            steps().map(|paint| paint.dress(theme)).find(readable).unwrap_or(INK.dress(theme))
        };
        Paint { light: nearest(Theme::Light), dark: nearest(Theme::Dark) }
    }

    /// Returns the text color on this color: black or white, one of which is always readable;
    /// near-black might not be.
    pub fn text_on(self) -> Paint {
        let (dark, light) = (rgb(0x000000), PAPER.light);
        let on =
            |ground| if contrast(ground, dark) >= contrast(ground, light) { dark } else { light };
        Paint { light: on(self.light), dark: on(self.dark) }
    }
}

/// Returns the system of a check.
fn system(check: &str) -> &str {
    check.split('.').next().unwrap_or_default()
}

/// The system of house rules, each of which gets a separate color.
const HOUSE: &str = "house";

/// Returns the game of a check; `None` for house rules.
pub fn game(check: &str) -> Option<&'static System> {
    let mut games = SYSTEMS.iter().filter(|known| known.name != HOUSE);
    games.find(|game| game.name == system(check)).copied()
}

/// Returns the color of a check's game, if it belongs to one.
fn own_colour(check: &str) -> Option<Paint> {
    game(check).map(|game| paint(game.colour.light, game.colour.dark))
}

/// A color and the dash pattern of its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// The color.
    pub paint: Paint,
    /// Dashes and gaps in pixels; empty for a solid line.
    pub dash: &'static [u32],
}

impl From<Paint> for Pen {
    /// Creates a solid line of this color.
    fn from(paint: Paint) -> Pen {
        Pen { paint, dash: &[] }
    }
}

const DASHES: [&[u32]; 6] = [&[], &[7, 4], &[2, 3], &[10, 3, 2, 3], &[16, 5], &[8, 3, 2, 3, 2, 3]];

/// Minimum difference in lightness, of 100, of two lines with the same dashes.
const APART: f64 = 12.0;

/// The assignment of pens to lines: the system's color, with a shade for each of a system's lines;
/// a ramp if all lines belong to one system. Lines that would look alike without color get
/// different dashes.
pub struct Pens(Vec<(String, String, Pen)>);

impl Pens {
    /// Assigns pens to lines with these checks and labels, in this order.
    pub fn of<'a>(lines: impl Iterator<Item = (&'a str, &'a str)>) -> Pens {
        let named = unique(lines);
        let mut pens: Vec<(String, String, Pen)> = Vec::new();
        for ((check, label), paint) in named.iter().zip(Pens::paints(&named)) {
            // The first dash pattern without a similar line; if there is none, the one whose most
            // similar line differs most.
            let far = |dash: &[u32]| {
                let same = pens.iter().map(|(.., pen)| pen).filter(|pen| pen.dash == dash);
                same.map(|pen| paint.apart(pen.paint)).fold(f64::INFINITY, f64::min).min(APART)
            };
            let best = DASHES.iter().rev().max_by(|a, b| far(a).total_cmp(&far(b)));
            let dash = best.copied().unwrap_or_default();
            pens.push((check.to_string(), label.to_string(), Pen { paint, dash }));
        }
        Pens(pens)
    }

    /// Assigns pens to bars, which have no dashes: similar ones get paler.
    pub fn filling<'a>(lines: impl Iterator<Item = (&'a str, &'a str)>) -> Pens {
        let mut pens = Pens::of(lines);
        for place in 1..pens.0.len() {
            let (before, own) = pens.0.split_at_mut(place);
            let pen = &mut own[0].2;
            let near = |paint: Paint| before.iter().any(|(.., pen)| pen.paint.apart(paint) < APART);
            let paler = (0..8).map(|step| pen.paint.towards(PAPER, f64::from(step) / 10.0));
            pen.paint = paler.into_iter().find(|paint| !near(*paint)).unwrap_or(pen.paint);
        }
        pens
    }

    /// Returns a color for each line.
    fn paints(named: &[(&str, &str)]) -> Vec<Paint> {
        // A game has one color; each house rule has its own.
        let family = |(check, label): &(&str, &str)| match system(check) {
            HOUSE => format!("{HOUSE} {label}"),
            system => system.to_owned(),
        };
        let families: Vec<String> = named.iter().map(family).collect();
        let strangers =
            || named.iter().zip(&families).filter(|((check, _), _)| own_colour(check).is_none());
        let strangers = unique(strangers().map(|(_, family)| family.as_str()));
        let one_system = named.windows(2).all(|pair| system(pair[0].0) == system(pair[1].0));
        let paint = |place: usize| {
            // If all lines belong to one system, its color carries no information.
            if one_system && named.len() > 2 {
                return ramp(place as f64 / (named.len() - 1) as f64);
            }
            let own = &families[place];
            let paint = own_colour(named[place].0).unwrap_or_else(|| {
                let place = strangers.iter().position(|name| name == own);
                OTHERS[place.unwrap_or_default() % OTHERS.len()]
            });
            let before = families[..place].iter().filter(|family| *family == own).count();
            let all = families.iter().filter(|family| *family == own).count();
            shade(paint, before, all)
        };
        (0..named.len()).map(paint).collect()
    }

    /// Returns the pen of a line.
    pub fn get(&self, check: &str, label: &str) -> Pen {
        let found = self.0.iter().find(|(known, name, _)| known == check && name == label);
        found.map_or(Pen::from(INK), |(.., pen)| *pen)
    }

    /// Returns all pens with their labels.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Pen)> {
        self.0.iter().map(|(_, label, pen)| (label.as_str(), *pen))
    }
}

/// Returns a shade of a color: the color itself if there is one, a lighter one for the second of
/// two, a range from strong to pale for more.
fn shade(paint: Paint, place: usize, all: usize) -> Paint {
    match (all, place) {
        (0 | 1, _) | (2, 0) => paint,
        (2, _) => paint.towards(PAPER, 0.3),
        _ => match 2.0 * place as f64 / (all - 1) as f64 - 1.0 {
            strong if strong < 0.0 => paint.towards(INK, -0.55 * strong),
            pale => paint.towards(PAPER, 0.3 * pale),
        },
    }
}

/// Returns a color of the part of viridis that is visible on either background, in order of
/// decreasing contrast, so that lines differ in gray too.
fn ramp(part: f64) -> Paint {
    Paint { light: viridis(0.68 * part).light, dark: viridis(1.0 - 0.68 * part).dark }
}

/// Returns the colors of `count` rungs from bad to good, of which those from `success` on are
/// successful; viridis without a success.
pub fn rungs(count: usize, success: Option<usize>) -> Vec<Paint> {
    let part = |place: usize, of: usize| if of < 2 { 1.0 } else { place as f64 / (of - 1) as f64 };
    let Some(success) = success.map(|success| success.min(count)) else {
        return (0..count).map(|rung| viridis(part(rung, count))).collect();
    };
    let success = if count == LADDER { LADDER - 1 } else { success };
    // The worst rung is always the darkest.
    let bad =
        |rung| if success <= BAD.len() { BAD[rung] } else { along(&BAD, part(rung, success)) };
    let good = |rung| along(&GOOD, part(rung, count - success));
    (0..count).map(|rung| if rung < success { bad(rung) } else { good(rung - success) }).collect()
}

/// Returns viridis at a fraction 0..=1.
pub fn viridis(part: f64) -> Paint {
    along(&VIRIDIS.map(|hex| paint(hex, hex)), part)
}

/// Returns the diverging color from too little (0) over even (0.5) to too much (1).
pub fn diverging(part: f64) -> Paint {
    along(&DIVERGING.map(|hex| paint(hex, hex)), part)
}
