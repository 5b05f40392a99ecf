//! Function `table(…)` of documents: success over one or two axes, or the gap between two checks.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};

use oddsmith_expressions::{CaseSelection, Point, failed, is_gap, items, number_of};
use oddsmith_readout::words;
use oddsmith_text::{Table, capital, markdown, numbers};

/// Creates the function `table(of, rows=, columns=, every=, value=, unit=, caption=, heading=)`.
///
/// | argument | meaning |
/// |---|---|
/// | of | answers, a list of answers (a column each), or a gap (both sides and the difference) |
/// | rows, columns | axes; `rows` defaults to the only axis |
/// | every | interval of the values shown: of `columns`, or of `rows` without columns |
/// | value, unit | an expression over each case, by default `success`; percent, points or number |
/// | caption, heading | the paragraph above the table; the heading of its first column |
pub(super) fn table() -> Value {
    Value::from_function(|state: &State, of: Value, options: Kwargs| {
        let text = |name: &str| options.get::<Option<String>>(name);
        let [rows, columns, value] = [text("rows")?, text("columns")?, text("value")?];
        let [unit, caption, heading] = [text("unit")?, text("caption")?, text("heading")?];
        let every = options.get::<Option<u32>>("every")?.unwrap_or(1);
        if every == 0 {
            return Err(failed("`every` is 1 or more"));
        }
        options.assert_all_used()?;
        let all = match of.downcast_object_ref::<CaseSelection>() {
            Some(points) => vec![points.clone()],
            None => items(&of)?.map(points_of).collect::<Result<Vec<_>, Error>>()?,
        };
        let first = all.first().ok_or_else(|| failed("the table has no answers"))?;
        let rows = match rows {
            Some(rows) => rows,
            None => only_axis(first)?,
        };
        let has_value = value.is_some();
        let usual = if has_value { "number" } else { "percent" };
        let sheet = TableOptions {
            state,
            rows,
            every,
            unit: unit.unwrap_or_else(|| usual.to_owned()),
            value: value.unwrap_or_else(|| "success".to_owned()),
            heading,
        };
        let table = match (columns, is_gap(&of)) {
            (Some(columns), _) if all.len() == 1 => sheet.grid(first, &columns)?,
            (Some(_), _) => return Err(failed("a table with `columns` takes one check")),
            (None, true) if has_value => {
                return Err(failed("a gap is a number of its own: leave out `value`"));
            }
            (None, true) => sheet.gap(first)?,
            (None, false) => sheet.columns(&all)?,
        };
        let caption = caption.map_or_else(String::new, |text| markdown(&text) + "\n\n");
        Ok(Value::from_safe_string(format!("{caption}{}", table.markdown().trim_end())))
    })
}

struct TableOptions<'a, 'b, 'c> {
    state: &'a State<'b, 'c>,
    rows: String,
    every: u32,
    value: String,
    unit: String,
    heading: Option<String>,
}

impl TableOptions<'_, '_, '_> {
    /// Returns a table with a row for each value and a column for each selection.
    fn columns(&self, all: &[CaseSelection]) -> Result<Table, Error> {
        let rows: Vec<Value> = self.thinned(values(&all[0], &self.rows)?);
        let label = |points: &CaseSelection| match points.check() {
            Some(answers) => Ok(answers.label.clone()),
            None => Err(failed("a column of a table takes one check")),
        };
        let labels = all.iter().map(label).collect::<Result<Vec<_>, Error>>()?;
        let heads = match all.len() {
            1 if self.value == "success" => vec!["success".to_owned()],
            _ => labels,
        };
        self.filled(&rows, heads, |row, column| self.cell(&all[column], &[(&self.rows, row)]))
    }

    /// Returns a grid over two axes.
    fn grid(&self, points: &CaseSelection, columns: &str) -> Result<Table, Error> {
        let rows = values(points, &self.rows)?;
        let across = self.thinned(values(points, columns)?);
        let heads = across.iter().map(|value| name(value, &across)).collect();
        self.filled(&rows, heads, |row, column| {
            self.cell(points, &[(&self.rows, row), (columns, &across[column])])
        })
    }

    /// Returns a table with both sides of a gap and the difference.
    fn gap(&self, points: &CaseSelection) -> Result<Table, Error> {
        let rows = self.thinned(values(points, &self.rows)?);
        let side = |name: &str| match points.points().first() {
            Some(Point::Gap(gap)) => gap.label(name == "a").to_owned(),
            _ => name.to_owned(),
        };
        let heads = vec![side("a"), side("b"), "difference".to_owned()];
        self.filled(&rows, heads, |row, column| {
            let there = at(points, &[(&self.rows, row)])?;
            if let Some(side) = ["a", "b"].get(column) {
                let known = there.and_then(|point| point.named(side));
                return known.map_or(Ok(String::new()), |known| self.written(&known));
            }
            let value = there.and_then(Point::difference).map(|gap| gap.value());
            Ok(value.map_or_else(String::new, |value| match self.unit.as_str() {
                "number" => numbers::fixed(value, 2, true),
                _ => numbers::fixed(value * 100.0, 1, true),
            }))
        })
    }

    /// Returns a table with a row for each of these values; `cell` returns its cells.
    fn filled(
        &self,
        rows: &[Value],
        heads: Vec<String>,
        cell: impl Fn(&Value, usize) -> Result<String, Error>,
    ) -> Result<Table, Error> {
        let names = usize::from(!rows.iter().all(Value::is_number));
        let heading = self.heading.clone().unwrap_or_else(|| capital(&words(&self.rows)));
        let columns = 0..heads.len();
        let cells = rows.iter().map(|row| {
            let cells = columns.clone().map(|column| cell(row, column));
            std::iter::once(Ok(name(row, rows))).chain(cells).collect()
        });
        let cells = cells.collect::<Result<Vec<Vec<String>>, Error>>()?;
        Ok(Table::of(names, std::iter::once(heading).chain(heads), cells))
    }

    /// Returns every n-th value; for whole numbers, the multiples of n.
    fn thinned(&self, values: Vec<Value>) -> Vec<Value> {
        let whole: Option<Vec<i64>> =
            values.iter().map(|value| value.as_i64().filter(|_| value.is_number())).collect();
        let every = i64::from(self.every);
        let kept = |place: usize| match &whole {
            Some(numbers) => numbers[place] % every == 0,
            None => place as i64 % every == 0,
        };
        let kept = values.into_iter().enumerate().filter(|(place, _)| kept(*place));
        kept.map(|(_, value)| value).collect()
    }

    fn cell(&self, points: &CaseSelection, place: &[(&str, &Value)]) -> Result<String, Error> {
        let Some(point) = at(points, place)? else { return Ok(String::new()) };
        self.written(&points.one(self.state, &self.value, point)?)
    }

    fn written(&self, value: &Value) -> Result<String, Error> {
        let value = number_of(value)?;
        match self.unit.as_str() {
            "percent" => Ok(numbers::per_cent(value, 1)),
            "points" => Ok(numbers::fixed(value * 100.0, 1, true)),
            "number" => Ok(numbers::fixed(value, 2, false)),
            other => Err(failed(format!("`{other}` is not a unit: use percent, points or number"))),
        }
    }
}

fn points_of(value: Value) -> Result<CaseSelection, Error> {
    let points = value.downcast_object_ref::<CaseSelection>().cloned();
    points.ok_or_else(|| failed("a table takes answers: `table(answers['cards'])`"))
}

/// Returns the distinct values of an axis.
fn values(points: &CaseSelection, axis: &str) -> Result<Vec<Value>, Error> {
    let mut values: Vec<Value> = Vec::new();
    for point in points.points() {
        let value = point.place(axis);
        let value = value.ok_or_else(|| failed(format!("the table has no axis `{axis}`")))?;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    Ok(values)
}

/// Returns the only point with these values.
fn at<'a>(points: &'a CaseSelection, place: &[(&str, &Value)]) -> Result<Option<&'a Point>, Error> {
    let there = |point: &&Point| {
        place.iter().all(|(axis, value)| point.place(axis).as_ref() == Some(*value))
    };
    let mut found = points.points().iter().filter(there);
    match (found.next(), found.next()) {
        (found, None) => Ok(found),
        _ => Err(failed("a cell has several cases: narrow them with `where`")),
    }
}

/// Returns the only axis, or the only one with several values.
fn only_axis(points: &CaseSelection) -> Result<String, Error> {
    let axes = points.points().first().map(Point::axes).unwrap_or_default();
    let several = |axis: &&String| values(points, axis).is_ok_and(|values| values.len() > 1);
    let differ: Vec<&String> = axes.iter().filter(several).collect();
    match (&axes[..], &differ[..]) {
        ([axis], _) => Ok(axis.clone()),
        (_, [axis]) => Ok((*axis).clone()),
        ([], _) => Err(failed("a table needs an axis, and these answers have none")),
        _ => Err(failed("a table over several axes needs `rows=`")),
    }
}

/// Returns the name of a row or column; numbers have signs if some are negative.
fn name(value: &Value, all: &[Value]) -> String {
    let number = |value: &Value| f64::try_from(value.clone()).ok().filter(|_| value.is_number());
    let Some(own) = number(value) else { return words(&value.to_string()) };
    let signed = all.iter().filter_map(number).any(|number| number < 0.0);
    let text = numbers::plain(own, 2);
    if signed && own > 0.0 { format!("+{text}") } else { text }
}
