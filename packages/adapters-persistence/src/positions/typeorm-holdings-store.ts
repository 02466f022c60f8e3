import type { HoldingsStore, StoredHoldings } from "@sevenfold/application/ports/holdings-store";
import type { Account } from "@sevenfold/application/ports/storage";
import type { EntityManager } from "typeorm";

import { typeormAccountStore } from "../accounts/typeorm-account-store.ts";
import { typeormOrderStore } from "../orders/typeorm-order-store.ts";
import { asOfOneInstant } from "../row.ts";
import { typeormPositionStore } from "./typeorm-position-store.ts";

export const typeormHoldingsStore = (manager: EntityManager): HoldingsStore => ({
  ofUser: (userId) =>
    asOfOneInstant(manager, async (inside) =>
      withHoldings(inside, await typeormAccountStore(inside).selectedOf(userId)),
    ),

  ofAccount: (accountId) =>
    asOfOneInstant(manager, async (inside) =>
      withHoldings(inside, await typeormAccountStore(inside).byId(accountId)),
    ),
});

/** One read after the other: a transaction has one connection. */
async function withHoldings(
  manager: EntityManager,
  account: Account | undefined,
): Promise<StoredHoldings | undefined> {
  if (!account) return undefined;
  const positions = await typeormPositionStore(manager).of(account.id);
  const openOrders = await typeormOrderStore(manager).open(account.id);
  return { account, positions, openOrders };
}
