import { invariant } from "@sevenfold/domain/invariant";
import type { LedgerEntry, Posting } from "@sevenfold/domain/ledger";
import { type Money, money, NO_MONEY, notionalOf } from "@sevenfold/domain/money";
import type { BookedFill } from "./fill-store.ts";

/**
 * The ledger entry of a fill as booked. What left the holdings in a sell follows from the realized
 * gain, which is after the fee: proceeds − fee − gain. docs/strategy.md#entry
 * By so much as later sales on record gain more for it, `laterGain`, the shares are worth more.
 */
export function entryOfBookedFill(fill: BookedFill, laterGain: Money = NO_MONEY): LedgerEntry {
  const { side, ticker, fee, realized, executionId, at } = fill;
  const notional = notionalOf(fill.price, fill.quantity);
  const isBuy = side === "buy";
  invariant(!isBuy || realized === 0, `a buy realizes nothing: ${executionId}`);
  const gain = isBuy ? 0 : realized + fee;
  const postings: readonly Posting[] = [
    { account: "cash", amount: money((isBuy ? -notional : notional) - fee) },
    {
      account: "holdings",
      ticker,
      amount: money((isBuy ? notional : gain - notional) + laterGain),
    },
    { account: "fees", amount: fee },
    { account: "realized", ticker, amount: money(-gain - laterGain) },
  ];
  return { cause: executionId, at, postings: postings.filter(({ amount }) => amount !== 0) };
}
