import type { User } from "@sevenfold/application/ports/stores/user-store";
import { selectedAccount } from "@sevenfold/application/trading/account/selected-account";
import { inMarketOf, pricesOf } from "@sevenfold/application/trading/prices/venue-prices";
import { readBars } from "@sevenfold/application/views/read-bars";
import { openMarketPanel } from "@sevenfold/application/views/read-market-panel";
import { symbolGlances } from "@sevenfold/application/views/symbol-glances";
import * as contract from "@sevenfold/contract/market";
import type { Instant } from "@sevenfold/domain/market";
import { ok, refused } from "@sevenfold/domain/result";
import { QUICK_TRADE_TICKERS } from "@sevenfold/domain/stocks";

import type { HttpNeeds, HttpOptions } from "../http-needs.ts";
import { tickerFrom } from "../orders/ticket-draft.ts";
import { forAnyone, type Route, view } from "../route.ts";
import {
  presentBar,
  presentCompany,
  presentGlance,
  presentHours,
  presentPanelRow,
  presentQuote,
} from "./present-market.ts";

interface Asked {
  readonly input: { readonly symbol: string };
  readonly user: User;
}

/** Symbols a visitor sees before signing in. */
const PANEL_TICKERS = QUICK_TRADE_TICKERS.slice(0, 8);

export const marketRoutes = (needs: HttpNeeds, options: HttpOptions): readonly Route[] => {
  const { calendarOf, clock, companies, storage } = needs;
  const { isMarketSimulated, marketCalendar: calendar, marketDataLabel: provider } = options;
  const readGlances = symbolGlances(needs);
  const readPanel = openMarketPanel({ ...needs, calendar }, PANEL_TICKERS);

  const quote = async ({ input, user }: Asked) => {
    const account = await selectedAccount(storage.read, user.id);
    const { prices } = account.ok ? inMarketOf(needs, account.value) : needs;
    const ticker = tickerFrom(input.symbol);
    const known = await prices.ask(ticker);
    if (typeof known === "string") return refused({ kind: known, ticker });
    return ok(presentQuote(known, prices.previousClose(ticker)));
  };

  return [
    view(contract.readQuote, quote),
    view(contract.readQuoteByPath, quote),
    view(contract.readMarketHours, async ({ user }) => {
      const account = await selectedAccount(storage.read, user.id);
      if (!account.ok) return account;
      const prices = {
        isSimulated: isMarketSimulated && account.value.venue === "built-in",
        venuePrices: pricesOf(needs, account.value),
      };
      return ok(presentHours(calendarOf(account.value), clock.now(), prices));
    }),
    view(contract.listBars, async ({ user, input }) => {
      const { interval, count } = input;
      const wanted = { ticker: tickerFrom(input.symbol), interval, count };
      const bars = await readBars(needs)(user.id, wanted);
      if (!bars.ok) return bars;
      const account = await selectedAccount(storage.read, user.id);
      if (!account.ok) return account;
      const calendar = calendarOf(account.value);
      const isRegular = (start: Instant) =>
        interval === "day" || calendar.sessionAt(start) !== undefined;
      return ok(bars.value.map((bar) => presentBar(bar, isRegular(bar.start))));
    }),
    view(contract.listGlances, async ({ user }) => {
      const glances = await readGlances(user.id);
      return glances.ok ? ok(glances.value.map(presentGlance)) : glances;
    }),
    forAnyone(contract.readMarketPanel, async () => {
      const { isLive, rows } = await readPanel();
      return ok({
        provider,
        isSimulated: isMarketSimulated,
        isLive,
        rows: rows.map(presentPanelRow),
      });
    }),
    view(contract.readCompany, async ({ input }) => {
      const [company] = await companies.of([tickerFrom(input.ticker)]);
      return ok(presentCompany(company!));
    }),
    view(contract.readCompanies, async ({ input }) => {
      const found = await companies.of(input.tickers.map((symbol) => tickerFrom(symbol)));
      // Own fields only, whatever a symbol is called.
      return ok(
        Object.fromEntries(
          found.map(presentCompany).map(({ ticker, name, sector }) => [ticker, { name, sector }]),
        ),
      );
    }),
  ];
};
