const PER_MS = 1_000;

/**
 * The tasks of the page's main thread in a trace of Chromium's, in milliseconds: by the clock, and
 * by the time the processor really gave them.
 */
export function mainThreadTasks(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const tasks = new Map();
  for (const { name, ph, pid, tid, dur = 0, tdur = 0 } of traceEvents) {
    if (ph !== "X" || name !== "RunTask") continue;
    const thread = `${pid} ${tid}`;
    const known = tasks.get(thread) ?? [];
    known.push({ clockMs: dur / PER_MS, processorMs: tdur / PER_MS });
    tasks.set(thread, known);
  }
  const names = traceEvents.filter(
    ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain",
  );
  // Of several pages' main threads the one that worked most is the page's.
  return names
    .map(({ pid, tid }) => tasks.get(`${pid} ${tid}`) ?? [])
    .sort((one, other) => workOf(other) - workOf(one))
    .at(0);
}

const workOf = (tasks) => tasks.reduce((sum, { processorMs }) => sum + processorMs, 0);
