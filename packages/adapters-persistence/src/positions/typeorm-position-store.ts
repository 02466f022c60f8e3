import type { PositionStore, StoredPosition } from "@sevenfold/application/ports/storage";
import { mulDivHalfEven } from "@sevenfold/domain/money";
import type { EntityManager } from "typeorm";
import { portfolioOfAccount } from "../accounts/portfolio-of-account.ts";
import { findRows, put, remove } from "../row.ts";
import { positionSchema } from "./position-rows.ts";

export function typeormPositionStore(manager: EntityManager): PositionStore {
  return {
    async of(accountId) {
      const positions = await findRows<StoredPosition>(manager, positionSchema, {
        where: { accountId },
      });
      // Sorted here: the database's collation need not be ours.
      return positions.toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1));
    },

    async put(position) {
      const { accountId, ticker, quantity, costBasis } = position;
      if (quantity === 0) {
        await remove(manager, positionSchema, { accountId, ticker });
        return;
      }
      const portfolioId = portfolioOfAccount(accountId);
      const averageCost = mulDivHalfEven(costBasis, 1, quantity);
      const row = { ...position, portfolioId, averageCost };
      await put(manager, positionSchema, row, ["accountId", "ticker"]);
    },
  };
}
