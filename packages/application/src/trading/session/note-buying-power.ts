import { reserveCash } from "@sevenfold/domain/book-orders";
import { money, NO_MONEY } from "@sevenfold/domain/money";
import { reservedBy } from "../account/account-standing.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { Reconciled } from "../account/reconciled.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { writeAsWorker } from "../account/write-as-worker.ts";

/**
 * Keeps aside what the broker does not let us spend of our cash, beside what open buys keep: a buy is
 * sized by the smaller of both. Seen once it may be a fill on its way, so that the smaller of two sights
 * counts. Inside the account's mutex only.
 */
export async function noteBuyingPower(
  { storage }: Pick<TradingNeeds, "storage">,
  followed: FollowedAccount,
  found: Reconciled,
): Promise<void> {
  const { account, id: accountId, unavailableCash: before } = followed;
  const free = found.cash - reservedBy(await storage.read.orders.open(accountId));
  const missing = Math.max(0, free - found.broker.buyingPower);
  const unavailable = money(Math.min(missing, followed.missingCash));
  followed.missingCash = missing;
  const isOnRecord = unavailable === (account.unavailableCash ?? NO_MONEY);
  if (unavailable === before && isOnRecord) return;
  followed.account = await writeAsWorker({ storage }, followed, (tables) =>
    tables.accounts.change(accountId, ({ unavailableCash: _, ...row }) =>
      unavailable === 0 ? row : { ...row, unavailableCash: unavailable },
    ),
  );
  reserveCash(followed.book, money(unavailable - before));
  followed.unavailableCash = unavailable;
}
