import { isRegular, lastPrintAt } from "@sevenfold/application/exchange/venue-hours";
import { accountView, positionView } from "@sevenfold/application/exchange/venue-reads";
import { instant } from "@sevenfold/domain/market";

import { type EtradeDesk, latest } from "./etrade-desk.ts";
import type { EtradeBody, EtradeRequest, EtradeRoute } from "./etrade-http.ts";
import { invalid } from "./etrade-orders.ts";
import { quoteView } from "./etrade-quote-view.ts";
import { accountEntry, accountIdOf, balanceView, portfolioEntry } from "./etrade-views.ts";

const POSITIONS_PER_PAGE = 50;
const SYMBOLS_MAX = 25;
const LOOKED_UP_MAX = 10;
const SYMBOLS_MAX_OVERRIDDEN = 50;

/** The account, what it holds and what things cost. */
export function etradeAccountRoutes(desk: EtradeDesk): readonly EtradeRoute[] {
  return [
    {
      method: "GET",
      pattern: /^\/etrade\/v1\/accounts\/list$/,
      answer: ({ account }) => ({
        AccountListResponse: { Accounts: { Account: [accountEntry(account)] } },
      }),
    },
    {
      method: "GET",
      pattern: /^\/etrade\/v1\/accounts\/([^/]+)\/balance$/,
      answer: ({ account }) => balanceView(account, accountView(account, valuation(desk))),
    },
    {
      method: "GET",
      pattern: /^\/etrade\/v1\/accounts\/([^/]+)\/portfolio$/,
      answer: portfolio(desk),
    },
    { method: "GET", pattern: /^\/etrade\/v1\/market\/quote\/([^/]+)$/, answer: quotes(desk) },
    { method: "GET", pattern: /^\/etrade\/v1\/market\/lookup\/([^/]+)$/, answer: lookup(desk) },
  ];
}

const valuation = (desk: EtradeDesk) => ({
  market: desk.market,
  calendar: desk.calendar,
  at: latest(desk),
});

const portfolio =
  (desk: EtradeDesk) =>
  ({ account, query }: EtradeRequest): EtradeBody => {
    const count = countOf(query, "count", POSITIONS_PER_PAGE);
    const page = countOf(query, "pageNumber", 1);
    if (POSITIONS_PER_PAGE < count) throw invalid("Please enter a valid count");
    const all = [...account.positions.values()];
    if (all.length === 0) return undefined;
    const totalPages = Math.ceil(all.length / count);
    const shown = all.slice((page - 1) * count, page * count);
    return {
      PortfolioResponse: {
        AccountPortfolio: [
          {
            accountId: accountIdOf(account),
            totalPages,
            ...(page < totalPages && { nextPageNo: page + 1 }),
            Position: shown.map((position, index) =>
              portfolioEntry(
                positionView(account, position, valuation(desk)),
                (page - 1) * count + index,
              ),
            ),
          },
        ],
      },
    };
  };

function countOf(query: URLSearchParams, name: string, fallback: number): number {
  const count = Number(query.get(name) ?? fallback);
  if (!Number.isInteger(count) || count < 1) throw invalid(`Please enter a valid ${name}`);
  return count;
}

/** Products of whose name any part is what is looked for, or whose symbol begins with it. */
const lookup =
  ({ market }: EtradeDesk) =>
  ({ captures: [wanted = ""] }: EtradeRequest): EtradeBody => {
    const text = wanted.trim().toLowerCase();
    const found = market.stocks
      .filter(
        ({ name, ticker }) =>
          name.toLowerCase().includes(text) || ticker.toLowerCase().startsWith(text),
      )
      .slice(0, LOOKED_UP_MAX);
    if (text === "" || found.length === 0) return undefined;
    return {
      LookupResponse: {
        Data: found.map(({ name, ticker }) => ({
          symbol: ticker,
          description: name,
          type: "EQUITY",
        })),
      },
    };
  };

const quotes =
  (desk: EtradeDesk) =>
  ({ captures: [list = ""], query }: EtradeRequest): EtradeBody => {
    const symbols = list.split(",").filter(Boolean);
    const max = query.get("overrideSymbolCount") === "true" ? SYMBOLS_MAX_OVERRIDDEN : SYMBOLS_MAX;
    if (max < symbols.length) throw invalid(`Please enter at most ${max} symbols`);
    const { calendar, market } = desk;
    const now = latest(desk);
    const at = lastPrintAt(calendar, now);
    const before = instant(calendar.sessionClosedBy(now).closes - 1);
    const isOpen = isRegular(calendar.sessionAt(now), now);
    const known = market.stocks.filter(({ ticker }) => symbols.includes(ticker));
    const unknown = symbols.filter((symbol) => !market.has(symbol));
    return {
      QuoteResponse: {
        QuoteData: known.map(({ name, ticker }) =>
          quoteView({
            quote: market.quoteAt(ticker, at),
            print: market.printAt(ticker, at),
            previousClose: market.priceAt(ticker, before),
            ...{ name, at, isOpen },
          }),
        ),
        ...(0 < unknown.length && {
          Messages: {
            Message: unknown.map((symbol) => ({
              description: `${symbol} is an invalid symbol`,
              code: 1002,
              type: "WARNING",
            })),
          },
        }),
      },
    };
  };
