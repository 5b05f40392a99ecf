//! Page of a comparison: the success shares of several checks, their differences and crossings.

use super::{Shown, are_laws, describe_event, laws, policies, with_notes, words};
use oddsmith_answers::{Answer, Answers, Crossing, Gap, PairComparison, all_gaps, json};
use oddsmith_base::{Parameter, Phrase, Result};
use oddsmith_engine::odds::{Estimate, Event, NOISE};
use oddsmith_registry::Value;
use oddsmith_scenario::{Axis, ChartKind, EDGE};
use oddsmith_text::numbers::{per_cent, points, sampled, signed};
use oddsmith_text::{Page, Table, listed, unique};

/// Comparison of checks: by their differences, or by their laws if they have no success.
#[derive(Debug)]
pub struct Comparison<'a> {
    checks: &'a [Answers],
    events: &'a [Event],
    /// All pairs of checks; empty if only laws are compared.
    pub versus: Vec<PairComparison>,
    remarks: Vec<String>,
    only_laws: bool,
}

/// Largest number of default fields listed for a check.
const MOST_USUAL: usize = 5;

fn letter(place: usize) -> String {
    char::from(b'A' + (place % 26) as u8).to_string()
}

/// Returns the name of an axis as text.
fn axis_words(axis: &str) -> String {
    if axis == EDGE { "advantage".to_owned() } else { axis.replace('_', " ") }
}

impl<'a> Comparison<'a> {
    /// Creates a comparison of checks, each with its event; `remarks` tell about the alignment on a
    /// common axis, and other facts.
    ///
    /// # Errors
    /// Returns an error if [`all_gaps`] would.
    pub fn of(
        checks: &'a [Answers],
        events: &'a [Event],
        remarks: Vec<String>,
    ) -> Result<Comparison<'a>> {
        let only_laws = are_laws(checks, events);
        let versus = if only_laws { Vec::new() } else { all_gaps(checks, events)? };
        Ok(Comparison { checks, events, versus, remarks, only_laws })
    }

    /// Returns the kind of chart that shows the comparison.
    pub fn kind(&self) -> ChartKind {
        match self.checks.len() {
            _ if self.only_laws => ChartKind::Laws,
            2 => ChartKind::Difference,
            _ => ChartKind::Curve,
        }
    }

    /// Returns the JSON members that follow the cases.
    pub fn members(&self) -> String {
        json::differences(self.checks, &self.versus)
    }

    /// Returns the page of the comparison.
    pub fn page(&self, shown: &Shown, seed: u64) -> Page {
        let page = match self.only_laws {
            true => self.laws(shown),
            false => self.odds(),
        };
        let answers: Vec<&Answer> = self.checks.iter().flat_map(|check| &check.cases).collect();
        with_notes(page, &answers, seed)
    }

    fn laws(&self, shown: &Shown) -> Page {
        let mut page = laws(self.checks, self.events, shown);
        page.lines.extend(Phrase::all(self.default_fields()));
        page.lines.extend(Phrase::all(self.remarks.iter().cloned()));
        page
    }

    fn odds(&self) -> Page {
        let labels = || self.checks.iter().map(|check| check.label.as_str());
        let mut lines = Vec::new();
        if self.is_lettered() {
            lines.extend(
                labels().enumerate().map(|(place, label)| format!("{}  {label}", letter(place))),
            );
        }
        lines.extend(self.crossings());
        let mut lines = Phrase::all(lines);
        lines.extend(self.differing_events());
        lines.extend(Phrase::all(policies(self.checks)));
        lines.extend(Phrase::all(self.remarks.iter().cloned()));
        lines.extend(Phrase::all(self.default_fields()));
        let labels = labels().collect::<Vec<_>>().join(", ");
        Page {
            title: format!("Chance of {}: {labels}", self.what()),
            unit: "per cent; differences in points".to_owned(),
            answer: self.answer(),
            tables: vec![self.table()],
            lines,
            ..Page::default()
        }
    }

    /// Describes the event: the given one if it is the same for all checks, else "success".
    fn what(&self) -> String {
        let asked = |(check, event): (&Answers, &Event)| {
            let columns = check.cases.first()?.columns();
            let (place, scores) = event.target(columns).filter(|_| event.is_asked())?;
            Some(describe_event(&columns[place], &scores))
        };
        let all: Vec<Option<String>> = self.checks.iter().zip(self.events).map(asked).collect();
        let same = all.iter().all(|words| *words == all[0]);
        all.into_iter().next().flatten().filter(|_| same).unwrap_or_else(|| "success".to_owned())
    }

    /// Returns true if the labels are too long for column headings, so that letters replace them.
    fn is_lettered(&self) -> bool {
        let room = if self.checks.len() > 2 { 12 } else { 22 };
        self.checks.iter().any(|check| check.label.chars().count() > room)
    }

    fn name(&self, place: usize) -> String {
        if self.is_lettered() { letter(place) } else { self.checks[place].label.clone() }
    }

    /// Returns the point of a case as pairs of axis and value. If the checks sweep different values
    /// or axes, the point lists those of all checks.
    fn place(&self, case: usize) -> Vec<(String, String)> {
        let value = |axis: &str, value: &Value| match value {
            Value::Integer(edge) if axis == EDGE => signed(i64::from(*edge)),
            value => words(&value.to_string()),
        };
        let mut place: Vec<(Vec<String>, Vec<String>)> = Vec::new();
        for check in self.checks {
            for (i, (axis, at)) in check.point(case).into_iter().enumerate() {
                if place.len() <= i {
                    place.push(Default::default());
                }
                place[i].0.push(axis_words(axis));
                place[i].1.push(value(axis, at));
            }
        }
        let joined = |all: Vec<String>| unique(all).join(" | ");
        place.into_iter().map(|(names, values)| (joined(names), joined(values))).collect()
    }

    fn table(&self) -> Table {
        let two = self.checks.len() == 2;
        let gaps = || self.versus.iter().flat_map(|pair| &pair.gaps.gaps);
        let unsure = two && gaps().any(|gap| !gap.difference.is_exact());
        let mut heading: Vec<String> = self.place(0).into_iter().map(|(axis, _)| axis).collect();
        heading.extend((0..self.checks.len()).map(|place| self.name(place)));
        heading.extend(two.then(|| "difference".to_owned()));
        heading.extend(unsure.then(|| "95 %".to_owned()));
        let rows = (0..self.checks[0].cases.len()).map(|case| {
            let mut row: Vec<String> = self.place(case).into_iter().map(|(_, at)| at).collect();
            let share = |(check, event): (&Answers, &Event)| {
                check.cases[case].event(event).as_ref().map_or(String::new(), cell)
            };
            row.extend(self.checks.iter().zip(self.events).map(share));
            let pair = self.versus.first().filter(|_| two);
            let gap = pair.and_then(|pair| pair.gaps.gaps.iter().find(|gap| gap.case == case));
            if let Some(gap) = gap {
                let difference = &gap.difference;
                row.push(points(difference.value()));
                row.extend(unsure.then(|| {
                    format!("{} to {}", points(difference.low()), points(difference.high()))
                }));
            }
            row
        });
        Table::of(0, heading, rows)
    }

    /// Returns sentences about the largest difference of each pair.
    fn answer(&self) -> Vec<String> {
        let several = self.checks[0].cases.len() > 1;
        let line = |pair: &PairComparison| {
            // Of many differences, the largest may be large by chance, so only significant ones
            // count.
            let all = &pair.gaps.gaps;
            let wider = |gap: &&Gap| gap.difference.value().abs();
            let sure = all.iter().rev().filter(|gap| is_significant(&gap.difference, all.len()));
            let Some(gap) = sure.max_by(|one, other| wider(one).total_cmp(&wider(other))) else {
                let [a, b] = [pair.a, pair.b].map(|place| self.name(place));
                let widest =
                    pair.gaps.widest().map_or(String::new(), |gap| ends(&gap.difference, 1.0));
                return Some(match several {
                    true => {
                        format!("{a} and {b}: undecided, no difference that these trials can tell")
                    }
                    false => {
                        format!("{a} and {b}: undecided, a difference of{widest} points (95 %)")
                    }
                });
            };
            let share = gap.difference.value();
            let (ahead, behind) = if share >= 0.0 { (pair.a, pair.b) } else { (pair.b, pair.a) };
            let (ahead, behind) = (self.name(ahead), self.name(behind));
            let points = points(share.abs());
            if points == "0.0" {
                return Some(format!("{ahead} and {behind} differ by less than 0.1 points"));
            }
            let up_to = if several { "up to " } else { "" };
            let as_wide = |other: &&Gap| (wider(other) - share.abs()).abs() < NOISE;
            // Ties are counted, because one of several points would be misleading.
            let others = match all.iter().filter(as_wide).count() {
                0 | 1 => String::new(),
                tied => format!(" and {} more", tied - 1),
            };
            let at = listed(self.place(gap.case));
            let at = match at.is_empty() || !several {
                true => String::new(),
                false => format!(", at {at}{others}"),
            };
            let points = points.trim_start_matches('+');
            let sign = if share >= 0.0 { 1.0 } else { -1.0 };
            let within = match gap.difference.is_exact() {
                true => String::new(),
                false => format!(" ({} at 95 %)", ends(&gap.difference, sign).trim_start()),
            };
            Some(format!("{ahead} is ahead of {behind} by {up_to}{points} points{within}{at}"))
        };
        self.versus.iter().filter_map(line).collect()
    }

    fn crossings(&self) -> Vec<String> {
        let [axis] = &self.checks[0].axes[..] else { return Vec::new() };
        let of = axis_words(&axis.name);
        let line = |pair: &PairComparison| {
            let (a, b) = (self.name(pair.a), self.name(pair.b));
            let line = |crossing: &Crossing| {
                format!("{a} and {b} cross {}", describe_crossing(crossing, axis, &of))
            };
            // Without a significant difference, no crossing is significant.
            let gaps = &pair.gaps.gaps;
            let told = gaps.iter().any(|gap| is_significant(&gap.difference, gaps.len()));
            let crossings = pair.crossings.iter().filter(|crossing| told || !crossing.noisy);
            crossings.map(line).collect::<Vec<_>>()
        };
        self.versus.iter().flat_map(line).collect()
    }

    /// Returns the default values of fields that were not given, so that they are visible in a
    /// comparison. Values that switch a field off (0, none, false, an empty list) are left out.
    fn default_fields(&self) -> Vec<String> {
        let of = |(place, check): (usize, &Answers)| {
            let case = &check.cases.first()?.case;
            let (all, given) = (case.settings.all(), case.settings.given());
            let swept =
                |name: &str| check.axes.iter().any(|axis| axis.fields.iter().any(|f| f == name));
            let own = |name: &str| !name.contains('.') && !swept(name) && given.get(name).is_none();
            let off = |value: &str| ["0", "none", "false", "[]", ""].contains(&value);
            let left: Vec<String> = all
                .iter()
                .map(|(name, value)| (name, value.to_string()))
                .filter(|(name, value)| {
                    own(name) && !off(value) && !case.entry.id.starts_with("house.")
                })
                .map(|(name, value)| format!("{} {}", words(name), words(&value)))
                .collect();
            let more = left.len().saturating_sub(MOST_USUAL);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let said = left.iter().take(MOST_USUAL).cloned().collect::<Vec<_>>().join(", ");
            (!left.is_empty()).then(|| format!("  {}: {said}{more}", self.name(place)))
        };
        let each: Vec<String> = self.checks.iter().enumerate().filter_map(of).collect();
        let head = (!each.is_empty())
            .then(|| "Fields that were not given are at their defaults:".to_owned());
        head.into_iter().chain(each).collect()
    }

    /// Returns lines about events that differ, which is possible for checks on the same ladder or
    /// for swept events.
    fn differing_events(&self) -> Vec<Phrase> {
        let words = |check: usize| -> Vec<String> {
            let of = |answer: &Answer| {
                let (place, scores) = self.events[check].target(answer.columns())?;
                let column = &answer.columns()[place];
                (!column.scale.names().is_empty()).then(|| describe_event(column, &scores))
            };
            unique(self.checks[check].cases.iter().filter_map(of))
        };
        let all: Vec<Vec<String>> = (0..self.checks.len()).map(words).collect();
        let ladder = |check: usize| {
            let answer = &self.checks[check].cases[0];
            let place = self.events[check].place(answer.columns()).unwrap_or(0);
            answer.columns()[place].scale.names().to_vec()
        };
        let differs = |a: usize, b: usize| {
            !ladder(a).is_empty() && ladder(a) == ladder(b) && all[a] != all[b]
        };
        if !(0..all.len()).any(|a| (0..a).any(|b| differs(a, b))) {
            return Vec::new();
        }
        let of = Parameter::OF + " sets one for all:";
        let mut lines = vec!["The checks count different results as a success; " + of];
        let each = all.iter().enumerate();
        lines.extend(
            each.map(|(check, words)| format!("  {}: {}", self.name(check), words.join(" | ")))
                .map(Phrase::from),
        );
        lines
    }
}

/// Formats the interval of a difference, or of its negative if `sign` is -1: " +3.8 to +12.0".
fn ends(difference: &Estimate, sign: f64) -> String {
    let (one, other) = (sign * difference.low(), sign * difference.high());
    format!(" {} to {}", points(one.min(other)), points(one.max(other)))
}

/// Returns true if a difference is significant, given the number of differences examined.
///
/// # Formula
/// The interval is widened by `sqrt(1 + 2 ln(n) / 1.96^2)`, slightly more than needed for all n
/// intervals to hold simultaneously with 95 % (Bonferroni, with the normal tail).
fn is_significant(difference: &Estimate, looks: usize) -> bool {
    let wider = (1.0 + 2.0 * (looks as f64).ln() / 1.96f64.powi(2)).sqrt();
    let value = difference.value();
    let reach = if value > 0.0 { value - difference.low() } else { difference.high() - value };
    difference.is_exact() || value.abs() > wider * reach
}

/// Formats a success share with as many decimals as are significant.
fn cell(share: &Estimate) -> String {
    match (share.exact, &share.sampled) {
        (None, Some(counted)) => sampled(counted).0,
        _ => per_cent(share.value(), 1),
    }
}

/// Describes a crossing: at a value, at an interpolated point between adjacent values, or between
/// two values farther apart; adds "within the noise" if sampling does not confirm it.
fn describe_crossing(crossing: &Crossing, axis: &Axis, name: &str) -> String {
    let value = |case: usize| axis.values[case].number().unwrap_or(0.0);
    let [from, to] = crossing.between.map(value);
    let (from, to) = (from.min(to), from.max(to));
    let edged = axis.name == EDGE;
    let whole = |place: f64| {
        if edged { signed(place.round() as i64) } else { oddsmith_text::numbers::plain(place, 2) }
    };
    let place = if from == to {
        format!("at {name} {}", whole(from))
    } else if to - from > 1.0 {
        format!("between {name} {} and {}", whole(from), whole(to))
    } else {
        format!("at {name} {}", oddsmith_text::numbers::fixed(crossing.at, 1, edged))
    };
    if crossing.noisy { format!("{place}, within the noise") } else { place }
}
