import { readFile } from "node:fs/promises";
import { inRoot } from "../workspace.mjs";
import { middle, processorTimeOf } from "./take-turns.mjs";
import { verdict } from "./verdict.mjs";
import { columnsOf, MINUTES, settingsOf, worldOf } from "./worlds.mjs";

const built = (path) => import(inRoot("packages", path));
/** So long the compiler is at work. */
const WARM_UP = 12;
const ROUNDS = 9;

/**
 * Strategies of one's own on a million minutes of one symbol, behind the wall that the command line
 * puts around them. Each is held to the same run asked close by close, fill for fill; the rule written
 * as a strategy of events to the built-in one. Answers whether all were equal.
 */
export async function ownStrategies() {
  const { strategyCodeOf } = await built("cli/dist/strategy/strategy-code.js");
  const { SKELETON } = await built("cli/dist/strategy/strategy-skeleton.js");
  const { tradeOwn } = await built("cli/dist/strategy/own-trader.js");
  const own = (file) => built(`application/dist/research/own-strategy/${file}.js`);
  const { followWishes } = await own("follow-wishes");
  const { signalSource } = await own("signal-source");
  const { strategySource } = await own("strategy-source");
  const { openBlockJournal } = await built("application/dist/research/backtest/block-journal.js");
  const { openStrategy } = await built("cli/dist/strategy/read-strategy.js");
  const { runBacktest } = await built("application/dist/research/backtest/run-backtest.js");
  const rules = await built("domain/dist/strategy.js");

  const columns = columnsOf(worldOf(MINUTES));
  const rule = settingsOf({ fall: 400, rise: 400 }, rules);
  const free = { ...rule, strategy: { ...rule.strategy, maxPositionSize: 1e9 } };
  const setTo = (parameters) => ({ ...free, own: { name: "", sha256: "", parameters } });
  const codeOf = async (text) => ({
    kind: "strategy",
    code: await strategyCodeOf("bench.ts", text),
    limitMs: 60_000,
  });
  const crossOver = await codeOf(SKELETON);
  const inShares = await codeOf(
    SKELETON.replace("share: isAbove ? parameters.share! : 0", "shares: isAbove ? 100 : 0"),
  );
  const asEvents = await codeOf(CROSS_OVER_EVENTS);
  const waiting = await codeOf(WAITING_EVENTS);
  const example = inRoot("packages", "cli/examples/four-percent.ts");
  const fourPercent = await codeOf(await readFile(example, "utf8"));
  const slowly = (source, settings) => {
    const asked = { ...source, quiet: (_run, _wishes, from) => from };
    const following = followWishes({ columns, settings, source: asked }, openBlockJournal(1));
    following.advance(Number.POSITIVE_INFINITY);
    return following.report();
  };
  const perBar = ({ code }, parameters) =>
    slowly(
      strategySource(openStrategy(code, 60_000), parameters, { at: 0, symbols: [] }),
      setTo(parameters),
    );
  const weekly = { fast: 390, slow: 1_950, share: 0.1 };
  const hourly = { fast: 20, slow: 50, share: 0.1 };
  const signals = [signalsOf(columns[0])];
  const bySymbol = { [columns[0].ticker]: signals[0] };
  const rows = [
    row("A function per bar: averages of 390 and 1,950 minutes", 20, {
      ours: () => tradeOwn(crossOver, { columns, settings: setTo(weekly) }),
      same: () => perBar(crossOver, weekly),
    }),
    row("  the same of 20 and 50 minutes", undefined, {
      ours: () => tradeOwn(crossOver, { columns, settings: setTo(hourly) }),
      same: () => perBar(crossOver, hourly),
    }),
    row("Signals, one every 500 minutes", 50, {
      ours: () => tradeOwn({ kind: "signals", bySymbol }, { columns, settings: free }),
      same: () => slowly(signalSource(columns, signals), free),
    }),
    row("A strategy of events: averages of 390 and 1,950 minutes", 20, {
      ours: () => tradeOwn(asEvents, { columns, settings: setTo(weekly) }),
      same: () => perBar(inShares, weekly),
    }),
    row("  the same, which waits for its averages to cross", 20, {
      ours: () => tradeOwn(waiting, { columns, settings: setTo(weekly) }),
      same: () => perBar(inShares, weekly),
    }),
    row("The 4% rule as a strategy of events", undefined, {
      ours: () => tradeOwn(fourPercent, { columns, settings: setTo(RULE) }),
      same: () => runBacktest(columns, rule),
    }),
    row("  built in, by the full engine", undefined, {
      ours: () => runBacktest(columns, rule),
      same: () => runBacktest(columns, rule),
    }),
  ];
  console.log("\nStrategies of one's own, 1,000,000 minutes of one symbol, on one core");
  return rows.map((measure) => measure(columns[0].count)).every(Boolean);
}

const RULE = { drop: 4, rise: 4, stop: 0, shares: 10 };

const fillsIn = ({ trades, equityCurve }) =>
  JSON.stringify([
    trades.map(({ at, side, price, quantity }) => [at, side, price, quantity]),
    equityCurve,
  ]);

const row =
  (title, goal, { ours, same }) =>
  (bars) => {
    const isEqual = fillsIn(ours()) === fillsIn(same());
    const speeds = [];
    let trades = 0;
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const spent = processorTimeOf(() => {
        trades = ours().trades.length;
      });
      if (WARM_UP <= round) speeds.push(bars / spent / 1_000);
    }
    const usual = middle(speeds);
    const goalWords = goal === undefined ? "" : verdict(goal <= usual, `${goal} M bars/s`);
    console.log(
      `  ${title.padEnd(56)} ${usual.toFixed(1).padStart(6)} M bars/s, ${Math.max(...speeds).toFixed(1)} at best; ` +
        `${trades} trades, ${isEqual ? "equal" : "RESULTS DIFFER"}  ${goalWords}`,
    );
    return isEqual;
  };

const signalsOf = ({ closesAt, count }) =>
  Array.from({ length: Math.floor(count / 500) }, (_, n) => ({
    time: { kind: "instant", ms: closesAt[n * 500] - 1 },
    share: n % 2 === 0 ? 0.1 : 0,
  }));

/** The cross-over once more, which sends orders of its own. */
export const CROSS_OVER_EVENTS = `
export const strategy = {
  parameters: { fast: { default: 390, min: 1, max: 9999 }, slow: { default: 1950, min: 1, max: 9999 } },
  forEvents({ parameters, indicators, trading }) {
    const fast = indicators.sma(parameters.fast);
    const slow = indicators.sma(parameters.slow);
    let wasAbove;
    return {
      onBar(bar) {
        const one = fast.next(bar.close);
        const other = slow.next(bar.close);
        if (one === undefined || other === undefined) return;
        const isAbove = other < one;
        if (isAbove === wasAbove) return;
        wasAbove = isAbove;
        if (!isAbove) trading.close(bar.symbol);
        else trading.submit({ symbol: bar.symbol, side: "buy", shares: 100 });
      },
    };
  },
};
`;

/** And once more, asked only where they cross. */
const WAITING_EVENTS = `
export const strategy = {
  parameters: { fast: { default: 390, min: 1, max: 9999 }, slow: { default: 1950, min: 1, max: 9999 } },
  forEvents({ parameters, symbols: [symbol], linesOf, trading }) {
    const lines = linesOf(symbol);
    const fast = lines.sma(parameters.fast);
    const slow = lines.sma(parameters.slow);
    let wasAbove;
    return {
      onBar() {
        trading.wakeAt(symbol, { crossing: [fast, slow] });
        if (fast.now === undefined || slow.now === undefined) return;
        const isAbove = slow.now < fast.now;
        if (isAbove === wasAbove) return;
        wasAbove = isAbove;
        if (!isAbove) trading.close(symbol);
        else trading.submit({ symbol, side: "buy", shares: 100 });
      },
    };
  },
};
`;
