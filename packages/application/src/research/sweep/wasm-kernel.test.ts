import type { Ticker } from "@sevenfold/domain/market";
import type { Bps, Money } from "@sevenfold/domain/money";
import { RISK_UNLIMITED, type RiskLimits } from "@sevenfold/domain/strategy";
import { drawUntil } from "@sevenfold/domain/testing/draw-until";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  columnsOf,
  costlyRules,
  markets,
  rules,
  settingsOf,
} from "../../testing/bar-arbitraries.ts";
import { kernelMachine } from "../../testing/kernel-machine.ts";
import { expectLikeEngine } from "../../testing/like-engine.ts";
import type { PlainRules } from "../../testing/plain-rules.ts";
import { walks } from "../../testing/walk-arbitraries.ts";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { kernelMarketOf } from "./kernel-market.ts";
import { kernelRuleGapOf } from "./kernel-rule.ts";
import { type KernelMachine, openWasmKernel } from "./wasm-kernel.ts";

let machine: KernelMachine;
beforeAll(async () => {
  machine = await kernelMachine();
});

/** With what brokers and markets take, as far as the kernel does it. */
const paying = costlyRules.map(
  (plain): PlainRules => ({
    ...plain,
    path: "close",
    resting: "none",
    volumeLimit: undefined,
    ...(plain.slippage && { slippage: { ...plain.slippage, impactBps: 0 } }),
  }),
);

describe("the sweep kernel", () => {
  it.each([
    ["without costs", rules, []],
    ["with commissions and slippage", paying, ["fees"]],
    ["where openings outrun the cash", paying.map(tight), ["fees", "canceled"]],
    ["where a loss halts the day", paying.map(risky), ["fees", "halted"]],
    ["where entries are paced", paying.map(hurried), ["fees", "paced"]],
  ] as const)("always does what the full engine does, %s", (_, asked, needed) => {
    const met = nothingMet();
    const hasMet = () =>
      1_000 < met.trades &&
      met.reasons.size === 4 &&
      ["shared", "unfilled", ...needed].every((name) => 5 < met[name as "shared"]);
    drawUntil(hasMet, (seed) =>
      fc.assert(
        fc.property(markets, asked, (bars, plain) =>
          expectAlike(columnsOf(bars), settingsOf(plain), met),
        ),
        { numRuns: 300, seed },
      ),
    );
    // The property is worth what it met.
    expect(hasMet()).toBe(true);
  });

  it("always does so on long paths, where it passes over blocks of prices or eight at a time", () => {
    const met = nothingMet();
    const hasMet = () => 2_000 < met.trades && met.reasons.size === 4;
    drawUntil(hasMet, (seed) =>
      fc.assert(
        fc.property(walks, paying, fc.boolean(), (columns, plain, passesBlocks) =>
          expectAlike([columns], settingsOf(plain), met, passesBlocks),
        ),
        { numRuns: 300, seed },
      ),
    );
    expect(hasMet()).toBe(true);
  });

  it("halts entries at exactly the daily loss, and not a basis point before", () => {
    const columns = [daysOf("A", [100, 96, 86]), daysOf("B", [50, 50, 48])];
    const tradesAt = (dailyLoss: number) => {
      const met = nothingMet();
      expectAlike(columns, settingsOf({ ...HALTING, dailyLoss }), met);
      return met.trades;
    };

    expect(tradesAt(100)).toBe(1);
    expect(tradesAt(101)).toBe(2);
  });

  it("leaves to the full engine what it does not do, and says what it is", () => {
    const columns = fc.sample(walks, 1)[0]!;
    const plain = settingsOf(fc.sample(rules, 1)[0]!);
    const waiting = { ...plain.strategy, patternConfirmation: "require" as const };
    const impact = { bps: 0 as Bps, spread: 0 as Money, impactBps: 10 as Bps };
    const none = new Uint8Array(columns.count);

    expect(kernelRuleGapOf({ ...plain, strategy: waiting })).toBe("pattern confirmation");
    expect(kernelRuleGapOf({ ...plain, path: "ohlc" })).toBe("the setting path");
    expect(kernelRuleGapOf({ ...plain, slippage: impact })).toBe("the impact of an order's size");
    for (const beyond of [{ bps: 1_001 as Bps }, { spread: 10_000_001 as Money }])
      expect(
        kernelRuleGapOf({ ...plain, slippage: { ...impact, impactBps: 0 as Bps, ...beyond } }),
      ).toBe("slippage above 10% or a spread above $1,000");
    expect(kernelRuleGapOf({ ...plain, novelty: 1 } as BacktestSettings)).toBe(
      "the setting novelty",
    );
    expect(kernelMarketOf([{ ...columns, closesInSession: none }])).toBe(
      "no bars inside the session",
    );
    const split = { kind: "split", day: 1, numerator: 2, denominator: 1 } as const;
    const dear = Int32Array.from(columns.close, () => 900_000_001);
    expect(kernelMarketOf([{ ...columns, close: dear }])).toBe("prices above $90,000");
    expect(kernelMarketOf([{ ...columns, actions: [split] }])).toBe("splits and dividends");
  });

  it("takes no symbols whose bars differ in length: one's close would lie within another's bar", () => {
    const dollars = new Array<number>(10).fill(100);
    const short = daysOf("B", dollars, MINUTE_MS);

    expect(kernelMarketOf([daysOf("A", [100, 100], 5 * MINUTE_MS), short])).toBe(
      "bars of different lengths",
    );
    expect(kernelMarketOf([daysOf("A", dollars, MINUTE_MS), short])).toMatchObject({ count: 10 });
  });
});

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** Bars that open where they close, one behind the other. */
function daysOf(ticker: string, dollars: readonly number[], barMs = DAY_MS): BarColumns {
  const opensAt = Float64Array.from(dollars, (_, bar) => bar * barMs);
  const close = Float64Array.from(dollars, (each) => each * 10_000);
  return {
    ticker: ticker as Ticker,
    count: dollars.length,
    opensAt,
    closesAt: opensAt.map((at) => at + barMs),
    open: close,
    close,
    day: Int32Array.from(opensAt, (at) => Math.floor(at / DAY_MS)),
  };
}

/** Ten shares at a fall of 4%, from $10,000: a loss of $10 on each is one of 1%. */
const HALTING: PlainRules = {
  mode: "TRAILING",
  buyDrop: 400,
  buyDropMax: 400,
  sellRise: 2_000,
  takeProfit: 400,
  stopLoss: undefined,
  sharesToBuy: 10,
  sharesToSell: 10,
  maxPositionSize: 10,
  minCashReserve: 0,
  cash: 100_000_000,
  fill: "close",
  positionShare: undefined,
  dailyLoss: undefined,
  coolDownMs: 0,
  entriesPerMinute: undefined,
};

/** What the cases of a property met. */
const nothingMet = () => ({
  trades: 0,
  canceled: 0,
  unfilled: 0,
  /** Trades on accounts of several symbols. */
  shared: 0,
  fees: 0,
  /** Runs that traded otherwise than they would have without the limit. */
  halted: 0,
  paced: 0,
  reasons: new Set<string>(),
});

function tight(plain: PlainRules): PlainRules {
  return {
    ...plain,
    fill: "next-open",
    cash: 3_000_000,
    sharesToBuy: 30,
    maxPositionSize: 40,
    minCashReserve: 0,
    positionShare: undefined,
  };
}

function risky(plain: PlainRules): PlainRules {
  return {
    ...plain,
    cash: 6_000_000,
    sharesToBuy: 1_000,
    maxPositionSize: 1_000,
    minCashReserve: 0,
    positionShare: undefined,
    coolDownMs: 0,
    dailyLoss: (plain.buyDrop % 300) + 1,
  };
}

function hurried(plain: PlainRules): PlainRules {
  return {
    ...plain,
    cash: 200_000_000,
    positionShare: undefined,
    coolDownMs: 0,
    buyDrop: Math.min(plain.buyDrop, 250),
    entriesPerMinute: 1,
  };
}

function expectAlike(
  columns: readonly BarColumns[],
  settings: BacktestSettings,
  met: ReturnType<typeof nothingMet>,
  passesBlocks = true,
): void {
  const market = kernelMarketOf(columns);
  if (typeof market === "string" || kernelRuleGapOf(settings) !== undefined) return;
  const kernel = openWasmKernel(machine, [market], passesBlocks);
  const report = expectLikeEngine(kernel, market, columns, settings);
  const { trades } = report;
  met.trades += trades.length;
  met.canceled += report.canceled.length;
  met.unfilled += report.unfilled.length;
  if (1 < columns.length) met.shared += trades.length;
  met.fees += trades.filter(({ fee }) => 0 < fee).length;
  for (const { reason } of trades) met.reasons.add(reason);
  const { limits } = settings;
  const tradesWith = (other: Partial<RiskLimits>) => {
    kernel.open({ ...settings, limits: { ...limits, ...other } });
    return kernel.fills(0).length;
  };
  if (tradesWith({ dailyLossBps: 10_000 as Bps }) !== trades.length) met.halted++;
  if (tradesWith({ entriesPerMinuteMax: RISK_UNLIMITED }) !== trades.length) met.paced++;
}
