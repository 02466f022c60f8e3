"""The trailing rule as a strategy of backtrader: decided at a close, filled at the next open."""

import sys

import backtrader as bt
import numpy as np
import pandas as pd

from turns import CASH, SHARES, now, read_world, take_turns


class Trailing(bt.Strategy):
    params = (("fall", 400), ("rise", 400))

    def __init__(self):
        self.high = self.low = 0
        self.enter_at = self.leave_at = 0
        self.fills = []

    # The bars are loaded by now: what is timed is trading alone.
    def start(self):
        self.began = now()

    def stop(self):
        self.spent = now() - self.began

    def place_triggers(self):
        self.enter_at = self.high * (10_000 - self.p.fall) // 10_000
        self.leave_at = -(-self.low * (10_000 + self.p.rise) // 10_000)

    def notify_order(self, order):
        if order.status != order.Completed:
            return
        self.high = self.low = order.executed.price
        self.place_triggers()
        self.fills.append((len(self) - 1, order.executed.price))

    def next(self):
        price = self.data.close[0]
        if self.position:
            if price < self.low:
                self.low = price
                self.place_triggers()
            if self.leave_at <= price:
                self.close()
        else:
            if self.high < price:
                self.high = price
                self.place_triggers()
            if price <= self.enter_at:
                self.buy(size=SHARES)


def bars_of(world, symbol):
    open, close = world.open[symbol].astype(float), world.close[symbol].astype(float)
    columns = {
        "open": open,
        "high": np.maximum(open, close),
        "low": np.minimum(open, close),
        "close": close,
        "volume": np.zeros(len(close)),
    }
    return pd.DataFrame(columns, index=pd.DatetimeIndex(world.opens_at))


def trade(bars, fall, rise):
    cerebro = bt.Cerebro(stdstats=False)
    cerebro.broker.setcash(CASH)
    cerebro.adddata(bt.feeds.PandasData(dataname=bars))
    cerebro.addstrategy(Trailing, fall=fall, rise=rise)
    [strategy] = cerebro.run()
    return strategy, cerebro.broker.getvalue()


def runner(world):
    symbols = [bars_of(world, symbol) for symbol in range(len(world.close))]

    def run():
        outcomes, fills, spent = [], [], np.zeros(2)
        for bars in symbols:
            for fall, rise in world.settings.tolist():
                strategy, equity = trade(bars, fall, rise)
                spent += strategy.spent
                fills += strategy.fills
                outcomes.append((equity, len(strategy.fills)))
        return outcomes, fills, spent

    return run


if __name__ == "__main__":
    take_turns(sys.argv[1], runner(read_world(sys.argv[1])))
