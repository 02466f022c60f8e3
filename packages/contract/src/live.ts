import { z } from "zod";

/**
 * What `GET /api/live` (server-sent events) pushes. A `view` event carries the very answer of the
 * GET under `path`; a `prices` event carries the latest prices since the last one, conflated.
 */
export const LiveEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("view"), path: z.string(), view: z.unknown() }),
  z.object({
    type: z.literal("prices"),
    /** Ticker → [price in dollars, UTC milliseconds]. */
    prices: z.record(z.string(), z.tuple([z.number(), z.number()])),
  }),
  z.object({ type: z.literal("signed-out") }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const LIVE_PATH = "/api/live";
