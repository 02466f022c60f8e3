import { instant, MINUTE_MS } from "@sevenfold/domain/market";

import type { TradingNeeds } from "./trading-needs.ts";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A request is repeated within moments; what comes later under its key is another one. */
export const REQUESTS_KEPT_MS = 36 * HOUR_MS;
/** A trader looks back a quarter; the orders themselves stay. */
export const DECISIONS_KEPT_MS = 90 * DAY_MS;
/** Each start of a worker leaves a row. */
export const WORKERS_KEPT_MS = DAY_MS;
/** So that no sweep holds the database up: what is left waits for the next one. */
const ROWS_PER_SWEEP = 5_000;

/** Forgets rows that nobody will ask for again, a bounded number of each kind. */
export const sweepOldRows =
  ({ clock, log, storage }: Pick<TradingNeeds, "clock" | "log" | "storage">) =>
  async (): Promise<void> => {
    const { authorisations, decisions, requests, signIns, throttles, workers } = storage.read;
    const now = clock.now();
    const before = (keptMs: number) => instant(now - keptMs);
    const swept = {
      requests: await requests.removeBefore(before(REQUESTS_KEPT_MS), ROWS_PER_SWEEP),
      decisions: await decisions.removeBefore(before(DECISIONS_KEPT_MS), ROWS_PER_SWEEP),
      workers: await workers.removeBefore(before(WORKERS_KEPT_MS)),
      authorisations: await authorisations.removeExpired(now),
      signIns: await signIns.removeExpired(now),
      throttles: await throttles.removeExpired(now),
    };
    if (Object.values(swept).some((count) => 0 < count)) log.info("rows-swept", swept);
  };
