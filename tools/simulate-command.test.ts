import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

import { batchTable } from "../scripts/simulate/batch-table.mjs";
import { lastEvents, oneOfEachClass, planFileName } from "../scripts/simulate/failure-classes.mjs";
import { openThreads } from "../scripts/simulate/open-threads.mjs";
import { readArguments } from "../scripts/simulate/read-arguments.mjs";
import { runBatch } from "../scripts/simulate/run-batch.mjs";

const ON_TWO = { processors: 2 };
const folder = mkdtempSync(join(tmpdir(), "sevenfold-simulate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("what is asked of a simulation", () => {
  it("is a batch of one day on every processor where nothing is said", () => {
    expect(readArguments([], ON_TWO)).toMatchObject({ seeds: 500, days: 1, jobs: 2 });
  });

  it("is what the words say", () => {
    expect(readArguments(["--seed=-7", "--days=3", "--trace"], ON_TWO)).toMatchObject({
      seed: -7,
      days: 3,
      trace: true,
    });
    expect(readArguments(["--plan", "a.json", "--jobs", "1"], ON_TWO)).toMatchObject({
      plan: "a.json",
      jobs: 1,
    });
  });

  it.each([
    [["--seeds", "many"], '--seeds takes a whole number from 1 to 1000000, not "many"'],
    [["--seeds", "0"], "--seeds takes a whole number"],
    [["--days", "1e3"], '--days takes a whole number from 1 to 250, not "1e3"'],
    [["--jobs", "1.5"], "--jobs takes"],
    [["--sedes", "5"], "Unknown option '--sedes'"],
    [["500"], "Unexpected argument '500'"],
    [["--seed", "1", "--seeds", "2"], "--seed and --seeds do not go together"],
    [["--plan", "a", "--days", "2"], "--plan and --days do not go together"],
    [["--trace"], "name it with --seed or --plan"],
  ])("is refused with what is wrong and what there is: %j", (words, why) => {
    expect(() => readArguments(words, ON_TWO)).toThrow(why);
    expect(() => readArguments(words, ON_TWO)).toThrow("npm run simulate -- --seeds 500");
  });

  it("is refused before anything is built, with the code 2 and without a stack", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["scripts/simulate.mjs", "--seeds", "x"],
      { encoding: "utf8" },
    );

    expect(status).toBe(2);
    expect(stderr).toContain("--seeds takes a whole number");
    expect(stderr).not.toMatch(/Building|\n\s+at /);
  });
});

/** A world that does what the seed of its plan says. */
const worldThat = (body: string): string => {
  const file = join(folder, `${Math.abs(body.length)}-world.mjs`);
  writeFileSync(file, `export async function simulate({ seed }, { trace }) { ${body} }`);
  return pathToFileURL(file).href;
};
const REPORT = "events: 1, reached: new Map(), met: new Map(), trace: [String(trace)]";

describe("the threads of a batch", () => {
  it("answer each plan with its own report, whatever many are asked for", async () => {
    const world = worldThat(`return { ${REPORT}, hash: String(seed), broken: [] };`);
    const threads = openThreads({ world, jobs: 2 });
    const reports = await Promise.all([1, 2, 3, 4, 5].map((seed) => threads.run({ seed })));
    const traced = await threads.run({ seed: 6 }, { trace: true });
    await threads.close();

    expect(reports.map(({ hash }) => hash)).toEqual(["1", "2", "3", "4", "5"]);
    expect(traced.trace).toEqual(["true"]);
  });

  it("take a run that throws, or ends its thread, for one that failed, and go on", async () => {
    const world = worldThat(
      `if (seed === 1) throw new Error("no such share"); if (seed === 2) process.exit(3);
       if (seed === 3) { queueMicrotask(() => { throw new Error("nobody hears"); }); await new Promise(() => {}); }
       return { ${REPORT}, hash: "", broken: [] };`,
    );
    const threads = openThreads({ world, jobs: 1 });
    const first = [1, 2, 3, 4].map(async (seed) => (await threads.run({ seed })).broken[0]);
    const claims = await Promise.all(first);
    await threads.close();

    expect(claims).toEqual([
      "The run ended by an exception: no such share",
      "The run ended its thread",
      "The run broke its thread: nobody hears",
      undefined,
    ]);
  });

  it("take a run that never ends for one that failed", async () => {
    const threads = openThreads({ world: worldThat("for (;;);"), jobs: 1, hangsMs: 300 });
    const { broken } = await threads.run({ seed: 1 });
    await threads.close();

    expect(broken).toEqual(["The run never ended"]);
  });
});

describe("a batch", () => {
  const nothing = { events: 1, trace: [], reached: new Map(), met: new Map() };
  let told: number[] = [];
  const batchOf = (run: (seed: number, times: number) => object, seeds: number) => {
    const times = new Map<number, number>();
    told = [];
    return runBatch({
      plans: Array.from({ length: seeds }, (_, seed) => ({ seed, days: 1 })),
      threads: {
        run: async ({ seed }: { seed: number }) => {
          times.set(seed, (times.get(seed) ?? 0) + 1);
          return { ...nothing, ...run(seed, times.get(seed) ?? 0) };
        },
      },
      tally: { events: 0 },
      addReport: () => {},
      onFailure: ({ plan }: { plan: { seed: number } }) => told.push(plan.seed),
      onProgress: () => {},
    });
  };

  it("runs every hundredth plan again, and each that failed, which it tells at once", async () => {
    const { again, failures } = await batchOf(
      (seed) => ({ hash: "", broken: seed === 7 || seed === 30 ? ["a share is missing"] : [] }),
      250,
    );

    expect(failures.map(({ plan }) => plan.seed)).toEqual([7, 30]);
    expect(told).toEqual([7, 30]);
    expect(again).toBe(5);
  });

  it("tells which plan was another run the second time", async () => {
    const { differing, failures } = await batchOf(
      (seed, times) => ({ broken: [], hash: seed === 100 ? String(times) : "" }),
      150,
    );

    expect(differing).toEqual([100]);
    expect(failures).toEqual([]);
  });

  it("is told in a table: what was met and reached, and what was not", () => {
    const table = batchTable({
      tally: {
        plans: 2,
        days: 4,
        events: 900,
        met: new Map([["slow", 3]]),
        reached: new Map([["late fill", 5]]),
      },
      seconds: 0.5,
      faultKinds: { broker: ["slow", "lost"], clock: [] },
      missing: ["order expired"],
      again: 1,
      eventsAgain: 100,
      differing: [],
      failures: [],
    }).join("\n");

    expect(table).toMatch(/events per second of one core +2,000\n/);
    expect(table).toMatch(/broker +3\n +slow +3\n +lost +0\n/);
    expect(table).toMatch(/late fill +5\n/);
    expect(table).toMatch(/NOT reached\n +order expired/);
  });
});

describe("failures", () => {
  const failure = (seed: number, claim: string) => ({
    plan: { seed },
    report: { broken: [claim] },
  });
  const classOf = (claim: string) => claim.replace(/\d+/g, "#");

  it("are told once for each class of claims, by their first seed", () => {
    const told = oneOfEachClass(
      [failure(3, "cash is 1 off"), failure(5, "a trail is wide"), failure(9, "cash is 2 off")],
      classOf,
    );

    expect(told.map(({ plan, others }) => [plan.seed, others])).toEqual([
      [3, [9]],
      [5, []],
    ]);
  });

  it("are told with what happened up to the claim, or last of all", () => {
    expect(lastEvents(["a", "b", "c broke", "d"], "broke", 2)).toEqual(["b", "c broke"]);
    expect(lastEvents(["a", "b", "c", "d"], "broke", 2)).toEqual(["c", "d"]);
  });

  it("are kept in files that say what they broke", () => {
    expect(planFileName("cash is # cents from the venue's", -17)).toBe(
      "cash-is-cents-from-the-venue-s-17.json",
    );
    expect(planFileName("#", 4)).toBe("failure-4.json");
  });
});
