import type { StoredPosition } from "@sevenfold/application/ports/stores/position-store";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { EntitySchema } from "typeorm";
import {
  count,
  exact,
  flag,
  HIDDEN,
  now,
  OF_ACCOUNT,
  ofAccount,
  ofPortfolio,
  ofUser,
  sequence,
  text,
  uuid,
} from "../columns.ts";

interface PositionRow extends StoredPosition {
  readonly id?: number;
  readonly portfolioId?: string;
  /** Rounded, for display; costBasis is exact. */
  readonly averageCost?: Price;
}

/** What our own ledger says is held. */
export const positionSchema = new EntitySchema<PositionRow>({
  name: "positions",
  columns: {
    id: sequence(),
    portfolioId: uuid(HIDDEN),
    accountId: uuid(OF_ACCOUNT),
    ticker: text(),
    quantity: count({ name: "shares" }),
    averageCost: exact({ name: "avg_cost_basis", ...HIDDEN }),
    costBasis: exact(),
    isManaged: flag({ default: true }),
    updatedAt: now(),
  },
  uniques: [{ name: "uq_positions_account_ticker", columns: ["accountId", "ticker"] }],
  indices: [{ name: "ix_positions_portfolio_id", columns: ["portfolioId"] }],
  foreignKeys: [ofPortfolio("positions"), ofAccount("positions")],
  checks: [
    {
      name: "ck_positions_amounts",
      expression: "shares >= 0 AND avg_cost_basis >= 0 AND cost_basis >= 0",
    },
  ],
});

interface BrokerPositionRow {
  readonly id: number;
  readonly accountId: string;
  readonly userId: string;
  readonly ticker: Ticker;
  /** In ten-thousandths of a share: a broker may hold fractions. */
  readonly shares: number;
  readonly averageCost: Price;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What the broker says is held: a difference to ours is drift, and shown. */
export const brokerPositionSchema = new EntitySchema<BrokerPositionRow>({
  name: "broker_positions",
  columns: {
    id: sequence(),
    accountId: uuid(OF_ACCOUNT),
    userId: uuid(),
    ticker: text(),
    shares: exact(),
    averageCost: exact({ name: "avg_cost_basis" }),
    createdAt: now(),
    updatedAt: now(),
  },
  uniques: [{ name: "uq_broker_positions_account_ticker", columns: ["accountId", "ticker"] }],
  indices: [{ name: "ix_broker_positions_user_id", columns: ["userId"] }],
  foreignKeys: [ofAccount("broker_positions"), ofUser("broker_positions")],
});
