import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { linesIn } from "./lines-in.ts";

const home = mkdtempSync(join(tmpdir(), "sevenfold-lines-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

it.each([
  ["none", ""],
  ["one without its line feed", '{"cut":"o'],
  ["some with an empty one among them", "[1]\n\n[2]\n"],
  ["some whose texts hold what ends a line elsewhere", '["a\u2028b"]\n["c\u2029d\u0085\f"]\n'],
  ["one that is longer than what is read at once", `${"\u20ac".repeat(100_000)}\nshort\n`],
])("reads the lines of a file with %s", async (_, text) => {
  const path = join(home, "lines");
  writeFileSync(path, text);

  const lines: string[] = [];
  for await (const line of linesIn(path)) lines.push(line);

  expect(lines).toEqual(
    text
      .replace(/\n$/, "")
      .split("\n")
      .slice(text === "" ? 1 : 0),
  );
});
