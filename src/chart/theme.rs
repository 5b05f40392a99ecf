//! The look of every figure: colours with a meaning, sizes, the typeface.

use base64::Engine;
use base64::prelude::BASE64_STANDARD as STANDARD;
use plotters::style::{FontStyle, RGBColor, register_font};

use crate::error::{Error, Result};

/// Width of a figure, in pixels.
pub const WIDTH: u32 = 900;

/// Text, strong lines.
pub const INK: RGBColor = RGBColor(0x1b, 0x1f, 0x24);
/// Lesser text, axes.
pub const SOFT: RGBColor = RGBColor(0x5b, 0x66, 0x72);
/// Grid lines.
pub const GRID: RGBColor = RGBColor(0xe3, 0xe7, 0xeb);
/// The ground.
pub const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

/// Sizes of type, in pixels at [`WIDTH`].
pub const TITLE: u32 = 21;
/// Under the title.
pub const SUBTITLE: u32 = 14;
/// Axes, lines.
pub const LABEL: u32 = 13;
/// The line at the foot.
pub const SOURCE: u32 = 12;

/// The family that text asks for.
pub const FAMILY: &str = "Inter";

const REGULAR: &[u8] = include_bytes!("fonts/Inter-Regular.otf");
const BOLD: &[u8] = include_bytes!("fonts/Inter-Bold.otf");

/// The colour of a system, the same everywhere.
pub fn system_colour(check: &str) -> RGBColor {
    match check.split('.').next().unwrap_or_default() {
        "melodrama" => RGBColor(0x14, 0x67, 0xa8),
        "mutants" => RGBColor(0xc2, 0x50, 0x0a),
        "mneme" => RGBColor(0x00, 0x80, 0x5f),
        "mano" => RGBColor(0x8a, 0x4f, 0x9e),
        "torg" => RGBColor(0xa0, 0x78, 0x00),
        _ => SOFT,
    }
}

/// Makes the typeface known to Plotters, which measures text with it.
///
/// # Errors
/// If the embedded files can't be read, which a test rules out.
pub fn load_typeface() -> Result<()> {
    for (style, bytes) in [(FontStyle::Normal, REGULAR), (FontStyle::Bold, BOLD)] {
        register_font(FAMILY, style, bytes).map_err(|_| Error::question("the embedded typeface can't be read"))?;
    }
    Ok(())
}

/// The typeface as a style sheet inside a figure, so that it looks the same wherever it is shown.
pub fn style_sheet() -> String {
    let face = |weight: &str, bytes: &[u8]| {
        format!("@font-face{{font-family:{FAMILY};font-weight:{weight};src:url(data:font/otf;base64,{})}}", STANDARD.encode(bytes))
    };
    format!("<style>{}{}</style>", face("400", REGULAR), face("700", BOLD))
}
