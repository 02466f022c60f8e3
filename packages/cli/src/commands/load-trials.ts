import { endingAtOnce } from "../resumable/interruption.ts";
import type { WorkFlags } from "../resumable/long-work.ts";
import { checkLedger, ledgerPathOf } from "../sweep/trial-ledger.ts";
import type { Terminal } from "../terminal.ts";
import { type AskedTrials, trialsAsked } from "./asked-trials.ts";
import { checkKeeping, readyToKeep } from "./keep-command.ts";
import { type LoadedRun, loadRun } from "./load-run.ts";
import type { OwnFlags } from "./own-flags.ts";
import type { SpaceFlags } from "./sweep-flags.ts";

/** What is tried, on which bars, and where it is counted. */
export interface LoadedTrials {
  /** With the warnings of the trials. */
  readonly loaded: LoadedRun;
  readonly trials: AskedTrials;
  readonly ledger: string;
}

/** Reads all that trials need, and makes ready what counts and keeps them. A signal ends that at once. */
export const loadTrials = (
  paths: readonly string[],
  flags: SpaceFlags & WorkFlags & OwnFlags,
  typed: Readonly<Record<string, string>>,
  terminal: Terminal,
): Promise<LoadedTrials> =>
  endingAtOnce(
    terminal,
    () => ` before anything was tried; ${nextOf(flags)}`,
    async () => {
      const { base, withBars } = await trialsAsked(flags, typed);
      await checkKeeping(flags, terminal);
      const read = await loadRun(paths, flags, base);
      const trials = await withBars(read.columns);
      const ledger = flags.ledger ?? (await ledgerPathOf(paths[0]!));
      await checkLedger(ledger);
      await readyToKeep(flags, terminal);
      return {
        loaded: { ...read, warnings: [...read.warnings, ...trials.warnings] },
        trials,
        ledger,
      };
    },
  );

const nextOf = ({ resume }: WorkFlags): string =>
  resume
    ? "what was kept before is as it was, and the same command goes on from there"
    : "the same command begins anew";
