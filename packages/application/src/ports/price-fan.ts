import type { Ticker } from "@sevenfold/domain/market";
import type { MarketNews } from "./market-data.ts";

/** What the one reader of a feed tells everybody; without news it says that it still reads. */
export interface FanWord {
  /** Which process reads: a new name at every start. */
  readonly reader: string;
  /** One more with each word of this reader, so that what is lost or repeated is known. */
  readonly sequence: number;
  /** When it was told, by the reader's clock that never steps. */
  readonly toldMs: number;
  /** How the reader's own line stands; absent before it has said. */
  readonly line?: FanLine;
  /** How often that line began or broke so far: another number is another line. Absent of older versions. */
  readonly lines?: number;
  readonly news?: MarketNews;
  /** Wishes it heard since its last word. They tell each follower how its clock and the reader's compare. */
  readonly answers: readonly FanAnswer[];
}

export type FanLine = Extract<MarketNews, { readonly kind: "connected" | "disconnected" }>;

export interface FanAnswer {
  readonly follower: string;
  /** The wish's own `askedMs`. */
  readonly askedMs: number;
  /** When it was heard, by the reader's clock that never steps. */
  readonly heardMs: number;
}

/** What a follower wants of the reader, said again and again for as long as it lives. */
export interface FanWish {
  readonly follower: string;
  /** By the follower's clock that never steps. */
  readonly askedMs: number;
  /** All it watches; absent where that is as it was. */
  readonly tickers?: readonly Ticker[];
  /** What matters most to it, from first to last. */
  readonly preferred?: readonly Ticker[];
}

/**
 * Prices of one feed, told by the process that reads it to the processes that do not. Best effort:
 * a word may be lost, late or told twice, and whoever hears it looks after that.
 */
export interface PriceFan {
  isUp(): boolean;
  tell(feed: string, word: FanWord): void;
  wish(feed: string, wish: FanWish): void;
  /** Hears words and wishes of others, until the returned function is called. */
  listen(feed: string, ears: FanEars): () => void;
}

export interface FanEars {
  readonly word: (word: FanWord) => void;
  readonly wish: (wish: FanWish) => void;
}
