import type { Portfolio, PortfolioStore } from "@sevenfold/application/ports/storage";
import type { EntityManager } from "typeorm";
import { findRow, insert } from "../row.ts";
import { portfolioSchema } from "./portfolio-rows.ts";

export function typeormPortfolioStore(manager: EntityManager): PortfolioStore {
  return {
    add: (portfolio) => insert(manager, portfolioSchema, { ...portfolio }),

    ofUser: (userId) =>
      findRow<Portfolio>(manager, portfolioSchema, {
        where: { userId },
        order: { createdAt: "ASC", id: "ASC" },
      }),
  };
}
