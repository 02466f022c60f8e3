import type { VenueAccount } from "@sevenfold/application/simulation/venue-book";
import type { VenueDraft } from "@sevenfold/application/simulation/venue-order";
import { ordersOf } from "@sevenfold/application/simulation/venue-reads";

import type { ExchangeDesk } from "./exchange-desk.ts";
import {
  type ExchangeAnswer,
  type ExchangeRequest,
  type ExchangeRoute,
  json,
} from "./exchange-http.ts";
import { wireOrder } from "./exchange-mapping.ts";
import { draftFrom } from "./exchange-orders.ts";
import { countFrom, listFrom, microsFrom, wordFrom } from "./exchange-query.ts";
import {
  cancelRefusalAnswer,
  notFound,
  refusalAnswer,
  unprocessable,
} from "./exchange-refusals.ts";
import { OrderRequest } from "./exchange-wire.ts";

const ORDERS_PER_PAGE = { fallback: 50, max: 500 };

/** Sends, reads and cancels orders. */
export function orderRoutes(desk: ExchangeDesk): readonly ExchangeRoute[] {
  return [
    {
      method: "POST",
      pattern: /^\/v2\/orders$/,
      answer: ({ account, readBody }) => postOrder(desk, account, readBody),
    },
    { method: "GET", pattern: /^\/v2\/orders$/, answer: listOrders },
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
        return order ? json(wireOrder(order)) : notFound(`order not found for ${clientOrderId}`);
      },
    },
    {
      method: "GET",
      pattern: /^\/v2\/orders\/([^/]+)$/,
      answer({ account, captures: [id = ""] }) {
        const order = desk.venue.book.order(id);
        return order?.accountId === account.opening.id
          ? json(wireOrder(order))
          : notFound(`order not found for ${id}`);
      },
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
  return submitted.ok ? json(wireOrder(submitted.value)) : refusalAnswer(submitted.refusal);
}

async function postOrder(
  desk: ExchangeDesk,
  account: VenueAccount,
  readBody: () => Promise<unknown>,
): Promise<ExchangeAnswer> {
  const request = OrderRequest.safeParse(await readBody());
  if (!request.success) return unprocessable(40010001, wordsOf(request.error.issues));
  const draft = draftFrom(request.data, {
    isListed: desk.market.has,
    newClientOrderId: desk.newId,
  });
  return draft.ok ? submitDraft(desk, account, draft.value) : draft.refusal;
}

function listOrders({ account, query }: ExchangeRequest): ExchangeAnswer {
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
  });
  return json(orders.map(wireOrder));
}

const anchorOf = (account: VenueAccount, id: string | null): number | undefined =>
  id === null ? undefined : account.orders.find((order) => order.id === id)?.submittedMicros;

async function cancelAll(
  { venue, now }: ExchangeDesk,
  account: VenueAccount,
): Promise<ExchangeAnswer> {
  const ids = [...account.openOrders.keys()];
  const answers = await Promise.all(ids.map((id) => venue.cancel(account.opening.id, id, now())));
  return json(
    ids.map((id, index) => ({ id, status: answers[index]?.ok ? 200 : 422 })),
    207,
  );
}

const wordsOf = (issues: readonly { readonly path: PropertyKey[] }[]): string =>
  `invalid ${issues[0]?.path.map(String).join(".") || "request body"}`;
