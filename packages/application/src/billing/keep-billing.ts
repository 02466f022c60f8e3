import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { finishDeletions } from "../people/finish-deletions.ts";
import { PaymentsUnavailable } from "../ports/payments.ts";
import { ROWS_MAX } from "../ports/stores/storage.ts";
import type { BillingNeeds } from "./billing-needs.ts";
import { endBilling } from "./end-billing.ts";
import { workOffNotices } from "./hear-payment-notice.ts";
import { syncBilling } from "./sync-billing.ts";

/** No word for so long: what the provider says is asked for, as a message may be lost. */
export const READ_AGAIN_MS = 6 * 60 * MINUTE_MS;
const PER_ROUND_MAX = 20;
/** Whose answer could not be read is asked for again only after so long: they come first in the list. */
const TRIED_AGAIN_MS = 60 * MINUTE_MS;
const UNREAD_MAX = ROWS_MAX - PER_ROUND_MAX;
const ROUND_MS = MINUTE_MS;
/** How long a message that was worked off is known. Theirs come for three days. */
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS;

/** Rounds: what was heard is worked off, and who was not read for hours is read. */
export function billingRound(needs: BillingNeeds): (at: Instant) => Promise<void> {
  const { log, storage } = needs;
  const unreadAt = new Map<string, Instant>();
  const noteUnread = (userId: string, at: Instant) => {
    unreadAt.set(userId, at);
    const [oldest] = unreadAt.keys();
    if (UNREAD_MAX < unreadAt.size && oldest !== undefined) unreadAt.delete(oldest);
  };
  return async (at) => {
    await workOffNotices(needs)();
    for (const [userId, triedAt] of unreadAt)
      if (triedAt + TRIED_AGAIN_MS <= at) unreadAt.delete(userId);
    const due = instant(at - READ_AGAIN_MS);
    const waiting = await storage.read.users.billedBefore(due, PER_ROUND_MAX + unreadAt.size);
    for (const user of waiting.filter(({ id }) => !unreadAt.has(id)).slice(0, PER_ROUND_MAX))
      try {
        await syncBilling(needs)(user);
      } catch (error) {
        log.warn("billing-not-read", { userId: user.id, error: String(error) });
        // What one customer's answer lacks keeps nobody else waiting.
        if (!isAway(error)) noteUnread(user.id, at);
        if (!isUnreadable(error)) break;
      }
    await storage.transact((tables) => tables.paymentNotices.forgetBefore(instant(at - KEPT_MS)));
  };
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof PaymentsUnavailable &&
  (error.reason === "refused" || error.reason === "unreadable");

/** Whether it would have failed for everybody. */
const isAway = (error: unknown): boolean =>
  error instanceof PaymentsUnavailable && !isUnreadable(error);

/** Rounds until the signal aborts. */
export const keepBilling =
  (needs: BillingNeeds) =>
  async (signal: AbortSignal): Promise<void> => {
    const { clock, log } = needs;
    const round = billingRound(needs);
    const finish = finishDeletions({ ...needs, endBilling: endBilling(needs) });
    while (!signal.aborted) {
      try {
        await round(clock.now());
        await finish();
      } catch (error) {
        log.warn("billing-round-failed", { error: String(error) });
      }
      await clock.sleep(ROUND_MS, signal);
    }
  };
