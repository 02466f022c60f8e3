import type { Activity } from "@sevenfold/application/ports/activity";
import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { Instant } from "@sevenfold/domain/market";
import { dayBoundsOf, tradingDayOf } from "@sevenfold/domain/new-york-time";
import { z } from "zod";
import { activitiesFromWire } from "./alpaca-activity-mapping.ts";
import { type Call, readAs, readable } from "./alpaca-reading.ts";
import { ActivityWire } from "./alpaca-wire.ts";

const ROWS_PER_PAGE = 100;
const PAGES_MAX = 200;
const DAY_MS = 86_400_000;

/** What moved money or shares without a trade since the day of an instant, all pages, oldest first. */
export async function activitiesSince(call: Call, since: Instant): Promise<readonly Activity[]> {
  const rows = new Map<string, ActivityWire>();
  // Rows have a date only, and `after` is an instant: a day more than is wanted is asked for.
  const after = new Date(dayBoundsOf(since).starts - DAY_MS).toISOString();
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await call({
      method: "GET",
      path: "/v2/account/activities",
      query: {
        category: "non_trade_activity",
        after,
        direction: "asc",
        page_size: ROWS_PER_PAGE,
        page_token: pageToken,
      },
    });
    const told = readAs(z.array(ActivityWire), answer);
    const known = rows.size;
    for (const row of told) rows.set(row.id, row);
    if (told.length < ROWS_PER_PAGE) return inOrder(rows, since);
    pageToken = told.at(-1)?.id;
    if (rows.size === known) break;
  }
  throw new BrokerUnavailable("unreadable", "The broker's list of activities does not end.");
}

const inOrder = (rows: ReadonlyMap<string, ActivityWire>, since: Instant): readonly Activity[] => {
  const from = tradingDayOf(since);
  const wanted = [...rows.values()].filter(({ date }) => from <= date.slice(0, 10));
  return readable(activitiesFromWire(wanted)).toSorted((one, other) => one.at - other.at);
};
