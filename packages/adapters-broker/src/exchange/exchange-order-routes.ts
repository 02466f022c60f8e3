import { isWhole } from "@sevenfold/application/exchange/share-count";
import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import type { VenueDraft, VenueOrder } from "@sevenfold/application/exchange/venue-order";
import { ordersOf } from "@sevenfold/application/exchange/venue-reads";
import { inferredShort } from "@sevenfold/application/exchange/venue-room";
import { tickerNamed } from "./exchange-assets.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import {
  type ExchangeAnswer,
  type ExchangeRequest,
  type ExchangeRoute,
  json,
} from "./exchange-http.ts";
import { intentOf, wireOrder } from "./exchange-mapping.ts";
import { changeFrom, draftFrom } from "./exchange-orders.ts";
import { countFrom, listFrom, microsFrom, wordFrom } from "./exchange-query.ts";
import {
  cancelRefusalAnswer,
  forbidden,
  notFound,
  refusalAnswer,
  replaceRefusalAnswer,
  unprocessable,
} from "./exchange-refusals.ts";
import { OrderRequest, ReplaceRequest } from "./exchange-wire.ts";

const ORDERS_PER_PAGE = { fallback: 50, max: 500 };

/** Sends, reads and cancels orders. */
export function orderRoutes(desk: ExchangeDesk): readonly ExchangeRoute[] {
  return [
    {
      method: "POST",
      pattern: /^\/v2\/orders$/,
      answer: ({ account, readBody }) => postOrder(desk, account, readBody),
    },
    {
      method: "GET",
      pattern: /^\/v2\/orders$/,
      answer: (request) => listOrders(desk, request),
    },
    {
      method: "DELETE",
      pattern: /^\/v2\/orders$/,
      answer: ({ account }) => cancelAll(desk, account),
    },
    {
      method: "GET",
      pattern: /^\/v2\/orders:by_client_order_id$/,
      answer({ account, query }) {
        const clientOrderId = query.get("client_order_id") ?? "";
        const order = desk.venue.book.orderOfClient(account.opening.id, clientOrderId);
        return order ? json(shown(desk, order)) : notFound(`order not found for ${clientOrderId}`);
      },
    },
    {
      method: "GET",
      pattern: /^\/v2\/orders\/([^/]+)$/,
      answer({ account, captures: [id = ""], query }) {
        const order = desk.venue.book.order(id);
        return order?.accountId === account.opening.id
          ? json(shown(desk, order, query.get("nested") === "true"))
          : notFound(`order not found for ${id}`);
      },
    },
    {
      method: "PATCH",
      pattern: /^\/v2\/orders\/([^/]+)$/,
      answer: (request) => replaceOrder(desk, request),
    },
    {
      method: "DELETE",
      pattern: /^\/v2\/orders\/([^/]+)$/,
      async answer({ account, captures: [id = ""] }) {
        const canceled = await desk.venue.cancel(account.opening.id, id, desk.now());
        return canceled.ok ? { status: 204 } : cancelRefusalAnswer(canceled.refusal, id);
      },
    },
  ];
}

/** Hands a draft to the venue and answers with the order it became, or the refusal. */
export async function submitDraft(
  { venue, now }: ExchangeDesk,
  account: VenueAccount,
  draft: VenueDraft,
): Promise<ExchangeAnswer> {
  const submitted = await venue.submit(account.opening.id, draft, now());
  return submitted.ok
    ? json(wireOrder(submitted.value, legsOf(venue, submitted.value)))
    : refusalAnswer(submitted.refusal);
}

async function postOrder(
  desk: ExchangeDesk,
  account: VenueAccount,
  readBody: () => Promise<unknown>,
): Promise<ExchangeAnswer> {
  const request = OrderRequest.safeParse(await readBody());
  if (!request.success) return unprocessable(40010001, wordsOf(request.error.issues));
  const draft = draftFrom(request.data, {
    tickerOf: (nameOrId) => tickerNamed(desk.market, nameOrId),
    newClientOrderId: desk.newId,
  });
  if (!draft.ok) return draft.refusal;
  const inferred = intentOf({
    side: draft.value.side,
    isShort: inferredShort(account, draft.value),
  });
  const intent = request.data.position_intent ?? inferred;
  if (intent !== inferred)
    return unprocessable(
      40010001,
      `position intent mismatch, inferred: ${inferred}, specified: ${intent}`,
    );
  const isInParts = draft.value.notional !== undefined || !isWhole(draft.value.quantity);
  return isInParts && account.settings.preferences?.fractional_trading === false
    ? forbidden("fractional trading is disabled for this account")
    : submitDraft(desk, account, draft.value);
}

async function replaceOrder(
  desk: ExchangeDesk,
  { account, captures: [id = ""], readBody }: ExchangeRequest,
): Promise<ExchangeAnswer> {
  const request = ReplaceRequest.safeParse(await readBody());
  if (!request.success) return unprocessable(40010001, wordsOf(request.error.issues));
  const order = desk.venue.book.order(id);
  if (order?.accountId !== account.opening.id) return notFound(`order not found for ${id}`);
  const change = changeFrom(request.data, order, desk.newId);
  if (!change.ok) return change.refusal;
  const replaced = await desk.venue.replace(account.opening.id, id, change.value, desk.now());
  return replaced.ok ? json(wireOrder(replaced.value)) : replaceRefusalAnswer(replaced.refusal, id);
}

/** The other orders of a group, below its first one. */
function legsOf({ book }: ExchangeDesk["venue"], order: VenueOrder): readonly VenueOrder[] {
  const isFirst = order.group !== undefined && isFirstOfGroup(order);
  return isFirst
    ? book.groupOf(order).filter(({ id, status }) => id !== order.id && status !== "replaced")
    : [];
}

/** A parent, or an oco's take-profit. */
const isFirstOfGroup = ({ group, orderClass }: VenueOrder): boolean =>
  group?.role === "parent" || (orderClass === "oco" && group?.role === "take-profit");

const shown = ({ venue }: ExchangeDesk, order: VenueOrder, isNested = false) =>
  wireOrder(order, isNested ? legsOf(venue, order) : undefined);

function listOrders(desk: ExchangeDesk, { account, query }: ExchangeRequest): ExchangeAnswer {
  const anchors = ["before_order_id", "after_order_id"].filter((name) => query.has(name));
  const isTimed = query.has("after") || query.has("until");
  if (anchors.length === 2 || (anchors.length === 1 && isTimed))
    return unprocessable(
      40010001,
      "only one of before_order_id, after_order_id or times is accepted",
    );
  const isNested = query.get("nested") === "true";
  const assetClass = query.get("asset_class");
  if (assetClass !== null && !listed(assetClass)) return json([]);
  const symbols = listFrom(query, "symbols");
  const side = query.get("side");
  const afterMicros = anchorOf(account, query.get("after_order_id")) ?? microsFrom(query, "after");
  const untilMicros = anchorOf(account, query.get("before_order_id")) ?? microsFrom(query, "until");
  const orders = ordersOf(account, {
    status: wordFrom(query, "status", ["open", "closed", "all"]),
    limit: countFrom(query, "limit", ORDERS_PER_PAGE),
    isOldestFirst: wordFrom(query, "direction", ["desc", "asc"]) === "asc",
    ...(afterMicros !== undefined && { afterMicros }),
    ...(untilMicros !== undefined && { untilMicros }),
    ...(symbols && { tickers: new Set(symbols) }),
    ...(side !== null && { side }),
    // Nested, a leg is shown below the order it belongs to.
    ...(isNested && { passes: (order) => order.group === undefined || isFirstOfGroup(order) }),
  });
  return json(orders.map((order) => shown(desk, order, isNested)));
}

const listed = (assetClasses: string): boolean =>
  assetClasses.split(",").some((word) => word === "us_equity" || word === "all");

const anchorOf = (account: VenueAccount, id: string | null): number | undefined =>
  id === null ? undefined : account.orders.find((order) => order.id === id)?.submittedMicros;

async function cancelAll(
  { venue, now }: ExchangeDesk,
  account: VenueAccount,
): Promise<ExchangeAnswer> {
  const ids = [...account.openOrders.keys()];
  const answers = await Promise.all(ids.map((id) => venue.cancel(account.opening.id, id, now())));
  return json(
    ids.map((id, index) => ({ id, status: isCanceled(answers[index]) ? 200 : 422 })),
    207,
  );
}

/** Also when an order it belongs to took it along. */
const isCanceled = (answer: Awaited<ReturnType<ExchangeDesk["venue"]["cancel"]>> | undefined) =>
  answer?.ok === true ||
  (answer?.refusal.kind === "order-ended" && answer.refusal.order.status === "canceled");

const wordsOf = (issues: readonly { readonly path: PropertyKey[] }[]): string =>
  `invalid ${issues[0]?.path.map(String).join(".") || "request body"}`;
