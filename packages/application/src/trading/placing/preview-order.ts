import type { Result } from "@sevenfold/domain/result";
import { refused } from "@sevenfold/domain/result";
import type { CheckedOrder } from "@sevenfold/domain/risk";
import { standingOf } from "../account/account-standing.ts";
import type { ManualDraft } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import type { AskingNeeds } from "./shares-there.ts";
import { withSharesThere } from "./shares-there-first.ts";
import { askedOf, checkManualOrder } from "./write-manual-order.ts";

/** What would become of an order placed now, short of the broker's own word. */
export type PreviewOrder = (draft: ManualDraft) => Promise<Result<CheckedOrder, Refusal>>;

/**
 * Asks the very checks that placing the order will ask, of the rows as they stand. Nothing is
 * written, reserved or sent; the checks are made again, under the account's lock, when it is placed.
 */
export const previewOrder =
  (
    needs: AskingNeeds &
      Pick<
        TradingNeeds,
        "calendarOf" | "clock" | "prices" | "realMarket" | "storage" | "submission"
      >,
  ): PreviewOrder =>
  async (wanted) => {
    const draft = await withSharesThere(needs, wanted);
    const { calendarOf, clock, prices, realMarket, storage, submission } = needs;
    const listed = await askedOf(needs, draft);
    const account = await storage.read.accounts.byId(draft.accountId);
    if (account?.userId !== draft.userId) return refused({ kind: "account-not-found" });
    return checkManualOrder(storage.read, {
      // Looking is not sending twice.
      draft: { ...draft, idempotencyKey: "preview" },
      account,
      listed,
      at: clock.now(),
      hours: calendarOf(account),
      standing: await standingOf(storage.read, account),
      submission,
      prices,
      realMarket,
    });
  };
