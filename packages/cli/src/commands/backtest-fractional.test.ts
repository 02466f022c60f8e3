import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csv, documentOf, EXAMPLE, folder } from "../testing/backtest-files.ts";
import { CROSS_OVER } from "../testing/own-strategies.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const write = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};
const perBar = (body: string, says = "fractional: true,"): string =>
  `export const strategy = { ${says} forEachSymbol() { return (bar) => { ${body} }; } };`;
const events = (first: string, says = "fractional: true,"): string =>
  `export const strategy = { ${says} forEvents({ trading }) {
    let bars = 0;
    return { onBar() { bars += 1; if (bars === 1) { ${first} } } };
  } };`;

const ROWS = [
  "2024-01-03,333.33,333.33,333.33,333.33",
  "2024-01-04,333.33,333.33,333.33,333.33",
  "2024-01-05,400,400,400,400",
  "2024-01-08,400,400,400,400",
];
const FREE = ["--limits", "none"] as const;
const SMALL = [...FREE, "--cash", "1000", "--min-cash-reserve", "0"] as const;

describe("sevenfold backtest in parts of shares", () => {
  it("trades signals and any strategy by --fractional, to nine decimals and the ten-thousandth", async () => {
    const bars = await csv("PART.csv", ROWS);
    const signals = await write("quarter.csv", "date,weight\n2024-01-03,0.25\n2024-01-05,0\n");
    const silent = await write(
      "silent-parts.js",
      perBar("return bar.held === 0 ? { dollars: 250 } : undefined;", ""),
    );

    const bySignals = await documentOf(bars, "--signals", signals, "--fractional", ...SMALL);
    const byStrategy = await documentOf(bars, "--strategy", silent, "--fractional", ...SMALL);
    const whole = await documentOf(bars, "--strategy", silent, ...SMALL);

    // 250 ÷ 333.33 is 0.7500075000750…: 0.750007500 shares cost 249.99999…, rounded up to 250.
    expect(bySignals.trades.map(({ side, shares }) => [side, shares])).toEqual([
      ["buy", 0.7500075],
      ["sell", 0.7500075],
    ]);
    // They bring 300.003.
    expect(bySignals).toMatchObject({
      schemaVersion: 3,
      finalCash: 1_050.003,
      finalEquity: 1_050.003,
      openPositions: [],
    });
    expect(bySignals.settings).toMatchObject({ fractional: true });
    expect(byStrategy.openPositions).toMatchObject([
      { shares: 0.7500075, entryPrice: 333.33, marketValue: 300.003, unrealizedPL: 50.003 },
    ]);
    expect(whole.schemaVersion).toBe(1);
    expect(whole.settings).not.toHaveProperty("fractional");
    expect(whole.trades).toEqual([]);
  });

  it("says parts in table, files and report exactly, and the kept run is read back", async () => {
    const bars = await csv("KEPT.csv", ROWS);
    const path = await write(
      "half.js",
      perBar("return { shares: bar.day < '2024-01-05' ? 1.5 : 0.000000001 };"),
    );
    const out = join(folder, "part-runs");

    const { stdout } = await sevenfold(
      "backtest",
      bars,
      "--strategy",
      path,
      ...SMALL,
      "--out",
      out,
    );

    const run = join(out, readdirSync(out)[0]!);
    const compared = await sevenfold("compare", run, run, "--json");
    const metrics = await sevenfold(
      ...["metrics", join(run, "equity.csv"), "--trades", join(run, "trades.csv"), "--json"],
    );
    expect(stdout).toContain("half.js says what to hold, in parts of a share too");
    expect(stdout).toMatch(/KEPT +400\.00|0\.000000001/);
    const trades = readFileSync(join(run, "trades.csv"), "utf8").split("\n");
    expect(trades[1]).toMatch(/^KEPT,buy,1\.5,333\.33,/);
    expect(trades[2]).toMatch(/^KEPT,sell,1\.499999999,400,/);
    const decided = readFileSync(join(run, "decisions.jsonl"), "utf8").split("\n");
    expect(JSON.parse(decided[0]!)).toMatchObject({ shares: 1.5, outcome: "filled" });
    const report = readFileSync(join(run, "report.html"), "utf8");
    expect(report).toContain("Every symbol can be had in parts of a share, to nine decimals");
    expect(report).toContain("0.000000001 at");
    expect(compared.exitCode).toBe(0);
    expect(JSON.parse(metrics.stdout).metrics.closedTrades).toBe(1);
  });

  it("is swept, walked, resampled and held to know no later bar", async () => {
    const path = await write("cross-parts.ts", CROSS_OVER);
    const flags = ["--strategy", path, "--fractional", ...FREE, "--cash", "500"];
    const ledger = ["--json", "--ledger", join(folder, "part-ledger.json")];
    const varied = [...flags, "--set", "fast=2,5", ...ledger];
    const out = join(folder, "cross-runs");

    const swept = await sevenfold("sweep", EXAMPLE, ...varied);
    const walked = await sevenfold("walk-forward", EXAMPLE, ...varied);
    const looked = await sevenfold("lookahead", EXAMPLE, ...flags, "--cuts", "20", "--json");
    await sevenfold("backtest", EXAMPLE, ...flags, "--out", out);
    const run = join(out, readdirSync(out)[0]!);
    const paths = await sevenfold(
      ...["monte-carlo", run, "--method", "trades", "--paths", "100", "--json"],
    );

    expect([swept, walked, looked, paths].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    const { settings, results } = JSON.parse(swept.stdout);
    expect(settings.fractional).toBe(true);
    // Five hundred dollars buy no whole share of a tenth of the account.
    expect(results.every(({ trades }: { trades: number }) => 0 < trades)).toBe(true);
    expect(JSON.parse(walked.stdout).settings.fractional).toBe(true);
    expect(JSON.parse(looked.stdout)).toMatchObject({ leak: null, memory: null });
  });

  it("refuses parts where they mean nothing, and whatever would sell them short", async () => {
    const bars = await csv("NONE.csv", ROWS);
    const both = await write(
      "both.js",
      perBar("return undefined;", "shorts: true, fractional: true,"),
    );
    const short = await write("short-parts.js", perBar("return undefined;", "shorts: true,"));
    const wrong = await write("wrong-parts.js", perBar("return undefined;", "fractional: 1,"));
    const less = await write("less.js", perBar("return { shares: -0.5 };"));
    const signals = await write("parts.csv", "date,weight\n2024-01-03,0.5\n");
    const refusal = async (...flags: readonly string[]) => {
      const { exitCode, stderr } = await sevenfold("backtest", bars, ...flags);
      return `${exitCode}: ${stderr}`;
    };

    expect(await refusal("--fractional")).toMatch(
      /^2: .*--fractional is of --strategy and --signals: the built-in rule trades whole shares/,
    );
    expect(await refusal("--signals", signals, "--shorts", "--fractional")).toMatch(
      /^2: .*no venue sells parts of a share short/,
    );
    expect(await refusal("--strategy", short, "--fractional")).toMatch(
      /^2: .*no venue sells parts of a share short/,
    );
    expect(await refusal("--strategy", both)).toMatch(/^3: .*shorts: true and fractional: true/);
    expect(await refusal("--strategy", wrong)).toMatch(
      /^3: .*fractional is neither true nor false/,
    );
    expect(await refusal("--strategy", less)).toMatch(
      /^3: .*the shares are -0.5, not a number from 0 to 1000000/,
    );
  });

  it.each([
    ["timeInForce: 'gtc'", 'is for the day: timeInForce "gtc" takes whole shares'],
    ["type: 'trailing-stop', trailPercent: 5", "is no trailing-stop"],
    ["stopLoss: { stopPrice: 300 }", "is without takeProfit and stopLoss"],
    [
      "side: 'sell', type: 'oco', takeProfit: { limitPrice: 500 }, stopLoss: { stopPrice: 300 }",
      "is no oco",
    ],
  ])(
    "ends a run whose order for parts has %s, and takes it for whole shares",
    async (terms, says) => {
      const bars = await csv("KIND.csv", ROWS);
      const order = (shares: string) =>
        events(`trading.submit({ symbol: 'KIND', side: 'buy', shares: ${shares}, ${terms} });`);

      const parts = await sevenfold(
        "backtest",
        bars,
        "--strategy",
        await write("p.js", order("1.5")),
      );
      const whole = await sevenfold(
        "backtest",
        bars,
        "--strategy",
        await write("w.js", order("1")),
      );

      expect(parts.exitCode).toBe(3);
      expect(parts.stderr).toContain(`an order for parts of a share ${says}`);
      expect(whole.exitCode).toBe(0);
    },
  );

  it("denies an order for parts below a dollar, and sells what is left for less", async () => {
    const bars = await csv("MIN.csv", ROWS);
    const path = await write(
      "minimum.js",
      `export const strategy = { fractional: true, forEvents({ trading }) {
        let bars = 0;
        const submit = (side, shares) => trading.submit({ symbol: 'MIN', side, shares });
        return {
          onBar() {
            bars += 1;
            if (bars === 1) { submit('buy', 0.003); submit('buy', 0.5); }
            if (bars === 2) submit('sell', 0.499);
            if (bars === 3) { if (trading.held('MIN') !== 0.001) throw new Error('held'); trading.close('MIN'); }
          },
          onOrder(order) {
            if (order.id === 1 && order.because !== 'below-minimum') throw new Error(String(order.because));
            if (order.id === 1 && order.shares !== 0.003) throw new Error('shares');
          },
        };
      } };`,
    );

    const { trades, finalCash } = await documentOf(bars, "--strategy", path, ...SMALL);

    expect(trades.map(({ side, shares }) => [side, shares])).toEqual([
      ["buy", 0.5],
      ["sell", 0.499],
      ["sell", 0.001],
    ]);
    // 166.665 were paid; 199.6 and 0.4 came back.
    expect(finalCash).toBe(1_033.335);
  });

  it("ends a run that replaces an order for parts", async () => {
    const bars = await csv("REPL.csv", ROWS);
    const ordered = (from: string, to: string) =>
      events(
        `const id = trading.submit({ symbol: 'REPL', side: 'buy', shares: ${from}, type: 'limit', limitPrice: 300 });
         trading.replace(id, { ${to} });`,
      );
    const refusal = async (from: string, to: string) => {
      const path = await write("replace.js", ordered(from, to));
      return (await sevenfold("backtest", bars, "--strategy", path)).stderr;
    };
    const says = "an order for parts of a share is not replaced: cancel it, and send another";

    expect(await refusal("1.5", "limitPrice: 310")).toContain(says);
    expect(await refusal("1", "shares: 1.5")).toContain(says);
    expect(await refusal("1", "shares: 2")).not.toContain(says);
  });

  it("pays dividends on parts, and splits them without paying any out", async () => {
    const bars = await csv("RAWP.csv", [
      ...ROWS.slice(0, 2),
      "2024-01-05,1000,1000,1000,1000",
      "2024-01-08,1000,1000,1000,1000",
    ]);
    const actions = await write(
      "parts-actions.csv",
      "symbol,date,action,value\nRAWP,2024-01-05,split,1:3\nRAWP,2024-01-05,dividend,2\n",
    );
    const path = await write(
      "held-parts.js",
      perBar("return bar.day === '2024-01-03' ? { shares: 0.25 } : undefined;"),
    );

    const document = await documentOf(bars, "--strategy", path, ...SMALL, "--actions", actions);

    expect(document.actions).toMatchObject([
      { kind: "split", shares: 0.25, paid: 0, earned: 0 },
      { kind: "dividend", shares: 0.083333333, paid: 0.1667, earned: 0.1667 },
    ]);
    expect(document.openPositions).toMatchObject([{ shares: 0.083333333, marketValue: 83.3333 }]);
    // 83.3325 were paid for them.
    expect(document.finalCash).toBe(916.8342);
  });
});
