import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { OrderOrigin } from "@sevenfold/domain/order";
import { SUBMITS_PER_MINUTE_MAX } from "@sevenfold/domain/risk";

import type { Account, Reduction, ReductionReason } from "../ports/storage.ts";

/** A person is there to see what happened: their own orders wait no longer than this. */
export const REDUCED_BY_HAND_MS = 15 * MINUTE_MS;

interface ReductionRule {
  /** What started it, in a sentence. */
  readonly says: string;
  /**
   * What ends it for the worker: that its user switches automation on again, or the same time that
   * ends it for a person.
   */
  readonly endsForWorker: "switched-on" | "time";
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
};

/** A reason that still keeps somebody from buying. */
export interface StandingReduction {
  readonly because: ReductionReason;
  readonly since: Instant;
  /** Until then nothing is bought by hand. It may be over while the worker still waits. */
  readonly manualUntil: Instant;
  /** Until then the worker buys nothing; undefined: until automation is switched on again. */
  readonly workerUntil: Instant | undefined;
}

/** What holds the account back now, the oldest first; each reason ends by itself. */
export const standingReductions = (
  { reductions = [] }: Pick<Account, "reductions">,
  at: Instant,
): readonly StandingReduction[] =>
  reductions.map(standing).filter((reason) => holds(reason, "manual", at) || holds(reason, "automated", at));

/** Of those that bind this hand, the one that binds it longest; undefined when it may buy. */
export function strictestReduction(
  account: Pick<Account, "reductions">,
  origin: OrderOrigin,
  at: Instant,
): { readonly because: ReductionReason; readonly until: Instant | undefined } | undefined {
  const binding = standingReductions(account, at)
    .filter((reason) => holds(reason, origin, at))
    .map((reason) => ({ because: reason.because, until: untilOf(reason, origin) }));
  return binding.find(({ until }) => until === undefined) ?? binding.sort(latestFirst)[0];
}

/** Whether the reason was noted a moment ago: it need not be noted again. */
export const isFresh = ({ at }: Reduction, now: Instant): boolean => now < at + REDUCED_BY_HAND_MS;

function standing({ at, because }: Reduction): StandingReduction {
  const passes = instant(at + REDUCED_BY_HAND_MS);
  const workerUntil = REDUCTIONS[because].endsForWorker === "time" ? passes : undefined;
  return { because, since: at, manualUntil: passes, workerUntil };
}

const untilOf = (
  { manualUntil, workerUntil }: StandingReduction,
  origin: OrderOrigin,
): Instant | undefined => (origin === "automated" ? workerUntil : manualUntil);

function holds(reason: StandingReduction, origin: OrderOrigin, at: Instant): boolean {
  const until = untilOf(reason, origin);
  return until === undefined || at < until;
}

const latestFirst = (
  one: { readonly until: Instant | undefined },
  other: { readonly until: Instant | undefined },
): number => (other.until ?? 0) - (one.until ?? 0);
