import {
  type ShareCount,
  shareCount,
  shareCountFrom,
} from "@sevenfold/application/exchange/share-count";
import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import type { VenuePosition } from "@sevenfold/application/exchange/venue-holdings";
import { type PositionView, positionView } from "@sevenfold/application/exchange/venue-reads";
import { tickerNamed } from "./exchange-assets.ts";
import { type ExchangeDesk, valuationOf } from "./exchange-desk.ts";
import {
  type ExchangeAnswer,
  type ExchangeRequest,
  type ExchangeRoute,
  json,
} from "./exchange-http.ts";
import { wirePosition } from "./exchange-mapping.ts";
import { submitDraft } from "./exchange-order-routes.ts";
import { notFound, unprocessable } from "./exchange-refusals.ts";

/** What an account holds or owes, and closing it. */
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

/** Closes everything; with `cancel_orders` what rests in the book gives its shares back first. */
async function closeAll(
  desk: ExchangeDesk,
  { account, query }: ExchangeRequest,
): Promise<ExchangeAnswer> {
  if (query.get("cancel_orders") === "true")
    for (const id of [...account.openOrders.keys()])
      await desk.venue.cancel(account.opening.id, id, desk.now());
  const rows = [];
  for (const position of [...account.positions.values()]) {
    const all = shareCount(Math.abs(position.shares));
    const { status, json: body } = await close(desk, account, position, all);
    rows.push({ symbol: position.ticker, status, body });
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
  const quantity = closedQuantity(shareCount(Math.abs(position.shares)), query);
  return quantity === undefined
    ? unprocessable(40010001, "qty must be > 0")
    : close(desk, account, position, quantity);
}

/** Sells what is held, buys back what is owed. */
const close = (
  desk: ExchangeDesk,
  account: VenueAccount,
  { ticker, shares }: VenuePosition,
  quantity: ShareCount,
): Promise<ExchangeAnswer> =>
  submitDraft(desk, account, {
    clientOrderId: desk.newId(),
    ticker,
    side: shares < 0 ? "buy" : "sell",
    quantity,
    timeInForce: "day",
    extendedHours: false,
  });

/** All shares, what `qty` names, or the whole shares of a `percentage`. */
function closedQuantity(held: ShareCount, query: URLSearchParams): ShareCount | undefined {
  const qty = query.get("qty");
  const percentage = query.get("percentage");
  if (qty !== null && percentage !== null) return undefined;
  const share = percentage === null ? 100 : Number(percentage);
  if (!(0 < share && share <= 100)) return undefined;
  if (qty === null && share === 100) return held;
  const wanted = qty === null ? shareCount(Math.floor((held * share) / 100)) : shareCountFrom(qty);
  return wanted === 0 ? undefined : wanted;
}
