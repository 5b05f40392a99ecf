//! A conflict in rounds: the card that is up, what it does to both sides, and cards that heroes play.

use std::fmt::Write as _;

use super::policy::{Outlook, Plan, Spending};
use super::turn::Turn;
use super::{Group, MOST_HEROES, Table};
use crate::{Action, Actions, Condition, DramaDie, Line, PlayerCard, Scene};
use oddsmith_engine::chance::{Cards, Chance, Odds};
use oddsmith_engine::rule::{NoRecord, Policy, Record};
use oddsmith_mechanics::Rate;
use oddsmith_mechanics::scene::all_of;
use oddsmith_registry::Choice;

/// How conflicts are fought.
#[derive(Clone, Debug)]
pub struct FightSetup {
    /// The heroes and their deck.
    pub group: Group,
    /// How many heroes are in it, which decides on the head start.
    pub party: usize,
    /// Value less difficulty of the heroes' checks, in points.
    pub edge: i32,
    /// Whether an action is an approved one that succeeds: 0 if so; `None` where the card says.
    pub approved: Option<Odds>,
    /// What heroes do.
    pub plan: Plan,
    /// Whether an action lets a card into the pool: 0 if so.
    pub helps: Odds,
    /// Whether one or two heroes start with cards in their pools.
    pub head_start: bool,
    /// Whether only cards in pools are used: else those of the hand are.
    pub pools: bool,
    /// Whether villains succeed against a hero at an action that strips pools: 0 if so.
    pub villain_actions: Odds,
    /// How many cards that takes, less one.
    pub strips: Odds,
    /// When cards are spent.
    pub policy: Spending,
    /// The die of a check.
    pub die: DramaDie,
    /// The die under the condition up.
    pub up: DramaDie,
    /// The die under the condition stymied.
    pub stymied: DramaDie,
    /// Whether it takes the first roll again for any reason, and not only of a 10 or 20.
    pub stymied_takes_any: bool,
    /// The roll that a possibility adds.
    pub possibility: DramaDie,
    /// Value less difficulty of the villains' actions that strip pools; `None` where their chance
    /// is given.
    pub villain_edge: Option<i32>,
    /// What a setback takes from totals, in points.
    pub setback: i32,
    /// The heroes' value, where Glory looks at action totals and not at the die.
    pub glory_value: Option<i32>,
    /// Whether the action stack is not shuffled when the deck runs out.
    pub keeps_stack: bool,
    /// Possibilities that each hero has for a scene.
    pub possibilities: u8,
    /// How often villains negate a possibility.
    pub negated: Rate,
    /// Whether all cards that help are traded for, and not Hero and Drama alone.
    pub trades_any: bool,
    /// Whether heroes take their critical moment.
    pub critical_moment: bool,
    /// Whether the Monologue is held.
    pub monologue: bool,
    /// Whether who has Escape puts it into the pool first.
    pub escape: bool,
    /// What each hero is called; by number where there is no name.
    pub names: Vec<String>,
}

/// One conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fight {
    /// The cards.
    pub table: Table,
    /// Which conflict lines count.
    pub scene: Scene,
    /// Rounds in all.
    pub rounds: u16,
    /// Rounds that have begun.
    pub round: u16,
    /// Successes that it takes.
    pub needed: u16,
    /// Successes so far.
    pub had: u16,
    /// Heroes who had their critical moment in this act, a bit each.
    pub critical: u16,
    /// Cards that each hero used in this round.
    pub used: [u8; MOST_HEROES],
    /// Cards that each hero lost in this round to villains.
    pub lost: [u8; MOST_HEROES],
    /// Possibilities that each hero has left.
    pub points: [u8; MOST_HEROES],
    /// Heroes who have put a card into the pool, a bit each.
    begun: u16,
    /// Heroes who are up, a bit each: who is out plays no card.
    pub up: u16,
    /// Possibilities with which the one who is acted against negates rolls of heroes.
    pub against: u8,
    /// Whether a Glory card was played.
    pub glory: bool,
    /// Whether the card that is up stays up for the next round.
    kept: bool,
}

impl Fight {
    /// Whether the opposition is overcome.
    pub fn is_over(&self) -> bool {
        self.had >= self.needed
    }

    /// The heroes who are up.
    #[inline]
    pub(crate) fn heroes(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let up = self.up;
        (0..MOST_HEROES).filter(move |&hero| up >> hero & 1 == 1)
    }
}

impl FightSetup {
    /// Cards that one or two heroes have in their pools at first.
    pub fn head_start_cards(&self) -> u32 {
        match self.party {
            1 if self.head_start && self.pools => 3,
            2 if self.head_start && self.pools => 2,
            _ => 0,
        }
    }

    /// What a hero is called.
    pub(crate) fn name(&self, hero: usize) -> String {
        self.names.get(hero).cloned().unwrap_or_else(|| format!("hero {}", hero + 1))
    }

    /// The cards before any is dealt.
    pub fn table(&self) -> Table {
        Table { keeps_stack: self.keeps_stack, ..Table::full(&self.group.deck) }
    }

    /// Deals every hero a hand, and picks the one that is watched.
    pub fn deal<C: Chance>(&self, table: &mut Table, watched: &Odds, chance: &mut C) -> usize {
        self.deal_hands(table, chance);
        chance.choose(watched)
    }

    /// Deals every hero a hand.
    pub fn deal_hands<C: Chance>(&self, table: &mut Table, chance: &mut C) {
        for hero in 0..self.group.heroes {
            (0..self.group.hand).for_each(|_| table.deal(hero, &self.group.deck, chance));
        }
    }

    /// A conflict begins with these cards.
    pub fn begin(&self, table: Table, scene: Scene, rounds: u16, needed: u16) -> Fight {
        let none = [0; MOST_HEROES];
        let mut fight = Fight {
            table,
            scene,
            rounds,
            round: 0,
            needed,
            had: 0,
            critical: 0,
            used: none,
            lost: none,
            points: [self.possibilities; MOST_HEROES],
            begun: 0,
            up: (1 << self.group.heroes) - 1,
            against: 0,
            glory: false,
            kept: false,
        };
        for hero in 0..self.group.heroes {
            for _ in 0..self.head_start_cards() {
                self.put(&mut fight, hero, &mut NoRecord);
            }
        }
        fight
    }

    /// A round; whether the heroes went first.
    pub fn round<C: Chance, R: Record>(
        &self,
        fight: &mut Fight,
        chance: &mut C,
        record: &mut R,
    ) -> bool {
        let line = self.begin_round(fight, chance, record);
        self.inspire(fight, &line, chance, record);
        if self.speaks(fight, &line, chance, record) {
            return line.heroes_first;
        }
        if !line.heroes_first {
            self.villains(fight, &line, chance, record);
        }
        let act = |fight: &mut Fight, turn: &mut Turn<'_>, chance: &mut C, record: &mut R| {
            let success = self.act(fight, turn, chance, record).is_some();
            fight.had += u16::from(success);
            success && self.plan.is_approved(self.approved_actions(fight))
        };
        if line.hero == Condition::Flurry {
            self.turns_of_flurry(fight, &line, chance, record, act);
        } else {
            for hero in 0..self.group.heroes {
                if !fight.is_over() {
                    self.turn(fight, hero, &line, chance, record, act);
                }
            }
        }
        if line.heroes_first && !fight.is_over() {
            self.villains(fight, &line, chance, record);
        }
        if line.villain == Condition::Break && 2 * fight.had >= fight.needed {
            record.tell(|| "the villains break".into());
            fight.had = fight.needed;
        }
        line.heroes_first
    }

    /// A round begins: its line.
    pub(crate) fn begin_round<C: Chance>(
        &self,
        fight: &mut Fight,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Line {
        fight.round += 1;
        (fight.used, fight.lost) = ([0; MOST_HEROES], [0; MOST_HEROES]);
        self.line(fight, chance, record)
    }

    /// The cards that an inspiration brings the heroes.
    pub(crate) fn inspire<C: Chance>(
        &self,
        fight: &mut Fight,
        line: &Line,
        chance: &mut C,
        record: &mut impl Record,
    ) {
        if line.hero == Condition::Inspiration {
            for hero in fight.heroes() {
                record.tell(|| format!("{} is inspired and draws a card", self.name(hero)));
                fight.table.deal(hero, &self.group.deck, chance);
            }
        }
    }

    /// Whether a hero holds the Monologue, that nobody acts but for it in this round: where villains
    /// may strip pools.
    pub(crate) fn speaks<C: Chance>(
        &self,
        fight: &mut Fight,
        line: &Line,
        chance: &mut C,
        record: &mut impl Record,
    ) -> bool {
        let strips = line.villain == Condition::VillainAction;
        if !self.monologue || !strips || line.hero == Condition::Confused {
            return false;
        }
        let Some((hero, card)) = self.holder(fight, PlayerCard::Monologue) else { return false };
        record.tell(|| format!("{} speaks, and all others listen", self.name(hero)));
        self.use_card(fight, hero, card, record);
        if self.pools && chance.choose(&self.helps) == 0 {
            self.put(fight, hero, record);
        }
        true
    }

    /// The conflict line of this round: of a new card, of the one that was kept, or of another one
    /// where a hero seizes the initiative.
    pub(crate) fn line<C: Chance>(
        &self,
        fight: &mut Fight,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Line {
        let deck = &self.group.deck;
        if !std::mem::take(&mut fight.kept) {
            fight.table.flip(deck, chance);
        }
        let mut line = self.top(fight);
        let bad =
            matches!(line.hero, Condition::Setback | Condition::Stymied | Condition::Fatigued);
        let good = matches!(line.hero, Condition::Flurry | Condition::Up | Condition::Inspiration);
        if (bad || good)
            && self.spends(fight, fight.heroes().count(), chance)
            && self.seize(fight, record)
        {
            if bad {
                record.tell(|| format!("it was {}: another card", self.said(fight, &line)));
                fight.table.flip(deck, chance);
                line = self.top(fight);
            } else {
                record.tell(|| "this card stays for one more round".into());
                fight.kept = true;
            }
        }
        record.tell(|| {
            // Whose heroes have names says the round itself.
            let round = match self.names.is_empty() {
                true => format!("round {}: ", fight.round),
                false => String::new(),
            };
            format!("{round}{}", self.said(fight, &line))
        });
        line
    }

    /// The card that is up, in words.
    fn said(&self, fight: &Fight, line: &Line) -> String {
        let names = |actions: Actions| {
            let words = Action::WORDS.iter().copied();
            let has = |word: &&str| Action::named(word).is_some_and(|action| actions.has(action));
            words.filter(has).collect::<Vec<_>>().join(" or ")
        };
        let first = if line.heroes_first { "heroes" } else { "villains" };
        let mut said = format!("{first} first");
        for (side, condition) in [("heroes", line.hero), ("villains", line.villain)] {
            let _ = match condition {
                Condition::None => Ok(()),
                Condition::VillainAction => {
                    write!(said, "; {side} may {} for cards", names(line.villain_actions))
                }
                _ => write!(said, "; {side} {}", Condition::WORDS[condition as usize]),
            };
        }
        let approved = self.approved_actions(fight);
        let approved = if approved == Actions::ANY { "any".into() } else { names(approved) };
        if !approved.is_empty() {
            let _ = write!(said, "; approved: {approved}");
        }
        said
    }

    /// The conflict line of the card that is up.
    pub(crate) fn top(&self, fight: &Fight) -> Line {
        let none = Line {
            heroes_first: true,
            hero: Condition::None,
            villain: Condition::None,
            villain_actions: Default::default(),
        };
        fight.table.top.map_or(none, |top| *fight.scene.line(self.group.deck.card(top)))
    }

    /// The actions that the card which is up approves of.
    pub(crate) fn approved_actions(&self, fight: &Fight) -> Actions {
        fight.table.top.map_or(Actions::default(), |top| self.group.deck.card(top).approved)
    }

    /// Whether the heroes spend cards, of whom so many have yet to act.
    pub(crate) fn spends<C: Chance>(&self, fight: &Fight, acting: usize, chance: &mut C) -> bool {
        let view = Outlook {
            had: fight.had,
            needed: fight.needed,
            round: fight.round,
            rounds: fight.rounds,
            actions: acting as u16,
        };
        self.policy.choose(&view, chance)
    }

    /// A hero plays Seize Initiative, if one can.
    fn seize(&self, fight: &mut Fight, record: &mut impl Record) -> bool {
        let holder = self.holder(fight, PlayerCard::SeizeInitiative);
        holder.map(|(hero, card)| self.use_card(fight, hero, card, record)).is_some()
    }

    /// The first hero who may use a card of this name, and where it is.
    pub(crate) fn holder(&self, fight: &Fight, name: PlayerCard) -> Option<(usize, u32)> {
        fight
            .heroes()
            .find_map(|hero| Some((hero, self.group.find(name, self.usable(&fight.table, hero))?)))
    }

    /// Whether the party may leave: Escape lies in a pool.
    pub fn may_escape(&self, fight: &Fight) -> bool {
        let escape = self.group.cards(PlayerCard::Escape);
        fight.heroes().any(|hero| !fight.table.pools[hero].and(escape).is_empty())
    }

    /// The cards that a hero may use.
    #[inline]
    pub(crate) fn usable(&self, table: &Table, hero: usize) -> Cards<3> {
        let cards = if self.pools { table.pools[hero] } else { table.hands[hero] };
        cards.without(self.group.lasting)
    }

    /// A hero uses a card.
    #[inline]
    pub(crate) fn use_card(
        &self,
        fight: &mut Fight,
        hero: usize,
        card: u32,
        record: &mut impl Record,
    ) {
        record.tell(|| format!("{} uses {}", self.name(hero), self.card(card)));
        fight.table.discard(hero, card);
        fight.used[hero] += 1;
    }

    /// What cards are called.
    pub(crate) fn cards(&self, cards: Cards<3>) -> String {
        all_of(cards.places().map(|card| self.card(card)))
    }

    /// What a card is called.
    pub(crate) fn card(&self, card: u32) -> String {
        PlayerCard::WORDS[self.group.deck.card(card).player as usize].replace('_', " ")
    }

    /// A hero puts the best card of the hand into the pool; subplots are for other times. Escape is
    /// the first card of a scene or none.
    #[inline]
    pub(crate) fn put(&self, fight: &mut Fight, hero: usize, record: &mut impl Record) {
        let escape = self.group.cards(PlayerCard::Escape);
        let hand = fight.table.hands[hero];
        let first = fight.begun >> hero & 1 == 0 && self.escape;
        let flees = hand.and(escape).lowest().filter(|_| first);
        let cards = hand.without(self.group.subplots).without(escape);
        if let Some(card) = flees.or_else(|| self.group.best(cards)) {
            record.tell(|| format!("{} puts {} into the pool", self.name(hero), self.card(card)));
            fight.begun |= 1 << hero;
            fight.table.put(hero, card);
        }
    }
}
