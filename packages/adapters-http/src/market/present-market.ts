import type { Company } from "@sevenfold/application/ports/companies";
import type { BoardPrice } from "@sevenfold/application/trading/prices/price-board";
import type { VenuePrices } from "@sevenfold/application/trading/prices/venue-prices";
import type { PanelRow } from "@sevenfold/application/views/read-market-panel";
import type { SymbolGlance } from "@sevenfold/application/views/symbol-glances";
import type {
  BarView,
  CompanyView,
  GlanceView,
  MarketHoursView,
  MarketPanelView,
  QuoteView,
} from "@sevenfold/contract/market";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { closesInText, marketHours, timeUntilOpenText } from "@sevenfold/domain/hours";
import type { Bar, Instant } from "@sevenfold/domain/market";
import { dollarsOf, type Price } from "@sevenfold/domain/money";
import { percentChangeOf } from "@sevenfold/domain/percent";

import { dollarsOrNull, orNull, timestampOf, timestampOrNull } from "../wire.ts";

export const presentQuote = (
  { ticker, price, bid, ask, at, from }: BoardPrice,
  close: Price | undefined,
): QuoteView => ({
  symbol: ticker,
  price: dollarsOf(price),
  change: close === undefined ? null : dollarsOf(price - close),
  changePercent: close === undefined ? null : orNull(percentChangeOf(close, price)),
  bid: dollarsOrNull(bid),
  ask: dollarsOrNull(ask),
  at: timestampOf(at),
  provider: from.name,
  provider_label: orNull(from.label),
});

export function presentHours(
  calendar: TradingCalendar,
  at: Instant,
  prices: { readonly isSimulated: boolean; readonly venuePrices: VenuePrices },
): MarketHoursView {
  const hours = marketHours(calendar, at);
  return {
    is_open: hours.isOpen,
    closes_in: orNull(closesInText(hours)),
    time_until_open: orNull(timeUntilOpenText(hours)),
    next_open: timestampOf(hours.nextOpen),
    next_close: timestampOrNull(calendar.sessionAt(at)?.closes),
    is_simulated: prices.isSimulated,
    venue_prices: prices.venuePrices,
  };
}

export const presentBar = (
  { start, open, high, low, close, volume }: Bar,
  isRegular: boolean,
): BarView => ({
  start: timestampOf(start),
  open: dollarsOf(open),
  high: dollarsOf(high),
  low: dollarsOf(low),
  close: dollarsOf(close),
  volume,
  isRegular,
});

export const presentGlance = ({ ticker, closes }: SymbolGlance): GlanceView => ({
  ticker,
  closes: closes.map(dollarsOf),
});

export const presentPanelRow = ({
  ticker,
  name,
  price,
  changePercent,
  spark,
}: PanelRow): MarketPanelView["rows"][number] => ({
  ticker,
  name,
  price: dollarsOrNull(price),
  changePercent: orNull(changePercent),
  spark: spark.map(dollarsOf),
});

export const presentCompany = ({ ticker, name, sector }: Company): CompanyView => ({
  ticker,
  name,
  sector,
});
