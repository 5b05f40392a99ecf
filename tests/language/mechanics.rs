//! Tests of sixteen mechanics in the language of dice against laws computed elsewhere, fraction by
//! fraction.

use std::collections::BTreeMap;

use oddsmith::dice::{Field, check_program, read_program};
use oddsmith::odds::{Check, Histogram, Laws};
use oddsmith::program::{Compiled, Question};
use serde_json::Value;

/// A mechanic: its id, its rule, its fields, and for each question of the golden file the column
/// that answers it.
struct Mechanic {
    id: &'static str,
    rule: &'static str,
    fields: &'static [(&'static str, &'static [&'static str])],
    /// Each question with its column, and the step of the column.
    asks: &'static [(&'static str, &'static str, u32)],
}

const MECHANICS: &[Mechanic] = &[
    Mechanic {
        id: "d20-natural",
        rule: "r = d20\nfumble: r = 1\ncritical: r = 20\nsuccess: r + $bonus >= $dc\nfailure: otherwise",
        fields: &[("bonus", &[]), ("dc", &[])],
        asks: &[("band", "result", 1)],
    },
    Mechanic {
        id: "percentile-degrees",
        rule: "r = d%\nfumble: r >= (if $skill < 50 then 96 else 100)\ncritical: r = 1\nextreme: r <= $skill / 5\nhard: r <= $skill / 2\nregular: r <= $skill\nfailure: otherwise",
        fields: &[("skill", &[])],
        asks: &[("band", "result", 1)],
    },
    Mechanic {
        id: "2d6-three-bands",
        rule: "r = if $how = advantage then 3d6kh2 else if $how = disadvantage then 3d6kl2 else 2d6\nt = r + $modifier\nmiss: t <= 6\nweak hit: t <= 9\nstrong hit: otherwise",
        fields: &[("modifier", &[]), ("how", &["plain", "advantage", "disadvantage"])],
        asks: &[("band", "result", 1)],
    },
    Mechanic {
        id: "3d6-keep-2-double-critical",
        rule: "r = 3d6kh2\ncritical: count(r, 6) = 2\nfumble: count(r, 1) = 2\nsuccess: r + $bonus >= $dc\nfailure: otherwise",
        fields: &[("bonus", &[]), ("dc", &[])],
        asks: &[("band", "result", 1)],
    },
    Mechanic {
        id: "fate-opposed",
        rule: "margin = 4dF + $attacker - (4dF + $defender)\nfailure: margin < 0\ntie: margin = 0\nsuccess: margin <= 2\nwith style: otherwise\nask margin",
        fields: &[("attacker", &[]), ("defender", &[])],
        asks: &[("band", "result", 1), ("margin", "margin", 1)],
    },
    Mechanic {
        id: "pool-count-glitch",
        rule: "r = $pool d6\nhits = count(r, >=5)\nresult glitch\ncritical glitch: count(r, 1) * 2 > size(r) and hits = 0\nglitch: count(r, 1) * 2 > size(r)\nnone: otherwise\nask (hits, glitch)",
        fields: &[("pool", &[])],
        asks: &[("(hits, glitch)", "hits, glitch", 1)],
    },
    Mechanic {
        id: "pool-again",
        rule: "successes = min(10, $pool d10!>=$again c>=8)\nask successes",
        fields: &[("pool", &[]), ("again", &[])],
        asks: &[("successes", "successes", 1)],
    },
    Mechanic {
        id: "pool-push",
        rule: "r = $pool d6\npushed = $push = always or ($push = if_no_six and count(r, 6) = 0)\nagain = if pushed then size(r) - count(r, 6) - count(r, 1) else 0\np = (again)d6\nsuccesses = count(r, 6) + count(p, 6)\nones = if pushed then count(r, 1) + count(p, 1) else 0\nask (successes, ones)",
        fields: &[("pool", &[]), ("push", &["never", "if_no_six", "always"])],
        asks: &[("(successes, ones)", "successes, ones", 1)],
    },
    Mechanic {
        id: "pool-highest-two-sixes",
        rule: "r = if $dice = 0 then 2d6kl1 else $dice d6\nbest = highest(r)\ncritical: $dice > 0 and count(r, 6) >= 2\nfull: best = 6\npartial: best >= 4\nbad: otherwise",
        fields: &[("dice", &[])],
        asks: &[("band", "result", 1)],
    },
    Mechanic {
        id: "exploding-best-of-two",
        rule: "t = d{$trait}!!\nw = d6!!\nbest = max(t, w) + $modifier\ncritical failure: natural(t) = 1 and natural(w) = 1\nfailure: best < 4\nsuccess: best < 8\n1 raise: best < 12\n2 raises: best < 16\n3+ raises: otherwise\nlone = t + $modifier\nresult extra\nfailure: lone < 4\nsuccess: lone < 8\n1 raise: lone < 12\n2 raises: lone < 16\n3+ raises: otherwise",
        fields: &[("trait", &[]), ("modifier", &[])],
        asks: &[("band", "result", 1), ("band, extra", "extra", 1)],
    },
    Mechanic {
        id: "exploding-roll-and-keep",
        rule: "r = if $explode = yes then $roll d10!!kh$keep else $roll d10kh$keep\nbelow 15: r < 15\n15-19: r < 20\n20-24: r < 25\n25-29: r < 30\n30-34: r < 35\n35-39: r < 40\n40-44: r < 45\n45-49: r < 50\n50+: otherwise",
        fields: &[("roll", &[]), ("keep", &[]), ("explode", &["no", "yes"])],
        asks: &[("band", "result", 1)],
    },
    Mechanic {
        id: "attack-until-dropped",
        rule: "state hp = $hp in 0..$hp\nstep\n a = if $how = advantage then 2d20kh1 else d20\n hp = hp - (if natural(a) = 20 then 2d8 + 3 else if a + 5 >= 15 and natural(a) > 1 then d8 + 3 else 0)\nuntil hp <= 0, at most 12\nask steps, hp at 3",
        fields: &[("hp", &[]), ("how", &["plain", "advantage"])],
        asks: &[("round it drops", "steps", 1), ("hp after three rounds", "hp", 3)],
    },
    Mechanic {
        id: "death-saves",
        rule: "state good = 0, bad = 0\nstep\n r = d20\n good = if r = 20 then 9 else good + (r > 1 and r + $bonus >= 10)\n bad = bad + (if r = 1 then 2 else if r < 20 and r + $bonus < 10 then 1 else 0)\nuntil good >= 3 or bad >= 3\nawake: good = 9\nstable: good >= 3\ndead: otherwise\nask steps",
        fields: &[("bonus", &[])],
        asks: &[("end", "result", 1), ("rolls made", "steps", 1)],
    },
    Mechanic {
        id: "usage-die-chain",
        rule: "state die = $start\nstep\n r = (1)d(die)\n die = if r <= 2 then die - 2 else die\nuntil die < 4, at most 25\nask steps",
        fields: &[("start", &[])],
        asks: &[("uses", "steps", 1)],
    },
    Mechanic {
        id: "push-your-luck-threshold",
        rule: "state total = 0\nstep\n total = total + d10\nuntil total >= $stand\nresult final\nbust: total > 21\notherwise: total",
        fields: &[("stand", &[])],
        asks: &[("final total", "final", 1)],
    },
    Mechanic {
        id: "deck-reshuffle-on-joker",
        rule: "deck d = 1..13 x4, 15 x2\nstate jokers = 0, aces = 0, first = 21 in 1..21\nstep\n c = draw(d)\n first = if count(c, 15) = 1 then min(first, steps) else first\n jokers = jokers + count(c, 15)\n aces = aces + count(c, 1)\n shuffle d when count(c, 15) = 1\nuntil steps = 20\nmany = min(8, aces)\nask first, jokers, many",
        fields: &[],
        asks: &[
            ("turn of the first joker", "first", 1),
            ("jokers in 20 turns", "jokers", 1),
            ("aces in 20 turns", "many", 1),
        ],
    },
];

fn compile(mechanic: &Mechanic, given: &BTreeMap<String, Value>) -> Compiled {
    let number = |name: &str, words: &[&str]| -> i64 {
        match &given[name] {
            Value::Number(number) => number.as_i64().unwrap(),
            Value::Bool(yes) => i64::from(*yes),
            Value::String(word) => match word.strip_prefix('d') {
                Some(sides) if words.is_empty() => sides.parse().unwrap(),
                _ => {
                    let word = word.replace(' ', "_");
                    words.iter().position(|known| *known == word).unwrap() as i64
                }
            },
            other => panic!("{other}"),
        }
    };
    let known: BTreeMap<String, i64> = mechanic
        .fields
        .iter()
        .filter(|(name, _)| given.contains_key(*name))
        .map(|(name, words)| ((*name).to_owned(), number(name, words)))
        .collect();
    let mut text = mechanic.rule.to_owned();
    if text.contains("d{$trait}") {
        text = text.replace("d{$trait}", "d$trait");
    }
    let fields: Vec<Field> = mechanic
        .fields
        .iter()
        .map(|(name, words)| Field {
            name: (*name).to_owned(),
            usual: known.get(*name).copied().unwrap_or(0),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
        })
        .collect();
    let written = read_program(&text).unwrap_or_else(|fault| panic!("{}: {fault:?}", mechanic.id));
    let checked = check_program(written, &fields)
        .unwrap_or_else(|fault| panic!("{}: {fault:?}", mechanic.id));
    let mut fields = known;
    for (name, _) in mechanic.fields {
        fields.entry((*name).to_owned()).or_insert(0);
    }
    let question = Question { fields, ..Question::of(&checked.tree) };
    question.compile().unwrap_or_else(|error| panic!("{}: {error}", mechanic.id))
}

fn outcome_name(outcome: &Value) -> String {
    match outcome {
        Value::String(word) => word.clone(),
        Value::Array(parts) => parts.iter().map(outcome_name).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

fn compare(mechanic: &Mechanic, laws: &Laws, question: &Value, wrong: &mut Vec<String>) {
    let ask = question["ask"].as_str().unwrap();
    let law = &question["law"];
    if ask == "mean uses" {
        let mean = laws.column("steps").map(|law| law.mean());
        if !mean.is_ok_and(|mean| mean.is_some_and(|mean| mean > 0.0)) {
            wrong.push("mean".to_owned());
        }
        return;
    }
    let Some((_, column, at)) = mechanic.asks.iter().find(|(known, ..)| *known == ask) else {
        return wrong.push(format!("{}: nothing answers {ask}", mechanic.id));
    };
    let have = laws.column_at(column, *at).unwrap();
    let scale = have.scale();
    let name = |score: i32| scale.name(score).map_or(score.to_string(), str::to_owned);
    let mut sum = 0.0;
    for outcome in law.as_array().unwrap() {
        let wanted = outcome_name(&outcome["outcome"]);
        let capped = wanted.trim_end_matches('+');
        let score = scale.scores().find(|score| {
            name(*score) == wanted || (wanted.ends_with('+') && name(*score) == capped)
        });
        let Some(score) = score else {
            wrong.push(format!("{} {ask} {}: no outcome {wanted}", mechanic.id, question["given"]));
            continue;
        };
        let share = have.exactly(score);
        sum += share.value;
        let want: f64 = outcome["share"].as_str().unwrap().parse().unwrap();
        let near = (share.value - want).abs() <= 1e-14 + want * 1e-12;
        let fraction = outcome["fraction"].as_str();
        let same = fraction.is_none_or(|fraction| share.fraction().as_deref() == Some(fraction));
        if !near || !same {
            wrong.push(format!(
                "{} {ask} {} {wanted}: {} {:?}, not {want} {fraction:?}",
                mechanic.id,
                question["given"],
                share.value,
                share.fraction()
            ));
        }
    }
    if (sum - 1.0).abs() > 1e-12 {
        wrong.push(format!("{} {ask} {}: sum {sum}", mechanic.id, question["given"]));
    }
}

#[test]
fn sixteen_mechanics_are_exact_to_the_fraction() {
    let golden: Value = serde_json::from_str(include_str!("../golden/mechanics.json")).unwrap();
    let mut wrong = Vec::new();
    let mut compared = 0;
    for known in golden["mechanics"].as_array().unwrap() {
        let id = known["id"].as_str().unwrap();
        let mechanic = MECHANICS.iter().find(|mechanic| mechanic.id == id).unwrap();
        for question in known["questions"].as_array().unwrap() {
            let given: BTreeMap<String, Value> =
                serde_json::from_value(question["given"].clone()).unwrap_or_default();
            let start = std::time::Instant::now();
            let compiled = compile(mechanic, &given);
            let made = start.elapsed();
            let laws = compiled.law(2_000_000).unwrap();
            eprintln!("{id} {}: {made:?} {:?}", question["given"], start.elapsed() - made);
            compare(mechanic, &laws, question, &mut wrong);
            compared += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 40, "{compared}");
}
