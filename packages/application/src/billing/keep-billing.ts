import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";

import { PaymentsUnavailable } from "../ports/payments.ts";
import type { BillingNeeds } from "./billing-needs.ts";
import { workOffNotices } from "./hear-payment-notice.ts";
import { syncBilling } from "./sync-billing.ts";

/** No word for so long: what the provider says is asked for, as a message may be lost. */
export const READ_AGAIN_MS = 6 * 60 * MINUTE_MS;
const PER_ROUND_MAX = 20;
const ROUND_MS = MINUTE_MS;
/** How long a message that was worked off is known. Theirs come for three days. */
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS;

/** One round: what was heard is worked off, and who was not read for hours is read. */
export const billingRound =
  (needs: BillingNeeds) =>
  async (at: Instant): Promise<void> => {
    const { log, storage } = needs;
    await workOffNotices(needs)();
    const due = instant(at - READ_AGAIN_MS);
    for (const user of await storage.read.users.billedBefore(due, PER_ROUND_MAX))
      try {
        await syncBilling(needs)(user);
      } catch (error) {
        log.warn("billing-not-read", { userId: user.id, error: String(error) });
        // What one customer's answer lacks keeps nobody else waiting.
        if (isAwayForAll(error)) break;
      }
    await storage.transact((tables) => tables.paymentNotices.forgetBefore(instant(at - KEPT_MS)));
  };

const isAwayForAll = (error: unknown): boolean =>
  !(
    error instanceof PaymentsUnavailable &&
    (error.reason === "refused" || error.reason === "unreadable")
  );

/** Rounds until the signal aborts. */
export const keepBilling =
  (needs: BillingNeeds) =>
  async (signal: AbortSignal): Promise<void> => {
    const { clock, log } = needs;
    while (!signal.aborted) {
      try {
        await billingRound(needs)(clock.now());
      } catch (error) {
        log.warn("billing-round-failed", { error: String(error) });
      }
      await clock.sleep(ROUND_MS, signal);
    }
  };
