//! Formatting of numbers: percentages and others, with significant digits.

use oddsmith_engine::odds::{Estimate, Exact, Interval, Sampled};

/// Formats a share as a percentage with this number of decimals, without the sign. A share that
/// would round to 0 or 100, and is not 0 or 1 (within 1e-12), appears as a bound: `<0.1`, `>99.9`.
pub fn per_cent(share: f64, decimals: usize) -> String {
    // Floating-point sums such as 0.9999999999999999 count as 1, and -0.0 as 0.
    let share = if share > 1.0 - 1e-12 { 1.0 } else { share.abs() };
    let text = half_up(share * 100.0, decimals);
    let least = 10f64.powi(-(decimals as i32));
    match text.trim_matches(['0', '.']) {
        "" if share > 0.0 => format!("<{least:.decimals$}"),
        "1" if text.starts_with("100") && share < 1.0 => format!(">{:.decimals$}", 100.0 - least),
        _ => text,
    }
}

/// Formats a nonnegative number, rounding halves up: 77.25 becomes 77.3, in spite of floating-point
/// errors.
fn half_up(number: f64, decimals: usize) -> String {
    let scaled = number * 10f64.powi(decimals as i32);
    let missed = 1e-9 + scaled.abs() * 1e-14;
    format!("{:.decimals$}", (scaled + 0.5 + missed).floor() / 10f64.powi(decimals as i32))
}

/// Shares below this are shown as "1 in N".
const RARE: f64 = 1e-3;

/// Formats a rare share as "1 in 4165"; `None` for shares of 0 or of 0.001 and more.
///
/// # Examples
/// ```
/// use oddsmith_text::numbers::one_in;
/// use oddsmith_engine::odds::Estimate;
///
/// let said = |share: f64| one_in(&Estimate::of_value(share).exact.unwrap());
/// assert_eq!(said(1.0 / 4165.0).as_deref(), Some("1 in 4165"));
/// assert_eq!(said(0.25), None);
/// ```
pub fn one_in(share: &Exact) -> Option<String> {
    let most = share.value + share.unsure;
    if most <= 0.0 || most >= RARE {
        return None;
    }
    let times = 1.0 / share.value;
    // Uncertain digits are not printed.
    let off = share.unsure / share.value;
    Some(match (times.round(), off) {
        (whole, off) if whole < 1e9 && whole * off < 0.5 => {
            format!("1 in {}", grouped(whole as u64))
        }
        (_, off) if off < 0.005 => format!("1 in {times:.1e}"),
        _ => {
            let least = 1.0 / most;
            // Floating-point errors at a power of ten are compensated.
            let least = least * (1.0 + 1e-9);
            let unit = 10f64.powi(least.log10().floor() as i32);
            format!("less than 1 in {:.0e}", (least / unit).floor() * unit)
        }
    })
}

/// Returns the number of decimals of a percentage that are significant for an interval: its
/// half-width has one or two figures.
pub fn decimals(interval: Interval) -> usize {
    let half = (interval.high - interval.low) * 50.0;
    if half <= 0.0 { 6 } else { (-half.log10()).ceil().clamp(0.0, 6.0) as usize }
}

/// Formats a sampled share in per cent and its confidence interval, both with significant decimals:
/// "82.19", "82.11 to 82.26".
pub fn sampled(share: &Sampled) -> (String, String) {
    let decimals = decimals(share.interval());
    (
        per_cent(share.value, decimals),
        // Avoids a lower end of -0.
        format!("{:.decimals$} to {:.decimals$}", share.low.abs() * 100.0, share.high * 100.0),
    )
}

/// Formats a whole number with thin spaces between thousands from 10,000: "1 000 000".
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if number < 10_000 {
        return digits;
    }
    let places = digits.chars().enumerate();
    let gap = |i: usize| (i > 0 && (digits.len() - i).is_multiple_of(3)).then_some('\u{2009}');
    places.flat_map(|(i, digit)| gap(i).into_iter().chain([digit])).collect()
}

/// Formats the range of two whole numbers: "5", "3 to 5".
pub fn grouped_range(least: u64, most: u64) -> String {
    match least == most {
        true => grouped(most),
        false => format!("{} to {}", grouped(least), grouped(most)),
    }
}

/// Formats a share for a table cell with this number of decimals. A sampled share of 0 is shown as
/// "<" and the upper end of its interval, one of 1 as ">" and the lower end.
pub fn cell(share: &Estimate, decimals: usize) -> String {
    // Rounded outwards, so that the bound stays valid.
    let scale = 10f64.powi(decimals as i32);
    match share.sampled {
        Some(Sampled { value, high, .. }) if !share.is_exact() && value <= 0.0 => {
            format!("<{:.decimals$}", ((high * 100.0 * scale).ceil() / scale).min(100.0))
        }
        Some(Sampled { value, low, .. }) if !share.is_exact() && value >= 1.0 => {
            format!(">{:.decimals$}", ((low * 100.0 * scale).floor() / scale).max(0.0))
        }
        _ => per_cent(share.value(), decimals),
    }
}

/// Formats the half-width of an interval in percentage points: "±0.09". More decimals are added to
/// avoid ±0.
pub fn half_width(interval: Interval, decimals: usize) -> String {
    let half = (interval.high - interval.low) * 50.0;
    let enough = (decimals..8)
        .find(|&decimals| half * 10f64.powi(decimals as i32) >= 0.5)
        .unwrap_or(decimals);
    format!("±{half:.enough$}")
}

/// Formats a whole number with a plus or a true minus sign.
pub fn signed(number: i64) -> String {
    match number {
        0 => "0".into(),
        1.. => format!("+{number}"),
        _ => format!("\u{2212}{}", number.unsigned_abs()),
    }
}

/// Replaces the hyphens of negative numbers by true minus signs: "−3 + 10". Hyphens between letters
/// or numbers are kept: "d20-3", "dc=-5".
///
/// # Examples
/// ```
/// use oddsmith_text::numbers::minus;
///
/// assert_eq!(minus("-3 + 10, -8..-7"), "\u{2212}3 + 10, \u{2212}8..\u{2212}7");
/// assert_eq!(minus("d20-3 dc=-5"), "d20-3 dc=-5");
/// ```
pub fn minus(text: &str) -> String {
    let digit = |next: char| next.is_ascii_digit();
    let mut out = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let starts =
            at == 0 || text[..at].ends_with(|before: char| before == ' ' || "(.|".contains(before));
        let number = &text[at + letter.len_utf8()..];
        let behind = number.trim_start_matches(digit);
        let decimals = behind.strip_prefix('.').unwrap_or(behind).trim_start_matches(digit);
        // A text such as "-2+3" is a name or a sum.
        let goes_on = |next: char| next.is_alphanumeric() || "+-*/=<>!_".contains(next);
        let ends = behind.starts_with("..") || !decimals.starts_with(goes_on);
        let is_minus = letter == '-' && starts && number.starts_with(digit) && ends;
        out.push(if is_minus { '\u{2212}' } else { letter });
    }
    out
}

/// Formats a difference of shares in percentage points, with sign and one decimal: "−7.5".
pub fn points(difference: f64) -> String {
    let text = half_up(difference.abs() * 100.0, 1);
    match text.as_str() {
        "0.0" => text,
        _ => format!("{}{text}", if difference < 0.0 { "\u{2212}" } else { "+" }),
    }
}

/// Formats a number with a fixed number of decimals, thin spaces from 10,000 and a true minus sign;
/// with `sign` also a plus sign.
pub fn fixed(number: f64, decimals: usize, sign: bool) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let (whole, rest) = text.split_once('.').map_or((&*text, ""), |(whole, rest)| (whole, rest));
    let whole = whole.parse().map_or(whole.to_owned(), grouped);
    let text = if rest.is_empty() { whole } else { format!("{whole}.{rest}") };
    // A number that rounds to 0 has no sign.
    let nothing = text.chars().all(|letter| !letter.is_ascii_digit() || letter == '0');
    match number {
        _ if nothing => text,
        number if number < 0.0 => format!("\u{2212}{text}"),
        _ if sign => format!("+{text}"),
        _ => text,
    }
}

/// Formats a number with at most this number of decimals, without trailing zeros.
pub fn plain(number: f64, most: usize) -> String {
    let text = fixed(number, most, false);
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Truncates a text to at most this number of characters, with an ellipsis.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// Formats a mean or a deviation with at most four decimals, without trailing zeros.
pub fn short(value: f64) -> String {
    trimmed(value, 4)
}

/// Formats a number with at most this number of decimals, without trailing zeros, spaces or a true
/// minus sign.
pub fn trimmed(value: f64, most: usize) -> String {
    let text = format!("{value:.most$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_not_rounded_to_0_or_100() {
        assert_eq!(per_cent(0.0, 1), "0.0");
        assert_eq!(per_cent(1e-9, 1), "<0.1");
        assert_eq!(per_cent(1.0 - 1e-9, 1), ">99.9");
        assert_eq!(per_cent(1.0, 2), "100.00");
        assert_eq!(per_cent(0.1, 1), "10.0");
        assert_eq!(per_cent(0.01, 1), "1.0");
    }

    /// Halves are rounded up, even if their floating-point value is slightly below.
    #[test]
    fn halves_are_rounded_up() {
        assert_eq!(per_cent(309.0 / 400.0, 1), "77.3");
        for (top, bottom, shown) in
            [(1, 8, "12.5"), (1, 16, "6.3"), (3, 16, "18.8"), (1, 32, "3.1")]
        {
            assert_eq!(per_cent(f64::from(top) / f64::from(bottom), 1), shown, "{top}/{bottom}");
        }
        // In per cent, k/2000 has a half in the second decimal for each odd k.
        for k in 1..2000u32 {
            let tenths = k.div_ceil(2);
            let shown = format!("{}.{}", tenths / 10, tenths % 10);
            let shown = if tenths == 1000 { ">99.9".to_owned() } else { shown };
            assert_eq!(per_cent(f64::from(k) / 2000.0, 1), shown, "{k}/2000");
        }
        assert_eq!(points(309.0 / 400.0), "+77.3");
    }

    /// Uncertain digits of a rare share are not printed.
    #[test]
    fn rare_shares_have_no_uncertain_digits() {
        let said = |value, unsure| {
            let mut exact = Estimate::of_value(value).exact.expect("it is exact");
            exact.unsure = unsure;
            one_in(&exact)
        };
        for (value, unsure, shown) in [
            (1.0 / 2_598_960.0, 0.0, "1 in 2\u{2009}598\u{2009}960"),
            (2.749_169_8e-38, 0.0, "1 in 3.6e37"),
            (1e-9 + 1e-12, 1e-17, "1 in 1.0e9"),
            (1.3e-8, 1e-17, "1 in 76\u{2009}923\u{2009}077"),
            (1.3e-8, 1e-14, "1 in 7.7e7"),
            (2e-18, 1e-18, "less than 1 in 3e17"),
            (0.0, 1e-18, "less than 1 in 1e18"),
        ] {
            assert_eq!(said(value, unsure).as_deref(), Some(shown), "{value} {unsure}");
        }
        assert_eq!((said(0.0, 0.0), said(0.01, 0.0)), (None, None));
    }

    #[test]
    fn only_significant_decimals_are_shown() {
        assert_eq!(
            sampled(&Sampled { value: 0.82186, low: 0.82111, high: 0.82261 }),
            ("82.19".into(), "82.11 to 82.26".into())
        );
        assert_eq!(
            sampled(&Sampled { value: 0.5, low: 0.4, high: 0.6 }),
            ("50".into(), "40 to 60".into())
        );
        assert_eq!(grouped(1_000_000), "1\u{2009}000\u{2009}000");
        assert_eq!(grouped(9_999), "9999");
        assert_eq!(
            (signed(-5), signed(3), points(-0.075_03), points(0.000_01)),
            ("\u{2212}5".into(), "+3".into(), "\u{2212}7.5".into(), "0.0".into())
        );
        assert_eq!(
            (short(5.0), short(-0.00001), short(5.615_26)),
            ("5".into(), "0".into(), "5.6153".into())
        );
    }
}
