import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SCRIPTS = join(import.meta.dirname, "../scripts");
/** The clock stands where it is told to: files settle without anybody waiting. */
const PROGRAM = `
Date.now = () => Number(process.argv[2]);
const { fingerprint } = await import("./stamp.mjs");
const { keepDigests } = await import("./digests.mjs");
process.stdout.write(fingerprint(["sources"]));
keepDigests();
`;
const LATER_MS = 60_000;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "sevenfold-digests-"));
  for (const folder of ["scripts", "sources/deep"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const name of ["digests.mjs", "stamp.mjs", "workspace.mjs"])
    copyFileSync(join(SCRIPTS, name), join(root, "scripts", name));
  writeFileSync(join(root, "scripts/program.mjs"), PROGRAM);
  write("one.txt", "one");
  write("deep/two.txt", "two");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const keptFile = () => join(root, "node_modules/.sevenfold/digests.json");
const write = (name: string, text: string) => writeFileSync(join(root, "sources", name), text);
const fingerprint = (laterMs = LATER_MS): string => {
  const args = [join(root, "scripts/program.mjs"), String(Date.now() + laterMs)];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
};

describe("what sources hash to", () => {
  it("is kept, and not read again while nothing changes", () => {
    const first = fingerprint();
    // A kept digest that is not the content's shows that the content was not read.
    const forged = readFileSync(keptFile(), "utf8").replaceAll(
      /"[\w+/]{43}="/g,
      `"${"A".repeat(43)}="`,
    );
    writeFileSync(keptFile(), forged);

    expect(fingerprint()).not.toBe(first);
  });

  it("is another with other content, of the same size and the same time too", () => {
    const at = new Date(2026, 0, 1);
    utimesSync(join(root, "sources/one.txt"), at, at);
    const first = fingerprint();
    write("one.txt", "eno");
    utimesSync(join(root, "sources/one.txt"), at, at);
    const second = fingerprint();
    write("deep/three.txt", "three");

    expect(new Set([first, second, fingerprint()]).size).toBe(3);
    expect(second).toBe(fingerprintAnew(() => rmSync(join(root, "sources/deep/three.txt"))));
  });

  it("is the same after a checkout, which gives every file a new time", () => {
    const first = fingerprint();
    utimesSync(join(root, "sources/one.txt"), new Date(2026, 0, 2), new Date(2026, 0, 2));

    expect(fingerprint()).toBe(first);
  });

  it("is not kept of what has just been changed: that may be changed again", () => {
    fingerprint(-LATER_MS);

    expect(existsSync(keptFile())).toBe(false);
  });

  it.each(["", "{}", "[[1,[2,3]]]", '[["sources/one.txt",null]]', '[["sources/one'])(
    "is read anew where what was kept is %j",
    (text) => {
      const first = fingerprint();
      writeFileSync(keptFile(), text);

      expect(fingerprint()).toBe(first);
    },
  );
});

/** By reading everything. */
function fingerprintAnew(change: () => void): string {
  change();
  rmSync(keptFile());
  return fingerprint();
}
