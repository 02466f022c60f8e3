import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import { isTicker, type Ticker, type TradingDay } from "@sevenfold/domain/market";
import { z } from "zod";

import { CallBudget } from "../call-budget.ts";
import { type AlpacaCall, type AlpacaConnection, callAlpaca } from "./alpaca-http.ts";
import { readAs, readable } from "./alpaca-reading.ts";
import {
  activityFromWire,
  clockFromWire,
  sessionFromWire,
  type VenueActivity,
  type VenueClock,
  type VenueDay,
} from "./alpaca-reference-mapping.ts";
import { ActivityWire, AssetWire, ClockWire, SessionWire } from "./alpaca-wire.ts";

/** What Alpaca says of itself. Each of it rejects with BrokerUnavailable, as a broker's reads do. */
export interface AlpacaReference {
  clock(): Promise<VenueClock>;
  /** The regular sessions from one day to another, both included, oldest first. */
  sessions(from: TradingDay, to: TradingDay): Promise<readonly VenueDay[]>;
  /** The stocks that can be traded now. */
  tradable(): Promise<ReadonlySet<Ticker>>;
  /** What moved cash or shares without a trade since a day, newest first, all pages. */
  activitiesSince(day: TradingDay): Promise<readonly VenueActivity[]>;
}

const ACTIVITIES_PER_PAGE = 100;
const PAGES_MAX = 100;
/** Some eleven thousand stocks of half a kilobyte, in one piece. */
const ASSETS_BYTES_MAX = 32 * 1024 * 1024;

export function alpacaReference(
  connection: AlpacaConnection,
  budget = new CallBudget({ perMinute: 180, reserve: 30 }),
): AlpacaReference {
  const get = (
    path: string,
    query: NonNullable<AlpacaCall["query"]> = {},
    limits: Pick<AlpacaCall, "bytesMax"> = {},
  ) => callAlpaca(connection, budget, { host: "trading", method: "GET", path, query, ...limits });

  return {
    clock: async () => readable(clockFromWire(readAs(ClockWire, await get("/v2/clock")))),

    async sessions(from, to) {
      const answer = await get("/v2/calendar", { start: from, end: to });
      return readAs(z.array(SessionWire), answer).map((wire) => readable(sessionFromWire(wire)));
    },

    async tradable() {
      const listed = { status: "active", asset_class: "us_equity" };
      const answer = await get("/v2/assets", listed, { bytesMax: ASSETS_BYTES_MAX });
      const symbols = readAs(z.array(AssetWire), answer)
        .filter(({ tradable, status }) => tradable && status === "active")
        .map(({ symbol }) => symbol);
      return new Set(symbols.filter(isTicker));
    },

    async activitiesSince(day) {
      const activities: VenueActivity[] = [];
      let pageToken: string | undefined;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const answer = await get("/v2/account/activities", {
          category: "non_trade_activity",
          after: day,
          page_size: ACTIVITIES_PER_PAGE,
          page_token: pageToken,
        });
        const rows = readAs(z.array(ActivityWire), answer);
        for (const wire of rows) activities.push(readable(activityFromWire(wire)));
        if (rows.length < ACTIVITIES_PER_PAGE) return activities;
        pageToken = rows.at(-1)?.id;
      }
      throw new BrokerUnavailable("unreadable", "The broker's list of activities does not end.");
    },
  };
}
