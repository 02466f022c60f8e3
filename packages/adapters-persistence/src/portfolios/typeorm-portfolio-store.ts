import type { Portfolio, PortfolioStore } from "@sevenfold/application/ports/storage";
import { invariant } from "@sevenfold/domain/invariant";
import type { EntityManager } from "typeorm";
import { atomically, FOR_UPDATE, findRow, insert, overwrite } from "../row.ts";
import { portfolioSchema } from "./portfolio-rows.ts";

export function typeormPortfolioStore(manager: EntityManager): PortfolioStore {
  return {
    add: (portfolio) => insert(manager, portfolioSchema, { ...portfolio }),

    ofUser: (userId) =>
      findRow<Portfolio>(manager, portfolioSchema, {
        where: { userId },
        order: { createdAt: "ASC", id: "ASC" },
      }),

    change: (id, change) =>
      atomically(manager, async (inside) => {
        const portfolio = await findRow<Portfolio>(inside, portfolioSchema, {
          where: { id },
          ...FOR_UPDATE,
        });
        invariant(portfolio !== undefined, `no portfolio ${id} to change`);
        const changed = change(portfolio);
        await overwrite(inside, portfolioSchema, { id }, changed);
        return changed;
      }),
  };
}
