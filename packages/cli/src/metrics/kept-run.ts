import { stat } from "node:fs/promises";
import { join } from "node:path";
import { instant } from "@sevenfold/domain/market";
import { z } from "zod";
import { STANDARD_INPUT } from "../bars/file-bytes.ts";
import { inputFailure } from "../failure.ts";
import { findRun } from "../run/find-run.ts";
import { readJson } from "../run/read-json.ts";
import { RunSummary } from "../run/run-schema.ts";
import type { HeldSplit } from "./trade-file.ts";

/** What a kept run says of itself: its files, and by what its numbers were measured. */
export interface KeptRun {
  readonly equity: string;
  /** Undefined of a walk, which keeps no trades. */
  readonly trades: string | undefined;
  readonly splits: readonly HeldSplit[];
  readonly zone: string | undefined;
  readonly riskFree: number | undefined;
}

const Clock = z.looseObject({ tz: z.string().optional() });
const Rate = z.looseObject({ riskFree: z.number().optional() });

/**
 * The kept run that a word means: a folder, a name in `runs`, or `latest`. Undefined of a file, and of
 * what is not there at all. Throws a `Failure` where it keeps no equity.
 */
export async function keptRunOf(word: string, runs: string): Promise<KeptRun | undefined> {
  if (word === STANDARD_INPUT) return undefined;
  const isFolder = await isFolderAt(word);
  if (isFolder === false) return undefined;
  if (isFolder === undefined && word !== "latest" && !(await isFolderAt(join(runs, word))))
    return undefined;
  const { folder, config } = await findRun(word, runs);
  const { command } = config;
  if (command !== "backtest" && command !== "walk-forward")
    throw inputFailure(`${folder} holds a ${command}, which keeps no equity: name a backtest`);
  const metrics = join(folder, "metrics.json");
  const equity = join(folder, "equity.csv");
  const zone = Clock.safeParse(config.settings).data?.tz;
  if (command === "walk-forward") {
    const { riskFree } = await readJson(metrics, Rate);
    return { equity, trades: undefined, splits: [], zone, riskFree };
  }
  const { actions, riskFree } = await readJson(metrics, RunSummary);
  return {
    equity,
    trades: join(folder, "trades.csv"),
    splits: actions.flatMap(splitOf),
    zone,
    riskFree,
  };
}

const Split = z.object({
  symbol: z.string(),
  time: z.string(),
  kind: z.literal("split"),
  shares: z.number(),
  newShares: z.number(),
  oldShares: z.number(),
  paid: z.number(),
});

/** A fraction that was paid for is no share any more. */
function splitOf(action: unknown): readonly HeldSplit[] {
  const split = Split.safeParse(action);
  if (!split.success) return [];
  const { symbol, time, shares, newShares, oldShares, paid } = split.data;
  const exact = (Math.abs(shares) * newShares) / oldShares;
  const sharesAfter = paid === 0 ? exact : Math.trunc(exact);
  return [{ symbol, at: instant(Date.parse(time)), sharesAfter }];
}

/** Undefined where there is nothing. */
const isFolderAt = (path: string): Promise<boolean | undefined> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => undefined,
  );
