import type { Activity } from "@sevenfold/application/ports/activity";
import { type Instant, instant } from "@sevenfold/domain/market";
import { dayBoundsOf, instantOfNewYork, tradingDayOf } from "@sevenfold/domain/new-york-time";
import { activitiesFromWire } from "./alpaca-activity-mapping.ts";
import { activityPages } from "./alpaca-activity-pages.ts";
import { instantFrom } from "./alpaca-mapping.ts";
import { type Call, readable } from "./alpaca-reading.ts";
import { ActivityWire } from "./alpaca-wire.ts";

const DAY_MS = 86_400_000;

/**
 * What moved money or shares without a trade since the day of an instant, or was filed since, all pages, oldest
 * first. The date of a row is the day it settles, which may be before it was filed or days after.
 */
export async function activitiesSince(call: Call, since: Instant): Promise<readonly Activity[]> {
  const rows = await activityPages(call, {
    path: "/v2/account/activities",
    query: { category: "non_trade_activity" },
    after: dayBefore(dayBoundsOf(since).starts),
    shape: ActivityWire,
    before: beforeRow,
    what: "activities",
  });
  const from = tradingDayOf(since);
  const once = new Map(rows.map((row) => [row.id, row]));
  const wanted = [...once.values()].filter(
    (row) => from <= row.date.slice(0, 10) || from <= filedOn(row),
  );
  return readable(activitiesFromWire(wanted)).toSorted((one, other) => one.at - other.at);
}

/** Before the day that a row is of, and before it was filed: `after` may mean either. */
function beforeRow({ created_at, date }: ActivityWire): Instant | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(date)?.slice(1).map(Number);
  if (!parts) return undefined;
  const day = dayBefore(instantOfNewYork(parts[0]!, parts[1]!, parts[2]!));
  const filed = instantFrom(created_at ?? "");
  return filed === undefined ? day : instant(Math.min(day, filed - 1));
}

/** Empty where a row does not say when it was filed. */
function filedOn({ created_at }: ActivityWire): string {
  const filed = instantFrom(created_at ?? "");
  return filed === undefined ? "" : tradingDayOf(filed);
}

/** Rows have a date only, and `after` is an instant: a day more than is wanted is asked for. */
const dayBefore = (at: Instant): Instant => instant(at - DAY_MS);
