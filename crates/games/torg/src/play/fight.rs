//! Conflict in rounds: the current card, its effect on both sides, and cards that heroes play.

use std::fmt::Write as _;

use super::fields::{GroupFields, Reshuffle};
use super::policy::Outlook;
use super::turn::Turn;
use super::{Group, MOST_HEROES, Table};
use crate::die::DramaDie;
use crate::{Action, Actions, Condition, Line, PlayerCard, Scene};
use oddsmith_engine::chance::{Cards, Chance, Odds};
use oddsmith_engine::rule::{NoRecord, Policy, Record};
use oddsmith_mechanics::scene::all_of;
use oddsmith_mechanics::{Moment, Rate};
use oddsmith_registry::Choice;

/// Settings of a conflict (a fight) between a group of heroes and their villains.
#[derive(Clone, Debug)]
pub struct FightSetup {
    /// Heroes and their deck.
    pub group: Group,
    /// Number of heroes in the party, which decides the head start.
    pub party: usize,
    /// Fields of the group.
    pub given: GroupFields,
    /// Odds that an action is approved and succeeds, which is choice 0; `None` if the card decides.
    pub approved: Option<Odds>,
    /// Action of the heroes; `None` for any that the card approves.
    pub action: Option<Action>,
    /// Odds that a round lets a hero put a card into the pool: choice 0 if so; `None` if it always
    /// does.
    pub helps: Option<Odds>,
    /// Odds that an action of villains strips a hero's pool: choice 0 if so.
    pub villain_actions: Odds,
    /// Odds of the number of stripped cards, less one.
    pub strips: Odds,
    /// Die of a check.
    pub die: DramaDie,
    /// Die under the condition up.
    pub up: DramaDie,
    /// Die under the condition stymied.
    pub stymied: DramaDie,
    /// Roll that a possibility adds.
    pub possibility: DramaDie,
    /// Rate at which villains negate a possibility.
    pub negated: Rate,
    /// True if a hero with Escape puts it into the pool first.
    pub escape: bool,
    /// Names of the heroes; heroes without a name are numbered.
    pub names: Vec<String>,
}

/// State of a conflict between two turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fight {
    /// Positions of the cards.
    pub table: Table,
    /// Kind of scene, which selects the conflict lines.
    pub scene: Scene,
    /// Total number of rounds.
    pub rounds: u16,
    /// Number of rounds started so far.
    pub round: u16,
    /// Number of successes that end the conflict.
    pub needed: u16,
    /// Number of successes so far.
    pub had: u16,
    /// Bit set of heroes who used their critical moment in this act.
    pub critical: u16,
    /// Number of cards used in this round, by hero.
    pub used: [u8; MOST_HEROES],
    /// Number of cards lost to villains in this round, by hero.
    pub lost: [u8; MOST_HEROES],
    /// Number of possibilities left, by hero.
    pub points: [u8; MOST_HEROES],
    /// Bit set of heroes who have put a card into the pool.
    begun: u16,
    /// Bit set of heroes who still fight; only they play cards.
    pub up: u16,
    /// Number of possibilities that the target has left; each cancels one roll that the acting hero
    /// adds.
    pub against: u8,
    /// True if a Glory card was played.
    pub glory: bool,
    /// True if the current card stays for the next round.
    kept: bool,
}

impl Fight {
    /// Returns true if the opposition is overcome.
    pub fn is_over(&self) -> bool {
        self.had >= self.needed
    }

    /// Returns the heroes who still fight.
    #[inline]
    pub(crate) fn heroes(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let up = self.up;
        (0..MOST_HEROES).filter(move |&hero| up >> hero & 1 == 1)
    }
}

impl FightSetup {
    /// Returns the number of cards with which each pool starts.
    pub fn head_start_cards(&self) -> u32 {
        match self.party {
            1 if self.given.head_start && self.given.pools => 3,
            2 if self.given.head_start && self.given.pools => 2,
            _ => 0,
        }
    }

    /// Returns the name of a hero, or `hero N` if it has none.
    pub(crate) fn name(&self, hero: usize) -> String {
        self.names.get(hero).cloned().unwrap_or_else(|| format!("hero {}", hero + 1))
    }

    /// Returns the positions of the cards before any is dealt.
    pub fn table(&self) -> Table {
        let keeps_stack = self.given.reshuffle == Reshuffle::Discards;
        Table { keeps_stack, ..Table::full(&self.group.deck) }
    }

    /// Deals a hand to each hero.
    pub fn deal_hands<C: Chance>(&self, table: &mut Table, chance: &mut C) {
        for hero in 0..self.group.heroes {
            (0..self.group.hand).for_each(|_| table.deal(hero, &self.group.deck, chance));
        }
    }

    /// Deals a hand to each hero at the start of a conflict, which adds the head start.
    pub fn deal<C: Chance>(&self, fight: &mut Fight, chance: &mut C) {
        self.deal_hands(&mut fight.table, chance);
        *fight = self.begin(fight.table, fight.scene, fight.rounds, fight.needed);
    }

    /// Returns the state at the start of a conflict, with the head start in the pools.
    pub fn begin(&self, table: Table, scene: Scene, rounds: u16, needed: u16) -> Fight {
        let points = [self.given.possibilities; MOST_HEROES];
        let up = (1 << self.group.heroes) - 1;
        let mut fight = Fight { table, scene, rounds, needed, points, up, ..Fight::default() };
        for hero in 0..self.group.heroes {
            for _ in 0..self.head_start_cards() {
                self.put(&mut fight, hero, &mut NoRecord);
            }
        }
        fight
    }

    /// Plays a round and returns true if the heroes went first.
    pub fn round<C: Chance, R: Record>(&self, at: &mut Moment<Fight, C, R>) -> bool {
        let line = self.begin_round(at);
        self.inspire(at, &line);
        if self.speaks(at, &line) {
            return line.heroes_first;
        }
        if !line.heroes_first {
            self.villains(at, &line);
        }
        let act = |at: &mut Moment<Fight, C, R>, turn: &mut Turn| {
            let success = self.check(at, turn);
            at.state.had += u16::from(success);
            let approved = self.approved_actions(at.state);
            success && self.action.map_or(!approved.is_empty(), |action| approved.has(action))
        };
        if line.hero == Condition::Flurry {
            self.turns_of_flurry(at, &line, act);
        } else {
            for hero in 0..self.group.heroes {
                if !at.state.is_over() {
                    self.turn(at, hero, &line, act);
                }
            }
        }
        if line.heroes_first && !at.state.is_over() {
            self.villains(at, &line);
        }
        if line.villain == Condition::Break && 2 * at.state.had >= at.state.needed {
            at.record.tell(|| "the villains break".into());
            at.state.had = at.state.needed;
        }
        line.heroes_first
    }

    /// Starts a round and returns its conflict line.
    pub(crate) fn begin_round(&self, at: &mut Moment<Fight, impl Chance, impl Record>) -> Line {
        at.state.round += 1;
        (at.state.used, at.state.lost) = ([0; MOST_HEROES], [0; MOST_HEROES]);
        self.line(at)
    }

    /// Deals each active hero a card if the heroes' condition is inspiration.
    pub(crate) fn inspire(&self, at: &mut Moment<Fight, impl Chance, impl Record>, line: &Line) {
        if line.hero == Condition::Inspiration {
            for hero in at.state.heroes() {
                at.record.tell(|| format!("{} is inspired and draws a card", self.name(hero)));
                at.state.table.deal(hero, &self.group.deck, at.chance);
            }
        }
    }

    /// Plays the Monologue card if villains may strip pools and a hero has it. Returns true if it
    /// was played, so that nobody acts in this round.
    pub(crate) fn speaks(
        &self,
        at: &mut Moment<Fight, impl Chance, impl Record>,
        line: &Line,
    ) -> bool {
        let strips = line.villain == Condition::VillainAction;
        if !self.given.monologue || !strips || line.hero == Condition::Confused {
            return false;
        }
        let Some((hero, card)) = self.holder(at.state, PlayerCard::Monologue) else { return false };
        at.record.tell(|| format!("{} speaks, and all others listen", self.name(hero)));
        self.use_card(at.state, hero, card, at.record);
        if self.helps(at.chance) {
            self.put(at.state, hero, at.record);
        }
        true
    }

    /// Returns the conflict line of this round: of a new card, of the card that was kept, or of
    /// another card if a hero plays Seize Initiative.
    pub(crate) fn line(&self, at: &mut Moment<Fight, impl Chance, impl Record>) -> Line {
        let deck = &self.group.deck;
        if !std::mem::take(&mut at.state.kept) {
            at.state.table.flip(deck, at.chance);
        }
        let mut line = self.top(at.state);
        let bad =
            matches!(line.hero, Condition::Setback | Condition::Stymied | Condition::Fatigued);
        let good = matches!(line.hero, Condition::Flurry | Condition::Up | Condition::Inspiration);
        if (bad || good)
            && self.spends(at.state, at.state.up.count_ones(), at.chance)
            && self.seize(at.state, at.record)
        {
            if bad {
                at.record
                    .tell(|| format!("it was {}: another card", self.line_text(at.state, &line)));
                at.state.table.flip(deck, at.chance);
                line = self.top(at.state);
            } else {
                at.record.tell(|| "this card stays for one more round".into());
                at.state.kept = true;
            }
        }
        at.record.tell(|| {
            // With named heroes the caller records the round.
            let round = match self.names.is_empty() {
                true => format!("round {}: ", at.state.round),
                false => String::new(),
            };
            format!("{round}{}", self.line_text(at.state, &line))
        });
        line
    }

    /// Returns the transcript text of the current card.
    fn line_text(&self, fight: &Fight, line: &Line) -> String {
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

    /// Returns the conflict line of the current card.
    pub(crate) fn top(&self, fight: &Fight) -> Line {
        let none = Line { heroes_first: true, ..Line::default() };
        fight.table.top.map_or(none, |top| *fight.scene.line(self.group.deck.card(top)))
    }

    /// Returns the actions that the current card approves.
    pub(crate) fn approved_actions(&self, fight: &Fight) -> Actions {
        fight.table.top.map_or(Actions::default(), |top| self.group.deck.card(top).approved)
    }

    /// Returns true if the policy spends cards now; `actions` is the number of actions left.
    pub(crate) fn spends<C: Chance>(&self, fight: &Fight, actions: u32, chance: &mut C) -> bool {
        let view = Outlook {
            had: fight.had,
            needed: fight.needed,
            round: fight.round,
            rounds: fight.rounds,
            actions: actions as u16,
        };
        self.given.policy.choose(&view, chance)
    }

    /// Plays Seize Initiative if a hero has it, and returns true if so.
    fn seize(&self, fight: &mut Fight, record: &mut impl Record) -> bool {
        let holder = self.holder(fight, PlayerCard::SeizeInitiative);
        holder.map(|(hero, card)| self.use_card(fight, hero, card, record)).is_some()
    }

    /// Returns the first hero who may use a card of this name, and the card.
    pub(crate) fn holder(&self, fight: &Fight, name: PlayerCard) -> Option<(usize, u32)> {
        fight
            .heroes()
            .find_map(|hero| Some((hero, self.group.find(name, self.usable(&fight.table, hero))?)))
    }

    /// Returns true if the party may leave, because Escape is in a pool.
    pub fn may_escape(&self, fight: &Fight) -> bool {
        let escape = self.group.cards(PlayerCard::Escape);
        fight.heroes().any(|hero| !fight.table.pools[hero].and(escape).is_empty())
    }

    /// Returns the cards that a hero may use.
    #[inline]
    pub(crate) fn usable(&self, table: &Table, hero: usize) -> Cards<3> {
        let cards = if self.given.pools { table.pools[hero] } else { table.hands[hero] };
        cards.without(self.group.lasting)
    }

    /// Discards a card that a hero uses, and counts it.
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

    /// Returns the names of cards as a list.
    pub(crate) fn cards(&self, cards: Cards<3>) -> String {
        all_of(cards.places().map(|card| self.card(card)))
    }

    /// Returns the name of a card.
    pub(crate) fn card(&self, card: u32) -> String {
        PlayerCard::WORDS[self.group.deck.card(card).player as usize].replace('_', " ")
    }

    /// Puts the best card of the hand into the pool, except subplots. If `escape` is set, Escape
    /// may be the first card that a hero puts into the pool in a scene; otherwise it stays in the
    /// hand.
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
