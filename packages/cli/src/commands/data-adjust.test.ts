import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { YAHOO_SETTINGS } from "@sevenfold/adapters-broker/prices/yahoo/yahoo-charts";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { loadBars } from "../bars/load-bars.ts";
import { file, folder } from "../testing/bar-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledRequest: "error" }));
afterAll(() => network.close());
afterEach(() => {
  network.resetHandlers();
  vi.unstubAllEnvs();
});

/** Four days at 104 and more, then a quarter of that. */
const RAW = "Date,Open,High,Low,Close,Volume\n".concat(
  ...["02", "03", "04", "05"].map((day) => `2024-01-${day},104,105,103,104,100\n`),
  ...["08", "09"].map((day) => `2024-01-${day},26,27,25,26,100\n`),
);
const meta = { currency: "USD", symbol: "ABC", exchangeTimezoneName: "America/New_York" };
const splits = {
  s: { date: Date.parse("2024-01-08T14:30:00Z") / 1_000, numerator: 4, denominator: 1 },
};

function yahooAnswers(body: object, status = 200): void {
  const path = `${YAHOO_SETTINGS.url}/v8/finance/chart/ABC`;
  network.use(http.get(path, () => HttpResponse.json(body, { status })));
}

async function raw(name: string): Promise<string> {
  const data = join(folder, name);
  const path = await file("abc.csv", RAW);
  await sevenfold("data", "import", path, "--data", data, "--basis", "raw");
  return data;
}

describe("sevenfold data adjust --from a provider", () => {
  it("writes raw bars again by the splits that the provider tells", async () => {
    const data = await raw("adjust-from");
    const result = { meta, events: { splits }, indicators: { quote: [{}] } };
    yahooAnswers({ chart: { result: [result], error: null } });
    const { exitCode, stdout } = await sevenfold(
      "data",
      "adjust",
      "--data",
      data,
      "--from",
      "yahoo",
    );

    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining(`split; 6 new, in ${data}-split`),
    ]);
    const { columns } = await loadBars([`${data}-split`], [], { zone: "UTC", session: "data" });
    expect([...columns[0]!.close].map((units) => units / 10_000)).toEqual(Array(6).fill(26));
  });

  it("writes nothing where the provider cannot tell", async () => {
    const data = await raw("adjust-away");
    yahooAnswers({ chart: { result: null, error: { code: "Not Found" } } }, 404);
    const { exitCode, stderr, stdout } = await sevenfold(
      ...["data", "adjust", "--data", data, "--from", "yahoo"],
    );

    expect([exitCode, stdout, stderr]).toEqual([1, "", expect.stringContaining("ABC")]);
    const list = await sevenfold("data", "list", "--data", `${data}-split`);
    expect(list.exitCode).toBe(3);
  });

  it("takes them from one place, and says whose key is missing", async () => {
    vi.stubEnv("TIINGO_TOKEN", "");
    const adjust = (...more: string[]) => sevenfold("data", "adjust", ...more);
    for (const wrong of [[], ["--actions", "a.csv", "--from", "yahoo"]])
      expect(await adjust(...wrong)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("--actions FILE, or --from PROVIDER"),
      });
    expect(await adjust("--from", "tiingo")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("TIINGO_TOKEN"),
    });
  });
});

describe("sevenfold data adjust --actions", () => {
  const adjust = async (data: string, name: string, text: string, ...more: readonly string[]) => {
    const path = await file(name, text);
    const argv = ["data", "adjust", "--data", data, "--actions", path, ...more];
    return { path, ...(await sevenfold(...argv)) };
  };

  it.each([
    ["by the file's name", "act.csv", "date,split\n2024-01-08,4\n", "ACT"],
    ["by their column", "abc.csv", "date,symbol,split\n2024-01-08,ABD,4\n", "ABD"],
  ])("writes nothing where all rows are a stranger's %s", async (how, name, text, stranger) => {
    const data = await raw(`adjust-${stranger}`);
    const { path, ...refused } = await adjust(data, `${how}/${name}`, text);

    expect(refused).toEqual({
      exitCode: 3,
      stdout: "",
      stderr: `sevenfold: ${path}: its splits and dividends are of ${stranger}, and the bars of ABC: name the file by its symbol, as in ABC.csv, or give it a symbol column\n`,
    });
    expect((await sevenfold("data", "list", "--data", `${data}-split`)).exitCode).toBe(3);
  });

  it("warns of a stranger's rows among its own", async () => {
    const data = await raw("adjust-some");
    const text = "date,symbol,split\n2024-01-08,ABC,4\n2024-01-08,ABD,2\n";
    const { path, exitCode, stdout, stderr } = await adjust(data, "some.csv", text);

    expect([exitCode, stdout, stderr]).toEqual([
      0,
      expect.stringContaining(`split; 6 new, in ${data}-split`),
      `warning: ${path}: no bars of ABD; what it says of them is left out\n`,
    ]);
  });

  it("adjusts the rest where a manifest or a file of columns is damaged, and says which is not", async () => {
    const data = await raw("adjust-damaged");
    for (const name of ["abd.csv", "abe.csv"])
      await sevenfold("data", "import", await file(name, RAW), "--data", data, "--basis", "raw");
    const broken = join(data, "ABC.1d.bars.json");
    await writeFile(broken, "{\n");
    const columns = join(data, (await readdir(data)).find((name) => /^ABD.*\.bars$/.test(name))!);
    await writeFile(columns, "");
    const text = "date,symbol,split\n2024-01-08,ABC,4\n2024-01-08,ABE,4\n";
    const { exitCode, stdout, stderr } = await adjust(data, "all.csv", text);

    expect({ exitCode, stdout }).toEqual({
      exitCode: 3,
      stdout: expect.stringMatching(/^ABE 1d: 6 rows, [^\n]*\n$/),
    });
    expect(stderr.split("\n")).toEqual([
      `warning: ${broken} is not JSON: it ends in the middle; data import --replace brings its bars anew`,
      expect.stringContaining(`warning: ${columns}`),
      `sevenfold: ABC, ABD: damaged and not adjusted; what else ${data} keeps is in ${data}-split`,
      "",
    ]);
    expect(await adjust(data, "one.csv", text, "--symbols", "ABC")).toMatchObject({
      exitCode: 3,
      stdout: "",
      stderr: `sevenfold: ${broken} is not JSON: it ends in the middle; data import --replace brings its bars anew\n`,
    });
  });

  it("takes a file without rows: nothing happened", async () => {
    const { exitCode, stderr } = await adjust(await raw("adjust-none"), "no.csv", "date,split\n");
    expect([exitCode, stderr]).toEqual([0, ""]);
  });

  it("refuses a dividend as large as the close before it, where dividends are adjusted for", async () => {
    const data = await raw("adjust-large");
    const text = "date,dividend\n2024-01-09,26\n";

    expect((await adjust(data, "abc-large.csv", text, "--dividends")).stderr).toContain(
      "the dividend of 2024-01-09 is as large as the close before it; is it in dollars a share?",
    );
    expect((await adjust(data, "abc-large.csv", text)).exitCode).toBe(0);
  });
});
