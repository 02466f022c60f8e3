import { fork } from "node:child_process";
import { inRoot } from "../workspace.mjs";

/** Longer than any case of the list may last: a fault may make a loop endless. */
const JOB_MS = 400_000;

/** So many processes, each of which runs cases one job after the other. */
export async function openRunners(count) {
  const runners = await Promise.all(Array.from({ length: count }, openRunner));
  return {
    /** Gives each piece of work to the next runner that is free; answers in the order of the work. */
    async each(work, use) {
      const answers = [];
      const left = work.map((piece, index) => [index, piece]);
      await Promise.all(
        runners.map(async (runner) => {
          for (let next = left.shift(); next; next = left.shift()) {
            const [index, piece] = next;
            answers[index] = await use(runner.run, piece);
          }
        }),
      );
      return answers;
    },
    close: () => runners.forEach((runner) => void runner.close()),
  };
}

async function openRunner() {
  let child = await begin();
  return {
    async run({ file, foundBy, name }) {
      const startedMs = performance.now();
      const answer = nextWord(child);
      child.send({ file, foundBy, name });
      const outcomes = await answer.catch((error) => ({ failure: error.message }));
      if (outcomes.failure) {
        child.kill("SIGKILL");
        child = await begin();
      }
      return { outcomes, tookMs: performance.now() - startedMs };
    },
    close: () => child.connected && child.disconnect(),
  };
}

async function begin() {
  const child = fork(inRoot("scripts/mutants/run-cases.mjs"), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await nextWord(child);
  return child;
}

function nextWord(child) {
  return new Promise((resolve, reject) => {
    const over = (error) => {
      clearTimeout(limit);
      child.removeAllListeners("message").removeAllListeners("exit");
      return error;
    };
    const limit = setTimeout(() => reject(over(new Error("It does not end."))), JOB_MS);
    child.once("message", (word) => resolve(over(word)));
    child.once("exit", (code) => reject(over(new Error(`Its process ended with ${code}.`))));
  });
}
