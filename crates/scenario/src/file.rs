//! Scenario files: checks, charts and expectations in TOML.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::chart::{Chart, ChartTable};
use super::expectation::{ExpectTable, Expectation};
use super::figure::NumberOrPercent;
use super::place::{Context, keyword_value, wrong};
use super::swept::{axes, flattened, named};
use super::{Axis, Cases, Effort, Method, Sampling, ScenarioCheck};
use oddsmith_base::{About, Error, Named, Result, shown};
use oddsmith_engine::odds::Sample;
use oddsmith_registry::cast::CAST;
use oddsmith_registry::document::{self, Entries, in_order};
use oddsmith_registry::{Choice, Entry, Value};
use oddsmith_systems::{A_CHECK, Catalogue};

/// Parsed and validated scenario file.
#[derive(Debug)]
pub struct Scenario {
    /// Title of the scenario.
    pub title: String,
    /// True if `report` includes the scenario only if it is named explicitly.
    pub only_when_named: bool,
    /// Text of the file.
    pub text: String,
    /// Folder to which names of programs are relative; `None` if the text is not from a file.
    pub folder: Option<std::path::PathBuf>,
    /// The seed and the sampling of all checks, unless a check has its own sampling.
    pub effort: Effort,
    /// Its checks.
    pub questions: Vec<ScenarioCheck>,
    /// Charts of the scenario.
    pub charts: Vec<Chart>,
    /// Expectations of the scenario.
    pub expectations: Vec<Expectation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    #[serde(default)]
    only_when_named: bool,
    seed: Option<Spanned<i64>>,
    trials: Option<Spanned<i64>>,
    precision: Option<Spanned<NumberOrPercent>>,
    #[serde(default)]
    sweep: Entries,
    #[serde(default)]
    vary: Entries,
    #[serde(rename = "table")]
    _table: Option<IgnoredAny>,
    #[serde(rename = "house")]
    _house: Option<IgnoredAny>,
    /// Default cast for the checks that have a cast and set none.
    cast: Option<Spanned<toml::Value>>,
    #[serde(default)]
    check: Vec<Spanned<CheckTable>>,
    #[serde(default)]
    chart: Vec<Spanned<ChartTable>>,
    #[serde(default)]
    expect: Vec<Spanned<ExpectTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckTable {
    label: Option<Spanned<String>>,
    #[serde(rename = "use")]
    id: Spanned<String>,
    /// Program of `use = "anydice"`, relative to the folder of this file.
    program: Option<Spanned<toml::Value>>,
    /// Name of the output that is taken from the program of `use = "anydice"`.
    output: Option<Spanned<toml::Value>>,
    #[serde(default)]
    set: Option<Spanned<Entries>>,
    pair: Option<Spanned<String>>,
    answer: Option<Spanned<String>>,
    trials: Option<Spanned<i64>>,
    precision: Option<Spanned<NumberOrPercent>>,
}

impl CheckTable {
    /// Returns the label, which defaults to the id of the check.
    fn label_or_id(&self) -> &Spanned<String> {
        self.label.as_ref().unwrap_or(&self.id)
    }
}

impl Scenario {
    /// Returns the number of cases of all checks together.
    pub fn cases(&self) -> usize {
        self.questions.iter().map(|question| question.cases.len()).sum()
    }

    /// Reads a scenario file, whose keys are described in `docs/scenario.md`. The answers are
    /// computed by `oddsmith_answers::Results::of`, and the expectations are judged by
    /// `oddsmith_expectations::answer_and_judge`, both with [`Scenario::effort`].
    ///
    /// # Errors
    /// If the file can't be read, is not TOML, has an unknown or missing key, or a check can't be
    /// built; the error has line and column.
    pub fn read(path: &Path) -> Result<Scenario> {
        document::read(path, |text| Scenario::parse_in(path.parent(), text, &[], &[]))
    }

    /// Parses the text of a scenario file.
    ///
    /// # Errors
    /// Returns an error if the text is invalid, for the reasons of [`Scenario::read`].
    ///
    /// # Examples
    /// ```
    /// use oddsmith_scenario::Scenario;
    ///
    /// let scenario = Scenario::parse(
    ///     r#"
    ///     title = "Damage"
    ///     seed = 7
    ///     [sweep]
    ///     damage = { from = 0, to = 20, step = 5 }
    ///     [[check]]
    ///     label = "cards"
    ///     use = "melodrama.toughness"
    ///     set = { toughness = 8, damage = "$damage" }
    ///     "#,
    /// )?;
    /// assert_eq!((scenario.cases(), scenario.effort.seed), (5, Some(7)));
    /// # Ok::<(), oddsmith_base::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Scenario> {
        Scenario::parse_in(None, text, &[], &[])
    }

    /// Parses the text with these values for the numbers of `[vary]`; names of programs are relative
    /// to a folder. `readings` replace the value of a field in every check that has the field and
    /// does not sweep it.
    ///
    /// # Errors
    /// Returns an error if the text is invalid, or a number of `[vary]` has no value.
    pub fn parse_in(
        folder: Option<&Path>,
        text: &str,
        varied: &[(String, Value)],
        readings: &[(String, Value)],
    ) -> Result<Scenario> {
        let file: File =
            document::parse(text).map_err(|error| rules_without_check(text).unwrap_or(error))?;
        if let Some((name, value)) =
            in_order(&file.vary).into_iter().find(|(name, _)| varied.iter().all(|it| it.0 != *name))
        {
            let message = format!("`{name}` is a number to find");
            let hint =
                Named::Tune + " finds it; for other commands set it, and remove it from `[vary]`";
            return Err(wrong(text, value.span(), message, hint));
        }
        let usual = Sample::default();
        let seed = file.seed.as_ref().map_or(Ok(usual.seed), |seed| whole("seed", seed, text))?;
        let sampling = sampling(file.trials.as_ref(), file.precision.as_ref(), text)?;
        let sampling = sampling.unwrap_or(Sampling::Trials(usual.trials));
        let folder = folder.map(Path::to_owned);
        let catalogue = Catalogue { folder: folder.clone(), ..Catalogue::parse(text)? };
        let sweep = named(&file.sweep, text)?;
        if file.check.is_empty() {
            return Err(rules_without_check(text).unwrap_or_else(|| {
                let add = format!("add one: `[[check]]` with `use = \"{A_CHECK}\"`");
                Error::question("the scenario has no check").with_hint(add)
            }));
        }
        let mut questions: Vec<ScenarioCheck> = Vec::new();
        for (number, table) in file.check.iter().enumerate() {
            let within = (text, file.cast.is_some());
            let question = question(number, table, [varied, readings], &sweep, &catalogue, within)?;
            if questions.iter().any(|other| other.label == question.label) {
                let message = format!("two checks have the label `{}`", question.label);
                let place = table.get_ref().label_or_id().span();
                return Err(wrong(text, place, message, "give each check its own label"));
            }
            questions.push(question);
        }
        if let Some(cast) = &file.cast
            && questions.iter().all(|question| question.cases.entry().cast.is_none())
        {
            let place = document::place(text, "", &About::Key(CAST.name.to_owned()));
            let fights = oddsmith_systems::checks().filter(|entry| entry.cast.is_some());
            let fights: Vec<String> = fights.map(|entry| entry.id.to_string()).collect();
            let hint = format!("a cast takes part in {}", fights.join(", "));
            let message = "no check has a cast";
            return Err(wrong(text, place.unwrap_or(cast.span()), message, hint));
        }
        for (name, _) in in_order(&file.vary) {
            let named = format!("${name}");
            let sets = |table: &Spanned<CheckTable>| {
                let set = table.get_ref().set.as_ref();
                let fields = set.into_iter().flat_map(|set| in_order(set.get_ref()));
                fields
                    .flat_map(|(name, value)| flattened(name, value.get_ref()))
                    .any(|(_, value)| value == named)
            };
            if file.sweep.keys().any(|axis| axis.get_ref() == name) {
                let message = format!("`{name}` is in both `[vary]` and `[sweep]`");
                let place = document::key(&file.vary, name);
                return Err(wrong(text, place, message, "rename one of them"));
            }
            if !file.check.iter().any(sets) {
                let message = format!("no check uses `{name}`");
                let hint = format!("use it as a value: `set = {{ … = \"${name}\" }}`");
                return Err(wrong(text, document::key(&file.vary, name), message, hint));
            }
        }
        for (question, table) in questions.iter().zip(&file.check) {
            pairs_up(question, &questions, table.get_ref().pair.as_ref(), text)?;
        }
        for (name, _) in in_order(&file.sweep) {
            let sweeps = |question: &ScenarioCheck| {
                question.cases.axes().iter().any(|axis| axis.name == name)
            };
            if !questions.iter().any(sweeps) {
                let message = format!("no check uses the axis `{name}`");
                let hint = format!("use it as a value: `set = {{ … = \"${name}\" }}`");
                return Err(wrong(text, document::key(&file.sweep, name), message, hint));
            }
        }
        // With other numbers, other scores may be possible.
        let varies = !in_order(&file.vary).is_empty();
        let within = Context { text, questions: &questions, varies };
        let charts = file.chart.iter().enumerate();
        let charts = charts.map(|(i, table)| Chart::read(i, table, within));
        let charts = charts.collect::<Result<Vec<_>>>()?;
        for (i, chart) in charts.iter().enumerate() {
            if charts[..i].iter().any(|other| other.file == chart.file) {
                let message = format!("two charts have the file `{}`", chart.file);
                let hint = "give each its own `file`";
                return Err(wrong(text, file.chart[i].span(), message, hint));
            }
        }
        let expectation = |table| Expectation::read(table, within);
        let expectations = file.expect.iter().map(expectation).collect::<Result<_>>()?;
        let File { title, only_when_named, .. } = file;
        let text = text.to_owned();
        Ok(Scenario {
            title,
            only_when_named,
            text,
            folder,
            effort: Effort::of(sampling, seed),
            questions,
            charts,
            expectations,
        })
    }
}

/// Returns the numbers of `[vary]`, each with its possible values.
pub(super) fn varied(text: &str) -> Result<Vec<Axis>> {
    let file: File = document::parse(text)?;
    named(&file.vary, text)
}

/// Converts a number, which must be at least 0.
fn whole(key: &str, number: &Spanned<i64>, text: &str) -> Result<u64> {
    let negative = || {
        let message = format!("`{key} = {}` is below 0", number.get_ref());
        wrong(text, number.span(), message, format!("{key} is a whole number from 0 up"))
    };
    u64::try_from(*number.get_ref()).map_err(|_| negative())
}

fn sampling(
    trials: Option<&Spanned<i64>>,
    precision: Option<&Spanned<NumberOrPercent>>,
    text: &str,
) -> Result<Option<Sampling>> {
    match (trials, precision) {
        (Some(_), Some(precision)) => {
            let message = "`trials` and `precision` can't be combined";
            Err(wrong(text, precision.span(), message, "leave one out"))
        }
        (Some(trials), None) => Ok(Some(Sampling::Trials(whole("trials", trials, text)?))),
        (None, Some(precision)) => Sampling::precision(precision.get_ref().0)
            .map(Some)
            .map_err(|error| error.at_span(text, precision.span())),
        (None, None) => Ok(None),
    }
}

/// Parses check `number` (from 0) of a scenario.
fn question(
    number: usize,
    table: &Spanned<CheckTable>,
    [varied, readings]: [&[(String, Value)]; 2],
    sweep: &[Axis],
    catalogue: &Catalogue,
    (text, has_cast): (&str, bool),
) -> Result<ScenarioCheck> {
    let CheckTable { id, set, pair, answer, trials, precision, .. } = table.get_ref();
    let solved = answer.as_ref().and_then(|answer| Method::named(answer.get_ref()));
    let is_asked = |duel: &Arc<Entry>| solved == Some(Method::Solved) && duel.id == *id.get_ref();
    // A duel to be solved may share its id with a check but have fields of its own.
    let duel = catalogue.duels().find(is_asked);
    let entry = duel.map_or_else(|| catalogue.check(id.get_ref()), Ok);
    let entry = entry.map_err(|error| {
        let error = error.at_span(text, id.span());
        match id.get_ref().strip_prefix("house.") {
            Some(name) if catalogue.house.is_empty() => error
                .with_hint(format!("add a `[[house]]` table with `name = \"{}\"`", shown(name))),
            _ => error,
        }
    })?;
    let mut set_table = set.as_ref().map_or_else(Entries::new, |set| set.get_ref().clone());
    let own = own_keys(table.get_ref());
    for (key, value) in &own {
        let named = Spanned::new(value.span(), (*key).to_owned());
        if set_table.insert(named, (*value).clone()).is_some() {
            let message = format!("`{key}` is in `set` and beside it");
            return Err(wrong(text, value.span(), message, "leave one out"));
        }
    }
    let (mut fixed, axes) = axes(&entry, &set_table, sweep, varied, text)?;
    let set_to: Vec<(String, String)> =
        fixed.iter().map(|axis| (axis.name.clone(), axis.values[0].to_string())).collect();
    let set_to = || set_to.iter().map(|(name, value)| (&**name, &**value));
    let entry = match has_cast && set_to().all(|(name, _)| name != CAST.name) {
        true => entry.with_cast_within(text)?,
        false => entry.with_cast(set_to(), catalogue.folder.as_deref()).map_err(|error| {
            let place = set.as_ref().map_or(id.span(), Spanned::span);
            document::locate(error, text, &format!("check.{number}.set"), place)
        })?,
    };
    let swept = |field: &str| axes.iter().any(|axis| axis.fields.iter().any(|it| it == field));
    for (field, value) in readings {
        if entry.field(field).is_some() && !swept(field) {
            fixed.retain(|axis| axis.name != *field);
            fixed.push(Axis::of(field, vec![value.clone()]));
        }
    }
    let all: Vec<Axis> = fixed.into_iter().chain(axes.iter().cloned()).collect();
    let method = method(answer.as_ref(), &entry, text)?;
    let placed = |error: Error| {
        let own = own.iter().find(|(key, _)| error.subject() == Some(&About::value(*key)));
        let set = set.as_ref().map_or(id.span(), Spanned::span);
        let otherwise = own.map_or(set, |(_, value)| value.span());
        // An invalid value of an axis is reported at its position on the axis.
        let elsewhere = error.subject().and_then(|about| match about {
            About::Value(field) => {
                let swept = axes.iter().find(|axis| axis.fields.contains(field));
                let found = swept.and_then(|axis| place_on(axis, field, &entry, catalogue, text));
                found.or_else(|| place_in_vary(field, &set_table, varied, text))
            }
            _ => None,
        });
        match elsewhere {
            Some(place) => document::at_value(error, text, place),
            _ => document::locate(error, text, &format!("check.{number}.set"), otherwise),
        }
    };
    let cases = Cases::over(entry.clone(), all, axes.clone(), catalogue.names.clone());
    let cases = cases.map_err(placed)?;
    cases.check_all().map_err(placed)?;
    let label = table.get_ref().label_or_id();
    if label.get_ref().trim().is_empty() {
        let hint = "name the check for tables and charts";
        return Err(wrong(text, label.span(), "a label is empty", hint));
    }
    let sampling = sampling(trials.as_ref(), precision.as_ref(), text)?;
    let pair = pair.as_ref().map(|pair| pair.get_ref().clone());
    Ok(ScenarioCheck { label: label.get_ref().clone(), pair, method, sampling, cases })
}

/// Returns the position of the value of an axis that a field rejects, or of the axis if all are
/// valid.
fn place_on(
    axis: &Axis,
    field: &str,
    entry: &Entry,
    catalogue: &Catalogue,
    text: &str,
) -> Option<Range<usize>> {
    let field = entry.field(field)?;
    let wrong = axis.values.iter().find(|value| field.meant(value, &catalogue.names).is_err());
    let about = match wrong {
        Some(value) => About::Entry(axis.name.clone(), value.to_string()),
        None => About::value(&axis.name),
    };
    document::place(text, "sweep", &about)
}

/// Returns the position of the `[vary]` value that a field of `set` refers to.
fn place_in_vary(
    field: &str,
    set: &Entries,
    varied: &[(String, Value)],
    text: &str,
) -> Option<Range<usize>> {
    let set = set.iter().flat_map(|(name, value)| flattened(name.get_ref(), value.get_ref()));
    let (_, named) = set.into_iter().find(|(name, _)| name == field)?;
    let (name, value) = varied.iter().find(|(name, _)| named.strip_prefix('$') == Some(name))?;
    document::place(text, "vary", &About::Entry(name.clone(), value.to_string()))
}

/// Returns the fields given next to `use` instead of in `set`.
fn own_keys(table: &CheckTable) -> Vec<(&'static str, &Spanned<toml::Value>)> {
    let keys = [("program", &table.program), ("output", &table.output)];
    keys.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?))).collect()
}

/// Returns the method of a check from its key `answer`.
fn method(answer: Option<&Spanned<String>>, entry: &Entry, text: &str) -> Result<Method> {
    let Some(answer) = answer else { return Ok(Method::Both) };
    let method = keyword_value(text, "answer", answer, Method::WORDS, Method::VALUES)?;
    if method == Method::Solved && !entry.is_solved() {
        let message =
            format!("{} is not a duel and has no decisions, so it can't be solved", entry.id);
        let hint = "`answer` is \"both\", \"exact\" or \"sampled\"";
        return Err(wrong(text, answer.span(), message, hint));
    }
    Ok(method)
}

/// Checks that the checks of a pair group sweep the same axes, so that each case has a counterpart.
fn pairs_up(
    check: &ScenarioCheck,
    checks: &[ScenarioCheck],
    pair: Option<&Spanned<String>>,
    text: &str,
) -> Result<()> {
    let Some(pair) = pair else { return Ok(()) };
    let others =
        || checks.iter().filter(|other| other.label != check.label && other.pair == check.pair);
    if others().next().is_none() {
        let message = format!("the pair `{}` has only one check", pair.get_ref());
        let hint = "give another check the same `pair`";
        return Err(wrong(text, pair.span(), message, hint));
    }
    let points = |check: &ScenarioCheck| -> Vec<(String, Vec<Value>)> {
        let axes = check.cases.axes().iter();
        axes.map(|axis| (axis.name.clone(), axis.values.clone())).collect()
    };
    others().find(|other| points(other) != points(check)).map_or(Ok(()), |other| {
        let [one, other] = [&check.label, &other.label];
        let message = format!("`{one}` and `{other}` are a pair with different axes");
        let hint = "use the same axes in both checks";
        Err(wrong(text, pair.span(), message, hint))
    })
}

/// Returns the error for a file that has rules but no check.
fn rules_without_check(text: &str) -> Option<Error> {
    let file: toml::Table = text.parse().ok()?;
    let name = file.get("house")?.get(0)?.get("name")?.as_str()?;
    let add = format!(
        "add a `title`, a `[[check]]` with `use = \"house.{name}\"`, and `[[expect]]` rows"
    );
    (!file.contains_key("check"))
        .then(|| Error::question("the file has rules, and asks nothing of them").with_hint(add))
}
