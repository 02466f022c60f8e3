import { differenceInFills, differenceInResults } from "./differences.mjs";

const WARM_MS = 200;
const STEADY_RUNS = 9;

/**
 * Lets ours and the other engines take turns on a world and a grid: `turns` holds the milliseconds of
 * processor time of each round, `problems` whatever kept an engine from the same results. Ours too may
 * run `runs` times, of which the last one counts, as a program in C does; `before` each, what is not
 * timed is done.
 */
export async function takeTurns(
  {
    world,
    grid,
    engines,
    rounds,
    fills,
    clock = processorTimeOf,
    accounts = world.symbols,
    runs = 1,
    before = () => {},
  },
  ours,
) {
  const loaded = [];
  const turns = [];
  const problems = [];
  try {
    for (const { name, load } of engines) loaded.push({ name, ...(await load(world, grid)) });
    let results;
    for (let round = 0; round < rounds; round++) {
      for (let warm = 1; warm < runs; warm++) {
        before();
        ours();
      }
      before();
      const spent = clock(() => {
        results = ours();
      });
      const theirs = [];
      for (const { turn } of loaded) theirs.push((await turn()).cpu);
      turns.push({ ours: spent, theirs });
    }
    const asked = { symbols: accounts, grid };
    for (const each of loaded) {
      const differences = [differenceInResults(asked, results, each.results())];
      if (fills && each.fills) differences.push(differenceInFills(fills, each.fills()));
      for (const difference of differences)
        if (difference !== undefined) problems.push(`${each.name}: ${difference}`);
    }
  } catch (failure) {
    problems.push(failure.message);
  } finally {
    await Promise.all(loaded.map(({ close }) => close()));
  }
  return { turns, problems };
}

/** Milliseconds of processor time. */
export function processorTimeOf(work) {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

/** The same of what is over in a moment: the middle of some runs, once the compiler is done. */
export function steadyTimeOf(work) {
  for (let spent = 0; spent < WARM_MS; ) spent += processorTimeOf(work);
  return middle(Array.from({ length: STEADY_RUNS }, () => processorTimeOf(work)));
}

export function middle(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1];
}
