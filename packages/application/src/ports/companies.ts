import type { Ticker } from "@sevenfold/domain/market";

/** What a company is called, and what it does. */
export interface Company {
  readonly ticker: Ticker;
  /** The ticker where nobody tells it. */
  readonly name: string;
  /** "Unknown" where nobody tells it. */
  readonly sector: string;
}

export interface Companies {
  /** Of each symbol, in their order. Never rejects, and waits for no slow provider beyond some seconds. */
  of(tickers: readonly Ticker[]): Promise<readonly Company[]>;
}

/** Somebody who knows what companies are called. */
export interface CompanyNames {
  /** Undefined for a symbol that it does not know. Rejects where it cannot say now. */
  nameOf(ticker: Ticker): Promise<string | undefined>;
}
