//! The data of figures: values, points, lines, axes. It contains numbers and names, but no games,
//! frames or files.

use super::ticks::Ticks;
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Estimate, NOISE, Sampled};
use oddsmith_text::capital;
use oddsmith_text::numbers::{self, fixed, per_cent, plain};

/// Returns the sum of the probabilities of two exclusive events.
///
/// For sampled values the interval assumes independence, which is conservative, since exclusive
/// counts are negatively correlated.
pub fn plus(one: Estimate, other: Estimate) -> Estimate {
    let sum = |(p, q): (Sampled, Sampled)| {
        let value = p.value + q.value;
        let low = value - (p.value - p.low).hypot(q.value - q.low);
        let high = value + (p.high - p.value).hypot(q.high - q.value);
        Sampled { value, low: low.max(0.0), high: high.min(1.0) }
    };
    let exact = one.exact.zip(other.exact).map(|(p, q)| p.value + q.value);
    let sampled = one.sampled.zip(other.sampled).map(sum);
    Estimate { exact: exact.and_then(|sum| Estimate::of_value(sum).exact), sampled }
}

/// A hint for a number that can't be drawn.
const NUMBERS: &str = "for other numbers than shares say `unit = \"number\"`, or look at `value`";

/// Returns an error if the value is not a number from `least` to 1.
pub fn check_share(share: Estimate, least: f64) -> Result<()> {
    let sampled = share.sampled.map_or(share.value(), |sampled| sampled.value);
    for value in [share.value(), sampled, share.low(), share.high()] {
        finite(value)?;
    }
    for value in [share.value(), sampled] {
        // Sums of floats may miss 0 and 1 by rounding.
        if !(least - 1e-6..=1.0 + 1e-6).contains(&value) {
            let error = format!("the chart can't show {value}: it is not from {least} to 1");
            return Err(Error::question(error).with_hint(NUMBERS));
        }
    }
    Ok(())
}

/// A value at a place on an axis, with its interval if it is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The place: a number, or the position of a name from 0.
    pub x: f64,
    /// The value.
    pub share: Estimate,
}

/// A named series of points: a line of a curve, a series of bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The name; the same name has the same color in all panels.
    pub label: String,
    /// The check, whose system determines the color.
    pub check: String,
    /// The points, in increasing order of place.
    pub points: Vec<Point>,
}

impl Line {
    /// Returns the value at a place.
    pub(crate) fn at(&self, x: f64) -> Option<Estimate> {
        let found = self.points.binary_search_by(|point| point.x.total_cmp(&x));
        found.ok().map(|place| self.points[place].share)
    }

    /// Returns whether all values are exact.
    pub(crate) fn is_exact(&self) -> bool {
        self.points.iter().all(|point| point.share.is_exact())
    }
}

/// The horizontal axis, or the vertical axis of a heat map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// The title, with the unit.
    pub title: String,
    /// The naming of its places.
    pub scale: Scale,
    /// The place that means "or more": its tick is labeled "12+".
    pub capped: Option<f64>,
}

/// The kind of values on an axis, which determines their labels.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Scale {
    /// Numbers.
    #[default]
    Numbers,
    /// Advantages: signed, and "even" at 0.
    Edge,
    /// Values of cards: ace to king, and 15 for a joker.
    Cards,
    /// Names of the places 0, 1, 2 and so on.
    Named(Vec<String>),
}

impl Axis {
    /// Creates an axis of numbers.
    pub fn numbers(title: impl Into<String>) -> Axis {
        Axis { title: title.into(), ..Axis::default() }
    }

    /// Creates an axis of advantages.
    pub fn edge(title: impl Into<String>) -> Axis {
        Axis { scale: Scale::Edge, ..Axis::numbers(title) }
    }

    /// Creates an axis of names.
    pub fn named(
        title: impl Into<String>,
        names: impl IntoIterator<Item = impl Into<String>>,
    ) -> Axis {
        Axis {
            scale: Scale::Named(names.into_iter().map(Into::into).collect()),
            ..Axis::numbers(title)
        }
    }

    /// Makes the last place mean "or more".
    #[must_use]
    pub fn capped(self, at: f64) -> Axis {
        Axis { capped: Some(at), ..self }
    }

    /// Returns the name of a place, numbers with this many decimals.
    pub(crate) fn name(&self, x: f64, decimals: usize) -> String {
        let name = match &self.scale {
            Scale::Numbers => fixed(x, decimals, false),
            Scale::Edge if x == 0.0 => "even".into(),
            Scale::Cards => card(x).map_or_else(|| fixed(x, decimals, false), str::to_owned),
            Scale::Edge => fixed(x, decimals, true),
            Scale::Named(names) => names.get(x.max(0.0) as usize).cloned().unwrap_or_default(),
        };
        if self.capped == Some(x) { format!("{name}+") } else { name }
    }

    /// Returns a place as standalone text: the title and the name.
    pub(crate) fn words(&self, x: f64) -> String {
        let decimals = plain(x.fract().abs(), 3).len().saturating_sub(2);
        let (name, title) = (self.name(x, decimals), self.title.split(',').next());
        match (&self.scale, title) {
            (Scale::Named(_) | Scale::Cards, _) | (_, None | Some("")) => name,
            (_, Some(title)) => format!("{title} {name}"),
        }
    }
}

/// Returns the name of a card of this value, if it has one.
fn card(value: f64) -> Option<&'static str> {
    [(1.0, "A"), (11.0, "J"), (12.0, "Q"), (13.0, "K"), (15.0, "Joker")]
        .into_iter()
        .find_map(|(known, name)| (known == value).then_some(name))
}

/// Capitalizes a name at the beginning of a sentence, except for dice and check ids.
pub fn begin(name: &str) -> String {
    let first = name.split(' ').next().unwrap_or_default();
    let typed = first.contains('.') || first.contains(|letter: char| letter.is_ascii_digit());
    if typed { name.to_owned() } else { capital(name) }
}

/// The unit of the plotted values, which determines their format.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Values {
    /// Probabilities 0..=1, in per cent.
    #[default]
    Shares,
    /// Differences of probabilities -1..=1, in percentage points.
    Differences,
    /// Other numbers, in this unit.
    Numbers(String),
}

impl Values {
    /// Returns the factor from values to displayed numbers.
    pub(crate) fn percent_factor(&self) -> f64 {
        if let Values::Numbers(_) = self { 1.0 } else { 100.0 }
    }

    /// Formats a value inside its cell.
    pub(crate) fn short(&self, value: f64, decimals: usize) -> String {
        match self {
            Values::Shares => per_cent(value, 0),
            Values::Differences => fixed(value * 100.0, decimals, true),
            Values::Numbers(_) => fixed(value, decimals, false),
        }
    }

    /// Formats a value in full: "82.17 %", or "82.2 % (82.1 to 82.3)" if it was only sampled.
    pub(crate) fn words(&self, known: Estimate) -> String {
        let sampled = known.sampled.filter(|_| !known.is_exact());
        match (self, sampled) {
            (Values::Shares, None) => format!("{} %", per_cent(known.value(), 2)),
            (Values::Shares, Some(sampled)) => {
                let (share, interval) = numbers::sampled(&sampled);
                format!("{share} % ({interval})")
            }
            (Values::Differences, None) => {
                format!("{} points", fixed(known.value() * 100.0, 2, true))
            }
            (Values::Differences, Some(Sampled { value, low, high })) => {
                let decimals = numbers::decimals(Sampled { value, low, high }.interval()).min(2);
                let [value, low, high] =
                    [value, low, high].map(|end| fixed(end * 100.0, decimals, true));
                format!("{value} points ({low} to {high})")
            }
            (Values::Numbers(unit), _) => {
                format!("{} {unit}", fixed(known.value(), 3, false)).trim_end().to_owned()
            }
        }
    }

    /// Converts ticks in per cent or points to positions on a scale of values, with names.
    pub(crate) fn named(&self, ticks: &Ticks) -> Vec<(f64, String)> {
        let name = |value: f64| match self {
            Values::Shares if ticks.values.last() == Some(&value) => {
                format!("{} %", fixed(value, ticks.decimals(), false))
            }
            Values::Differences if value == 0.0 => "0".into(),
            Values::Differences => fixed(value, ticks.decimals(), true),
            _ => fixed(value, ticks.decimals(), false),
        };
        ticks.values.iter().map(|value| (value / self.percent_factor(), name(*value))).collect()
    }
}

/// The places of an axis that are a success, as a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Success {
    /// The description of the success.
    pub words: String,
    /// The lowest successful place; `None` if there is no lower bound.
    pub from: Option<f64>,
    /// The highest successful place; `None` if there is no upper bound.
    pub to: Option<f64>,
}

impl Success {
    /// Returns whether a place is a success.
    pub(crate) fn has(&self, x: f64) -> bool {
        self.from.is_none_or(|from| x >= from) && self.to.is_none_or(|to| x <= to)
    }

    /// Returns the place where success begins or ends, and whether success lies to its right.
    pub(crate) fn edge(&self) -> Option<(f64, bool)> {
        self.from.map(|from| (from, true)).or(self.to.map(|to| (to, false)))
    }
}

/// Returns an error if the number is not finite.
pub fn finite(value: f64) -> Result<()> {
    if value.is_finite() {
        Ok(())
    } else {
        let error = format!("the chart can't show {value}: it is no finite number");
        Err(Error::question(error).with_hint(NUMBERS))
    }
}

/// Maximum number of lines in a picture.
const MOST_LINES: usize = 40;

/// Checks lines of probabilities, or of differences if `least` is -1; there must be at least one
/// point.
pub fn check_lines(lines: &[Line], least: f64) -> Result<()> {
    check_numbers(lines)?;
    points(lines).try_for_each(|point| check_share(point.share, least))
}

/// Checks lines of arbitrary numbers.
pub fn check_numbers(lines: &[Line]) -> Result<()> {
    if lines.iter().all(|line| line.points.is_empty()) {
        return Err(nothing("no line has a point"));
    }
    if lines.len() > MOST_LINES {
        return Err(Error::question(format!("{} lines can't be told apart", lines.len()))
            .with_hint(format!("show at most {MOST_LINES}: fewer cases, or a heat map")));
    }
    for line in lines {
        for Point { x, share } in &line.points {
            [*x, share.value(), share.low(), share.high()].into_iter().try_for_each(finite)?;
        }
        if !line.points.is_sorted_by(|one, other| one.x < other.x) {
            let error = format!("the points of `{}` don't rise", line.label);
            return Err(Error::question(error).with_hint("each place has one point: use `where`"));
        }
    }
    Ok(())
}

/// Returns the error of a chart without content.
pub fn nothing(why: &str) -> Error {
    Error::question(format!("the chart has nothing to show: {why}"))
        .with_hint("leave `where` and `column` out, or sweep a field")
}

/// Describes lines that coincide everywhere, so that one hides the others.
pub fn coincident<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Option<String> {
    let mut groups: Vec<Vec<&Line>> = Vec::new();
    let same = |one: &Line, other: &Line| {
        let near = |(one, other): (&Point, &Point)| {
            let apart = (one.share.value() - other.share.value()).abs();
            one.x == other.x && apart <= NOISE
        };
        one.points.len() == other.points.len() && one.points.iter().zip(&other.points).all(near)
    };
    for line in lines.into_iter().filter(|line| line.points.len() > 1) {
        match groups.iter_mut().find(|group| same(group[0], line)) {
            Some(group) => group.push(line),
            None => groups.push(vec![line]),
        }
    }
    let said = groups.iter().filter(|group| group.len() > 1).map(|group| {
        let names: Vec<&str> = group.iter().map(|line| line.label.as_str()).collect();
        match &names[..] {
            [first @ .., last] => format!("{} and {last} are the same line", first.join(", ")),
            [] => String::new(),
        }
    });
    Some(said.collect::<Vec<_>>().join("; ")).filter(|said| !said.is_empty())
}

/// Returns all places of these lines, in increasing order.
pub fn places<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Vec<f64> {
    sorted(points(lines).map(|point| point.x))
}

/// Returns all points of these lines.
pub fn points<'a>(lines: impl IntoIterator<Item = &'a Line>) -> impl Iterator<Item = &'a Point> {
    lines.into_iter().flat_map(|line| &line.points)
}

/// Returns the smallest and the largest number.
pub fn ends(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let both = |(low, high): (f64, f64), value| (low.min(value), high.max(value));
    values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), both)
}

/// Returns these numbers in increasing order, without duplicates.
pub fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}
