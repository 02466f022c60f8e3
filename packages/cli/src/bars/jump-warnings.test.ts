import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { file, folder, HEADER } from "../testing/bar-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const days = (...prices: readonly (readonly [day: string, price: number])[]): string =>
  `${HEADER}\n${prices.map(([day, price]) => `2024-01-${day},${price},${price},${price},${price},1`).join("\n")}\n`;

/** A split of four for one on January 4, and on January 9 one that nobody tells. */
const SPLIT: readonly (readonly [string, number])[] = [
  ...([
    ["02", 100],
    ["03", 104],
    ["04", 25.5],
    ["05", 26],
  ] as const),
  ...([
    ["08", 26.5],
    ["09", 13.1],
    ["10", 13],
  ] as const),
];
const UNTOLD =
  "line 7 opens at 13.10 after a close of 26.50, 1/2.02 of it: like a split of 2 for 1 that the prices are not adjusted for";
const TOLD =
  "line 4 opens at 25.50 after a close of 104.00, 1/4.08 of it: like a split of 4 for 1 that the prices are not adjusted for";

async function warnedOf(bars: string, ...flags: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await sevenfold("backtest", bars, ...flags, "--json");
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout).warnings;
}

describe("a jump that a split explains", () => {
  it("is not warned of where --actions tell the split, and any other is", async () => {
    const bars = await file("jmp.csv", days(...SPLIT));
    const actions = await file("jmp-actions.csv", "date,symbol,split\n2024-01-04,JMP,4\n");

    expect(await warnedOf(bars)).toEqual([`${bars}: ${TOLD}`, `${bars}: ${UNTOLD}`]);
    expect(await warnedOf(bars, "--actions", actions)).toEqual([`${bars}: ${UNTOLD}`]);
  });

  it("is known where the newest row comes first, and where bars lie within days", async () => {
    const [header, ...rows] = days(...SPLIT)
      .trimEnd()
      .split("\n");
    const backwards = await file("jmp.csv", `${[header, ...rows.reverse()].join("\n")}\n`);
    const hours = rows
      .toReversed()
      .flatMap((row) => [row.replace(",", " 09:30,"), row.replace(",", " 10:30,")]);
    const timed = await file("hours/jmp.csv", `${[header, ...hours].join("\n")}\n`);
    const text = "date,symbol,split\n2024-01-04,JMP,4\n2024-01-09,JMP,2\n";
    const actions = await file("jmp-both.csv", text);

    expect(await warnedOf(backwards, "--actions", actions)).toEqual([
      `${backwards}: the newest row comes first; read from its end`,
    ]);
    expect(await warnedOf(timed)).toHaveLength(2);
    expect(await warnedOf(timed, "--actions", actions)).toEqual([]);
  });

  it("is warned of in bars that are kept, as in the file they came from", async () => {
    const bars = await file("jmp.csv", days(...SPLIT));
    const actions = await file("jmp-actions.csv", "date,symbol,split\n2024-01-04,JMP,4\n");
    const data = join(folder, "kept");
    await sevenfold("data", "import", bars, "--data", data, "--basis", "raw");
    const kept = join(data, "JMP.1d.bars.json");
    const rowOf = (words: string) => words.replace(/line (\d)/, (_, line) => `row ${line - 1}`);

    expect(await warnedOf(data)).toEqual([`${kept}: ${rowOf(TOLD)}`, `${kept}: ${rowOf(UNTOLD)}`]);
    expect(await warnedOf(data, "--actions", actions)).toEqual([`${kept}: ${rowOf(UNTOLD)}`]);
  });

  it("is warned of where the split is another symbol's or explains too little", async () => {
    const bars = await file("jmp.csv", days(["02", 100], ["03", 100], ["04", 10], ["05", 10]));
    const other = await file("other.csv", "date,symbol,split,dividend\n2024-01-04,JMP,2,\n");
    const strange = "date,symbol,split,dividend\n2024-01-04,QQQ,10,\n2024-01-03,JMP,,0.1\n";
    const strangers = await file("strange.csv", strange);

    expect(await warnedOf(bars, "--actions", other)).toEqual([
      expect.stringContaining("like a split of 10 for 1"),
    ]);
    expect(await warnedOf(bars, "--actions", strangers)).toEqual([
      expect.stringContaining("like a split of 10 for 1"),
      expect.stringContaining("no bars of QQQ"),
    ]);
  });
});

describe("jumps of bars that are kept", () => {
  it("are those of the file that they came from, also where jumps follow one another", async () => {
    const prices = [100, 101, 25, 100, 102, 50, 200, 201, 67, 68] as const;
    const rows = prices.map((price, day) => [String(day + 10), price] as const);
    const bars = await file("kept.csv", days(...rows));
    const data = join(folder, "kept-data");
    await sevenfold("data", "import", bars, "--data", data);

    const ofFile = await warnedOf(bars);
    const ofKept = await warnedOf(data);

    const bare = (words: readonly string[]) =>
      words.map((word) => word.slice(word.indexOf(": ")).replace(/^: (line|row) \d+ /, ""));
    expect(ofFile).toHaveLength(4);
    expect(bare(ofKept)).toEqual(bare(ofFile));
  });
});
