import type { VenueAccount } from "@sevenfold/application/simulation/venue-book";
import { type PositionView, positionView } from "@sevenfold/application/simulation/venue-reads";
import { type Quantity, shares } from "@sevenfold/domain/money";

import { type ExchangeDesk, valuationOf } from "./exchange-desk.ts";
import {
  type ExchangeAnswer,
  type ExchangeRequest,
  type ExchangeRoute,
  json,
} from "./exchange-http.ts";
import { tickerNamed, wirePosition } from "./exchange-mapping.ts";
import { submitDraft } from "./exchange-order-routes.ts";
import { notFound, unprocessable } from "./exchange-refusals.ts";

/** What an account holds, and selling it. */
export function positionRoutes(desk: ExchangeDesk): readonly ExchangeRoute[] {
  return [
    {
      method: "GET",
      pattern: /^\/v2\/positions$/,
      answer: ({ account }) => json(positionsOf(desk, account).map(wirePosition)),
    },
    {
      method: "DELETE",
      pattern: /^\/v2\/positions$/,
      answer: (request) => closeAll(desk, request),
    },
    {
      method: "GET",
      pattern: /^\/v2\/positions\/([^/]+)$/,
      answer({ account, captures: [wanted = ""] }) {
        const ticker = tickerNamed(desk.market, wanted);
        const view = positionsOf(desk, account).find((each) => each.ticker === ticker);
        return view ? json(wirePosition(view)) : notFound("position does not exist");
      },
    },
    {
      method: "DELETE",
      pattern: /^\/v2\/positions\/([^/]+)$/,
      answer: (request) => closePosition(desk, request),
    },
  ];
}

const positionsOf = (desk: ExchangeDesk, account: VenueAccount): readonly PositionView[] =>
  [...account.positions.values()].map((position) =>
    positionView(account, position, valuationOf(desk)),
  );

/** Sells everything; with `cancel_orders` what rests in the book gives its shares back first. */
async function closeAll(
  desk: ExchangeDesk,
  { account, query }: ExchangeRequest,
): Promise<ExchangeAnswer> {
  if (query.get("cancel_orders") === "true")
    for (const id of [...account.openOrders.keys()])
      await desk.venue.cancel(account.opening.id, id, desk.now());
  const rows = [];
  for (const { ticker, shares: held } of [...account.positions.values()]) {
    const { status, json: body } = await sell(desk, account, ticker, held);
    rows.push({ symbol: ticker, status, body });
  }
  return json(rows, 207);
}

async function closePosition(
  desk: ExchangeDesk,
  { account, captures: [wanted = ""], query }: ExchangeRequest,
): Promise<ExchangeAnswer> {
  const ticker = tickerNamed(desk.market, wanted);
  const position = ticker && account.positions.get(ticker);
  if (!position) return notFound("position does not exist");
  const quantity = closedQuantity(position.shares, query);
  return quantity === undefined
    ? unprocessable(40010001, "qty must be > 0")
    : sell(desk, account, ticker, quantity);
}

const sell = (
  desk: ExchangeDesk,
  account: VenueAccount,
  ticker: PositionView["ticker"],
  quantity: Quantity,
): Promise<ExchangeAnswer> =>
  submitDraft(desk, account, {
    clientOrderId: desk.newId(),
    ticker,
    side: "sell",
    quantity,
    timeInForce: "day",
    extendedHours: false,
  });

/** All shares, or the whole shares of what `qty` or `percentage` asks for. */
function closedQuantity(held: Quantity, query: URLSearchParams): Quantity | undefined {
  const qty = query.get("qty");
  const percentage = query.get("percentage");
  if (qty !== null && percentage !== null) return undefined;
  const share = Number(percentage);
  if (percentage !== null && !(0 < share && share <= 100)) return undefined;
  const wanted = qty !== null ? Number(qty) : percentage !== null ? (held * share) / 100 : held;
  const whole = Math.floor(wanted);
  return Number.isSafeInteger(whole) && 0 < whole ? shares(whole) : undefined;
}
