"""The loop of reference.c for numba, on one thread: whole numbers, and a result to the last bit."""

import sys

import numpy as np
from numba import njit

from turns import CASH, SHARES, now, read_world, take_turns

NEVER = 2**31 - 1


@njit(error_model="numpy")
def trade(close, open, ends, fall, rise, filled):
    """Final equity, fills and the deepest drawdown; writes fills down as far as there is room."""
    high, low, enter_at, leave_at = 0, NEVER, 0, NEVER
    held, wants, fills = 0, False, 0
    cash, mark, worst = float(CASH), float(CASH), 0.0
    for bar in range(len(close)):
        if wants:
            price = np.int64(open[bar])
            held = 0 if held else SHARES
            cash += -float(price) * SHARES if held else float(price) * SHARES
            wants = False
            if fills < len(filled):
                filled[fills, 0] = bar
                filled[fills, 1] = price
            fills += 1
            high = low = price
            enter_at = high * (10_000 - fall) // 10_000
            leave_at = (low * (10_000 + rise) + 9_999) // 10_000
        price = np.int64(close[bar])
        if held:
            if price < low:
                low = price
                leave_at = (low * (10_000 + rise) + 9_999) // 10_000
            wants = leave_at <= price
            if ends[bar]:
                equity = cash + float(held) * price
                if mark < equity:
                    mark = equity
                elif equity / mark - 1 < worst:
                    worst = equity / mark - 1
        else:
            if high < price:
                high = price
                enter_at = high * (10_000 - fall) // 10_000
            wants = price <= enter_at
            if ends[bar]:
                if mark < cash:
                    mark = cash
                elif cash / mark - 1 < worst:
                    worst = cash / mark - 1
    return cash + float(held) * close[-1], fills, worst


@njit(error_model="numpy")
def sweep(close, open, ends, settings, outcomes, filled):
    for symbol in range(len(close)):
        for setting in range(len(settings)):
            equity, fills, worst = trade(
                close[symbol],
                open[symbol],
                ends,
                np.int64(settings[setting, 0]),
                np.int64(settings[setting, 1]),
                filled,
            )
            outcomes[symbol, setting, 0] = equity
            outcomes[symbol, setting, 1] = fills
            outcomes[symbol, setting, 2] = worst


def runner(world):
    symbols, bars = world.close.shape
    settings = len(world.settings)
    outcomes = np.zeros((symbols, settings, 3))
    # A sweep has nowhere to keep the fills of every setting, and needs none.
    filled = np.zeros((bars if symbols * settings == 1 else 0, 2), dtype=np.int32)

    def run():
        began = now()
        sweep(world.close, world.open, world.ends, world.settings, outcomes, filled)
        spent = now() - began
        return outcomes, filled[: int(outcomes[0, 0, 1])], spent

    return run


if __name__ == "__main__":
    folder = sys.argv[1]
    run = runner(read_world(folder))
    run()  # The first call compiles.
    take_turns(folder, run)
