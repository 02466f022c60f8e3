import { BrokerUnavailable, type Execution } from "@sevenfold/application/ports/broker";
import type { Instant } from "@sevenfold/domain/market";
import { z } from "zod";
import { isForeignFill } from "./alpaca-foreign.ts";
import { executionFromActivity } from "./alpaca-mapping.ts";
import { type Call, readAs, readable } from "./alpaca-reading.ts";
import { FillActivityWire } from "./alpaca-wire.ts";

const FILLS_PER_PAGE = 100;
const PAGES_MAX = 200;

export async function executionsSince(call: Call, since: Instant): Promise<readonly Execution[]> {
  const fills = await fillRows(call, since);
  return fills
    .filter((wire) => !isForeignFill(wire))
    .map((wire) => readable(executionFromActivity(wire)));
}

/** Every fill since, all pages, oldest first. */
export async function fillRows(call: Call, since: Instant): Promise<readonly FillActivityWire[]> {
  const rows: FillActivityWire[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await call({
      method: "GET",
      path: "/v2/account/activities/FILL",
      query: {
        after: new Date(since - 1).toISOString(),
        direction: "asc",
        page_size: FILLS_PER_PAGE,
        page_token: pageToken,
      },
    });
    const fills = readAs(z.array(FillActivityWire), answer);
    rows.push(...fills);
    if (fills.length < FILLS_PER_PAGE) return rows;
    pageToken = fills.at(-1)?.id;
  }
  throw new BrokerUnavailable("unreadable", "The broker's list of executions does not end.");
}
