import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { file, folder } from "../testing/bar-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const HEADER = "Date,Open,High,Low,Close,Volume";
/** Sessions of January 2024, a dollar more each day. */
const DAYS = ["02", "03", "04", "05", "08", "09", "10", "11", "12", "16"].map(
  (day) => `2024-01-${day}`,
);
const row = (day: string, price: number) =>
  `${day},${price},${price + 1},${price - 1},${price},100`;
const csv = (rows: readonly string[]) => `${[HEADER, ...rows].join("\n")}\n`;
const RISING = DAYS.map((day, at) => row(day, 100 + at));
let folders = 0;
const store = () => join(folder, `data-${folders++}`);
const linesOf = (text: string) => text.trimEnd().split("\n");

describe("sevenfold data", () => {
  it("imports files, lists them, and a backtest of them is that of the files", async () => {
    const data = store();
    const path = await file("abc.csv", csv(RISING));
    expect(await sevenfold("data", "import", path, "--data", data, "--basis", "raw")).toEqual({
      exitCode: 0,
      stdout: `ABC 1d: 10 rows, 2024-01-02 to 2024-01-16, raw; 10 new, in ${data}\n`,
      stderr: "",
    });
    const again = await sevenfold("data", "import", path, "--data", data, "--basis", "raw");
    expect(again.stdout).toContain("; nothing new,");
    expect((await sevenfold("data", "list", "--data", data)).stdout).toMatch(
      /ABC +1d +10 +2024-01-02/,
    );
    const metrics = async (...bars: string[]) => {
      const { stdout } = await sevenfold("backtest", ...bars, "--no-run-folder", "--json");
      const { inputsHash: _, runId: __, ...rest } = JSON.parse(stdout);
      return rest;
    };
    expect(await metrics(data)).toEqual(await metrics(path));
  });

  it("says what to do where nothing is kept", async () => {
    const nowhere = await sevenfold("data", "list", "--data", join(folder, "nowhere"));
    expect([nowhere.exitCode, nowhere.stderr]).toEqual([
      3,
      expect.stringMatching(/keeps no bars; sevenfold data import, fetch or generate brings some/),
    ]);
  });

  it("points to the help of the command that was asked for", async () => {
    const { exitCode, stderr } = await sevenfold("data", "fetch", "ORCL", "--start", "2024-02-31");
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/It is a date such as 2024-01-31; sevenfold data fetch --help shows/),
    ]);
  });

  it("finds with file and row what cannot be true and what looks wrong", async () => {
    const rows = [
      ...RISING.slice(0, 3),
      row("2024-01-06", 103),
      row("2024-01-06", 103),
      "2024-01-08,104,103,105,104,1",
      row("2024-01-09", 26),
      row("2024-01-10", 26),
      row("2024-01-11", 2_600),
      row("2024-01-12", 26),
    ];
    const path = await file("bad.csv", csv(rows));
    const { exitCode, stdout } = await sevenfold("data", "verify", path);
    expect(exitCode).toBe(4);
    expect(linesOf(stdout)).toEqual([
      `${path}:6: bad row: the row has the same time as line 5; keep one of them`,
      `${path}:7: bad row: the high 103.00 is below the low 105.00`,
      `${path}:8: jump: 2024-01-09 opens at 26.00 after a close of 103.00, 1/3.96 of it: like a split of 4 for 1 that the prices are not adjusted for`,
      `${path}:10: jump: 2024-01-11 opens at 2600.00 after a close of 26.00, 100 of it, and the next row goes back: this row alone is off by a factor of 100`,
      `${path}:5: gap: the session before it is missing: 2024-01-05`,
      `${path}:5: wrong session: the exchange was closed on 2024-01-06`,
      `${path}:8: gap: the session before it is missing: 2024-01-08`,
    ]);
  });

  it("names the row and the likely factor in a backtest too", async () => {
    const rows = [...RISING.slice(0, 5), ...DAYS.slice(5).map((day) => row(day, 26))];
    const path = await file("split.csv", csv(rows));
    const { stderr } = await sevenfold("backtest", path, "--no-run-folder");
    expect(stderr).toContain(
      `warning: ${path}: line 7 opens at 26.00 after a close of 104.00, 1/4 of it: like a split of 4 for 1`,
    );
  });

  it("adjusts raw bars into another folder, once, and refuses actions on them", async () => {
    const data = store();
    const rows = [...RISING.slice(0, 5), ...DAYS.slice(5).map((day) => row(day, 26))];
    const path = await file("abc.csv", csv(rows));
    const actions = await file(
      "abc-actions.csv",
      "date,split,dividend\n2024-01-04,,1.02\n2024-01-09,4:1,\n",
    );
    await sevenfold("data", "import", path, "--data", data, "--basis", "raw");
    const adjust = (...more: string[]) =>
      sevenfold("data", "adjust", "--data", data, "--actions", actions, ...more);
    expect((await adjust()).stdout).toContain(`split; 10 new, in ${data}-split`);
    const closes = async (name: string) => {
      const { loadBars } = await import("../bars/load-bars.ts");
      const { columns } = await loadBars([name], [], { zone: "UTC", session: "data" });
      return [...columns[0]!.close].map((units) => units / 10_000);
    };
    expect(await closes(`${data}-split`)).toEqual([25, 25.25, 25.5, 25.75, 26, 26, 26, 26, 26, 26]);
    await adjust("--dividends");
    // The close before the dividend's day was 101: the days before it lose 1.02 of 101.
    expect((await closes(`${data}-total`)).slice(0, 3)).toEqual([24.7475, 24.995, 25.5]);
    const twice = await sevenfold(
      "data",
      "adjust",
      "--data",
      `${data}-split`,
      "--actions",
      actions,
    );
    expect([twice.exitCode, twice.stderr]).toEqual([
      3,
      expect.stringMatching(/adjusted already \(split\)/),
    ]);
    const run = await sevenfold(
      "backtest",
      `${data}-split`,
      "--actions",
      actions,
      "--no-run-folder",
    );
    expect([run.exitCode, run.stderr]).toEqual([
      3,
      expect.stringMatching(/adjusted already \(split\): leave --actions away/),
    ]);
  });

  it("imports texts of a folder that name their columns, and says which it passes over", async () => {
    const data = store();
    await file("texts/abc.tsv", csv(RISING).replaceAll(",", "\t"));
    await file("texts/more/def.txt", csv(RISING));
    const notes = await file("texts/more/notes.txt", "bought from a vendor\n");

    const { stdout, stderr } = await sevenfold(
      ...["data", "import", join(folder, "texts"), "--data", data],
    );

    expect(linesOf(stdout).map((line) => line.slice(0, 15))).toEqual([
      "ABC 1d: 10 rows",
      "DEF 1d: 10 rows",
    ]);
    expect(stderr).toBe(
      `warning: ${notes} is passed over: no first line that names the columns of bars\n`,
    );
  });

  it("verifies the files of a folder, and says which it passes over", async () => {
    await file("looked-at/abc.csv", csv(RISING));
    await file("looked-at/def.tsv", csv(RISING.toSpliced(4, 1)).replaceAll(",", "\t"));
    const notes = await file("looked-at/notes.txt", "bought from a vendor\n");
    const looked = join(folder, "looked-at");

    const { exitCode, stdout, stderr } = await sevenfold("data", "verify", looked);

    expect([exitCode, linesOf(stdout)]).toEqual([
      4,
      [
        `${join(looked, "abc.csv")}: 10 rows, nothing found`,
        expect.stringMatching(/def\.tsv:6: gap: the session before it is missing: 2024-01-08$/),
      ],
    ]);
    expect(stderr).toContain(`warning: ${notes} is passed over`);
  });

  it("says why no row of a file can be read when it verifies it", async () => {
    const path = await file("broken.csv", `${csv(RISING).split("\n")[0]}\n2024-01-02,1,,1,1,1\n`);

    const { exitCode, stdout } = await sevenfold("data", "verify", path);

    expect([exitCode, linesOf(stdout)]).toEqual([
      4,
      [
        `${path}:2: bad row: the high is empty`,
        `${path}: damaged: ${path}: no row of the file can be read`,
      ],
    ]);
  });

  it("imports LEAN's archives: scaled prices, days, and milliseconds of New York's day", async () => {
    const data = store();
    const lean = join(folder, "lean");
    const zip = async (path: string, name: string, text: string) => {
      await mkdir(join(lean, path, ".."), { recursive: true });
      await writeFile(join(lean, path), zipSync({ [name]: Buffer.from(text) }));
    };
    await zip(
      "daily/aapl.zip",
      "aapl.csv",
      "20240102 00:00,1851000,1884400,1838900,1856400,82488700\n",
    );
    for (const day of ["20240103", "20240104"])
      await zip(
        `minute/aapl/${day}_trade.zip`,
        `${day}_aapl_minute_trade.csv`,
        "34200000,1842200,1842300,1842000,1842100,1200\n34260000,1842100,1842500,1842100,1842400,900\n",
      );
    await zip("daily/googcv.zip", "googcv.csv", "20240102 00:00,1,1,1,1,1\n");
    await zip("minute/aapl/20240103_quote.zip", "20240103_aapl_minute_quote.csv", "34200000,1,1\n");
    const { stdout, stderr } = await sevenfold("data", "import", lean, "--data", data);
    expect([stderr, linesOf(stdout)]).toEqual([
      `warning: ${lean}/daily/googcv.zip is left out: "GOOGCV" is no symbol\n`,
      [
        `AAPL 1d: 1 row, 2024-01-02 to 2024-01-02, raw; 1 new, in ${data}`,
        `AAPL 1m: 4 rows, 2024-01-03T14:30:00.000Z to 2024-01-04T14:31:00.000Z, raw; 4 new, in ${data}`,
      ],
    ]);
    const { loadBars } = await import("../bars/load-bars.ts");
    const clock = { zone: "America/New_York", session: "data", interval: "1d" } as const;
    const { columns } = await loadBars([data], [], clock);
    expect([columns[0]!.open[0], columns[0]!.close[0], columns[0]!.volume![0]]).toEqual([
      1_851_000, 1_856_400, 82_488_700,
    ]);
  });

  it("generates the same market for the same seed, which nothing is found wrong with", async () => {
    const [one, other] = [store(), store()];
    const generate = (data: string) =>
      sevenfold(
        ...["data", "generate", "--data", data, "--symbols", "AAPL", "--interval", "30m"],
        ...["--seed", "5", "--start", "2025-01-02", "--end", "2025-01-31"],
      );
    expect((await generate(one)).exitCode).toBe(0);
    await generate(other);
    const columns = async (data: string) => {
      const name = (await readdir(data)).find((each) => each.endsWith(".bars"))!;
      return readFile(join(data, name));
    };
    expect(await columns(one)).toEqual(await columns(other));
    expect((await sevenfold("data", "verify", "--data", one)).stdout).toMatch(
      /: 260 rows, nothing found/,
    );
  });

  it("says which file of columns is damaged", async () => {
    const data = store();
    await sevenfold("data", "import", await file("abc.csv", csv(RISING)), "--data", data);
    const name = (await readdir(data)).find((each) => each.endsWith(".bars"))!;
    const bytes = await readFile(join(data, name));
    bytes[40]! ^= 1;
    await writeFile(join(data, name), bytes);
    const { exitCode, stdout } = await sevenfold("data", "verify", "--data", data);
    expect([exitCode, stdout]).toEqual([
      4,
      `${join(data, "ABC.1d.bars.json")}: damaged: ${join(data, name)} is not what was written: its SHA-256 is another\n`,
    ]);
    const run = await sevenfold("backtest", data, "--no-run-folder");
    expect([run.exitCode, run.stderr]).toEqual([
      3,
      expect.stringMatching(/checksum is another; import/),
    ]);
  });

  it("finds a damaged manifest among others, and lists and verifies those all the same", async () => {
    const data = store();
    for (const name of ["abc.csv", "xyz.csv"])
      await sevenfold("data", "import", await file(name, csv(RISING)), "--data", data);
    const [broken, whole] = [join(data, "ABC.1d.bars.json"), join(data, "XYZ.1d.bars.json")];
    const says = `${broken} is not JSON: it ends in the middle; data import --replace brings its bars anew`;
    await writeFile(broken, "{\n");
    const dataOf = (command: string, ...more: string[]) =>
      sevenfold("data", command, "--data", data, ...more);

    expect(await dataOf("verify")).toEqual({
      exitCode: 4,
      stdout: `${broken}: damaged: ${says}\n${whole}: 10 rows, nothing found\n`,
      stderr: "sevenfold: 1 finding in 2 files\n",
    });
    expect(JSON.parse((await dataOf("verify", "--json")).stdout).files[0].findings).toEqual([
      { kind: "damaged", file: broken, what: `${says}` },
    ]);
    expect(await dataOf("list")).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^Symbol.*\n.*\n?XYZ +1d +10 [^\n]*\n$/),
      stderr: `warning: ${says}\n`,
    });
    expect((await dataOf("list", "--symbols", "XYZ")).stderr).toBe("");
    expect((await dataOf("list", "--symbols", "QQQ")).stderr).toContain("keeps no bars of QQQ");
    expect(JSON.parse((await dataOf("list", "--json")).stdout)).toMatchObject({
      bars: [{ symbol: "XYZ" }],
      damaged: [{ file: broken, what: says }],
    });
    await dataOf("import", await file("abc.csv", csv(RISING)), "--replace");
    expect((await dataOf("verify")).exitCode).toBe(0);
  });
});
