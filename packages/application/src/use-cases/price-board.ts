import type { TradingCalendar } from "@sevenfold/domain/calendar";
import {
  type Instant,
  MINUTE_MS,
  type Print,
  type Quote,
  type Ticker,
} from "@sevenfold/domain/market";
import { isPrice, type Price } from "@sevenfold/domain/money";

import type { Ports } from "../ports.ts";
import { openPreviousCloses, type PreviousCloses } from "./previous-closes.ts";
import { type ScreenedSymbol, screen, unscreened } from "./price-screen.ts";
import { openSetAsideNotes } from "./set-aside-notes.ts";
import { watchSilence } from "./watch-silence.ts";

/** The latest accepted price of a symbol. */
export interface BoardPrice {
  readonly ticker: Ticker;
  readonly price: Price;
  /** When the trade happened, by the market. */
  readonly at: Instant;
  /** When we learned it, by our clock. */
  readonly receivedAt: Instant;
  readonly bid?: Price;
  readonly ask?: Price;
}

export interface FeedState {
  /** False also while the line stands and says nothing, in the market's hours. */
  readonly isConnected: boolean;
  /** When the market last said anything; undefined when it never did. */
  readonly lastNewsAt?: Instant;
  readonly message?: string;
  /** Times it broke off since it last was connected. */
  readonly failures: number;
}

/** The latest prices of every watched symbol: one per process, fed by the one news loop. */
export interface PriceBoard extends PreviousCloses {
  /** Follows these symbols from now on. */
  watch(tickers: readonly Ticker[]): void;
  /** The last price known of a symbol from before: its first print is compared with it. */
  expect(ticker: Ticker, price: Price): void;
  latest(ticker: Ticker): BoardPrice | undefined;
  /** The latest price, asked of the provider when the board has none. Never rejects. */
  ask(ticker: Ticker): Promise<BoardPrice | "unknown-symbol" | "no-price">;
  feed(): FeedState;
  /** Hears every batch of accepted prints as it comes. Ends when the returned function is called. */
  listen(hear: (prints: readonly Print[]) => void): () => void;
  stop(): Promise<void>;
}

interface Row extends ScreenedSymbol {
  receivedAt: Instant;
  bid: Price | undefined;
  ask: Price | undefined;
}

const RECONNECT_MS = 1_000;
/** A line that says nothing for this long in the market's hours is taken for dead and opened anew. */
const SILENT_MAX_MS = 20_000;
/** Each time in vain, twice as long is waited, up to this: few symbols may really trade so rarely. */
const SILENT_LONGEST_MS = 5 * MINUTE_MS;

export type BoardNeeds = Pick<Ports, "clock" | "log" | "marketData"> & {
  /** The hours of the market the prices come from. */
  readonly calendar: TradingCalendar;
};

export function openPriceBoard(needs: BoardNeeds): PriceBoard {
  const { clock, log, marketData } = needs;
  const rows = new Map<Ticker, Row>();
  /** Kept apart from the rows: to expect a price is not to watch its symbol. */
  const expected = new Map<Ticker, Price>();
  const listeners = new Set<(prints: readonly Print[]) => void>();
  const ending = new AbortController();
  const { signal } = ending;
  const noteSetAside = openSetAsideNotes(needs);
  const closes = openPreviousCloses(needs, () => rows.keys(), signal);
  let state: FeedState = { isConnected: false, failures: 0 };
  let silentMaxMs = SILENT_MAX_MS;

  const rowOf = (ticker: Ticker): Row => {
    let row = rows.get(ticker);
    if (!row) {
      const reference = expected.get(ticker);
      row = {
        ...unscreened(),
        reference,
        receivedAt: 0 as Instant,
        bid: undefined,
        ask: undefined,
      };
      rows.set(ticker, row);
    }
    return row;
  };

  const accepts = (print: Print, now: Instant): boolean => {
    const row = rowOf(print.ticker);
    const screening = screen(row, print, now);
    if (screening === "accepted") row.receivedAt = now;
    else if (screening !== "old") noteSetAside(print, screening);
    return screening === "accepted";
  };

  const note = ({ ticker, bid, ask }: Quote) => {
    if (!isPrice(bid) || !isPrice(ask) || ask < bid) return;
    const row = rowOf(ticker);
    row.bid = bid;
    row.ask = ask;
  };

  const take = (prints: readonly Print[], quotes: readonly Quote[]) => {
    const now = clock.now();
    quotes.forEach(note);
    const accepted = prints.filter((print) => accepts(print, now));
    state = { isConnected: state.isConnected, failures: state.failures, lastNewsAt: now };
    if (accepted.length === 0) return;
    for (const hear of listeners) {
      try {
        hear(accepted);
      } catch (error) {
        log.error("price-listener-failed", { error: String(error) });
      }
    }
  };

  const broke = (message: string) => {
    state = { ...state, isConnected: false, message, failures: state.failures + 1 };
  };

  const isNewsDue = () => 0 < rows.size && needs.calendar.sessionAt(clock.now()) !== undefined;
  const follow = async () => {
    while (!signal.aborted) {
      const line = new AbortController();
      const hangUp = () => line.abort();
      signal.addEventListener("abort", hangUp, { once: true });
      const silence = watchSilence({ clock, isNewsDue, silentMaxMs }, line.signal, (silentMs) => {
        log.warn("price-feed-silent", { silentMs });
        broke(`No price has come for ${Math.round(silentMs / 1_000)} seconds.`);
        silentMaxMs = Math.min(silentMaxMs * 2, SILENT_LONGEST_MS);
        hangUp();
      });
      try {
        for await (const news of marketData.news(line.signal)) {
          if (news.kind === "prices") {
            silence.heard();
            silentMaxMs = SILENT_MAX_MS;
            take(news.prints, news.quotes);
          } else if (news.kind === "connected") {
            silence.heard();
            state = { ...state, isConnected: true, failures: 0 };
          } else broke(news.message);
        }
      } catch (error) {
        log.error("market-news-failed", { error: String(error) });
        broke("The price feed broke off.");
      }
      signal.removeEventListener("abort", hangUp);
      hangUp();
      await silence.ended;
      await clock.sleep(RECONNECT_MS, signal);
    }
  };

  const latest = (ticker: Ticker): BoardPrice | undefined => {
    const row = rows.get(ticker);
    if (row?.price === undefined) return undefined;
    return {
      ticker,
      price: row.price,
      at: row.at,
      receivedAt: row.receivedAt,
      ...(row.bid === undefined || row.ask === undefined ? {} : { bid: row.bid, ask: row.ask }),
    };
  };

  /** Prices of before: they stand on the board, but nobody is told, so nothing is decided on them. */
  const recall = async (tickers: readonly Ticker[]): Promise<"ok" | "no-price"> => {
    try {
      const { prints, quotes } = await marketData.latest(tickers);
      const now = clock.now();
      quotes.forEach(note);
      for (const print of prints) accepts(print, now);
      return "ok";
    } catch (error) {
      log.warn("latest-prices-missing", { error: String(error) });
      return "no-price";
    }
  };

  const following = follow();
  return {
    previousClose: closes.previousClose,
    watch(tickers) {
      const added = tickers.filter((ticker) => !rows.has(ticker));
      if (added.length === 0) return;
      added.forEach(rowOf);
      marketData.watch(added);
      void recall(added);
    },
    expect(ticker, price) {
      expected.set(ticker, price);
      const row = rows.get(ticker);
      if (row) row.reference ??= price;
    },
    latest,
    async ask(ticker) {
      const known = latest(ticker);
      if (known) return known;
      if ((await recall([ticker])) === "no-price") return "no-price";
      const found = latest(ticker);
      if (!found) {
        rows.delete(ticker);
        return "unknown-symbol";
      }
      marketData.watch([ticker]);
      return found;
    },
    feed: () => state,
    listen(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    async stop() {
      ending.abort();
      await Promise.allSettled([following, closes.ended]);
    },
  };
}
