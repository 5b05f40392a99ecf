//! Random rules of the grammar: rolls, hands, loops, tables and steps.

/// Numbers that a seed makes.
pub struct Seeded(pub u64);

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
pub fn rule(random: &mut Seeded) -> String {
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
