//! Postprocessing of Plotters' output to a figure: colors, tooltips, the typeface; and conversion
//! to PNG.

use std::fmt::Write as _;
#[cfg(feature = "png")]
use std::sync::{Arc, LazyLock};

use plotters::style::RGBColor;
#[cfg(feature = "png")]
use resvg::{tiny_skia, usvg};

use super::theme::{NARROW, Pen, Theme};
use super::typeface;
use oddsmith_base::{Error, Result};
use oddsmith_text::html;

/// The context in which a figure will be shown.
#[derive(Clone, Copy, PartialEq)]
pub enum SvgTarget {
    /// A standalone file, with its typeface, in one theme.
    Alone(Theme),
    /// A page that provides the typeface and selects the theme; see [`page_style`].
    Inline,
}

/// Units per pixel of a sheet, for smooth curves: Plotters draws at integer coordinates.
pub const UNITS: u32 = 10;

/// A figure as written by Plotters, to be finished.
pub struct RawSvg {
    /// The output of Plotters, in units; a color in it encodes the index of a pen.
    pub body: String,
    /// The pens by index.
    pub pens: Vec<Pen>,
    /// The tooltips: left, top, width and height in units, and the text.
    pub hints: Vec<([i32; 4], String)>,
    /// The size in pixels.
    pub size: (u32, u32),
}

/// Escapes a text for SVG, keeping the line breaks of tooltips.
fn escaped(text: &str) -> String {
    text.split('\n').map(html).collect::<Vec<_>>().join("\n")
}

fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("{red:02x}{green:02x}{blue:02x}")
}

impl RawSvg {
    /// Returns the figure as SVG; `label` is its accessible description.
    pub fn finish(&self, label: &str, dress: SvgTarget) -> String {
        let ((width, height), label) = (self.size, escaped(label));
        let (wide, high) = (width * UNITS, height * UNITS);
        let (class, style) = match dress {
            SvgTarget::Alone(_) => ("", format!("<style>{}</style>\n", typeface::style_sheet())),
            SvgTarget::Inline if width < NARROW => ("class=\"chart narrow\" ", String::new()),
            SvgTarget::Inline => ("class=\"chart\" ", String::new()),
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {class}width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{label}\" stroke-linejoin=\"round\">\n{style}"
        );
        self.coloured(&mut svg, dress);
        for ([left, top, wide, high], words) in &self.hints {
            let words = escaped(words);
            // Writing to a string can't fail.
            let _ = writeln!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" fill=\"none\" pointer-events=\"all\"><title>{words}</title></rect>"
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Writes the body with pen indices replaced by colors and dashes.
    fn coloured(&self, svg: &mut String, dress: SvgTarget) {
        let body = self.body.trim_end().trim_end_matches("</svg>");
        let body = body.find('>').map_or("", |end| body[end + 1..].trim_start());
        let body = body
            .replace(" opacity=\"1\"", "")
            .replace(" stroke=\"none\"", "")
            .replace("\n</text>", "</text>");
        let mut parts = body.split("\"#");
        svg.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let pen = part
                .get(..6)
                .and_then(|number| self.pens.get(usize::from_str_radix(number, 16).ok()?));
            let (Some(pen), Some(rest)) = (pen, part.get(7..)) else {
                svg.push_str("\"#");
                svg.push_str(part);
                continue;
            };
            let (light, dark) = (hex(pen.paint.light), hex(pen.paint.dark));
            let _ = match dress {
                SvgTarget::Alone(theme) => write!(svg, "\"#{}\"", hex(pen.paint.dress(theme))),
                SvgTarget::Inline if light == dark => write!(svg, "\"#{light}\""),
                SvgTarget::Inline => write!(svg, "\"var({VARIABLE}{light}-{dark},#{light})\""),
            };
            if !pen.dash.is_empty() {
                let dashes: Vec<String> =
                    pen.dash.iter().map(|length| (length * UNITS).to_string()).collect();
                let _ = write!(svg, " stroke-dasharray=\"{}\"", dashes.join(" "));
            }
            svg.push_str(rest);
        }
    }
}

/// The prefix of the CSS variables for colors that a page sets by its theme.
const VARIABLE: &str = "--c-";

/// Returns the style sheet of a page with inline figures: the typeface once, and every color that
/// its figures use, in both themes.
///
/// The theme is the reader's, unless the page's root element sets `data-theme="light"` or `"dark"`.
/// If a figure is followed by its narrow variant, the one that fits the window is shown.
pub fn page_style(page: &str) -> String {
    style(page, "", [":root", ":root:not([data-theme=light])", ":root[data-theme=dark]"])
}

/// Returns the style of figures within one element of a page, such as a notebook cell: of the class
/// `scope`, which contains `part`. The theme follows the notebook's, or else the system's.
pub fn part_style(scope: &str, part: &str) -> String {
    const LIGHT: &str = "[data-jp-theme-light=true],.vscode-light,[data-theme=light]";
    const DARK: &str = "[data-jp-theme-light=false],.vscode-dark,[data-theme=dark]";
    let any = format!(".{scope}");
    let not_light = format!(":root:not(:has({LIGHT})) .{scope}");
    let within_dark = format!(":is({DARK}) .{scope}");
    style(part, &format!(".{scope} "), [&any, &not_light, &within_dark])
}

/// Returns the typeface, the rules within `scope` that select the wide or the narrow figure, and
/// the colors of the figures in `page`. The selectors are those of the element that has the colors:
/// in any theme, in one that isn't explicitly light, and in one that is explicitly dark.
fn style(page: &str, scope: &str, [any, not_light, explicit_dark]: [&str; 3]) -> String {
    let (light, dark) = colours(page);
    format!(
        "{}\n{scope}.chart{{max-width:100%;height:auto}}\n{scope}.chart+.chart.narrow{{display:none}}\n@media(max-width:{NARROW}px){{{scope}.chart:has(+.chart.narrow){{display:none}}{scope}.chart+.chart.narrow{{display:block}}}}\n{any}{{{light}}}\n@media (prefers-color-scheme:dark){{{not_light}{{{dark}}}}}\n{explicit_dark}{{{dark}}}\n",
        typeface::style_sheet()
    )
}

/// Returns the colors of the figures in a page, as CSS declarations: light, and dark.
fn colours(page: &str) -> (String, String) {
    let names = page
        .match_indices(VARIABLE)
        .filter_map(|(at, _)| page.get(at + VARIABLE.len()..at + VARIABLE.len() + 13));
    let mut colours: Vec<(&str, &str)> = names.filter_map(|name| name.split_once('-')).collect();
    colours.sort_unstable();
    colours.dedup();
    let all = |is_dark: bool| -> String {
        let colours = colours.iter().map(|(light, dark)| {
            format!("{VARIABLE}{light}-{dark}:#{};", if is_dark { dark } else { light })
        });
        colours.collect()
    };
    (all(false), all(true))
}

/// Returns an error, since this build has no PNG renderer.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub fn png(_: &str, _: f32) -> Result<Vec<u8>> {
    Err(Error::question("this build draws no PNG").with_hint("draw it as .svg"))
}

/// Renders a figure as PNG, with `scale` pixels per SVG pixel; 2 is crisp on most screens. Only the
/// embedded typeface is used.
///
/// # Errors
/// If it is not SVG, or the picture would be too large.
#[cfg(feature = "png")]
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>> {
    static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
        let mut fonts = usvg::fontdb::Database::new();
        for face in typeface::FACES {
            fonts.load_font_data(face.to_vec());
        }
        fonts.set_sans_serif_family(typeface::FAMILY);
        Arc::new(fonts)
    });
    let options = usvg::Options {
        font_family: typeface::FAMILY.to_owned(),
        fontdb: FONTS.clone(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(&typeface::known(svg), &options)
        .map_err(|error| Error::question(format!("the chart can't be read: {error}")))?;
    let size = tree
        .size()
        .to_int_size()
        .scale_by(scale)
        .ok_or_else(|| Error::question("the chart has no size"))?;
    let mut picture = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or_else(|| Error::question("the chart is too large"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture
        .encode_png()
        .map_err(|error| Error::question(format!("the chart can't be written as PNG: {error}")))
}
