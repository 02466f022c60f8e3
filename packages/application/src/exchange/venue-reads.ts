import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, type Price } from "@sevenfold/domain/money";

import { type ShareCount, shareCount, worthOf } from "./share-count.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import type { VenueAccount } from "./venue-account.ts";
import type { Holdings, VenuePosition } from "./venue-holdings.ts";
import { lastPrintAt, lastPrintOf, regularSessionAt, type VenueCalendar } from "./venue-hours.ts";
import { buyingPowerOf, type MarginStanding, marginStanding } from "./venue-margin.ts";
import type { VenueExecution, VenueOrder } from "./venue-order.ts";
import { sharesHeldForOrders } from "./venue-room.ts";

/** What reading an account's value takes, besides the account. */
export interface Valuation {
  readonly market: SimulatedMarket;
  readonly calendar: VenueCalendar;
  readonly at: Instant;
}

export interface AccountView extends MarginStanding {
  readonly cash: Money;
  readonly buyingPower: Money;
  /** Of what is held, less what is owed. */
  readonly marketValue: Money;
  /** At the previous regular close, with the holdings of that moment. */
  readonly lastEquity: Money;
  /** The trading day of that close. */
  readonly lastDay: string;
}

export interface PositionView extends VenuePosition {
  /** Not spoken for by orders that close it; below zero of what is owed. */
  readonly available: ShareCount;
  readonly last: Price;
  /** At the previous regular close. */
  readonly lastDayPrice: Price;
  readonly marketValue: Money;
  /** What today's gain counts from: the previous close, or what was paid when all was bought since. */
  readonly dayBasis: Money;
}

export function accountView(account: VenueAccount, valuation: Valuation): AccountView {
  const { market, calendar, at } = valuation;
  const { day, closes } = calendar.sessionClosedBy(at);
  const printed = lastPrintAt(calendar, at);
  const priceOf = (ticker: Ticker) => market.priceAt(ticker, printed);
  const standing = marginStanding(account, priceOf);
  const before = holdingsAtClose(account, valuation);
  return {
    cash: account.cash,
    buyingPower: buyingPowerOf(account, priceOf),
    ...standing,
    marketValue: money(standing.longValue + standing.shortValue),
    lastEquity: money(before.cash + worth(before, market, lastPrintOf(calendar, closes))),
    lastDay: day,
  };
}

export function positionView(
  account: VenueAccount,
  position: VenuePosition,
  { market, calendar, at }: Valuation,
): PositionView {
  const { ticker, shares: held, costBasis, since } = position;
  const { closes } = calendar.sessionClosedBy(at);
  const last = market.priceAt(ticker, lastPrintAt(calendar, at));
  const printed = lastPrintOf(calendar, closes);
  const scale = market.scaleBetween(ticker, { after: printed, until: at, kinds: SPLITS });
  const lastDayPrice = Math.round(market.priceAt(ticker, printed) * scale) as Price;
  return {
    ...position,
    available: shareCount(held - Math.sign(held) * sharesHeldForOrders(account, ticker)),
    last,
    lastDayPrice,
    marketValue: worthOf(last, held),
    dayBasis: closes <= since ? costBasis : worthOf(lastDayPrice, held),
  };
}

const SPLITS: ReadonlySet<"split"> = new Set(["split"]);

/** Which orders, newest or oldest first, at most `limit`. Bounds on the time of sending exclude it. */
export interface OrderFilter {
  readonly status: "open" | "closed" | "all";
  readonly limit: number;
  readonly isOldestFirst: boolean;
  readonly afterMicros?: number;
  readonly untilMicros?: number;
  readonly tickers?: ReadonlySet<string>;
  readonly side?: string;
  readonly passes?: (order: VenueOrder) => boolean;
}

export function ordersOf(account: VenueAccount, filter: OrderFilter): readonly VenueOrder[] {
  const { status, tickers, side, afterMicros = -1, untilMicros = Number.MAX_SAFE_INTEGER } = filter;
  return page(
    account.orders,
    filter,
    (order) =>
      afterMicros < order.submittedMicros &&
      order.submittedMicros < untilMicros &&
      (status === "all" || account.openOrders.has(order.id) === (status === "open")) &&
      (tickers === undefined || tickers.has(order.ticker)) &&
      (side === undefined || side === order.side) &&
      (filter.passes === undefined || filter.passes(order)),
  );
}

/** Which executions, newest or oldest first, at most `limit`, after the one named if any. */
export interface ExecutionFilter {
  readonly limit: number;
  readonly isOldestFirst: boolean;
  readonly afterMicros?: number;
  readonly untilMicros?: number;
  /** The last execution of the page before. */
  readonly follows?: string;
}

export function executionsOf(
  account: VenueAccount,
  filter: ExecutionFilter,
): readonly VenueExecution[] {
  const {
    follows,
    isOldestFirst,
    afterMicros = -1,
    untilMicros = Number.MAX_SAFE_INTEGER,
  } = filter;
  const anchor = account.executions.find(({ id }) => id === follows)?.atMicros;
  if (follows !== undefined && anchor === undefined) return [];
  return page(
    account.executions,
    filter,
    ({ atMicros }) =>
      afterMicros < atMicros &&
      atMicros < untilMicros &&
      (anchor === undefined || (isOldestFirst ? anchor < atMicros : atMicros < anchor)),
  );
}

/** The first `limit` that pass, from the wanted end of a list kept oldest first. */
function page<Row>(
  rows: readonly Row[],
  { limit, isOldestFirst }: { readonly limit: number; readonly isOldestFirst: boolean },
  passes: (row: Row) => boolean,
): readonly Row[] {
  const found: Row[] = [];
  for (let step = 0; step < rows.length && found.length < limit; step += 1) {
    const row = rows[isOldestFirst ? step : rows.length - 1 - step];
    if (row !== undefined && passes(row)) found.push(row);
  }
  return found;
}

function holdingsAtClose(account: VenueAccount, { calendar, at }: Valuation): Holdings {
  const dayOf = (when: Instant) => regularSessionAt(calendar, when).day;
  const { beforeLatestDay } = account;
  return dayOf(beforeLatestDay.firstFillAt) === dayOf(at) ? beforeLatestDay : account;
}

function worth(holdings: Holdings, market: SimulatedMarket, at: Instant): Money {
  let sum = 0;
  for (const [ticker, { shares: held }] of holdings.positions)
    sum += worthOf(market.priceAt(ticker as Ticker, at), held);
  return money(sum);
}
