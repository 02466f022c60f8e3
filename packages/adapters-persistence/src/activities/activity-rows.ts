import { ACTIVITY_KINDS } from "@sevenfold/application/ports/activity";
import type { BookedActivity } from "@sevenfold/application/ports/stores/activity-store";
import { EntitySchema } from "typeorm";
import {
  count,
  exact,
  flag,
  instantAt,
  OF_ACCOUNT,
  OPTIONAL,
  ofAccount,
  oneOf,
  sequence,
  text,
  uuid,
} from "../columns.ts";

interface ActivityRow extends BookedActivity {
  readonly id?: number;
}

/** Money or shares that moved without a trade, as booked. */
export const activitySchema = new EntitySchema<ActivityRow>({
  name: "activities",
  columns: {
    id: sequence(),
    accountId: uuid(OF_ACCOUNT),
    activityId: text(),
    kind: text(),
    at: instantAt(),
    ticker: text(OPTIONAL),
    becomes: text(OPTIONAL),
    shares: count({ default: 0 }),
    amount: exact({ default: 0 }),
    words: text(OPTIONAL),
    undoes: text(OPTIONAL),
    isTakenOver: flag({ default: false }),
  },
  uniques: [{ name: "uq_activities_account_activity", columns: ["accountId", "activityId"] }],
  indices: [
    {
      name: "ix_activities_account_at",
      columns: ["accountId", "at", "id"],
      where: "NOT is_taken_over",
    },
    { name: "ix_activities_busts", columns: ["accountId"], where: "kind = 'bust'" },
  ],
  foreignKeys: [ofAccount("activities")],
  checks: [oneOf("activities", "kind", ACTIVITY_KINDS)],
});
