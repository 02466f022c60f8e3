import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { worldBars } from "@sevenfold/application/testing/verdict/verdict-worlds";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SweepDocument } from "../report/sweep-document.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const AXES = ["--set", "buyDropPct=2,4,8", "--set", "sellRisePct=2,4,8"];
const WHOLE = ["--limits", "none", "--shares-to-buy", "900", "--shares-to-sell", "900"];
const SIZE = ["--max-position-size", "900", "--no-run-folder"];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sevenfold-judged-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the verdict of a sweep", () => {
  it("does not move when the sweep is repeated, or padded with an axis that changes nothing", async () => {
    const path = barsFile({});

    const first = await judged(path, ...AXES);
    const padded = await judged(path, ...AXES, "--set", "minCashReserve=1..6:1");
    const again = await judged(path, ...AXES);

    for (const other of [padded, again]) {
      expect(other.best.luckySharpe).toBe(first.best.luckySharpe);
      expect(other.best.deflatedSharpe).toBe(first.best.deflatedSharpe);
      expect(other.realityCheck).toMatchObject({ chanceOfAll: first.realityCheck?.chanceOfAll });
      expect(other.ledger.kinds).toBe(first.ledger.kinds);
    }
    expect(first.ledger.configurations).toBe(9);
    expect(again.ledger.configurations).toBe(9 + 54);
  });

  it("grows stricter with every sweep of another kind on the same bars", async () => {
    const path = barsFile({});

    const first = await judged(path, "--set", "buyDropPct=2,4");
    const more = await judged(path, "--set", "buyDropPct=12,20");
    const again = await judged(path, "--set", "buyDropPct=2,4");

    expect(more.ledger.kinds).toBeGreaterThan(first.ledger.kinds);
    expect(again.best.luckySharpe).toBeGreaterThan(first.best.luckySharpe);
  });

  it("says its costs, the headline before and after them, and where they would end the skill", async () => {
    const path = barsFile({ swing: { deviation: 0.06, halfLife: 4 } });

    const document = await judged(path, ...AXES);
    const dear = await judged(path, ...AXES, "--slippage", "bps=900", "--commission", "none");
    const free = await judged(path, ...AXES, "--slippage", "none", "--commission", "none");
    const { stdout } = await sevenfold(
      ...["sweep", path, ...AXES, ...WHOLE, ...SIZE, "--ledger", join(folder, "table.jsonl")],
    );

    const { costs, verdict } = document;
    expect(verdict.sentence).toMatch(
      /^HOLDS UP: .* at costs of half a spread of 2 bps and the regulatory fees of a US stock order, .*weakest point: /,
    );
    expect(costs.returnAfter).toBeLessThan(costs.returnBefore);
    expect(costs.breakEvenBps).toBeGreaterThan(1);
    expect(costs.breakEvenBps).toBeLessThan(900);
    expect(dear.verdict.label).toBe("noise");
    expect(free.verdict.doubts).toEqual(["free-of-costs"]);
    expect(stdout).toMatch(/^Break-even cost +\d+ bps/m);
    expect(stdout).toMatch(/^Before costs +\d+\.\d\d +had trading been free/m);
  });

  it("is not what a backtest gives, which says in its first line that it was free of costs", async () => {
    const path = barsFile({});

    const free = await sevenfold("backtest", path, "--no-run-folder");
    const paid = await sevenfold("backtest", path, "--no-run-folder", "--slippage", "bps=1");

    expect(free.stdout.split("\n")[0]).toMatch(/, free of costs$/);
    expect(paid.stdout.split("\n")[0]).toMatch(/, after slippage$/);
  });
});

async function judged(path: string, ...flags: readonly string[]): Promise<SweepDocument> {
  const { stdout, stderr } = await sevenfold("sweep", path, ...WHOLE, ...SIZE, ...flags, "--json");
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

/** Eight years of days, with an edge or without. */
function barsFile(edge: Partial<Parameters<typeof worldBars>[0][number]>): string {
  const symbol = { drift: 0.05, volatility: 0.2, common: 0, ...edge };
  const [bars] = worldBars([symbol], { seed: 5, days: 2_016 });
  const rows = Array.from(bars!.day, (day, n) => {
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
    const [open, close] = [bars!.open[n]! / 10_000, bars!.close[n]! / 10_000];
    return [date, open, Math.max(open, close), Math.min(open, close), close].join(",");
  });
  const path = join(folder, "walk.csv");
  writeFileSync(path, `date,open,high,low,close\n${rows.join("\n")}\n`);
  return path;
}
