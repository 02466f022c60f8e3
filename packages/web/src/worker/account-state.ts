import type { AccountStateName, AccountStateView } from "@sevenfold/contract/states";
import type { Tone } from "../ui/badge.tsx";

const TONES: Readonly<Record<AccountStateName, Tone>> = {
  paused: "amber",
  error: "amber",
  "needs-authorisation": "amber",
  pending: "plain",
  "worker-offline": "amber",
  "broker-disconnected": "amber",
  halted: "amber",
  "limit-orders-only": "amber",
  reduced: "amber",
  "plan-over": "amber",
  "worth-unknown": "amber",
  "daily-loss": "amber",
  active: "gain",
};

export const toneOfState = ({ state }: AccountStateView): Tone => TONES[state];

/** The broker is not asked at all: nothing is traded there by anybody. */
const CLOSED: ReadonlySet<AccountStateName> = new Set([
  "paused",
  "error",
  "needs-authorisation",
  "pending",
]);
export const isClosed = ({ state }: AccountStateView): boolean => CLOSED.has(state);
