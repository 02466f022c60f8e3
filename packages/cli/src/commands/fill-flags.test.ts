import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BacktestDocument } from "../report/backtest-document.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

let folder = "";
let bars = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-fills-"));
  bars = await file("abc.csv", [
    "Date,Open,High,Low,Close,Volume",
    "2024-01-02,100,100,100,100,1000",
    "2024-01-03,97,97,96,96,1000",
    "2024-01-04,95,95,90,90,1000",
    "2024-01-05,90,93.6,90,93.6,1000",
    "2024-01-08,94,94,94,94,40",
    "2024-01-09,94,94,94,94,1000",
  ]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

async function documentOf(...flags: readonly string[]): Promise<BacktestDocument> {
  const { stdout, stderr } = await sevenfold("backtest", bars, ...flags, "--json");
  expect(stderr).toBe("");
  return JSON.parse(stdout) as BacktestDocument;
}

describe("--commission", () => {
  it("charges for the order, the share and the value, and never less than the minimum", async () => {
    const parts = await documentOf("--commission", "order=1,share=0.005,percent=0.1");
    const minimum = await documentOf("--commission", "share=0.005,min=1");

    // 10 shares at 95 and at 94: 1 + 0.05 + 0.95 and 1 + 0.05 + 0.94.
    expect(parts.trades.map(({ fees }) => fees)).toEqual([2, 1.99]);
    expect(minimum.trades.map(({ fees }) => fees)).toEqual([1, 1]);
    expect(parts.finalCash).toBe(100_000 - 10 - 3.99);
    expect(parts.settings.commission).toEqual({ order: 1, share: 0.005, rate: 0.001, minimum: 0 });
  });

  it("says why an amount that is too fine to be counted is refused", async () => {
    for (const part of ["share=0.0000975", "percent=0.0010300%", "order=10000000000"])
      expect(await sevenfold("backtest", bars, "--commission", part)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(`"${part}" is finer or larger than costs are counted`),
      });
  });

  it("counts in what a closed trade earned", async () => {
    const { metrics } = await documentOf("--commission", "order=2.5");

    // Bought at 95, sold at 94, 2.50 paid twice.
    expect(metrics.expectancy).toBe(-15);
  });
});

describe("--slippage", () => {
  it("buys dearer and sells cheaper, by the rate, half the spread and the volume's share", async () => {
    const rate = await documentOf("--slippage", "bps=100");
    const spread = await documentOf("--slippage", "spread=0.02");
    const impact = await documentOf("--slippage", "impact=10");

    expect(rate.trades.map(({ price }) => price)).toEqual([95.95, 93.06]);
    expect(spread.trades.map(({ price }) => price)).toEqual([95.01, 93.99]);
    // A hundredth of the volume pays a ten-thousandth of the 9.50, a quarter of it a sixteenth.
    expect(impact.trades.map(({ price }) => price)).toEqual([95.001, 93.4125]);
  });
});

describe("--volume-limit", () => {
  it("is a fraction or a percentage, as the document writes it too", async () => {
    const limits = ["10%", "10", "0.1", ".1", "0.1%", "0.5%"].map(async (text) => {
      const { settings } = await documentOf("--volume-limit", text);
      return settings.volumeLimit;
    });

    expect(await Promise.all(limits)).toEqual([0.1, 0.1, 0.1, 0.1, 0.001, 0.005]);
  });

  it("fills no more than its part of a bar, and ends the order with its day", async () => {
    const { trades, canceled } = await documentOf("--volume-limit", "10%");

    expect(trades.map(({ side, shares }) => [side, shares])).toEqual([
      ["buy", 10],
      ["sell", 4],
    ]);
    expect(canceled).toMatchObject([
      { side: "sell", shares: 10, sharesLeft: 6, canceledBecause: expect.stringMatching(/volume/) },
    ]);
  });
});

describe("--start, --end and --timerange", () => {
  it("trade the days between, both included", async () => {
    const days = await documentOf("--start", "2024-01-03", "--end", "20240108");
    const range = await documentOf("--timerange", "20240103-20240108");
    const open = await documentOf("--timerange", "20240103-");

    expect([days.bars, range.bars, open.bars]).toEqual([4, 4, 5]);
    expect(days.start).toBe("2024-01-03T14:30:00.000Z");
    expect(range).toEqual(days);
  });
});

describe("--actions", () => {
  it("pays dividends and splits what is held", async () => {
    const raw = await file("xyz.csv", [
      "Date,Open,High,Low,Close",
      "2024-01-02,100,100,100,100",
      "2024-01-03,96,96,96,96",
      "2024-01-04,96,96,96,96",
      "2024-01-05,64,64,64,64",
      "2024-01-08,64,64,64,64",
    ]);
    const actions = await file("actions.csv", [
      "Symbol,Date,Dividends,Stock Splits",
      "XYZ,2024-01-05,0,3:2",
      "XYZ,2024-01-08,.25,0",
    ]);

    const { stdout } = await sevenfold("backtest", raw, "--actions", actions, "--json");
    const { actions: applied, openPositions, finalEquity } = JSON.parse(stdout) as BacktestDocument;

    expect(applied).toMatchObject([
      { symbol: "XYZ", kind: "split", newShares: 3, oldShares: 2, shares: 10, paid: 0 },
      { symbol: "XYZ", kind: "dividend", perShare: 0.25, shares: 15, paid: 3.75 },
    ]);
    expect(openPositions).toMatchObject([{ shares: 15, entryPrice: 64, unrealizedPL: 0 }]);
    expect(finalEquity).toBe(100_003.75);
  });

  it("are refused for bars that are adjusted already (wealthfolio/wealthfolio#614)", async () => {
    const split = await file("abc-actions.csv", ["date,split", "2024-01-08,4"]);

    const refused = await sevenfold("backtest", bars, "--actions", split);

    expect(refused).toMatchObject({ exitCode: 3, stdout: "" });
    expect(refused.stderr).toMatch(/ABC do not jump at its split of 4 for 1 on 2024-01-08/);
  });

  it("are named where no bars are theirs, and refused where none are of the run", async () => {
    const [head, theirs] = ["date,symbol,kind,value", "2024-01-08,QQQ,split,2"];
    const some = await file("some.csv", [head, theirs, "2024-01-08,ABC,dividend,0.25"]);
    const others = await file("others.csv", [head, theirs]);
    const runWith = (path: string) =>
      sevenfold("backtest", bars, "--actions", path, "--no-run-folder");

    expect((await runWith(some)).stderr).toContain(
      `warning: ${some}: no bars of QQQ; what it says of them is left out\n`,
    );
    expect(await runWith(others)).toEqual({
      exitCode: 3,
      stdout: "",
      stderr: `sevenfold: ${others}: its splits and dividends are of QQQ, and the bars of ABC: name the file by its symbol, as in ABC.csv, or give it a symbol column\n`,
    });
  });

  it("may be of the benchmark alone", async () => {
    const rows = ["2024-01-02", "2024-01-03"].map((day) => `${day},1,1,1,1`);
    const index = await file("qqq.csv", ["Date,Open,High,Low,Close", ...rows]);
    const actions = await file("qqq-actions.csv", ["date,dividend", "2024-01-03,0.1"]);
    const asked = ["--symbols", "ABC", "--benchmark", "QQQ", "--actions", actions];

    expect(
      await sevenfold("backtest", bars, index, ...asked, "--no-run-folder", "--json"),
    ).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining("left out") });
  });
});

describe("a row of --actions", () => {
  const refusalOf = async (...rows: readonly string[]) => {
    const actions = await file("abc-rows.csv", ["date,split,dividend", ...rows]);
    const { stderr, exitCode } = await sevenfold("backtest", bars, "--actions", actions, "--json");
    return exitCode === 0 ? "" : stderr.replace(`sevenfold: ${actions}`, "").trimEnd();
  };

  it.each([
    ["a split", ["2024-01-10,2:1,", "2024-01-10,2,"], "the split"],
    ["a dividend", ["2024-01-08,,0.25", "2024-01-08,,1", "2024-01-08,,0.250"], "the dividend"],
  ])("is refused where it says %s once more", async (_, rows, what) => {
    expect(await refusalOf(...rows)).toBe(
      `:${rows.length + 1}: ${what} of ${rows[0]!.slice(0, 10)} is there twice and would be applied twice; keep one of the rows`,
    );
  });

  it("stands beside another dividend of the day, and the same one of another day", async () => {
    expect(await refusalOf("2024-01-08,,0.25", "2024-01-08,,1", "2024-01-09,,0.25")).toBe("");
  });

  it("is refused where its dividend is the whole close before it, as data adjust does", async () => {
    expect(await refusalOf("2024-01-08,,93.6")).toBe(
      "sevenfold: the dividend of 2024-01-08 is as large as the close before it; is it in dollars a share?",
    );
    expect(await refusalOf("2024-01-08,,93.5")).toBe("");
  });
});

describe("gaps", () => {
  it("says what stops lost beyond their price (TorchTrade/torchtrade#311)", async () => {
    const gap = await file("gap.csv", [
      "Date,Open,High,Low,Close",
      "2024-01-02,100,100,100,100",
      "2024-01-03,96,96,96,96",
      "2024-01-04,100,100,100,100",
      "2024-01-05,85,85,85,85",
    ]);

    const { stdout } = await sevenfold(
      "backtest",
      gap,
      "--stop",
      "on",
      "--resting",
      "stop",
      "--json",
    );

    // Ten shares with a stop at 90 went at 85.
    expect((JSON.parse(stdout) as BacktestDocument).gaps).toEqual({
      stops: 1,
      stopCost: 50,
      entriesBelowStop: 0,
    });
  });

  it("counts entries that opened below the stop they were decided with (kernc/backtesting.py#1127)", async () => {
    const gap = await file("plunge.csv", [
      "Date,Open,High,Low,Close",
      "2024-01-02,100,100,100,100",
      "2024-01-03,96,96,96,96",
      "2024-01-04,80,80,80,80",
    ]);

    const { stdout } = await sevenfold("backtest", gap, "--stop", "on", "--json");

    expect((JSON.parse(stdout) as BacktestDocument).gaps.entriesBelowStop).toBe(1);
  });
});

describe("the flags of fills", () => {
  it.each([
    [["--commission", "share"], /order=NUMBER/],
    [["--commission", "order=1,order=2"], /given twice/],
    [["--commission", "percent=101"], /at most 100/],
    [["--commission", "order=0.00001"], /at most four decimals/],
    [["--commission", "order=-1"], /"order=-1" is below 0, and no cost is/],
    [["--slippage", "bps=-5"], /"bps=-5" is below 0, and no cost is/],
    [["--slippage", "bps=0.5"], /whole basis points, at most 10,000 \(bps=1 is one\)/],
    [["--slippage", "impact=0.001"], /whole basis points, at most 10,000 \(impact=0.01 is one\)/],
    [["--volume-limit", "0.00001"], /whole basis points, at most 10,000 \(0.01% is one\)/],
    [["--volume-limit", "0"], /percentage of the volume/],
    [["--volume-limit", "1"], /write "100%" or "1%"/],
    [["--slippage", "bps=5%"], /"bps=5%" is not one of bps=NUMBER/],
    [["--commission", "share=0.5%"], /"share=0.5%" is not one of/],
    [["--path", "ohlc", "--fill", "close"], /leave --fill away/],
    [["--path", "ohlc", "--resting", "stop", "--stop", "on"], /leave --resting away/],
    [["--resting", "stop"], /no stop to rest; add --stop on/],
    [["--resting", "both", "--stop", "on"], /no target to rest; take --mode simple or hybrid/],
    [["--start", "yesterday"], /a day such as/],
    [["--start", "2024-02-01", "--end", "2024-01-01"], /after the last one/],
    [["--timerange", "2024-2025"], /range such as/],
    [["--timerange", "20240101-", "--end", "2024-02-02"], /leave --start and --end away/],
  ])("end in exit code 2 and one line of words for %j", async (flags, words) => {
    const { exitCode, stdout, stderr } = await sevenfold("backtest", bars, ...flags);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(words);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("end in exit code 3 where the bars lack a volume or the wanted days", async () => {
    const quiet = await file("quiet.csv", ["Date,Open,High,Low,Close", "2024-01-02,1,1,1,1"]);

    const volume = await sevenfold("backtest", quiet, "--volume-limit", "5");
    const days = await sevenfold("backtest", quiet, "--start", "2025-01-01");

    expect([volume.exitCode, days.exitCode]).toEqual([3, 3]);
    expect(volume.stderr).toMatch(/needs a volume column; the bars of QUIET have none/);
    expect(days.stderr).toMatch(/hold no bars from 2025-01-01 on/);
    const before = await sevenfold("backtest", quiet, "--end", "1990-01-01");
    expect(before.stderr).toContain("the files hold no bars until 1990-01-01");
  });
});
