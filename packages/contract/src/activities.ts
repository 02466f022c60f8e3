import { z } from "zod";
import { MovedShares } from "./counts.ts";
import { Dollars, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { ActivityInput, historyPage } from "./history.ts";

/** Money or shares that moved without a trade, as booked. */
export const ActivityView = z.object({
  id: z.string(),
  at: Timestamp,
  kind: z.string(),
  /** Null where it is about the account as a whole. */
  ticker: z.string().nullable(),
  /** How the shares of the symbol moved. */
  shares: MovedShares,
  /** How the cash moved. */
  amount: Dollars,
  /** What it was, in a sentence. */
  says: z.string(),
  /** The broker's own words; null where it had none. */
  words: z.string().nullable(),
});
export type ActivityView = z.infer<typeof ActivityView>;

/** What moved without a trade, to the beginning of the account, page by page. */
export const readActivityPage = endpoint("readActivityPage", {
  input: ActivityInput,
  output: historyPage(ActivityView),
});
