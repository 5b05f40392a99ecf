//! Values of expressions on one way through a rule.

use oddsmith_dice::syntax::{
    Argument, Comparison, Dice, Expression, Function, Kept, Kind, Member, Roll, Sides, Source, When,
};

use super::ways::Way;

/// Value of an expression.
#[derive(Clone, Debug)]
pub enum Known {
    Number(i64),
    Bag(Vec<i64>),
}

impl Known {
    pub fn number(&self) -> i64 {
        match self {
            Known::Number(number) => *number,
            Known::Bag(values) => values.iter().sum(),
        }
    }

    pub fn bag(&self) -> Vec<i64> {
        match self {
            Known::Number(number) => vec![*number],
            Known::Bag(values) => {
                let mut values = values.clone();
                values.sort_unstable_by(|a, b| b.cmp(a));
                values
            }
        }
    }
}

impl Way {
    /// Returns the value of an expression.
    pub fn value(&mut self, expression: &Expression) -> Known {
        let yes = |holds: bool| Known::Number(i64::from(holds));
        match &expression.kind {
            Kind::Number(number) | Kind::Word { place: number, .. } => Known::Number(*number),
            Kind::Name(name) => match self.decks.get(name) {
                Some(left) => Known::Number(left.len() as i64),
                None => self.names[name].clone(),
            },
            Kind::Roll(roll) => Known::Bag(self.rolled(roll)),
            Kind::Call(function, arguments) => self.called(*function, arguments),
            Kind::Over(over) => {
                let (low, high) = (self.value(&over.low).number(), self.value(&over.high).number());
                let mut each = Vec::new();
                for number in low..=high {
                    self.put(&over.name, Known::Number(number));
                    each.push(self.value(&over.each).number());
                }
                Known::Number(match over.combine {
                    Function::Sum => each.iter().sum(),
                    Function::Max => each.into_iter().max().unwrap_or(0),
                    Function::Min => each.into_iter().min().unwrap_or(0),
                    Function::Any => each.iter().any(|number| *number != 0).into(),
                    Function::All => each.iter().all(|number| *number != 0).into(),
                    _ => each.iter().filter(|number| **number != 0).count() as i64,
                })
            }
            Kind::Table(table) => {
                let of = self.value(&table.of).number();
                for (when, value) in &table.rows {
                    if self.meant(when, of) {
                        return Known::Number(self.value(value).number());
                    }
                }
                Known::Number(self.value(table.otherwise.as_ref().unwrap()).number())
            }
            Kind::If(parts) => match self.value(&parts[0]).number() {
                0 => self.value(&parts[2]),
                _ => self.value(&parts[1]),
            },
            Kind::Binary(operator, sides) => {
                use oddsmith_dice::syntax::Operator::{
                    Add, And, Compare, Divide, Modulo, Multiply, Or, Subtract,
                };
                let left = self.value(&sides[0]).number();
                match operator {
                    And if left == 0 => return yes(false),
                    Or if left != 0 => return yes(true),
                    _ => {}
                }
                let right = self.value(&sides[1]).number();
                match operator {
                    Add => Known::Number(left + right),
                    Subtract => Known::Number(left - right),
                    Multiply => Known::Number(left * right),
                    Divide => Known::Number(left.div_euclid(right)),
                    Modulo => Known::Number(left.rem_euclid(right)),
                    And | Or => yes(right != 0),
                    Compare(sign) => yes(compares(*sign, left, right)),
                    operator => panic!("{operator:?}"),
                }
            }
            Kind::Not(inner) => yes(self.value(inner).number() == 0),
            Kind::Negate(inner) => Known::Number(-self.value(inner).number()),
            kind => panic!("{kind:?}"),
        }
    }

    fn meant(&mut self, when: &When, number: i64) -> bool {
        match when {
            When::Compare(sign, bound) => compares(*sign, number, self.value(bound).number()),
            When::Among(ranges) => ranges.iter().any(|(low, high)| {
                let low = self.value(low).number();
                let high = high.as_ref().map_or(low, |high| self.value(high).number());
                (low..=high).contains(&number)
            }),
        }
    }

    fn dice(&mut self, dice: &Dice) -> Vec<i64> {
        let count = dice.count.as_ref().map_or(1, |count| self.value(count).number());
        let Sides::Number(sides) = &dice.sides else { panic!("{dice:?}") };
        let sides = self.value(sides).number() as usize;
        (0..count).map(|_| self.fork(sides) as i64 + 1).collect()
    }

    fn rolled(&mut self, roll: &Roll) -> Vec<i64> {
        let mut values = match &roll.source {
            Source::Dice(dice) => self.dice(dice),
            Source::Pool(members) => {
                let each = members.iter().map(|member| match member {
                    Member::Dice(dice, _) => self.dice(dice),
                    Member::Name(name) => self.value(name).bag(),
                });
                each.collect::<Vec<_>>().concat()
            }
        };
        values.sort_unstable_by(|a, b| b.cmp(a));
        if let Some(keep) = &roll.keep {
            let count = keep.count.as_ref().map_or(1, |count| self.value(count).number()) as usize;
            values.truncate(match keep.which {
                Kept::Highest => count,
                Kept::DropLowest => values.len().saturating_sub(count),
                which => panic!("{which:?}"),
            });
        }
        values
    }

    fn called(&mut self, function: Function, arguments: &[Argument]) -> Known {
        let expression = |place: usize| match &arguments[place] {
            Argument::Value(value) => value,
            argument => panic!("{argument:?}"),
        };
        match function {
            Function::Repeat => {
                let times = self.value(expression(0)).number();
                return Known::Bag(
                    (0..times).map(|_| self.value(expression(1)).number()).collect(),
                );
            }
            Function::Draw => {
                let Kind::Name(deck) = &expression(0).kind else { panic!("no deck") };
                let count = self.value(expression(1)).number();
                let mut drawn = Vec::new();
                for _ in 0..count {
                    let left = self.decks[deck].len();
                    if left > 0 {
                        let place = self.fork(left);
                        drawn.push(self.decks.get_mut(deck).unwrap().remove(place));
                    }
                }
                return Known::Bag(drawn);
            }
            Function::Max | Function::Min => {
                let each: Vec<i64> = (0..arguments.len())
                    .map(|place| self.value(expression(place)).number())
                    .collect();
                let most = function == Function::Max;
                let found = if most { each.iter().max() } else { each.iter().min() };
                return Known::Number(*found.unwrap());
            }
            _ => {}
        }
        let first = self.value(expression(0));
        if let (Function::Size, Known::Number(left)) = (function, &first) {
            return Known::Number(*left);
        }
        let bag = first.bag();
        let of = |value: i64| bag.iter().filter(|own| **own == value).count();
        let mut faces = bag.clone();
        faces.dedup();
        let number = match function {
            Function::Count => {
                let Argument::Faces(when) = &arguments[1] else { panic!("no faces") };
                bag.iter().filter(|value| self.meant(when, **value)).count() as i64
            }
            Function::Nth => {
                let rank = self.value(expression(1)).number();
                bag.get((rank - 1) as usize).copied().unwrap_or(0)
            }
            Function::Highest => bag.first().copied().unwrap_or(0),
            Function::Size => bag.len() as i64,
            Function::Matches => faces.iter().map(|&face| of(face)).max().unwrap_or(0) as i64,
            Function::Sets => {
                let least = self.value(expression(1)).number() as usize;
                faces.iter().filter(|&&face| of(face) >= least).count() as i64
            }
            Function::Run => {
                let runs = faces.chunk_by(|high, low| high - 1 == *low);
                runs.map(<[i64]>::len).max().unwrap_or(0) as i64
            }
            Function::Groups => most_groups(&bag, self.value(expression(1)).number()),
            Function::Without | Function::Common => {
                let mut other = self.value(expression(1)).bag();
                let mut both = Vec::new();
                let mut rest = Vec::new();
                for value in bag {
                    match other.iter().position(|own| *own == value) {
                        Some(place) => {
                            other.remove(place);
                            both.push(value);
                        }
                        None => rest.push(value),
                    }
                }
                return Known::Bag(if function == Function::Common { both } else { rest });
            }
            function => panic!("{function:?}"),
        };
        Known::Number(number)
    }
}

/// Returns the largest number of groups of values with sums of at least `least`, by trying each
/// value in each group.
fn most_groups(values: &[i64], least: i64) -> i64 {
    fn put(values: &[i64], groups: &mut Vec<i64>, least: i64) -> i64 {
        let Some((first, rest)) = values.split_first() else {
            return groups.iter().filter(|sum| **sum >= least).count() as i64;
        };
        let mut best = 0;
        for place in 0..groups.len() {
            groups[place] += first;
            best = best.max(put(rest, groups, least));
            groups[place] -= first;
        }
        groups.push(*first);
        best = best.max(put(rest, groups, least));
        groups.pop();
        best
    }
    put(values, &mut Vec::new(), least)
}

fn compares(sign: Comparison, left: i64, right: i64) -> bool {
    match sign {
        Comparison::Less => left < right,
        Comparison::AtMost => left <= right,
        Comparison::Equal => left == right,
        Comparison::Unequal => left != right,
        Comparison::AtLeast => left >= right,
        Comparison::Greater => left > right,
    }
}
