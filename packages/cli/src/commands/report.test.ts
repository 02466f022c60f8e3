import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/two-stocks-2024.csv", import.meta.url));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-report-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a backtest that is kept under the name, and answers the path of its folder. */
async function kept(name: string, ...flags: readonly string[]): Promise<string> {
  const out = join(folder, name);
  const { exitCode, stderr } = await sevenfold("backtest", EXAMPLE, "--out", out, ...flags);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  const [run] = await readdir(out);
  return join(out, run!);
}

describe("the report of a backtest", () => {
  it("says how trades went, and shows years and rolling numbers beside the benchmark", async () => {
    const run = await kept("beside", "--symbols", "AAA", "--benchmark", "BBB");
    const html = await readFile(join(run, "report.html"), "utf8");
    const [heading, ...rows] = (await readFile(join(run, "trades.csv"), "utf8")).trim().split("\n");
    const places = ["mae", "mfe", "heldSince"].map((name) => heading!.split(",").indexOf(name));

    expect([...html.matchAll(/<section id="([a-z]+)"/g)].map(([, id]) => id)).toEqual(
      expect.arrayContaining(["benchmark", "years", "excursions", "rolling", "drawdowns"]),
    );
    expect(html).toContain("Beside BBB");
    expect(html).toContain("Beta to BBB");
    expect(html).toContain('aria-label="Return of each year beside BBB: the best 2024');
    // Every sale tells it, no purchase does.
    for (const row of rows) {
      const cells = row.split(",");
      const isSale = cells[1] === "sell";
      for (const place of places) expect(cells[place] !== "", row).toBe(isSale);
      if (isSale) expect(Number(cells[places[0]!])).toBeLessThanOrEqual(0);
    }
    // Made again from what the folder keeps, it is the same.
    const again = await sevenfold("report", run, "--out", "-");
    expect(again.stdout).toBe(html);
  });
});

describe("a kept backtest", () => {
  it("is a folder with the settings, every list, the numbers and the report", async () => {
    const run = await kept("whole", "--mode", "hybrid", "--stop", "off", "--name", "My first");

    expect(run).toMatch(/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-my-first$/);
    expect((await readdir(run)).toSorted()).toEqual([
      "candles.csv",
      "config.json",
      "decisions.jsonl",
      "equity.csv",
      "metrics.json",
      "report.html",
      "trades.csv",
    ]);
    expect(JSON.parse(await readFile(join(run, "config.json"), "utf8"))).toMatchObject({
      command: "backtest",
      bars: [EXAMPLE],
      flags: { mode: "hybrid", stop: "off" },
      inputs: [{ path: EXAMPLE, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      settings: { mode: "hybrid", stop: "off", buyDropMax: 0.05 },
    });
  });

  it("says of every order why it was wanted and what became of it", async () => {
    const run = await kept("decisions");
    const text = await readFile(join(run, "decisions.jsonl"), "utf8");
    const decisions = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const trades = (await readFile(join(run, "trades.csv"), "utf8")).trimEnd().split("\n");

    expect(decisions.filter(({ outcome }) => outcome === "filled")).toHaveLength(trades.length - 1);
    expect(decisions[0]).toMatchObject({ side: "buy", reason: "trail-drop", outcome: "filled" });
    expect(decisions[0].why).toMatch(
      /^Bought because \$[\d.,]+ is [\d.]+% below the high of \$[\d.,]+ \(trigger \$[\d.,]+\)\.$/,
    );
    expect(decisions.map(({ at }) => at)).toEqual(decisions.map(({ at }) => at).toSorted());
  });

  it("says of every trade that was due and blocked which gate it was, and adds them up", async () => {
    const run = await kept("blocked", "--mode", "hybrid", "--cash", "1100");
    const text = await readFile(join(run, "decisions.jsonl"), "utf8");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const blocked = lines.filter(({ verdict }) => verdict === "blocked");
    const summary = JSON.parse(await readFile(join(run, "metrics.json"), "utf8")).blocked;
    const markdown = await sevenfold("report", run, "--format", "md");
    const html = await readFile(join(run, "report.html"), "utf8");

    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted());
    expect(blocked.find(({ gate }) => gate === "below-band")).toMatchObject({
      symbol: expect.stringMatching(/^(AAA|BBB)$/),
      side: "buy",
      reason: "trail-drop",
      why: expect.stringMatching(/^The price of \$[\d.]+ is below the entry band/),
    });
    const poor = blocked.find(({ gate }) => gate === "cash-reserve");
    expect(poor.why).toMatch(/, but no share fits the cash above the reserve\.$/);
    expect(poor.price).toBeLessThanOrEqual(poor.trigger);
    expect(poor.trigger).toBeLessThan(poor.reference);

    expect(summary).toMatchObject({ listed: blocked.length, leftOut: 0 });
    for (const { gate, side, times } of summary.byGate)
      expect(blocked.filter((line) => line.gate === gate && line.side === side)).toHaveLength(
        times,
      );
    expect(markdown.stdout).toMatch(/## Blocked by gate\n\n\| Blocked \| Times \| Prices \|/);
    expect(html).toContain("Entry: below the entry band");
  });

  it("has the numbers that its own equity and trades come to", async () => {
    const run = await kept("numbers");
    const { metrics } = JSON.parse(await readFile(join(run, "metrics.json"), "utf8"));
    const { stdout } = await sevenfold(
      "metrics",
      join(run, "equity.csv"),
      "--trades",
      join(run, "trades.csv"),
      "--json",
    );
    const measured = JSON.parse(stdout).metrics;

    for (const name of ["totalReturn", "sharpe", "maxDrawdown", "winRate", "sqn", "days"])
      expect(measured[name]).toBeCloseTo(metrics[name], 12);
  });

  it("is not made where none is wanted", async () => {
    const out = join(folder, "none");
    await sevenfold("backtest", EXAMPLE, "--out", out, "--no-run-folder");

    await expect(readdir(out)).rejects.toThrow("ENOENT");
  });

  it("ends with 2 and one line where it cannot be kept", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "");

    const { exitCode, stdout, stderr } = await sevenfold("backtest", EXAMPLE, "--out", file);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^sevenfold: cannot keep the run in .*a-file: .*--out/);
  });
});

describe("a kept sweep", () => {
  const axes = ["--set", "buyDropPct=2..6:2", "--set", "sellRisePct=2,4"];

  it("is a folder with every trial, whose report can be made again", async () => {
    const out = join(folder, "sweep");
    const ledger = join(folder, "trials.jsonl");
    await sevenfold(
      "sweep",
      EXAMPLE,
      "--symbols",
      "AAA",
      ...axes,
      "--out",
      out,
      "--ledger",
      ledger,
    );
    const [name] = await readdir(out);
    const run = join(out, name!);
    const first = await readFile(join(run, "report.html"), "utf8");
    const trials = (await readFile(join(run, "trials.csv"), "utf8")).trimEnd().split("\n");

    const again = await sevenfold("report", run, "--out", "-");
    const markdown = await sevenfold("report", run, "--format", "md");
    const csv = await sevenfold("report", run, "--format", "csv");

    expect(trials).toHaveLength(7);
    expect(trials[0]).toMatch(/^buyDropPct,sellRisePct,objective,sharpe,/);
    expect(again.stdout).toBe(first);
    expect(markdown.stdout).toMatch(
      /^# Sweep of AAA\n\nNOISE: the best of 6, at costs of half a spread of 2 bps/,
    );
    expect(csv.stdout).toBe(`${trials.join("\n")}\n`);
    expect(JSON.parse(await readFile(join(run, "config.json"), "utf8")).flags.set).toBe(
      "buyDropPct=2..6:2\nsellRisePct=2,4",
    );
  });
});

describe("sevenfold report", () => {
  it("makes the very same report again, without the bars", async () => {
    const run = await kept("again");
    const first = await readFile(join(run, "report.html"), "utf8");
    await rm(join(run, "report.html"));

    const { exitCode, stdout } = await sevenfold("report", run);

    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${join(run, "report.html")}\n` });
    expect(await readFile(join(run, "report.html"), "utf8")).toBe(first);
  });

  it("writes Markdown and CSV to the standard output", async () => {
    const run = await kept("texts");

    const markdown = await sevenfold("report", run, "--format", "md");
    const csv = await sevenfold("report", run, "--format", "csv");

    expect(markdown.stdout).toMatch(/^# Backtest of AAA, BBB\n/);
    expect(markdown.stdout).toMatch(/^\| Trades won \| 66\.67% \| {2}\| trades that earned/m);
    expect(csv.stdout).toMatch(
      /^totalReturn,Total return,-0\.00153\d*,,sevenfold\/totalReturn\/1$/m,
    );
  });

  it("says what is wrong with a folder that is no run, or a file that was changed", async () => {
    const run = await kept("broken");
    await writeFile(join(run, "equity.csv"), "time,equity,invested,buyAndHold\nnever,1,2,3\n");

    const none = await sevenfold("report", join(folder, "nowhere"));
    const broken = await sevenfold("report", run);

    expect(none).toMatchObject({ exitCode: 3, stdout: "" });
    expect(none.stderr).toContain("there is no run");
    expect(broken.exitCode).toBe(3);
    expect(broken.stderr).toContain("equity.csv:2: the time is no time");
  });
});
