import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-pbo-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Even numbers between −1 and 1 from a seed. */
function drawn(seed: number, count: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  });
}
const matrixOf = (trials: number, days: number): number[][] =>
  Array.from({ length: trials }, (_, trial) =>
    drawn(77 + 7_919 * trial, days).map((each) => each / 50),
  );

async function fileOf(name: string, columns: readonly (readonly number[])[]): Promise<string> {
  const path = join(folder, name);
  const rows = columns[0]!.map((_, day) => columns.map((column) => column[day]).join(","));
  await writeFile(path, [columns.map((_, at) => `trial ${at}`).join(","), ...rows, ""].join("\n"));
  return path;
}
const pboOf = async (...argv: readonly string[]) => {
  const { stdout, stderr, exitCode } = await sevenfold("pbo", ...argv, "--json");
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return JSON.parse(stdout);
};

describe("sevenfold pbo", () => {
  it.each([
    [7, 61, 6],
    [12, 96, 8],
    [3, 40, 10],
  ])(
    "is what a plain reading of the method finds of %i trials, %i days and %i blocks",
    async (trials, days, blocks) => {
      const columns = matrixOf(trials, days);
      const found = await pboOf(
        await fileOf(`plain-${trials}.csv`, columns),
        "--blocks",
        String(blocks),
      );

      const plain = plainPbo(columns, blocks);
      expect(found).toMatchObject({ kind: "pbo", trials, days, blocks, splits: plain.splits });
      expect(found.probability).toBeCloseTo(plain.probability, 12);
      expect(found.lossProbability).toBeCloseTo(plain.lossProbability, 12);
    },
  );

  it("is 1 where all trials are alike over all days, as the authors' example of full overfit is", async () => {
    // Re-centered and re-scaled columns, eight blocks: what is high in one half has to be low in the other.
    const columns = matrixOf(20, 400).map((column) => {
      const mean = column.reduce((sum, each) => sum + each, 0) / column.length;
      const spread = Math.sqrt(
        column.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (column.length - 1),
      );
      return column.map((each) => (each - mean) / spread / Math.sqrt(252));
    });
    const found = await pboOf(await fileOf("overfit.csv", columns), "--blocks", "8");

    expect(found).toMatchObject({ probability: 1, lossProbability: 1, splits: 70 });
    expect(found.degradation).toBeCloseTo(-1, 1);
    const { exitCode, stdout, stderr } = await sevenfold(
      "pbo",
      join(folder, "overfit.csv"),
      "--fail-above",
      "0.5",
    );
    expect(exitCode).toBe(4);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^Overfit: /);
    expect(stderr).toContain("the probability of overfitting is 100.0%, above the 50.0%");
  });

  it("reads dates, semicolons with decimal commas, gzip and equity alike", async () => {
    const columns = matrixOf(4, 64);
    const expected = await pboOf(await fileOf("same.csv", columns));
    const rows = columns[0]!.map((_, day) => columns.map((column) => column[day]!));
    const german = rows.map((row, day) =>
      [`2024-01-${day + 1}`, ...row.map((each) => each.toFixed(17).replace(".", ","))].join(";"),
    );
    const path = join(folder, "german.csv.gz");
    await writeFile(path, gzipSync(["Datum;a;b;c;d", ...german].join("\r\n")));
    const equity = columns.map((column) => {
      let worth = 100;
      return [100, ...column.map((each) => (worth *= 1 + each))];
    });

    const [packed, curves] = [
      await pboOf(path),
      await pboOf(await fileOf("equity.csv", equity), "--values", "equity"),
    ];

    for (const found of [packed, curves]) {
      expect(found.days).toBe(64);
      expect(found.probability).toBe(expected.probability);
      expect(found.best.sharpe).toBeCloseTo(expected.best.sharpe, 9);
    }
    expect(packed.best.name).toBe("abcd"[Number(expected.best.name.slice(-1))]);
  });

  it("says of letters of two bytes that they are", async () => {
    const path = join(folder, "wide.csv");
    await writeFile(path, Buffer.from("date,a,b\r\n2024-01-02,0,0\r\n", "utf16le"));

    expect(await sevenfold("pbo", path)).toMatchObject({
      exitCode: 3,
      stderr: `sevenfold: ${path}:1: the text is not UTF-8, it looks like UTF-16; save the file as UTF-8\n`,
    });
  });

  it.each([
    ["without a name", "", 0, "has no name and is left out; name it where it is a trial"],
    ["named index", "index", 1, ', "index", numbers the rows and is left out'],
    ["of pandas read twice", "Unnamed: 0", 0, ', "Unnamed: 0", numbers the rows and is left out'],
  ])("takes an index %s for no trial, and says so", async (_, name, first, words) => {
    const columns = matrixOf(4, 64);
    const expected = await pboOf(await fileOf("indexless.csv", columns));
    const rows = columns[0]!.map((__, day) => columns.map((column) => column[day]!));
    const path = join(folder, "indexed.csv");
    const lines = rows.map((row, day) => [day + first, ...row].join(","));
    for (const names of ["a,b,c,d", "0,1,2,3"]) {
      await writeFile(path, [`${name},${names}`, ...lines].join("\n"));
      const { stdout, stderr } = await sevenfold("pbo", path, "--json");

      expect(stderr).toMatch(`warning: ${path}: the first column`);
      expect(stderr).toContain(words);
      const { trials, days, probability, lossProbability, best } = JSON.parse(stdout);
      expect({ trials, days, probability, lossProbability, sharpe: best.sharpe }).toEqual({
        ...{ trials: 4, days: 64, probability: expected.probability },
        ...{ lossProbability: expected.lossProbability, sharpe: expected.best.sharpe },
      });
    }
  });

  it("takes a first column named index for a trial where it counts no rows", async () => {
    const rows = matrixOf(3, 40)[0]!.map((each) => [each, each / 2, -each].join(","));
    const path = join(folder, "index-fund.csv");
    await writeFile(path, ["index,a,b", ...rows].join("\n"));

    expect(await pboOf(path)).toMatchObject({ trials: 3 });
  });

  it.each([
    [
      "a,b\n0.1,0.2\n0.1,n/a\n",
      ':3: b: "n/a" is not a number; every trial needs a value on every day, such as 0.012 for 1.2%',
    ],
    [
      "a,b\n0.1,0.2\n\n0.1,\n",
      ":4: b: the cell is empty; every trial needs a value on every day, such as 0.012 for 1.2%",
    ],
    ["a,b\n0.1,0.2\n0.1,0.2,0.3\n", ":3: the row has 3 cells, and the first one 2"],
    [
      "date,a\n2024-01-02,0.1\n",
      ":1: there is one column of returns; a column for each of at least two trials is needed",
    ],
    [
      "a,b\n0.1,-1.5\n",
      ":2: b: a return of -1.5 is below −1, which is all of it; write fractions, 0.012 for 1.2%",
    ],
    [
      "a,b\n0.1,0.2\n0.1,0.2\n",
      ": 2 returns of each trial; 16 blocks need 32, or --blocks takes fewer",
    ],
    [
      "a,b\n1000,1.01\n1010,1\n990,1.02\n",
      ": every value is above 0.5, a gain of 50% each day: this is equity and no returns; add --values equity",
    ],
    ["a,b\n", ": the file has names and no returns"],
    ["", ": the file is empty"],
  ])("refuses %j with file and row", async (text, words) => {
    const path = join(folder, "bad.csv");
    await writeFile(path, text);

    expect(await sevenfold("pbo", path)).toEqual({
      exitCode: 3,
      stdout: "",
      stderr: `sevenfold: ${path}${words}\n`,
    });
  });
});

/** Bailey, Borwein, López de Prado and Zhu once more: every choice of half of the blocks, joined. */
function plainPbo(columns: readonly (readonly number[])[], blocks: number) {
  const days = columns[0]!.length;
  const blockOf = (day: number) => Math.floor((day * blocks) / days);
  const ratioOn = (column: readonly number[], isIn: (block: number) => boolean) => {
    const some = column.filter((_, day) => isIn(blockOf(day)));
    const mean = some.reduce((sum, each) => sum + each, 0) / some.length;
    return (
      mean / Math.sqrt(some.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (some.length - 1))
    );
  };
  let [splits, below, losing] = [0, 0, 0];
  for (let bits = 0; bits < 2 ** blocks; bits++) {
    const chosen = [...Array(blocks).keys()].filter((block) => (bits >> block) & 1);
    if (chosen.length !== blocks / 2) continue;
    splits += 1;
    const inside = columns.map((column) => ratioOn(column, (block) => chosen.includes(block)));
    const outside = columns.map((column) => ratioOn(column, (block) => !chosen.includes(block)));
    const best = inside.indexOf(Math.max(...inside));
    const rank = outside.filter((each) => each <= outside[best]!).length;
    const omega = rank / (columns.length + 1);
    if (Math.log(omega / (1 - omega)) <= 0) below += 1;
    if (outside[best]! < 0) losing += 1;
  }
  return { splits, probability: below / splits, lossProbability: losing / splits };
}
