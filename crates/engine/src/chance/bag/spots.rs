//! Rolls of many dice counted by value, without sorting or heap allocation.

use super::{Bag, Keep, Modifier, NoPart, Question, RollQuery, bound, unit};
use crate::chance::Chance;

/// Minimum number of dice for which counting is faster than sorting.
const LEAST_COUNTED_DICE: u32 = 9;

/// Maximum number of distinct values that are counted, for the small and the large array.
const SMALL_COUNT: usize = 64;
const LARGE_COUNT: usize = 1024;

/// Maximum number of values per die for which scanning the counts is faster than sorting.
const MOST_VALUES_PER_DIE: usize = 8;

/// The range of values that the dice of a bag can show: the lowest value and the number of values.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueSpan {
    low: i32,
    count: usize,
}

impl ValueSpan {
    /// Returns the range of a bag if counts suffice for all its questions and counting is faster.
    pub fn of(bag: &Bag) -> Option<ValueSpan> {
        let dice: u32 = bag.members.iter().map(|member| member.count).sum();
        let answered = |question: &Question| {
            !matches!(
                question.asked,
                RollQuery::Natural | RollQuery::Card(_) | RollQuery::Groups(_)
            ) && !question.asked.reads_suits()
        };
        if dice < LEAST_COUNTED_DICE || !bag.questions.iter().all(answered) {
            return None;
        }
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for member in bag.members.iter().filter(|member| member.count > 0) {
            let die = member.die.as_ref()?;
            let same_die =
                |modifier: &Modifier| matches!(modifier, Modifier::Explode { same_die: true, .. });
            if member.modifiers.iter().any(same_die) {
                return None;
            }
            let (least, most) = unit::ends(die, &member.modifiers);
            (low, high) = (low.min(least), high.max(most));
        }
        let count = high.checked_sub(low)? as usize + 1;
        (count <= LARGE_COUNT.min(dice as usize * MOST_VALUES_PER_DIE))
            .then_some(ValueSpan { low, count })
    }

    /// Rolls every die and writes the answers; draws the same luck as the sorted roll.
    #[inline]
    pub fn roll<C: Chance>(self, bag: &Bag, chance: &mut C, answers: &mut [i32]) {
        match self.count {
            ..=SMALL_COUNT => {
                self.roll_on(&mut [0; SMALL_COUNT][..self.count], bag, chance, answers)
            }
            _ => self.roll_on(&mut [0; LARGE_COUNT][..self.count], bag, chance, answers),
        }
    }

    #[inline]
    fn roll_on<C: Chance>(self, row: &mut [u32], bag: &Bag, chance: &mut C, answers: &mut [i32]) {
        let mut dice = 0;
        bag.each(chance, &NoPart, |value, _| {
            row[(value - self.low) as usize] += 1;
            dice += 1;
        });
        for (answer, question) in answers.iter_mut().zip(&bag.questions) {
            let keep = if question.rolled { Keep::All } else { bag.keep };
            *answer = self.answer(row, keep.ranks(dice), &question.asked);
        }
        bound(&bag.questions, answers);
    }

    /// Returns the answer for the dice in this half-open range of ranks.
    fn answer(self, row: &[u32], (first, end): (u32, u32), asked: &RollQuery) -> i32 {
        // The kept dice, the highest first, as (value, count).
        let mut passed = 0;
        let kept = row.iter().enumerate().rev().filter_map(|(place, &count)| {
            let from = passed;
            passed += count;
            let kept = passed.min(end).saturating_sub(from.max(first));
            (kept > 0).then_some((self.low + place as i32, kept as i32))
        });
        asked.of_values(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Faces, Member, answer, tray::Tray};
    use super::*;
    use crate::chance::{Die, Sampled, Stream};

    /// Counted dice give the same answers as sorted dice.
    #[test]
    fn counted_dice_answer_as_sorted_ones() {
        let asked = [
            RollQuery::Sum,
            RollQuery::Size,
            RollQuery::Tally(vec![Faces(vec![(4, i32::MAX)]), Faces::only(6)].into()),
            RollQuery::Nth(0),
            RollQuery::Nth(1),
            RollQuery::Nth(7),
            RollQuery::Nth(300),
            RollQuery::Lowest,
            RollQuery::Matches,
            RollQuery::MatchFace,
            RollQuery::Sets(3),
            RollQuery::Run,
        ];
        let own = asked.iter().cloned().map(Question::of);
        let of_all =
            asked.iter().cloned().map(|asked| Question { rolled: true, ..Question::of(asked) });
        let questions: Vec<Question> = own.chain(of_all).collect();
        let explodes = Modifier::Explode {
            when: Faces::only(6),
            same_die: false,
            penetrates: true,
            longest: u32::MAX,
        };
        let rolls_again = Modifier::Reroll { once: true, when: Faces(vec![(i32::MIN, 2)]) };
        let kinds = [
            (40, Die::sided(6), vec![explodes]),
            (12, Die::sided(20), vec![rolls_again, Modifier::AtLeast(4)]),
            (9, Die::new(&[-3, -1, 0, 2, 2]), vec![Modifier::AtMost(1)]),
            (60, Die::sided(100), vec![]),
            (130, Die::sided(1000), vec![]),
        ];
        let keeps = [
            Keep::All,
            Keep::Highest(5),
            Keep::Lowest(11),
            Keep::DropHighest(3),
            Keep::DropLowest(200),
            Keep::Middle(4),
            Keep::Highest(0),
        ];
        for (count, die, modifiers) in kinds {
            let member = Member { count, die: Some(die.clone()), modifiers: modifiers.clone() };
            for keep in keeps {
                let bag = Bag::of(vec![member.clone()]).keep(keep).ask(questions.clone());
                let spots = ValueSpan::of(&bag).expect("these dice are counted");
                let stream = Stream::new(1, "spots");
                let (mut counting, mut sorting) =
                    (Sampled::new(&stream, 0), Sampled::new(&stream, 0));
                for _ in 0..50 {
                    let (mut counted, mut sorted) = ([0; 24], [0; 24]);
                    spots.roll(&bag, &mut counting, &mut counted);
                    let mut tray = Tray::default();
                    for _ in 0..count {
                        unit::roll(&die, &modifiers, &mut sorting, |value, printed| {
                            tray.push(value, printed);
                        });
                    }
                    answer(&mut tray, keep, &questions, &mut sorted);
                    assert_eq!(counted, sorted, "{count} {die:?} {keep:?}");
                }
            }
        }
    }
}
