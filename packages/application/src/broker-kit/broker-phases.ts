import type { Broker } from "../ports/broker.ts";
import type { BrokerCase } from "./broker-case.ts";

/** The steps in which an adapter is written: each ends where its cases pass. docs/broker-adapters.md */
export const BROKER_PHASES = ["wire", "map", "submit", "stream", "reconcile"] as const;
export type BrokerPhase = (typeof BROKER_PHASES)[number];

const READS = [
  "account",
  "positions",
  "foreign",
  "ordersSince",
  "executionsSince",
  "activitiesSince",
] as const;

/** What of the port is written by the end of a phase. */
export const WRITTEN_BY: Readonly<Record<BrokerPhase, readonly (keyof Broker)[]>> = {
  wire: READS,
  map: READS,
  submit: [...READS, "submit", "find", "cancel"],
  stream: [...READS, "submit", "find", "cancel", "notices"],
  reconcile: [...READS, "submit", "find", "cancel", "notices"],
};

/** Rules, or how they begin; the longest that fits decides, and without one it is the last phase. */
const RULES: Readonly<Record<Exclude<BrokerPhase, "reconcile">, readonly string[]>> = {
  wire: [
    "account/fresh",
    "account/number",
    "foreign/none",
    "position/none",
    "list/empty",
    "keys/wrong-read",
    "keys/revoked",
    "rate/read",
    "read/failure-in-words",
    "suspended/told",
    "token/expired",
    "token/own-words",
  ],
  map: ["list/every-page", "list/later-page", "list/long-in-order", "list/ties"],
  submit: [
    "cancel/",
    "duplicate/",
    "keys/revoked-cancel",
    "keys/revoked-find",
    "keys/revoked-second-attempt",
    "keys/wrong-submit",
    "rate/",
    "refusal/",
    "echo/cancel-is-no-order",
    "echo/key-in-find",
    "echo/limit-in-units",
    "stop/",
    "submit/",
    "suspended/",
    "token/expired-submit",
    "unknown/",
  ],
  stream: [
    "cancel/fill-wins",
    "cancel/late-fill-told",
    "cancel/part-wins",
    "cancel/told",
    "clock/day-end-told",
    "clock/told-as-listed",
    "echo/",
    "fill/",
    "keys/wrong-notices",
    "notice/",
    "partial/",
    "sum/",
  ],
};

/** The phase at whose end the adapter keeps this rule. */
export function phaseOf({ rule }: Pick<BrokerCase, "rule">): BrokerPhase {
  let [found, length]: [BrokerPhase, number] = ["reconcile", 0];
  for (const phase of BROKER_PHASES)
    for (const beginning of phase === "reconcile" ? [] : RULES[phase])
      if (length < beginning.length && rule.startsWith(beginning))
        [found, length] = [phase, beginning.length];
  return found;
}
