import type { EquityPoint } from "@sevenfold/domain/market";
import { EntitySchema } from "typeorm";
import { exact, instantAt, OF_ACCOUNT, ofAccount, PRIMARY, uuid } from "../columns.ts";

export interface EquityRow extends EquityPoint {
  readonly accountId: string;
}

export const equitySchema = new EntitySchema<EquityRow>({
  name: "equity_points",
  columns: {
    accountId: uuid({ ...OF_ACCOUNT, ...PRIMARY }),
    at: instantAt(PRIMARY),
    equity: exact(),
  },
  foreignKeys: [ofAccount("equity_points")],
});
