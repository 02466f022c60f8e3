import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import { openBlockJournal } from "@sevenfold/application/research/backtest/block-journal";
import { followStrategy } from "@sevenfold/application/research/own-strategy/follow-strategy";
import { openKeptAnswers } from "@sevenfold/application/research/own-strategy/kept-answers";
import type { Strategy } from "@sevenfold/application/research/own-strategy/strategy-interface";
import type { Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { RISK_LIMITS_NONE, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tradeOwn } from "./own-trader.ts";
import { strategyCodeOf } from "./strategy-code.ts";

const DAY_MS = 86_400_000;
const BARS_A_DAY = 9;

/** Closes repeat often, and some lie outside the session. */
function columnsOf(symbol: string, moves: readonly number[], hasSession: boolean): BarColumns {
  let close = 10_000;
  const bars = moves.map((move, n) => {
    close = Math.max(1_000, close + move * 10);
    return {
      at: (19_724 + Math.floor(n / BARS_A_DAY)) * DAY_MS + (n % BARS_A_DAY) * 60_000,
      close,
    };
  });
  const inside = bars.map((_, n) => (n % BARS_A_DAY === 0 || n % BARS_A_DAY === 8 ? 0 : 1));
  return {
    ticker: symbol as Ticker,
    count: bars.length,
    opensAt: Float64Array.from(bars, ({ at }) => at),
    closesAt: Float64Array.from(bars, ({ at }) => at + 60_000),
    open: Float64Array.from(bars, (bar) => bar.close * 100),
    close: Float64Array.from(bars, (bar) => bar.close * 100),
    day: Int32Array.from(bars, (_, n) => 19_724 + Math.floor(n / BARS_A_DAY)),
    ...(hasSession && {
      opensInSession: Uint8Array.from(inside),
      closesInSession: Uint8Array.from(inside),
    }),
  };
}

const settingsOf = (parameters: Readonly<Record<string, number>>): BacktestSettings => ({
  strategy: { ...STRATEGY_DEFAULTS, maxPositionSize: shares(1_000_000_000) },
  limits: RISK_LIMITS_NONE,
  cash: money(1_000_000_000),
  fill: "next-open",
  own: { name: "", sha256: "", parameters },
});

/** Feeds its indicators a symbol's closes, and now and then nothing, twice, or something else. */
const FED = `
  const feed = (parameters, indicators) => {
    const made = {};
    const of = (name, bars) => (made[name + bars] ??= indicators[name](bars));
    let seen = 0;
    return ({ close }) => {
      seen += 1;
      const mood = parameters.every === 0 ? -1 : seen % parameters.every;
      if (mood === 1 && parameters.skips === 1) return 0;
      const value = mood === 2 && parameters.strays === 1 ? close * 2 : close;
      let sum = 0;
      for (const name of ["sma", "ema", "rsi", "zScore"]) {
        if (mood === 3 && parameters.twice === 1) of(name, parameters.bars).next(value);
        sum += of(name, parameters.bars).next(value) ?? 0;
        sum += of(name, parameters.bars + 2).next(close) ?? 0;
      }
      return Math.round(sum * 1e6);
    };
  };`;

const WAYS = {
  forEachSymbol: `${FED}
export const strategy = { forEachSymbol({ parameters, indicators }) {
  const figure = feed(parameters, indicators);
  return (bar) => {
    const found = figure(bar);
    return found % 7 === 0 ? { shares: found % 50 } : undefined;
  };
} };`,
  forAllSymbols: `${FED}
export const strategy = { forAllSymbols({ parameters, indicators, symbols }) {
  const figures = new Map(symbols.map((symbol) => [symbol, feed(parameters, indicators)]));
  return (bars) => {
    const targets = {};
    for (const bar of bars) {
      const found = figures.get(bar.symbol)(bar);
      if (found % 7 === 0) targets[bar.symbol] = { shares: found % 50 };
    }
    return targets;
  };
} };`,
  forEvents: `${FED}
export const strategy = { forEvents({ parameters, indicators, symbols, trading }) {
  const figures = new Map(symbols.map((symbol) => [symbol, feed(parameters, indicators)]));
  return { onBar(bar) {
    const found = figures.get(bar.symbol)(bar);
    const { symbol, close } = bar;
    if (found % 7 === 0) trading.submit({ symbol, side: "buy", shares: 1 + (found % 50) });
    if (found % 11 === 0) trading.close(symbol);
    if (found % 13 === 0) trading.wakeAt(symbol, { below: close - 0.5, above: close + (trading.now % 7) / 10 });
    if (found % 17 === 0 && trading.equity % 2 < 1) trading.submit({ symbol, side: "buy", shares: 3 });
  } };
} };`,
  "forEachSymbol that waits": `
export const strategy = { forEachSymbol({ parameters, lines, wakeAt }) {
  const pair = [lines.sma(parameters.bars), lines.ema(parameters.bars + 2)];
  const strength = lines.rsi(parameters.bars);
  return ({ close }) => {
    const [one, other] = pair.map(({ now }) => now);
    const mood = Math.round(close * 100) % 5;
    if (mood !== 0) wakeAt(mood === 1 ? { crossing: [strength, 50], below: close - 0.5 } : { crossing: pair });
    return one === undefined || other === undefined ? undefined : { shares: other < one ? 20 : mood };
  };
} };`,
  "forEvents that waits": `
export const strategy = { forEvents({ parameters, symbols, linesOf, trading }) {
  const pairs = new Map(symbols.map((symbol) => {
    const lines = linesOf(symbol);
    return [symbol, [lines.close, lines.sma(parameters.bars + 1)]];
  }));
  return { onBar({ symbol }) {
    const pair = pairs.get(symbol);
    trading.wakeAt(symbol, { crossing: pair });
    if (pair[1].now < pair[0].now) trading.submit({ symbol, side: "buy", shares: 5 });
    else trading.close(symbol);
  } };
} };`,
};

/** The same text where nothing stands between it and the engine. */
function plainly(text: string, columns: readonly BarColumns[], settings: BacktestSettings) {
  const body = text.replace("export const strategy =", "return");
  const strategy = new Function(body)() as Strategy;
  const parameters = settings.own?.parameters ?? {};
  const asked = { at: 0, symbols: [] };
  const own = { columns, settings, strategy, parameters, asked };
  const following = followStrategy(own, openBlockJournal(columns.length));
  while (following.advance(7));
  return following.report();
}

describe("a strategy behind its wall", () => {
  it.each(Object.entries(WAYS))(
    "trades as it does without one, whatever it feeds its indicators: %s",
    async (_, text) => {
      const code = await strategyCodeOf("fed.js", text);
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 30, maxLength: 150 }),
          fc.integer({ min: 1, max: 3 }),
          fc.boolean(),
          fc.record({
            every: fc.integer({ min: 0, max: 40 }),
            bars: fc.integer({ min: 1, max: 6 }),
            skips: fc.integer({ min: 0, max: 1 }),
            strays: fc.integer({ min: 0, max: 1 }),
            twice: fc.integer({ min: 0, max: 1 }),
          }),
          fc.constantFrom(0, 4_000, 2 ** 20),
          (moves, symbols, hasSession, parameters, bytes) => {
            const columns = ["CCC", "AAA", "BBB"].slice(0, symbols).map((symbol, n) =>
              columnsOf(
                symbol,
                moves.map((move) => move * (n + 1)),
                hasSession,
              ),
            );
            const kept = openKeptAnswers(bytes);
            const trader = { kind: "strategy", code, limitMs: 60_000 } as const;
            for (const bars of [parameters.bars, parameters.bars + 1, parameters.bars]) {
              const settings = settingsOf({ ...parameters, bars });
              expect(tradeOwn(trader, { columns, settings, kept })).toEqual(
                plainly(text, columns, settings),
              );
            }
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  it("is handed lines that lead to nothing of the engine's", async () => {
    const text = `export const strategy = { forEachSymbol({ lines }) {
      const found = [];
      for (let from = lines.sma(2); from !== null; from = Object.getPrototypeOf(from))
        found.push(...Object.getOwnPropertyNames(from));
      found.push(...Object.getOwnPropertyNames(lines.close.constructor));
      throw new Error(found.filter((name) => !(name in Object.prototype)).join());
    } };`;
    const code = await strategyCodeOf("led.js", text);
    const columns = [columnsOf("AAA", [1, 2, 3], false)];
    expect(() =>
      tradeOwn({ kind: "strategy", code, limitMs: 60_000 }, { columns, settings: settingsOf({}) }),
    ).toThrow("it throws: now,length,name,prototype");
  });

  it.each([
    ["what its file keeps", "let runs = 0;", "runs += 1;"],
    ["a name of all", "", "globalThis.runs = (globalThis.runs ?? 0) + 1;"],
    ["a method", "", "const before = Math.sign; Math.sign = (x) => before(x) + 1;"],
    ["a prototype", "", "Array.prototype.runs = ([].runs ?? 0) + 1;"],
    ["another prototype", "", "Object.setPrototypeOf(Math, { runs: (Math.runs ?? 0) + 1 });"],
    [
      "a getter",
      "",
      "const { input } = RegExp; Object.defineProperty(RegExp, 'input', { get: () => input + 'x', configurable: true });",
    ],
    ["the last match", "", "/x+/.exec('x'.repeat(RegExp.lastMatch.length + 1));"],
    [
      "its bar",
      "",
      "const { constructor } = bar; try { constructor.runs = (constructor.runs ?? 0) + 1; } catch {}",
    ],
  ])("begins anew in each run, whatever it left behind: %s", async (_, kept, leaves) => {
    const text = `${kept}
export const strategy = { forEachSymbol() {
        let isFirst = true;
        return (bar) => {
          if (!isFirst) return undefined;
          isFirst = false;
          ${leaves}
          return { shares: 1 + ${kept === "" ? "" : "runs +"} (globalThis.runs ?? 0) + Math.sign(1) + ([].runs ?? 0)
            + (Math.runs ?? 0) + RegExp.input.length + RegExp.lastMatch.length + (bar.constructor.runs ?? 0) };
        };
      } };`;
    const code = await strategyCodeOf("kept.js", text);
    const columns = [columnsOf("AAA", [1, 2, 3, 4, 5, 6, 7, 8], false)];
    const run = () =>
      tradeOwn({ kind: "strategy", code, limitMs: 60_000 }, { columns, settings: settingsOf({}) });
    const first = run();
    expect(first.trades).toHaveLength(1);
    for (let n = 0; n < 3; n += 1) expect(run().trades).toEqual(first.trades);
  });
});
