import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import type { VenueWatchlist } from "@sevenfold/application/exchange/venue-journal";
import type { Ticker } from "@sevenfold/domain/market";
import { z } from "zod";
import { tickerNamed, wireAsset } from "./exchange-assets.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import {
  type ExchangeAnswer,
  type ExchangeRequest,
  type ExchangeRoute,
  json,
  RequestRefused,
} from "./exchange-http.ts";
import { timeText } from "./exchange-mapping.ts";
import { notFound, unprocessable } from "./exchange-refusals.ts";

const WATCHLISTS_MAX = 50;
const SYMBOLS_MAX = 200;

const Name = z.string().min(1).max(64);
const Symbols = z.array(z.string().max(64).nullable()).max(SYMBOLS_MAX);
const NewList = z.object({ name: Name, symbols: Symbols.nullish() });
const ChangedList = z.object({ name: Name.nullish(), symbols: Symbols.nullish() });
const AddedSymbol = z.object({ symbol: z.string().max(64) });

/** Lists of symbols an account keeps, by id or, with a colon, by name. */
export function watchlistRoutes(desk: ExchangeDesk): readonly ExchangeRoute[] {
  const lists = listsOf(desk);
  const one = (method: ExchangeRoute["method"], answer: (found: Found) => Answering) => [
    { method, pattern: BY_ID, answer: (request: ExchangeRequest) => answer(named(request)) },
    { method, pattern: BY_NAME, answer: (request: ExchangeRequest) => answer(named(request)) },
  ];
  return [
    {
      method: "GET",
      pattern: ALL,
      answer: ({ account }) => json(watchlistsOf(account).map((list) => wireList(account, list))),
    },
    { method: "POST", pattern: ALL, answer: (request) => lists.add(request) },
    ...one("GET", ({ request, list }) => json(lists.whole(request.account, list))),
    ...one("PUT", (found) => lists.change(found)),
    ...one("POST", (found) => lists.addSymbol(found)),
    ...one("DELETE", (found) => lists.remove(found)),
    {
      method: "DELETE",
      pattern: /^\/v2\/watchlists\/([^/]+)\/([^/]+)$/,
      answer: (request) => lists.removeSymbol(named(request), request.captures[1] ?? ""),
    },
  ];
}

const ALL = /^\/v2\/watchlists$/;
const BY_ID = /^\/v2\/watchlists\/([^/]+)$/;
const BY_NAME = /^\/v2\/watchlists:by_name$/;

type Answering = ExchangeAnswer | Promise<ExchangeAnswer>;

/** The list a request names, which is there. */
interface Found {
  readonly request: ExchangeRequest;
  readonly list: VenueWatchlist;
}

const watchlistsOf = ({ settings }: VenueAccount): readonly VenueWatchlist[] =>
  settings.watchlists ?? [];

function named(request: ExchangeRequest): Found {
  const [id] = request.captures;
  const name = request.query.get("name");
  const list = watchlistsOf(request.account).find((each) =>
    id === undefined ? each.name === name : each.id === id,
  );
  if (!list) throw new RequestRefused(404, { code: 40410000, message: "watchlist not found" });
  return { request, list };
}

const wireList = ({ opening }: VenueAccount, list: VenueWatchlist) => ({
  id: list.id,
  account_id: opening.id,
  created_at: timeText(list.createdAt),
  updated_at: timeText(list.updatedAt),
  name: list.name,
});

function listsOf({ market, venue, now, newId }: ExchangeDesk) {
  const stocks = new Map(market.stocks.map((stock) => [stock.ticker, stock]));
  const whole = (account: VenueAccount, list: VenueWatchlist) => ({
    ...wireList(account, list),
    assets: list.tickers.flatMap((ticker) => {
      const stock = stocks.get(ticker);
      return stock ? [wireAsset(stock)] : [];
    }),
  });
  const keep = (account: VenueAccount, watchlists: readonly VenueWatchlist[]) =>
    venue.changeAccount(account.opening.id, { watchlists }, now());
  /** Their tickers, once each and in their order. */
  const tickersOf = (symbols: readonly (string | null)[]): readonly Ticker[] => {
    const tickers = symbols.map((symbol) => {
      const ticker = symbol === null ? undefined : tickerNamed(market, symbol);
      if (ticker === undefined)
        throw new RequestRefused(422, { code: 42210000, message: `asset not found: ${symbol}` });
      return ticker;
    });
    return [...new Set(tickers)];
  };
  const isTaken = (account: VenueAccount, name: string, id?: string) =>
    watchlistsOf(account).some((each) => each.name === name && each.id !== id);

  async function put({ request, list }: Found, change: Partial<VenueWatchlist>) {
    const { account } = request;
    const changed = { ...list, ...change, updatedAt: now() };
    if (SYMBOLS_MAX < changed.tickers.length)
      return unprocessable(42210000, `at most ${SYMBOLS_MAX} symbols`);
    const { id } = list;
    await keep(
      account,
      watchlistsOf(account).map((each) => (each.id === id ? changed : each)),
    );
    return json(whole(account, changed));
  }

  return {
    whole,

    async add({ account, readBody }: ExchangeRequest): Promise<ExchangeAnswer> {
      const body = NewList.safeParse(await readBody());
      if (!body.success) return unprocessable(42210000, "invalid watchlist: name is required");
      const { name, symbols } = body.data;
      const lists = watchlistsOf(account);
      if (isTaken(account, name)) return unprocessable(40010001, "watchlist name must be unique");
      if (WATCHLISTS_MAX <= lists.length)
        return unprocessable(42210000, `at most ${WATCHLISTS_MAX} watchlists`);
      const at = now();
      const tickers = tickersOf(symbols ?? []);
      const list = { id: newId(), name, tickers, createdAt: at, updatedAt: at };
      await keep(account, [...lists, list]);
      return json(whole(account, list));
    },

    async change(found: Found): Promise<ExchangeAnswer> {
      const body = ChangedList.safeParse(await found.request.readBody());
      if (!body.success) return unprocessable(42210000, "invalid watchlist");
      const { name, symbols } = body.data;
      if (name != null && isTaken(found.request.account, name, found.list.id))
        return unprocessable(40010001, "watchlist name must be unique");
      return put(found, {
        ...(name != null && { name }),
        ...(symbols != null && { tickers: tickersOf(symbols) }),
      });
    },

    async addSymbol(found: Found): Promise<ExchangeAnswer> {
      const body = AddedSymbol.safeParse(await found.request.readBody());
      if (!body.success) return unprocessable(42210000, "symbol is required");
      return put(found, { tickers: tickersOf([...found.list.tickers, body.data.symbol]) });
    },

    async removeSymbol(found: Found, symbol: string): Promise<ExchangeAnswer> {
      const { tickers } = found.list;
      const ticker = tickerNamed(market, symbol);
      if (ticker === undefined || !tickers.includes(ticker))
        return notFound(`${symbol} is not in the watchlist`);
      return put(found, { tickers: tickers.filter((each) => each !== ticker) });
    },

    async remove({ request: { account }, list: { id } }: Found): Promise<ExchangeAnswer> {
      await keep(
        account,
        watchlistsOf(account).filter((each) => each.id !== id),
      );
      return { status: 204 };
    },
  };
}
