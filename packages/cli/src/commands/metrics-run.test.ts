import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { keptRunOf } from "../metrics/kept-run.ts";
import { EXAMPLE } from "../testing/backtest-files.ts";
import { documentOf, file, folder } from "../testing/metrics-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

/** What a file of equity cannot tell: what was traded on each day. */
const UNKNOWN = "turnover";

async function kept(name: string, ...argv: readonly string[]) {
  const out = join(folder, name);
  await rm(out, { recursive: true, force: true });
  const { stdout, stderr } = await sevenfold("backtest", ...argv, "--out", out, "--json");
  if (stdout === "") throw new Error(stderr);
  const [run] = await readdir(out);
  return { run: join(out, run!), own: JSON.parse(stdout) };
}

function expectAlike(found: object, own: Record<string, number | null>): void {
  for (const [name, value] of Object.entries(own)) {
    if (name === UNKNOWN) continue;
    const read = (found as Record<string, number | null>)[name];
    if (value === null) expect(read, name).toBeNull();
    else expect(read, name).toBeCloseTo(value, 6);
  }
}

/** Days of one symbol, a close each, whose prices halve or double where a split says so. */
const daysOf = (closes: readonly number[]): readonly string[] => [
  "symbol,date,open,high,low,close,volume",
  ...closes.map((close, day) => {
    const date = new Date(Date.UTC(2024, 0, 2 + day)).toISOString().slice(0, 10);
    return `ABC,${date},${close},${close},${close},${close},1000`;
  }),
];

describe("sevenfold metrics RUN", () => {
  it.each([
    ["by the rule", []],
    ["with a risk-free rate and another zone", ["--risk-free", "3%", "--tz", "Europe/Berlin"]],
    ["beside a symbol", ["--symbols", "AAA", "--benchmark", "BBB"]],
  ])("says what the run itself says, %s", async (_, flags) => {
    const { run, own } = await kept("alike", EXAMPLE, ...flags);

    const { metrics, riskFree, warnings } = await documentOf(run);

    expectAlike(metrics, own.metrics);
    expect({ riskFree, warnings }).toEqual({ riskFree: own.riskFree, warnings: [] });
  });

  it("knows what is open after a split that made the shares fewer", async () => {
    const closes = [100, 94, 95, 190, 190, 210, 210, 205, 205, 195, 194];
    const bars = await file("reverse.csv", daysOf(closes));
    const actions = await file("reverse-actions.csv", ["date,symbol,split", "2024-01-05,ABC,1:2"]);
    const flags = ["--actions", actions, "--shares-to-sell", "5"];
    const { run, own } = await kept("reverse", bars, ...flags);

    const { metrics } = await documentOf(run);

    expect(
      own.trades.map(({ side, shares }: { side: string; shares: number }) => [side, shares]),
    ).toEqual([
      ["buy", 10],
      ["sell", 5],
      ["buy", 10],
    ]);
    expectAlike(metrics, own.metrics);
  });

  it("takes what is given on the command line in the place of what was kept", async () => {
    const { run, own } = await kept("given", EXAMPLE, "--risk-free", "3%");
    const closes = own.equityCurve.map(({ time }: { time: string }, day: number) =>
      [time.slice(0, 10), 53 - (day % 7)].join(","),
    );
    const index = await file("index.csv", ["date,close", "2024-01-01,50", ...closes]);

    const { metrics, riskFree, warnings } = await documentOf(
      run,
      ...["--risk-free", "0", "--benchmark", index, "--dialect", "quantstats"],
    );

    const plain = await kept("plain", EXAMPLE, "--benchmark", index);
    expect({ riskFree, warnings }).toEqual({ riskFree: 0, warnings: [] });
    expect(metrics.beta).toBeCloseTo(plain.own.metrics.beta, 9);
    expect(metrics.kelly).not.toBeCloseTo(own.metrics.kelly, 3);
  });

  it("finds a run by its name, and the latest, as every command does", async () => {
    const { run } = await kept("runs", EXAMPLE);
    const runs = join(folder, "runs");

    for (const word of [basename(run), "latest"])
      expect((await keptRunOf(word, runs))?.equity, word).toBe(join(run, "equity.csv"));
    expect(await keptRunOf("another", runs)).toBeUndefined();
    expect((await sevenfold("metrics", run)).stdout).toMatch(
      /^\$100,000\.00 on 2024-01-02 became /,
    );
  });

  it("measures a walk by its equity", async () => {
    const out = join(folder, "walk");
    await sevenfold("walk-forward", EXAMPLE, "--set", "buyDropPct=2,4", "--out", out);
    const [walk] = (await readdir(out)).filter((name) => /^\d/.test(name));

    const { metrics } = await documentOf(join(out, walk!));

    expect(metrics.days).toBeGreaterThan(20);
    expect(metrics.winRate).toBeNull();
  });

  it("says of a folder that is no run, or keeps no equity, what to name", async () => {
    const empty = join(folder, "no-run");
    const sweep = join(folder, "swept");
    await mkdir(empty, { recursive: true });
    await sevenfold(
      "sweep",
      EXAMPLE,
      "--set",
      "buyDropPct=2,4",
      "--out",
      sweep,
      "--ledger",
      join(folder, "l"),
    );
    const [swept] = (await readdir(sweep)).filter((name) => /^\d/.test(name));

    expect(await sevenfold("metrics", empty)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/there is no run .*no-run; give the folder of one/),
    });
    expect(await sevenfold("metrics", join(sweep, swept!))).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/holds a sweep, which keeps no equity: name a backtest/),
    });
    expect(await sevenfold("metrics", join(folder, "none.csv"))).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/cannot read .*none\.csv: there is no such file/),
    });
  });

  it("names the file of a run that was written over", async () => {
    const { run } = await kept("damaged", EXAMPLE);
    await writeFile(join(run, "equity.csv"), "time,equity\nsoon,1\n");

    expect(await sevenfold("metrics", run)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/equity\.csv:2: the date "soon"/),
    });
  });
});
