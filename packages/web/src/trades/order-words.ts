import type { OrderView } from "@sevenfold/contract/orders";
import type { Tone } from "../ui/badge.tsx";

type Status = OrderView["status"];

/** Each state in a word and a tone. */
// prettier-ignore
const STATUS: Readonly<Record<Status, readonly [words: string, tone: Tone]>> = {
  intent: ["Being sent", "plain"],
  submitting: ["Being sent", "plain"],
  unknown: ["Outcome unknown", "amber"],
  working: ["Working", "accent"],
  "partially-filled": ["Partly filled", "accent"],
  "cancel-pending": ["Canceling", "amber"],
  suspended: ["Suspended", "amber"],
  filled: ["Filled", "gain"],
  canceled: ["Canceled", "plain"],
  expired: ["Expired", "plain"],
  rejected: ["Rejected by the broker", "loss"],
  denied: ["Not sent", "loss"],
};

export const statusWords = (status: Status): string => STATUS[status][0];
export const statusTone = (status: Status): Tone => STATUS[status][1];

const CANCELABLE: ReadonlySet<Status> = new Set(["unknown", "working", "partially-filled"]);
export const isCancelable = ({ status }: OrderView): boolean => CANCELABLE.has(status);

export const ORIGINS: Readonly<Record<OrderView["origin"], string>> = {
  automated: "Agent",
  manual: "You",
  external: "At the broker",
};
