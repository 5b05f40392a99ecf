//! Selection of a chart for answers whose chart kind is not given.

use oddsmith_answers::Results;
use oddsmith_engine::odds::View;
use oddsmith_engine::rule::Column;
use oddsmith_readout::Shown;
use oddsmith_scenario::{Axis, Chart, ChartKind};

/// Returns a chart of the given kind, or one that fits the answers: over two axes a heat map, over
/// one a stack of rungs or a curve, for a single case its outcomes.
pub fn fitting(results: &Results, shown: &Shown, kind: Option<ChartKind>) -> Chart {
    let checks = &results.checks;
    let axes: &[Axis] = checks.first().map_or(&[], |check| &check.axes);
    let column =
        |columns: &[Column]| shown.event.place(columns).map(|place| columns[place].clone());
    let cases = || checks.iter().take(1).flat_map(|check| check.columns());
    let first = cases().next().and_then(column);
    let rungs = first.as_ref().map_or(0, |column| column.scale.names().len());
    let same = |columns: &[Column]| {
        let own = column(columns);
        own.as_ref().map(|own| own.scale.names()) == first.as_ref().map(|own| own.scale.names())
    };
    let is = |what: fn(&Column) -> bool| first.as_ref().is_some_and(what);
    let capped = is(|column| column.scale.capped_at().is_some());
    let [indexed, succeeds] =
        [is(|column| column.at.is_some()), is(|column| column.success.is_some())];
    let numbers = |axis: &&Axis| axis.values.iter().all(|value| value.number().is_some());
    let asked = shown.event.is_asked();
    let fits = || match axes.len() {
        _ if indexed && shown.event.at.is_none() && rungs == 0 => ChartKind::Fan,
        0 if capped => ChartKind::Survival,
        0 if checks.len() > 1 => ChartKind::Laws,
        0 => ChartKind::Margin,
        2 if axes.iter().all(|axis| numbers(&axis)) => ChartKind::Heat,
        _ if shown.view != View::Exactly => ChartKind::Margin,
        // Different ladders can't be stacked side by side.
        _ if rungs > 2 && !asked && cases().all(same) => ChartKind::Stack,
        _ if asked || succeeds => ChartKind::Curve,
        _ if capped => ChartKind::Survival,
        _ => ChartKind::Laws,
    };
    let along = [ChartKind::Curve, ChartKind::Difference, ChartKind::Heat, ChartKind::Stack];
    // Cases without an axis are compared by their outcomes.
    let kind = match kind {
        Some(kind) if axes.is_empty() && along.contains(&kind) && checks.len() > 1 => {
            ChartKind::Laws
        }
        Some(kind) if axes.is_empty() && along.contains(&kind) => ChartKind::Margin,
        kind => kind.unwrap_or_else(fits),
    };
    let axis = axes.iter().find(numbers).or(axes.first()).map(|axis| axis.name.clone());
    let other = axes.iter().map(|axis| &axis.name).find(|name| Some(*name) != axis.as_ref());
    Chart {
        kind,
        y: other.filter(|_| kind == ChartKind::Heat).cloned(),
        x: axis.filter(|_| along.contains(&kind)),
        event: shown.event.clone(),
        view: Some(shown.view),
        level: shown.level,
        file: "chart.svg".into(),
        ..Chart::default()
    }
}
