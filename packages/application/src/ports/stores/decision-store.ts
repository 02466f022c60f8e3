import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import type { HistoryPage, JournalWish } from "./history.ts";

export const SAID_MAX = 300;

/** One line of the decision journal: codes and numbers; words are made on reading. */
export interface Decision {
  readonly accountId: string;
  readonly ticker: Ticker;
  readonly at: Instant;
  readonly verdict: string;
  readonly gate?: string;
  readonly reason?: string;
  readonly price?: Price;
  /** Who told the price, by the id that never changes; absent in lines of before it was noted. */
  readonly provider?: string;
  /** When that price was made, by the market. */
  readonly pricedAt?: Instant;
  readonly trigger?: Price;
  readonly reference?: Price;
  /** Why an order came to nothing, in the words of who said so; at most `SAID_MAX` characters. */
  readonly said?: string;
  /** The bar patterns that stood at the symbol; absent when none did. */
  readonly patterns?: readonly string[];
  readonly settingsVersion: number;
}

export type Saying = Pick<Decision, "gate" | "ticker" | "verdict">;

export interface DecisionReader {
  /** Newest first, at most `limit` (500 at the most). */
  latest(
    accountId: string,
    wanted: { readonly ticker?: Ticker; readonly limit: number },
  ): Promise<readonly Decision[]>;
  /** What was said last of each of these symbols, in any order. */
  lastOf(accountId: string, tickers: readonly Ticker[]): Promise<readonly Saying[]>;
  /** Those that became orders (entered, left), newest first, at most `limit` (500 at the most). */
  taken(accountId: string, limit: number): Promise<readonly Decision[]>;
  page(accountId: string, wish: JournalWish): Promise<HistoryPage<Decision>>;
}

export interface DecisionStore extends DecisionReader {
  add(decisions: readonly Decision[]): Promise<void>;
  /** Removes at most `limit` from before the instant. Returns how many. */
  removeBefore(at: Instant, limit: number): Promise<number>;
}
