import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { file, folder } from "../testing/bar-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"];
const BARS = `symbol,date,open,high,low,close\n${DAYS.map((day) => `BRK-B,${day},9,9,9,9\nIBM,${day},9,9,9,9\n`).join("")}`;

describe.each(["BRK-B", "brk/b", "BRK.B"])("a symbol written as %s", (word) => {
  it("is known to signals and as a benchmark", async () => {
    const bars = await file("both.csv", BARS);
    const signals = await file("signals.csv", `date,symbol,weight\n2024-01-02,${word},0.1\n`);

    const { exitCode, stdout, stderr } = await sevenfold(
      ...["backtest", bars, "--signals", signals, "--benchmark", word, "--json"],
    );

    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout).trades).toMatchObject([{ symbol: "BRK.B", side: "buy" }]);
  });

  it("is known to what is kept", async () => {
    const data = join(folder, word.replace("/", ""));
    await sevenfold("data", "import", await file("both.csv", BARS), "--data", data);
    const chosen = ["--symbols", word];

    expect((await sevenfold("data", "list", "--data", data, ...chosen)).stdout).toMatch(
      /^BRK\.B /m,
    );
    expect(await sevenfold("data", "verify", "--data", data, ...chosen)).toMatchObject({
      exitCode: 0,
    });
    expect(await sevenfold("backtest", data, ...chosen, "--json")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('"symbols":["BRK.B"]'),
    });
  });
});
