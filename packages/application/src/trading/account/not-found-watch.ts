import type { Instant } from "@sevenfold/domain/market";

import type { Clock } from "../../ports/clock.ts";

/** How often and for how long a broker has said that it has no order of a key. In memory: a
 *  restart starts the watch over, which only takes longer. */
export interface NotFoundWatch {
  /**
   * Notes one such answer. True once they prove that the order never arrived: of answers that are so far
   * apart at least, 20 s where nothing is said.
   */
  prove(
    clientKey: string,
    submittedAt: Instant,
    clock: Pick<Clock, "monotonicMs" | "now">,
    spreadMinMs?: number,
  ): boolean;
  /** The order was found, or is resolved. */
  forget(clientKey: string): void;
  /** All but these are resolved, however that was learned. */
  keepOnly(clientKeys: ReadonlySet<string>): void;
  /** How many orders it has answers of. */
  size(): number;
}

/** A request may travel this long and still arrive. */
const ARRIVES_WITHIN_MS = 30_000;
const ANSWERS_MIN = 3;
const SPREAD_MIN_MS = 20_000;

export function openNotFoundWatch(): NotFoundWatch {
  const answers = new Map<string, { readonly firstMs: number; count: number }>();
  return {
    prove(clientKey, submittedAt, clock, spreadMinMs = SPREAD_MIN_MS) {
      const nowMs = clock.monotonicMs();
      const known = answers.get(clientKey);
      if (!known) {
        answers.set(clientKey, { firstMs: nowMs, count: 1 });
        return false;
      }
      known.count += 1;
      return (
        ARRIVES_WITHIN_MS <= clock.now() - submittedAt &&
        ANSWERS_MIN <= known.count &&
        // A time of day that steps ahead proves nothing.
        spreadMinMs <= nowMs - known.firstMs
      );
    },
    forget: (clientKey) => answers.delete(clientKey),
    keepOnly(clientKeys) {
      for (const key of answers.keys()) if (!clientKeys.has(key)) answers.delete(key);
    },
    size: () => answers.size,
  };
}
