//! Evaluation of expressions: each die is rolled and each card drawn where it stands.

use oddsmith_dice::syntax::{
    Argument, Comparison, Dice, Expression, Face, Function, Kept, Kind, Member, Modifier, Operator,
    Roll, Shown, Sides, Source, When,
};

use super::trial::Trial;
use super::value::{Item, Value, most_groups, sorted};

/// A face of a die: its number, its letters, and the number of its copies.
type Side = (i64, Option<String>, u64);

impl Trial<'_> {
    /// Returns the value of an expression.
    pub fn value(&mut self, expression: &Expression) -> Value {
        match &expression.kind {
            Kind::Number(number) | Kind::Word { place: number, .. } => Value::Number(*number),
            Kind::Field(name) => Value::Number(self.fields[name]),
            Kind::Name(name) => match self.decks.get(name) {
                Some(left) => Value::Number(left.len() as i64),
                None => self.names.get(name).cloned().unwrap_or(Value::None),
            },
            Kind::Roll(roll) => self.roll(roll),
            Kind::Call(function, arguments) => self.call(*function, arguments),
            Kind::Over(over) => {
                let (low, high) = (self.number(&over.low), self.number(&over.high));
                let mut each = Vec::new();
                for number in low..=high {
                    self.names.insert(over.name.clone(), Value::Number(number));
                    each.push(self.number(&over.each));
                }
                Value::Number(combined(over.combine, &each))
            }
            Kind::Table(table) => {
                let of = self.value(&table.of);
                for (when, value) in &table.rows {
                    if self.matches(when, &of) {
                        return Value::Number(self.number(value));
                    }
                }
                let otherwise = table.otherwise.as_ref();
                Value::Number(otherwise.map_or(0, |otherwise| self.number(otherwise)))
            }
            Kind::If(parts) => match self.value(&parts[0]).is_true() {
                true => self.value(&parts[1]),
                false => self.value(&parts[2]),
            },
            Kind::Binary(operator, sides) => self.binary(*operator, &sides[0], &sides[1]),
            Kind::Not(inner) => Value::Number(i64::from(!self.value(inner).is_true())),
            Kind::Negate(inner) => Value::Number(-self.number(inner)),
        }
    }

    /// Returns the number of an expression; none counts as 0.
    pub fn number(&mut self, expression: &Expression) -> i64 {
        self.value(expression).number()
    }

    fn binary(&mut self, operator: Operator, left: &Expression, right: &Expression) -> Value {
        let left = self.value(left);
        match operator {
            Operator::And if !left.is_true() => return Value::Number(0),
            Operator::Or if left.is_true() => return Value::Number(1),
            _ => {}
        }
        let right = self.value(right);
        Value::Number(match operator {
            Operator::Compare(sign) => compare(sign, &left, &right).into(),
            operator => operator.of(left.number(), right.number()).unwrap_or(0),
        })
    }

    /// Returns true if a value satisfies a condition.
    fn matches(&mut self, when: &When, value: &Value) -> bool {
        match when {
            When::Compare(sign, bound) => {
                let bound = self.value(bound);
                compare(*sign, value, &bound)
            }
            When::Among(ranges) => {
                *value != Value::None
                    && ranges.iter().any(|(low, high)| {
                        let low = self.number(low);
                        let high = high.as_ref().map_or(low, |high| self.number(high));
                        (low..=high).contains(&value.number())
                    })
            }
        }
    }

    fn has(&mut self, when: &When, number: i64) -> bool {
        self.matches(when, &Value::Number(number))
    }

    /// Returns the faces of a die.
    fn sides(&mut self, sides: &Sides) -> Vec<Side> {
        let plain = |low: i64, high: i64| (low..=high).map(|face| (face, None, 1)).collect();
        match sides {
            Sides::Number(sides) => plain(1, self.number(sides)),
            Sides::Percent => plain(1, 100),
            Sides::Fate => plain(-1, 1),
            Sides::Card => {
                let each = (1..=13).map(|card| (card, None, 4));
                each.chain([(15, None, 2)]).collect()
            }
            Sides::Faces(faces) => {
                let copies = |face: &Face, value, letters| (value, letters, face.copies.into());
                let each = faces.iter().flat_map(|face| match &face.shown {
                    Shown::Numbers(low, high) => {
                        (*low..=*high).map(|number| copies(face, number, None)).collect()
                    }
                    Shown::Letters(letters) => vec![copies(face, 0, Some(letters.clone()))],
                    Shown::Blank => vec![copies(face, 0, Some(String::new()))],
                });
                each.collect()
            }
        }
    }

    fn dice(&mut self, dice: &Dice, modifiers: &[&Modifier]) -> Vec<Item> {
        let count = dice.count.as_ref().map_or(1, |count| self.number(count));
        let sides = self.sides(&dice.sides);
        let mut items = Vec::new();
        for _ in 0..count {
            self.die(&sides, modifiers, &mut items);
        }
        items
    }

    fn face(&mut self, sides: &[Side]) -> (i64, Option<String>) {
        let weights: Vec<u64> = sides.iter().map(|(.., copies)| *copies).collect();
        let (face, letters, _) = sides[self.forks.fork(&weights)].clone();
        (face, letters)
    }

    /// Rolls one die and the dice that follow from it.
    fn die(&mut self, sides: &[Side], modifiers: &[&Modifier], items: &mut Vec<Item>) {
        let highest = sides.iter().map(|(face, ..)| *face).max().unwrap_or(0);
        let (mut from, mut links, mut whole) = (0, 0, None::<Item>);
        loop {
            let (mut printed, letters) = self.face(sides);
            let (mut value, mut less, mut again, mut same_die) = (printed, 0, false, false);
            let mut place = 0;
            for (index, modifier) in modifiers.iter().enumerate().skip(from) {
                match modifier {
                    Modifier::Reroll { once, when } => {
                        let mut rerolls = self.has(when, value);
                        while rerolls && !self.forks.ends_here() {
                            printed = self.face(sides).0;
                            value = printed - less;
                            rerolls = !once && self.has(when, value);
                        }
                    }
                    Modifier::Explode(explosion) => {
                        again = match &explosion.when {
                            Some(when) => self.has(when, value),
                            None => value == highest,
                        };
                        again &= !(explosion.once && links > 0);
                        (place, same_die) = (index, explosion.same_die);
                        less = i64::from(explosion.penetrates && links > 0);
                        value -= less;
                    }
                    Modifier::AtLeast(least) => value = value.max(self.number(least)),
                    Modifier::AtMost(most) => value = value.min(self.number(most)),
                }
            }
            links += 1;
            let item = Item { value, printed, letters, suit: 0, card: None, kept: true };
            match &mut whole {
                _ if !same_die => items.push(item),
                Some(whole) => whole.value += value,
                None => whole = Some(item),
            }
            if !again || self.forks.ends_here() {
                items.extend(whole);
                return;
            }
            from = place;
        }
    }

    fn roll(&mut self, roll: &Roll) -> Value {
        let behind: Vec<&Modifier> = roll.modifiers.iter().collect();
        let mut items = match &roll.source {
            Source::Dice(dice) => self.dice(dice, &behind),
            Source::Pool(members) => {
                let mut all = Vec::new();
                for member in members {
                    match member {
                        Member::Dice(dice, own) => {
                            let modifiers: Vec<&Modifier> =
                                own.iter().chain(behind.iter().copied()).collect();
                            all.extend(self.dice(dice, &modifiers));
                        }
                        Member::Name(name) => all.extend(self.value(name).kept()),
                    }
                }
                all
            }
        };
        items = sorted(items);
        if let Some(keep) = &roll.keep {
            let count = keep.count.as_ref().map_or(1, |count| self.number(count));
            let (all, count) = (items.len(), count.clamp(0, items.len() as i64) as usize);
            let kept = match keep.which {
                Kept::Highest => 0..count,
                Kept::Lowest => all - count..all,
                Kept::DropHighest => count..all,
                Kept::DropLowest => 0..all - count,
                Kept::Middle => (all - count) / 2..(all - count) / 2 + count,
            };
            let each = items.iter_mut().enumerate();
            each.for_each(|(rank, item)| item.kept = kept.contains(&rank));
        }
        if roll.tally.is_empty() {
            return Value::Bag(items);
        }
        let kept: Vec<i64> = items.iter().filter(|item| item.kept).map(|item| item.value).collect();
        let count = |when: &When, trial: &mut Self| {
            kept.iter().filter(|value| trial.has(when, **value)).count() as i64
        };
        Value::Number(roll.tally.iter().map(|when| count(when, self)).sum())
    }

    fn call(&mut self, function: Function, arguments: &[Argument]) -> Value {
        let expression = |place: usize| match &arguments[place] {
            Argument::Value(value) => value,
            argument => panic!("{argument:?}"),
        };
        match function {
            Function::Repeat => {
                let times = self.number(expression(0));
                let values = (0..times).map(|_| Item::number(self.number(expression(1))));
                return Value::Bag(values.collect());
            }
            Function::Draw => {
                let Kind::Name(deck) = &expression(0).kind else { panic!("no deck") };
                let count = match arguments.len() {
                    1 => 1,
                    _ => self.number(expression(1)),
                };
                return Value::Bag(self.draw(deck, count));
            }
            Function::Rolled => {
                let mut all = match self.value(expression(0)) {
                    Value::Bag(items) => items,
                    other => other.kept(),
                };
                all.iter_mut().for_each(|item| item.kept = true);
                return Value::Bag(all);
            }
            function if function.is_of_numbers() => {
                let each: Vec<i64> =
                    (0..arguments.len()).map(|place| self.number(expression(place))).collect();
                return Value::Number(combined(function, &each));
            }
            _ => {}
        }
        let first = self.value(expression(0));
        if let (Function::Size, Kind::Name(name)) = (function, &expression(0).kind)
            && self.decks.contains_key(name)
        {
            return first;
        }
        let bag = first.kept();
        if matches!(function, Function::Without | Function::Common) {
            let mut other = self.value(expression(1)).kept();
            let common = function == Function::Common;
            let stays = |item: &Item| {
                let place = other.iter().position(|own| own.value == item.value);
                place.map(|place| other.remove(place)).is_some() == common
            };
            return Value::Bag(bag.into_iter().filter(stays).collect());
        }
        let letter = |place: usize| {
            let Argument::Letter(letter) = &arguments[place] else { panic!("no letter") };
            let on = |letters: &str| match &letter[..] {
                "" => usize::from(letters.is_empty()),
                letter => letters.matches(letter).count(),
            };
            bag.iter().filter_map(|item| item.letters.as_deref()).map(on).sum::<usize>() as i64
        };
        let values: Vec<i64> = bag.iter().map(|item| item.value).collect();
        let of = |value: i64| values.iter().filter(|own| **own == value).count() as i64;
        let mut faces = values.clone();
        faces.dedup();
        let in_suit = |suit: i64| bag.iter().filter(move |item| item.suit == suit);
        let second = |place: usize| match arguments.get(place) {
            Some(Argument::SecondValue(value, also)) => Some((i64::from(*value), i64::from(*also))),
            _ => None,
        };
        Value::Number(match function {
            Function::Count => match &arguments[1] {
                Argument::Faces(when) => {
                    values.iter().filter(|value| self.has(when, **value)).count() as i64
                }
                Argument::Suit(suit) => in_suit((*suit).into()).count() as i64,
                _ => letter(1),
            },
            Function::Net => letter(1) - letter(2),
            Function::Nth => {
                let rank = self.number(expression(1));
                let place = usize::try_from(rank - 1).ok();
                place.and_then(|place| values.get(place)).copied().unwrap_or(0)
            }
            Function::Highest => values.first().copied().unwrap_or(0),
            Function::Lowest => values.last().copied().unwrap_or(0),
            Function::Size => bag.len() as i64,
            Function::Matches => faces.iter().map(|&face| of(face)).max().unwrap_or(0),
            Function::MatchFace => {
                faces.iter().copied().max_by_key(|&face| (of(face), face)).unwrap_or(0)
            }
            Function::Sets => {
                let least = self.number(expression(1)).max(1);
                faces.iter().filter(|&&face| of(face) >= least).count() as i64
            }
            Function::Run => longest_run(faces, second(1)),
            Function::Groups => most_groups(&values, self.number(expression(1))),
            Function::Natural => bag.first().map_or(0, |item| item.printed),
            Function::Suited => (1..=4).map(|suit| in_suit(suit).count()).max().unwrap_or(0) as i64,
            Function::SuitedRun => {
                let of = |suit| in_suit(suit).map(|item| item.value).collect();
                (1..=4).map(|suit| longest_run(of(suit), second(1))).max().unwrap_or(0)
            }
            function => panic!("{function:?}"),
        })
    }
}

/// Returns the length of the longest straight of these values, where the first number of `second`
/// also counts as the other.
fn longest_run(mut values: Vec<i64>, second: Option<(i64, i64)>) -> i64 {
    values.extend(second.filter(|(value, _)| values.contains(value)).map(|(_, also)| also));
    values.sort_unstable();
    values.dedup();
    let runs = values.chunk_by(|low, high| low + 1 == *high);
    runs.map(<[i64]>::len).max().unwrap_or(0) as i64
}

/// Returns the combination of numbers by a function such as `sum`; 0 without numbers.
fn combined(function: Function, each: &[i64]) -> i64 {
    let mut numbers = each.iter().copied();
    match function {
        Function::Sum => numbers.sum(),
        Function::Max => numbers.max().unwrap_or(0),
        Function::Min => numbers.min().unwrap_or(0),
        Function::Any => numbers.any(|number| number != 0).into(),
        Function::All => numbers.all(|number| number != 0).into(),
        Function::Abs => each[0].abs(),
        _ => numbers.filter(|number| *number != 0).count() as i64,
    }
}

/// Compares two values: with none, only "unequal" holds.
fn compare(sign: Comparison, left: &Value, right: &Value) -> bool {
    if *left == Value::None || *right == Value::None {
        return sign == Comparison::Unequal;
    }
    sign.holds(left.number(), right.number())
}
