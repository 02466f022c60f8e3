import { type Result, refused } from "@sevenfold/domain/result";
import { causeOfTicket, type ManualDraft } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import type { PlacedOrder } from "../orders/written-order.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { replay } from "./write-manual-order.ts";

/** How long a request waits for the answer to the first one with its key. */
export const FIRST_ANSWER_WITHIN_MS = 15_000;
/** The first look comes soon; the others, of which there may be many, make way. */
const LOOK_AFTER_MS = 50;
const LOOK_EVERY_MS_MAX = 500;

type Needs = Pick<TradingNeeds, "clock" | "identifiers" | "storage">;
export type KeyedDraft = ManualDraft & { readonly idempotencyKey: string };

/**
 * What the first request with the draft's key is answered with, whichever process sends it: its order
 * is looked up again until the broker's answer is on record. "still-in-progress" when that takes
 * longer than a client should be kept waiting.
 */
export async function firstAnswer(
  needs: Needs,
  draft: KeyedDraft,
): Promise<Result<PlacedOrder, Refusal>> {
  const { clock } = needs;
  const untilMs = clock.monotonicMs() + FIRST_ANSWER_WITHIN_MS;
  for (let pauseMs = LOOK_AFTER_MS; ; pauseMs = Math.min(LOOK_EVERY_MS_MAX, 2 * pauseMs)) {
    await clock.sleep(pauseMs);
    const answer = await answerOnRecord(needs, draft);
    if (answer && !isInProgress(answer)) return answer;
    if (untilMs <= clock.monotonicMs()) return refused({ kind: "still-in-progress" });
  }
}

/** What is known by now of the order with the draft's key; undefined where there is none. */
export async function answerOnRecord(
  { clock, identifiers, storage }: Needs,
  draft: KeyedDraft,
): Promise<Result<PlacedOrder, Refusal> | undefined> {
  const clientKey = identifiers.clientKeyOf(causeOfTicket(draft.userId, draft.idempotencyKey));
  const order = await storage.read.orders.byKey(clientKey);
  return order && replay(order, draft, clock.now());
}

export const isInProgress = (answer: Result<PlacedOrder, Refusal>): boolean =>
  !answer.ok && answer.refusal.kind === "still-in-progress";
