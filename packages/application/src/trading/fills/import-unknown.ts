import type { Instant } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import type { Identifiers } from "../../ports/identifiers.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import { externalKey, type ImportedOrder, importOrder } from "../account/external-order.ts";
import { freezeAccount } from "../safeguards/freeze-account.ts";

interface Told {
  readonly account: Account;
  readonly at: Instant;
  readonly identifiers: Identifiers;
}

/**
 * Puts an order on record that is told and not known. Where it has a name of ours, these books are older
 * than the broker's, or somebody else trades there with a Sevenfold of their own: the account is frozen,
 * unless its user knows it, because the books were brought back from a backup. One of an account that was
 * removed and connected anew is on record there.
 */
export async function importUnknown(
  tables: Tables,
  { account, at, identifiers }: Told,
  order: ImportedOrder,
): Promise<Order> {
  const isOurs = order.clientKey !== externalKey(identifiers, account.id, order);
  const isKnownToBeOld = account.reductions?.some(({ because }) => because === "restored");
  if (isOurs && !isKnownToBeOld && !(await tables.orders.byKey(order.clientKey)))
    await freezeAccount(tables, account, at, NOT_ON_RECORD);
  return importOrder(tables, identifiers, order);
}

const NOT_ON_RECORD =
  "It has orders that Sevenfold sent and that are not on record here, as where the database is older than they are.";
