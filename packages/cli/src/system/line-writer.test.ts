import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { lineWriter } from "./line-writer.ts";

/** A disk that takes so many bytes a time, and is full where it is told to be. */
function disk(bytesAtOnce: number) {
  const standing = { isFull: false };
  let text = "";
  const write = (
    _: number,
    bytes: Uint8Array,
    taken: (error: Error | null, count: number) => void,
  ) => {
    const some = bytes.subarray(0, bytesAtOnce);
    const { isFull } = standing;
    if (!isFull) text += Buffer.from(some).toString("latin1");
    setImmediate(() => taken(isFull ? new Error("ENOSPC") : null, isFull ? 0 : some.length));
  };
  return { standing, write, text: () => text };
}

describe("a writer of lines", () => {
  it("keeps their order, whatever is taken of them at a time", async () => {
    const { write, text } = disk(5);
    const { write: say } = lineWriter(9, write);

    for (const line of ["one\n", "another\n", "last\n"]) say(line);

    await expect.poll(text).toBe("one\nanother\nlast\n");
  });

  it("neither throws nor forgets where the disk is full for a time", async () => {
    const { standing, write, text } = disk(100);
    const { write: say } = lineWriter(9, write);

    standing.isFull = true;
    for (const line of ["one\n", "another\n"]) say(line);
    await nextTurn();
    standing.isFull = false;
    say("last\n");

    await expect.poll(text).toBe("one\nanother\nlast\n");
  });

  it("holds no more than a megabyte of what nobody takes", async () => {
    const { standing, write, text } = disk(10_000_000);
    const { write: say } = lineWriter(9, write);

    standing.isFull = true;
    for (let line = 0; line < 3_000; line += 1) say(`${"x".repeat(999)}\n`);
    standing.isFull = false;

    await expect.poll(text).not.toBe("");
    expect(text().length).toBeLessThan(1_100_000);
  });

  it("writes at its end what nobody has taken yet, and ends also where nobody does", () => {
    const folder = mkdtempSync(join(tmpdir(), "sevenfold-lines-"));
    const path = join(folder, "log");
    const { write, end } = lineWriter(openSync(path, "w"), () => undefined);
    const unwritable = lineWriter(openSync(path, "r"), () => undefined);

    for (const line of ["being written\n", "one\n", "another\n"]) write(line);
    end();
    unwritable.write("one\n");
    expect(unwritable.end).not.toThrow();

    expect(readFileSync(path, "utf8")).toBe("one\nanother\n");
    rmSync(folder, { recursive: true });
  });
});
