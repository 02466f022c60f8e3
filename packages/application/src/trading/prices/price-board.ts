import {
  type Instant,
  instant,
  type Print,
  type Quote,
  type Ticker,
} from "@sevenfold/domain/market";
import { isPrice, type Price } from "@sevenfold/domain/money";
import type {
  LatestPrices,
  MarketNews,
  PriceProvider,
  TakenBack,
} from "../../ports/market-data.ts";
import { type BoardEars, openBoardEars } from "./board-ears.ts";
import { type ExchangeHalt, openExchangeHalts } from "./exchange-halts.ts";
import type { FeedState } from "./feed-state.ts";
import { AGREEMENT_BPS, isApart, middleOf } from "./opinions.ts";
import { openPreviousCloses, type PreviousCloses } from "./previous-closes.ts";
import { JUMP_BPS, type ScreenedSymbol, screen, unscreened } from "./price-screen.ts";
import { asSource, type BoardNeeds } from "./price-source.ts";
import { openSetAsideNotes } from "./set-aside-notes.ts";

/** The latest accepted price of a symbol. */
export interface BoardPrice {
  readonly ticker: Ticker;
  readonly price: Price;
  /** When the trade happened, by the market. */
  readonly at: Instant;
  /** When we learned it, by our clock. */
  readonly receivedAt: Instant;
  /** Who told it. */
  readonly from: PriceProvider;
  readonly bid?: Price;
  readonly ask?: Price;
}

/** The latest prices of every watched symbol: one per market and process, fed by the one news loop. */
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
  listen(hear: BoardEars["hear"], takeBack?: BoardEars["takeBack"]): () => void;
  /** Tells each time an exchange says something of the trading in a watched symbol; ends as `listen` does. */
  listenToHalts(hear: () => void): () => void;
  /** Which symbols somebody needs most: they are served best where a plan does not allow for all. */
  prefer(whose: string, tickers: readonly Ticker[]): void;
  /** Whether two providers disagree about the symbol: nothing is entered in it. */
  isDisputed(ticker: Ticker): boolean;
  /** Takes up the halts that were known before this process began. */
  recallHalts(halts: readonly ExchangeHalt[]): void;
  /** Symbols in which nothing is ordered, for their exchange stopped them: as they are now, at any time. */
  readonly halts: ReadonlyMap<Ticker, ExchangeHalt>;
  stop(): Promise<void>;
}

interface Row extends ScreenedSymbol {
  receivedAt: Instant;
  from: PriceProvider | undefined;
  bid: Price | undefined;
  ask: Price | undefined;
}

/** A larger move, of a provider that is not the preferred one, waits until three prints agree on it. */
const JUMP_OF_OTHERS_BPS = 500;

type HeardHalts = Extract<MarketNews, { kind: "halts" }>;

/** As heard, by us or by somebody who passed it on a moment ago. */
type HeardPrices = LatestPrices & { readonly agoMs?: number };

export function openPriceBoard(needs: BoardNeeds): PriceBoard {
  const { clock, log } = needs;
  const marketData = asSource(needs);
  const rows = new Map<Ticker, Row>();
  /** Kept apart from the rows: to expect a price is not to watch its symbol. */
  const expected = new Map<Ticker, Price>();
  const { add, tellAll } = openBoardEars(log);
  const preferred = new Map<string, readonly Ticker[]>();
  const ending = new AbortController();
  const { signal } = ending;
  const noteSetAside = openSetAsideNotes(needs);
  const closes = openPreviousCloses(needs, () => rows.keys(), signal);
  const halts = openExchangeHalts();
  let haltsUnheard: string | undefined;
  let lastNewsAt: Instant | undefined;

  const rowOf = (ticker: Ticker): Row => {
    let row = rows.get(ticker);
    if (!row) {
      const reference = expected.get(ticker);
      row = {
        receivedAt: 0 as Instant,
        from: undefined,
        bid: undefined,
        ask: undefined,
        ...unscreened(),
        reference,
      };
      rows.set(ticker, row);
    }
    return row;
  };

  /** "anew": accepted, after another provider said something else. */
  const accepts = (
    print: Print,
    { heardAt, now }: { readonly heardAt: Instant; readonly now: Instant },
    from: PriceProvider,
  ): "anew" | boolean => {
    const row = rowOf(print.ticker);
    const isOther = row.from !== undefined && row.from.id !== from.id;
    const jumpBps = isOther ? AGREEMENT_BPS : jumpOf(from);
    const before = row.price;
    if (before === undefined) row.reference ??= middleOf(row);
    const screening = screen(row, print, now, jumpBps);
    if (screening !== "accepted") {
      if (screening !== "old") noteSetAside(print, screening);
      return false;
    }
    row.receivedAt = heardAt;
    row.from = from;
    halts.print(print, from);
    const isFar = before !== undefined && isApart(print.price, before, AGREEMENT_BPS);
    return isOther && isFar ? "anew" : true;
  };
  const jumpOf = (from: PriceProvider): number =>
    from.id === marketData.preferred.id ? JUMP_BPS : JUMP_OF_OTHERS_BPS;

  const note = (quote: Quote) => {
    const { ticker, bid, ask } = quote;
    if (!isPrice(bid) || !isPrice(ask) || ask < bid) return;
    halts.quote(quote);
    const row = rowOf(ticker);
    row.bid = bid;
    row.ask = ask;
  };

  const take = ({ agoMs = 0, from = marketData.preferred, prints, quotes }: HeardPrices) => {
    const now = clock.now();
    const heardAt = instant(now - agoMs);
    quotes.forEach(note);
    let anew: Set<Ticker> | undefined;
    const accepted = prints.filter((print) => {
      const is = accepts(print, { now, heardAt }, from);
      if (is === "anew") anew = (anew ?? new Set()).add(print.ticker);
      return is !== false;
    });
    // Of words that were passed on the newest counts, whichever came last.
    if (lastNewsAt === undefined || lastNewsAt <= heardAt || now < lastNewsAt) lastNewsAt = heardAt;
    if (0 < accepted.length) tellAll(({ hear }) => hear(accepted, anew));
  };

  const takeBack = (prints: readonly TakenBack[]) => {
    const ours = prints.filter(({ ticker }) => rows.has(ticker));
    for (const { at, instead, price, ticker } of ours) {
      const row = rows.get(ticker)!;
      if (row.price !== price || row.at !== at) continue;
      // What is not the last price any more is none: the next print is compared with what it was.
      row.reference = instead ?? row.reference;
      row.price = instead;
    }
    if (0 < ours.length) tellAll((ears) => ears.takeBack?.(ours));
  };

  const follow = async () => {
    for await (const news of marketData.news(signal))
      if (news.kind === "prices") take(news);
      else if (news.kind === "taken-back") takeBack(news.prints);
      else if (news.kind === "halts") takeHalts(news);
      else if (news.kind === "connected" || news.kind === "disconnected") {
        // A line may have broken without a word: then the next one tells.
        halts.lineBroke();
        if (news.kind === "connected") haltsUnheard = undefined;
      }
  };

  const takeHalts = ({ from = marketData.preferred, statuses, unheard }: HeardHalts) => {
    haltsUnheard = unheard ?? haltsUnheard;
    const watched = statuses.filter(({ ticker }) => rows.has(ticker));
    for (const { because, state, ticker } of watched)
      log.warn("exchange-halt", { ticker, state, because });
    halts.take(statuses, from, clock.now());
    if (0 < watched.length) tellAll(({ halted }) => halted?.());
  };

  const latest = (ticker: Ticker): BoardPrice | undefined => {
    const row = rows.get(ticker);
    if (row?.price === undefined) return undefined;
    return {
      ticker,
      price: row.price,
      at: row.at,
      receivedAt: row.receivedAt,
      from: row.from ?? marketData.preferred,
      ...(row.bid === undefined || row.ask === undefined ? {} : { bid: row.bid, ask: row.ask }),
    };
  };

  /** Prices of before: they stand on the board, but nobody is told, so nothing is decided on them. */
  const recall = async (tickers: readonly Ticker[]): Promise<readonly Print[] | "no-price"> => {
    try {
      const { from = marketData.preferred, prints, quotes } = await marketData.latest(tickers);
      const now = clock.now();
      quotes.forEach(note);
      for (const print of prints) accepts(print, { now, heardAt: now }, from);
      return prints;
    } catch (error) {
      log.warn("latest-prices-missing", { error: String(error) });
      return "no-price";
    }
  };

  let following: Promise<void> | undefined;
  /** Nobody is asked for prices before somebody wants one. */
  const begin = () => {
    following ??= follow().catch((error: unknown) =>
      log.error("market-news-failed", { error: String(error) }),
    );
  };
  return {
    previousClose: closes.previousClose,
    watch(tickers) {
      const added = tickers.filter((ticker) => !rows.has(ticker));
      if (added.length === 0) return;
      added.forEach(rowOf);
      marketData.watch(added);
      begin();
      closes.wanted();
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
      const told = await recall([ticker]);
      if (told === "no-price") return "no-price";
      const found = latest(ticker);
      // Listed, and what is told of it not believed: as it goes on being told, it may be.
      const isListed = told.some((print) => print.ticker === ticker);
      if (!found && !isListed) {
        rows.delete(ticker);
        return "unknown-symbol";
      }
      marketData.watch([ticker]);
      begin();
      return found ?? "no-price";
    },
    feed: () => ({
      halts: [...halts.standing.values()].filter(({ ticker }) => rows.has(ticker)),
      ...marketData.standing(),
      ...(lastNewsAt === undefined ? {} : { lastNewsAt }),
      ...(haltsUnheard === undefined ? {} : { haltsUnheard }),
    }),
    halts: halts.standing,
    recallHalts: (known) => halts.recall(known, clock.now()),
    isDisputed: (ticker) => marketData.isDisputed(ticker),
    prefer(whose, tickers) {
      if (tickers.length === 0) preferred.delete(whose);
      else preferred.set(whose, tickers);
      marketData.prefer([...new Set([...preferred.values()].flat())]);
    },
    listen: (hear, takeBack) => add({ hear, ...(takeBack && { takeBack }) }),
    listenToHalts: (halted) => add({ hear: () => undefined, halted }),
    async stop() {
      ending.abort();
      await Promise.allSettled([following, closes.ended]);
    },
  };
}
