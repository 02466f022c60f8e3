import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entriesIn, openWorkLog } from "./work-log.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-work-log-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ENTRIES = ["first", "", "the third, which is longer", "4"];

/** A file of these entries, and where each begins. */
async function written(name: string) {
  const path = join(folder, name);
  const starts: number[] = [];
  const log = await openWorkLog(path, "mine");
  for (const entry of ENTRIES) {
    starts.push((await readFile(path).catch(() => Buffer.alloc(0))).length);
    await log.append(Buffer.from(entry));
  }
  return { path, bytes: await readFile(path), starts };
}

const textsIn = (bytes: Buffer, identity = "mine"): readonly string[] =>
  entriesIn(bytes, identity).entries.map(String);

describe("a work log", () => {
  it("gives back what was appended, to the work it is of alone", async () => {
    const { path, bytes } = await written("whole");

    expect((await openWorkLog(path, "mine")).entries.map(String)).toEqual(ENTRIES);
    expect(textsIn(bytes, "another's")).toEqual([]);
    expect((await openWorkLog(join(folder, "none"), "mine")).entries).toEqual([]);
  });

  it("takes no entry that was cut off, wherever that was", async () => {
    const { bytes, starts } = await written("cut");

    for (let length = 0; length < bytes.length; length++) {
      const whole = starts.slice(1).filter((start) => start <= length).length;
      expect(textsIn(bytes.subarray(0, length))).toEqual(ENTRIES.slice(0, whole));
    }
  });

  it("takes no entry of which any byte is another, and none behind it", async () => {
    const { bytes, starts } = await written("changed");

    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(bytes);
        damaged[at] = bytes[at]! ^ change;
        const before = starts.filter((start) => start <= at).length - 1;
        expect(textsIn(damaged)).toEqual(ENTRIES.slice(0, before));
      }),
    );
  });

  it("cuts off what is not whole, so that what is appended then is read again", async () => {
    const { path, bytes } = await written("mended");
    await writeFile(path, bytes.subarray(0, -1));

    const log = await openWorkLog(path, "mine");
    await log.append(Buffer.from("again"));

    expect(log.entries.map(String)).toEqual(ENTRIES.slice(0, 3));
    expect(textsIn(await readFile(path))).toEqual([...ENTRIES.slice(0, 3), "again"]);
  });
});
