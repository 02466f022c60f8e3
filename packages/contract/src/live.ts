import { z } from "zod";

import type { Change } from "./change.ts";
import { count, UtcMs } from "./counts.ts";
import { Dollars } from "./decimal.ts";

/** What became of a view, in JSON; `changed` in change.ts makes the new one of the one before. */
const ChangeSchema: z.ZodType<Change> = z.object({
  by: z.string().exactOptional(),
  put: z.record(z.string(), z.unknown()).exactOptional(),
  get in() {
    return z.record(z.string(), ChangeSchema).exactOptional();
  },
  gone: z.array(z.string()).exactOptional(),
  lead: z.array(z.string()).exactOptional(),
});

const Revision = count("times the view changed while the stream lives");

/**
 * What `GET /api/live` (server-sent events) pushes. Each view is told whole once, a little after the
 * stream began, and from then on only what changed; where nothing did, nothing is said.
 */
export const LiveEvent = z.discriminatedUnion("type", [
  /** The very answer of the GET under `path`. */
  z.object({
    type: z.literal("view"),
    path: z.string(),
    revision: Revision,
    view: z.unknown(),
  }),
  /** What became of the view of the revision before; whoever has another one has missed something. */
  z.object({
    type: z.literal("change"),
    path: z.string(),
    revision: Revision,
    change: ChangeSchema,
  }),
  /** The latest prices since the last such event, conflated. */
  z.object({
    type: z.literal("prices"),
    /** Of whose market they are; absent where no account is connected. */
    accountId: z.string().exactOptional(),
    /** Ticker → [price in dollars, UTC milliseconds]. */
    prices: z.record(z.string(), z.tuple([Dollars, UtcMs])),
  }),
  /** Nothing but that the stream is alive: a silence longer than a few of them is a break. */
  z.object({
    type: z.literal("heartbeat"),
    /** The server's clock, in UTC milliseconds. */
    at: UtcMs,
  }),
  z.object({ type: z.literal("signed-out") }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;
