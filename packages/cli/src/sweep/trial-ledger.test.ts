import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  checkLedger,
  openTrialLedger,
  recordTrials,
  type TriedConfiguration,
} from "./trial-ledger.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-ledger-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const DATA = {
  fileHashes: ["a".repeat(64)],
  circumstances: { symbols: ["AAA"] },
  days: Int32Array.of(1, 2, 3, 4),
};
const AT = new Date(0);

/** Of few values, so that some are alike and some are repeated. */
const sketch = fc.array(fc.constantFrom(-127, 0, 127), { minLength: 4, maxLength: 4 });
const tries = fc.array(fc.tuple(fc.nat(30), fc.option(sketch)), { minLength: 1, maxLength: 25 });
const triedFrom = ([key, series]: readonly [number, readonly number[] | null]) =>
  ({
    key: `${key}`,
    sharpe: series === null ? Number.NaN : 0.1,
    sketch: () => (series === null ? undefined : Int8Array.from(series)),
  }) satisfies TriedConfiguration;

describe("the trial ledger", () => {
  it("counts tries that come in pieces, cut off and told once more, as those that come at once", async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(tries, fc.array(fc.nat(25), { maxLength: 4 }), async (given, cuts) => {
        const tried = given.map(triedFrom);
        const [whole, pieces] = [join(folder, `${++run}.whole`), join(folder, `${run}.pieces`)];
        const expected = await recordTrials(whole, DATA, tried, AT);

        const ends = [0, ...cuts, tried.length]
          .filter((end) => end <= tried.length)
          .toSorted((one, other) => one - other);
        let ledger = await openTrialLedger(pieces, DATA);
        for (const [at, end] of ends.slice(1).entries()) {
          await ledger.record(tried.slice(ends[at]!, end), AT);
          // Every other time it is another process that goes on, behind a line that a kill cut off.
          if (at % 2 === 1) continue;
          await writeFile(pieces, '{"at":"cut', { flag: "a" });
          ledger = await openTrialLedger(pieces, DATA);
        }

        expect(await recordTrials(pieces, DATA, tried, AT)).toEqual(expected);
      }),
    );
  });

  it("counts what another process tried while its own tries came", async () => {
    const path = join(folder, "two.jsonl");
    const tried = (...keys: readonly string[]) =>
      keys.map((key, at) => triedFrom([Number(key), [127, 0, at, 127]]));
    const [one, other] = [await openTrialLedger(path, DATA), await openTrialLedger(path, DATA)];

    expect(await one.record(tried("1", "2"), AT)).toMatchObject({ configurations: 2 });
    // A kill in the midst of a write, of a third.
    await writeFile(path, '{"at":"cut', { flag: "a" });
    expect(await other.record(tried("2", "3", "4"), AT)).toMatchObject({ configurations: 4 });
    expect(await one.record(tried("5"), AT)).toMatchObject({ configurations: 5 });
    expect(await recordTrials(path, DATA, [], AT)).toMatchObject({ configurations: 5 });
  });

  it.each([
    ["bars", "Date,Open,High,Low,Close\n2024-01-02,10,11,9,10\n"],
    ["bars without an end of line", "Date,Open,High,Low,Close"],
    ["a document", '{"bars": ["orcl.csv"]}\n'],
    ["blank lines and a text", "\n\nNotes on what to try\n"],
  ])("writes nothing to a file that is none: %s", async (name, text) => {
    const path = join(folder, `${name}.csv`);
    await writeFile(path, text);

    await expect(checkLedger(path)).rejects.toThrow("holds something else than trials");
    await expect(recordTrials(path, DATA, [triedFrom([1, null])], AT)).rejects.toThrow(
      "name another file by --ledger",
    );

    expect(await readFile(path, "utf8")).toBe(text);
  });

  it.each(["", "\n", '{"at', '{"at":"cut'])(
    "goes on behind a beginning such as %j",
    async (text) => {
      const path = join(folder, `begun ${text.length}.jsonl`);
      await writeFile(path, text);

      await checkLedger(path);
      await recordTrials(path, DATA, [triedFrom([1, null])], AT);
      await checkLedger(path);

      expect(await recordTrials(path, DATA, [], AT)).toMatchObject({ configurations: 1 });
    },
  );

  it("mixes no lines of sweeps that are told side by side, however long they are", async () => {
    const path = join(folder, "side-by-side.jsonl");
    const many = (name: string) =>
      Array.from({ length: TRIES_OF_MUCH_TEXT }, (_, at) => ({
        key: `${name} ${at}`,
        sharpe: 0.123456789,
        sketch: () => undefined,
      }));

    await Promise.all(["one", "other"].map((name) => recordTrials(path, DATA, many(name), AT)));

    expect(await recordTrials(path, DATA, [], AT)).toMatchObject({
      configurations: 2 * TRIES_OF_MUCH_TEXT,
    });
  });
});

/** Of some megabyte: Node writes files by their promises half a megabyte at a time. */
const TRIES_OF_MUCH_TEXT = 30_000;
