import { money, type Price, price, shares } from "@sevenfold/domain/money";
import { tradeParts } from "../broker-kit/simulated/trade-parts.ts";
import { ONE_SHARE } from "../ports/activity.ts";
import { openNotFoundWatch } from "../trading/account/not-found-watch.ts";
import { reconcileAccount } from "../trading/reconciliation/reconcile-account.ts";
import { AAPL, dollars, inTime, openTestWorld } from "./trading-world.ts";
import type { World } from "./world/world.ts";

export const EACH = price(1_000_000);

/** An account whose owner trades parts of shares at the venue's own site, and what was made of it. */
export async function openParts() {
  const world = await openTestWorld();
  const { accountId, clock, storage, venue } = world;
  const { needs } = world.open();
  const at = clock.now();
  await storage.transact(({ accounts }) =>
    accounts.change(accountId, (row) => ({ ...row, booksFrom: at, activitiesReadTo: at })),
  );
  const watch = openNotFoundWatch();
  const reconcile = async (by = needs) => {
    const done = await inTime(world, reconcileAccount(by, watch)(accountId));
    return done.ok ? { drift: done.value.drift, cashDrift: done.value.cashDrift } : done;
  };
  let count = 0;
  const trade = (quantity: number, each: Price = EACH) => {
    const parts = Math.round(quantity * ONE_SHARE);
    count += 1;
    const id = `trade:${count}`;
    return tradeParts(venue, { id, at: clock.now(), ticker: AAPL, parts, price: each });
  };
  const held = async () => (await storage.read.positions.of(accountId))[0];
  const told = async () => {
    const page = await storage.read.activities.page(accountId, { limit: 50 });
    return page.rows.map(({ amount, kind, shares: moved }) => [kind, moved, amount / 10_000]);
  };
  return { held, needs, reconcile, told, trade, world };
}

export const AGREED = { drift: [], cashDrift: 0 };

/** At the venue's own site, as an order for whole shares. */
export function sellTwo(venue: World["venue"]): void {
  const before = venue.positions.get(AAPL)!.quantity;
  const { brokerOrderId } = venue.buyElsewhere(AAPL, shares(2));
  venue.trade(brokerOrderId, shares(2), EACH);
  // The same order as a sale.
  venue.executions.push({ ...venue.executions.pop()!, side: "sell" });
  venue.orders.push({ ...venue.orders.pop()!, side: "sell" });
  const quantity = shares(before - 2);
  if (quantity === 0) venue.positions.delete(AAPL);
  else venue.positions.set(AAPL, { quantity, costBasis: dollars(100 * quantity) });
  venue.cash = money(venue.cash + 2 * dollars(200));
}
