//! Generator of random rules of the grammar: rolls, hands, loops, tables, steps, decks and
//! decisions.

/// Random number generator with a seed.
pub struct Seeded(pub u64);

impl Seeded {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    pub fn one<'o>(&mut self, of: &[&'o str]) -> &'o str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Returns an expression for a number, from the names bound so far.
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

/// A rule in lines, which asks x and y, with its decisions.
#[derive(Default)]
pub struct Rule {
    lines: Vec<String>,
    bags: Vec<&'static str>,
    numbers: Vec<String>,
    decisions: Vec<Decision>,
}

/// A decision, and the rolls and numbers that are visible there.
struct Decision {
    name: &'static str,
    words: &'static [&'static str],
    bags: Vec<&'static str>,
    numbers: Vec<String>,
}

/// An expression for each decision.
pub type Policy = Vec<(String, String)>;

impl Rule {
    /// Returns a random rule, with decisions or without.
    pub fn of(random: &mut Seeded, decides: bool) -> Rule {
        let mut rule = Rule::default();
        let steps = random.below(3) == 0;
        let (deck, most) = (random.below(4) == 0, if decides { 2 } else { 3 });
        if deck {
            rule.line("deck d = 1..3 x2, 5");
        }
        if !deck || !steps {
            for name in ["a", "b"].iter().take(1 + random.below(2) as usize) {
                let (count, sides) = (1 + random.below(most), 2 + random.below(most));
                rule.line(match random.below(4) {
                    0 => format!("{name} = {}d{sides}kh{}", count + 1, 1 + random.below(count)),
                    1 => format!("{name} = repeat({count}, d{sides} + d2)"),
                    _ => format!("{name} = {count}d{sides}"),
                });
                rule.bags.push(name);
            }
        }
        if deck && !steps {
            rule.line(format!("h = draw(d, {})", 1 + random.below(3)));
            rule.line("left = size(d)");
            rule.bags = vec!["h"];
            rule.numbers.push("left".to_owned());
        }
        if steps {
            rule.course(random, deck, decides);
        }
        let place = random.below(2);
        for name in ["x", "y"] {
            if decides && !steps && (name == "x") == (place == 0) {
                rule.decides(random, "go");
            }
            let depth = random.below(3) as usize;
            let value = rule.chosen(random, depth);
            rule.line(format!("{name} = ({value})"));
            rule.numbers.push(name.to_owned());
        }
        if !steps && !decides && random.below(5) == 0 {
            rule.line("given x >= 0 or y > 1");
        }
        rule.line("ask (x, y), x");
        rule
    }

    /// Returns the text of the rule.
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// Returns the decisions with their words.
    pub fn decisions(&self) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        self.decisions.iter().map(|decision| (decision.name, decision.words))
    }

    /// Returns a random policy: for each decision one word or another, by a visible condition.
    pub fn policy(&self, random: &mut Seeded) -> Policy {
        let by = |decision: &Decision| {
            let (one, other) = (random.one(decision.words), random.one(decision.words));
            let condition = std::iter::repeat_with(|| {
                let depth = random.below(2) as usize;
                let number = number(random, &decision.bags, &decision.numbers, depth);
                format!("{number} {} {}", random.one(&["<", ">=", "="]), random.below(6))
            });
            // A policy rolls no dice.
            let condition = condition.take(50).find(|condition| !condition.contains('d'));
            let text = match condition {
                Some(condition) if one != other => {
                    format!("if {condition} then {one} else {other}")
                }
                _ => one.to_owned(),
            };
            (format!("decide.{}", decision.name), text)
        };
        self.decisions.iter().map(by).collect()
    }

    fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn decides(&mut self, random: &mut Seeded, name: &'static str) {
        let words: &[&str] =
            if random.below(3) == 0 { &["low", "mid", "high"] } else { &["yes", "no"] };
        self.line(format!("{name} = decide {}", words.join(", ")));
        let (bags, numbers) = (self.bags.clone(), self.numbers.clone());
        self.decisions.push(Decision { name, words, bags, numbers });
    }

    /// Returns a number, which depends on the last decision if there is one.
    fn chosen(&self, random: &mut Seeded, depth: usize) -> String {
        let mut number = |depth| number(random, &self.bags, &self.numbers, depth);
        match self.decisions.last() {
            Some(Decision { name, words, .. }) => {
                let each: Vec<String> = words.iter().map(|_| number(depth.min(1))).collect();
                let last = each[words.len() - 1].clone();
                let chosen = words.iter().zip(&each).rev().skip(1);
                chosen.fold(last, |rest, (word, value)| {
                    format!("(if {name} = {word} then {value} else {rest})")
                })
            }
            None => number(depth),
        }
    }

    /// Adds some steps: dice or cards, a decision, and two states.
    fn course(&mut self, random: &mut Seeded, deck: bool, decides: bool) {
        let hand = format!(", h = draw(d, {})", random.below(3));
        self.line(format!("state s = 0, t = 1{}", if deck { &hand } else { "" }));
        self.numbers.extend(["s".to_owned(), "t".to_owned()]);
        self.line("step");
        let (before, bags) = (random.below(2) == 0, self.bags.clone());
        if deck {
            self.bags = vec!["h"];
        }
        if decides && before {
            self.decides(random, "go");
        }
        match deck {
            true => self.line(format!("c = draw(d, {})", 1 + random.below(2))),
            false => {
                self.line(format!("r = {}d{}", 1 + random.below(2), 2 + random.below(2)));
                self.bags.push("r");
            }
        }
        if decides && !before {
            // Drawn cards are visible too.
            self.bags.extend(deck.then_some("c"));
            self.decides(random, "go");
            self.bags.retain(|bag| *bag != "c");
        }
        if deck {
            self.moves(random);
        }
        let depth = random.below(2) as usize;
        let grows = self.chosen(random, depth);
        self.line(format!("s = min(9, max(-9, s + {grows}))"));
        self.line("t = s mod 3");
        self.line(match random.below(3) {
            0 => "until steps = 2".to_owned(),
            1 => format!("until s >= {}, at most 2", random.below(4)),
            _ => "until t = 0, at most 3".to_owned(),
        });
        // Rolls and decisions of a step are not visible after the last step.
        if !deck {
            self.bags = bags;
        }
    }

    /// Adds lines that move drawn cards to the hand or back to the deck.
    fn moves(&mut self, random: &mut Seeded) {
        let taken = match random.below(3) {
            0 => random.one(&["return c to d when count(c, 3) = 1", "return c to d"]),
            1 => random.one(&["h = [h, c]", "h = [h, c]dl1", "h = [h, c]kh2"]),
            _ => "",
        };
        let back = match random.below(3) {
            0 => random.one(&["shuffle d", "shuffle d when steps = 2"]),
            1 => random.one(&["return h to d when steps = 2", "return h to d"]),
            _ => "",
        };
        [taken, back].into_iter().filter(|line| !line.is_empty()).for_each(|line| self.line(line));
        self.line("left = size(d)");
    }
}
