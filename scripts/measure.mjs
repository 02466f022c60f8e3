const ROUNDS = 25;
const ROUND_MS = 20;
const WARM_UP_MS = 300;

/**
 * Times a benchmark: `{ title, unit, operations, contenders }`, each contender a function, possibly
 * async, that does `operations` units of work and answers something made of all of it.
 *
 * The contenders take turns within every round, so that whatever else the machine does at the time
 * slows all of them: the ratio to the first one, taken per round, holds still where seconds do not.
 */
export async function measure({ operations, contenders }) {
  const runs = Object.entries(contenders).map(([name, run]) => ({ name, run, rounds: [] }));
  for (const { run } of runs) await millisecondsPerCall(run, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { run, rounds } of runs) rounds.push(await millisecondsPerCall(run, ROUND_MS));
  }
  const [first] = runs;
  return runs.map(({ name, rounds }) => {
    const ratios = rounds.map((time, round) => time / first.rounds[round]);
    return {
      name,
      nanoseconds: (quantile(rounds, 0.5) / operations) * 1e6,
      ratio: {
        median: quantile(ratios, 0.5),
        low: quantile(ratios, 0.25),
        high: quantile(ratios, 0.75),
      },
    };
  });
}

/** What the work answers is kept here, so that no compiler finds it useless and leaves it out. */
export const answers = { last: undefined };

async function millisecondsPerCall(run, atLeastMs) {
  const start = performance.now();
  for (let calls = 1; ; calls += 1) {
    const answer = run();
    answers.last = answer instanceof Promise ? await answer : answer;
    const elapsed = performance.now() - start;
    if (atLeastMs <= elapsed) return elapsed / calls;
  }
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)];
}
