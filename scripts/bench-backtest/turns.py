"""What the runners of other engines have in common: the bars as they find them, and taking turns."""

import sys
import time
from types import SimpleNamespace

import numpy as np

# Prices and cash are ten-thousandths of a dollar. A double holds them exactly, so that an engine
# that counts in doubles can be held to the last digit.
CASH = 1_000_000_000
SHARES = 10


def read_world(folder):
    """The columns of every symbol, a row each, and the settings: fall and rise in basis points."""

    def column(name, kind):
        return np.fromfile(f"{folder}/{name}", dtype=kind)

    symbols, bars, settings = column("shape.i32", "<i4")
    return SimpleNamespace(
        close=column("close.i32", "<i4").reshape(symbols, bars),
        open=column("open.i32", "<i4").reshape(symbols, bars),
        ends=column("ends.i32", "<i4"),
        opens_at=column("opens-at.f64", "<f8").astype("datetime64[ms]"),
        settings=column("settings.i32", "<i4").reshape(settings, 2),
    )


def now():
    """Milliseconds of processor time and of time on the wall."""
    return np.array([time.process_time(), time.perf_counter()]) * 1_000


def take_turns(folder, run):
    """
    Runs once for every line it is sent, and answers how long that took.

    `run` answers what came out for each symbol and setting, the bar and the price of every fill, and
    what it spent. Whatever happened before the first line is not counted: imports, compiling.
    """
    print("ready", flush=True)
    for _ in sys.stdin:
        outcomes, fills, spent = run()
        np.asarray(outcomes, dtype="<f8").tofile(f"{folder}/results.f64")
        np.asarray(fills, dtype="<f8").tofile(f"{folder}/fills.f64")
        print(f"{spent[0]:.6f} {spent[1]:.6f}", flush=True)
