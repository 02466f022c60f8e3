/**
 * One failure of each class of claims, the first by its seed, with the seeds of the `others`: a
 * defect mostly breaks the same claim in many worlds.
 */
export function oneOfEachClass(failures, classOf) {
  const classes = new Map();
  for (const failure of failures) {
    const name = classOf(failure.report.broken[0]);
    classes.set(name, [...(classes.get(name) ?? []), failure]);
  }
  return [...classes.values()].map(([first, ...others]) => ({
    ...first,
    others: others.map(({ plan }) => plan.seed),
  }));
}

/** What happened last before the claim broke; where the trace does not name it, last of all. */
export function lastEvents(trace, claim, count) {
  const moment = trace.findIndex((line) => line.includes(claim));
  return moment === -1
    ? trace.slice(-count)
    : trace.slice(Math.max(0, moment + 1 - count), moment + 1);
}

/** The plan's file: what it breaks in words, and the seed it was drawn by. */
export function planFileName(claimClass, seed) {
  const words = claimClass.toLowerCase().match(/[a-z]+/g) ?? ["failure"];
  return `${words.slice(0, 8).join("-")}-${Math.abs(seed)}.json`;
}
