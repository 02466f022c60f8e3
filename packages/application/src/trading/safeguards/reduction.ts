import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { OrderOrigin } from "@sevenfold/domain/order";
import { SUBMITS_PER_MINUTE_MAX } from "@sevenfold/domain/risk";

import type { Account, Reduction, ReductionReason } from "../../ports/stores/account.ts";

/** A person is there to see what happened: their own orders wait no longer than this. */
export const REDUCED_BY_HAND_MS = 15 * MINUTE_MS;

interface ReductionRule {
  /** What started it, in a sentence. */
  readonly says: string;
  /**
   * What ends it for the worker: that its user switches automation on again, the same time that ends
   * it for a person, or that books and broker agree again.
   */
  readonly endsForWorker: "agreement" | "switched-on" | "time";
}

/** Why an account may only get smaller, and what ends that. A new reason is a line here. */
export const REDUCTIONS: Readonly<Record<ReductionReason, ReductionRule>> = {
  "too-many-orders": {
    says: `More than ${SUBMITS_PER_MINUTE_MAX} orders were wanted within a minute.`,
    endsForWorker: "switched-on",
  },
  // It need not have been this account's doing.
  "too-many-orders-in-all": {
    says: "All accounts together wanted more orders than may be sent.",
    endsForWorker: "time",
  },
  "too-many-rejections": {
    says: "The broker refused several orders one after the other.",
    endsForWorker: "switched-on",
  },
  "books-contradicted": {
    says: "The broker reported something that contradicts our books.",
    endsForWorker: "switched-on",
  },
  "correction-unbooked": {
    says: "The broker took something back that our books cannot take back by themselves.",
    endsForWorker: "agreement",
  },
  "cash-differs": {
    says: "The broker's cash differs from our books.",
    endsForWorker: "agreement",
  },
  "holdings-differ": {
    says: "The broker's holdings differ from our books.",
    endsForWorker: "agreement",
  },
  "broker-unread": {
    says: "For a minute nobody has known whether the broker and our books agree.",
    endsForWorker: "agreement",
  },
  "clock-differs": {
    says: "This machine's clock differs from the broker's.",
    endsForWorker: "agreement",
  },
  "hours-differ": {
    says: "The broker's hours of today differ from our calendar.",
    endsForWorker: "agreement",
  },
  "strategy-stopped": {
    says: "The strategy that trades it was stopped.",
    endsForWorker: "switched-on",
  },
  restored: {
    says: "The database was brought back from a backup.",
    endsForWorker: "switched-on",
  },
};

/** With these the agent sells nothing any more either, until somebody has looked. */
export const STOPS_EXITS: ReadonlySet<string> = new Set<ReductionReason>([
  "books-contradicted",
  "restored",
  "strategy-stopped",
]);

/** A reason that still keeps somebody from buying. */
export interface StandingReduction {
  readonly because: ReductionReason;
  readonly since: Instant;
  readonly about?: string;
  /** Until then nothing is bought by hand; undefined once that is over. */
  readonly manualUntil: Instant | undefined;
  /** Until then the worker buys nothing; undefined where no time ends it. */
  readonly workerUntil: Instant | undefined;
  readonly endsForWorker: ReductionRule["endsForWorker"];
}

/** What holds the account back now, the oldest first; each reason ends by itself. */
export const standingReductions = (
  { reductions = [] }: Pick<Account, "reductions">,
  at: Instant,
): readonly StandingReduction[] =>
  reductions
    .filter((reason) => isByHand(reason, at) || isForWorker(reason, at))
    .map((reason) => {
      const { about, because, at: since } = reason;
      return {
        because,
        since,
        ...(about === undefined ? {} : { about }),
        endsForWorker: REDUCTIONS[because].endsForWorker,
        manualUntil: isByHand(reason, at) ? passingAt(reason) : undefined,
        workerUntil: passesForWorker(reason) ? passingAt(reason) : undefined,
      };
    });

/** Of those that bind this hand, the one that binds it longest; undefined when it may buy. */
export function strictestReduction(
  { reductions = [] }: Pick<Account, "reductions">,
  origin: OrderOrigin,
  at: Instant,
): { readonly because: ReductionReason; readonly until: Instant | undefined } | undefined {
  const isWorker = origin === "automated";
  const binding = reductions.filter((reason) =>
    isWorker ? isForWorker(reason, at) : isByHand(reason, at),
  );
  const endless = isWorker ? binding.find((reason) => !passesForWorker(reason)) : undefined;
  if (endless) return { because: endless.because, until: undefined };
  const [last] = binding.toSorted((one, other) => other.at - one.at);
  return last && { because: last.because, until: passingAt(last) };
}

/**
 * Whether it still binds a person's orders; the same happening again meanwhile is no news. One that is dated
 * further ahead than it binds was dated by a clock that was wrong: nobody waits until then.
 */
export const isByHand = (reason: Reduction, at: Instant): boolean =>
  reason.at - REDUCED_BY_HAND_MS < at && at < passingAt(reason);

const isForWorker = (reason: Reduction, at: Instant): boolean =>
  !passesForWorker(reason) || isByHand(reason, at);

const passesForWorker = ({ because }: Reduction): boolean =>
  REDUCTIONS[because].endsForWorker === "time";

const passingAt = ({ at }: Reduction): Instant => instant(at + REDUCED_BY_HAND_MS);
