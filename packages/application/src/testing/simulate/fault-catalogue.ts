import type { FaultPlan } from "../../broker-kit/simulated/fault-plan.ts";
import type { FaultPlace } from "./plan.ts";

/** The faults of a venue and of the way to it, by the name a plan calls them. */
export const VENUE_FAULTS = {
  /** B1: the order arrives, its answer does not. */
  "lost-answer": "lostAnswer",
  /** B5: it never arrives, and nobody says so. */
  "lost-request": "lostRequest",
  /** B2: it arrives when nobody waits for it any more. */
  "late-request": "lateRequest",
  /** B7, B8, B20. */
  rejected: "rejected",
  /** B9. */
  busy: "busy",
  "failed-read": "failedRead",
  /** B4, S4. */
  "duplicate-notice": "duplicateNotice",
  /** S4: overtaken by what follows it. */
  "delayed-notice": "delayedNotice",
  /** S3. */
  "lost-notice": "lostNotice",
  /** S5: in every second. */
  "broken-stream": "brokenStream",
  /** B12. */
  "partial-fill": "partialFill",
  /** B13. */
  "fill-after-cancel": "fillAfterCancel",
} as const satisfies Readonly<Record<string, keyof FaultPlan>>;

/** Every kind of fault a plan may name, by where it happens. */
export const FAULT_KINDS = {
  broker: [
    ...(Object.keys(VENUE_FAULTS) as (keyof typeof VENUE_FAULTS)[]),
    /** B10: an order may have arrived all the same. */
    "server-error",
    /** B6. */
    "garbled-answer",
    "slow-answer",
    /** B27: of a list in pages. */
    "failed-page",
    /** S1, S2: the stream stands and says nothing for as long as this is on. */
    "silent-stream",
    /** B14: an execution of more than was ordered. */
    "overfill",
    /** B18: trading is suspended for as long as this is on. */
    "halted",
    /** B7, B24: 401 or 403 to everything for as long as this is on, and then they are good again. */
    "refused-keys",
  ],
  database: [
    /** P11, P13: nothing was done. */
    "failed-call",
    /** P12: it was committed, and who asked is told that the line broke. */
    "unknown-commit",
    "slow-call",
    /** P11: not to be reached for as long as this is on. */
    "gone",
    /** P14: a transaction is undone and done once more. */
    "serialization",
  ],
  prices: [
    /** S1. */
    "silent",
    /** S10: the trade was a while ago. */
    "late",
    /** S10: the trade is yet to come. */
    "ahead",
    /** S8: no price at all, or a bid above its ask. */
    "garbage",
    /** S9. */
    "jump",
    /** S14: no provider answers for as long as this is on. */
    "away",
  ],
  clock: [
    /** P9: nothing of ours runs for a while. In every second. */
    "suspended",
    /** P10, B26: a process has a later time of day than everybody for as long as this is on. */
    "ahead-of-time",
    /** P10, B26: an earlier one. It steps as either begins, and back as it ends. */
    "behind-time",
  ],
  process: [
    /** P1 to P7: at any await. In every second. */
    "kill",
    /** P19. In every second. */
    "deploy",
    /** P8: another worker at the same accounts for a while. In every second. */
    "second-worker",
    /** P8, P9: one process stands still for as long as this is on, and goes on: others ran meanwhile. */
    "paused",
  ],
} as const satisfies Readonly<Record<FaultPlace, readonly string[]>>;

/** Kinds by which a process takes the time of day for another. */
export const WRONG_TIMES = ["ahead-of-time", "behind-time"] as const;

/**
 * Kinds that are drawn by a chance of their own: seeds that were drawn before there were any have the
 * plans they had, and these beside them.
 */
export const KINDS_APART: readonly string[] = ["refused-keys", ...WRONG_TIMES, "paused"];

export type FaultOf<Place extends FaultPlace> = (typeof FAULT_KINDS)[Place][number];
