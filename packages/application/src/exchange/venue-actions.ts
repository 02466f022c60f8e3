import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import { money, NO_MONEY } from "@sevenfold/domain/money";
import type { CorporateAction } from "./market-script.ts";
import { splitShares, worthOf } from "./share-count.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import type { ReorganizationBlow, VenueBlow } from "./venue.ts";
import type { VenueAccount } from "./venue-account.ts";
import { resolveGroup } from "./venue-advance.ts";
import type { VenueBook } from "./venue-book.ts";
import type { VenueChanges } from "./venue-changes.ts";
import type { VenuePosition } from "./venue-holdings.ts";
import { isMargin } from "./venue-margin.ts";
import { isClosing } from "./venue-order.ts";
import { sharesHeldForOrders } from "./venue-room.ts";

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
      resolveGroup(changes.end(order, "canceled", action.at), action.at, { book, changes });
    }
  for (const account of book.accounts.values()) {
    const position = account.positions.get(action.ticker);
    if (position) bookAction(action, account.opening.id, position, needs);
  }
}

function bookAction(
  action: CorporateAction,
  accountId: string,
  position: VenuePosition,
  { market, changes, newId }: ActionNeeds,
): void {
  const { at, ticker } = action;
  const about = { at, accountId, activityId: newId(), ticker };
  if (action.kind === "dividend") {
    changes.record({
      type: "dividend-paid",
      ...about,
      quantity: position.shares,
      perShare: action.perShare,
    });
    return;
  }
  const { from, to } = action;
  const cashInLieu = splitShares(position, { from, to }).restAt(market.priceAt(ticker, at));
  changes.record({ type: "shares-split", ...about, from, to, cashInLieu });
}

/** Books what befalls one account; `canBefall` has said that it may. */
export function applyBlow(account: VenueAccount, what: VenueBlow, needs: BlowNeeds): void {
  const { at, book, changes, newId } = needs;
  const about = { at, accountId: account.opening.id, activityId: newId() };
  if (what.kind === "bust")
    changes.record({ type: "execution-busted", ...about, executionId: what.executionId });
  else if ("amount" in what)
    changes.record({ type: "cash-moved", ...about, as: what.kind, amount: what.amount });
  else {
    const { kind: as, ticker } = what;
    // What was ordered of shares that are no more.
    if (as !== "spin-off")
      for (const order of [...account.openOrders.values()]) {
        const current = book.order(order.id);
        if (current !== order || order.ticker !== ticker) continue;
        resolveGroup(changes.end(order, "canceled", at), at, { book, changes });
      }
    changes.record({
      type: "shares-reorganized",
      ...about,
      as,
      ticker,
      ...broughtBy(what, account, needs),
    });
  }
  cancelUncovered(account, needs);
}

/** Cancels, the latest first, what would close more than was left: nothing goes to the other side by it. */
function cancelUncovered(account: VenueAccount, { at, book, changes }: BlowNeeds): void {
  for (const order of [...account.openOrders.values()].reverse()) {
    const current = book.order(order.id);
    if (current !== order || !isClosing(order) || order.status === "held") continue;
    const shares = account.positions.get(order.ticker)?.shares ?? 0;
    const left = order.side === "sell" ? shares : -shares;
    if (Math.max(0, left) < sharesHeldForOrders(account, order.ticker))
      resolveGroup(changes.end(order, "canceled", at), at, { book, changes });
  }
}

interface BlowNeeds extends ActionNeeds {
  readonly at: Instant;
}

/** Under another name all shares are the same; else whole ones come, and the rest is paid for. */
function broughtBy(
  { into, kind, perShare, ticker }: ReorganizationBlow,
  account: VenueAccount,
  { at, market }: Pick<BlowNeeds, "at" | "market">,
) {
  const held = account.positions.get(ticker);
  invariant(held !== undefined, `account ${account.opening.id} holds ${ticker}`);
  const paid = perShare === undefined ? NO_MONEY : worthOf(perShare, held.shares);
  if (!into) return { amount: paid };
  if (kind === "name-change")
    return { into: { ticker: into.ticker, quantity: held.shares }, amount: paid };
  const { restAt, whole } = splitShares(held, into);
  const rest = restAt(market.priceAt(into.ticker, at));
  return { into: { ticker: into.ticker, quantity: whole }, amount: money(paid + rest) };
}

/**
 * Whether it leaves neither less cash nor fewer shares than none, but of an account with margin, which
 * owes them; what was taken back once stays so.
 */
export function canBefall(account: VenueAccount, what: VenueBlow): boolean {
  if ("amount" in what) return isMargin(account) || 0 <= account.cash + what.amount;
  if ("ticker" in what) return 0 < (account.positions.get(what.ticker)?.shares ?? 0);
  const { executionId } = what;
  const execution = account.executions.find(({ id }) => id === executionId);
  if (!execution || account.activities.some((one) => one.execution?.id === executionId))
    return false;
  if (isMargin(account)) return true;
  const { price, quantity, side, ticker } = execution;
  const held = account.positions.get(ticker)?.shares ?? 0;
  return side === "buy" ? quantity <= held : worthOf(price, quantity) <= account.cash;
}
