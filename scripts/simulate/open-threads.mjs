import { Worker } from "node:worker_threads";

/** No plan takes a hundredth of it: a run that lasts longer never ends. */
const HANGS_MS = 300_000;

const program = new URL("run-plan.mjs", import.meta.url);

/**
 * Threads that run plans of the world whose module is named. `run` waits for a free one; a thread
 * that hangs or breaks down has failed its plan, and another takes its place.
 */
export function openThreads({ world, jobs, hangsMs = HANGS_MS }) {
  const idle = Array.from({ length: jobs }, () => undefined);
  const waiting = [];
  const threads = new Set();

  const begin = () => {
    const thread = new Worker(program, { workerData: { world } });
    threads.add(thread);
    return thread;
  };
  const free = (thread) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(thread);
    else next(thread);
  };
  const taken = () =>
    0 < idle.length
      ? Promise.resolve(idle.pop())
      : new Promise((resolve) => {
          waiting.push(resolve);
        });

  return {
    async run(plan, { trace = false } = {}) {
      const thread = (await taken()) ?? begin();
      const answer = await reportOf(thread, { plan, trace }, hangsMs);
      if (answer.isOver) {
        threads.delete(thread);
        await thread.terminate();
      }
      free(answer.isOver ? undefined : thread);
      return answer.report;
    },
    close: () => Promise.all([...threads].map((thread) => thread.terminate())),
  };
}

function reportOf(thread, request, hangsMs) {
  return new Promise((resolve) => {
    const failed = (claim) => end({ report: failedReport(claim), isOver: true });
    const hung = setTimeout(() => failed("The run never ended"), hangsMs);
    const onError = (error) => failed(`The run broke its thread: ${error.message}`);
    const onExit = () => failed("The run ended its thread");
    const end = (answer) => {
      clearTimeout(hung);
      thread.off("message", end).off("error", onError).off("exit", onExit);
      resolve(answer);
    };
    thread.once("message", end).once("error", onError).once("exit", onExit);
    thread.postMessage(request);
  });
}

const failedReport = (claim) => ({
  events: 0,
  hash: "",
  broken: [claim],
  reached: new Map(),
  met: new Map(),
  trace: [],
});
