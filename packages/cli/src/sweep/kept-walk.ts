import type { WalkChoice } from "@sevenfold/application/research/walk-forward/walk-forward";
import type { LongWork } from "../resumable/long-work.ts";
import { systemClock } from "../system/system-clock.ts";

/** The steps of a walk that are done. */
export interface KeptWalk {
  /** What the first windows chose. */
  readonly choices: readonly WalkChoice[];
  /** Configurations ever tried on the data, as it was known after the last of them. */
  readonly triedEver: number;
  /** Keeps the choice of the next window, once its tries are counted: soon, or with what comes next. */
  keep(choice: WalkChoice, triedEver: number): Promise<void>;
  /** Keeps now what was to be kept soon. */
  flush(): Promise<void>;
}

const NUMBERS = 5;
/** A walk that is over sooner leaves nothing behind. */
const KEEP_AFTER_MS = 1_000;

/** The steps that are kept of a walk, each in one entry. */
export async function openKeptWalk(work: LongWork): Promise<KeptWalk> {
  const log = await work.part("steps");
  const steps = log.entries.map(stepOf);
  const openedAt = systemClock.monotonicMs();
  let waiting: readonly Uint8Array[] = [];
  const flush = async (): Promise<void> => {
    const entries = waiting;
    waiting = [];
    for (const entry of entries) await log.append(entry);
  };
  return {
    choices: steps.map(({ choice }) => choice),
    triedEver: steps.at(-1)?.triedEver ?? 0,
    keep: async ({ trial, objective, sharpe, growth }, triedEver) => {
      // As bits: a ratio that is none is no number that JSON knows.
      const numbers = Float64Array.of(trial, objective, sharpe, growth, triedEver);
      waiting = [...waiting, new Uint8Array(numbers.buffer)];
      if (KEEP_AFTER_MS <= systemClock.monotonicMs() - openedAt) await flush();
    },
    flush,
  };
}

function stepOf(entry: Buffer): { readonly choice: WalkChoice; readonly triedEver: number } {
  const bytes = Uint8Array.from(entry);
  const numbers = new Float64Array(bytes.buffer, 0, NUMBERS);
  const [trial, objective, sharpe, growth, triedEver] = numbers as unknown as readonly [
    ...[number, number, number, number, number],
  ];
  return { choice: { trial, objective, sharpe, growth }, triedEver };
}
