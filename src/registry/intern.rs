//! Names that come from users and must live as long as those in the code: each kept once.

use std::collections::BTreeSet;
use std::sync::Mutex;

/// The names kept so far. They are never dropped, and only users' own names come here: a few words a process.
static KEPT: Mutex<BTreeSet<&'static [&'static str]>> = Mutex::new(BTreeSet::new());

/// The same names, for as long as the process lives; equal lists are the same list.
pub fn intern<'a>(names: impl IntoIterator<Item = &'a str>) -> &'static [&'static str] {
    let names: Vec<&str> = names.into_iter().collect();
    // A list is inserted whole or not at all, so what another thread left behind is sound.
    let mut kept = KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = kept.iter().find(|known| ***known == names[..]) {
        return known;
    }
    let names: Vec<&'static str> =
        names.into_iter().map(|name| &*Box::leak(name.to_owned().into_boxed_str())).collect();
    let names: &'static [&'static str] = Box::leak(names.into_boxed_slice());
    kept.insert(names);
    names
}
