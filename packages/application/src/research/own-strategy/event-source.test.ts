import { bps, money } from "@sevenfold/domain/money";
import { RISK_DEFAULTS } from "@sevenfold/domain/strategy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barsUntil } from "../backtest/bar-columns.ts";
import { blockCountsOf, openBlockJournal } from "../backtest/block-journal.ts";
import type { Bar, OrderRequest, Strategy, Trading } from "./strategy-interface.ts";
import { BUY, hearing, QUIET } from "./testing/hearing.ts";
import {
  barsOf,
  type Cents,
  centsArbitrary,
  FREE,
  notedOf,
  runStrategy,
} from "./testing/priced-bars.ts";
import { reversion } from "./testing/reversion.ts";

describe("what a strategy of events hears", () => {
  const heardOf = (
    bars: readonly Cents[],
    orders: readonly Omit<OrderRequest, "symbol">[],
    then?: (trading: Trading, bar: Bar) => void,
    settings = FREE,
    volume?: number,
  ) => {
    const heard: string[] = [];
    runStrategy([barsOf("AAA", bars, volume)], hearing(orders, heard, then), settings);
    return heard;
  };

  it("is every order, every fill, and which of a pair was canceled", () => {
    const bracket = { takeProfit: { limitPrice: 102 }, stopLoss: { stopPrice: 98 } };
    expect(
      heardOf([QUIET, QUIET, [10_100, 10_300, 10_000, 10_200]], [{ ...BUY, ...bracket }]),
    ).toEqual([
      "1: working",
      "1: buy 10 at 100 on 1",
      "2: working",
      "3: working",
      "1: filled",
      "2: sell 10 at 102 on 2",
      "3: canceled (other-filled)",
      "2: filled",
    ]);
  });

  it("is that an order of a day past has expired, and one till canceled has not", () => {
    const limit = { ...BUY, type: "limit", limitPrice: 50 } as const;
    const heard = heardOf([QUIET, QUIET, QUIET], [limit, { ...limit, timeInForce: "gtc" }]);
    expect(heard).toEqual(["1: working", "2: working", "1: expired (day-over)"]);
  });

  it("is what a limit denies, which the journal counts like the built-in rule's", () => {
    const blocks = openBlockJournal(1);
    const heard: string[] = [];
    const settings = { ...FREE, cash: money(10_000 * 10_000), limits: RISK_DEFAULTS };
    const strategy = hearing([{ ...BUY, shares: 90 }, BUY, { ...BUY, side: "sell" }], heard);

    runStrategy([barsOf("AAA", [QUIET, QUIET])], strategy, settings, blocks);

    expect(heard.slice(0, 3)).toEqual([
      "1: denied (position-share)",
      "2: working",
      "3: denied (not-held)",
    ]);
    expect(blockCountsOf(blocks)).toMatchObject([
      { side: "buy", gate: "position-share", times: 1 },
    ]);
  });

  it("is that an order too dear at its opening was canceled, which starts the cool-down", () => {
    const settings = { ...FREE, cash: money(1_000 * 10_000) };
    const limits = { ...FREE.limits, coolDownSec: 86_400 };
    const dear: Cents = [10_100, 10_100, 10_000, 10_000];
    const again = (trading: Trading) => trading.submit({ ...BUY, symbol: "AAA" });
    expect(heardOf([QUIET, dear, QUIET], [BUY], again, { ...settings, limits })).toEqual([
      "1: working",
      "1: canceled (cash)",
      "2: denied (cool-down)",
      "3: working",
    ]);
  });

  it("is that one order took the place of another, and that it took one back", () => {
    const limit = { ...BUY, type: "limit", limitPrice: 50, timeInForce: "gtc" } as const;
    let next = 0;
    const heard = heardOf(
      [QUIET, QUIET, QUIET, [9_900, 9_900, 9_000, 9_900]],
      [limit],
      (trading) => {
        const day = trading.openOrders().length === 0 ? 0 : trading.openOrders()[0]!.id;
        if (day === 1) next = trading.replace(1, { limitPrice: 95, shares: 7 });
        else if (day === 2)
          expect(trading.order(next)).toMatchObject({ limitPrice: 95, shares: 7 });
        expect(trading.cancel(1)).toBe(false);
      },
    );
    expect(heard).toEqual([
      "1: working",
      "2: working",
      "1: canceled (replaced)",
      "2: buy 7 at 95 on 3",
      "2: filled",
    ]);
  });

  it("is that all orders of a symbol met the next opening, in the order they were sent", () => {
    const fills = heardOf([QUIET, QUIET, QUIET], [BUY, BUY, BUY]).filter((each) =>
      each.includes(" on "),
    );
    expect(fills).toEqual([1, 2, 3].map((id) => `${id}: buy 10 at 100 on 1`));
  });

  it("is each part of an order that the volume divides, each with its own bracket", () => {
    const settings = { ...FREE, volumeLimitBps: bps(1_000) };
    const order = { ...BUY, timeInForce: "gtc", stopLoss: { stopPrice: 90 } } as const;
    expect(heardOf([QUIET, QUIET, QUIET], [order], undefined, settings, 60)).toEqual([
      "1: working",
      "1: buy 6 at 100 on 1",
      "2: working",
      "1: buy 4 at 100 on 2",
      "3: working",
      "1: filled",
    ]);
  });

  it("at an opening does not let it trade another symbol at the same opening", () => {
    const strategy: Strategy = {
      forEvents: ({ trading }) => ({
        onBar({ symbol }) {
          if (symbol === "AAA" && trading.order(1) === undefined)
            trading.submit({ ...BUY, symbol });
        },
        onFill({ symbol }) {
          if (symbol === "AAA") trading.submit({ ...BUY, symbol: "BBB" });
        },
      }),
    };
    const columns = ["AAA", "BBB"].map((symbol) => barsOf(symbol, [QUIET, QUIET, QUIET]));
    expect(notedOf(runStrategy(columns, strategy)).map(({ day, symbol }) => [day, symbol])).toEqual(
      [
        [1, "AAA"],
        [2, "BBB"],
      ],
    );
  });

  it("is never of a bar that is not over", () => {
    const hoarder = (seen: string[]): Strategy => ({
      forEvents(setup) {
        const handlers = reversion.forEvents!(setup);
        const { trading } = setup;
        const kept: Bar[] = [];
        const note = (what: string, value: unknown) =>
          seen.push(
            JSON.stringify([
              [what, trading.now, trading.cash, trading.equity, value, trading.openOrders()],
              kept.map(({ closesAt, high, low, close, held }) => [
                closesAt,
                high,
                low,
                close,
                held,
              ]),
            ]),
          );
        return {
          onBar(bar) {
            kept.push(bar);
            note("bar", bar.close);
            handlers.onBar!(bar);
          },
          onFill: (fill) => note("fill", fill),
          onOrder: (order) => note("order", order),
        };
      },
    });
    fc.assert(
      fc.property(centsArbitrary(30), fc.integer({ min: 1, max: 30 }), (bars, days) => {
        const columns = barsOf("AAA", bars);
        const [whole, prefix]: [string[], string[]] = [[], []];
        runStrategy([columns], hoarder(whole));
        runStrategy([barsUntil(columns, columns.closesAt[days - 1]!)], hoarder(prefix));

        expect(prefix).toEqual(whole.slice(0, prefix.length));
        const next = JSON.parse(whole[prefix.length] ?? "[[0,1e99]]")[0][1];
        expect(columns.closesAt[days - 1]!).toBeLessThan(next);
      }),
      { numRuns: 50 },
    );
  });
});
