//! Conflicts in rounds and adventures: hands, pools, and the use of their cards.
//!
//! This module holds the positions of the cards in play, their use by heroes, rounds, scenes and
//! acts. It does not contain the cards themselves, the die, or dramatic skill resolution.

mod adventure;
mod encounter;
mod fields;
mod fight;
mod group;
mod policy;
mod setup;
mod spend;
mod table;
mod turn;
mod villains;

pub use adventure::{Adventure, ENTRY as ADVENTURE};
pub use encounter::{ENTRY as ENCOUNTER, Encounter};
pub use fields::{CAST_FIELDS, SHARED_FIELDS};
pub use fight::{Fight, FightSetup};
pub use group::{Group, MOST_HEROES};
pub use policy::{POLICIES, Spending};
pub use table::Table;
pub(crate) use turn::Turn;
pub(crate) use villains::stripped;
