import type { Execution } from "@sevenfold/application/ports/broker";
import { type Instant, instant } from "@sevenfold/domain/market";
import { activityPages } from "./alpaca-activity-pages.ts";
import { isForeignFill } from "./alpaca-foreign.ts";
import { executionFromActivity, instantFrom } from "./alpaca-mapping.ts";
import { type Call, readable } from "./alpaca-reading.ts";
import { FillActivityWire } from "./alpaca-wire.ts";

export async function executionsSince(call: Call, since: Instant): Promise<readonly Execution[]> {
  const fills = await fillRows(call, since);
  return fills
    .filter((wire) => !isForeignFill(wire))
    .map((wire) => readable(executionFromActivity(wire)));
}

/**
 * Every fill since, all pages, oldest first. A row that says it is something else, as a trade that was
 * corrected or taken back, is none: what it changed shows as a difference of cash or holdings.
 */
export async function fillRows(call: Call, since: Instant): Promise<readonly FillActivityWire[]> {
  const rows = await activityPages(call, {
    path: "/v2/account/activities/FILL",
    after: instant(since - 1),
    shape: FillActivityWire,
    before({ transaction_time }) {
      const at = instantFrom(transaction_time);
      return at && instant(at - 1);
    },
    what: "executions",
  });
  return rows.filter(({ type }) => type == null || FILLS.has(type));
}

const FILLS: ReadonlySet<string> = new Set(["fill", "partial_fill"]);
