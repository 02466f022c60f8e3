import type { Ticker } from "@sevenfold/domain/market";
import { bps, money } from "@sevenfold/domain/money";
import { RISK_DEFAULTS, RISK_LIMITS_NONE } from "@sevenfold/domain/strategy";
import fc from "fast-check";
import type { BacktestSettings } from "../../backtest/backtest-settings.ts";
import type { BarColumns } from "../../backtest/bar-columns.ts";
import { DAY_MS, FIRST_DAY, FREE } from "./priced-bars.ts";

const MINUTE_MS = 60_000;
const BARS_A_DAY = 7;

/** Bars of a symbol, seven a day, of which the first and the last may lie outside the session. */
export function marketOf(
  moves: readonly number[],
  leftOut: number | undefined,
  hasSession: boolean,
) {
  return (symbol: string, symbolNumber: number): BarColumns => {
    let price = 500_000 + 40_000 * symbolNumber;
    const bars = moves.flatMap((move, n) => {
      const before = price;
      price = Math.max(20_000, price + ((move * (1 + symbolNumber) * 7_919) % 23_000));
      const at =
        (FIRST_DAY + Math.floor(n / BARS_A_DAY)) * DAY_MS +
        14 * 3_600_000 +
        (n % BARS_A_DAY) * MINUTE_MS;
      // Where each lacks another bar they do not close together, though all have as many.
      return n === (leftOut ?? -9) + symbolNumber
        ? []
        : [{ at, n, open: before + 500, close: price }];
    });
    const inside = ({ n }: { n: number }) =>
      n % BARS_A_DAY !== 0 && n % BARS_A_DAY !== BARS_A_DAY - 1 ? 1 : 0;
    return {
      ticker: symbol as Ticker,
      count: bars.length,
      opensAt: Float64Array.from(bars, ({ at }) => at),
      closesAt: Float64Array.from(bars, ({ at }) => at + MINUTE_MS),
      open: Float64Array.from(bars, ({ open }) => open),
      close: Float64Array.from(bars, ({ close }) => close),
      volume: Float64Array.from(bars, ({ n }) => 100 + 50 * (n % 5)),
      day: Int32Array.from(bars, ({ n }) => FIRST_DAY + Math.floor(n / BARS_A_DAY)),
      ...(hasSession && {
        opensInSession: Uint8Array.from(bars, inside),
        closesInSession: Uint8Array.from(bars, inside),
      }),
    };
  };
}

/** Accounts with and without limits, costs, parts of shares and a limit on volume. */
export const settingsArbitrary: fc.Arbitrary<BacktestSettings> = fc
  .record({
    isLimited: fc.boolean(),
    fill: fc.constantFrom("next-open" as const, "close" as const),
    hasCosts: fc.boolean(),
    isDivided: fc.boolean(),
    isFractional: fc.boolean(),
    dailyLossBps: fc.constantFrom(20, 100, 1_000),
  })
  .map(({ isLimited, fill, hasCosts, isDivided, isFractional, dailyLossBps }) => ({
    ...FREE,
    fill,
    cash: money(100_000 * 10_000),
    limits: isLimited
      ? { ...RISK_DEFAULTS, dailyLossBps: bps(dailyLossBps) }
      : { ...RISK_LIMITS_NONE },
    ...(hasCosts && {
      commission: { perOrder: money(10_000), perShare: 5_000, rate: 0, minimum: money(0) },
    }),
    ...(isDivided && { volumeLimitBps: bps(2_000) }),
    ...(isFractional && { fractional: true as const }),
  }));

/** One symbol to three, which may lack a bar each, and so not close together. */
export const columnsArbitrary = fc
  .record({
    moves: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 30, maxLength: 90 }),
    symbols: fc.integer({ min: 1, max: 3 }),
    leftOut: fc.option(fc.integer({ min: 0, max: 29 }), { nil: undefined }),
    hasSession: fc.boolean(),
  })
  .map(({ moves, symbols, leftOut, hasSession }) =>
    ["CCC", "AAA", "BBB"].slice(0, symbols).map(marketOf(moves, leftOut, hasSession)),
  );
