//! Fuzz tests with scenarios and reports drawn from a grammar. Most are accepted; accepted ones are
//! answered exactly and by sampling, and both must agree. Time and memory are bounded.
//!
//! `ODDSMITH_TEXTS=20000 cargo test --release --test fuzz grammars -- --nocapture` draws 20,000 of
//! each, and prints the number accepted.

use std::time::Duration;

use cpu_time::ThreadTime;
use oddsmith::answer::Results;
use oddsmith::odds::{Histogram, Progress, agreement};
use oddsmith::scenario::{Effort, Scenario};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// P-value below which an exact and a sampled answer count as different.
const NEVER: f64 = 1e-9;

/// CPU time after which reading a text counts as hanging.
const LONGEST: Duration = Duration::from_secs(10);

fn texts(few: u64) -> u64 {
    let count = std::env::var("ODDSMITH_TEXTS").ok().and_then(|texts| texts.parse().ok());
    count.unwrap_or(few)
}

/// Random source of the grammars.
struct Words(Xoshiro256PlusPlus);

impl Words {
    fn one<'w>(&mut self, of: &[&'w str]) -> &'w str {
        of[self.0.random_range(0..of.len())]
    }

    fn number(&mut self, from: i32, to: i32) -> i32 {
        self.0.random_range(from..=to)
    }

    fn rarely(&mut self) -> bool {
        self.0.random_range(0..14) == 0
    }

    /// Returns a number from `from` to `to`, or with a chance of 1 in 196 an invalid one.
    fn any(&mut self, from: i32, to: i32) -> String {
        match self.rarely() && self.rarely() {
            true => self.one(&["-1", "0", "99999999999", "1e9", "x", "\"3\"", "[]"]).to_owned(),
            false => self.number(from, to).to_string(),
        }
    }

    fn dice(&mut self) -> String {
        let (count, sides) = (self.any(1, 4), self.any(2, 12));
        let more = self.one(&["", "", "", "!o", "ro1", "mi2", "kh1", "kl1", "!!o", "mi2ro2", "r1"]);
        let plus = match self.number(0, 3) {
            0 => format!(" + {}", self.number(1, 6)),
            1 => format!(" - d{}", self.number(2, 6)),
            _ => String::new(),
        };
        format!("{count}d{sides}{more}{plus}")
    }

    /// Returns the lines of a house rule that uses `$skill`.
    fn rule(&mut self) -> String {
        let mut lines = Vec::new();
        let dice = self.dice();
        let steps = self.number(0, 2) == 0;
        if steps {
            lines.push(format!("state left = {} + $skill", self.number(2, 6)));
            lines.push("step".to_owned());
            lines.push(format!("  r = {dice}"));
            lines.push("  left = max(0, left - max(1, r / 3))".to_owned());
            lines.push(format!("until left <= 0, at most {}", self.number(1, 6)));
            lines.push("long: steps > 2\nshort: otherwise".to_owned());
        } else {
            lines.push(format!("r = {dice}"));
            if self.number(0, 3) == 0 {
                lines.insert(0, "deck d = 1..4 x2, 9".to_owned());
                lines.push(format!("c = draw(d, {})", self.number(1, 3)));
                lines.push("r2 = r + highest(c)".to_owned());
            } else {
                lines.push("r2 = r + $skill".to_owned());
            }
            if self.number(0, 4) == 0 {
                lines.push(format!("given r >= {}", self.number(0, 3)));
            }
            let sign = self.one(&[">=", ">", "=", "<"]);
            lines.push(format!("hit: r2 {sign} {}\nmiss: otherwise", self.number(2, 9)));
            lines.push(self.one(&["ask r", "ask (r, result)", "ask r2"]).to_owned());
        }
        lines.join("\n")
    }

    /// Returns a scenario with a sweep, a house rule and some checks.
    fn scenario(&mut self) -> String {
        let mut text = format!(
            "title = \"{}\"\nseed = {}\n",
            self.one(&["A", "Dice & cards"]),
            self.any(0, 99)
        );
        let first = self.number(0, 4);
        let step = self.any(1, 3);
        text += &format!("[sweep]\ndc = {{ from = {first}, to = {}, step = {step} }}\n", first + 4);
        text += &format!(
            "[[house]]\nname = \"own\"\nfields = {{ skill = 2 }}\nrule = \"\"\"\n{}\n\"\"\"\n",
            self.rule()
        );
        let mut labels = Vec::new();
        for number in 0..self.number(1, 3) {
            let label = self.one(&["one", "two", "three"]);
            let label = format!("{label}{number}");
            let swept = self.one(&["\"$dc\"", "3", "\"$dc\""]);
            let bonus = self.any(0, 6);
            let (check, set) = match self.number(0, 4) {
                0 => ("mutants.check".to_owned(), format!("bonus = {bonus}, dc = {swept}")),
                1 => ("melodrama.unopposed".to_owned(), format!("bonus = {bonus}, dc = {swept}")),
                2 => {
                    let dice = self.dice();
                    ("house.roll".to_owned(), format!("luck = \"{dice}\", dc = {swept}"))
                }
                _ => ("house.own".to_owned(), format!("skill = {swept}")),
            };
            let key = if self.rarely() && self.rarely() { "sett" } else { "set" };
            text += &format!(
                "[[check]]\nlabel = \"{label}\"\nuse = \"{check}\"\n{key} = {{ {set} }}\n"
            );
            labels.push(label);
        }
        let label = labels[0].clone();
        // The last check uses the axis, as an unused axis is refused.
        text += "[[check]]\nlabel = \"last\"\nuse = \"mutants.check\"\nset = { bonus = 2, dc = \"$dc\" }\n";
        if self.number(0, 1) == 0 {
            let kind = self.one(&["curve", "curve", "bars"]);
            text += &format!(
                "[[chart]]\nkind = \"{kind}\"\nx = \"dc\"\nfile = \"a.svg\"\nwhere = \"label == 'last'\"\n"
            );
        }
        match self.number(0, 2) {
            0 => {
                text += &format!(
                    "[[expect]]\nlabel = \"last\"\nwhere = {{ dc = {first} }}\nmeasure = \"success\"\nbetween = [0, 1]\n"
                )
            }
            1 => text += &format!("[[expect]]\nthat = \"answers['{label}'].count >= 1\"\n"),
            _ => {}
        }
        text
    }

    /// Returns an expression for a number of some cases.
    #[cfg(feature = "documents")]
    fn figure(&mut self) -> String {
        let label = match self.rarely() && self.rarely() {
            true => "nobody",
            false => self.one(&["the d20", "cards"]),
        };
        let place =
            self.one(&["bonus=0, dc=10", "bonus=4, dc=5", "bonus=4, dc=15", "bonus=0, dc=5"]);
        let what = self.one(&["success", "mean", "success", "at_least(0)", "sd"]);
        let (lead, end) = match self.number(0, 4) {
            0 => (format!("answers[\"{label}\"].min(\"{what}\")"), ""),
            1 => (format!("answers[\"{label}\"].max(\"{what}\")"), ""),
            2 => (format!("answers[\"{label}\"].where(\"bonus > 0\").mean(\"{what}\")"), ""),
            3 => (format!("((answers[\"{label}\"].at({place}).{what} + 1) / 2)"), ""),
            _ => (format!("answers[\"{label}\"].at({place}).{what}"), ""),
        };
        let filter = match self.number(0, 30) {
            0 => "percents",
            1..=8 => "percent(1)",
            9..=14 => "number(2)",
            15..=18 => "points",
            _ => "percent",
        };
        format!("{lead}{end} | {filter}")
    }

    /// Returns the text of a report on the small scenario.
    #[cfg(feature = "documents")]
    fn report(&mut self) -> String {
        let mut text = "# Cards and dice\n\n> How far do the odds move?\n\n".to_owned();
        for _ in 0..self.number(1, 5) {
            let figure = self.figure();
            text += &match self.number(0, 6) {
                0 => format!(
                    "{{% for case in answers[\"cards\"] %}}\n- {{{{ case.at.dc }}}}: {{{{ case.success | percent }}}} and {{{{ {figure} }}}}\n{{% endfor %}}\n\n"
                ),
                1 => format!("{{% set x = {} %}}\nIt is {{{{ x }}}}.\n\n", figure),
                2 => "{{ table(answers[\"the d20\"], rows=\"dc\", columns=\"bonus\") }}\n\n"
                    .to_owned(),
                3 => format!(
                    "{{% for n in range({}) %}}{{{{ n }}}} {{% endfor %}}\n\n",
                    self.any(0, 30)
                ),
                4 => format!("Of {{{{ answers[\"cards\"].count }}}} cases {{{{ {figure} }}}}.\n\n"),
                5 => format!(
                    "{{% if answers[\"cards\"].count > {} %}}Many: {{{{ {figure} }}}}.{{% endif %}}\n\n",
                    self.any(0, 9)
                ),
                _ => format!(
                    "The cards have {{{{ {figure} }}}} where the dice have {{{{ {} }}}}.\n\n",
                    self.figure()
                ),
            };
        }
        text
    }
}

/// Returns the effort for a scenario: exact and sampled answers, with little work for each.
fn effort() -> Effort {
    Effort { budget: Some(300_000), trials: Some(3_000), ..Effort::default() }
}

#[test]
fn exact_and_sampled_answers_of_scenarios_agree() {
    let mut words = Words(Xoshiro256PlusPlus::seed_from_u64(41));
    let all = texts(150);
    let (mut accepted, mut compared) = (0, 0);
    for _ in 0..all {
        let text = words.scenario();
        let start = ThreadTime::now();
        let results = Scenario::parse(&text).and_then(|scenario| {
            oddsmith::expectations::check_expectations(&scenario)?;
            let results = Results::of(&scenario.questions, effort(), &Progress::default())?;
            let results = std::sync::Arc::new(results);
            oddsmith::expectations::judge(&scenario, &results, &Progress::default())?;
            Ok(results)
        });
        let results = match results {
            Ok(results) => results,
            Err(error) => {
                super::assert_message_and_hint(&error, &text);
                continue;
            }
        };
        accepted += 1;
        for answer in results.checks.iter().flat_map(|check| &check.cases) {
            let (Some(laws), Some(tallies)) = (&answer.laws, &answer.tallies) else { continue };
            for (law, tally) in laws.columns.iter().zip(&tallies.columns) {
                assert!((law.scored() + law.none().value - 1.0).abs() < 1e-9, "{text}");
                let agreement = agreement(law, tally);
                assert!(agreement.p > NEVER, "{text}\n{}: {agreement:?}", answer.case.identity());
                compared += 1;
            }
        }
        assert!(start.elapsed() < LONGEST, "{:?} for {text}", start.elapsed());
    }
    println!("{all} scenarios, {accepted} accepted, {compared} columns compared");
    assert!(10 * accepted >= 6 * all, "{accepted} of {all} are accepted");
    assert!(compared > 3 * accepted, "{compared}");
}

/// Splits a text into its numbers and the text around them, with `#` in place of each number.
#[cfg(feature = "documents")]
fn numbers(text: &str) -> (Vec<f64>, String) {
    let (mut all, mut rest, mut digits) = (Vec::new(), String::new(), String::new());
    for letter in text.chars().chain([' ']) {
        let inner = letter == '.' && !digits.is_empty();
        match letter.is_ascii_digit() || inner {
            true => digits.push(letter),
            false => {
                if !digits.is_empty() {
                    all.extend(digits.trim_end_matches('.').parse::<f64>());
                    rest.push('#');
                    digits.clear();
                }
                // Skips signs, as a number may be negative in one of the two reports.
                if !matches!(letter, '\u{2212}' | '-' | '+') {
                    rest.push(letter);
                }
            }
        }
    }
    (all, rest)
}

#[cfg(feature = "documents")]
#[test]
fn reports_of_exact_and_sampled_answers_agree() {
    use oddsmith::document::DocumentText as Report;
    use oddsmith::expression::{Expressions, Value};
    let scenario = Scenario::parse(include_str!("texts/sweep.toml")).expect("a scenario");
    let answered = |effort: Effort| {
        let results = Results::of(&scenario.questions, effort, &Progress::default());
        Expressions::new(std::sync::Arc::new(results.expect("answers")))
    };
    let plenty = Effort { trials: Some(200_000), ..Effort::default() };
    let both = [
        answered(Effort::default().exact_only()),
        answered(Effort { sampled_only: true, ..plenty }),
    ];
    let mut refused: std::collections::BTreeMap<String, u64> = Default::default();
    let mut words = Words(Xoshiro256PlusPlus::seed_from_u64(42));
    let all = texts(300);
    let (mut accepted, mut compared) = (0, 0);
    for _ in 0..all {
        let text = words.report();
        let start = ThreadTime::now();
        let made = both.each_ref().map(|expressions| {
            Report::of(&text, "report.md".as_ref(), &scenario, &[], expressions, Value::UNDEFINED)
        });
        assert!(start.elapsed() < LONGEST, "{:?} for {text}", start.elapsed());
        assert!(
            super::peak_memory().unwrap_or_default() < super::MEMORY,
            "too much memory for {text}"
        );
        let [exact, sampled] = match made {
            [Ok(exact), Ok(sampled)] => [exact.text, sampled.text],
            [Err(one), Err(other)] => {
                *refused.entry(one.message().to_string()).or_insert(0) += 1;
                super::assert_message_and_hint(&one, &text);
                assert_eq!(one.to_string(), other.to_string(), "{text}");
                continue;
            }
            [one, other] => panic!("{text}\n{one:?}\n{other:?}"),
        };
        accepted += 1;
        assert!(exact.len() < 4_200_000, "{} bytes for {text}", exact.len());
        let [(exact, shape), (sampled, other)] = [numbers(&exact), numbers(&sampled)];
        assert_eq!(shape, other, "{text}");
        for (exact, sampled) in exact.iter().zip(&sampled) {
            // Percentage points, or units of a margin.
            assert!(
                (exact - sampled).abs() < 1.5 + exact / 50.0,
                "{exact} and {sampled} of {text}"
            );
            compared += 1;
        }
    }
    println!("{all} reports, {accepted} accepted, {compared} numbers compared");
    refused.iter().for_each(|(message, times)| println!("{times:>6} {message}"));
    assert!(10 * accepted >= 6 * all, "{accepted} of {all} are accepted");
}
