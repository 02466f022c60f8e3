import type { BookedFill } from "@sevenfold/application/ports/stores/fill-store";
import { LEDGER_ACCOUNTS, type LedgerAccount } from "@sevenfold/domain/ledger";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Price, Quantity } from "@sevenfold/domain/money";
import { ORDER_SIDES, type OrderSide } from "@sevenfold/domain/order";
import { EntitySchema } from "typeorm";
import {
  count,
  exact,
  instantAt,
  OF_ACCOUNT,
  OPTIONAL,
  ofAccount,
  ofPortfolio,
  oneOf,
  sequence,
  text,
  uuid,
} from "../columns.ts";

interface ExecutionRow extends BookedFill {
  readonly id?: number;
}

/** An execution as booked: the fact that trades and postings are made from. */
export const executionSchema = new EntitySchema<ExecutionRow>({
  name: "executions",
  columns: {
    id: sequence(),
    accountId: uuid(OF_ACCOUNT),
    executionId: text(),
    clientKey: text(),
    ticker: text(),
    side: text(),
    quantity: count(),
    price: exact(),
    fee: exact({ default: 0 }),
    realized: exact({ default: 0 }),
    reason: text(OPTIONAL),
    at: instantAt(),
  },
  uniques: [{ name: "uq_executions_account_execution", columns: ["accountId", "executionId"] }],
  indices: [
    { name: "ix_executions_account_at", columns: ["accountId", "at", "id"] },
    { name: "ix_executions_ticker_account_at", columns: ["ticker", "accountId", "at", "id"] },
  ],
  foreignKeys: [ofAccount("executions")],
  checks: [
    oneOf("executions", "side", ORDER_SIDES),
    { name: "ck_executions_amounts", expression: "quantity > 0 AND price > 0" },
  ],
});

interface TradeRow {
  readonly id: number;
  readonly portfolioId: string;
  readonly accountId: string;
  readonly executionId: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  readonly shares: Quantity;
  readonly price: Price;
  readonly fees: Money;
  readonly ts: Instant;
}

/** The specification's trades: an execution as the user's history lists it. */
export const tradeSchema = new EntitySchema<TradeRow>({
  name: "trades",
  columns: {
    id: sequence(),
    portfolioId: uuid(),
    accountId: uuid(OF_ACCOUNT),
    executionId: text(),
    ticker: text(),
    side: text(),
    shares: count(),
    price: exact(),
    fees: exact({ default: 0 }),
    ts: instantAt(),
  },
  uniques: [{ name: "uq_trades_account_execution", columns: ["accountId", "executionId"] }],
  indices: [{ name: "ix_trades_portfolio_ts", columns: ["portfolioId", "ts"] }],
  foreignKeys: [ofPortfolio("trades"), ofAccount("trades")],
  checks: [
    oneOf("trades", "side", ORDER_SIDES),
    { name: "ck_trades_amounts", expression: "shares > 0 AND price > 0" },
  ],
});

export interface PostingRow {
  readonly id: number;
  readonly accountId: string;
  readonly executionId: string;
  readonly ledgerAccount: LedgerAccount;
  readonly ticker?: Ticker;
  readonly amount: Money;
  readonly at: Instant;
}

/** One signed amount on one account of the ledger. Those of an execution sum to zero. */
export const postingSchema = new EntitySchema<PostingRow>({
  name: "postings",
  columns: {
    id: sequence(),
    accountId: uuid(OF_ACCOUNT),
    executionId: text(),
    ledgerAccount: text(),
    ticker: text(OPTIONAL),
    amount: exact(),
    at: instantAt(),
  },
  uniques: [
    {
      name: "uq_postings_account_execution_ledger",
      columns: ["accountId", "executionId", "ledgerAccount"],
    },
  ],
  indices: [{ name: "ix_postings_account_ledger", columns: ["accountId", "ledgerAccount"] }],
  foreignKeys: [ofAccount("postings")],
  checks: [oneOf("postings", "ledger_account", LEDGER_ACCOUNTS)],
});
