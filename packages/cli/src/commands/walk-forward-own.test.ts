import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE } from "../testing/backtest-files.ts";
import { ODD_DAYS } from "../testing/own-strategies.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

/** Fifty shares of each symbol while its fast average is above its slow one. */
const FIFTY = `
export const strategy = {
  parameters: {
    fast: { default: 4, min: 2, max: 6, step: 2 },
    slow: { default: 12, min: 8, max: 16, step: 4 },
  },
  forEachSymbol({ parameters, indicators }) {
    const fast = indicators.sma(parameters.fast);
    const slow = indicators.sma(parameters.slow);
    return (bar) => {
      const now = fast.next(bar.close);
      const then = slow.next(bar.close);
      return now === undefined || then === undefined ? undefined : { shares: then < now ? 50 : 0 };
    };
  },
};
`;

let folder = "";
let fifty = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sevenfold-own-walk-"));
  fifty = join(folder, "fifty.js");
  writeFileSync(fifty, FIFTY);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FREE = ["--commission", "none", "--slippage", "none", "--limits", "none"];

async function walked(...flags: readonly string[]) {
  const ledger = ["--ledger", join(folder, "trials.jsonl")];
  const { stdout, stderr } = await sevenfold(
    ...["walk-forward", EXAMPLE, ...ledger, "--json", ...flags],
  );
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

describe("sevenfold walk-forward --strategy", () => {
  it.each([
    ["rolling", []],
    ["anchored", ["--anchored"]],
  ])("chooses and trades as a plain program does, %s", async (kind, flags) => {
    const plan = { train: 100, test: 50, purge: 5, isAnchored: kind === "anchored" };

    const document = await walked(
      ...["--strategy", fifty, "--train", "100", "--test", "50", ...FREE, ...flags],
    );

    expect(document.configurations).toBe(9);
    const steps = plainWalk(barsByDay(), plan);
    expect(steps.length).toBe(3);
    expect(document.steps).toMatchObject(steps.map(({ values, trades }) => ({ values, trades })));
    for (const [at, step] of steps.entries()) {
      expect(document.steps[at].outOfSampleReturn).toBeCloseTo(step.growth, 12);
      expect(document.steps[at].sharpe).toBeCloseTo(step.sharpe * Math.sqrt(252), 9);
    }
    expect(Math.min(...steps.map(({ trades }) => trades))).toBeGreaterThan(2);
  });

  it("judges signals on each step's days, as they are", async () => {
    const odd = join(folder, "odd.js");
    const signals = join(folder, "weights.csv");
    writeFileSync(odd, ODD_DAYS);
    const days = barsByDay().map(({ day }) => day);
    const rows = days.flatMap((day) =>
      ["AAA", "BBB"].map(
        (symbol) => `${day},${symbol},${Number(day.slice(8)) % 2 === 1 ? 0.1 : 0}`,
      ),
    );
    writeFileSync(signals, ["date,symbol,weight", ...rows, ""].join("\n"));

    const byStrategy = await walked("--strategy", odd, "--windows", "2");
    const bySignals = await walked("--signals", signals, "--windows", "2");

    expect(bySignals.configurations).toBe(1);
    expect(bySignals.steps).toEqual(byStrategy.steps);
    expect(bySignals.steps[1].trades).toBeGreaterThan(5);
    expect(bySignals.verdict).toEqual(byStrategy.verdict);
  });
});

interface Day {
  readonly day: string;
  readonly open: readonly number[];
  readonly close: readonly number[];
}

/** Both symbols' prices of each day. */
function barsByDay(): readonly Day[] {
  const days = new Map<string, { day: string; open: number[]; close: number[] }>();
  for (const line of readFileSync(EXAMPLE, "utf8").trim().split("\n").slice(1)) {
    const [, day = "", open, , , close] = line.split(",");
    const known = days.get(day) ?? { day, open: [], close: [] };
    known.open.push(Number(open));
    known.close.push(Number(close));
    days.set(day, known);
  }
  return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** The walk from its description: choose by the best Sharpe ratio, trade it on the days after. */
function plainWalk(
  days: readonly Day[],
  plan: { train: number; test: number; purge: number; isAnchored: boolean },
) {
  const steps = [];
  const first = plan.train + plan.purge;
  for (let from = first; from + plan.test / 2 <= days.length; from += plan.test) {
    const training = days.slice(plan.isAnchored ? 0 : from - first, from - plan.purge);
    const tried = [2, 4, 6].flatMap((fast) =>
      [8, 12, 16].map((slow) => ({ values: { fast, slow }, ...plainRun(training, fast, slow) })),
    );
    const best = tried.reduce((most, each) => (most.sharpe < each.sharpe ? each : most));
    const { fast, slow } = best.values;
    const after = plainRun(days.slice(from, from + plan.test), fast, slow);
    steps.push({
      values: best.values,
      sharpe: best.sharpe,
      growth: after.growth,
      trades: after.trades,
    });
  }
  return steps;
}

function plainRun(days: readonly Day[], fast: number, slow: number) {
  let [cash, trades] = [100_000, 0];
  const held = [0, 0];
  const wanted = [0, 0];
  const equity: number[] = [];
  days.forEach(({ open, close }, today) => {
    for (const symbol of [0, 1]) {
      const shares = wanted[symbol]! - held[symbol]!;
      if (shares !== 0) trades += 1;
      cash -= shares * open[symbol]!;
      held[symbol] = wanted[symbol]!;
      const mean = (count: number) =>
        days.slice(today + 1 - count, today + 1).reduce((sum, day) => sum + day.close[symbol]!, 0) /
        count;
      if (slow <= today + 1) wanted[symbol] = mean(slow) < mean(fast) ? 50 : 0;
    }
    equity.push(cash + held[0]! * close[0]! + held[1]! * close[1]!);
  });
  const returns = equity.map((worth, day) => worth / (equity[day - 1] ?? 100_000) - 1);
  const middle = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const squares = returns.reduce((sum, each) => sum + (each - middle) ** 2, 0);
  return {
    trades,
    growth: equity.at(-1)! / 100_000 - 1,
    sharpe: middle / Math.sqrt(squares / (returns.length - 1)),
  };
}
