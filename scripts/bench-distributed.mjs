import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { prepare } from "./build.mjs";
import { fail, inRoot } from "./workspace.mjs";

/*
 * A sweep on this machine's own thread, then over NATS on 1, 2, 4 and 8 workers of one thread each,
 * in turn: seconds, and how many times one worker's speed. With more workers than processors the
 * processors are what limits it; what each part costs beside its computing is printed for the plan
 * of many machines.
 */
const ROWS = Number(process.argv[2] ?? 400_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const COUNTS = [1, 2, 4, 8];
if (!(10_000 <= ROWS && ROWS <= 2_000_000 && 1 <= ROUNDS && ROUNDS <= 20))
  fail("npm run bench:distributed -- [bars, 400000] [rounds, 3]", 2);

const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin"];
const binary = [...(process.env.PATH ?? "").split(delimiter), ...FOLDERS]
  .map((folder) => join(folder, "nats-server"))
  .find((path) => existsSync(path));
if (binary === undefined) fail("No nats-server is installed; it is what this measures.");

await prepare();
const { writeWalk } = await import(inRoot("packages/cli/dist/testing/walk-file.js"));
const folder = mkdtempSync(join(tmpdir(), "sevenfold-bench-distributed-"));
const children = [];
try {
  const bars = join(folder, "bars.csv");
  writeWalk(bars, { rows: ROWS, seed: 1, minutes: true });
  const port = 20_000 + (process.pid % 20_000);
  const nats = [binary, ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", folder]];
  children.push(spawn(...nats, { stdio: "ignore" }));
  const env = { ...process.env, NATS_URL: `nats://127.0.0.1:${port}` };

  const sweep = ["sweep", bars, "--set", "buyDropPct=2..8:0.25", "--set", "sellRisePct=2..8:0.25"];
  const flags = ["--no-run-folder", "--ledger", join(folder, "tries.jsonl"), "--json"];
  const timed = async (...more) => {
    const begun = performance.now();
    const child = program(env, [...sweep, ...flags, ...more], "ignore");
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`the sweep ended with ${code}`);
    return (performance.now() - begun) / 1_000;
  };
  console.log(`${ROWS.toLocaleString("en-US")} bars × 625 settings, ${cpus().length} processors`);
  const local = await middleOf(() => timed("--jobs", "1"));
  console.log(`${"one thread of this process".padEnd(28)} ${local.toFixed(2)} s`);
  let one;
  for (const count of COUNTS) {
    const workers = await Promise.all(Array.from({ length: count }, () => begunWorker(env)));
    // The first sweep stores the bars, and lets each worker fetch them.
    await timed("--distributed");
    const seconds = await middleOf(() => timed("--distributed"));
    one ??= seconds;
    const label = `${count} ${count === 1 ? "worker" : "workers"} over NATS`;
    console.log(
      `${label.padEnd(28)} ${seconds.toFixed(2)} s   ${(one / seconds).toFixed(2)} × one worker`,
    );
    for (const worker of workers) worker.kill("SIGKILL");
    await Promise.all(workers.map((worker) => once(worker, "close")));
  }
} finally {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

function program(env, argv, stdout = "pipe") {
  const child = spawn(process.execPath, [inRoot("packages/cli/dist/main.js"), ...argv], {
    env,
    stdio: ["ignore", stdout, "ignore"],
  });
  children.push(child);
  return child;
}

/** A worker that says that it takes parts. */
async function begunWorker(env) {
  const worker = program(env, ["sweep-worker", "--jobs", "1"]);
  const lines = createInterface({ input: worker.stdout });
  await once(lines, "line");
  return worker;
}

async function middleOf(measure) {
  const all = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await measure());
  return all.sort((a, b) => a - b)[all.length >> 1];
}
