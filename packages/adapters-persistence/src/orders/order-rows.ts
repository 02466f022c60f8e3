import { ORDER_ORIGINS, ORDER_SIDES, ORDER_STATUSES, type Order } from "@sevenfold/domain/order";
import { EntitySchema } from "typeorm";
import {
  count,
  exact,
  flag,
  HIDDEN,
  instantAt,
  now,
  OF_ACCOUNT,
  OPTIONAL,
  ofAccount,
  ofPortfolio,
  oneOf,
  sequence,
  text,
  uuid,
} from "../columns.ts";

export interface OrderRow extends Order {
  readonly id?: number;
  readonly portfolioId?: string;
}

/** The specification's order_logs: the row is the domain's order. */
export const orderSchema = new EntitySchema<OrderRow>({
  name: "order_logs",
  columns: {
    id: sequence(),
    portfolioId: uuid(HIDDEN),
    accountId: uuid(OF_ACCOUNT),
    clientKey: text(),
    ticker: text(),
    side: text(),
    origin: text(),
    quantity: count({ name: "qty" }),
    limit: exact({ name: "limit_price", ...OPTIONAL }),
    stop: exact({ name: "stop_price", ...OPTIONAL }),
    timeInForce: text(OPTIONAL),
    extendedHours: flag({ default: false }),
    status: text(),
    filled: count({ default: 0 }),
    filledNotional: exact({ default: 0 }),
    reservedCash: exact({ default: 0 }),
    brokerOrderId: text(OPTIONAL),
    reason: text(OPTIONAL),
    lastMessage: text(OPTIONAL),
    priceProvider: text(OPTIONAL),
    pricedAt: instantAt(OPTIONAL),
    attempts: count({ default: 0 }),
    createdAt: now(),
    updatedAt: now(),
  },
  uniques: [{ name: "uq_order_logs_client_key", columns: ["clientKey"] }],
  indices: [
    { name: "ix_order_logs_portfolio_id", columns: ["portfolioId"] },
    { name: "ix_order_logs_account_created", columns: ["accountId", "createdAt", "id"] },
    {
      name: "ix_order_logs_ticker_account_created",
      columns: ["ticker", "accountId", "createdAt", "id"],
    },
    { name: "ix_order_logs_account_broker_id", columns: ["accountId", "brokerOrderId"] },
    { name: "ix_order_logs_sent", columns: ["createdAt"], where: "attempts > 0" },
    {
      name: "ix_order_logs_open",
      columns: ["accountId", "createdAt", "id"],
      where: "status NOT IN ('filled', 'canceled', 'expired', 'rejected', 'denied')",
    },
  ],
  foreignKeys: [ofPortfolio("order_logs"), ofAccount("order_logs")],
  checks: [
    oneOf("order_logs", "side", ORDER_SIDES),
    oneOf("order_logs", "origin", ORDER_ORIGINS),
    oneOf("order_logs", "status", ORDER_STATUSES),
    oneOf("order_logs", "time_in_force", ["until-canceled"]),
    { name: "ck_order_logs_stop_price", expression: "stop_price > 0" },
    {
      name: "ck_order_logs_amounts",
      expression:
        "qty > 0 AND filled >= 0 AND filled <= qty AND filled_notional >= 0 " +
        "AND reserved_cash >= 0 AND attempts >= 0 AND limit_price > 0",
    },
  ],
});
