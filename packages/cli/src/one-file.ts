import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

/** Where the build leaves the backtest command and all it needs in one file (`vite.config.ts`). */
const FOLDER = new URL("./quick/", import.meta.url);
const ONE_FILE = "backtest.cjs";
/** What V8 made of that file when the build ran it (`scripts/keep-code.mjs`). */
const KEPT_CODE = "backtest.code";
/** Written whenever a package that is in it was compiled anew. */
const COMPILED = [
  new URL("./.tsbuildinfo", import.meta.url),
  new URL("../../application/dist/.tsbuildinfo", import.meta.url),
  new URL("../../domain/dist/.tsbuildinfo", import.meta.url),
];
const SEAL_BYTES = 32;

type BacktestProgram = typeof import("./backtest-program.ts");

export interface OneFile {
  readonly path: string;
  readonly bytes: Buffer;
  /** A function of what Node gives each of its own modules. */
  readonly script: Script;
}

/**
 * The backtest command from its one file: some two hundred modules take longer to load than ten
 * years of days take to trade. Undefined where the file is missing, cut off or older than its modules.
 */
export function openOneFile(folder = FOLDER): BacktestProgram | undefined {
  if (!isFresh(new URL(ONE_FILE, folder))) return undefined;
  try {
    const program = evaluate(compileOneFile(folder));
    return "runBacktestProgram" in program ? program : undefined;
  } catch {
    // A build that was stopped, or a full disk: the modules are still there.
    return undefined;
  }
}

function isFresh(file: URL): boolean {
  const made = changedAt(file);
  return made !== undefined && COMPILED.every((path) => (changedAt(path) ?? 0) <= made);
}

const changedAt = (path: URL): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/** Compiles the file, or takes the code that was kept of it. */
export function compileOneFile(folder = FOLDER): OneFile {
  const path = fileURLToPath(new URL(ONE_FILE, folder));
  const bytes = readFileSync(path);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${bytes.toString()}\n})`,
    { filename: path, cachedData: keptCodeOf(bytes, folder) },
  );
  return { path, bytes, script };
}

export function evaluate({ path, script }: OneFile): BacktestProgram {
  const module = { exports: {}, loaded: true };
  const require = createRequire(path);
  // The files that are loaded later ask for this one in turn.
  require.cache[path] = module as NodeJS.Module;
  script.runInThisContext()(module.exports, require, module, path, dirname(path));
  return module.exports as BacktestProgram;
}

/** Keeps the code of a file that has run: what was needed then is in it. */
export function keepCode({ bytes, script }: OneFile, folder = FOLDER): void {
  const code = script.createCachedData();
  writeFileSync(new URL(KEPT_CODE, folder), Buffer.concat([sealOf(bytes, code), code]));
}

/** Code is taken whole or not at all: V8 asks for its own version, but crashes on what is damaged. */
function keptCodeOf(bytes: Buffer, folder: URL): Buffer | undefined {
  try {
    const kept = readFileSync(new URL(KEPT_CODE, folder));
    const code = kept.subarray(SEAL_BYTES);
    return sealOf(bytes, code).equals(kept.subarray(0, SEAL_BYTES)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** What kept code begins with: it is of this source, by this Node, and whole. */
const sealOf = (bytes: Buffer, code: Buffer): Buffer =>
  createHash("sha256")
    .update(`${process.version} ${process.arch}\n`)
    .update(bytes)
    .update(code)
    .digest();
