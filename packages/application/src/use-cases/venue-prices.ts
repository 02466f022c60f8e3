import type { Account } from "../ports/storage.ts";

/** "own": the prices an account is followed on are its venue's. "none": we read none of that venue. */
export type VenuePrices = "own" | "none";

/**
 * Whose prices an account has. The one feed there is comes from the built-in exchange: its prices are
 * its own accounts', and say nothing about any other venue. docs/risk.md
 */
export const pricesOf = ({ venue }: Pick<Account, "venue">): VenuePrices =>
  venue === "built-in" ? "own" : "none";

/** What an account without prices of its venue may not do, for its user. */
export const NO_REAL_PRICES =
  "Sevenfold reads no real prices for this broker yet: the prices shown are simulated. No automated " +
  "and no market order goes there. Place a limit order, or trade at the broker's own site.";
