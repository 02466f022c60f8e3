import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import { TRIAL_WIDTH } from "@sevenfold/application/research/sweep/trial-row";
import { invariant } from "@sevenfold/domain/invariant";
import { Option } from "commander";
import { runSweep, type SweepRun } from "../sweep/run-sweep.ts";
import type { Terminal } from "../terminal.ts";

export interface DistributedFlags {
  readonly distributed: boolean;
}

export const distributedFlag = (): Option =>
  new Option(
    "--distributed",
    "let workers compute it that were begun by sevenfold sweep-worker; NATS_URL says where they are",
  ).default(false, "on this machine");

/** The bars that trials are measured on, by where they come from. */
export interface MeasuredBars {
  readonly columns: readonly BarColumns[];
  /** First and last trading day, since 1970-01-01, where not all days are meant. */
  readonly days?: readonly [first: number, last: number];
}

/** Where trials are measured: on threads of this process, or on workers elsewhere. */
export interface Measuring {
  measure(sweep: SweepRun, of: MeasuredBars): Promise<Float64Array>;
  /** To be called whatever happened. */
  end(): Promise<void>;
}

export async function openMeasuring(
  { distributed }: DistributedFlags,
  terminal: Terminal,
): Promise<Measuring> {
  if (!distributed) return { measure: runSweep, end: async () => undefined };
  const { openSharing } = await import("./share-rows.ts");
  const { share, end } = openSharing(terminal);
  return {
    measure: ({ prepared, space, cut, kept, onProgress, own }, { columns, days }) => {
      invariant(own === undefined, "a strategy of one's own is measured on this machine");
      const { accounts, market, columns: within } = prepared;
      const { slippage } = space.base;
      return share({
        order: {
          ...{ kind: "trials", accounts, space, cut },
          ...(slippage && { slippage }),
          ...(market && { market }),
          ...(days && { days }),
        },
        material: { columns },
        ...{ count: space.trials, width: TRIAL_WIDTH, onProgress },
        stepsEach: within.reduce((sum, { count }) => sum + count, 0),
        ...(kept && { kept }),
      });
    },
    end,
  };
}
