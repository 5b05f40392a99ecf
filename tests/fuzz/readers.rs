//! Readers of foreign texts: a function for each, with texts that it accepts. The words of each
//! reader are in `words.rs`. A new reader is a function here and its name in `main.rs`.

use super::words;
use oddsmith::Error;
use oddsmith::answer::{Results, of_program};
use oddsmith::anydice::{Budget, View, export, run};
use oddsmith::chance::Scripted;
use oddsmith::odds::{Event, Progress};
use oddsmith::registry::Case;
use oddsmith::scenario::{Effort, Scenario};
use oddsmith::systems::anydice::Outputs;
use oddsmith::systems::{Catalogue, check};

/// A reader, with texts and words for it.
pub struct Reader {
    /// Texts that it accepts.
    pub texts: fn() -> Vec<String>,
    /// Words with a meaning to it.
    pub words: &'static [&'static str],
    /// Reads a text and uses the result.
    pub read: fn(&str) -> Result<(), Error>,
}

/// Returns the effort for one text: little work, as a million texts may be read.
fn little() -> Effort {
    Effort { budget: Some(2_000), trials: Some(10), ..Effort::default() }
}

/// Computes the law of a case if it is small, and plays the case once.
fn exercise(case: &Case) {
    let _ = case.law(2_000);
    case.transcript_of_stream(1);
}

fn examples() -> Vec<String> {
    [
        include_str!("texts/sweep.toml"),
        include_str!("texts/pair.toml"),
        include_str!("texts/house.toml"),
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Returns the reader of scenario files, which answers those with at most 20 cases.
pub fn scenario_file() -> Reader {
    let read = |text: &str| {
        let scenario = Scenario::parse(text)?;
        let cases: usize = scenario.questions.iter().map(|question| question.cases.len()).sum();
        let small = |question: &&oddsmith::scenario::ScenarioCheck| question.cases.len() <= 20;
        if cases <= 20 && scenario.questions.iter().filter(small).count() > 0 {
            for question in &scenario.questions {
                question.cases.iter().try_for_each(|case| case.map(|case| exercise(&case)))?;
            }
            Results::of(&scenario.questions, little(), &Progress::default()).map(drop)?;
        }
        Ok(())
    };
    Reader { texts: examples, words: words::TOML, read }
}

/// Returns the reader of house rules and named numbers, which plays each rule once.
pub fn house_rule() -> Reader {
    let read = |text: &str| {
        let catalogue = Catalogue::parse(text)?;
        catalogue.house.iter().try_for_each(|entry| entry.example().map(|case| exercise(&case)))
    };
    Reader { texts: examples, words: words::TOML, read }
}

/// Returns the reader of dice, which rolls them once and computes their law if it is small.
pub fn dice() -> Reader {
    let read = |text: &str| check("house.roll")?.case([("luck", text)]).map(|case| exercise(&case));
    let texts = || {
        let texts = ["2d6+1", "3d6kh2", "(d6-1)*4", "d20!!{10,20}", "card54", "100d1000"];
        let more = ["4d6kl3-d4*2", "d6+d6+d6+d6", "-3+2*(d8-(d4+1))", "[[1,4],[2,4]]"];
        texts.into_iter().chain(more).map(str::to_owned).collect()
    };
    Reader { texts, words: words::DICE, read }
}

/// Returns the reader of AnyDice programs, which answers and exports their outputs.
pub fn anydice_program() -> Reader {
    let read = |text: &str| {
        let budget = Budget { work: 2_000_000, bytes: 20 << 20, ..Budget::default() };
        let report = run(text, &budget)?;
        for view in [View::Normal, View::AtLeast, View::AtMost] {
            export(&report, view);
        }
        let outputs = Outputs::of(report);
        let places: Vec<usize> = (0..outputs.names().len()).collect();
        // An outcome may be too large for a column.
        of_program(&outputs.into(), &places, &Event::SUCCESS).map(drop)
    };
    let texts = || {
        const PUBLIC: &str = include_str!("../../crates/anydice/tests/public.json");
        let programs: Vec<serde_json::Value> = serde_json::from_str(PUBLIC).expect("JSON");
        let right = programs.iter().filter(|program| program["outputs"].is_array());
        right.filter_map(|program| program["program"].as_str().map(str::to_owned)).collect()
    };
    Reader { texts, words: words::ANYDICE, read }
}

/// Returns the reader of luck scripts, played with checks that take cards, dice, deals and bids.
pub fn luck_script() -> Reader {
    let read = |text: &str| {
        Scripted::parse(text)?;
        let questions = [
            "melodrama.opposed active=10 passive=5",
            "house.roll luck=d20!!20",
            "melodrama.group rank=10 rival=6 card=7",
            "moma.duel score=8 cap=4 pool=9 rival_score=8 rival_cap=4 rival_pool=9 policy=uniform",
        ];
        for question in questions {
            // Most scripts do not fit the check, so errors are ignored.
            let _ = oddsmith::case(question)?.transcript_of_script(Scripted::parse(text)?);
        }
        Ok(())
    };
    let texts = || {
        [
            "card 6, card 9",
            "face 20, face 3",
            "deal 3 7 12",
            "choose 1",
            "bid 2, bid 3",
            "card joker",
        ]
        .map(str::to_owned)
        .to_vec()
    };
    Reader { texts, words: words::LUCK, read }
}

/// Returns the reader of drama decks as tables, from which a few cards are flipped.
pub fn deck_file() -> Reader {
    use oddsmith::chance::{Sampled, Stream};
    use oddsmith::systems::torg::DramaDeck;

    let read = |text: &str| {
        let deck = DramaDeck::parse(text)?;
        assert_eq!(deck.full().count() as usize, deck.cards().len(), "{text}");
        let mut chance = Sampled::new(&Stream::new(1, "a deck"), 0);
        let mut left = deck.full();
        for _ in 0..deck.cards().len().min(3) {
            deck.card(deck.take(&mut chance, &mut left));
        }
        Ok(())
    };
    let texts = || {
        let rows = |from: usize| {
            let all = include_str!("../../crates/games/torg/src/cards/deck.csv").lines();
            let (heading, rows) = (all.clone().take(1), all.skip(from).take(6));
            heading.chain(rows).collect::<Vec<_>>().join("\n")
        };
        vec![rows(1), rows(40), rows(99), rows(150)]
    };
    Reader { texts, words: words::DECK, read }
}

/// Returns the reader of outcomes saved by a run.
pub fn saved_outcomes() -> Reader {
    use oddsmith::answer::csv::{Csv, swept};
    use oddsmith::expectations::baseline::Baseline;

    let texts = || {
        let saved = |text: String| {
            let scenario = Scenario::parse(&text).expect("a scenario");
            let results = Results::of(&scenario.questions, little(), &Progress::default());
            let checks = results.expect("answers").checks;
            let fields = swept(checks.iter().flat_map(|check| &check.axes));
            Csv::short(fields).all("", &checks)
        };
        examples().into_iter().map(saved).collect()
    };
    Reader { texts, words: words::SAVED, read: |text| Baseline::read(text).map(drop) }
}

/// Returns the reader of report templates, over the answers of a small scenario.
#[cfg(feature = "documents")]
pub fn report_template() -> Reader {
    use std::sync::{Arc, LazyLock};

    use oddsmith::document::DocumentText;
    use oddsmith::expression::{Expressions, Value};

    static SCENARIO: LazyLock<(Scenario, Expressions)> = LazyLock::new(|| {
        let scenario = Scenario::parse(include_str!("texts/sweep.toml")).expect("a scenario");
        let results = Results::of(&scenario.questions, little(), &Progress::default());
        (scenario, Expressions::new(Arc::new(results.expect("answers"))))
    });
    let read = |text: &str| {
        let (scenario, expressions) = &*SCENARIO;
        DocumentText::of(text, "report.md".as_ref(), scenario, &[], expressions, Value::UNDEFINED)
            .map(drop)
    };
    let texts = || {
        [include_str!("texts/report.md"), include_str!("texts/loops.md")]
            .map(str::to_owned)
            .to_vec()
    };
    Reader { texts, words: words::TEMPLATE, read }
}
