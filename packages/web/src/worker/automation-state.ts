import type { WorkerStatusView } from "@sevenfold/contract/worker";
import type { Tone } from "../ui/badge.tsx";
import { isClosed, toneOfState } from "./account-state.ts";
import { isOnline } from "./use-worker-status.ts";

export type StateWords = readonly [tone: Tone, word: string, sentence: string];

/** What a page calls the three plain states; every other is called what the server calls it. */
export type PlainStates = Readonly<Record<"offline" | "inactive" | "active", StateWords>>;

/** Active only where nothing keeps the account from trading as it is set. */
export function automationState(status: WorkerStatusView, plain: PlainStates): StateWords {
  const { account_state: account, enabled, message } = status;
  const stuck: StateWords = [toneOfState(account), account.label, account.message ?? ""];
  if (isClosed(account)) return stuck;
  if (!isOnline(status)) return plain.offline;
  if (!enabled) return withMessage(plain.inactive, message);
  return account.state === "active" ? withMessage(plain.active, message) : stuck;
}

const withMessage = ([tone, word, sentence]: StateWords, message: string | null): StateWords => [
  tone,
  word,
  message ?? sentence,
];
