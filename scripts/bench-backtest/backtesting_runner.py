"""The trailing rule as a strategy of backtesting.py: decided at a close, filled at the next open."""

import sys
import warnings

import numpy as np
import pandas as pd
from backtesting import Backtest, Strategy

from turns import CASH, SHARES, now, read_world, take_turns


class Trailing(Strategy):
    fall = 400
    rise = 400

    def init(self):
        # `next` is first called for the second bar, so the trail takes its first price here.
        self.anchor(self.data.Close[0])
        self.wants = False

    def anchor(self, price):
        self.high = self.low = price
        self.place_triggers()

    def place_triggers(self):
        self.enter_at = self.high * (10_000 - self.fall) // 10_000
        self.leave_at = -(-self.low * (10_000 + self.rise) // 10_000)

    def next(self):
        if self.wants:
            held = self.position
            self.anchor(self.trades[-1].entry_price if held else self.closed_trades[-1].exit_price)
        price = self.data.Close[-1]
        if self.position:
            if price < self.low:
                self.low = price
                self.place_triggers()
            self.wants = self.leave_at <= price
            if self.wants:
                self.position.close()
        else:
            if self.high < price:
                self.high = price
                self.place_triggers()
            self.wants = price <= self.enter_at
            if self.wants:
                self.buy(size=SHARES)


def bars_of(world, symbol):
    open, close = world.open[symbol].astype(float), world.close[symbol].astype(float)
    columns = {"Open": open, "High": np.maximum(open, close), "Low": np.minimum(open, close), "Close": close}
    return pd.DataFrame(columns, index=pd.DatetimeIndex(world.opens_at))


def fills_of(report):
    """Bar and price of every fill; what is still held at the end is no row of the trades."""
    trades = report["_trades"]
    entries = zip(trades["EntryBar"], trades["EntryPrice"])
    exits = zip(trades["ExitBar"], trades["ExitPrice"])
    held = [(trade.entry_bar, trade.entry_price) for trade in report["_strategy"].trades]
    return sorted([*entries, *exits, *held])


def runner(world):
    backtests = [
        Backtest(bars_of(world, symbol), Trailing, cash=CASH) for symbol in range(len(world.close))
    ]

    def run():
        outcomes, fills, spent = [], [], np.zeros(2)
        for backtest in backtests:
            for fall, rise in world.settings.tolist():
                began = now()
                report = backtest.run(fall=fall, rise=rise)
                spent += now() - began
                filled = fills_of(report)
                fills += filled
                outcomes.append((report["Equity Final [$]"], len(filled)))
        return outcomes, fills, spent

    return run


if __name__ == "__main__":
    # It warns of what is held at the end, which here is meant.
    warnings.simplefilter("ignore", UserWarning)
    take_turns(sys.argv[1], runner(read_world(sys.argv[1])))
