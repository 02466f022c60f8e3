import type { Account } from "@sevenfold/application/ports/stores/account";
import type {
  HoldingsReader,
  OrderFacts,
  StoredHoldings,
  WantedFacts,
} from "@sevenfold/application/ports/stores/holdings-store";
import type { StoredPosition } from "@sevenfold/application/ports/stores/position-store";
import { ROWS_MAX } from "@sevenfold/application/ports/stores/storage";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import { instant } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import type { EntityManager } from "typeorm";

import { accountSchema } from "../accounts/account-rows.ts";
import { orderSchema } from "../orders/order-rows.ts";
import { IS_COUNTED, IS_OPEN } from "../orders/typeorm-order-store.ts";
import { SETTINGS } from "../settings/typeorm-settings-store.ts";
import { ask, selectionOf } from "../statement.ts";
import { userSchema } from "../users/user-rows.ts";
import { positionSchema } from "./position-rows.ts";

/** One statement sees the rows as they were at one instant, and shares a connection like any read. */
export const typeormHoldingsReader = (manager: EntityManager): HoldingsReader => ({
  ofUser: (userId) =>
    holdingsWhere(manager, "holdings-of-user", "user_id = $1 AND is_selected", userId),
  ofAccount: (accountId) => holdingsWhere(manager, "holdings-of-account", "id = $1", accountId),
  async factsOf(asked) {
    const values = [JSON.stringify(asked.map(recordOf))];
    const { rows } = await ask(manager, { name: "order-facts", text: FACTS, values });
    return new Map((rows as readonly ToldFacts[]).map((row) => [row.id, factsFrom(row)]));
  },
});

const accounts = selectionOf<Account>(accountSchema);
const positions = selectionOf<StoredPosition>(positionSchema);
const orders = selectionOf<Order>(orderSchema);
const users = selectionOf<User>(userSchema);

const POSITIONS_OF = (accountId: string) => `
  (SELECT json_agg(row_to_json(each)) FROM (
    SELECT ${positions.text} FROM "positions" WHERE broker_profile_id = ${accountId}
  ) AS each)`;
const OPEN_ORDERS_OF = (accountId: string) => `
  (SELECT json_agg(row_to_json(each)) FROM (
    SELECT ${orders.text} FROM "order_logs"
    WHERE broker_profile_id = ${accountId} AND ${IS_OPEN}
    ORDER BY "order_logs".created_at, "order_logs".id
  ) AS each)`;

async function holdingsWhere(
  manager: EntityManager,
  name: string,
  isMeant: string,
  id: string,
): Promise<StoredHoldings | undefined> {
  const text = `
    SELECT row_to_json(account) AS account,
      ${POSITIONS_OF("account.id")} AS positions,
      ${OPEN_ORDERS_OF("account.id")} AS orders
    FROM (
      SELECT ${accounts.text} FROM "user_broker_profiles" WHERE ${isMeant} LIMIT 1
    ) AS account`;
  const { rows } = await ask(manager, { name, text, values: [id] });
  const [row] = rows as readonly Told[];
  if (!row) return undefined;
  return {
    account: accounts.rowFrom(row.account),
    ...heldIn(row),
  };
}

/** Sorted here: the database's collation need not be ours. */
const heldIn = (row: Pick<Told, "orders" | "positions">) => ({
  positions: (row.positions ?? [])
    .map(positions.rowFrom)
    .toSorted((one, other) => (one.ticker < other.ticker ? -1 : 1)),
  openOrders: (row.orders ?? []).map(orders.rowFrom),
});

const recordOf = ({ accountId, clientKey, sentSince, userId }: WantedFacts) => ({
  id: accountId,
  client_key: clientKey,
  sent_since: new Date(sentSince),
  user_id: userId,
});

const ONE = (what: string) => `(SELECT row_to_json(each) FROM (${what} LIMIT 1) AS each)`;
const FACTS = `
  SELECT asked.id,
    ${POSITIONS_OF("asked.id")} AS positions,
    ${OPEN_ORDERS_OF("asked.id")} AS orders,
    ${ONE(`SELECT ${orders.text} FROM "order_logs" WHERE client_key = asked.client_key`)} AS known,
    ${ONE(`
      SELECT ${SETTINGS.text} FROM broker_trading_configs JOIN risk_params USING (broker_profile_id)
      WHERE broker_profile_id = asked.id`)} AS settings,
    ${ONE(`SELECT ${users.text} FROM "users" WHERE id = asked.user_id`)} AS user,
    (SELECT json_agg(sent) FROM (
      SELECT (extract(epoch FROM created_at) * 1000)::float8 AS sent FROM "order_logs"
      WHERE broker_profile_id = asked.id AND ${IS_COUNTED} AND created_at >= asked.sent_since
      ORDER BY created_at LIMIT ${ROWS_MAX}
    ) AS counted) AS sent
  FROM json_to_recordset($1)
    AS asked (id uuid, client_key text, sent_since timestamptz, user_id uuid)`;

const factsFrom = (row: ToldFacts): OrderFacts => ({
  ...heldIn(row),
  ...(row.known && { known: orders.rowFrom(row.known) }),
  ...(row.settings && { settings: SETTINGS.rowFrom(row.settings) }),
  ...(row.user && { user: users.rowFrom(row.user) }),
  sentAt: (row.sent ?? []).map((at) => instant(Math.round(at))),
});

type Row = Readonly<Record<string, unknown>>;

/** An aggregate of no rows is null. */
interface Told {
  readonly account: Row;
  readonly positions: readonly Row[] | null;
  readonly orders: readonly Row[] | null;
}

interface ToldFacts extends Pick<Told, "orders" | "positions"> {
  readonly id: string;
  readonly known: Row | null;
  readonly settings: Row | null;
  readonly user: Row | null;
  readonly sent: readonly number[] | null;
}
