import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { file, folder, HEADER, ROWS } from "../testing/bar-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

describe("data import", () => {
  it("keeps no bars under a part of their name, where another instrument's would join them", async () => {
    const data = join(folder, "kept");
    await file("coins/btcusd.csv", `${HEADER}\n${ROWS}`);
    await file("coins/btcusdt.csv", `${HEADER}\n${ROWS.replaceAll("2024-01", "2024-02")}`);

    const refused = await sevenfold("data", "import", join(folder, "coins"), "--data", data);

    expect(refused).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(
        /btcusd\.csv: its name is no symbol, .*--symbols names the files in order/,
      ),
    });
    expect(await readdir(data).catch(() => [])).toEqual([]);
  });

  it("keeps them under the names that --symbols gives", async () => {
    const data = join(folder, "named");
    await file("named-coins/btcusd.csv", `${HEADER}\n${ROWS}`);
    await file("named-coins/btcusdt.csv", `${HEADER}\n${ROWS}`);

    const { exitCode, stdout } = await sevenfold(
      ...["data", "import", join(folder, "named-coins"), "--data", data, "--symbols", "BTC,TETH"],
    );

    expect([exitCode, stdout.match(/^\w+ 1d: 2 rows/gm)]).toEqual([
      0,
      ["BTC 1d: 2 rows", "TETH 1d: 2 rows"],
    ]);
  });
});
