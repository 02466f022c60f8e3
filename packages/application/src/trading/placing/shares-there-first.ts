import { NO_SHARES } from "@sevenfold/domain/money";
import { heldIn } from "../account/account-standing.ts";
import type { ManualDraft } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import {
  type AskingNeeds,
  areHoldingsDoubted,
  areHoldingsUntold,
  openSharesThere,
} from "./shares-there.ts";

/**
 * A sell with what the broker has of its symbol, where books and broker are known to differ, or were not
 * compared for a while: a person sells no more than that (`checkManual`). A broker that only does not say
 * how many there are holds no sale up.
 */
export async function withSharesThere(
  needs: AskingNeeds & Pick<TradingNeeds, "storage">,
  draft: ManualDraft,
): Promise<ManualDraft> {
  if (draft.side === "buy") return draft;
  const { accountId, ticker, userId } = draft;
  const { accounts, positions } = needs.storage.read;
  const account = await accounts.byId(accountId);
  if (account?.userId !== userId) return draft;
  const isDoubted = areHoldingsDoubted(account);
  if (!isDoubted && !areHoldingsUntold(account)) return draft;
  // Before the broker: what is sold meanwhile is missing from neither side then.
  const booked = heldIn({ positions: await positions.of(accountId) }, ticker);
  const answer = await openSharesThere(needs)(accountId);
  if (!answer && !isDoubted) return draft;
  return {
    ...draft,
    there: answer ? { booked, shares: answer.get(ticker) ?? NO_SHARES } : "unsaid",
  };
}
