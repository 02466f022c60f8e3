import { seed, someOrder } from "@sevenfold/application/testing/storage-rows";
import type { Order } from "@sevenfold/domain/order";
import { In } from "typeorm";
import { embeddedDataSource } from "./data-source.ts";
import { openMemoryDatabase } from "./embedded-database.ts";
import { migrate } from "./migrate.ts";
import { orderSchema } from "./orders/order-rows.ts";
import { FOR_UPDATE, findRow, findRows, insertIfNew, overwrite } from "./row.ts";
import { tablesOf } from "./tables.ts";
import { inTransaction } from "./transaction.ts";
import { typeormStorage } from "./typeorm-storage.ts";

const { pglite } = await openMemoryDatabase();
const dataSource = await embeddedDataSource(pglite).initialize();
await migrate(dataSource);
const { account, portfolio } = await seed(typeormStorage({ dataSource, pauseMs: () => 1 }));
const accountId = account.id;
const portfolioId = portfolio.id;
const newOrder = () => someOrder(accountId, { status: "filled" });
const asked = (order: Order): Order => ({ ...order, lastMessage: "asked" });

/** Printed by `npm run bench -- order-life`: what the plain statements save (ADR 0042). */
export const benchmark = {
  title: "An order written, the open ones read, and it changed under its lock; embedded database",
  unit: "order",
  operations: 1,
  contenders: {
    "plain statements": () =>
      inTransaction(dataSource, async (manager) => {
        const { orders } = tablesOf(manager);
        const { order } = await orders.add(newOrder());
        await orders.open(accountId);
        return orders.change(order.clientKey, (known) => ({ ok: true, value: asked(known) }));
      }),
    "TypeORM's repositories": () =>
      inTransaction(dataSource, async (manager) => {
        const order = newOrder();
        const where = { clientKey: order.clientKey };
        await insertIfNew(manager, orderSchema, { ...order, portfolioId });
        await findRows(manager, orderSchema, {
          where: { accountId, status: In(["intent", "submitting", "unknown", "working"]) },
          order: { createdAt: "ASC", id: "ASC" },
        });
        const known = await findRow(manager, orderSchema, { where, ...FOR_UPDATE });
        await overwrite(manager, orderSchema, where, asked(known!));
        return known;
      }),
  },
};
