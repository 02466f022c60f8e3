import { parseArgs } from "node:util";
import { firstSentence } from "../read-command.mjs";

const OPTIONS = {
  seeds: { type: "string" },
  days: { type: "string" },
  from: { type: "string" },
  seed: { type: "string" },
  plan: { type: "string" },
  jobs: { type: "string" },
  trace: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
};
export const USAGE = `
  npm run simulate -- --seeds 500 --days 1      a batch: half fixed seeds, half the commit's own
  npm run simulate -- --seeds 500 --from 1000   the seeds 1000 to 1499
  npm run simulate -- --seed 7 --trace          one seed, every event
  npm run simulate -- --plan FILE --trace       a kept plan once more
  --jobs 2   threads; as many as processors     --keep   keeps the small plan of a failure for good`;

/** What is asked of a simulation: seeds or one plan, in numbers. Throws words that say what to do. */
export function readArguments(words, { processors }) {
  const { values } = parsed(words);
  const { plan, trace, keep } = values;
  const seed = wholeOf(values, "seed", -(2 ** 47), 2 ** 47);
  const from = wholeOf(values, "from", 0, 2 ** 47);
  const seeds = wholeOf(values, "seeds", 1, 1_000_000);
  const days = wholeOf(values, "days", 1, 250);
  const jobs = wholeOf(values, "jobs", 1, 256) ?? processors;
  refuseBoth(values, "plan", ["seed", "seeds", "from", "days"], "it says all of that itself");
  refuseBoth(values, "seed", ["seeds", "from"], "--seed runs one alone");
  if (trace && plan === undefined && seed === undefined)
    throw wrong("--trace prints every event of one run: name it with --seed or --plan");
  return { plan, seed, from, seeds: seeds ?? 500, days: days ?? 1, jobs, trace, keep };
}

function parsed(words) {
  try {
    return parseArgs({ args: words, options: OPTIONS });
  } catch (error) {
    throw wrong(firstSentence(error));
  }
}

function wholeOf(values, name, least, most) {
  const text = values[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || number < least || most < number)
    throw wrong(`--${name} takes a whole number from ${least} to ${most}, not "${text}"`);
  return number;
}

function refuseBoth(values, name, others, why) {
  const other = others.find((each) => values[each] !== undefined);
  if (values[name] !== undefined && other !== undefined)
    throw wrong(`--${name} and --${other} do not go together: ${why}`);
}

/** A mistake of whoever typed it: told without a stack. */
const wrong = (what) => Object.assign(new Error(`${what}.${USAGE}`), { isMistake: true });
