/** What a simulated run meets, whole: it is drawn from a seed once, and kept as it is where it failed. */
export interface SimulationPlan {
  /** Of the market and of every chance that is not planned one by one. */
  readonly seed: number;
  /** Trading days, the first of them `session`. */
  readonly days: number;
  readonly session: SessionKind;
  readonly market: MarketKind;
  readonly accounts: readonly PlannedAccount[];
  /** How many symbols the accounts watch, 1 to 8. */
  readonly symbols: number;
  /** Processes with a worker, 1 or 2; a process that only serves users runs beside them. */
  readonly workers: 1 | 2;
  readonly faults: readonly PlannedFault[];
  readonly acts: readonly PlannedAct[];
}

export type SessionKind =
  | "regular"
  | "half-day"
  | "before-holiday"
  | "before-weekend"
  | "before-summer-time"
  | "before-winter-time";

export type MarketKind = "calm" | "trend" | "crash" | "gap" | "whipsaw" | "halts" | "bad-ticks";

export interface PlannedAccount {
  /** Whose it is: accounts of one number belong to one user. */
  readonly user: number;
  readonly mode: "TRAILING" | "SIMPLE" | "HYBRID";
  readonly hasStop: boolean;
  readonly cashDollars: number;
  /** The broker returns none of our keys and tells fills in sums. */
  readonly isKeyless: boolean;
  /** Its stops rest at the broker too. */
  readonly stopAtBroker?: boolean;
}

/** One family of fault for a while; within it `rate` of the calls, prices or moments meet it. */
export interface PlannedFault {
  readonly on: FaultPlace;
  /** A name of `FAULT_KINDS`, such as "lost-answer". */
  readonly kind: string;
  /** Milliseconds of played time since the start, end exclusive: a day lasts `PLAYED_DAY_MS`. */
  readonly from: number;
  readonly to: number;
  /** 0 to 1. */
  readonly rate: number;
  /** The account, process or symbol it is limited to, counted from 0; all of them when not said. The last process has no worker. */
  readonly target?: number;
}

export type FaultPlace = "broker" | "database" | "prices" | "clock" | "process";

/** Something a user, or somebody at the broker's own site, does. */
export interface PlannedAct {
  /** Milliseconds of played time since the start. */
  readonly at: number;
  readonly account: number;
  /** A name of `ACT_KINDS`. */
  readonly kind: string;
  /** What chance within the act is drawn from. */
  readonly seed: number;
}

export interface SimulationReport {
  /** Prices heard by an account, calls of a broker, transactions, notices and timers: each one event. */
  readonly events: number;
  /** Of the log of all events: the same plan on the same code gives the same. */
  readonly hash: string;
  /** What did not hold, in words, the first first; empty when all is well. */
  readonly broken: readonly string[];
  /** How often each named state was reached. */
  readonly reached: ReadonlyMap<string, number>;
  /** How often each kind of fault was met. */
  readonly met: ReadonlyMap<string, number>;
  /** The last events in words, all of them where a trace was asked for. */
  readonly trace: readonly string[];
}
