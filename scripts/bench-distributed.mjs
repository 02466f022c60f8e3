import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { prepare } from "./build.mjs";
import { readCommand } from "./read-command.mjs";
import { fail, inRoot } from "./workspace.mjs";

/*
 * A sweep on this machine's own thread, then over NATS on 1, 2, 4 and 8 workers of one thread each,
 * in turn: seconds, how many times one worker's speed, and the processor's time of the command, of
 * the workers and of NATS. It is a sweep worth sharing out: one worker computes for over half a
 * minute. Nobody starts machines for less, and of a shorter one the command's start and its reading
 * of the bars would be most. The command and NATS run beside the workers, so their time is shared
 * out of the same processors. From the processor's time, which other programs do not change much,
 * what many machines would do is computed.
 */
const { bars: ROWS, rounds: ROUNDS } = readCommand({
  name: "bench:distributed",
  says: "Times one sweep on this machine, and over NATS on 1, 2, 4 and 8 workers.",
  words: [
    {
      name: "bars",
      least: 10_000,
      most: 2_000_000,
      preset: 400_000,
      says: "minutes of one symbol",
    },
    { name: "rounds", most: 20, preset: 1, says: "how often each is timed" },
  ],
});
const COUNTS = [1, 2, 4, 8];
const AXES = ["buyDropPct=2..8:0.04", "sellRisePct=2..8:0.03"];
const SETTINGS = 151 * 201;
/** Threads, up to a hundred machines of four. */
const PROJECTED = [1, 8, 64, 400];
/** Sweeps: as measured, of three times its settings (a hundred thousand is the most), and that on ten times its bars. */
const SIZES = [
  { settings: 1, bars: 1 },
  { settings: 3, bars: 1 },
  { settings: 3, bars: 10 },
];
const WIDE = 34;
/** In which Linux counts the time of a process. */
const TICKS_A_SECOND = 100;

const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin"];
const binary = [...(process.env.PATH ?? "").split(delimiter), ...FOLDERS]
  .map((folder) => join(folder, "nats-server"))
  .find((path) => existsSync(path));
if (binary === undefined) fail("No nats-server is installed; it is what this measures.");

/** A program's own time on the processor, all its threads', told at its end. */
const METER = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; process.on("exit", () => { const { user, system } = process.cpuUsage(); writeSync(3, String(user + system)); });',
)}`;

await prepare();
const { writeWalk } = await import(inRoot("packages/cli/dist/testing/walk-file.js"));
const { rowsPerPart } = await import(inRoot("packages/cli/dist/distributed/share-rows.js"));
const { TRIAL_WIDTH } = await import(
  inRoot("packages/application/dist/research/sweep/trial-row.js")
);
const folder = mkdtempSync(join(tmpdir(), "sevenfold-bench-distributed-"));
const children = [];
try {
  const bars = join(folder, "bars.csv");
  writeWalk(bars, { rows: ROWS, seed: 1, minutes: true });
  const port = 20_000 + (process.pid % 20_000);
  const store = join(folder, "jetstream");
  const nats = spawn(binary, ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", folder], {
    stdio: "ignore",
  });
  children.push(nats);
  const env = { ...process.env, NATS_URL: `nats://127.0.0.1:${port}` };

  const few = ["--set", "buyDropPct=2,2.04"];
  const many = AXES.flatMap((axis) => ["--set", axis]);
  const flags = ["--no-run-folder", "--ledger", join(folder, "tries.jsonl"), "--json"];
  const sweepOnce = async (workers, ...more) => {
    rmSync(join(folder, "tries.jsonl"), { force: true });
    const before = workers.map(processorOf);
    const natsBefore = processorOf(nats);
    const begun = performance.now();
    const child = program(env, ["sweep", bars, ...flags, ...more], { isMeasured: true });
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`the sweep ended with ${code}: ${child.said()}`);
    return {
      seconds: (performance.now() - begun) / 1_000,
      processor: child.processorSeconds(),
      computing: sumOf(workers.map((worker, at) => processorOf(worker) - before[at])),
      passing: processorOf(nats) - natsBefore,
    };
  };
  const timed = (workers, ...more) => middleOf(() => sweepOnce(workers, ...more));
  const { size } = statSync(bars);
  console.log(
    `${ROWS.toLocaleString("en-US")} bars (${(size / 1e6).toFixed(0)} MB as text) × ${SETTINGS.toLocaleString("en-US")} settings, ${cpus().length} processors, the middle of ${ROUNDS}\n`,
  );
  console.log(
    `${"".padEnd(28)}${"time".padStart(8)}  ${"".padEnd(18)}${"command".padStart(9)}${"workers".padStart(9)}${"NATS".padStart(8)}   of all processors`,
  );
  const here = await timed([], ...many, "--jobs", "1");
  tell("one thread of this process", here);
  const shared = [];
  let fewShared;
  let bytes;
  let opening;
  for (const count of COUNTS) {
    const workers = await Promise.all(Array.from({ length: count }, () => begunWorker(env)));
    // The first sweep stores the bars, and lets the workers fetch them.
    const first = await sweepOnce(workers, ...few, "--distributed");
    opening ??= first.computing;
    bytes ??= storedBytes(store);
    fewShared ??= await timed(workers, ...few, "--distributed");
    const took = await timed(workers, ...many, "--distributed");
    shared.push(took);
    const label = `${count} ${count === 1 ? "worker" : "workers"} over NATS`;
    tell(label, took, `${(shared[0].seconds / took.seconds).toFixed(2)} × one worker`);
    for (const worker of workers) worker.kill("SIGKILL");
    await Promise.all(workers.map((worker) => once(worker, "close")));
  }
  tell("two settings, one worker", fewShared);
  project({ all: shared[0], few: fewShared, opening, bytes });
} finally {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

function tell(label, { computing, passing, processor, seconds }, more = "") {
  const share = (processor + computing + passing) / (seconds * cpus().length);
  const times = [processor, computing, passing].map((each) => each.toFixed(1));
  console.log(
    `${label.padEnd(28)}${seconds.toFixed(1).padStart(6)} s  ${more.padEnd(18)}${times[0].padStart(7)} s${times[1].padStart(7)} s${times[2].padStart(6)} s   ${(share * 100).toFixed(0).padStart(3)}%, load ${loadavg()[0].toFixed(1)}`,
  );
}

/**
 * From the processor's seconds: what a worker computes is divided into parts as whole. Of the command
 * that is done once for the bars, and of a worker that makes them ready, stay as they are, and grow
 * with the bars; the command's part of each setting stays with it. Nothing is taken to overlap.
 */
function project({ all, few, opening, bytes }) {
  const { computing } = all;
  const perSetting = all.processor - few.processor;
  console.log(
    `\n${computing.toFixed(1)} s of computing are divided. The command takes ${few.processor.toFixed(2)} s for its start and the bars, and ${((perSetting / SETTINGS) * 1e6).toFixed(0)} µs a setting; a worker ${opening.toFixed(2)} s to fetch the bars and make them ready.`,
  );
  console.log("With a processor for each thread, that would be:");
  console.log(`${"threads".padStart(9)}${SIZES.map(headOf).join("")}`);
  for (const threads of PROJECTED) {
    const cells = SIZES.map(({ settings, bars }) => {
      const parts = partsOf(SETTINGS * settings, ROWS * bars);
      const share = Math.ceil(parts / Math.min(threads, parts)) / parts;
      const stays = (few.processor + opening) * bars + perSetting * settings;
      const divided = computing * settings * bars;
      const speed = (stays + divided) / (stays + divided * share);
      return `${(stays + divided * share).toFixed(1)} s, ${speed.toFixed(1)} ×`.padStart(WIDE);
    });
    console.log(`${String(threads).padStart(9)}${cells.join("")}`);
  }
  const rate = (SETTINGS / computing) * TRIAL_WIDTH * 8;
  const most = PROJECTED.at(-1);
  console.log(
    `A thread answers ${(SETTINGS / computing).toFixed(0)} settings a second, ${(rate / 1e6).toFixed(1)} MB; ${most} of them ${((rate * most) / 1e6).toFixed(0)} MB a second through NATS. Each process of workers fetches the bars once, ${(bytes / 1e6).toFixed(0)} MB.`,
  );
}

function headOf({ settings, bars }) {
  const [trials, rows] = [SETTINGS * settings, ROWS * bars].map((n) => n.toLocaleString("en-US"));
  return `${trials} settings, ${rows} bars`.padStart(WIDE);
}

/** As the command cuts them. */
function partsOf(count, stepsEach) {
  return Math.ceil(count / rowsPerPart({ count, width: TRIAL_WIDTH, stepsEach }));
}

/** What NATS keeps on its disk. */
function storedBytes(store) {
  const files = readdirSync(store, { recursive: true, withFileTypes: true });
  return sumOf(
    files.filter((each) => each.isFile()).map((each) => statSync(join(each.path, each.name)).size),
  );
}

function program(env, argv, { isMeasured = false } = {}) {
  const meter = isMeasured ? ["--import", METER] : [];
  const child = spawn(process.execPath, [...meter, inRoot("packages/cli/dist/main.js"), ...argv], {
    env,
    stdio: ["ignore", isMeasured ? "ignore" : "pipe", "pipe", "pipe"],
  });
  // What it said last, for a failure.
  let said = "";
  child.stderr.on("data", (piece) => {
    said = `${said}${piece}`.slice(-2_000);
  });
  let microseconds = "";
  child.stdio[3].on("data", (piece) => {
    microseconds += piece;
  });
  children.push(child);
  return Object.assign(child, {
    said: () => said,
    processorSeconds: () => Number(microseconds) / 1e6,
  });
}

/** Seconds of the processor that a running process has had, as Linux counts them. */
function processorOf({ pid }) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
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
  const middle = (name) => all.map((each) => each[name]).sort((a, b) => a - b)[all.length >> 1];
  return Object.fromEntries(Object.keys(all[0]).map((name) => [name, middle(name)]));
}

function sumOf(numbers) {
  return numbers.reduce((sum, each) => sum + each, 0);
}
