import { execFileSync, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLOCK, folder, HEADER, ROWS, rowsOf } from "../testing/bar-files.ts";
import { loadBars } from "./load-bars.ts";
import { unpackedBzip2 } from "./unpacked-bzip2.ts";

/** What bzip2 1.0.8 made of `HEADER` and `ROWS`, and of 120 letters a, twelve b and nothing. */
const PACKED = {
  rows: "QlpoOTFBWSZTWXmR6doAACHfgAAQAAd+IAxEgQAi586AIABURNGoaaAxGQz0oJQo0000yAAaGbh5GESsW77reBMcjwUSSRFaoWSAzSGJrYTTPAkMi59AFrVqFndbjFUb+LuSKcKEg8yPTtA=",
  runs: "QlpoOTFBWSZTWULKieoAAADBgABAMAAEACAAMM00G00NRM8XckU4UJBCyonq",
  empty: "QlpoORdyRThQkAAAAAA=",
};
const RUNS = "a".repeat(120) + "b".repeat(12);
const hasProgram = spawnSync("bzip2", ["--version"]).error === undefined;

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function unpacked(bytes: Buffer, size = bytes.length): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of unpackedBzip2("abc.csv", inPieces(bytes, size))) parts.push(part);
  return Buffer.concat(parts).toString("latin1");
}

describe("what bzip2 packed", () => {
  it("is read as bars", async () => {
    const path = join(folder, "abc.csv.bz2");
    await writeFile(path, Buffer.from(PACKED.rows, "base64"));

    const { columns } = await loadBars([path], [], CLOCK);

    expect(columns[0]!.ticker).toBe("ABC");
    expect([...columns[0]!.close]).toEqual([
      ...(await rowsOf(`${HEADER}\n${ROWS}`)).columns[0]!.close,
    ]);
  });

  it("is unpacked from pieces of any size, runs and several files one after another too", async () => {
    const runs = Buffer.from(PACKED.runs, "base64");
    const both = Buffer.concat([runs, Buffer.from(PACKED.empty, "base64"), runs]);

    for (const size of [1, 7, both.length]) expect(await unpacked(both, size)).toBe(RUNS + RUNS);
    expect(await unpacked(Buffer.from(PACKED.empty, "base64"))).toBe("");
  });

  it("is refused where it was cut off, changed, or followed by something else", async () => {
    const bytes = Buffer.from(PACKED.rows, "base64");
    const changed = Buffer.from(bytes);
    changed[60]! ^= 4;

    await expect(unpacked(bytes.subarray(0, -9))).rejects.toThrow(
      "abc.csv: the file cannot be unpacked: it is cut off",
    );
    await expect(unpacked(changed)).rejects.toThrow(/^abc\.csv: the file cannot be unpacked: /);
    await expect(unpacked(Buffer.concat([bytes, Buffer.from("more")]))).rejects.toThrow(
      "abc.csv: the file cannot be unpacked: something else follows what was packed",
    );
  });

  it.skipIf(!hasProgram)("is what the program itself unpacks, over several blocks", async () => {
    let state = 1;
    const text = Array.from({ length: 120_000 }, (_, at) => {
      state = (state * 16_807) % 2_147_483_647;
      return at % 97 < 3 ? "x".repeat(300) : `${state},${at % 7}\n`;
    }).join("");
    const bytes = execFileSync("bzip2", ["-1", "-c"], { input: text, maxBuffer: 2 ** 26 });

    // Blocks are taken while the file is still being read.
    expect(bytes.length).toBeGreaterThan(400_000);
    expect((await unpacked(bytes, 65_536)) === text).toBe(true);
  });
});
