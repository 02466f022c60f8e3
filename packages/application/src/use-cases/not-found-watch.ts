import type { Instant } from "@sevenfold/domain/market";

/** How often and for how long a broker has said that it has no order of a key. In memory: a
 *  restart starts the watch over, which only takes longer. */
export interface NotFoundWatch {
  /** Notes one such answer. True once they prove that the order never arrived. */
  prove(clientKey: string, submittedAt: Instant, now: Instant): boolean;
  /** The order was found, or is settled. */
  forget(clientKey: string): void;
}

/** A request may travel this long and still arrive. */
const ARRIVES_WITHIN_MS = 30_000;
const ANSWERS_MIN = 3;
const SPREAD_MIN_MS = 20_000;

export function openNotFoundWatch(): NotFoundWatch {
  const answers = new Map<string, { readonly firstAt: Instant; count: number }>();
  return {
    prove(clientKey, submittedAt, now) {
      const known = answers.get(clientKey);
      if (!known) {
        answers.set(clientKey, { firstAt: now, count: 1 });
        return false;
      }
      known.count += 1;
      return (
        ARRIVES_WITHIN_MS <= now - submittedAt &&
        ANSWERS_MIN <= known.count &&
        SPREAD_MIN_MS <= now - known.firstAt
      );
    },
    forget: (clientKey) => answers.delete(clientKey),
  };
}
