//! One conflict, round by round: hands and pools, who goes first, and whether it is over.

use super::fields::{GroupFields, OPPOSITION};
use super::fight::{Fight, FightSetup};
use crate::Scene;
use crate::conflict::SCENE;
use crate::hand::HEROES;
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step};
use oddsmith_registry::{Definition, fields};

fields! {
    /// The fields of a conflict, apart from those of the group.
    struct Fields {
        rounds: u16, "how many rounds are played at most",
            unit("rounds"), range(1, 40), default("10"), source("Card Pools");
        scene: Scene = SCENE;
        opposition: u16 = OPPOSITION;
        escape: bool, "who has Escape puts it into the pool first, and the party leaves with it where the last round does not end the conflict",
            source("Escape");
    }
}

/// A conflict of rounds, seen from one hero, each of the group as likely.
///
/// # Formula
/// A card is flipped each round. Under a flurry everyone acts once, and then again. Every action succeeds where `edge + bonus + cards >= 0` and is one
/// success; as many as `opposition` end the conflict, or half of them where villains break. An action
/// that succeeds and is approved on the card draws a card (or any does, with the chance `approved`); with the chance `helps` a round puts one card of the hand into the pool. Villains strip
/// pools where the dramatic line lets them. Cards are spent as the policy says, as few as turn a
/// failure into a success.
///
/// # Source
/// The Drama Deck, Playing With the Cards; Game mastering with the Cards.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// How it is fought.
    pub terms: FightSetup,
    /// Which conflict lines count.
    pub scene: Scene,
    /// Rounds at most, 1..=40.
    pub rounds: u16,
    /// Successes that it takes.
    pub opposition: u16,
    /// Who is watched.
    pub watched: Odds,
}

impl Encounter {
    /// A conflict of at most so many rounds, which takes so many successes.
    pub fn new(terms: FightSetup, scene: Scene, rounds: u16, opposition: u16) -> Encounter {
        Encounter { watched: Odds::even(terms.group.heroes), terms, scene, rounds, opposition }
    }
}

/// A conflict on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// The conflict and its cards.
    pub fight: Fight,
    /// Who is watched; `None` before the cards are dealt.
    pub watched: Option<u8>,
}

const HAND: Handle = Handle::first("hand");
const POOL: Handle = HAND.then("pool");
const USED: Handle = POOL.then("used");
const FIRST: Handle = USED.then("first");
const LOST: Handle = FIRST.then("lost");
const OVER: Handle = LOST.then("over");
const ESCAPED: Handle = OVER.then("escaped");

impl Rule for Encounter {
    type State = Run;

    const EXTRAS: Extras<Self> = Extras { block: 1 << 14, ..Extras::NONE };

    fn columns(&self) -> Columns {
        let rounds = u32::from(self.rounds);
        let cards = || Scale::numbers(0, self.terms.group.deck.cards().len() as i32);
        let column = |handle, scale| Column::new(handle, scale).each("round", rounds).or_none();
        let escaped = Column::new(ESCAPED, Scale::rungs(&["no", "yes"]));
        let escaped = self.terms.escape.then_some(escaped);
        let columns = [
            column(HAND, cards()),
            column(POOL, cards()),
            column(USED, cards()),
            column(FIRST, Scale::rungs(&["villain", "hero"])),
            column(LOST, cards()),
            Column::new(OVER, Scale::rungs(&["no", "yes"])).each("round", rounds),
        ];
        Columns::new(columns.into_iter().chain(escaped))
    }

    fn start(&self) -> Run {
        let table = self.terms.table();
        let fight = self.terms.begin(table, self.scene, self.rounds, self.opposition);
        Run { fight, watched: None }
    }

    #[inline]
    fn step<C: Chance>(&self, mut now: Run, chance: &mut C, record: &mut impl Record) -> Step<Run> {
        let Run { fight, watched } = &mut now;
        let hero = match *watched {
            Some(hero) => usize::from(hero),
            None => {
                let hero = self.terms.deal(&mut fight.table, &self.watched, chance);
                *fight = self.terms.begin(fight.table, self.scene, self.rounds, self.opposition);
                *watched = Some(hero as u8);
                hero
            }
        };
        if fight.is_over() {
            fight.round += 1;
        } else {
            let heroes_first = self.terms.round(fight, chance, record);
            record.score(HAND, fight.table.hands[hero].count() as i32);
            record.score(POOL, fight.table.pools[hero].count() as i32);
            record.score(USED, i32::from(fight.used[hero]));
            record.score(FIRST, i32::from(heroes_first));
            record.score(LOST, i32::from(fight.lost[hero]));
        }
        record.score(OVER, i32::from(fight.is_over()));
        if fight.round < self.rounds {
            return Step::Next(now);
        }
        if self.terms.escape {
            let escapes = !fight.is_over() && self.terms.may_escape(fight);
            if escapes {
                record.tell(|| "the party escapes".into());
            }
            record.score(ESCAPED, i32::from(escapes));
        }
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "torg.encounter",
    title: "Conflict in rounds",
    about: "A conflict round by round: a hero's hand and pool, cards used and lost, who goes first, and whether the opposition is overcome.",
    source: "The Drama Deck, Playing With the Cards; Game mastering with the Cards",
    luck: "flip for each card that is dealt or flipped; choose for what is a chance; a face a die",
    fields: &[&[HEROES, Fields::rounds, SCENE, OPPOSITION], GroupFields::FIELDS, &[Fields::escape]],
    sampled: true,
    build: |set| {
        let Fields { rounds, scene, opposition, escape } = Fields::read(set);
        let terms = FightSetup { escape, ..FightSetup::read(set)? };
        Ok(Box::new(Encounter::new(terms, scene, rounds, opposition)))
    },
    ..Definition::PLAIN
};
