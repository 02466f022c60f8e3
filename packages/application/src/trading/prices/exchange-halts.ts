import {
  type Instant,
  instant,
  type Print,
  type Quote,
  type Ticker,
} from "@sevenfold/domain/market";
import type { PriceProvider, TradingStatus } from "../../ports/market-data.ts";
import { notAhead } from "./price-screen.ts";

/** A symbol whose exchange has stopped its trading, or has not yet shown that it goes on. */
export interface ExchangeHalt {
  readonly ticker: Ticker;
  /** When it was stopped, by the market. */
  readonly since: Instant;
  /** Why, in the market's words: "LUDP: Volatility Trading Pause". */
  readonly because: string;
  /** Trading goes on since then, and no quote of both sides has come yet. */
  readonly resumedAt?: Instant;
}

/** Which symbols are halted, as the providers of one market tell it: once, so that it is kept. */
export interface ExchangeHalts {
  readonly standing: ReadonlyMap<Ticker, ExchangeHalt>;
  take(statuses: readonly TradingStatus[], from: PriceProvider, now: Instant): void;
  /** What was known before this process began; what was told since then nobody knows. */
  recall(halts: readonly ExchangeHalt[], now: Instant): void;
  /** What was told since on a line that broke, nobody knows: a trade may show that trading goes on. */
  lineBroke(): void;
  /** A quote of both sides that is not crossed. */
  quote(quote: Quote): void;
  print(print: Print, from: PriceProvider): void;
}

/** More than the exchanges of the country list: a halt of the whole market is one of each. */
const HALTS_MAX = 20_000;

/** Who told it is gone: what others see counts as its end. */
const NOBODY = "";

interface Known extends ExchangeHalt {
  readonly teller: string;
  /** When the market said the latest word of it. */
  readonly saidAt: Instant;
  readonly isUnheard: boolean;
}

/**
 * After a halt nothing is ordered before trading goes on and a quote of both sides was made since: the
 * price of before the halt is none any more, and the first one after it is an auction's.
 */
export function openExchangeHalts(): ExchangeHalts {
  const standing = new Map<Ticker, Known>();

  const stop = ({ at, because, ticker }: TradingStatus, teller: string) => {
    const known = standing.get(ticker);
    const since = known === undefined || known.resumedAt !== undefined ? at : known.since;
    standing.delete(ticker);
    if (HALTS_MAX <= standing.size) standing.delete(standing.keys().next().value as Ticker);
    standing.set(ticker, { ticker, since, because, teller, saidAt: at, isUnheard: false });
  };
  const goOn = (known: Known, at: Instant) =>
    standing.set(known.ticker, { ...known, resumedAt: at, saidAt: at });

  return {
    standing,
    take(statuses, from, now) {
      for (const said of statuses) {
        const known = standing.get(said.ticker);
        // One of a time to come would outlast every word that ends it. What was said before is none of one.
        const latest = instant(Math.max(now, known?.saidAt ?? now));
        const status = { ...said, at: notAhead(said.at, latest) };
        if (known !== undefined && status.at < known.saidAt) continue;
        // What may have been a halt is no word of the end of one.
        if (status.state === "unsure" && known && known.resumedAt === undefined) continue;
        if (status.state !== "trading") stop(status, from.id);
        const halted = standing.get(status.ticker);
        if (status.state !== "halted" && halted?.resumedAt === undefined && halted !== undefined)
          goOn(halted, status.at);
      }
    },
    recall(halts, now) {
      for (const halt of halts) {
        if (standing.has(halt.ticker) || HALTS_MAX <= standing.size) continue;
        const since = notAhead(halt.since, now);
        const resumedAt = halt.resumedAt && notAhead(halt.resumedAt, now);
        const times = { since, saidAt: resumedAt ?? since, ...(resumedAt && { resumedAt }) };
        standing.set(halt.ticker, { ...halt, ...times, teller: NOBODY, isUnheard: true });
      }
    },
    lineBroke() {
      for (const [ticker, known] of standing) standing.set(ticker, { ...known, isUnheard: true });
    },
    quote({ at, ticker }) {
      const resumedAt = standing.get(ticker)?.resumedAt;
      if (resumedAt !== undefined && resumedAt <= at) standing.delete(ticker);
    },
    print({ at, ticker }, from) {
      const known = standing.get(ticker);
      if (known === undefined) return;
      const isTold = !known.isUnheard && from.id === known.teller;
      if (known.resumedAt === undefined && !isTold && known.since < at) goOn(known, at);
      // Who tells no halts shows by a trade that it trades.
      const resumedAt = standing.get(ticker)?.resumedAt;
      if (!from.halts && resumedAt !== undefined && resumedAt <= at) standing.delete(ticker);
    },
  };
}
