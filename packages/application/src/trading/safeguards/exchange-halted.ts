import type { Ticker } from "@sevenfold/domain/market";
import type { Account } from "../../ports/stores/account.ts";
import { inMarketOf, type PriceMarkets } from "../prices/venue-prices.ts";
import type { Refusal } from "./refusal.ts";

/** What is known of halts: on the boards of the markets. */
export type HaltMarkets = Pick<PriceMarkets, "prices" | "realMarket">;

/** Why nothing may be ordered in a symbol that its exchange halted; undefined where it trades. */
export function exchangeHaltOf(
  markets: HaltMarkets,
  account: Pick<Account, "venue">,
  ticker: Ticker,
): Extract<Refusal, { kind: "exchange-halt" }> | undefined {
  const halt = inMarketOf(markets, account).prices.halts.get(ticker);
  if (halt === undefined) return undefined;
  const { because, resumedAt } = halt;
  return { kind: "exchange-halt", ticker, because, hasResumed: resumedAt !== undefined };
}
