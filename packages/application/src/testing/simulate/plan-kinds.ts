import type { PlanKinds } from "./draw-plan.ts";
import { FAULT_KINDS, KINDS_APART } from "./fault-catalogue.ts";
import { ACT_KINDS, ACTS_APART } from "./planned-acts.ts";

/** All that the world knows to do, and how much of it leaves something to go on. */
export const PLAN_KINDS: PlanKinds = {
  faults: FAULT_KINDS,
  apart: KINDS_APART,
  acts: ACT_KINDS,
  actsApart: ACTS_APART,
  // Drawn in every second: oftener than this, nothing would live long enough to trade.
  rateMax: {
    "broken-stream": 0.05,
    suspended: 0.02,
    kill: 0.03,
    deploy: 0.02,
    "second-worker": 0.03,
  },
  // They last as long as their window does, at any rate.
  windowMaxMs: {
    "silent-stream": 120_000,
    halted: 120_000,
    gone: 90_000,
    away: 120_000,
    "refused-keys": 90_000,
    "ahead-of-time": 200_000,
    "behind-time": 200_000,
    paused: 120_000,
  },
};
