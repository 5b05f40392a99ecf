//! Documents: a scenario and its words, made into a folder of Markdown, charts, CSV and a page.
//! What belongs here: what a document holds and how it is put together. What does not: the numbers,
//! the expressions, drawing. Layer: above `chart` and `frame`, below `cli`. pulldown-cmark lives
//! here.

mod claims;
mod folder;
mod markdown;
mod page;
mod plain;
mod stream;
mod sure;
mod tables;
mod template;

pub use folder::{Made, Task};
pub use page::{article, index};
pub use template::Words;
