import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import { plainBacktest } from "@sevenfold/application/testing/plain-backtest";
import type { PlainBar, PlainRules } from "@sevenfold/application/testing/plain-rules";
import { describe, expect, it } from "vitest";
import { loadBars } from "../bars/load-bars.ts";
import { documentOf, EXAMPLES } from "../testing/backtest-files.ts";

const FILES = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith(".csv"))
  .map((name) => join(EXAMPLES, name));

describe("sevenfold backtest against a plain reading of the rules", () => {
  const DEFAULTS: PlainRules = {
    mode: "TRAILING",
    buyDrop: 400,
    buyDropMax: 500,
    sellRise: 400,
    takeProfit: 400,
    stopLoss: undefined,
    sharesToBuy: 10,
    sharesToSell: 10,
    maxPositionSize: 50,
    minCashReserve: 10_000_000,
    cash: 1_000_000_000,
    fill: "next-open",
    positionShare: 1_200,
    dailyLoss: 300,
    coolDownMs: 600_000,
    entriesPerMinute: 10,
  };
  const NO_LIMITS = {
    positionShare: undefined,
    dailyLoss: undefined,
    coolDownMs: 0,
    entriesPerMinute: undefined,
    minCashReserve: 0,
  };
  const CASES: readonly (readonly [string, PlainRules])[] = [
    ["", DEFAULTS],
    [
      "--mode simple --stop on --limits none",
      { ...DEFAULTS, ...NO_LIMITS, mode: "SIMPLE", stopLoss: 1_000 },
    ],
    ["--mode hybrid --fill close", { ...DEFAULTS, mode: "HYBRID", stopLoss: 1_000, fill: "close" }],
    [
      "--mode hybrid --buy-drop 2 --buy-drop-max 8 --stop off --shares-to-buy 900 --shares-to-sell 250 --max-position-size 700 --cash 20000",
      {
        ...DEFAULTS,
        mode: "HYBRID",
        buyDrop: 200,
        buyDropMax: 800,
        sharesToBuy: 900,
        sharesToSell: 250,
        maxPositionSize: 700,
        cash: 200_000_000,
      },
    ],
    ["--session xnys --sell-rise 2%", { ...DEFAULTS, sellRise: 200 }],
  ];

  it.each(
    FILES.flatMap((path) =>
      CASES.map(([flags, rules]) => ({ name: basename(path), path, flags, rules })),
    ),
  )(
    "trades $name alike, order for order: $flags",
    async ({ path, flags, rules }) => {
      const session = flags.includes("xnys") ? "xnys" : "data";
      const { columns } = await loadBars([path], [], { zone: "America/New_York", session });
      const plain = plainBacktest(columns.flatMap(plainBars), rules);
      const words = flags.split(" ").filter((word) => word !== "");

      const { trades, finalEquity } = await documentOf(path, ...words);

      expect(trades).toEqual(
        plain.trades.map(({ symbol, side, shares, price, at, reason, realized }) => ({
          symbol,
          side,
          shares,
          price: price / 10_000,
          time: new Date(at).toISOString(),
          reason,
          fees: 0,
          realizedPL: realized / 10_000,
        })),
      );
      expect(finalEquity).toBe(plain.equity / 10_000);
    },
    60_000,
  );
});

function plainBars(columns: BarColumns): PlainBar[] {
  return Array.from({ length: columns.count }, (_, i) => ({
    symbol: columns.ticker,
    opensAt: columns.opensAt[i]!,
    closesAt: columns.closesAt[i]!,
    open: columns.open[i]!,
    close: columns.close[i]!,
    day: columns.day[i]!,
    opensInSession: columns.opensInSession?.[i] !== 0,
    closesInSession: columns.closesInSession?.[i] !== 0,
  }));
}
