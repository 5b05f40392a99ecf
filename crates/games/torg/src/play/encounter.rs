//! Check of one conflict, round by round: hands and pools, initiative, and the outcome.

use super::fields::GroupFields;
use super::fight::{Fight, FightSetup};
use crate::Scene;
use crate::conflict::ConflictFields;
use crate::hand::HEROES;
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step};
use oddsmith_mechanics::Moment;
use oddsmith_registry::{Definition, fields};

fields! {
    /// Fields of a conflict, except those of the group.
    pub struct EncounterFields {
        rounds: u16, "how many rounds are played at most",
            unit("rounds"), range(1, 40), default("10"), source("Card Pools");
        scene: Scene = ConflictFields::scene;
        opposition: u16, "successes that overcome the opposition; where villains break, half of them do",
            unit("successes"), range(1, 1000), default("8"), source("Card Pools");
        escape: bool, "who has Escape puts it into the pool first, and the party leaves with it where the last round does not end the conflict",
            source("Escape");
    }
}

/// Check of a conflict in rounds that records the cards of one randomly chosen hero.
///
/// # Formula
/// A card is flipped each round. Under a flurry all heroes act once and then act again. An action
/// succeeds if `edge + bonus + cards >= 0` and is one success. The conflict ends after `opposition`
/// successes, or after half of them if villains break. A successful action that the card approves
/// draws a card (or any action does so with the chance `approved`). In each round, with the chance
/// `helps`, a hero puts one card of the hand into the pool. Villains strip pools if the conflict
/// line lets them. Cards are spent as the policy decides, as few as turn a failure into a success.
///
/// # Source
/// The Drama Deck, Playing With the Cards; Game mastering with the Cards.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// Setup of the conflict.
    pub terms: FightSetup,
    /// Kind of scene, which selects the conflict lines.
    pub scene: Scene,
    /// Largest number of rounds, 1..=40.
    pub rounds: u16,
    /// Number of successes that end the conflict.
    pub opposition: u16,
    /// Odds of the recorded hero, equal for all heroes.
    pub watched: Odds,
}

impl Encounter {
    /// Creates a conflict of at most `rounds` rounds that takes `opposition` successes.
    pub fn new(terms: FightSetup, scene: Scene, rounds: u16, opposition: u16) -> Encounter {
        Encounter { watched: Odds::even(terms.group.heroes), terms, scene, rounds, opposition }
    }
}

/// State of a conflict between two rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// Conflict and its cards.
    pub fight: Fight,
    /// Index of the recorded hero; `None` before the cards are dealt.
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
                self.terms.deal(fight, chance);
                let hero = chance.choose(&self.watched);
                *watched = Some(hero as u8);
                hero
            }
        };
        if fight.is_over() {
            fight.round += 1;
        } else {
            let at = &mut Moment { state: &mut *fight, chance, record: &mut *record };
            let heroes_first = self.terms.round(at);
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
    fields: &[
        &[HEROES, EncounterFields::rounds, EncounterFields::scene, EncounterFields::opposition],
        GroupFields::FIELDS,
        &[EncounterFields::escape],
    ],
    sampled: true,
    build: |set| {
        let EncounterFields { rounds, scene, opposition, escape } = EncounterFields::read(set);
        let terms = FightSetup { escape, ..FightSetup::read(set)? };
        Ok(Box::new(Encounter::new(terms, scene, rounds, opposition)))
    },
    ..Definition::PLAIN
};
