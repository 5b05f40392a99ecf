//! Files, written whole or not at all, and sets of files all of them or none.
//! What belongs here: everything that makes, renames or removes a file. Each step of it is a
//! function of `disk`, so that a test can have any step fail. What does not: what is written.
//! tempfile and rustix live here.
//!
//! # How a set of files is written
//!
//! `Transaction` writes a new set into `.oddsmith-new` in its folder: a full disk, and whatever is
//! in the way, show there. Then, in one go for which INT, TERM and HUP wait, a copy of the folder
//! as it will be, made of hard links beside it, changes places with it in one system call
//! (`renameat2`, exchange): a `FolderSwap`. Behind it the new files are renamed into the folder,
//! files that the set no longer has are removed, and the folder changes places with the copy again.
//! So a path shows the old set or the new one at any moment, also after SIGKILL, and whoever stands
//! in the folder stands there still. The manifest, `.oddsmith.files`, is renamed last. It has the
//! name and hash of each file of the set, and only what it lists and nobody has changed is ever
//! removed.
//!
//! Where folders can't be swapped (the folder is a mount, holds folders or more than a thousand
//! files of others, its parent can't be written, the file system can't exchange), the renames
//! happen in the open. A note `begun` stands while they last, a refused one undoes those before it,
//! and after SIGKILL the next run finishes them. Members that are links to elsewhere, and the files
//! of one call that saves several, are renamed one right after the other and brought back if one is
//! refused; SIGKILL in those microseconds can part them.
//!
//! A lock on the folder, which ends with the process, makes a second run wait five seconds and then
//! refuses it. What a killed run left is put in order by the next one into the same folder.

mod at_once;
mod disk;
mod draft;
#[cfg(test)]
mod faults;
mod folder;
mod folder_swap;
mod lock;
mod manifest;
mod single;
mod staged;
mod target;
mod transaction;

pub use at_once::{write, write_all};
pub use draft::Draft;
pub use manifest::{is_foreign, stale};
pub use oddsmith_base::file::{digest, is_standard, read};
pub use staged::abandon;
pub use transaction::Transaction;
