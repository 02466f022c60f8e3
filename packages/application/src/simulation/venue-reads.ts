import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, type Price, type Quantity, shares } from "@sevenfold/domain/money";

import type { SimulatedMarket } from "./simulated-market.ts";
import { buyingPowerOf, sharesHeldForOrders } from "./venue-admission.ts";
import type { Holdings, VenueAccount, VenuePosition } from "./venue-book.ts";
import { lastPrintAt, lastPrintOf, regularSessionAt, type VenueCalendar } from "./venue-hours.ts";
import type { VenueExecution, VenueOrder } from "./venue-order.ts";

/** What reading an account's value takes, besides the account. */
export interface Valuation {
  readonly market: SimulatedMarket;
  readonly calendar: VenueCalendar;
  readonly at: Instant;
}

export interface AccountView {
  readonly cash: Money;
  readonly buyingPower: Money;
  readonly marketValue: Money;
  readonly equity: Money;
  /** At the previous regular close, with the holdings of that moment. */
  readonly lastEquity: Money;
  /** The trading day of that close. */
  readonly lastDay: string;
}

export interface PositionView extends VenuePosition {
  /** Not spoken for by open sells. */
  readonly available: Quantity;
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
  const marketValue = worth(account, market, lastPrintAt(calendar, at));
  const before = holdingsAtClose(account, valuation);
  return {
    cash: account.cash,
    buyingPower: buyingPowerOf(account),
    marketValue,
    equity: money(account.cash + marketValue),
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
    available: shares(held - sharesHeldForOrders(account, ticker)),
    last,
    lastDayPrice,
    marketValue: money(last * held),
    dayBasis: closes <= since ? costBasis : money(lastDayPrice * held),
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
    sum += held * market.priceAt(ticker as Ticker, at);
  return money(sum);
}
