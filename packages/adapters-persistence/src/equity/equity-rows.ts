import type { EquityPoint } from "@sevenfold/domain/market";
import { EntitySchema } from "typeorm";
import {
  exact,
  HIDDEN,
  instantAt,
  OF_ACCOUNT,
  ofAccount,
  oneOf,
  PRIMARY,
  text,
  uuid,
} from "../columns.ts";

/** What a point is the last of: its minute, its hour or its day (UTC). */
const GRAINS = ["minute", "hour", "day"] as const;

export interface EquityRow extends EquityPoint {
  readonly accountId: string;
  readonly grain?: (typeof GRAINS)[number];
}

export const equitySchema = new EntitySchema<EquityRow>({
  name: "equity_points",
  columns: {
    accountId: uuid({ ...OF_ACCOUNT, ...PRIMARY }),
    at: instantAt(PRIMARY),
    equity: exact(),
    grain: text({ default: "day", ...HIDDEN }),
  },
  indices: [
    { name: "ix_equity_points_grain_at", columns: ["grain", "at"], where: "grain <> 'day'" },
  ],
  foreignKeys: [ofAccount("equity_points")],
  checks: [oneOf("equity_points", "grain", GRAINS)],
});
