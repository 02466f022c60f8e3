import type { PositionStore } from "@sevenfold/application/ports/stores/position-store";
import { mulDivHalfEven, type Price } from "@sevenfold/domain/money";
import type { EntityManager } from "typeorm";
import { PORTFOLIO_OF_GIVEN } from "../accounts/portfolio-of-account.ts";
import { namesOf, overwriting, recordsOf, rowsOf, selectionOf, tell } from "../statement.ts";
import { positionSchema } from "./position-rows.ts";

export function typeormPositionStore(manager: EntityManager): PositionStore {
  return {
    async of(accountId) {
      const wanted = { name: "positions-of", text: OF, values: [accountId] };
      const positions = await rowsOf(manager, POSITION, wanted);
      // Sorted here: the database's collation need not be ours.
      return positions.toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1));
    },

    async put(position) {
      const { accountId, ticker, quantity, costBasis } = position;
      if (quantity === 0) {
        await tell(manager, {
          name: "positions-remove",
          text: REMOVE,
          values: [accountId, ticker],
        });
        return;
      }
      const averageCost = mulDivHalfEven(costBasis, 1, quantity) as Price;
      const values = [recordsOf(positionSchema, [{ ...position, averageCost }])];
      await tell(manager, { name: "positions-put", text: PUT, values });
    },
  };
}

const POSITION = selectionOf(positionSchema);

const OF = `SELECT ${POSITION.text} FROM positions WHERE broker_profile_id = $1`;
const REMOVE = "DELETE FROM positions WHERE broker_profile_id = $1 AND ticker = $2";

const NAMES = `avg_cost_basis, ${namesOf(positionSchema)}`;
const PUT = `
  INSERT INTO positions (portfolio_id, ${NAMES})
  SELECT ${PORTFOLIO_OF_GIVEN}, ${NAMES}
  FROM json_populate_recordset(NULL::positions, $1) AS given
  ON CONFLICT (broker_profile_id, ticker) DO UPDATE SET ${overwriting(NAMES)}`;
