import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SCRIPTS = join(import.meta.dirname, "../scripts");
/** Two products of one file; the second dies in its midst where it is told to. */
const PROGRAM = `
import { appendFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { buildAll } from "./products.mjs";
import { inRoot } from "./workspace.mjs";

const product = (name, after, work) => ({
  ...{ name, after, sources: ["source.txt"], results: [name + ".txt"] },
  async build(wasWhole) {
    appendFileSync(inRoot("told.txt"), name + (wasWhole ? " over the old" : " anew") + "\\n");
    await work();
    return 0;
  },
});
await buildAll([
  product("first", [], async () => {
    await pause(50);
    writeFileSync(inRoot("first.txt"), "whole");
  }),
  product("second", ["first"], async () => {
    writeFileSync(inRoot("second.txt"), "half");
    if (process.argv[2] === "cut off") process.kill(process.pid, "SIGKILL");
    writeFileSync(inRoot("second.txt"), "whole");
  }),
]);
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "sevenfold-build-"));
  mkdirSync(join(root, "scripts"));
  for (const name of ["digests.mjs", "products.mjs", "stamp.mjs", "workspace.mjs"])
    copyFileSync(join(SCRIPTS, name), join(root, "scripts", name));
  writeFileSync(join(root, "scripts", "program.mjs"), PROGRAM);
  writeFileSync(join(root, "source.txt"), "one");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const textOf = (name: string) => readFileSync(join(root, name), "utf8");
/** What was built, in its order. */
function build(how = "whole"): readonly string[] {
  writeFileSync(join(root, "told.txt"), "");
  spawnSync(process.execPath, [join(root, "scripts/program.mjs"), how]);
  return textOf("told.txt").split("\n").slice(0, -1);
}

describe("a build", () => {
  it("makes what is made of another after it, and nothing twice", () => {
    expect(build()).toEqual(["first anew", "second anew"]);
    expect(build()).toEqual([]);
  });

  it("that was cut off is done anew, though its results are there", () => {
    build("cut off");
    expect(textOf("second.txt")).toBe("half");

    expect(build()).toEqual(["second anew"]);
    expect(textOf("second.txt")).toBe("whole");
  });

  it("that was cut off over an older one trusts neither", () => {
    build();
    writeFileSync(join(root, "source.txt"), "two");
    expect(build("cut off")).toEqual(["first over the old", "second over the old"]);

    expect(build()).toEqual(["second anew"]);
  });

  it("goes by what its sources say, not by when", () => {
    build();
    writeFileSync(join(root, "source.txt"), "two");
    build("cut off");
    writeFileSync(join(root, "source.txt"), "one");

    expect(build()).toEqual(["first over the old", "second anew"]);
  });
});
