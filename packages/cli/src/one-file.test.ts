import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { compileOneFile, evaluate, keepCode, openOneFile } from "./one-file.ts";

const SOURCE = `exports.runBacktestProgram = async () => "ran";`;

let home: string;
let folder: URL;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "sevenfold-one-file-"));
  folder = pathToFileURL(`${home}/`);
  writeFileSync(join(home, "backtest.cjs"), SOURCE);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

/** Runs the file and keeps its code, as the build does. */
async function keep() {
  const oneFile = compileOneFile(folder);
  await evaluate(oneFile).runBacktestProgram();
  keepCode(oneFile, folder);
}

/** Whether the code was taken; V8 says so only where it was given any. */
const takesCode = () => compileOneFile(folder).script.cachedDataRejected === false;

const run = () => openOneFile(folder)?.runBacktestProgram();

describe("the backtest in one file", () => {
  it("runs without kept code", async () => {
    expect(takesCode()).toBe(false);
    expect(await run()).toBe("ran");
  });

  it("takes the code that was kept of it", async () => {
    await keep();

    expect(takesCode()).toBe(true);
    expect(await run()).toBe("ran");
  });

  it("runs without the code whatever byte of it is wrong or missing", async () => {
    await keep();
    const path = join(home, "backtest.code");
    const whole = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, change, isCut) => {
          const damaged = Buffer.from(whole);
          damaged[at] = whole[at]! ^ change;
          writeFileSync(path, isCut ? whole.subarray(0, at) : damaged);
          expect(takesCode()).toBe(false);
          expect(await run()).toBe("ran");
        },
      ),
    );
  });

  it("takes no code of another text, however long, or of another Node", async () => {
    await keep();
    writeFileSync(join(home, "backtest.cjs"), SOURCE.replace("ran", "RAN"));
    expect(takesCode()).toBe(false);
    expect(await run()).toBe("RAN");

    await keep();
    vi.spyOn(process, "version", "get").mockReturnValue("v20.0.0");
    expect(takesCode()).toBe(false);
  });

  it("is left alone where it is missing, or older than the modules it was made of", () => {
    utimesSync(join(home, "backtest.cjs"), new Date(0), new Date(0));
    expect(run()).toBeUndefined();

    rmSync(join(home, "backtest.cjs"));
    expect(run()).toBeUndefined();
  });

  it.each([0, 10, SOURCE.length - 5])("is left alone where it ends after %i bytes", (bytes) => {
    writeFileSync(join(home, "backtest.cjs"), SOURCE.slice(0, bytes));

    expect(run()).toBeUndefined();
  });

  it("is what the files that it loads later get when they ask for it", async () => {
    writeFileSync(join(home, "later.cjs"), `exports.first = require("./backtest.cjs");`);
    writeFileSync(
      join(home, "backtest.cjs"),
      `exports.runBacktestProgram = async () => require("./later.cjs").first === exports;`,
    );

    expect(await run()).toBe(true);
  });
});
