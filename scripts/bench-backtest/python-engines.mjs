import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inRoot } from "../workspace.mjs";
import { layOut, numbersIn } from "./world-files.mjs";

/** Engines a quant may have already: the library, what our runner for it needs, and the runner. */
export const ENGINES = {
  numba: { imports: ["numba", "numpy"], runner: "numba_runner.py" },
  "backtesting.py": {
    imports: ["backtesting", "numpy", "pandas"],
    runner: "backtesting_runner.py",
  },
  backtrader: { imports: ["backtrader", "numpy", "pandas"], runner: "backtrader_runner.py" },
};
const RUNNER_MS_MAX = 20 * 60_000;
const COMPLAINT_MAX = 2_000;
// Nothing of theirs is left beside our sources.
const ENVIRONMENT = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };

/** The Pythons to ask, the first that has a library being taken: the one that is named, or the usual. */
export const pythonsToAsk = ({ SEVENFOLD_PYTHON } = process.env) =>
  SEVENFOLD_PYTHON ? [SEVENFOLD_PYTHON] : ["python3", "/usr/bin/python3"];

/** The engine in the first Python that has it, or why there is none. */
export function findEngine(name, pythons) {
  const { imports, runner } = ENGINES[name];
  const answers = pythons.map((python) => ({ python, ...ask(python, imports) }));
  const found = answers.find(({ version }) => version !== undefined);
  if (found !== undefined)
    return { engine: pythonEngine({ name, runner, python: found.python, version: found.version }) };
  if (answers.every(({ isThere }) => !isThere))
    return { missing: `${name} is left out: no Python was found (${pythons.join(", ")}).` };
  const why = answers.find(({ complaint }) => complaint !== undefined)?.complaint;
  return {
    missing: why !== undefined ? `${name} is left out: ${why}` : `${name} is not installed.`,
  };
}

/** Whether a Python is there, the version of the library in it, or what else is wrong with it. */
function ask(python, [library, ...others]) {
  const program = `import ${library}, ${others.join(", ")}; print(getattr(${library}, "__version__", "?"))`;
  const { error, status, stdout, stderr } = spawnSync(python, ["-c", program], {
    encoding: "utf8",
    env: ENVIRONMENT,
    timeout: 60_000,
  });
  if (error !== undefined)
    return error.code === "ENOENT"
      ? { isThere: false }
      : { isThere: true, complaint: error.message };
  if (status === 0) return { isThere: true, version: lastLineOf(stdout) };
  const isAbsent = stderr.includes(`No module named '${library}'`);
  return { isThere: true, complaint: isAbsent ? undefined : lastLineOf(stderr) };
}

/** A library in a Python; `load` starts our runner for it and waits until it is warm. */
function pythonEngine({ name, runner, python, version }) {
  const program = inRoot("scripts/bench-backtest", runner);
  return {
    name: `${name} ${version}`,
    async load(world, grid) {
      const folder = mkdtempSync(join(tmpdir(), "sevenfold-bench-"));
      layOut(folder, world, grid);
      const conversation = converse(python, [program, folder]);
      const close = async () => {
        await conversation.end();
        rmSync(folder, { recursive: true, force: true });
      };
      try {
        await conversation.answer();
      } catch (failure) {
        await close();
        throw failure;
      }
      return {
        async turn() {
          const [cpu, wall] = (await conversation.ask("go")).split(" ").map(Number);
          return { cpu, wall };
        },
        results: () => numbersIn(folder, "results.f64"),
        fills: () => numbersIn(folder, "fills.f64"),
        close,
      };
    },
  };
}

/** A program that is sent lines and answers each with one; what it complains of is kept for the end. */
function converse(command, args) {
  const child = spawn(command, args, { env: ENVIRONMENT, timeout: RUNNER_MS_MAX });
  const ended = new Promise((resolve) => {
    child.once("error", resolve);
    child.once("close", resolve);
  });
  let complaint = "";
  child.stderr.on("data", (text) => {
    complaint = `${complaint}${text}`.slice(-COMPLAINT_MAX);
  });
  child.stdin.on("error", () => {}); // That it is gone shows in the answer that never comes.
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await lines.next();
    if (!done) return value;
    await ended;
    throw new Error(`${args[0] ?? command} gave no answer: ${lastLineOf(complaint)}`);
  };
  return {
    answer,
    ask(line) {
      child.stdin.write(`${line}\n`);
      return answer();
    },
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}

const lastLineOf = (text) => text.trim().split("\n").at(-1).trim();
