import type { MarketData } from "../../ports/market-data.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { PatternWatch } from "./pattern-watch.ts";
import type { PriceBoard } from "./price-board.ts";
import { UNREAD_BOARD, UNREAD_MARKET_DATA } from "./unread-market.ts";

/**
 * What an account's prices are, as measured now. "own": its venue's, good enough to decide and to order
 * on. "shown": its venue's, but late, old or away: they are shown, and nothing is entered on them.
 * "none": we read none of that venue.
 */
export type VenuePrices = "own" | "shown" | "none";

/** One market as this process reads it: a board, what stands on it, and where its past is asked for. */
export interface PriceMarket {
  readonly prices: PriceBoard;
  readonly marketData: MarketData;
  readonly patterns?: PatternWatch;
}

/** The markets there are prices of: the built-in exchange's own, and the real one where it is read. */
export interface PriceMarkets extends PriceMarket {
  /** Absent: no provider of real prices is set up. */
  readonly realMarket?: PriceMarket | undefined;
}

type Venue = Pick<Account, "venue">;

const isBuiltIn = ({ venue }: Venue): boolean => venue === "built-in";

/** Whose prices an account has, and whether they may be traded on. docs/risk.md */
export function pricesOf(
  { realMarket }: Pick<PriceMarkets, "realMarket">,
  account: Venue,
): VenuePrices {
  if (isBuiltIn(account)) return "own";
  if (realMarket === undefined) return "none";
  return realMarket.prices.feed().isForOrders ? "own" : "shown";
}

const UNREAD = { prices: UNREAD_BOARD, marketData: UNREAD_MARKET_DATA };

/**
 * The same needs with the prices, bars and patterns of the account's own market, and of no other: one
 * whose venue we read no prices of finds none.
 */
export function inMarketOf<Needs extends Partial<PriceMarkets>>(
  needs: Needs,
  account: Venue,
): Needs {
  if (isBuiltIn(account)) return needs;
  const market = needs.realMarket ?? UNREAD;
  const { patterns: _, ...others } = needs;
  return { ...others, ...market } as unknown as Needs;
}

/** What an account without prices it could trade on may not do, for its user. */
export const NO_REAL_PRICES =
  "Sevenfold reads no real prices for this broker: no provider of them is set up. No automated " +
  "and no market order goes there. Place a limit order, or trade at the broker's own site.";

/** The same where prices are read that are late, old or away. */
export const PRICES_ONLY_SHOWN =
  "The prices of this broker's market are late or away now: they are shown, and nothing is bought on " +
  "them. No automated order goes there until they come in again. A limit order passes.";
