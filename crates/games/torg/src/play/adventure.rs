//! Check of a whole adventure: acts of scenes in rounds, with hands that carry over, subplots and
//! possibilities.

use super::encounter::EncounterFields;
use super::fields::GroupFields;
use super::fight::FightSetup;
use super::setup::whether;
use super::{MOST_HEROES, Table};
use crate::hand::HEROES;
use crate::{PlayerCard, Scene};
use oddsmith_base::Result;
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step};
use oddsmith_mechanics::Moment;
use oddsmith_registry::{Decimal, Definition, Settings, choice, fields};

fields! {
    /// Fields of an adventure.
    struct AdventureFields {
        acts: u8, "how many",
            unit("acts"), range(1, 10), default("3"), source("Refilling the Hand");
        scenes: u8, "how many, each with a conflict in rounds",
            unit("an act"), range(1, 10), default("3"), source("Refilling the Hand");
        rounds: u16, "of a scene, at most",
            unit("rounds"), range(1, 40), default("8"), source("Card Pools");
        dramatic: Decimal, "of scenes that are dramatic",
            unit("share"), range(0, 1), default("0.33"), source("Standard and Dramatic Scenes");
        subplots: Subplots, "play: each hero takes on one and discards others; discard: for a possibility and a new card",
            source("Subplots");
        opposition: u16 = EncounterFields::opposition;
        cut_subplot: enum CutSubplot { Possibility = "possibility", AndCard = "and_card" },
            "a subplot among the cards that are cut from a hand at the end of a scene is worth a possibility, or a replacement card too",
            reading(), source("Subplots; Refilling the Hand");
    }
}

choice! {
    /// Use of subplots by heroes.
    pub enum Subplots {
        /// Each hero keeps one in the pool and discards the others.
        Play = "play",
        /// All are discarded.
        Discard = "discard",
    }
}

/// Check of an adventure that records the cards and possibilities of one randomly chosen hero.
///
/// # Formula
/// A scene is a conflict (`torg.encounter`). After each scene pools go back to the hands except for
/// specials and subplots, and hands are cut to their dealt size; except after the last scene, one
/// card that does not help is discarded and hands are refilled. `possibilities = one for each
/// discarded subplot and for each act with a subplot in the pool + 3 for each scene with a Glory
/// card + 3 for each Drama card in the hand at the end`.
///
/// # Source
/// The Drama Deck, Refilling the Hand; Subplots; Drama; Glory.
pub struct Adventure {
    /// Settings of the conflicts.
    pub terms: FightSetup,
    given: AdventureFields,
    /// Odds of the kind of a scene: choice 0 for a dramatic scene.
    dramatic: Odds,
    /// Odds of the recorded hero, equal for all heroes.
    watched: Odds,
}

/// State of an adventure between two acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AdventureState {
    /// Positions of the cards.
    pub table: Table,
    /// Index of the recorded hero; `None` before the cards are dealt.
    pub watched: Option<u8>,
    /// Number of completed acts.
    pub acts: u8,
    /// Number of possibilities gained, by hero.
    pub possibilities: [u16; MOST_HEROES],
}

/// Number of possibilities for a Glory card, and for an unspent Drama card.
const REWARD: u16 = 3;

impl Adventure {
    /// Reads the adventure from the settings of a case.
    ///
    /// # Errors
    /// If its deck can't be read.
    pub fn read(set: &Settings) -> Result<Adventure> {
        let (terms, given) = (FightSetup::read(set)?, AdventureFields::read(set));
        let (dramatic, watched) = (whether(given.dramatic), Odds::even(terms.group.heroes));
        Ok(Adventure { terms, given, dramatic, watched })
    }

    /// Prepares the heroes for a scene: each plays a subplot or discards its subplots.
    fn prepare<C: Chance>(
        &self,
        now: &mut AdventureState,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        let group = &self.terms.group;
        for hero in 0..group.heroes {
            let free = now.table.pools[hero].and(group.playable).is_empty();
            let subplot = now.table.hands[hero].and(group.playable).lowest();
            let wanted = self.given.subplots == Subplots::Play && free;
            if let Some(card) = subplot.filter(|_| wanted) {
                record.tell(|| format!("hero {} takes on a subplot", hero + 1));
                now.table.put(hero, card);
            }
            // A replacement card may be a subplot too; the loop ends after as many as the deck has.
            for _ in 0..group.subplots.count() {
                let Some(card) = now.table.hands[hero].and(group.subplots).lowest() else { break };
                now.table.discard(hero, card);
                now.table.deal(hero, &group.deck, chance);
                now.possibilities[hero] += 1;
            }
        }
    }

    /// Ends a scene: pools go back, hands are cut and, unless it was the last scene, refilled.
    fn finish<C: Chance>(&self, now: &mut AdventureState, last: bool, chance: &mut C) {
        let group = &self.terms.group;
        for hero in 0..group.heroes {
            let Table { hands, pools, .. } = &mut now.table;
            hands[hero] = hands[hero].or(pools[hero].without(group.lasting));
            pools[hero] = pools[hero].and(group.lasting);
            let mut replaced = 0;
            while now.table.hands[hero].count() > group.hand {
                let Some(card) = group.worst(now.table.hands[hero]) else { break };
                now.table.discard(hero, card);
                let subplot = group.subplots.has(card);
                now.possibilities[hero] += u16::from(subplot);
                replaced += u32::from(subplot && self.given.cut_subplot == CutSubplot::AndCard);
            }
            if last {
                continue;
            }
            let idle = now.table.hands[hero].without(group.useful).without(group.subplots);
            if let Some(card) = group.worst(idle) {
                now.table.discard(hero, card);
            }
            for _ in now.table.hands[hero].count()..group.hand {
                now.table.deal(hero, &group.deck, chance);
            }
            (0..replaced).for_each(|_| now.table.deal(hero, &group.deck, chance));
        }
    }

    /// Plays one scene and returns the size of the recorded hero's largest pool.
    fn scene<C: Chance>(
        &self,
        now: &mut AdventureState,
        critical: &mut u16,
        hero: usize,
        chance: &mut C,
        record: &mut impl Record,
    ) -> u32 {
        let dramatic = chance.choose(&self.dramatic) == 0;
        let scene = if dramatic { Scene::Dramatic } else { Scene::Standard };
        let mut fight =
            self.terms.begin(now.table, scene, self.given.rounds, self.given.opposition);
        fight.critical = *critical;
        let mut largest = fight.table.pools[hero].count();
        while fight.round < self.given.rounds && !fight.is_over() {
            self.terms.round(&mut Moment { state: &mut fight, chance, record });
            largest = largest.max(fight.table.pools[hero].count());
        }
        if fight.glory {
            now.possibilities.iter_mut().for_each(|points| *points += REWARD);
        }
        (now.table, *critical) = (fight.table, fight.critical);
        largest
    }
}

const HAND: Handle = Handle::first("hand");
const POOL_MAX: Handle = HAND.then("pool_max");
const POSSIBILITIES: Handle = POOL_MAX.then("possibilities");

impl Rule for Adventure {
    type State = AdventureState;

    const EXTRAS: Extras<Self> = Extras { block: 1 << 14, ..Extras::NONE };

    fn columns(&self) -> Columns {
        let group = &self.terms.group;
        let acts = u32::from(self.given.acts);
        let cards = group.deck.cards().len() as i32;
        let scenes = i32::from(self.given.acts) * i32::from(self.given.scenes);
        // Subplots are discarded before a scene, and when hands are cut after it.
        let thrown_away = 2 * scenes * group.subplots.count() as i32;
        let dramas = group.cards(PlayerCard::Drama).count() as i32;
        let reward = i32::from(REWARD);
        let most = thrown_away + i32::from(self.given.acts) + reward * (scenes + dramas);
        Columns::new([
            Column::new(HAND, Scale::numbers(0, cards)).each("act", acts),
            Column::new(POOL_MAX, Scale::numbers(0, cards)).each("act", acts),
            Column::new(POSSIBILITIES, Scale::numbers(0, most)),
        ])
    }

    fn start(&self) -> AdventureState {
        let table = self.terms.table();
        AdventureState { table, watched: None, acts: 0, possibilities: [0; MOST_HEROES] }
    }

    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: AdventureState,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<AdventureState> {
        let group = &self.terms.group;
        let hero = match now.watched {
            Some(hero) => usize::from(hero),
            None => {
                self.terms.deal_hands(&mut now.table, chance);
                chance.choose(&self.watched)
            }
        };
        now.watched = Some(hero as u8);
        now.acts += 1;
        record.tell(|| format!("act {}", now.acts));
        let (mut critical, mut largest) = (0, 0);
        for scene in 1..=self.given.scenes {
            self.prepare(&mut now, chance, record);
            largest = largest.max(self.scene(&mut now, &mut critical, hero, chance, record));
            let last = now.acts == self.given.acts && scene == self.given.scenes;
            self.finish(&mut now, last, chance);
        }
        for other in 0..group.heroes {
            let subplot = !now.table.pools[other].and(group.playable).is_empty();
            now.possibilities[other] += u16::from(subplot);
        }
        record.score(HAND, now.table.hands[hero].count() as i32);
        record.score(POOL_MAX, largest as i32);
        if now.acts < self.given.acts {
            return Step::Next(now);
        }
        let dramas = now.table.hands[hero].and(group.cards(PlayerCard::Drama)).count() as u16;
        record.tell(|| format!("{dramas} Drama cards unspent"));
        record.score(POSSIBILITIES, i32::from(now.possibilities[hero] + REWARD * dramas));
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "torg.adventure",
    title: "Adventure",
    about: "Acts of conflicts in rounds: a hero's hand and largest pool by act, and the possibilities that cards and subplots bring.",
    source: "The Drama Deck, Refilling the Hand; Subplots",
    luck: "flip for each card that is dealt or flipped; choose for what is a chance; a face a die",
    fields: &[
        &[HEROES, AdventureFields::acts, AdventureFields::scenes, AdventureFields::rounds],
        &[AdventureFields::dramatic, AdventureFields::subplots, AdventureFields::opposition],
        GroupFields::FIELDS,
        &[AdventureFields::cut_subplot],
    ],
    sampled: true,
    build: |set| Ok(Box::new(Adventure::read(set)?)),
    ..Definition::PLAIN
};
