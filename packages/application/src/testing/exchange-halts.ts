import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { ExchangeHalt } from "../trading/prices/exchange-halts.ts";

/** A market whose exchange has halted one symbol. */
export const haltsOf = (ticker: Ticker, since: Instant): ReadonlyMap<Ticker, ExchangeHalt> =>
  new Map([[ticker, { ticker, since, because: "T1: News Pending" }]]);
