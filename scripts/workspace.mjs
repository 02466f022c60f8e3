// Runs under whatever Node the newcomer has, before anything is installed: only node: builtins.
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const inRoot = (...parts) => join(root, ...parts);

const BEFORE_PATH = root.endsWith(sep) ? root.length : root.length + 1;
/** The path from the root of a file that \`inRoot\` gave; asked of thousands at each start. */
export const fromRoot = (file) => file.slice(BEFORE_PATH);

/** The entry files of the tools, run with this very Node rather than through a shell. */
export const tools = {
  tsc: inRoot("node_modules/typescript/bin/tsc"),
  vite: inRoot("node_modules/vite/bin/vite.js"),
  vitest: inRoot("node_modules/vitest/vitest.mjs"),
  biome: inRoot("node_modules/@biomejs/biome/bin/biome"),
  playwright: inRoot("node_modules/playwright-core/cli.js"),
};

/** Progress goes to stderr: stdout belongs to the command, whose output a program may read. */
export const say = (line) => process.stderr.write(`${line}\n`);

/** Says why in one line and ends the process. */
export function fail(why, code = 1) {
  say(why);
  process.exit(code);
}

/**
 * Runs a Node script to its end and answers its exit code; a signal counts as 1. It ends where this
 * process does.
 */
export function runNode(args, { cwd = root, stdio = "inherit", env = process.env, timeout } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio, env, timeout });
    const end = () => child.kill();
    process.once("exit", end);
    child.once("error", reject);
    child.once("exit", (code) => {
      process.off("exit", end);
      resolve(code ?? 1);
    });
  });
}

const PARENT_CHECK_MS = 500;

/** Calls `end` once the process that started this one is gone: a kill -9 of it tells nobody. */
export function whenOrphaned(end) {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    end();
  }, PARENT_CHECK_MS);
  check.unref();
}

/** stdio for a tool whose output is progress, not the answer. */
export const onStderr = ["ignore", 2, 2];

/** Whether the script was called by name rather than imported by another. */
export const isMain = (moduleUrl) =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(moduleUrl);
