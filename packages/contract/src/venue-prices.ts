import { z } from "zod";

/** Whether the account's venue has prices of its own here. */
export const VenuePrices = z.enum(["own", "none"]);
