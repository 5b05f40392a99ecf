//! Generator of random rules in which the features of the language meet: kept rolls in pools,
//! hands that grow, cards that are copied, returned and shuffled, two decks, explosions, second
//! names of a roll, steps with several columns.

use super::rules::Seeded;

/// Names that are visible at a line.
#[derive(Clone, Default)]
struct Scope {
    bags: Vec<String>,
    /// Bags that hold cards of a deck.
    hands: Vec<String>,
    numbers: Vec<String>,
    decks: Vec<&'static str>,
}

/// A rule in the making.
#[derive(Default)]
struct Mixed {
    lines: Vec<String>,
    scope: Scope,
    names: usize,
}

/// Returns the text of a random rule that asks for some of its numbers.
pub fn rule(random: &mut Seeded) -> String {
    let mut rule = Mixed::default();
    if random.below(2) == 0 {
        rule.deck(random, "a");
        if random.below(3) == 0 {
            rule.deck(random, "b");
        }
    }
    let steps = random.below(3) == 0;
    for _ in 0..1 + random.below(if steps { 2 } else { 4 }) {
        rule.bind(random);
    }
    if steps {
        rule.course(random);
    }
    for _ in 0..random.below(2) {
        rule.bind(random);
    }
    rule.ask(random);
    rule.lines.join("\n")
}

impl Mixed {
    fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}_{}", self.names)
    }

    fn deck(&mut self, random: &mut Seeded, name: &'static str) {
        let cards = ["1..3", "1..2 x2", "2, 3 x2, 5", "1..2 x4", "1..4", "0, 2 x2"];
        let cards = random.one(&cards);
        self.line(format!("deck {name} = {cards}"));
        self.scope.decks.push(name);
    }

    /// Adds a line that names a roll, cards, a bag of both, or a number, or that moves cards.
    fn bind(&mut self, random: &mut Seeded) {
        match random.below(9) {
            0 | 1 => {
                let (name, roll) = (self.name("r"), self.roll(random));
                self.line(format!("{name} = {roll}"));
                self.scope.bags.push(name);
            }
            2 | 3 if !self.scope.decks.is_empty() => {
                let (name, deck) = (self.name("h"), random.one(&self.scope.decks).to_owned());
                self.line(format!("{name} = draw({deck}, {})", random.below(3)));
                self.scope.hands.push(name.clone());
                self.scope.bags.push(name);
            }
            4 | 5 if !self.scope.bags.is_empty() => {
                let (name, bag) = (self.name("p"), self.bag(random));
                self.line(format!("{name} = {bag}"));
                self.scope.bags.push(name);
            }
            6 if !self.scope.hands.is_empty() => self.move_cards(random),
            _ => {
                let (name, number) = (self.name("n"), self.number(random, 1));
                self.line(format!("{name} = ({number})"));
                self.scope.numbers.push(name);
            }
        }
    }

    fn some(&self, random: &mut Seeded, of: &[String]) -> String {
        let names: Vec<&str> = of.iter().map(String::as_str).collect();
        random.one(&names).to_owned()
    }

    fn roll(&mut self, random: &mut Seeded) -> String {
        let count = 1 + random.below(3);
        let sides = 2 + random.below(3);
        let dice = match random.below(6) {
            0 if !self.scope.numbers.is_empty() => {
                let number = self.some(random, &self.scope.numbers);
                format!("(min(2, abs({number})))d{sides}")
            }
            1 => format!("{count}d{{-1,0,2 x2}}"),
            _ => format!("{count}d{sides}"),
        };
        let modifiers = match random.below(10) {
            0 => "!o",
            1 => "r1",
            2 => "ro1",
            3 => " mi2",
            4 => " ma2",
            5 if count == 1 => "!",
            6 if count == 1 => "!!",
            _ => "",
        };
        format!("{dice}{modifiers}{}", self.keep(random, 3))
    }

    fn keep(&self, random: &mut Seeded, seldom: u64) -> String {
        if random.below(seldom) > 0 {
            return String::new();
        }
        let which = random.one(&["kh", "kl", "dl", "dh"]).to_owned();
        match random.below(4) {
            0 if !self.scope.numbers.is_empty() => {
                let number = self.some(random, &self.scope.numbers);
                format!("{which}(min(2, abs({number})))")
            }
            _ => format!("{which}{}", 1 + random.below(2)),
        }
    }

    /// Returns an expression of a bag from other bags.
    fn bag(&mut self, random: &mut Seeded) -> String {
        let bags = self.scope.bags.clone();
        let (one, other) = (self.some(random, &bags), self.some(random, &bags));
        match random.below(8) {
            0 => one,
            1 => format!("rolled({one})"),
            2 => format!("without({one}, {other})"),
            3 => format!("without({one}, {})", 1 + random.below(3)),
            4 => format!("common({one}, {other})"),
            5 if one != other => format!("[{one}, {other}]{}", self.keep(random, 2)),
            6 => format!("[{one}, d{}]{}", 2 + random.below(2), self.keep(random, 2)),
            _ => format!("[{one}]{}", self.keep(random, 2)),
        }
    }

    fn move_cards(&mut self, random: &mut Seeded) {
        let (hand, deck) =
            (self.some(random, &self.scope.hands), random.one(&self.scope.decks).to_owned());
        let line = match random.below(3) {
            0 => format!("shuffle {deck}"),
            _ => format!("return {hand} to {deck}"),
        };
        let condition = match random.below(3) {
            0 => format!(" when {} > 1", self.question(random)),
            _ => String::new(),
        };
        self.line(line + &condition);
    }

    /// Returns a number that is read from a bag.
    fn question(&self, random: &mut Seeded) -> String {
        let Some(bag) = (!self.scope.bags.is_empty()).then(|| self.some(random, &self.scope.bags))
        else {
            return format!("d{}", 2 + random.below(2));
        };
        let sign = random.one(&["<", "<=", "=", "!=", ">=", ">"]);
        let face = 1 + random.below(4);
        let number = |random: &mut Seeded| match self.scope.numbers.is_empty() {
            true => (1 + random.below(3)).to_string(),
            false => format!("({})", self.some(random, &self.scope.numbers)),
        };
        match random.below(14) {
            0 => format!("count({bag}, {sign}{face})"),
            1 => format!("count({bag}, {sign}{})", number(random)),
            2 => format!("nth({bag}, {})", 1 + random.below(3)),
            3 => format!("matches({bag})"),
            4 => format!("match_face({bag})"),
            5 => format!("run({bag})"),
            6 => format!("run({bag}, 3 as 1)"),
            7 => format!("sets({bag}, {})", 1 + random.below(2)),
            8 => format!("highest({bag})"),
            9 => format!("lowest({bag})"),
            10 => format!("size({bag})"),
            11 => format!("groups({bag}, {})", 2 + random.below(3)),
            12 if !self.scope.decks.is_empty() => {
                format!("size({})", random.one(&self.scope.decks))
            }
            _ => format!("size(rolled({bag}))"),
        }
    }

    fn number(&mut self, random: &mut Seeded, depth: usize) -> String {
        if depth == 0 {
            return match random.below(6) {
                0 if !self.scope.numbers.is_empty() => self.some(random, &self.scope.numbers),
                1 => random.below(4).to_string(),
                2 if !self.scope.bags.is_empty() => {
                    format!("({} + 0)", self.some(random, &self.scope.bags))
                }
                3 if !self.scope.decks.is_empty() && random.below(3) == 0 => {
                    format!("(draw({}, 1) + 0)", random.one(&self.scope.decks))
                }
                _ => self.question(random),
            };
        }
        let (one, other) = (self.number(random, depth - 1), self.number(random, depth - 1));
        let sign = random.one(&["<", "<=", "=", "!=", ">=", ">"]).to_owned();
        match random.below(9) {
            0 => format!("{one} + {other}"),
            1 => format!("{one} - {other}"),
            2 => format!("{one} * {other}"),
            3 => format!("max({one}, {other})"),
            4 => format!(
                "if {one} {sign} {other} then {} else {}",
                self.question(random),
                1 + random.below(3)
            ),
            5 => format!("table({one}, 1: 2, 2..3: {other}, otherwise: 0)"),
            6 => format!("({one} {sign} {other})"),
            7 => format!(
                "sum(i in 1..2: nth({}, i) * i)",
                match self.scope.bags.is_empty() {
                    true => "2d2".to_owned(),
                    false => self.some(random, &self.scope.bags),
                }
            ),
            _ => one,
        }
    }

    /// Adds a course of one to three steps.
    fn course(&mut self, random: &mut Seeded) {
        let outside = self.scope.clone();
        let state = self.name("s");
        let start = random.below(3);
        let bounds = if random.below(4) == 0 { " in 0..4" } else { "" };
        self.line(format!("state {state} = {start}{bounds}"));
        self.scope.numbers.push(state.clone());
        let grown = random.below(2) == 0;
        let hand = self.name("h");
        if grown {
            let start = match (self.scope.decks.first(), random.below(2)) {
                (Some(deck), 0) => format!("draw({deck}, {})", random.below(2)),
                _ => "d3".to_owned(),
            };
            if start.starts_with("draw") {
                self.scope.hands.push(hand.clone());
            }
            self.line(format!("state {hand} = {start}"));
            self.scope.bags.push(hand.clone());
        }
        let kept = self.scope.clone();
        let first = match random.below(4) {
            0 => format!("step if {} > 1", self.question(random)),
            _ => "step".to_owned(),
        };
        self.line(first);
        for _ in 0..1 + random.below(2) {
            self.bind(random);
        }
        if grown {
            let bags = self.scope.bags.clone();
            let other = self.some(random, &bags);
            let more = if other == hand { "d2".to_owned() } else { other };
            self.line(format!("{hand} = [{hand}, {more}]{}", self.keep(random, 2)));
            if random.below(4) == 0 {
                self.move_cards_if_any(random);
            }
        }
        let number = self.number(random, 1);
        self.line(format!("{state} = min(6, max(-6, {state} + ({number})))"));
        self.line(match random.below(3) {
            0 => "until steps = 2".to_owned(),
            1 => format!("until {state} >= {}, at most 2", random.below(4)),
            _ => "until steps = 1".to_owned(),
        });
        let names = self.names;
        self.scope = Scope { decks: outside.decks, ..kept };
        self.names = names;
    }

    fn move_cards_if_any(&mut self, random: &mut Seeded) {
        if !self.scope.hands.is_empty() && !self.scope.decks.is_empty() {
            self.move_cards(random);
        }
    }

    /// Adds results or columns: one number, two, or a joint column.
    fn ask(&mut self, random: &mut Seeded) {
        for name in ["x", "y"] {
            let depth = random.below(2) as usize;
            let number = self.number(random, depth);
            self.line(format!("{name} = ({number}) + 0"));
        }
        self.line(random.one(&["ask (x, y)", "ask x, y", "ask (x, y), x"]).to_owned());
    }
}
