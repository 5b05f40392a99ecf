//! State of a scene (cards, wounds, shock, possibilities) and the code that changes it.

use super::fields::Waking;
use super::{Battle, Breaks, Escape, Harm};
use crate::skill::Attempt;
use crate::{PlayerCard, play};
use oddsmith_engine::rule::Record;
use oddsmith_mechanics::scene::{Fight, HEROES, MOST_PEOPLE, RIVALS, each};

/// State of a scene that lasts from one action to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Cards of all players, and the heroes' possibilities.
    pub cards: play::Fight,
    /// Wounds taken, by person.
    pub wounds: [u8; MOST_PEOPLE],
    /// Points of shock taken, by person.
    pub shock: [u8; MOST_PEOPLE],
    /// Possibilities left, by person; used for rivals only.
    pub points: [u8; MOST_PEOPLE],
    /// Bit set of persons who are permanently out, by wounds or by flight.
    pub gone: u64,
    /// Bit set of persons who do nothing in this round after an inspiration revived them.
    pub lies: u64,
    /// True if nobody acts in this round because a hero played the Monologue card.
    pub silent: bool,
    /// Number of cards drawn as a result of actions.
    pub drawn: u16,
    /// True if the party left by playing the Escape card.
    pub escaped: bool,
    /// Progress of the task, if there is one.
    pub attempt: Option<Attempt>,
    /// True if a critical problem costs the task this round.
    pub task_waits: bool,
}

/// Points of shock that the condition "fatigued" causes.
const FATIGUE: i32 = 2;

impl State {
    pub(super) fn new(cards: play::Fight, attempt: Option<Attempt>) -> State {
        State {
            cards,
            wounds: [0; MOST_PEOPLE],
            shock: [0; MOST_PEOPLE],
            points: [0; MOST_PEOPLE],
            gone: 0,
            lies: 0,
            silent: false,
            drawn: 0,
            escaped: false,
            attempt,
            task_waits: false,
        }
    }
}

impl Battle {
    /// Returns the number of wounds that would put the person out of the fight.
    pub(super) fn worth(&self, fight: &Fight<State>, person: usize) -> i32 {
        i32::from(self.numbers(person).wounds) - i32::from(fight.game.wounds[person])
    }

    /// Returns the total (value, setback, cards and bonus) less the difficulty; negative on a
    /// failure.
    pub(super) fn margin(
        &self,
        [value, setback, cards, bonus]: [i32; 4],
        difficulty: i32,
        record: &mut impl Record,
    ) -> i32 {
        let total = value + setback + cards + bonus;
        record.tell(|| {
            let add = |points: i32, by: &str| match points {
                0 if by != "die" => String::new(),
                ..0 => format!(" - {} by the {by}", -points),
                _ => format!(" + {points} by the {by}"),
            };
            let (setback, cards, die) =
                (add(setback, "setback"), add(cards, "cards"), add(bonus, "die"));
            let ends = if total >= difficulty { "it succeeds" } else { "it fails" };
            format!("  {value}{die}{cards}{setback} = {total} against {difficulty}: {ends}")
        });
        total - difficulty
    }

    /// Applies a successful attack with this effect value to a person.
    pub(super) fn hit(
        &self,
        person: usize,
        effect: i32,
        fight: &mut Fight<State>,
        record: &mut impl Record,
    ) {
        let toughness = self.numbers(person).toughness;
        let harm = self.given.harm.of(effect - toughness);
        if self.given.harm == Harm::Table {
            record.tell(|| {
                let (wounds, shock) = harm;
                let s = if wounds == 1 { "" } else { "s" };
                let of = match wounds {
                    0 => format!("{shock} shock"),
                    _ => format!("{wounds} wound{s} and {shock} shock"),
                };
                format!("  effect {effect} against {toughness}: {of}")
            });
        }
        self.hurt(person, harm, fight, record);
    }

    /// Adds wounds and shock to a person and puts it out of the fight if a limit is reached.
    pub(super) fn hurt(
        &self,
        person: usize,
        (wounds, shock): (i32, i32),
        fight: &mut Fight<State>,
        record: &mut impl Record,
    ) {
        let fighter = self.numbers(person);
        let state = &mut fight.game;
        let add = |to: &mut u8, more: i32, most: u8| {
            *to = (i32::from(*to) + more).min(most.into()) as u8;
            *to == most
        };
        let dead = add(&mut state.wounds[person], wounds, fighter.wounds);
        let most = fighter.shock.unwrap_or(u8::MAX);
        let knocked_out = add(&mut state.shock[person], shock, most) && fighter.shock.is_some();
        record.tell(|| {
            let (name, state) = (self.people.name(person), &fight.game);
            let (wounds, shock) = (state.wounds[person], state.shock[person]);
            let out = match (dead, knocked_out) {
                (true, _) => ": out of the fight",
                (_, true) => ": knocked out",
                _ => "",
            };
            let s = if wounds == 1 { "" } else { "s" };
            format!("  {name} has {wounds} wound{s} and {shock} shock{out}")
        });
        if dead {
            fight.game.gone |= 1 << person;
        }
        if dead || knocked_out {
            self.falls(person, fight);
        }
    }

    /// Marks a person as out of the fight and updates the view of the heroes' policy.
    pub(super) fn falls(&self, person: usize, fight: &mut Fight<State>) {
        fight.falls(person);
        self.reckon(fight);
    }

    /// Updates the policy's view: the heroes who still fight, and the wounds dealt to rivals so
    /// far.
    pub(super) fn reckon(&self, fight: &mut Fight<State>) {
        let left: i32 =
            fight.each(self.people.sides[RIVALS]).map(|rival| self.worth(fight, rival)).sum();
        fight.game.cards.had = self.needed - left as u16;
        fight.game.cards.up = fight.standing(self.people.sides[HEROES]) as u16;
    }

    /// Removes all shock of a side and revives its members who were knocked out by shock only.
    pub(super) fn inspire(&self, side: usize, fight: &mut Fight<State>, record: &mut impl Record) {
        let acts = self.given.waking == Waking::Acts;
        for person in each(self.people.sides[side] & !fight.game.gone) {
            if fight.game.shock[person] > 0 {
                record.tell(|| format!("  {} loses all shock", self.people.name(person)));
            }
            fight.game.shock[person] = 0;
            if !fight.stands(person) {
                record.tell(|| {
                    let lies = if acts { "" } else { ", and lies this round" };
                    format!("  {} wakes up{lies}", self.people.name(person))
                });
                fight.rises(person);
                fight.game.lies |= if acts { 0 } else { 1 << person };
            }
        }
        self.reckon(fight);
    }

    /// Adds [`FATIGUE`] points of shock to each member of a side who takes shock.
    pub(super) fn fatigue(&self, side: usize, fight: &mut Fight<State>, record: &mut impl Record) {
        for person in fight.each(self.people.sides[side]) {
            if self.numbers(person).shock.is_some() {
                self.hurt(person, (0, FATIGUE), fight, record);
            }
        }
    }

    /// Removes rivals who flee according to [`Breaks`].
    pub(super) fn flee(&self, fight: &mut Fight<State>, record: &mut impl Record) {
        for rival in fight.each(self.people.sides[RIVALS]) {
            let fighter = self.numbers(rival);
            let taken = [fight.game.wounds[rival], fight.game.shock[rival]].map(u16::from);
            let most = [Some(fighter.wounds), fighter.shock];
            let flees = match self.given.breaks {
                Breaks::Half => taken
                    .iter()
                    .zip(most)
                    .any(|(taken, most)| most.is_some_and(|most| 2 * taken >= u16::from(most))),
                Breaks::Injured => taken.iter().any(|taken| *taken > 0),
                Breaks::Never => false,
            };
            if flees {
                record.tell(|| format!("{} breaks and flees", self.people.name(rival)));
                fight.game.gone |= 1 << rival;
                self.falls(rival, fight);
            }
        }
    }

    /// Ends the fight if the party leaves by playing the Escape card (see [`Escape`]).
    pub(super) fn escape(&self, fight: &mut Fight<State>, record: &mut impl Record) {
        let leaves = match self.given.escape {
            Escape::Never => false,
            Escape::HeroOut => {
                fight.standing(self.people.sides[HEROES]) != self.people.sides[HEROES]
            }
            Escape::LastRound => fight.round() == self.limit,
        };
        let held = self.terms.holder(&fight.game.cards, PlayerCard::Escape);
        if let (true, Some((hero, card))) = (leaves, held) {
            record.tell(|| format!("{}: the party escapes", self.people.name(hero)));
            self.terms.use_card(&mut fight.game.cards, hero, card, record);
            fight.game.escaped = true;
            fight.break_off();
        }
    }
}
