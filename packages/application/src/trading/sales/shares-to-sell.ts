import { instant, type Ticker } from "@sevenfold/domain/market";
import { NO_SHARES, type Quantity } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

import type { StoredPosition } from "../../ports/stores/position-store.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { areHoldingsDoubted, type SharesThere } from "../placing/shares-there.ts";

/**
 * How many shares of a holding its sale is of by now, with the order of it that was refused, if one
 * was. None where the broker shows none; undefined where that is to be asked again.
 */
export type SharesToSell = (
  held: StoredPosition,
  refused: Order | undefined,
) => Promise<Quantity | undefined>;

/** So long a broker may show fewer than the books have. */
const SHOWN_LATE_MS = 10_000;
/** So long after it was bought, no longer, it may show nothing of what was bought. */
const BOUGHT_SHOWN_MS = 60_000;

/**
 * The broker is asked once before anything is sold, for the books may not have been compared for a
 * while; again where books and broker are known to differ, or differ by that answer, or an order was
 * refused: after a reverse split that it has not told of yet it has fewer than the books. Where as many
 * were bought just now as it does not show, they are waited for. One that does not answer holds up no
 * sale, unless it has refused.
 */
export function openSharesToSell(
  { clock, storage }: Pick<TradingNeeds, "clock" | "storage">,
  sharesThere: SharesThere,
): SharesToSell {
  let first: ReturnType<SharesThere> | undefined;
  const fewerFrom = new Map<Ticker, number>();
  return async ({ accountId, quantity, ticker }, refused) => {
    const account = await storage.read.accounts.byId(accountId);
    const isKnown = areHoldingsDoubted(account) || refused !== undefined;
    first ??= sharesThere(accountId);
    const before = await first;
    if (!isKnown && (!before || quantity <= (before.get(ticker) ?? NO_SHARES))) return quantity;
    const answer = await sharesThere(accountId);
    if (!answer && isKnown) return refused ? undefined : quantity;
    const there = (answer ?? before)?.get(ticker) ?? NO_SHARES;
    if (quantity <= there) return quantity;
    // What was bought just now would be left over, or counted as never there.
    const shown = instant(clock.now() - BOUGHT_SHOWN_MS);
    const lately = await storage.read.fills.since(accountId, shown);
    const bought = lately.filter((fill) => fill.ticker === ticker && fill.side === "buy");
    const isWaitedFor = quantity - there <= bought.reduce((sum, fill) => sum + fill.quantity, 0);
    if (isWaitedFor) return undefined;
    const nowMs = clock.monotonicMs();
    const from = fewerFrom.get(ticker) ?? nowMs;
    fewerFrom.set(ticker, from);
    return isKnown || there === 0 || SHOWN_LATE_MS <= nowMs - from ? there : undefined;
  };
}
