//! Conflicts in rounds, and adventures of them: hands, pools, and what is done with their cards.
//! What belongs here: where the cards of a game lie, how heroes use them, rounds, scenes and acts.
//! What does not: the cards themselves, the die, dramatic skill resolution.

mod adventure;
mod encounter;
mod fields;
mod fight;
mod group;
mod policy;
mod spend;
mod table;
mod turn;
mod villains;

pub use adventure::{Adventure, ENTRY as ADVENTURE, Subplots, Tale};
pub use encounter::{ENTRY as ENCOUNTER, Encounter, Run};
pub use fields::{CastFields, SharedFields};
pub use fight::{Fight, FightSetup};
pub use group::{Group, MOST_HEROES};
pub use policy::{Outlook, POLICIES, Plan, Spending};
pub use table::Table;
pub(crate) use turn::Turn;
pub(crate) use villains::stripped;
