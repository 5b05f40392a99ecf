//! Constant evaluation of expressions: numbers, faces, questions.

use std::collections::BTreeMap;

use super::NameUsage;
use crate::chance::{Faces, Question, RollQuery, Tally};
use crate::program::code::LARGEST;
use oddsmith_dice as dice;
use oddsmith_dice::syntax::{Argument, Comparison, Expression, Function, Kind, Operator, When};

impl<'p> NameUsage<'p> {
    /// Returns the value of an expression that depends on no luck and no state, if a slot can hold
    /// it.
    pub fn constant(&self, expression: &Expression) -> Option<i64> {
        let number = dice::constant(expression, &|name| self.fields.get(name).copied())?;
        let given = matches!(expression.kind, Kind::Number(_) | Kind::Word { .. } | Kind::Field(_));
        (given || number.abs() <= LARGEST).then_some(number)
    }

    /// Returns a set of faces, if its numbers are constant.
    pub fn constant_faces(&self, when: &When) -> Option<Faces> {
        dice::matching_faces(when, &|name| self.fields.get(name).copied()).map(Faces)
    }

    /// Recognizes a comparison of one drawn card with a number, as a question that counts matching
    /// cards, so that cards it does not distinguish are merged.
    ///
    /// Returns the name, the question, and whether the comparison holds if the count is 0.
    pub fn compared<'e>(
        &self,
        expression: &'e Expression,
    ) -> Option<(&'e Expression, Question, bool)> {
        let Kind::Binary(Operator::Compare(comparison), sides) = &expression.kind else {
            return None;
        };
        let (card, bound) = (&sides[0], self.constant(&sides[1])? as i32);
        let Kind::Name(name) = &card.kind else { return None };
        let bound_to = self.bags.get(name.as_str())?;
        let draws = |bag: &&Expression| matches!(bag.kind, Kind::Call(Function::Draw, _));
        if self.states.contains(&name.as_str())
            || !bound_to.iter().all(draws)
            || self.most_held(name) > 1
        {
            return None;
        }
        // The value of no card is 0: if the comparison holds for 0, count the cards for which it
        // does not.
        let none = comparison.holds(0, bound.into());
        let comparison = if none { comparison.opposite() } else { *comparison };
        let faces = Faces(comparison.ranges(bound));
        Some((card, Question::of(RollQuery::Tally(vec![faces].into())), none))
    }

    /// Returns the question of a call about a bag, or `None` if a parameter of it is variable.
    pub fn question(&self, function: Function, arguments: &[Argument]) -> Option<Question> {
        let rest = arguments.get(1..).unwrap_or_default();
        let number = || match rest.first() {
            Some(Argument::Value(value)) => self.constant(value),
            Some(Argument::Faces(When::Compare(Comparison::Equal, value))) => self.constant(value),
            _ => None,
        };
        let asked = match function {
            Function::Count => match rest.first()? {
                Argument::Faces(when) => RollQuery::Tally(vec![self.constant_faces(when)?].into()),
                Argument::Letter(letter) => RollQuery::Tally(Tally::Values(self.letter(letter, 1))),
                Argument::Suit(suit) => RollQuery::InSuit(*suit),
                Argument::SecondValue(..) => return None,
                Argument::Value(value) => {
                    let face = self.constant(value)? as i32;
                    RollQuery::Tally(vec![Faces::only(face)].into())
                }
            },
            Function::Net => {
                let letters = rest.iter().filter_map(|argument| match argument {
                    Argument::Letter(letter) => Some(letter.as_str()),
                    _ => None,
                });
                let signed = letters.zip([1, -1]).map(|(letter, by)| self.letter(letter, by));
                let mut gains: BTreeMap<i32, i32> = BTreeMap::new();
                for (value, gain) in signed.flatten() {
                    *gains.entry(value).or_default() += gain;
                }
                RollQuery::Tally(Tally::Values(gains.into_iter().collect()))
            }
            Function::Size => RollQuery::Size,
            Function::Highest => RollQuery::Nth(1),
            Function::Lowest => RollQuery::Lowest,
            Function::Nth => RollQuery::Nth(number()?.clamp(0, 1 << 20) as u32),
            Function::Matches => RollQuery::Matches,
            Function::MatchFace => RollQuery::MatchFace,
            Function::Sets => RollQuery::Sets(number()?.clamp(1, 1 << 20) as u32),
            Function::Run => match rest.first() {
                Some(&Argument::SecondValue(value, also)) => RollQuery::RunAlso(value, also),
                _ => RollQuery::Run,
            },
            Function::SuitedRun => match rest.first() {
                Some(&Argument::SecondValue(value, also)) => RollQuery::SuitedRun(value, also),
                _ => RollQuery::SuitedRun(0, 0),
            },
            Function::Natural => RollQuery::Natural,
            Function::Suited => RollQuery::Suited,
            _ => return None,
        };
        Some(Question::of(asked))
    }
}
