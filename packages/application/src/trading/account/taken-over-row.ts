import { NO_MONEY } from "@sevenfold/domain/money";
import type { Activity } from "../../ports/activity.ts";
import type { BookedActivity } from "../../ports/stores/activity-store.ts";

/** An activity that is part of what an account is taken over with. */
export const takenOverRow = (accountId: string, activity: Activity): BookedActivity => ({
  accountId,
  activityId: activity.id,
  kind: activity.kind,
  at: activity.at,
  ...("ticker" in activity && activity.ticker !== undefined ? { ticker: activity.ticker } : {}),
  shares: 0,
  amount: "amount" in activity ? (activity.amount ?? NO_MONEY) : NO_MONEY,
  ...(activity.words === undefined ? {} : { words: activity.words }),
  isTakenOver: true,
});
