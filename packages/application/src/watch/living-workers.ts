import type { Instant } from "@sevenfold/domain/market";
import type { Clock } from "../ports/clock.ts";
import type { WorkerPing } from "../ports/stores/worker-store.ts";
import { ONLINE_WITHIN_MS } from "../trading/account/worker-ping.ts";

interface Heard {
  readonly at: Instant;
  readonly sinceMs: number;
  /** It has pinged anew since we look. */
  readonly hasMoved: boolean;
}

/**
 * Whose pings count, of the newest of each worker. Those that move on do, whatever the clocks of their
 * machines say: one that is gone may have had a clock far ahead. Until one has moved, by each other's time.
 */
export function openLivingWorkers({
  monotonicMs,
}: Pick<Clock, "monotonicMs">): (pings: readonly WorkerPing[]) => readonly WorkerPing[] {
  let known: ReadonlyMap<string, Heard> = new Map();
  const heard = ({ at, workerId }: WorkerPing): Heard => {
    const before = known.get(workerId);
    if (before?.at === at) return before;
    return { at, sinceMs: monotonicMs(), hasMoved: before !== undefined };
  };
  return (pings) => {
    known = new Map(pings.map((ping) => [ping.workerId, heard(ping)]));
    const moving = pings.filter(({ workerId }) => {
      const { hasMoved, sinceMs } = known.get(workerId)!;
      return hasMoved && monotonicMs() - sinceMs < ONLINE_WITHIN_MS;
    });
    const [newest] = pings;
    return 0 < moving.length
      ? moving
      : pings.filter(({ at }) => newest!.at - at < ONLINE_WITHIN_MS);
  };
}
