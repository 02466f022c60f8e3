import type { Account } from "@sevenfold/application/ports/stores/account";
import type {
  HoldingsReader,
  StoredHoldings,
} from "@sevenfold/application/ports/stores/holdings-store";
import type { StoredPosition } from "@sevenfold/application/ports/stores/position-store";
import type { Order } from "@sevenfold/domain/order";
import type { EntityManager } from "typeorm";

import { accountSchema } from "../accounts/account-rows.ts";
import { orderSchema } from "../orders/order-rows.ts";
import { IS_OPEN } from "../orders/typeorm-order-store.ts";
import { ask, selectionOf } from "../statement.ts";
import { positionSchema } from "./position-rows.ts";

/** One statement sees the rows as they were at one instant, and shares a connection like any read. */
export const typeormHoldingsReader = (manager: EntityManager): HoldingsReader => ({
  ofUser: (userId) =>
    holdingsWhere(manager, "holdings-of-user", "user_id = $1 AND is_selected", userId),
  ofAccount: (accountId) => holdingsWhere(manager, "holdings-of-account", "id = $1", accountId),
});

const accounts = selectionOf<Account>(accountSchema);
const positions = selectionOf<StoredPosition>(positionSchema);
const orders = selectionOf<Order>(orderSchema);

async function holdingsWhere(
  manager: EntityManager,
  name: string,
  isMeant: string,
  id: string,
): Promise<StoredHoldings | undefined> {
  const text = `
    SELECT row_to_json(account) AS account,
      (SELECT json_agg(row_to_json(each)) FROM (
        SELECT ${positions.text} FROM "positions" WHERE broker_profile_id = account.id
      ) AS each) AS positions,
      (SELECT json_agg(row_to_json(each)) FROM (
        SELECT ${orders.text} FROM "order_logs"
        WHERE broker_profile_id = account.id AND ${IS_OPEN}
        ORDER BY "order_logs".created_at, "order_logs".id
      ) AS each) AS orders
    FROM (
      SELECT ${accounts.text} FROM "user_broker_profiles" WHERE ${isMeant} LIMIT 1
    ) AS account`;
  const { rows } = await ask(manager, { name, text, values: [id] });
  const [row] = rows as readonly Told[];
  if (!row) return undefined;
  return {
    account: accounts.rowFrom(row.account),
    // Sorted here: the database's collation need not be ours.
    positions: (row.positions ?? [])
      .map(positions.rowFrom)
      .toSorted((one, other) => (one.ticker < other.ticker ? -1 : 1)),
    openOrders: (row.orders ?? []).map(orders.rowFrom),
  };
}

type Row = Readonly<Record<string, unknown>>;

/** An aggregate of no rows is null. */
interface Told {
  readonly account: Row;
  readonly positions: readonly Row[] | null;
  readonly orders: readonly Row[] | null;
}
