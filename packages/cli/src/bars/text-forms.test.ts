import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CLOCK, folder, HEADER, ROWS } from "../testing/bar-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";
import { loadBars } from "./load-bars.ts";
import { asUtf8 } from "./utf16-text.ts";

const DAYS = [10.5, 11.25];
const BARS = ROWS.trim()
  .split("\n")
  .map((row) => {
    const [date, ...values] = row.split(",");
    const [open, high, low, close, volume] = values.map(Number);
    return { date, open, high, low, close, volume };
  });
const little = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, "utf16le");
const big = (text: string): Buffer => little(text).swap16();

async function written(name: string, bytes: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

async function closesOf(name: string, bytes: string | Buffer): Promise<readonly number[]> {
  const { columns } = await loadBars([await written(name, bytes)], [], CLOCK);
  return [...columns[0]!.close].map((close) => close / 10_000);
}

describe("a text whose byte order mark says UTF-16", () => {
  it.each([
    ["CSV", "abc.csv", little(`${HEADER}\r\n${ROWS}`)],
    ["CSV, high byte first", "abc.csv", big(`${HEADER}\n${ROWS}`)],
    ["CSV that is packed", "abc.csv.gz", gzipSync(little(`${HEADER}\n${ROWS}`))],
    ["JSON", "abc.json", little(JSON.stringify(BARS))],
    ["lines of JSON", "abc.jsonl", big(BARS.map((bar) => JSON.stringify(bar)).join("\n"))],
  ])("is read as %s", async (_, name, bytes) => {
    expect(await closesOf(name, bytes)).toEqual(DAYS);
  });

  it("is read as a config file, and as returns", async () => {
    const bars = await written("abc.csv", `${HEADER}\n${ROWS}`);
    const config = little(JSON.stringify({ bars: [bars], flags: { mode: "simple" } }));
    const run = ["--config", await written("wide.config.json", config), "--no-run-folder"];
    const returns = ["a,b", "0.01,0.02", "0.02,-0.01", "-0.01,0.01", "0.02,0.01"].join("\r\n");

    expect(JSON.parse((await sevenfold("backtest", ...run, "--json")).stdout)).toMatchObject({
      settings: { mode: "simple" },
    });
    expect(
      (await sevenfold("pbo", await written("wide.csv", little(returns)), "--blocks", "2")).stderr,
    ).not.toMatch(/UTF-16/);
  });

  it("is the same wherever it was cut into pieces", async () => {
    const bytes = big("date;größe\n1;2 €\n");
    for (let cut = 0; cut <= bytes.length; cut++) {
      const pieces: Buffer[] = [];
      const cutUp = [
        bytes.subarray(0, 1),
        bytes.subarray(1, cut),
        bytes.subarray(Math.max(1, cut)),
      ];
      for await (const piece of asUtf8(asyncOf(cutUp))) pieces.push(piece);
      expect(Buffer.concat(pieces).toString(), `cut at ${cut}`).toBe("date;größe\n1;2 €\n");
    }
  });
});

async function* asyncOf(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

describe("a document that is no JSON", () => {
  it.each([
    [
      "a comma too many",
      '{\n"bars": [],\n}\n',
      ":3 is not JSON: expected double-quoted property name",
    ],
    ["its end cut off", '[{"date":', " is not JSON: it ends in the middle"],
    ["nothing in it", "", ": the file is empty"],
    ["a word that is none", '{"bars": [],\n "flags": tru}', " is not JSON: unexpected token "],
    [
      "letters of two bytes and no mark",
      little('{"bars":[]}').subarray(2),
      ": the text is not UTF-8, it looks like UTF-16; save the file as UTF-8",
    ],
  ])("says the file and the place with %s", async (_, text, words) => {
    const path = await written("bad.json", text);
    const bars = await written("abc.csv", `${HEADER}\n${ROWS}`);

    const [asBars, asConfig] = [
      await sevenfold("backtest", path),
      await sevenfold("backtest", bars, "--config", path),
    ];

    for (const { exitCode, stdout, stderr } of [asBars, asConfig]) {
      expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
      expect(stderr.startsWith(`sevenfold: ${path}${words}`), stderr).toBe(true);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
  });
});

describe("a first line that names the delimiter", () => {
  const comma = (text: string) => text.replaceAll(",", ";").replaceAll(".", ",");

  it.each([
    ["semicolons", `sep=;\n${comma(`${HEADER}\n${ROWS}`)}`],
    ["commas, in quotes", `"sep=,"\r\n${HEADER}\r\n${ROWS}`],
    ["tabs", `sep=\t\r\n${HEADER}\n${ROWS}`.replaceAll(",", "\t")],
    ["semicolons in letters of two bytes", little(`sep=;\r\n${comma(`${HEADER}\n${ROWS}`)}`)],
    ["a header with more commas", `sep=;\n${comma(HEADER)};"a,b,c,d,e,f,g,h"\n${comma(ROWS)}`],
  ])("is no header: %s", async (_, text) => {
    expect(await closesOf("abc.csv", text)).toEqual(DAYS);
  });

  it("is none of equity, of returns, and of a benchmark's closes either", async () => {
    const bars = await written("abc.csv", `${HEADER}\n${ROWS}`);
    const equity = await written(
      "e.csv",
      "sep=;\ndate;equity\n2024-01-02;100,5\n2024-01-03;101,5\n",
    );
    const closes = await written(
      "c.csv",
      "sep=;\ndate;close\n2024-01-01;50\n2024-01-02;50\n2024-01-03;51\n",
    );
    const returns = await written(
      "r.csv",
      `sep=;\na;b\n${"0,01;0,02\n-0,01;0,01\n0,02;0,005\n".repeat(8)}`,
    );
    const run = await sevenfold("backtest", bars, "--benchmark", closes, "--no-run-folder");

    expect((await sevenfold("metrics", equity)).stdout).toMatch(/^\$100\.50 on 2024-01-02/);
    expect(await sevenfold("pbo", returns, "--blocks", "2")).toMatchObject({ exitCode: 0 });
    expect([run.exitCode, run.stderr]).toEqual([0, expect.not.stringMatching(/header/)]);
  });

  it("is a header like any other where it is no delimiter known here", async () => {
    await expect(closesOf("abc.csv", `sep=|\n${HEADER}\n${ROWS}`)).rejects.toThrow(
      /abc\.csv:1: the header is one cell: part cells by commas, semicolons or tabs; it reads "sep=\|"/,
    );
  });
});
