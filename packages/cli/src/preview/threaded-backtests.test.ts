import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const BACKTESTS = new URL("../../dist/preview/threaded-backtests.js", import.meta.url).href;
const PROGRAM = `
  const { threadedBacktests } = await import(process.argv[2]);
  const days = 3;
  const opens = Float64Array.from({ length: days }, (_, day) => Date.UTC(2026, 2, 2 + day, 14, 30));
  const columns = [{
    ticker: "AAPL", count: days, opensAt: opens, closesAt: opens.map((at) => at + 23_400_000),
    open: Float64Array.of(1_000_000, 1_000_000, 950_000),
    close: Float64Array.of(1_000_000, 950_000, 980_000),
    day: Int32Array.from({ length: days }, (_, day) => Math.floor(opens[day] / 86_400_000)),
  }];
  const strategy = {
    mode: "TRAILING", buyDropBps: 400, buyDropMaxBps: 400, sellRiseBps: 400, takeProfitBps: 400,
    stopLossBps: 1000, stopLossEnabled: false, sharesToBuy: 10, sharesToSell: 10,
    maxPositionSize: 50, minCashReserve: 0, patternConfirmation: "off",
  };
  const limits = {
    maxPositionBps: 10_000, dailyLossBps: 10_000, coolDownSec: 0, allowAfterHours: false,
    entriesPerMinuteMax: 10,
  };
  const settings = { strategy, limits, cash: 1_000_000_000, fill: "next-open" };
  console.log(JSON.stringify(await threadedBacktests.run(columns, [settings, settings])));
  await threadedBacktests.run(columns, [{ ...settings, strategy: undefined }]).catch((error) =>
    console.log("failed:", error.constructor.name),
  );
`;

describe("threaded backtests", () => {
  it("answer an outcome for each of the settings, and fail where the thread does", () => {
    const folder = mkdtempSync(join(tmpdir(), "sevenfold-preview-"));
    const file = join(folder, "program.mjs");
    writeFileSync(file, PROGRAM);
    const ran = spawnSync(process.execPath, [file, BACKTESTS], { encoding: "utf8" });
    rmSync(folder, { recursive: true });

    expect(ran.stderr).toBe("");
    const [outcomes, failure] = ran.stdout.trim().split("\n");
    const [first, second] = JSON.parse(outcomes!);
    expect(first).toMatchObject({ tradesCount: 1 });
    expect(first.equityCurve).toHaveLength(3);
    expect(second).toEqual(first);
    expect(failure).toMatch(/^failed: \w*Error$/);
  });
});
