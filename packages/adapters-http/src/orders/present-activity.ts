import type { BookedActivity } from "@sevenfold/application/ports/stores/activity-store";
import { explainActivity } from "@sevenfold/application/views/explain-activity";
import type { ActivityView } from "@sevenfold/contract/activities";
import { dollarsOf } from "@sevenfold/domain/money";
import { timestampOf } from "../wire.ts";

export const presentActivity = (activity: BookedActivity): ActivityView => {
  const { activityId, amount, at, kind, shares, ticker, words } = activity;
  return {
    id: activityId,
    at: timestampOf(at),
    kind,
    ticker: ticker ?? null,
    shares,
    amount: dollarsOf(amount),
    says: explainActivity(activity),
    words: words ?? null,
  };
};
