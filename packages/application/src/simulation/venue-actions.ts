import { money } from "@sevenfold/domain/money";

import type { CorporateAction } from "./market-script.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import { settleGroup } from "./venue-advance.ts";
import type { VenueBook, VenuePosition } from "./venue-book.ts";
import type { VenueChanges } from "./venue-changes.ts";

export interface ActionNeeds {
  readonly market: SimulatedMarket;
  readonly book: VenueBook;
  readonly changes: VenueChanges;
  readonly newId: () => string;
}

/**
 * Books a split or a dividend for everyone who holds the stock. A split cancels the stock's open
 * orders first: their prices and quantities are of shares that are no more.
 */
export function applyAction(action: CorporateAction, needs: ActionNeeds): void {
  const { book, changes } = needs;
  if (action.kind === "split")
    for (const order of [...book.openOrders()]) {
      const current = book.order(order.id);
      if (current !== order || order.ticker !== action.ticker) continue;
      settleGroup(changes.end(order, "canceled", action.at), action.at, { book, changes });
    }
  for (const account of book.accounts.values()) {
    const position = account.positions.get(action.ticker);
    if (position) bookAction(action, account.opening.id, position, needs);
  }
}

function bookAction(
  action: CorporateAction,
  accountId: string,
  { shares: held }: VenuePosition,
  { market, changes, newId }: ActionNeeds,
): void {
  const { at, ticker } = action;
  const about = { at, accountId, activityId: newId(), ticker };
  if (action.kind === "dividend") {
    changes.record({ type: "dividend-paid", ...about, quantity: held, perShare: action.perShare });
    return;
  }
  const { from, to } = action;
  const rest = (held * to) % from;
  const cashInLieu = money(Math.floor((rest * market.priceAt(ticker, at)) / from));
  changes.record({ type: "shares-split", ...about, from, to, cashInLieu });
}
