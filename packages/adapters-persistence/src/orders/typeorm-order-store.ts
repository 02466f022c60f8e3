import { type OrderStore, ROWS_MAX } from "@sevenfold/application/ports/storage";
import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import { isTerminal, ORDER_STATUSES, type Order } from "@sevenfold/domain/order";
import { type EntityManager, In, IsNull, MoreThanOrEqual, Raw } from "typeorm";
import { portfolioOfAccount } from "../accounts/portfolio-of-account.ts";
import { among, isAmong } from "../columns.ts";
import { countOfBigint } from "../exact-numbers.ts";
import { historyPage } from "../history-page.ts";
import { inParts } from "../in-parts.ts";
import {
  ask,
  atomically,
  FOR_UPDATE,
  findRow,
  findRows,
  firstRows,
  insertIfNew,
  overwrite,
} from "../row.ts";
import { orderSchema } from "./order-rows.ts";

const OPEN_STATUSES = ORDER_STATUSES.filter((status) => !isTerminal(status));

/** As a condition in a statement's text: the open orders' index is of just these. */
export const IS_OPEN = isAmong("status", OPEN_STATUSES);

export function typeormOrderStore(manager: EntityManager): OrderStore {
  const byKey = (clientKey: string) =>
    findRow<Order>(manager, orderSchema, { where: { clientKey } });

  return {
    async add(order) {
      const portfolioId = portfolioOfAccount(order.accountId);
      const isNew = await insertIfNew(manager, orderSchema, { ...order, portfolioId });
      if (isNew) return { order, isNew };
      const known = await byKey(order.clientKey);
      invariant(known !== undefined, `order ${order.clientKey} is known and yet missing`);
      return { order: known, isNew };
    },

    byKey,

    byKeys: (accountId, clientKeys) =>
      inParts(clientKeys, (part) =>
        findRows(manager, orderSchema, { where: { accountId, clientKey: In([...part]) } }),
      ),

    byBrokerOrderIds: (accountId, brokerOrderIds) =>
      inParts(brokerOrderIds, (part) =>
        findRows(manager, orderSchema, { where: { accountId, brokerOrderId: In([...part]) } }),
      ),

    byBrokerOrderId: (accountId, brokerOrderId) =>
      findRow<Order>(manager, orderSchema, { where: { accountId, brokerOrderId } }),

    change: (clientKey, change) =>
      atomically(manager, async (inside) => {
        const where = { clientKey };
        const order = await findRow<Order>(inside, orderSchema, { where, ...FOR_UPDATE });
        invariant(order !== undefined, `no order ${clientKey} to change`);
        const result = change(order);
        if (result.ok) await overwrite(inside, orderSchema, where, result.value);
        return result;
      }),

    open: (accountId) =>
      findRows(manager, orderSchema, {
        where: { accountId, status: among(OPEN_STATUSES) },
        order: { createdAt: "ASC", id: "ASC" },
      }),

    latest: (accountId, limit) =>
      firstRows(
        manager,
        orderSchema,
        { where: { accountId }, order: { createdAt: "DESC", id: "DESC" } },
        limit,
      ),

    page: (accountId, wish) =>
      historyPage<Order>(manager, { schema: orderSchema, by: "createdAt" }, { ...wish, accountId }),

    async submittedSince(accountId, since) {
      const sent = await firstRows(
        manager,
        orderSchema,
        { where: { accountId, ...sentSince(since) }, order: { createdAt: "ASC", id: "ASC" } },
        ROWS_MAX,
      );
      return sent.map(({ createdAt }) => createdAt);
    },

    async countAllSubmittedSince(since) {
      const { rows } = await ask(manager, { text: COUNT_SENT, values: [new Date(since)] });
      return countOfBigint(rows[0].count);
    },
  };
}

/** Of ours, a stop alone has a price to rest at: it counts for no breaker. */
const sentSince = (since: Instant) => ({
  attempts: Raw(wasSent),
  stop: IsNull(),
  createdAt: MoreThanOrEqual(since),
});

const wasSent = (column: string) => `${column} > 0`;

/**
 * Without a name, so that it is planned for its instant: how much of the table is younger than one
 * that is not known yet nobody can say.
 */
const COUNT_SENT = `
  SELECT count(*) AS count FROM order_logs WHERE ${wasSent("attempts")} AND stop_price IS NULL AND created_at >= $1`;
