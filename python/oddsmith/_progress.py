"""How far a long answer has come: a bar by tqdm, where that is there and somebody looks."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


def bar(total: int, unit: str) -> Any:
    """A bar of so many units, or nothing."""
    watched = sys.stderr is not None and sys.stderr.isatty() or "ipykernel" in sys.modules
    if not watched:
        return None
    try:
        tqdm = import_module("tqdm")
    except ImportError:
        return None
    return tqdm.tqdm(total=total, unit=" " + unit, unit_scale=unit == "trials", leave=False)
