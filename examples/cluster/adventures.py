"""A scenario's run, divided over the workers of a Dask cluster, and made one again.

    python adventures.py --trials 1e6                      # two workers of this machine
    python adventures.py --scheduler tcp://HEAD:8786       # those of any cluster
    python adventures.py --trials 1e6 --kill               # a worker is killed on the way
    python adventures.py --trials 1e6 --one-run            # in this process, for comparison

A task is (text of the scenario, shard), its result what was counted. It is a function of these two
alone, so that what a lost worker had is played again by another, and the whole has the same counts,
to the last hit, as one run.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import oddsmith

if TYPE_CHECKING:
    from dask.distributed import Client

FILE = Path(__file__).with_name("adventures.toml")


def kill_one(client: Client) -> None:
    """Ends a worker of this machine at once, as a machine ends that fails."""
    process = next(iter(client.run(os.getpid).values()))
    os.kill(process, signal.SIGKILL)
    print(f"\nworker {process} is killed", file=sys.stderr)


def play(client: Client, text: str, shards: int, trials: float | None, kill: bool) -> list[str]:
    """All parts, played on the cluster."""
    from dask.distributed import as_completed

    names = [f"{number}/{shards}" for number in range(1, shards + 1)]
    tasks = client.map(oddsmith.play_shard, [text] * shards, names, trials=trials, pure=False)
    for done, _ in enumerate(as_completed(tasks), 1):
        print(f"\r{done} of {shards} parts", end="", file=sys.stderr, flush=True)
        if kill and done == max(1, shards // 4):
            kill_one(client)
            kill = False
    print(file=sys.stderr)
    return client.gather(tasks)


def on_cluster(asked: argparse.Namespace, text: str) -> list[str]:
    """All parts, played by the workers of the cluster that is named, or of one made here."""
    from dask.distributed import Client, LocalCluster

    # A worker is a process that plays a part at a time on one thread; there are as many as cores.
    os.environ.setdefault("RAYON_NUM_THREADS", "1")
    here = asked.scheduler or LocalCluster(
        n_workers=asked.workers, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    )
    with Client(here) as client:
        start = time.monotonic()
        parts = play(client, text, asked.shards, asked.trials, asked.kill)
        took, busy = time.monotonic() - start, sum(client.run(time.process_time).values())
    print(f"{took:.1f} s, in which the workers were busy for {busy:.1f} s", file=sys.stderr)
    return parts


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("file", nargs="?", type=Path, default=FILE, help="the scenario")
    arguments.add_argument("--scheduler", help="address of a cluster; else one is made here")
    arguments.add_argument("--workers", type=int, default=2, help="how many are started here")
    arguments.add_argument("--shards", type=int, default=64, help="parts, several for each worker")
    arguments.add_argument("--trials", type=float, help="trials a case, else what the file says")
    arguments.add_argument("--save", type=Path, help="where the outcomes go, as CSV")
    arguments.add_argument("--kill", action="store_true", help="kill a worker on the way")
    arguments.add_argument("--one-run", action="store_true", help="no cluster: all of it here")
    asked = arguments.parse_args()
    text = asked.file.read_text()
    if asked.one_run:
        parts = [oddsmith.play_shard(text, "1/1", trials=asked.trials)]
        print(f"busy for {time.process_time():.1f} s", file=sys.stderr)
    else:
        parts = on_cluster(asked, text)
    whole = oddsmith.merge(parts)
    if asked.save:
        asked.save.write_text(whole.csv())
    else:
        print(*(whole[label] for label in whole.labels), sep="\n")


if __name__ == "__main__":
    main()
