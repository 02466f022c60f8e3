import type { VenueAccount } from "@sevenfold/application/simulation/venue-book";
import {
  accountView,
  executionsOf,
  positionView,
  type Valuation,
} from "@sevenfold/application/simulation/venue-reads";
import { type Instant, instant } from "@sevenfold/domain/market";
import { type Quantity, shares } from "@sevenfold/domain/money";

import type { ExchangeDesk } from "./exchange-desk.ts";
import {
  type ExchangeAnswer,
  type ExchangeRequest,
  type ExchangeRoute,
  json,
} from "./exchange-http.ts";
import {
  assetIdOf,
  executionIdOf,
  wireAccount,
  wireFill,
  wirePosition,
} from "./exchange-mapping.ts";
import { submitDraft } from "./exchange-order-routes.ts";
import { countFrom, listFrom, microsFrom, wordFrom } from "./exchange-query.ts";
import { notFound, unprocessable } from "./exchange-refusals.ts";

const ACTIVITIES_PER_PAGE = { fallback: 100, max: 100 };
const DAY_MICROS = 86_400_000_000;

/** The account, what it holds and what it did. */
export function accountRoutes(desk: ExchangeDesk): readonly ExchangeRoute[] {
  const valuation = (): Valuation => ({
    market: desk.market,
    calendar: desk.calendar,
    at: at(desk),
  });
  const positionsOf = (account: VenueAccount) =>
    [...account.positions.values()].map((position) => positionView(account, position, valuation()));
  return [
    {
      method: "GET",
      pattern: /^\/v2\/account$/,
      answer: ({ account }) => json(wireAccount(account, accountView(account, valuation()))),
    },
    {
      method: "GET",
      pattern: /^\/v2\/positions$/,
      answer: ({ account }) => json(positionsOf(account).map(wirePosition)),
    },
    {
      method: "GET",
      pattern: /^\/v2\/positions\/([^/]+)$/,
      answer({ account, captures: [wanted = ""] }) {
        const view = positionsOf(account).find((each) => isNamed(each.ticker, wanted));
        return view ? json(wirePosition(view)) : notFound("position does not exist");
      },
    },
    {
      method: "DELETE",
      pattern: /^\/v2\/positions\/([^/]+)$/,
      answer: (request) => closePosition(desk, request),
    },
    {
      method: "GET",
      pattern: /^\/v2\/account\/activities(?:\/([A-Z_]+))?$/,
      answer: listActivities,
    },
  ];
}

async function closePosition(
  desk: ExchangeDesk,
  { account, captures: [wanted = ""], query }: ExchangeRequest,
): Promise<ExchangeAnswer> {
  const position = [...account.positions.values()].find(({ ticker }) => isNamed(ticker, wanted));
  if (!position) return notFound("position does not exist");
  const quantity = closedQuantity(position.shares, query);
  if (quantity === undefined) return unprocessable(40010001, "qty must be > 0");
  return submitDraft(desk, account, {
    clientOrderId: desk.newId(),
    ticker: position.ticker,
    side: "sell",
    quantity,
    timeInForce: "day",
    extendedHours: false,
  });
}

/** All shares, or the whole shares of what `qty` or `percentage` asks for. */
function closedQuantity(held: Quantity, query: URLSearchParams): Quantity | undefined {
  const qty = query.get("qty");
  const percentage = query.get("percentage");
  if (qty !== null && percentage !== null) return undefined;
  const wanted =
    qty !== null ? Number(qty) : percentage !== null ? (held * Number(percentage)) / 100 : held;
  const whole = Math.floor(wanted);
  return Number.isSafeInteger(whole) && 0 < whole ? shares(whole) : undefined;
}

function listActivities({ account, captures: [type], query }: ExchangeRequest): ExchangeAnswer {
  const types = type ? [type] : (listFrom(query, "activity_types") ?? ["FILL"]);
  const pageSize = countFrom(query, "page_size", ACTIVITIES_PER_PAGE);
  const isOldestFirst = wordFrom(query, "direction", ["desc", "asc"]) === "asc";
  if (!types.includes("FILL") || query.get("category") === "non_trade_activity") return json([]);
  const day = microsFrom(query, "date");
  const afterMicros = day === undefined ? microsFrom(query, "after") : day - 1;
  const untilMicros = day === undefined ? microsFrom(query, "until") : day + DAY_MICROS;
  const token = query.get("page_token");
  const executions = executionsOf(account, {
    limit: pageSize,
    isOldestFirst,
    ...(afterMicros !== undefined && { afterMicros }),
    ...(untilMicros !== undefined && { untilMicros }),
    ...(token && { follows: executionIdOf(token) }),
  });
  return json(executions.map(wireFill));
}

const isNamed = (ticker: string, wanted: string): boolean =>
  ticker === wanted || assetIdOf(ticker) === wanted;

/** Now, but never before the latest thing the book knows. */
const at = ({ venue, now }: ExchangeDesk): Instant => instant(Math.max(now(), venue.book.latestAt));
