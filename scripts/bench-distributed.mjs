import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { prepare } from "./build.mjs";
import { fail, inRoot } from "./workspace.mjs";

/*
 * A sweep on this machine's own thread, then over NATS on 1, 2, 4 and 8 workers of one thread each,
 * in turn: seconds, how many times one worker's speed, the processor's time that the command itself
 * took, and how many programs wanted a processor meanwhile. With more workers than processors the
 * processors are what limits it. From the processor's time, which other programs do not change much,
 * what many machines would do is computed.
 */
const ROWS = Number(process.argv[2] ?? 400_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const COUNTS = [1, 2, 4, 8];
const SETTINGS = 625;
/** Threads, up to a hundred machines of four; and sweeps, one as measured and one of a hundred times its settings. */
const PROJECTED = [16, 64, 400];
const SIZES = [1, 100];
/** In which Linux counts the time of a process. */
const TICKS_A_SECOND = 100;
if (!(10_000 <= ROWS && ROWS <= 2_000_000 && 1 <= ROUNDS && ROUNDS <= 20))
  fail("npm run bench:distributed -- [bars, 400000] [rounds, 3]", 2);

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
  const nats = [binary, ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", folder]];
  children.push(spawn(...nats, { stdio: "ignore" }));
  const env = { ...process.env, NATS_URL: `nats://127.0.0.1:${port}` };

  const few = ["--set", "buyDropPct=2,2.25"];
  const many = ["--set", "buyDropPct=2..8:0.25", "--set", "sellRisePct=2..8:0.25"];
  const flags = ["--no-run-folder", "--ledger", join(folder, "tries.jsonl"), "--json"];
  const sweepOnce = async (...more) => {
    const begun = performance.now();
    const child = program(env, ["sweep", bars, ...flags, ...more], { isMeasured: true });
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`the sweep ended with ${code}: ${child.said()}`);
    return { seconds: (performance.now() - begun) / 1_000, processor: child.processorSeconds() };
  };
  const timed = (...more) => middleOf(() => sweepOnce(...more));
  const tell = (label, { processor, seconds }, more = "") =>
    console.log(
      `${label.padEnd(28)}${seconds.toFixed(2).padStart(8)} s  ${more.padEnd(18)}${processor.toFixed(2).padStart(8)} s of the command's own   load ${loadavg()[0].toFixed(1)}`,
    );
  const { size } = statSync(bars);
  console.log(
    `${ROWS.toLocaleString("en-US")} bars (${(size / 1e6).toFixed(0)} MB as text) × ${SETTINGS} settings, ${cpus().length} processors, the middle of ${ROUNDS}`,
  );
  const fewHere = await timed(...few, "--jobs", "1");
  tell("two settings, one thread", fewHere);
  const here = await timed(...many, "--jobs", "1");
  tell("one thread of this process", here);
  const shared = [];
  let fewShared;
  let computing;
  for (const count of COUNTS) {
    const workers = await Promise.all(Array.from({ length: count }, () => begunWorker(env)));
    // The first sweep stores the bars, and lets each worker fetch them.
    await sweepOnce(...many, "--distributed");
    fewShared ??= await timed(...few, "--distributed");
    const before = processorOf(workers[0]);
    const took = await timed(...many, "--distributed");
    computing ??= (processorOf(workers[0]) - before) / ROUNDS;
    shared.push(took);
    const label = `${count} ${count === 1 ? "worker" : "workers"} over NATS`;
    tell(label, took, `${(shared[0].seconds / took.seconds).toFixed(2)} × one worker`);
    for (const worker of workers) worker.kill("SIGKILL");
    await Promise.all(workers.map((worker) => once(worker, "close")));
  }
  tell("two settings, one worker", fewShared);
  project({
    computing,
    ours: shared[0].processor,
    oursAtLeast: Math.min(fewShared.processor, shared[0].processor),
  });
} finally {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

/**
 * From the processor's seconds of computing, which are divided into parts as whole, and of what stays with
 * the command: its start, the bars, and of each setting its part of verdict and document.
 */
function project({ computing, ours, oursAtLeast }) {
  console.log(
    `\n${computing.toFixed(2)} s of computing are divided; ${ours.toFixed(2)} s stay with the command, ${oursAtLeast.toFixed(2)} s of them whatever is computed (start, bars).`,
  );
  console.log(
    "With a processor for each thread, and nothing for the ways between them, that would be:",
  );
  console.log(`${"threads".padStart(9)}${SIZES.map(headOf).join("")}`);
  for (const threads of [1, ...PROJECTED]) {
    const cells = SIZES.map((times) => {
      const parts = partsOf(SETTINGS * times);
      const share = Math.ceil(parts / Math.min(threads, parts)) / parts;
      const stays = oursAtLeast + (ours - oursAtLeast) * times;
      const seconds = stays + computing * times * share;
      const speed = (stays + computing * times) / seconds;
      return `${seconds.toFixed(1)} s, ${speed.toFixed(1)} ×`.padStart(32);
    });
    console.log(`${String(threads).padStart(9)}${cells.join("")}`);
  }
  const kilobytes = ((SETTINGS / computing) * TRIAL_WIDTH * 8) / 1e3;
  const all = ((kilobytes * PROJECTED.at(-1)) / 1e3).toFixed(1);
  console.log(
    `A worker answers ${(SETTINGS / computing).toFixed(0)} settings a second, ${kilobytes.toFixed(1)} kB; ${PROJECTED.at(-1)} of them ${all} MB a second through NATS. Each process of workers fetches the bars once.`,
  );
}

function headOf(times) {
  const count = SETTINGS * times;
  return `${count.toLocaleString("en-US")} settings, ${partsOf(count)} parts`.padStart(32);
}

/** As the command cuts them. */
function partsOf(count) {
  return Math.ceil(count / rowsPerPart({ count, width: TRIAL_WIDTH, stepsEach: ROWS }));
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
  const middle = (of) => all.map(of).sort((a, b) => a - b)[all.length >> 1];
  return { seconds: middle((each) => each.seconds), processor: middle((each) => each.processor) };
}
