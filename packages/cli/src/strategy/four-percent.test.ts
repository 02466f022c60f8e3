import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import { runBacktest } from "@sevenfold/application/research/backtest/run-backtest";
import type { Ticker } from "@sevenfold/domain/market";
import { bps, money, shares } from "@sevenfold/domain/money";
import { RISK_DEFAULTS, RISK_LIMITS_NONE, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tradeOwn } from "./own-trader.ts";
import { readStrategyFile } from "./read-strategy.ts";

const EXAMPLE = new URL("../../examples/four-percent.ts", import.meta.url).pathname;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const FIRST_DAY = 19_724;
const BARS_A_DAY = 5;

const movesArbitrary = fc.array(fc.integer({ min: -30, max: 30 }), {
  minLength: 40,
  maxLength: 120,
});

function columnsOf(symbol: string, moves: readonly number[]): BarColumns {
  let close = 10_000;
  const bars = moves.map((move, n) => {
    const open = close + (move % 7) * 10;
    close = Math.max(1_000, close + move * 10);
    const at = (FIRST_DAY + Math.floor(n / BARS_A_DAY)) * DAY_MS + (n % BARS_A_DAY) * 5 * MINUTE_MS;
    return { at, open: Math.max(1_000, open), close };
  });
  return {
    ticker: symbol as Ticker,
    count: bars.length,
    opensAt: Float64Array.from(bars, ({ at }) => at),
    closesAt: Float64Array.from(bars, ({ at }) => at + 5 * MINUTE_MS),
    open: Float64Array.from(bars, ({ open }) => open * 100),
    close: Float64Array.from(bars, (bar) => bar.close * 100),
    volume: new Float64Array(bars.length).fill(60),
    day: Int32Array.from(bars, (_, n) => FIRST_DAY + Math.floor(n / BARS_A_DAY)),
  };
}

const settingsArbitrary = fc
  .record({
    drop: fc.integer({ min: 100, max: 500 }),
    rise: fc.integer({ min: 100, max: 500 }),
    stop: fc.constantFrom(0, 500, 800),
    lot: fc.constantFrom(5, 10, 300),
    isLimited: fc.boolean(),
    share: fc.constantFrom(1_200, 10_000),
    fill: fc.constantFrom("next-open" as const, "close" as const),
    hasCosts: fc.boolean(),
    isDivided: fc.boolean(),
    cash: fc.constantFrom(2_000, 100_000),
  })
  .map(({ drop, rise, stop, lot, isLimited, share, fill, hasCosts, isDivided, cash }) => {
    const settings: BacktestSettings = {
      strategy: {
        ...STRATEGY_DEFAULTS,
        mode: "TRAILING",
        buyDropBps: bps(drop),
        sellRiseBps: bps(rise),
        stopLossEnabled: stop !== 0,
        stopLossBps: bps(stop === 0 ? 1_000 : stop),
        sharesToBuy: shares(lot),
        sharesToSell: shares(lot),
        maxPositionSize: shares(1_000),
        minCashReserve: money(0),
      },
      limits: isLimited
        ? { ...RISK_DEFAULTS, dailyLossBps: bps(60), maxPositionBps: bps(share) }
        : RISK_LIMITS_NONE,
      cash: money(cash * 10_000),
      fill,
      ...(hasCosts && {
        commission: { perOrder: money(10_000), perShare: 5_000, rate: 0, minimum: money(0) },
        slippage: { bps: bps(3), spread: money(0), impactBps: bps(0) },
      }),
      ...(isDivided && { volumeLimitBps: bps(10_000) }),
    };
    const parameters = { drop: drop / 100, rise: rise / 100, stop: stop / 100, shares: lot };
    return { settings, parameters };
  });

describe("the 4% rule, written as a strategy of events", () => {
  it("makes the very trades of the built-in rule, order for order", async () => {
    const { code, sha256 } = await readStrategyFile(EXAMPLE);
    fc.assert(
      fc.property(
        fc.array(movesArbitrary, { minLength: 1, maxLength: 3 }),
        settingsArbitrary,
        (paths, { settings, parameters }) => {
          const columns = paths.map((moves, n) => columnsOf("BAC"[n]!, moves));
          const builtIn = runBacktest(columns, settings);
          const own = tradeOwn(
            { kind: "strategy", code, limitMs: 30_000 },
            { columns, settings: { ...settings, own: { name: "", sha256, parameters } } },
          );

          const facts = ({ trades, canceled, equityCurve, book }: typeof own) => ({
            trades: trades.map(({ ticker, side, quantity, price, at, fee, net }) => [
              ticker,
              side,
              quantity,
              price,
              at,
              fee,
              net,
            ]),
            canceled: canceled.map(({ at, left, because }) => [at, left, because]),
            equityCurve,
            cash: book.cash,
          });
          expect(facts(own)).toEqual(facts(builtIn));
        },
      ),
      { numRuns: 100 },
    );
  });
});
