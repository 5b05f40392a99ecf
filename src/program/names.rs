//! What each name of a program is, and what is asked of each roll.

use std::collections::BTreeMap;

use crate::chance::{Asked, Faces, Question, Tally};
use crate::dice::syntax::{
    Argument, Ask, Comparison, Expression, Face, Function, Kind, Line, Member, Modifier, Program,
    Roll, Shown, Sides, Source, Statement, When,
};

/// Faces with letters have values from here on, by their place among all such faces.
const LETTERS: i32 = 1_000_000;

/// The most values of a bag that lie in places, where no number says how many there are.
const MOST_VALUES: usize = 24;

/// What is asked of a name, and what it is.
#[derive(Debug, Default)]
pub(super) struct Asks {
    /// The questions, in the order in which they are met.
    pub questions: Vec<Question>,
    /// Whether its values themselves are needed, as they lie.
    pub values: bool,
}

/// The names of a program.
pub(super) struct Names<'p> {
    pub fields: &'p BTreeMap<String, i64>,
    /// What each bag is bound to; a state several times.
    pub bags: BTreeMap<&'p str, Vec<&'p Expression>>,
    pub states: Vec<&'p str>,
    pub asks: BTreeMap<&'p str, Asks>,
    /// All faces with letters.
    letters: Vec<String>,
    changed: bool,
}

/// All lines of a program.
pub(super) fn lines(program: &Program) -> impl Iterator<Item = &Line> {
    let course = program.course.iter().flat_map(|course| &course.lines);
    program.opening.iter().chain(course).chain(&program.closing)
}

/// The expressions that stand in an expression.
fn children<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e Expression)) {
    match &expression.kind {
        Kind::Number(_) | Kind::Field(_) | Kind::Name(_) | Kind::Word { .. } => {}
        Kind::Roll(roll) => in_roll(roll, visit),
        Kind::Call(_, arguments) => {
            for argument in arguments {
                match argument {
                    Argument::Value(value) => visit(value),
                    Argument::Faces(when) => in_when(when, visit),
                    Argument::Letter(_) => {}
                }
            }
        }
        Kind::If(parts) => parts.iter().for_each(visit),
        Kind::Binary(_, parts) => parts.iter().for_each(visit),
        Kind::Not(inner) | Kind::Negate(inner) => visit(inner),
    }
}

fn in_when<'e>(when: &'e When, visit: &mut dyn FnMut(&'e Expression)) {
    match when {
        When::Compare(_, number) => visit(number),
        When::Among(parts) => parts.iter().for_each(|(low, high)| {
            visit(low);
            high.iter().for_each(&mut *visit);
        }),
    }
}

fn in_roll<'e>(roll: &'e Roll, visit: &mut dyn FnMut(&'e Expression)) {
    let mut dice = |dice: &'e crate::dice::syntax::Dice| {
        dice.count.iter().for_each(&mut *visit);
        if let Sides::Number(sides) = &dice.sides {
            visit(sides);
        }
    };
    let mut modifiers: Vec<&Modifier> = roll.modifiers.iter().collect();
    let mut names = Vec::new();
    match &roll.source {
        Source::Dice(own) => dice(own),
        Source::Pool(members) => {
            for member in members {
                match member {
                    Member::Dice(own, with) => {
                        dice(own);
                        modifiers.extend(with);
                    }
                    Member::Name(name) => names.push(name),
                }
            }
        }
    }
    names.into_iter().for_each(&mut *visit);
    for modifier in modifiers {
        match modifier {
            Modifier::Explode(explosion) => {
                explosion.when.iter().for_each(|when| in_when(when, visit));
            }
            Modifier::Reroll { when, .. } => in_when(when, visit),
            Modifier::AtLeast(number) | Modifier::AtMost(number) => visit(number),
        }
    }
    roll.keep.iter().filter_map(|keep| keep.count.as_ref()).for_each(&mut *visit);
    roll.tally.iter().for_each(|when| in_when(when, visit));
}

/// All expressions of a line.
fn of_line(line: &Line) -> Vec<&Expression> {
    match &line.statement {
        Statement::Bind(_, value) | Statement::Otherwise(value) => vec![value],
        Statement::Label(_, condition) => condition.iter().collect(),
        Statement::State(states) => {
            let each = states.iter().flat_map(|state| {
                let bounds = state.bounds.iter().flat_map(|(low, high)| [low, high]);
                std::iter::once(&state.start).chain(bounds)
            });
            each.collect()
        }
        Statement::Shuffle(_, when) | Statement::Return { when, .. } => when.iter().collect(),
        _ => Vec::new(),
    }
}

impl<'p> Names<'p> {
    pub fn of(
        program: &'p Program,
        fields: &'p BTreeMap<String, i64>,
        decisions: impl Iterator<Item = &'p Expression> + Clone,
    ) -> Names<'p> {
        let mut names = Names {
            fields,
            bags: BTreeMap::new(),
            states: Vec::new(),
            asks: BTreeMap::new(),
            letters: Vec::new(),
            changed: true,
        };
        // What is a bag may hang on a name that is bound later in the text of a step.
        for _ in 0..4 {
            names.bags.clear();
            let known = names.asks.keys().copied().collect::<Vec<_>>();
            for line in lines(program) {
                let bound: Vec<(&str, &Expression)> = match &line.statement {
                    Statement::Bind(name, value) => vec![(&name.text, value)],
                    Statement::State(states) => {
                        let each = states.iter().map(|state| (&*state.name.text, &state.start));
                        each.collect()
                    }
                    _ => Vec::new(),
                };
                if let Statement::State(states) = &line.statement {
                    let own = states.iter().map(|state| &*state.name.text);
                    let new: Vec<&str> = own.filter(|name| !names.states.contains(name)).collect();
                    names.states.extend(new);
                }
                for (name, value) in bound {
                    if names.is_bag(value) {
                        names.bags.entry(name).or_default().push(value);
                        names.asks.entry(name).or_default();
                    }
                }
            }
            if known.len() == names.asks.len() {
                break;
            }
        }
        for line in lines(program) {
            of_line(line).into_iter().for_each(|value| names.intern(value));
        }
        program.course.iter().for_each(|course| names.intern(&course.until));
        while std::mem::take(&mut names.changed) {
            names.gather(program, decisions.clone());
        }
        names
    }

    /// Remembers the letters of an expression's dice.
    fn intern(&mut self, expression: &'p Expression) {
        if let Kind::Roll(roll) = &expression.kind {
            let mut faces = |sides: &'p Sides| {
                let Sides::Faces(faces) = sides else { return };
                if !faces.iter().any(|face| matches!(face.shown, Shown::Letters(_))) {
                    return;
                }
                for face in faces {
                    let letters = match &face.shown {
                        Shown::Letters(letters) => letters.clone(),
                        _ => String::new(),
                    };
                    if !self.letters.contains(&letters) {
                        self.letters.push(letters);
                    }
                }
            };
            match &roll.source {
                Source::Dice(dice) => faces(&dice.sides),
                Source::Pool(members) => members.iter().for_each(|member| {
                    if let Member::Dice(dice, _) = member {
                        faces(&dice.sides);
                    }
                }),
            }
        }
        let mut inner = Vec::new();
        children(expression, &mut |child| inner.push(child));
        inner.into_iter().for_each(|child| self.intern(child));
    }

    /// The values of a die's faces.
    pub fn faces(&self, faces: &[Face]) -> Vec<i32> {
        let lettered = faces.iter().any(|face| matches!(face.shown, Shown::Letters(_)));
        let mut values = Vec::new();
        for face in faces {
            let these: Vec<i32> = match &face.shown {
                Shown::Numbers(low, high) => (*low..=*high).map(|value| value as i32).collect(),
                Shown::Letters(letters) => vec![self.letter_value(letters)],
                Shown::Blank if lettered => vec![self.letter_value("")],
                Shown::Blank => vec![0],
            };
            for _ in 0..face.copies {
                values.extend(&these);
            }
        }
        values
    }

    fn letter_value(&self, letters: &str) -> i32 {
        let place = self.letters.iter().position(|known| known == letters);
        LETTERS + place.unwrap_or(0) as i32
    }

    /// What the faces with this letter count, each of them `by`.
    fn letter(&self, letter: &str, by: i32) -> Vec<(i32, i32)> {
        let count =
            |letters: &String| letters.chars().filter(|own| letter.contains(*own)).count() as i32;
        let each = (LETTERS..).zip(&self.letters);
        each.map(|(value, letters)| (value, by * count(letters))).collect()
    }

    /// Whether an expression is a bag and not a number.
    pub fn is_bag(&self, expression: &Expression) -> bool {
        match &expression.kind {
            Kind::Roll(roll) => roll.tally.is_empty(),
            Kind::Name(name) => self.asks.contains_key(name.as_str()),
            Kind::Call(Function::Repeat | Function::Draw | Function::Rolled, _) => true,
            Kind::If(parts) => self.is_bag(&parts[1]) && self.is_bag(&parts[2]),
            _ => false,
        }
    }

    /// A number that no luck and no state changes.
    pub fn constant(&self, expression: &Expression) -> Option<i64> {
        match &expression.kind {
            Kind::Number(number) => Some(*number),
            Kind::Word { place, .. } => Some(*place),
            Kind::Field(name) => self.fields.get(name).copied(),
            Kind::Negate(inner) => Some(-self.constant(inner)?),
            Kind::Not(inner) => Some(i64::from(self.constant(inner)? == 0)),
            Kind::Binary(operator, parts) => super::code::combine(
                *operator,
                self.constant(&parts[0])?,
                self.constant(&parts[1])?,
            ),
            Kind::If(parts) => match self.constant(&parts[0])? {
                0 => self.constant(&parts[2]),
                _ => self.constant(&parts[1]),
            },
            Kind::Call(function @ (Function::Min | Function::Max | Function::Abs), arguments) => {
                let numbers = arguments.iter().map(|argument| match argument {
                    Argument::Value(value) => self.constant(value),
                    _ => None,
                });
                let numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
                match function {
                    Function::Min => numbers.into_iter().min(),
                    Function::Max => numbers.into_iter().max(),
                    _ => numbers.first().map(|number| number.abs()),
                }
            }
            _ => None,
        }
    }

    /// The faces that are meant, where their numbers do not come up in play.
    pub fn constant_faces(&self, when: &When) -> Option<Faces> {
        let number =
            |expression: &Expression| self.constant(expression).map(|number| number as i32);
        let faces = match when {
            When::Compare(comparison, bound) => {
                let bound = number(bound)?;
                match comparison {
                    Comparison::Less => vec![(i32::MIN, bound - 1)],
                    Comparison::AtMost => vec![(i32::MIN, bound)],
                    Comparison::Equal => vec![(bound, bound)],
                    Comparison::Unequal => vec![(i32::MIN, bound - 1), (bound + 1, i32::MAX)],
                    Comparison::AtLeast => vec![(bound, i32::MAX)],
                    Comparison::Greater => vec![(bound + 1, i32::MAX)],
                }
            }
            When::Among(parts) => {
                let part = |(low, high): &(Expression, Option<Expression>)| {
                    let low = number(low)?;
                    Some((low, high.as_ref().map_or(Some(low), number)?))
                };
                parts.iter().map(part).collect::<Option<_>>()?
            }
        };
        Some(Faces(faces))
    }

    /// The question that a call asks of a bag; `None` where a number of it comes up in play.
    pub fn question(&self, function: Function, arguments: &[Argument]) -> Option<Question> {
        let rest = arguments.get(1..).unwrap_or_default();
        let number = || match rest.first() {
            Some(Argument::Value(value)) => self.constant(value),
            Some(Argument::Faces(When::Compare(Comparison::Equal, value))) => self.constant(value),
            _ => None,
        };
        let asked = match function {
            Function::Count => match rest.first()? {
                Argument::Faces(when) => Asked::Tally(vec![self.constant_faces(when)?].into()),
                Argument::Letter(letter) => Asked::Tally(Tally::Values(self.letter(letter, 1))),
                Argument::Value(value) => {
                    let face = self.constant(value)? as i32;
                    Asked::Tally(vec![Faces::only(face)].into())
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
                Asked::Tally(Tally::Values(gains.into_iter().collect()))
            }
            Function::Size => Asked::Size,
            Function::Highest => Asked::Nth(1),
            Function::Lowest => Asked::Lowest,
            Function::Nth => Asked::Nth(number()?.clamp(0, 1 << 20) as u32),
            Function::Matches => Asked::Matches,
            Function::MatchFace => Asked::MatchFace,
            Function::Sets => Asked::Sets(number()?.clamp(1, 1 << 20) as u32),
            Function::Run => Asked::Run,
            Function::Natural => Asked::Natural,
            _ => return None,
        };
        Some(Question::of(asked))
    }

    fn gather(&mut self, program: &'p Program, decisions: impl Iterator<Item = &'p Expression>) {
        for line in lines(program) {
            match &line.statement {
                Statement::Bind(name, value) => self.bound(&name.text, value),
                Statement::State(states) => {
                    for state in states {
                        self.bound(&state.name.text, &state.start);
                        let bounds = state.bounds.iter().flat_map(|(low, high)| [low, high]);
                        bounds.for_each(|bound| self.number(bound));
                    }
                }
                Statement::Ask(asks) => {
                    for ask in asks {
                        let names = match ask {
                            Ask::One { name, .. } => std::slice::from_ref(name),
                            Ask::Joint(names) => names,
                        };
                        for name in names {
                            self.ask(&name.text, Question::of(Asked::Sum));
                        }
                    }
                }
                Statement::Return { cards, when, .. } => {
                    self.need_values(&cards.text);
                    when.iter().for_each(|when| self.number(when));
                }
                _ => of_line(line).into_iter().for_each(|value| self.number(value)),
            }
        }
        program.course.iter().for_each(|course| self.number(&course.until));
        decisions.for_each(|policy| self.number(policy));
    }

    /// A name is bound to an expression: what is asked of it is asked of that.
    fn bound(&mut self, name: &'p str, value: &'p Expression) {
        let Some(asks) = self.asks.get(name) else { return self.number(value) };
        let (questions, values) = (asks.questions.clone(), asks.values);
        if values || self.states.contains(&name) {
            self.values_of(value);
        } else {
            questions.into_iter().for_each(|question| self.bag(value, &question));
        }
        self.inside(value);
    }

    /// What numbers a bag reads.
    fn inside(&mut self, bag: &'p Expression) {
        match &bag.kind {
            Kind::Name(_) => {}
            Kind::If(parts) => {
                self.number(&parts[0]);
                self.inside(&parts[1]);
                self.inside(&parts[2]);
            }
            Kind::Call(Function::Rolled, arguments) => {
                if let Some(Argument::Value(inner)) = arguments.first() {
                    self.inside(inner);
                }
            }
            Kind::Call(Function::Draw, arguments) => {
                for argument in arguments.iter().skip(1) {
                    if let Argument::Value(count) = argument {
                        self.number(count);
                    }
                }
            }
            Kind::Call(_, arguments) => {
                for argument in arguments {
                    if let Argument::Value(value) = argument {
                        self.number(value);
                    }
                }
            }
            Kind::Roll(roll) => {
                if let Source::Pool(members) = &roll.source {
                    for member in members {
                        if let Member::Name(name) = member {
                            self.values_of(name);
                        }
                    }
                }
                let mut inner = Vec::new();
                in_roll(roll, &mut |child| inner.push(child));
                for child in inner {
                    let is_member = matches!(&child.kind, Kind::Name(name) if self.asks.contains_key(name.as_str()))
                        && matches!(&roll.source, Source::Pool(members) if members.iter().any(|member| matches!(member, Member::Name(own) if own == child)));
                    if !is_member {
                        self.number(child);
                    }
                }
            }
            _ => self.number(bag),
        }
    }

    fn values_of(&mut self, bag: &'p Expression) {
        match &bag.kind {
            Kind::Name(name) => self.need_values(name),
            Kind::If(parts) => {
                self.values_of(&parts[1]);
                self.values_of(&parts[2]);
            }
            Kind::Call(Function::Rolled, arguments) => {
                if let Some(Argument::Value(inner)) = arguments.first() {
                    self.values_of(inner);
                }
            }
            _ => {}
        }
    }

    fn need_values(&mut self, name: &str) {
        if let Some(asks) = self.asks.get_mut(name)
            && !asks.values
        {
            asks.values = true;
            self.changed = true;
        }
    }

    fn ask(&mut self, name: &str, question: Question) {
        if let Some(asks) = self.asks.get_mut(name)
            && !asks.questions.contains(&question)
        {
            asks.questions.push(question);
            self.changed = true;
        }
    }

    /// An expression is read as a number.
    fn number(&mut self, expression: &'p Expression) {
        if self.is_bag(expression) {
            self.bag(expression, &Question::of(Asked::Sum));
            return self.inside(expression);
        }
        if let Kind::Call(function, arguments) = &expression.kind
            && let Some(Argument::Value(of)) = arguments.first()
            && !matches!(function, Function::Min | Function::Max | Function::Abs)
        {
            if self.is_bag(of) {
                match self.question(*function, arguments) {
                    Some(question) => self.bag(of, &question),
                    None => self.values_of(of),
                }
                self.inside(of);
            }
            for argument in &arguments[1..] {
                match argument {
                    Argument::Value(value) => self.number(value),
                    Argument::Faces(when) => {
                        let mut inner = Vec::new();
                        in_when(when, &mut |child| inner.push(child));
                        inner.into_iter().for_each(|child| self.number(child));
                    }
                    Argument::Letter(_) => {}
                }
            }
            return;
        }
        let mut inner = Vec::new();
        children(expression, &mut |child| inner.push(child));
        inner.into_iter().for_each(|child| self.number(child));
    }

    /// A question is asked of a bag.
    fn bag(&mut self, bag: &'p Expression, question: &Question) {
        match &bag.kind {
            Kind::Name(name) => self.ask(name, question.clone()),
            Kind::If(parts) => {
                self.bag(&parts[1], question);
                self.bag(&parts[2], question);
            }
            Kind::Call(Function::Rolled, arguments) => {
                if let Some(Argument::Value(inner)) = arguments.first() {
                    self.bag(inner, &Question { rolled: true, ..question.clone() });
                }
            }
            _ => {}
        }
    }

    /// The most values that a bag may have.
    pub fn most_values(&self, bag: &Expression, deep: u32) -> usize {
        if deep > 6 {
            return MOST_VALUES;
        }
        let most = |count: Option<&Expression>| match count {
            None => 1,
            Some(count) => {
                let number = self.constant(count).map(|number| number.max(0) as usize);
                number.unwrap_or(MOST_VALUES)
            }
        };
        let size = match &bag.kind {
            Kind::Name(name) => {
                let bound = self.bags.get(name.as_str());
                let each = bound.into_iter().flatten().map(|bag| self.most_values(bag, deep + 1));
                let is_state = self.states.contains(&name.as_str());
                let own: Vec<usize> = each.collect();
                match is_state {
                    true => own.first().copied().unwrap_or(MOST_VALUES),
                    false => own.into_iter().max().unwrap_or(MOST_VALUES),
                }
            }
            Kind::If(parts) => {
                self.most_values(&parts[1], deep + 1).max(self.most_values(&parts[2], deep + 1))
            }
            Kind::Call(Function::Draw, arguments) => match arguments.get(1) {
                Some(Argument::Value(count)) => most(Some(count)),
                _ => 1,
            },
            Kind::Call(Function::Repeat, arguments) => match arguments.first() {
                Some(Argument::Value(count)) => most(Some(count)),
                _ => MOST_VALUES,
            },
            Kind::Call(_, arguments) => match arguments.first() {
                Some(Argument::Value(inner)) => self.most_values(inner, deep + 1),
                _ => MOST_VALUES,
            },
            Kind::Roll(roll) => {
                let explodes = |modifiers: &[Modifier]| {
                    let adds = |modifier: &Modifier| matches!(modifier, Modifier::Explode(explosion) if !explosion.same_die);
                    if modifiers.iter().any(adds) { MOST_VALUES } else { 0 }
                };
                let dice = match &roll.source {
                    Source::Dice(dice) => most(dice.count.as_ref()),
                    Source::Pool(members) => members
                        .iter()
                        .map(|member| match member {
                            Member::Dice(dice, own) => most(dice.count.as_ref()) + explodes(own),
                            Member::Name(name) => self.most_values(name, deep + 1),
                        })
                        .sum(),
                };
                let dice = dice + explodes(&roll.modifiers);
                match &roll.keep {
                    None => dice,
                    Some(keep) => {
                        let kept = most(keep.count.as_ref());
                        use crate::dice::syntax::Kept;
                        match keep.which {
                            Kept::Highest | Kept::Lowest | Kept::Middle => kept.min(dice),
                            _ => dice.saturating_sub(kept),
                        }
                    }
                }
            }
            _ => MOST_VALUES,
        };
        size.clamp(1, 64)
    }
}
