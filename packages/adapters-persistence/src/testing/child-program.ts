import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));
const CONDITIONS = ["sevenfold-src", "module", "node"];

/** A program of ours as plain JavaScript, so that a test can run it in processes of its own. */
export interface ChildProgram {
  run(...args: readonly string[]): RunningProgram;
  remove(): Promise<void>;
}

export interface RunningProgram {
  readonly process: ChildProcess;
  /** The next line it prints; undefined when it has ended. */
  nextLine(): Promise<string | undefined>;
  /** Its exit code once it has ended, with everything it wrote to standard error. */
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
}

/** Builds the source file, with our packages inside and everybody else's by name. */
export async function buildProgram(source: URL): Promise<ChildProgram> {
  // Under the package, so that Node finds the other packages from there; Git ignores the folder.
  const parent = join(PACKAGE, "node_modules");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, ".child-program-"));
  await build({
    configFile: false,
    logLevel: "error",
    root: PACKAGE,
    resolve: { conditions: CONDITIONS },
    ssr: { noExternal: [/^@sevenfold\//], resolve: { conditions: CONDITIONS } },
    build: {
      ssr: fileURLToPath(source),
      outDir: folder,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "program.mjs", codeSplitting: false } },
    },
  });
  return {
    run: (...args) => running(spawn(process.execPath, [join(folder, "program.mjs"), ...args])),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function running(child: ReturnType<typeof spawn>): RunningProgram {
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    process: child,
    nextLine: async () => (await lines.next()).value,
    ended: once(child, "close").then(([code]) => ({ code: code as number | null, errors })),
  };
}
