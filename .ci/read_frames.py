"""Reads the Parquet that `run` writes with Python's polars and with DuckDB: nothing of ours is needed to read them."""

import json
import sys
from pathlib import Path

import duckdb
import polars as pl

TYPES = {"String": pl.String, "Int64": pl.Int64, "Float64": pl.Float64}
OUTCOMES = {
    "scenario": "String", "check": "String", "label": "String", "set": "String", "column": "String", "at": "Int64", "score": "Int64",
    "outcome": "String", "exact": "Float64", "hits": "Int64", "trials": "Int64", "share": "Float64", "low": "Float64", "high": "Float64",
}
SUMMARY = {
    "scenario": "String", "check": "String", "label": "String", "set": "String", "column": "String", "at": "Int64", "mean": "Float64",
    "sd": "Float64", "median": "Float64", "success": "Float64", "success_low": "Float64", "success_high": "Float64",
    "p_agreement": "Float64", "method": "String", "why": "String",
}


def check(path: Path, wanted: dict[str, str]) -> None:
    frame = pl.read_parquet(path)
    plain = {name: kind for name, kind in frame.schema.items() if not name.startswith("set.")}
    assert plain == {name: TYPES[kind] for name, kind in wanted.items()}, f"{path}: {plain}"
    assert all(json.loads(fields) for fields in frame["set"].unique()), f"{path}: every row names its fields"
    metadata = pl.read_parquet_metadata(path)
    assert {"oddsmith.version", "oddsmith.seed", "oddsmith.scenario"} <= metadata.keys(), f"{path}: {metadata.keys()}"
    rows, = duckdb.execute("select count(*) from read_parquet(?)", [str(path)]).fetchone()
    assert rows == frame.height, f"{path}: DuckDB reads {rows} rows, polars {frame.height}"
    if wanted is OUTCOMES:
        # Law and tally of every histogram add up to one.
        query = "select max(abs(sum_exact - 1)), max(abs(sum_share - 1)) from (select sum(exact) sum_exact, sum(share) sum_share from read_parquet(?) group by label, \"set\", \"column\", \"at\")"
        exact, share = duckdb.execute(query, [str(path)]).fetchone()
        assert exact is None or exact < 1e-9, f"{path}: {exact}"
        assert share is None or share < 1e-9, f"{path}: {share}"


def main() -> None:
    folders = [Path(name) for name in sys.argv[1:]]
    assert folders, "name the folders that `run` wrote"
    for folder in folders:
        check(folder / "outcomes.parquet", OUTCOMES)
        check(folder / "summary.parquet", SUMMARY)
    print(f"{2 * len(folders)} frames read with polars {pl.__version__} and DuckDB {duckdb.__version__}")


main()
