import { z } from "zod";

/**
 * What the prices of the account's venue are here. "own": good enough to trade on. "shown": late or away,
 * so nothing is bought on them. "none": none are read.
 */
export const VenuePrices = z.enum(["own", "shown", "none"]);
