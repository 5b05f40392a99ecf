//! Link of a request, which opens it in the page.

use std::path::Path;

use crate::Result;
use crate::query::{Request, Source};

/// Environment variable with the address of the page, with which links begin.
const PAGE: &str = "ODDSMITH_PAGE";

#[derive(clap::Args)]
pub struct LinkArguments {
    /// Print a link that opens this question in the oddsmith page, instead of the answer; set the
    /// variable ODDSMITH_PAGE to the address of the page
    #[arg(long)]
    pub link: bool,
}

/// Returns the link of a request as a line. It begins with the address of the page, if that is set,
/// and includes the house rules of the file.
///
/// # Errors
/// If the file can't be read.
pub fn line(request: &Request, rules: Option<&Path>) -> Result<String> {
    let text = rules.map(crate::file::read).transpose()?;
    let rules = text.map(|text| Source { file: None, text });
    let link = Request { rules, ..request.clone() }.link();
    let page = std::env::var(PAGE).unwrap_or_default();
    Ok(format!("{}{link}\n", page.split('#').next().unwrap_or_default()))
}
