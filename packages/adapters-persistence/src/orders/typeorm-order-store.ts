import type { OrderStore } from "@sevenfold/application/ports/stores/order-store";
import { ROWS_MAX } from "@sevenfold/application/ports/stores/storage";
import { invariant } from "@sevenfold/domain/invariant";
import { isTerminal, ORDER_STATUSES, type Order } from "@sevenfold/domain/order";
import type { EntityManager } from "typeorm";
import { PORTFOLIO_OF_GIVEN } from "../accounts/portfolio-of-account.ts";
import { isAmong } from "../columns.ts";
import { countOfBigint } from "../exact-numbers.ts";
import { historyPage } from "../history-page.ts";
import { inParts } from "../in-parts.ts";
import { atomically } from "../row.ts";
import { ask, namesOf, recordsOf, rowsOf, selectionOf, tell } from "../statement.ts";
import { isInTransaction } from "../transaction.ts";
import { orderSchema } from "./order-rows.ts";

const OPEN_STATUSES = ORDER_STATUSES.filter((status) => !isTerminal(status));

/** As a condition in a statement's text: the open orders' index is of just these. */
export const IS_OPEN = isAmong("status", OPEN_STATUSES);

const ORDER = selectionOf<Order>(orderSchema);
const NAMES = namesOf(orderSchema);

export function typeormOrderStore(manager: EntityManager): OrderStore {
  const orders = (name: string, text: string, ...values: unknown[]) =>
    rowsOf(manager, ORDER, { name: `orders-${name}`, text, values });
  const planned = (text: string, ...values: unknown[]) => rowsOf(manager, ORDER, { text, values });
  /** Rows this transaction has locked, as they are now, or will be once it has them. */
  const locked = new Map<string, Promise<Order | undefined>>();
  const lock = (clientKey: string): Promise<Order | undefined> => {
    const wanted = { name: "orders-lock", text: LOCK, values: [clientKey] };
    const answer = rowsOf(manager, ORDER, wanted).then(([order]) => order);
    locked.set(clientKey, answer);
    return answer;
  };
  const byKey = async (clientKey: string) => (await orders("by-key", BY_KEY, clientKey))[0];

  return {
    async add(order) {
      const values = [recordsOf(orderSchema, [order])];
      const { rowCount } = await ask(manager, { name: "orders-add", text: ADD, values });
      if (rowCount === 1) return { order, isNew: true };
      const known = await byKey(order.clientKey);
      invariant(known !== undefined, `order ${order.clientKey} is known and yet missing`);
      return { order: known, isNew: false };
    },

    async addNew(added) {
      const values = [recordsOf(orderSchema, added)];
      await tell(manager, { name: "orders-add-new", text: ADD_NEW, values });
    },

    byKey,

    byKeys: (accountId, clientKeys) =>
      inParts(clientKeys, (part) => planned(BY_KEYS, accountId, part)),

    byBrokerOrderIds: (accountId, brokerOrderIds) =>
      inParts(brokerOrderIds, (part) => planned(BY_BROKER_IDS, accountId, part)),

    async byBrokerOrderId(accountId, brokerOrderId) {
      return (await planned(BY_BROKER_ID, accountId, brokerOrderId))[0];
    },

    async lock(clientKey) {
      invariant(isInTransaction(manager), "an order is locked inside a transaction");
      return lock(clientKey);
    },

    change: (clientKey, change) =>
      atomically(manager, async (inside) => {
        const known = isInTransaction(manager) ? await locked.get(clientKey) : undefined;
        const order = known ?? (await typeormOrderStore(inside).lock(clientKey));
        invariant(order !== undefined, `no order ${clientKey} to change`);
        const result = change(order);
        if (result.ok) {
          const values = [clientKey, recordsOf(orderSchema, [result.value])];
          await tell(inside, { name: "orders-change", text: CHANGE, values });
          if (known) locked.set(clientKey, Promise.resolve(result.value));
        }
        return result;
      }),

    open: (accountId) => orders("open", OPEN, accountId),

    latest: async (accountId, limit) =>
      limit < 1 ? [] : orders("latest", LATEST, accountId, Math.min(limit, ROWS_MAX)),

    page: (accountId, wish) =>
      historyPage<Order>(manager, { schema: orderSchema, by: "createdAt" }, { ...wish, accountId }),

    async submittedSince(accountId, since) {
      const sent = await orders("sent-since", SENT_SINCE, accountId, new Date(since));
      return sent.map(({ createdAt }) => createdAt);
    },

    async countAllSubmittedSince(since) {
      const { rows } = await ask(manager, { text: COUNT_SENT, values: [new Date(since)] });
      return countOfBigint(rows[0].count);
    },
  };
}

const ADD_NEW = `
  INSERT INTO order_logs (portfolio_id, ${NAMES})
  SELECT ${PORTFOLIO_OF_GIVEN}, ${NAMES}
  FROM json_populate_recordset(NULL::order_logs, $1) AS given`;
const ADD = `${ADD_NEW} ON CONFLICT DO NOTHING`;

const CHANGE = `
  UPDATE order_logs SET (${NAMES}) =
    (SELECT ${NAMES} FROM json_populate_recordset(NULL::order_logs, $2))
  WHERE client_key = $1`;

const SELECT = `SELECT ${ORDER.text} FROM order_logs`;
const BY_KEY = `${SELECT} WHERE client_key = $1`;
const LOCK = `${BY_KEY} FOR UPDATE`;

/**
 * By two keys, and so without a name: a plan made while nothing is known of the table may take the
 * index of the less telling one.
 */
const BY_KEYS = `${SELECT} WHERE broker_profile_id = $1 AND client_key = ANY($2)`;
const BY_BROKER_ID = `${SELECT} WHERE broker_profile_id = $1 AND broker_order_id = $2 LIMIT 1`;
const BY_BROKER_IDS = `${SELECT} WHERE broker_profile_id = $1 AND broker_order_id = ANY($2)`;

/** By the table's columns: a bare name would mean what is selected under it, which no index is of. */
const OLDEST_FIRST = "order_logs.created_at, order_logs.id";

const OPEN = `
  ${SELECT} WHERE broker_profile_id = $1 AND ${IS_OPEN} ORDER BY ${OLDEST_FIRST}`;

const LATEST = `
  ${SELECT} WHERE broker_profile_id = $1
  ORDER BY order_logs.created_at DESC, order_logs.id DESC LIMIT $2`;

/** Of ours, a stop alone has a price to rest at: it counts for no breaker. */
export const IS_COUNTED = "attempts > 0 AND stop_price IS NULL";

const SENT_SINCE = `
  ${SELECT} WHERE broker_profile_id = $1 AND ${IS_COUNTED} AND created_at >= $2
  ORDER BY ${OLDEST_FIRST} LIMIT ${ROWS_MAX}`;

/**
 * Without a name, so that it is planned for its instant: how much of the table is younger than one
 * that is not known yet nobody can say.
 */
const COUNT_SENT = `
  SELECT count(*) AS count FROM order_logs WHERE ${IS_COUNTED} AND created_at >= $1`;
