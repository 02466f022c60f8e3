import type {
  Portfolio,
  PortfolioStore,
} from "@sevenfold/application/ports/stores/portfolio-store";
import { invariant } from "@sevenfold/domain/invariant";
import type { EntityManager } from "typeorm";
import { atomically, FOR_UPDATE, findRow, insert, overwrite } from "../row.ts";
import { rowsOf, selectionOf } from "../statement.ts";
import { portfolioSchema } from "./portfolio-rows.ts";

const PORTFOLIO = selectionOf<Portfolio>(portfolioSchema);
const OF_USER = `
  SELECT ${PORTFOLIO.text} FROM portfolios WHERE user_id = $1
  ORDER BY portfolios.created_at, portfolios.id LIMIT 1`;

export function typeormPortfolioStore(manager: EntityManager): PortfolioStore {
  return {
    add: (portfolio) => insert(manager, portfolioSchema, { ...portfolio }),

    async ofUser(userId) {
      const wanted = { name: "portfolio-of-user", text: OF_USER, values: [userId] };
      return (await rowsOf(manager, PORTFOLIO, wanted))[0];
    },

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
