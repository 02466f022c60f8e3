import type { Broker } from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Account } from "../../ports/stores/account.ts";

/** When an account's broker was last asked for its clock and its hours, on the clock that never steps. */
export interface VenueTime {
  clockAskedMs: number;
  /** What it said then was another time than ours: it is asked again soon. */
  isClockApart: boolean;
  hoursAskedMs: number;
}

export const openVenueTime = (): VenueTime => ({
  clockAskedMs: -Infinity,
  isClockApart: false,
  hoursAskedMs: -Infinity,
});

/** Whether our time is the broker's, where it tells any; the built-in exchange's may be another on purpose. */
export const isTimeSure = ({
  account: { venue },
  broker: { clock },
  venueTime: { clockAskedMs, isClockApart },
}: {
  readonly account: Pick<Account, "venue">;
  readonly broker: Pick<Broker, "clock">;
  readonly venueTime: VenueTime;
}): boolean => venue === "built-in" || clock === undefined || (!isClockApart && 0 <= clockAskedMs);

/** Nothing is entered by a clock that is further from the broker's. */
export const SKEW_MS_MAX = 2_000;

/**
 * How far our clock is ahead of the broker's for certain, below zero where it is behind; undefined where
 * the broker tells none. The answer was made at some moment of its journey, so the difference lies between
 * two ends, and the one nearer to nothing counts. Rejects with BrokerUnavailable.
 */
export async function aheadOfBroker(
  broker: Pick<Broker, "clock">,
  clock: Pick<Clock, "now" | "monotonicMs">,
): Promise<number | undefined> {
  if (broker.clock === undefined) return undefined;
  const [before, begunMs] = [clock.now(), clock.monotonicMs()];
  const least = before - (await broker.clock());
  const most = least + clock.monotonicMs() - begunMs;
  if (0 < least) return least;
  return most < 0 ? most : 0;
}
