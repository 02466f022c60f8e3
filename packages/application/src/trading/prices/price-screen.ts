import type { Instant, Print } from "@sevenfold/domain/market";
import { isPrice, type Price } from "@sevenfold/domain/money";
import { isApart } from "./opinions.ts";

/** What the latest prints of a symbol were, as far as judging the next one needs. */
export interface ScreenedSymbol {
  price: Price | undefined;
  /** A price known from before any print came: what the first one is compared with. Never shown. */
  reference: Price | undefined;
  at: Instant;
  /** A price that jumped, when it was made, how many prints in a row have agreed with it, and when one last did. */
  suspect: Price | undefined;
  suspectAt: Instant;
  agreeing: number;
  agreedAt: Instant;
}

export const unscreened = (): ScreenedSymbol => ({
  price: undefined,
  reference: undefined,
  at: 0 as Instant,
  suspect: undefined,
  suspectAt: 0 as Instant,
  agreeing: 0,
  agreedAt: 0 as Instant,
});

/** A larger move from one print to the next waits until three in a row agree on it. */
export const JUMP_BPS = 2_000;
const AGREEING_PRINTS = 3;
/** A print that is still the latest after so long is no slip: while a market is closed no other comes. */
const STANDING_MS = 5_000;
/** A print stamped later than this ahead of our clock is no fact about the present. */
const AHEAD_MAX_MS = 2_000;

/** A time of the market's that may be true: one further ahead of our clock is taken for now. */
export const notAhead = (at: Instant, now: Instant): Instant =>
  now + AHEAD_MAX_MS < at ? now : at;

export type Screening = "accepted" | "quarantined" | "not-a-price" | "old" | "ahead";

/** Whether a print may move trails and cause orders. Keeps what it needs in `symbol`. */
export function screen(
  symbol: ScreenedSymbol,
  print: Print,
  now: Instant,
  jumpBps = JUMP_BPS,
): Screening {
  if (!isPrice(print.price)) return "not-a-price";
  if (now + AHEAD_MAX_MS < print.at) return "ahead";
  if (print.at < symbol.at) return "old";
  const before = symbol.price ?? symbol.reference;
  if (before !== undefined && isApart(print.price, before, jumpBps)) {
    const agrees = symbol.suspect !== undefined && !isApart(print.price, symbol.suspect, jumpBps);
    // Asked for again a moment later, a print is no second one that agrees.
    const isAnother =
      !agrees || symbol.suspectAt < print.at || symbol.agreedAt + STANDING_MS <= now;
    symbol.suspect = print.price;
    symbol.suspectAt = print.at;
    if (isAnother) {
      symbol.agreeing = agrees ? symbol.agreeing + 1 : 1;
      symbol.agreedAt = now;
    }
    if (symbol.agreeing < AGREEING_PRINTS) return "quarantined";
  }
  symbol.price = print.price;
  symbol.at = print.at;
  symbol.suspect = undefined;
  symbol.agreeing = 0;
  return "accepted";
}
