import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";

import type { Tables } from "../../ports/stores/storage.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { settledTime } from "./settled-time.ts";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A request is repeated within moments; what comes later under its key is another one. */
export const REQUESTS_KEPT_MS = 36 * HOUR_MS;
/** A trader looks back a quarter; the orders themselves stay. */
export const DECISIONS_KEPT_MS = 90 * DAY_MS;
/** A curve shows minutes for a month, hours for a year and days ever after. */
export const EQUITY_MINUTES_KEPT_MS = 31 * DAY_MS;
export const EQUITY_HOURS_KEPT_MS = 366 * DAY_MS;
/** Each start of a worker leaves a row. */
export const WORKERS_KEPT_MS = DAY_MS;
/** So that no sweep holds the database up: what is left waits for the next one. */
const ROWS_PER_SWEEP = 5_000;
/** More than two thousand accounts leave behind from one sweep to the next. */
const EQUITY_BATCHES_PER_SWEEP = 4;

/** Forgets rows that nobody will ask for again, a bounded number of each kind. */
export const sweepOldRows =
  (needs: Pick<TradingNeeds, "clock" | "log" | "storage">) => async (): Promise<void> => {
    const { log, storage } = needs;
    // Each kind on its own: none waits for the rows of another.
    const sweep: Sweep = (work) => storage.transact(work);
    const now = await settledTime(needs);
    const before = (keptMs: number) => instant(now - keptMs);
    const swept = {
      requests: await sweep(({ requests }) =>
        requests.removeBefore(before(REQUESTS_KEPT_MS), ROWS_PER_SWEEP),
      ),
      decisions: await sweep(({ decisions }) =>
        decisions.removeBefore(before(DECISIONS_KEPT_MS), ROWS_PER_SWEEP),
      ),
      equity: await thinEquity(sweep, now),
      workers: await sweep(({ workers }) => workers.removeBefore(before(WORKERS_KEPT_MS))),
      seats: await sweep(({ seats }) => seats.removeEnded()),
      authorisations: await sweep(({ authorisations }) => authorisations.removeExpired(now)),
      signIns: await sweep(({ signIns }) => signIns.removeExpired(now)),
      throttles: await sweep(({ throttles }) => throttles.removeExpired(now)),
    };
    if (Object.values(swept).some((count) => 0 < count)) log.info("rows-swept", swept);
  };

type Sweep = (work: (tables: Tables) => Promise<number>) => Promise<number>;

async function thinEquity(sweep: Sweep, now: Instant): Promise<number> {
  const wanted = {
    minutesUntil: instant(now - EQUITY_MINUTES_KEPT_MS),
    hoursUntil: instant(now - EQUITY_HOURS_KEPT_MS),
    limit: ROWS_PER_SWEEP,
  };
  let removed = 0;
  for (let batch = 0; batch < EQUITY_BATCHES_PER_SWEEP; batch += 1) {
    const count = await sweep(({ equity }) => equity.thin(wanted));
    removed += count;
    if (count < ROWS_PER_SWEEP) break;
  }
  return removed;
}
