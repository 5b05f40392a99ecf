//! Lowering of rolls, draws and hands with their questions.

use std::sync::Arc;

use super::{Lowering, Meaning, wrong};
use crate::chance::{Die, Question};
use crate::program::code::{
    Beside, Gather, Gone, Hand, Line, MemberNode, ModifierNode, Node, PartCode, Ranges, RollNode,
    SidesNode, Throw,
};
use crate::program::roll::{MOST_DICE, never_ends};
use oddsmith_base::Result;
use oddsmith_dice::syntax::{
    Argument, Dice, Expression, Function, Kept, Kind, Member, Modifier, Roll, Sides, Source, When,
};

/// Maximum number of repetitions of lines.
const MOST_TIMES: i64 = 100;

impl<'p> Lowering<'p> {
    /// Emits lines that store the answers to these questions about a bag in slots.
    pub(super) fn answer(
        &mut self,
        bag: &'p Expression,
        questions: &[Question],
        slots: &[usize],
    ) -> Result<()> {
        if questions.is_empty() && !draws(bag) {
            // A roll without questions is omitted; a draw still removes cards from its deck.
            return Ok(());
        }
        match &bag.kind {
            Kind::If(parts) => {
                if let Some(taken) = self.taken(parts) {
                    return self.answer(taken, questions, slots);
                }
                let condition = self.number(&parts[0])?;
                let to_else = self.jump(Some((condition, false)));
                self.answer(&parts[1], questions, slots)?;
                let to_end = self.jump(None);
                self.land(to_else);
                self.answer(&parts[2], questions, slots)?;
                self.land(to_end);
                Ok(())
            }
            Kind::Name(_) | Kind::Call(Function::Rolled, _) => {
                // Read all before any is written, because a state may be set from itself.
                let mut sets = Vec::new();
                for (question, &slot) in questions.iter().zip(slots) {
                    sets.push((slot, self.ask(bag, question.clone())?));
                }
                if let Kind::Name(name) = &bag.kind
                    && let Some(hand) = self.values(name)
                {
                    let throw = Throw::Gather(Gather::of(hand), questions.to_vec());
                    self.push(Line::Throw { throw, slots: slots.to_vec() });
                    return Ok(());
                }
                for (slot, node) in sets {
                    self.set(slot, node);
                }
                Ok(())
            }
            _ => {
                let throw = self.throw(bag, questions.to_vec())?;
                self.push(Line::Throw { throw, slots: slots.to_vec() });
                Ok(())
            }
        }
    }

    /// Returns the branch of a conditional with a constant condition; the other is never rolled.
    pub(super) fn taken(&self, parts: &'p [Expression; 3]) -> Option<&'p Expression> {
        let [condition, then, or] = parts;
        self.names.constant(condition).map(|number| if number != 0 { then } else { or })
    }

    /// Returns the values of a name, if they are stored in slots.
    pub(super) fn values(&self, name: &str) -> Option<Hand> {
        match self.meanings.get(name) {
            Some(Meaning::Bag { values, .. }) => *values,
            _ => None,
        }
    }

    /// Lowers dice, cards or hands with questions.
    pub(super) fn throw(&mut self, bag: &'p Expression, questions: Vec<Question>) -> Result<Throw> {
        match &bag.kind {
            Kind::Roll(roll) => self.roll(roll, questions),
            Kind::Call(Function::Repeat, arguments) => self.repeat(arguments, None, questions),
            Kind::Call(function @ (Function::Without | Function::Common), arguments) => {
                let [Argument::Value(own), Argument::Value(other)] = &arguments[..] else {
                    return Err(wrong("this takes two bags"));
                };
                let hand = self.hand_of(own)?;
                let beside = match (self.names.is_bag(other), function) {
                    (true, Function::Common) => Beside::Common(self.hand_of(other)?),
                    (true, _) => Beside::Less(self.hand_of(other)?),
                    _ => Beside::LessOne(self.number(other)?),
                };
                let gather = Gather { beside: Some(beside), ..Gather::of(hand) };
                Ok(Throw::Gather(gather, questions))
            }
            Kind::Call(Function::Draw, arguments) => {
                let deck = match arguments.first() {
                    Some(Argument::Value(Expression { kind: Kind::Name(name), .. })) => {
                        match self.meanings.get(name) {
                            Some(Meaning::Deck(deck)) => *deck,
                            _ => return Err(wrong(format!("`{name}` is not a deck"))),
                        }
                    }
                    _ => return Err(wrong("`draw` takes a deck")),
                };
                let count = match arguments.get(1) {
                    Some(Argument::Value(count)) => self.number(count)?,
                    _ => Node::Number(1),
                };
                Ok(Throw::Draw { deck, count, questions, gone: Gone::Counted })
            }
            _ => Err(wrong("this is not a roll")),
        }
    }

    /// Lowers the values of a `repeat`, or the ones that are kept.
    fn repeat(
        &mut self,
        arguments: &'p [Argument],
        keep: Option<(Kept, Node)>,
        questions: Vec<Question>,
    ) -> Result<Throw> {
        let [Argument::Value(count), Argument::Value(value)] = arguments else {
            return Err(wrong("`repeat` takes a number and an expression"));
        };
        let times = self.names.constant(count);
        let count = self.number(count)?;
        // The remaining cards of a deck are shared by all values.
        if draws(value) {
            return self.repeated(times, value, keep, questions);
        }
        let before = self.here();
        let value = self.number(value)?;
        let mut lines = self.code.lines.split_off(before);
        for line in &mut lines {
            if let Line::Jump { to, .. } = line {
                *to -= before;
            }
        }
        let part = Some(Arc::new(PartCode { lines, value }));
        let member = MemberNode { count, sides: None, modifiers: Vec::new() };
        Ok(Throw::Dice(self.node(vec![member], keep, part)?, Arc::new(questions)))
    }

    /// Emits the lines of a value `times` times.
    fn repeated(
        &mut self,
        times: Option<i64>,
        value: &'p Expression,
        keep: Option<(Kept, Node)>,
        questions: Vec<Question>,
    ) -> Result<Throw> {
        let Some(times @ 0..=MOST_TIMES) = times else {
            let error = "this can't repeat that often, because it draws";
            return Err(wrong(error)
                .with_hint(format!("repeat it a fixed number of times, at most {MOST_TIMES}")));
        };
        let mut hands = Vec::new();
        for _ in 0..times {
            let value = self.number(value)?;
            hands.push(self.alone(value));
        }
        Ok(Throw::Gather(Gather { hands, keep, beside: None }, questions))
    }

    /// Creates a hand of one value.
    fn alone(&mut self, value: Node) -> Hand {
        let hand = self.hand(1, false);
        self.set(hand.size, Node::Number(1));
        self.set(hand.first, value);
        hand
    }

    pub(super) fn roll(&mut self, roll: &'p Roll, questions: Vec<Question>) -> Result<Throw> {
        let keep = match &roll.keep {
            None => None,
            Some(keep) => {
                if let Some(count) = &keep.count {
                    self.is_sane(count, "are kept", "keep 0 to 1000 dice")?;
                }
                let count = keep.count.as_ref().map(|count| self.number(count)).transpose()?;
                Some((keep.which, count.unwrap_or(Node::Number(1))))
            }
        };
        if let Some(arguments) = roll.repeats() {
            return self.repeat(arguments, keep, questions);
        }
        let mut members = Vec::new();
        let mut hands = Vec::new();
        match &roll.source {
            Source::Dice(dice) => members.push(self.member(dice, &[], &roll.modifiers)?),
            Source::Pool(pool) => {
                for member in pool {
                    match member {
                        Member::Dice(dice, own) => {
                            members.push(self.member(dice, own, &roll.modifiers)?);
                        }
                        Member::Name(name) => hands.push(name),
                    }
                }
            }
        }
        if hands.is_empty() {
            return Ok(Throw::Dice(self.node(members, keep, None)?, Arc::new(questions)));
        }
        let mut gathered = Vec::new();
        for name in hands {
            let hand = match &name.kind {
                Kind::Name(name) => self.values(name),
                _ => None,
            };
            match hand {
                Some(hand) => gathered.push(hand),
                None => {
                    // A number in a pool is a single value.
                    let value = self.number(name)?;
                    gathered.push(self.alone(value));
                }
            }
        }
        if !members.is_empty() {
            let most = match &roll.source {
                Source::Pool(pool) => pool
                    .iter()
                    .map(|member| match member {
                        Member::Dice(dice, own) => self.names.most_dice(dice, own, &roll.modifiers),
                        Member::Name(_) => 0,
                    })
                    .sum(),
                Source::Dice(_) => 1,
            };
            let hand = self.hand(most, false);
            let questions = Arc::new(hand.questions().collect());
            let throw = Throw::Dice(self.node(members, None, None)?, questions);
            self.push(Line::Throw { throw, slots: hand.places().collect() });
            gathered.push(hand);
        }
        Ok(Throw::Gather(Gather { hands: gathered, keep, beside: None }, questions))
    }

    /// Returns an error for an absurd constant number of dice. A negative number is allowed if it
    /// is computed, such as a pool minus its wounds, and counts as 0.
    fn is_sane(&self, count: &Expression, what: &str, hint: &'static str) -> Result<()> {
        let least = if matches!(count.kind, Kind::Field(_)) { 0 } else { i64::MIN };
        match self.names.constant(count) {
            Some(number) if !(least..=MOST_DICE.into()).contains(&number) => {
                Err(wrong(format!("{number} {what}")).with_hint(hint))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn member(
        &mut self,
        dice: &'p Dice,
        own: &'p [Modifier],
        pool: &'p [Modifier],
    ) -> Result<MemberNode> {
        if let Some(count) = &dice.count {
            self.is_sane(count, "dice", "a roll has 0 to 1000 dice")?;
        }
        let count = dice.count.as_ref().map(|count| self.number(count)).transpose()?;
        let sides = match &dice.sides {
            Sides::Number(sides) => match self.names.constant(sides) {
                Some(sides) if (1..=65_535).contains(&sides) => {
                    SidesNode::Die(Die::sided(sides as u16))
                }
                Some(sides) => {
                    return Err(wrong(format!("a die of {sides} sides"))
                        .with_hint("a die has 1 to 65535 sides"));
                }
                None => SidesNode::Number(self.number(sides)?),
            },
            Sides::Percent => SidesNode::Die(Die::sided(100)),
            Sides::Fate => SidesNode::Die(Die::new(&[-1, 0, 1])),
            Sides::Faces(faces) => SidesNode::Die(Die::new(&self.names.faces(faces))),
            Sides::Card => {
                let cards = (1..=13).flat_map(|value| [value; 4]).chain([15, 15]);
                SidesNode::Die(Die::cards(&cards.collect::<Vec<_>>()))
            }
        };
        let modifiers = own.iter().chain(pool).map(|modifier| self.modifier(modifier));
        let mut modifiers: Vec<ModifierNode> = modifiers.collect::<Result<_>>()?;
        // `r1r2` rerolls both faces: a die rerolled by the second is checked against both.
        modifiers.dedup_by(|after, before| match (before, after) {
            (
                ModifierNode::Reroll { once: false, when },
                ModifierNode::Reroll { once: false, when: more },
            ) => {
                when.0.append(&mut more.0);
                true
            }
            _ => false,
        });
        let explosions =
            modifiers.iter().filter(|known| matches!(known, ModifierNode::Explode { .. })).count();
        if explosions > 1 {
            return Err(wrong("two kinds of explosion on one die").with_hint("write one `!`"));
        }
        Ok(MemberNode { count: count.unwrap_or(Node::Number(1)), sides: Some(sides), modifiers })
    }

    pub(super) fn modifier(&mut self, modifier: &'p Modifier) -> Result<ModifierNode> {
        Ok(match modifier {
            Modifier::Explode(explosion) => ModifierNode::Explode {
                when: explosion.when.as_ref().map(|when| self.ranges(when)).transpose()?,
                same_die: explosion.same_die,
                penetrates: explosion.penetrates,
                longest: if explosion.once { 2 } else { u32::MAX },
            },
            Modifier::Reroll { once, when } => {
                ModifierNode::Reroll { once: *once, when: self.ranges(when)? }
            }
            Modifier::AtLeast(number) => ModifierNode::AtLeast(self.number(number)?),
            Modifier::AtMost(number) => ModifierNode::AtMost(self.number(number)?),
        })
    }

    pub(super) fn ranges(&mut self, when: &'p When) -> Result<Ranges> {
        Ok(match when {
            When::Compare(comparison, number) => Ranges::compare(*comparison, self.number(number)?),
            When::Among(parts) => {
                let mut ranges = Vec::new();
                for (low, high) in parts {
                    let low = self.number(low)?;
                    let high = match high {
                        None => low.clone(),
                        Some(high) => self.number(high)?,
                    };
                    ranges.push((Some(low), Some(high)));
                }
                Ranges(ranges)
            }
        })
    }

    /// Returns a roll of this program; an error if a die of it would certainly never stop.
    fn node(
        &self,
        members: Vec<MemberNode>,
        keep: Option<(Kept, Node)>,
        part: Option<Arc<PartCode>>,
    ) -> Result<RollNode> {
        let account = Arc::clone(&self.account);
        let endless = Arc::clone(&self.code.endless);
        let roll = RollNode { members, keep, part, account, endless, ..RollNode::default() };
        if roll.nodes().iter().all(|node| node.known().is_some()) {
            let dice = roll.dice(|node| node.known().unwrap_or(0) as i32);
            if let Some(what) = never_ends(&dice) {
                return Err(wrong(format!("every face is {what}, so this never ends"))
                    .with_hint("leave out a face, so that the die can stop"));
            }
        }
        Ok(roll)
    }
}

/// Returns whether an expression draws cards.
fn draws(value: &Expression) -> bool {
    value.any(&|kind| matches!(kind, Kind::Call(Function::Draw, _)))
}
