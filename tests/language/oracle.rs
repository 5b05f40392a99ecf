//! Random rules against a walk of every face and card: rules of the grammar with loops, tables,
//! steps and cards are answered exactly, and by an interpreter of what is read that knows nothing of
//! laws. It rolls each die and draws each card in turn, in all ways.

use std::collections::BTreeMap;

use oddsmith::odds::Histogram;
use oddsmith::systems::house::parse;
use oddsmith_dice::syntax::{
    Argument, Ask, Comparison, Dice, Expression, Function, Kept, Kind, Member, Program, Roll,
    Sides, Source, Statement, When,
};

/// How many rules a run asks; more by `ODDSMITH_RULES`.
const RULES: usize = 1_500;

/// The most ways that a rule is walked in.
const MOST_WAYS: usize = 30_000;

/// Numbers that a seed makes.
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    fn one<'o>(&mut self, of: &[&'o str]) -> &'o str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// A number of the rule, from what is bound so far.
fn number(random: &mut Seeded, bags: &[&str], numbers: &[String], depth: usize) -> String {
    let bag = random.one(bags).to_owned();
    let face = 1 + random.below(4);
    let sign = random.one(&["<", "<=", "=", "!=", ">=", ">"]);
    if depth == 0 {
        return match random.below(10) {
            0 => format!("count({bag}, {sign}{face})"),
            1 => format!("nth({bag}, {})", 1 + random.below(4)),
            2 => format!("matches({bag})"),
            3 => format!("run({bag})"),
            4 => format!("sets({bag}, {})", 1 + random.below(2)),
            5 => format!("highest({bag})"),
            6 => format!("groups({bag}, {})", 2 + random.below(4)),
            7 if !numbers.is_empty() => {
                let names: Vec<&str> = numbers.iter().map(String::as_str).collect();
                random.one(&names).to_owned()
            }
            8 => format!("d{}", 2 + random.below(3)),
            _ => random.below(5).to_string(),
        };
    }
    let inner = |random: &mut Seeded| number(random, bags, numbers, depth - 1);
    match random.below(11) {
        0 => format!("({} + {})", inner(random), inner(random)),
        1 => format!("({} - {})", inner(random), inner(random)),
        2 => format!("({} * {})", inner(random), inner(random)),
        3 => format!("max({}, {})", inner(random), inner(random)),
        4 => format!(
            "(if {} {sign} {face} then {} else {})",
            inner(random),
            inner(random),
            inner(random)
        ),
        5 => format!("(({}) {sign} {})", inner(random), inner(random)),
        6 => {
            let fold = random.one(&["sum", "max", "min", "count", "any", "all"]);
            let body = match random.below(3) {
                0 => format!("i * count({bag}, i)"),
                1 => format!("nth({bag}, i) {sign} {face}"),
                _ => format!("if count({bag}, i) > 0 then i else {}", inner(random)),
            };
            format!("{fold}(i in 1..{}: {body})", 1 + random.below(4))
        }
        7 => format!(
            "table({}, 0: 2, 1..2: {}, >=3: {}, otherwise: 5)",
            inner(random),
            random.below(4),
            inner(random)
        ),
        8 => format!("highest(without({bag}, {}))", random.one(&[bags[0], "1", "2"])),
        9 => format!("size(common({bag}, {}))", random.one(&bags[..1])),
        _ => format!("(not {})", inner(random)),
    }
}

/// A rule in lines.
fn rule(random: &mut Seeded) -> String {
    let mut lines = Vec::new();
    let mut bags = Vec::new();
    for name in ["a", "b"].iter().take(1 + random.below(2) as usize) {
        let (count, sides) = (1 + random.below(3), 2 + random.below(3));
        lines.push(match random.below(4) {
            0 => format!("{name} = {}d{sides}kh{}", count + 1, 1 + random.below(count)),
            1 => format!("{name} = repeat({count}, d{sides} + d2)"),
            _ => format!("{name} = {count}d{sides}"),
        });
        bags.push(*name);
    }
    if random.below(4) == 0 {
        lines.insert(0, "deck d = 1..3 x2, 5".to_owned());
        lines.push(format!("h = draw(d, {})", 1 + random.below(3)));
        lines.push("left = size(d)".to_owned());
        bags = vec!["h"];
    }
    let mut numbers = Vec::new();
    let steps = random.below(3) == 0;
    if steps {
        lines.push("state s = 0, t = 1".to_owned());
        numbers.extend(["s".to_owned(), "t".to_owned()]);
        lines.push("step".to_owned());
        let depth = random.below(2) as usize;
        let grows = number(random, &bags, &numbers, depth);
        lines.push(format!("s = min(9, max(-9, s + {grows}))"));
        lines.push("t = s mod 3".to_owned());
        lines.push(match random.below(3) {
            0 => "until steps = 2".to_owned(),
            1 => format!("until s >= {}, at most 2", random.below(4)),
            _ => "until t = 0, at most 3".to_owned(),
        });
    }
    for name in ["x", "y"] {
        let depth = random.below(3) as usize;
        let value = number(random, &bags, &numbers, depth);
        lines.push(format!("{name} = ({value})"));
        numbers.push(name.to_owned());
    }
    if !steps && random.below(5) == 0 {
        lines.push("given x >= 0 or y > 1".to_owned());
    }
    lines.push("ask (x, y)".to_owned());
    lines.join("\n")
}

/// What an expression comes to.
#[derive(Clone, Debug)]
enum Known {
    Number(i64),
    Bag(Vec<i64>),
}

impl Known {
    fn number(&self) -> i64 {
        match self {
            Known::Number(number) => *number,
            Known::Bag(values) => values.iter().sum(),
        }
    }

    fn bag(&self) -> Vec<i64> {
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

/// One way through a rule: which of so many was taken at each fork.
#[derive(Default)]
struct Way {
    taken: Vec<(usize, usize)>,
    at: usize,
    names: BTreeMap<String, Known>,
    decks: BTreeMap<String, Vec<i64>>,
}

impl Way {
    fn fork(&mut self, of: usize) -> usize {
        if self.at == self.taken.len() {
            self.taken.push((0, of));
        }
        self.at += 1;
        self.taken[self.at - 1].0
    }

    fn advance(&mut self) -> bool {
        while let Some((taken, of)) = self.taken.pop() {
            if taken + 1 < of {
                self.taken.push((taken + 1, of));
                return true;
            }
        }
        false
    }

    fn share(&self) -> f64 {
        self.taken.iter().map(|(_, of)| 1.0 / *of as f64).product()
    }

    fn value(&mut self, expression: &Expression) -> Known {
        let yes = |holds: bool| Known::Number(i64::from(holds));
        match &expression.kind {
            Kind::Number(number) => Known::Number(*number),
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
                    self.names.insert(over.name.clone(), Known::Number(number));
                    each.push(self.value(&over.each).number());
                }
                Known::Number(match over.together {
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
            assert_eq!(keep.which, Kept::Highest);
            values.truncate(
                keep.count.as_ref().map_or(1, |count| self.value(count).number()) as usize
            );
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

    /// Does a line; whether the trial counts.
    fn line(&mut self, statement: &Statement) -> bool {
        match statement {
            Statement::Bind(name, value) => {
                let value = self.value(value);
                self.names.insert(name.text.clone(), value);
            }
            Statement::State(states) => {
                for state in states {
                    let start = self.value(&state.start);
                    self.names.insert(state.name.text.clone(), start);
                }
            }
            Statement::Deck(name, cards) => {
                let mut all = Vec::new();
                for card in cards {
                    let copies =
                        card.copies.as_ref().map_or(1, |copies| self.value(copies).number());
                    (0..copies).for_each(|_| all.extend(card.low..=card.high));
                }
                self.decks.insert(name.text.clone(), all);
            }
            Statement::Given(condition) => return self.value(condition).number() != 0,
            Statement::Ask(asks) => assert!(matches!(asks[..], [Ask::Joint(_)])),
            statement => panic!("{statement:?}"),
        }
        true
    }

    /// One trial: what is asked, where it counts.
    fn trial(&mut self, program: &Program) -> Option<String> {
        (self.at, self.names, self.decks) = Default::default();
        let mut counts = program.opening.iter().all(|line| self.line(&line.statement));
        if let Some(course) = &program.course {
            for step in 1.. {
                self.names.insert("steps".to_owned(), Known::Number(step));
                counts &= course.lines.iter().all(|line| self.line(&line.statement));
                let ended = self.value(&course.until).number() != 0;
                if ended || course.at_most.is_some_and(|most| step >= most.into()) {
                    break;
                }
            }
        }
        counts &= program.closing.iter().all(|line| self.line(&line.statement));
        let asked = |name: &str| self.names[name].number();
        counts.then(|| format!("{}, {}", asked("x"), asked("y")))
    }
}

/// The most groups of values, by trying each value in each of them.
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

/// The chances of a rule by a walk of all its ways; none where these are too many.
fn walked(program: &Program) -> Option<BTreeMap<String, f64>> {
    let (mut way, mut shares, mut whole) = (Way::default(), BTreeMap::new(), 0.0);
    for _ in 0..MOST_WAYS {
        if let Some(outcome) = way.trial(program) {
            *shares.entry(outcome).or_insert(0.0) += way.share();
            whole += way.share();
        }
        if !way.advance() {
            shares.values_mut().for_each(|share| *share /= whole);
            return Some(shares);
        }
    }
    None
}

#[test]
fn random_rules_are_what_all_their_ways_come_to() {
    let rules = std::env::var("ODDSMITH_RULES").ok().and_then(|rules| rules.parse().ok());
    let mut random = Seeded(0x9e37_79b9_7f4a_7c15);
    let (mut compared, mut refused) = (0, 0);
    for _ in 0..rules.unwrap_or(RULES) {
        let rule = rule(&mut random);
        let read =
            oddsmith_dice::read_program(&rule).unwrap_or_else(|fault| panic!("{rule}\n{fault:?}"));
        let Ok(checked) = oddsmith_dice::check_program(read, &[]) else {
            refused += 1;
            continue;
        };
        let Some(ways) = walked(&checked.said) else { continue };
        let table = format!("[[house]]\nname = \"r\"\nrule = \"\"\"\n{rule}\n\"\"\"\n");
        let case = parse(&table).unwrap_or_else(|error| panic!("{rule}\n{error}"))[0].case([]);
        let case = match case {
            Ok(case) => case,
            Err(error) if ways.is_empty() => {
                assert!(error.to_string().contains("no trial counts"), "{rule}\n{error}");
                continue;
            }
            Err(error) => panic!("{rule}\n{error}"),
        };
        let laws = case.law(2_000_000).unwrap_or_else(|error| panic!("{rule}\n{error}"));
        let law = &laws.columns[0];
        let scale = law.scale();
        let own: BTreeMap<&str, f64> = law
            .possible()
            .filter(|(_, share)| *share > 0.0)
            .map(|(score, share)| (scale.name(score).unwrap(), share))
            .collect();
        let same = own.len() == ways.len()
            && ways.iter().all(|(name, share)| {
                own.get(name.as_str()).is_some_and(|own| (own - share).abs() < 1e-9)
            });
        assert!(same, "{rule}\nexact {own:?}\nwalked {ways:?}");
        compared += 1;
    }
    assert!(compared > rules.unwrap_or(RULES) / 2, "{compared} compared, {refused} refused");
}
