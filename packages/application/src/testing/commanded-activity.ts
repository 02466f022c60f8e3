import type { Ticker } from "@sevenfold/domain/market";
import type { BookedActivity } from "../ports/stores/activity-store.ts";
import { someActivity } from "./storage-rows.ts";

/** A dividend, or an execution of the key that was taken back. */
export const commandedActivity = (
  accountId: string,
  {
    isBust,
    key,
    ...about
  }: Pick<BookedActivity, "amount" | "at"> & {
    readonly isBust: boolean;
    readonly key: string;
    readonly ticker: Ticker;
  },
): BookedActivity =>
  someActivity(accountId, {
    activityId: `activity ${key}`,
    ...about,
    ...(isBust ? { kind: "bust", undoes: key } : {}),
  });
