/** How often the simulated venue and the way to it misbehave: probabilities from 0 to 1. */
export interface FaultPlan {
  /** The order arrives, its answer does not. */
  readonly lostAnswer: number;
  /** The order never arrives. */
  readonly lostRequest: number;
  /** The order arrives long after we stopped waiting for an answer. */
  readonly lateRequest: number;
  readonly rejected: number;
  /** The venue takes no orders for some seconds: nothing arrives, and it says so. */
  readonly busy: number;
  /** A read gives no trustworthy answer. */
  readonly failedRead: number;
  readonly duplicateNotice: number;
  /** A notice comes seconds later than those that follow it. */
  readonly delayedNotice: number;
  readonly lostNotice: number;
  /** In every second: the stream breaks off, and with it what was under way. */
  readonly brokenStream: number;
  readonly partialFill: number;
  /** An order goes on filling after its cancel was confirmed. */
  readonly fillAfterCancel: number;
}

export const NO_FAULTS: FaultPlan = {
  lostAnswer: 0,
  lostRequest: 0,
  lateRequest: 0,
  rejected: 0,
  busy: 0,
  failedRead: 0,
  duplicateNotice: 0,
  delayedNotice: 0,
  lostNotice: 0,
  brokenStream: 0,
  partialFill: 0,
  fillAfterCancel: 0,
};

export const MANY_FAULTS: FaultPlan = {
  lostAnswer: 0.1,
  lostRequest: 0.07,
  lateRequest: 0.07,
  rejected: 0.05,
  busy: 0.05,
  failedRead: 0.05,
  duplicateNotice: 0.15,
  delayedNotice: 0.15,
  lostNotice: 0.05,
  brokenStream: 0.004,
  partialFill: 0.5,
  fillAfterCancel: 0.5,
};
