/** One in so many is run a second time: the same plan has to be the same run. */
const AGAIN_EVERY = 100;

/**
 * Runs plans side by side and adds up what came of them. Answers the tally, the failures, and which
 * seeds were not the same when they were run again: every hundredth, and each that failed. A failure is
 * told as it happens.
 */
export async function runBatch({ plans, threads, tally, addReport, onFailure, onProgress }) {
  const failures = [];
  const differing = [];
  let again = 0;
  let eventsAgain = 0;
  let done = 0;
  await Promise.all(
    plans.map(async (plan, index) => {
      const report = await threads.run(plan);
      const hasFailed = 0 < report.broken.length;
      addReport(tally, plan.days, report);
      if (hasFailed) {
        failures.push({ plan, report });
        onFailure({ plan, report });
      }
      if (hasFailed || index % AGAIN_EVERY === 0) {
        const second = await threads.run(plan);
        again += 1;
        eventsAgain += second.events;
        if (second.hash !== report.hash) differing.push(plan.seed);
      }
      done += 1;
      onProgress({ done, failed: failures.length, events: tally.events });
    }),
  );
  failures.sort((one, other) => one.plan.seed - other.plan.seed);
  return { failures, differing, again, eventsAgain };
}
