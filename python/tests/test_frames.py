"""Others read a frame, by the Arrow PyCapsule interface alone."""

import subprocess
import sys

import oddsmith

ANSWERS = oddsmith.odds("mutants.check", bonus=[0, 5], dc=10, trials=10_000)
CSV = ANSWERS.csv().splitlines()


def test_polars():
    import polars as pl

    frame = pl.DataFrame(ANSWERS.frame())
    assert frame.columns == CSV[0].split(",") == ANSWERS.frame().columns
    assert frame.height == len(CSV) - 1 == len(ANSWERS.frame())
    assert frame.schema["set.bonus"] == pl.Int64
    by_case = frame.group_by("set.bonus").agg(pl.col("hits").sum(), pl.col("exact").sum())
    assert by_case["hits"].to_list() == [10_000, 10_000]
    assert all(abs(share - 1) < 1e-12 for share in by_case["exact"])


def test_pandas():
    import pandas as pd

    frame = pd.DataFrame.from_arrow(ANSWERS.frame())
    assert list(frame.columns) == CSV[0].split(",")
    assert frame["hits"].sum() == 20_000


def test_pyarrow():
    import pyarrow as pa

    table = pa.table(ANSWERS.frame())
    assert table.num_rows == len(CSV) - 1
    assert table.schema.field("share").type == pa.float64()


def test_duckdb():
    import duckdb

    frame = ANSWERS.frame()
    hits = duckdb.sql('select "set.bonus", sum(hits) from frame group by 1 order by 1').fetchall()
    assert hits == [(0, 10_000), (5, 10_000)]


def test_nothing_else_is_needed():
    """The module is imported, answers and streams where no library of frames is."""
    program = """
import sys
for name in ("polars", "pandas", "pyarrow", "duckdb", "numpy", "tqdm"):
    sys.modules[name] = None
import oddsmith
assert oddsmith.odds("3d6", trials=1000).frame().__arrow_c_stream__() is not None
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_types_of_sweeps():
    import polars as pl

    mixed = oddsmith.odds("melodrama.unopposed", bonus=8, dc=["easy", "tough"], exact_only=True)
    frame = pl.DataFrame(mixed.frame())
    assert frame.schema["set.dc"] == pl.Int64 or frame.schema["set.dc"] == pl.String
    flags = oddsmith.odds("melodrama.toughness", toughness=8, damage=9, joker_saves=[False, True], exact_only=True)
    assert pl.DataFrame(flags.frame()).schema["set.joker_saves"] == pl.Boolean
