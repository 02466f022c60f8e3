import { NO_SHARES } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { ManualDraft } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { type AskingNeeds, areHoldingsDoubted, openSharesThere } from "./shares-there.ts";

/**
 * Where books and broker are known to differ, a person sells no more than the broker says is there. Refused
 * ("broker-unavailable") where it does not say: one share too many may be sold short.
 */
export async function withSharesThere(
  needs: AskingNeeds & Pick<TradingNeeds, "storage">,
  draft: ManualDraft,
): Promise<Result<ManualDraft, Refusal>> {
  if (draft.side === "buy") return ok(draft);
  const { accountId, ticker, userId } = draft;
  const account = await needs.storage.read.accounts.byId(accountId);
  if (account?.userId !== userId || !areHoldingsDoubted(account)) return ok(draft);
  const answer = await openSharesThere(needs)(accountId);
  return answer
    ? ok({ ...draft, there: answer.get(ticker) ?? NO_SHARES })
    : refused({ kind: "broker-unavailable", message: SAYS_NOTHING });
}

const SAYS_NOTHING =
  "Your books and the broker's differ, and the broker does not say how many shares it has. Nothing was sent. Try again in a moment.";
