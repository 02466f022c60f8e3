import type { SweepSpace } from "@sevenfold/application/research/sweep/sweep-space";
import { TRIAL_WIDTH } from "@sevenfold/application/research/sweep/trial-row";
import { type KeptRows, openKeptRows } from "../resumable/kept-rows.ts";
import type { LongWork } from "../resumable/long-work.ts";
import { systemClock } from "../system/system-clock.ts";
import { type LedgerData, openTrialLedger, type TrialLedger } from "./trial-ledger.ts";
import { triedIn } from "./tried-in.ts";

export interface TrialsAsked {
  readonly work: LongWork;
  /** What they are called in the work. */
  readonly name: string;
  readonly space: SweepSpace;
  /** Where tries are counted, and on which data they are tried. */
  readonly ledger: string;
  readonly data: LedgerData;
  /** Keeps what has to be kept before them. */
  readonly keepFirst?: () => Promise<void>;
  /** "1,200 of 4,000 tried" */
  readonly words?: (done: number) => string;
}

/** The trials of a sweep that are done: each is counted before it is kept, so that no stop hides one. */
export async function keptTrials(asked: TrialsAsked): Promise<KeptRows> {
  const { work, name, space, ledger, data } = asked;
  let opened: TrialLedger | undefined;
  return openKeptRows({
    work,
    log: await work.part(name),
    width: TRIAL_WIDTH,
    ...(asked.keepFirst && { keepFirst: asked.keepFirst }),
    words: asked.words ?? ((done) => `${numberText(done)} of ${numberText(space.trials)} tried`),
    async hear(rows, from, to) {
      opened ??= await openTrialLedger(ledger, data);
      const tried = triedIn(space, rows, data.days.length, { from, to });
      await opened.record(tried, new Date(systemClock.now()));
    },
  });
}

const numberText = (value: number): string => value.toLocaleString("en-US");
