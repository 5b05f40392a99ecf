//! The look of every figure: colours with a meaning, in a light and a dark dress, and sizes of
//! type.

use plotters::style::RGBColor;

use oddsmith_answers::text::unique;
use oddsmith_systems::SYSTEMS;

/// On which ground a figure is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on near-black.
    Dark,
}

/// A colour with its dress in either theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// On white.
    pub light: RGBColor,
    /// On near-black.
    pub dark: RGBColor,
}

const fn rgb(hex: u32) -> RGBColor {
    RGBColor((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const fn paint(light: u32, dark: u32) -> Paint {
    Paint { light: rgb(light), dark: rgb(dark) }
}

/// Text, strong lines.
pub const INK: Paint = paint(0x1b1f24, 0xe8eaed);
/// Lesser text, axes.
pub const SOFT: Paint = paint(0x5b6672, 0x9aa4ae);
/// Grid lines.
pub const GRID: Paint = paint(0xe3e7eb, 0x2b3138);
/// The ground.
pub const PAPER: Paint = paint(0xffffff, 0x14171a);

/// Figures below this width, in pixels, have a layout of their own: names and keys under the
/// picture.
pub const NARROW: u32 = 480;

/// Sizes of type, in pixels whatever the size of the figure.
pub const TITLE: u32 = 21;
/// Under the title, ends of lines, names of panels.
pub const SUBTITLE: u32 = 14;
/// Axes, keys, values.
pub const LABEL: u32 = 13;
/// The line at the foot.
pub const SOURCE: u32 = 12;
/// Values inside of marks: nothing is smaller.
pub const SMALL: u32 = 11;

/// The colours of rolls and rules that no game has, in the order in which a figure meets them:
/// neighbours differ in lightness too.
const OTHERS: [Paint; 6] = [
    paint(0x2f3590, 0xa9aef5),
    paint(0xc2397a, 0xe0609a),
    paint(0x5c8a1e, 0xb4dc78),
    paint(0x6b3f1d, 0xb98552),
    paint(0x2a93a8, 0x7fd6e6),
    paint(0x2b2f36, 0xd5d9de),
];

/// Rungs from the worst to the last that fails.
const BAD: [Paint; 4] = [
    paint(0x5a1d1a, 0x8c332e),
    paint(0xb4452c, 0xc8573c),
    paint(0xe8935a, 0xe8935a),
    paint(0xf2d9b1, 0xf2d9b1),
];
/// Rungs from the first that succeeds to the best.
const GOOD: [Paint; 2] = [paint(0xa3cdc4, 0xb4dbd2), paint(0x2f7d84, 0x3f949c)];
/// How many rungs have the same colours whatever succeeds: a ladder is the same in every game.
const LADDER: usize = 5;

/// Viridis at eighths.
const VIRIDIS: [u32; 9] =
    [0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725];
/// From too little to too much, pale where it is even.
const DIVERGING: [u32; 7] = [0x8c2d04, 0xd2691e, 0xf2b583, 0xf4f1ec, 0x93c1dc, 0x3a83b8, 0x0b4775];

/// A colour between two.
fn between(from: RGBColor, to: RGBColor, part: f64) -> RGBColor {
    let mix = |from: u8, to: u8| {
        (f64::from(from) + (f64::from(to) - f64::from(from)) * part).round() as u8
    };
    RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// The colour at a part 0..=1 of a row of colours.
fn along(stops: &[Paint], part: f64) -> Paint {
    let place = part.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let first = (place as usize).min(stops.len().saturating_sub(2));
    let (from, to) = (stops[first], stops[(first + 1).min(stops.len() - 1)]);
    from.towards(to, place - first as f64)
}

/// Relative luminance, WCAG 2.1.
fn luminance(colour: RGBColor) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
}

/// Contrast of two colours, 1..=21, WCAG 2.1.
pub fn contrast(one: RGBColor, other: RGBColor) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// The least contrast of text.
const READABLE: f64 = 4.5;

impl Paint {
    /// Its dress in a theme.
    pub fn dress(self, theme: Theme) -> RGBColor {
        match theme {
            Theme::Light => self.light,
            Theme::Dark => self.dark,
        }
    }

    /// Part of the way to another.
    pub fn towards(self, to: Paint, part: f64) -> Paint {
        Paint {
            light: between(self.light, to.light, part),
            dark: between(self.dark, to.dark, part),
        }
    }

    /// How far two colours are apart in lightness, of 100, where they are nearer: on either ground.
    fn apart(self, other: Paint) -> f64 {
        let light = |colour: RGBColor| {
            let part = luminance(colour);
            // CIE 1976 L*.
            if part <= 216.0 / 24389.0 { part * 24389.0 / 27.0 } else { 116.0 * part.cbrt() - 16.0 }
        };
        let on = |theme| (light(self.dress(theme)) - light(other.dress(theme))).abs();
        on(Theme::Light).min(on(Theme::Dark))
    }

    /// The same colour as text on the ground: as near as can be read.
    pub fn as_text(self) -> Paint {
        let steps = || (0..=20).map(|step| self.towards(INK, f64::from(step) / 20.0));
        let nearest = |theme: Theme| {
            let readable = |colour: &RGBColor| contrast(*colour, PAPER.dress(theme)) >= READABLE;
            steps().map(|paint| paint.dress(theme)).find(readable).unwrap_or(INK.dress(theme))
        };
        Paint { light: nearest(Theme::Light), dark: nearest(Theme::Dark) }
    }

    /// Text on this colour: black or white, of which one can always be read; near-black could not.
    pub fn text_on(self) -> Paint {
        let (dark, light) = (rgb(0x000000), PAPER.light);
        let on =
            |ground| if contrast(ground, dark) >= contrast(ground, light) { dark } else { light };
        Paint { light: on(self.light), dark: on(self.dark) }
    }
}

/// The system of a check.
fn system(check: &str) -> &str {
    check.split('.').next().unwrap_or_default()
}

/// Rules of one's own: each is a system for itself.
const HOUSE: &str = "house";

/// The colour of a check's game, if it is of one.
fn own_colour(check: &str) -> Option<Paint> {
    let known = SYSTEMS.iter().find(|known| known.name == system(check))?;
    Some(paint(known.colour.light, known.colour.dark)).filter(|_| known.name != HOUSE)
}

/// A colour and the dashes of its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// Its colour.
    pub paint: Paint,
    /// Dashes and gaps in pixels; none for a solid line.
    pub dash: &'static [u32],
}

impl Pen {
    /// A solid line of this colour.
    pub const fn solid(paint: Paint) -> Pen {
        Pen { paint, dash: &[] }
    }
}

impl From<Paint> for Pen {
    fn from(paint: Paint) -> Pen {
        Pen::solid(paint)
    }
}

const DASHES: [&[u32]; 6] = [&[], &[7, 4], &[2, 3], &[10, 3, 2, 3], &[16, 5], &[8, 3, 2, 3, 2, 3]];

/// Two lines with the same dashes are so far apart in lightness, of 100.
const APART: f64 = 12.0;

/// Which line has which pen: the system's colour, and a shade of its own where a system has several
/// lines; a ramp where all lines are of one. What could be taken for another line where there is no
/// colour has dashes of its own.
pub struct Pens(Vec<(String, String, Pen)>);

impl Pens {
    /// Pens for lines of this check and label, in this order.
    pub fn of<'a>(lines: impl Iterator<Item = (&'a str, &'a str)>) -> Pens {
        let named = unique(lines);
        let paints = Pens::paints(&named);
        let mut pens: Vec<Pen> = Vec::new();
        for paint in paints {
            // The first in which no line is near; of very many, the one in which the nearest is far.
            let far = |dash: &[u32]| {
                let same = pens.iter().filter(|pen| pen.dash == dash);
                same.map(|pen| paint.apart(pen.paint)).fold(f64::INFINITY, f64::min).min(APART)
            };
            let best = DASHES.iter().rev().max_by(|a, b| far(a).total_cmp(&far(b)));
            let dash = best.copied().unwrap_or_default();
            pens.push(Pen { paint, dash });
        }
        let named = named.iter().zip(pens);
        Pens(
            named
                .map(|((check, label), pen)| (check.to_string(), label.to_string(), pen))
                .collect(),
        )
    }

    /// Pens for bars, which have no dashes: what is as light as another is paler.
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

    /// A colour for each of these lines.
    fn paints(named: &[(&str, &str)]) -> Vec<Paint> {
        // A game has one colour; each rule of one's own has its own.
        let family = |(check, label): (&str, &str)| match own_colour(check) {
            Some(_) => system(check).to_owned(),
            None if system(check) == HOUSE => format!("{HOUSE} {label}"),
            None => system(check).to_owned(),
        };
        let families: Vec<String> = named.iter().map(|line| family(*line)).collect();
        let strangers =
            || named.iter().zip(&families).filter(|((check, _), _)| own_colour(check).is_none());
        let strangers = unique(strangers().map(|(_, family)| family.as_str()));
        let one_system = named.windows(2).all(|pair| system(pair[0].0) == system(pair[1].0));
        let paint = |place: usize| {
            // Where every line is of one system, its colour would tell nothing.
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

    /// The pen of a line.
    pub fn get(&self, check: &str, label: &str) -> Pen {
        let found = self.0.iter().find(|(known, name, _)| known == check && name == label);
        found.map_or(Pen::solid(INK), |(.., pen)| *pen)
    }

    /// All of them, with the label each stands for.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Pen)> {
        self.0.iter().map(|(_, label, pen)| (label.as_str(), *pen))
    }
}

/// One of several shades of a colour: alone the colour itself, of two a lighter one, of more a row
/// from strong to pale.
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

/// From far from the ground to near, of falling contrast and so told apart in grey too: the part
/// of viridis that is seen on either ground.
fn ramp(part: f64) -> Paint {
    Paint { light: viridis(0.68 * part).light, dark: viridis(1.0 - 0.68 * part).dark }
}

/// The colours of `count` rungs from bad to good, of which those from `success` on succeed; viridis
/// if none is said to.
pub fn rungs(count: usize, success: Option<usize>) -> Vec<Paint> {
    let part = |place: usize, of: usize| if of < 2 { 1.0 } else { place as f64 / (of - 1) as f64 };
    let Some(success) = success.map(|success| success.min(count)) else {
        return (0..count).map(|rung| viridis(part(rung, count))).collect();
    };
    let success = if count == LADDER { LADDER - 1 } else { success };
    // The worst is the darkest, however few fail.
    let bad =
        |rung| if success <= BAD.len() { BAD[rung] } else { along(&BAD, part(rung, success)) };
    let good = |rung| along(&GOOD, part(rung, count - success));
    (0..count).map(|rung| if rung < success { bad(rung) } else { good(rung - success) }).collect()
}

/// Viridis at a part 0..=1.
pub fn viridis(part: f64) -> Paint {
    along(&VIRIDIS.map(|hex| paint(hex, hex)), part)
}

/// From too little (0) over even (0.5) to too much (1).
pub fn diverging(part: f64) -> Paint {
    along(&DIVERGING.map(|hex| paint(hex, hex)), part)
}
