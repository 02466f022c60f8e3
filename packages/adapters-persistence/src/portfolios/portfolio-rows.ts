import type { Portfolio } from "@sevenfold/application/ports/stores/portfolio-store";
import type { Instant } from "@sevenfold/domain/market";
import { EntitySchema } from "typeorm";
import { exact, generatedUuid, HIDDEN, now, ofUser, text, uuid } from "../columns.ts";

interface PortfolioRow extends Portfolio {
  readonly updatedAt?: Instant;
}

export const portfolioSchema = new EntitySchema<PortfolioRow>({
  name: "portfolios",
  columns: {
    id: generatedUuid(),
    userId: uuid(),
    name: text({ default: "Default" }),
    goalAmount: exact({ default: 700_000 }),
    createdAt: now(),
    updatedAt: now(HIDDEN),
  },
  indices: [{ name: "ix_portfolios_user_id", columns: ["userId"] }],
  foreignKeys: [ofUser("portfolios")],
  checks: [{ name: "ck_portfolios_goal_amount", expression: "goal_amount > 0" }],
});
