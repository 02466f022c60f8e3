import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import { admit } from "@sevenfold/application/exchange/venue-admission";
import {
  hasEnded,
  submittedAt,
  type VenueDraft,
  type VenueOrder,
} from "@sevenfold/application/exchange/venue-order";
import type { Admitted } from "@sevenfold/application/exchange/venue-refusal";
import type { Instant } from "@sevenfold/domain/market";
import { newYorkParts } from "@sevenfold/domain/new-york-time";
import { z } from "zod";

import { type EtradeDesk, latest, orderIdOf } from "./etrade-desk.ts";
import type { EtradeBody, EtradeRequest, EtradeRoute } from "./etrade-http.ts";
import {
  draftFrom,
  EtradeOrder,
  invalid,
  PreviewIds,
  refusedCancel,
  refusedOrder,
  stalePreview,
} from "./etrade-orders.ts";
import { daysFrom } from "./etrade-query.ts";
import { accountIdOf, accountKeyOf, orderView, previewedOrder, statusOf } from "./etrade-views.ts";

const PER_PAGE = 25;
const PER_PAGE_MAX = 100;
const SYMBOLS_MAX = 25;

/** Previews, places, cancels and lists orders. The first capture is the account's key. */
export function etradeOrderRoutes(desk: EtradeDesk): readonly EtradeRoute[] {
  return [
    {
      method: "POST",
      pattern: /^\/etrade\/v1\/accounts\/([^/]+)\/orders\/preview$/,
      answer: preview(desk),
    },
    {
      method: "POST",
      pattern: /^\/etrade\/v1\/accounts\/([^/]+)\/orders\/place$/,
      answer: place(desk),
    },
    {
      method: "PUT",
      pattern: /^\/etrade\/v1\/accounts\/([^/]+)\/orders\/cancel$/,
      answer: cancel(desk),
    },
    { method: "GET", pattern: /^\/etrade\/v1\/accounts\/([^/]+)\/orders$/, answer: list(desk) },
    {
      method: "GET",
      pattern: /^\/etrade\/v1\/accounts\/([^/]+)\/orders\/(\d{1,9})$/,
      answer({ account, captures: [, id] }) {
        const order = account.orders[Number(id) - 1];
        return order && { OrdersResponse: { Order: [shown(desk, account, order)] } };
      },
    },
  ];
}

const preview =
  (desk: EtradeDesk) =>
  async ({ account, readBody }: EtradeRequest): Promise<EtradeBody> => {
    const { draft } = await readOrder(desk, "PreviewOrderRequest", readBody);
    const at = latest(desk);
    if (desk.venue.book.orderOfClient(account.opening.id, draft.clientOrderId))
      throw refusedOrder({ kind: "client-order-id-taken" });
    const admitted = admit(draft, account, { ...desk, at });
    if (!admitted.ok) throw refusedOrder(admitted.refusal);
    const previewId = desk.previews.keep(account.opening.id, draft, at);
    return previewAnswer(account, draft, { ...admitted.value, at, previewId });
  };

export function previewAnswer(
  account: VenueAccount,
  draft: VenueDraft,
  {
    at,
    previewId,
    reservedEach,
  }: Pick<Admitted, "reservedEach"> & { readonly at: Instant; readonly previewId: number },
): EtradeBody {
  const order = previewedOrder(draft, reservedEach);
  return {
    PreviewOrderResponse: {
      orderType: "EQ",
      totalOrderValue: order.estimatedTotalAmount,
      previewTime: at,
      dstFlag: false,
      accountId: accountIdOf(account),
      Order: [order],
      PreviewIds: [{ previewId }],
      Disclosure: {
        ehDisclosureFlag: draft.extendedHours,
        ahDisclosureFlag: false,
        conditionalDisclosureFlag: false,
        aoDisclosureFlag: false,
      },
    },
  };
}

const place =
  (desk: EtradeDesk) =>
  async ({ account, readBody }: EtradeRequest): Promise<EtradeBody> => {
    const { draft, previewIds } = await readOrder(desk, "PlaceOrderRequest", readBody);
    const { id } = account.opening;
    // A repeated request hears that the first one landed, whatever became of its preview.
    if (desk.venue.book.orderOfClient(id, draft.clientOrderId))
      throw refusedOrder({ kind: "client-order-id-taken" });
    usePreview(desk, previewIds, id, draft);
    const submitted = await desk.venue.submit(id, draft, desk.now());
    if (!submitted.ok) throw refusedOrder(submitted.refusal);
    return placeAnswer(account, draft, submitted.value);
  };

/** Uses a preview of the very same order up, or says that there is none. */
export function usePreview(
  desk: EtradeDesk,
  previewIds: unknown,
  owner: string,
  draft: VenueDraft,
): void {
  const ids = PreviewIds.safeParse(previewIds);
  const previewId = ids.success ? (ids.data[0]?.previewId ?? 0) : 0;
  if (!desk.previews.use(previewId, owner, draft, latest(desk))) throw stalePreview();
}

export const placeAnswer = (
  account: VenueAccount,
  draft: VenueDraft,
  order: VenueOrder,
): EtradeBody => ({
  PlaceOrderResponse: {
    orderType: "EQ",
    dstFlag: false,
    placedTime: submittedAt(order),
    accountId: accountIdOf(account),
    Order: [
      {
        ...previewedOrder(draft, order.reservedEach),
        messages: { Message: [placedMessage(order)] },
      },
    ],
    OrderIds: [{ orderId: orderIdOf(account, order.id) }],
  },
});

/** A success travels as a warning. */
const placedMessage = ({ status }: VenueOrder) =>
  status === "accepted"
    ? {
        description: "200|Your order was successfully entered while the market was closed.",
        code: 1027,
        type: "WARNING",
      }
    : {
        description: "200|Your order was successfully entered during market hours.",
        code: 1026,
        type: "WARNING",
      };

const CancelRequest = z.object({ CancelOrderRequest: z.object({ orderId: z.number() }) });

const cancel =
  (desk: EtradeDesk) =>
  async ({ account, readBody }: EtradeRequest): Promise<EtradeBody> => {
    const body = CancelRequest.safeParse(await readBody());
    if (!body.success) throw invalid("Please enter a valid order ID");
    const { orderId } = body.data.CancelOrderRequest;
    const id = account.orders[orderId - 1]?.id ?? "";
    const canceled = await desk.venue.cancel(account.opening.id, id, desk.now());
    if (!canceled.ok) throw refusedCancel(canceled.refusal);
    desk.cancels.add(id);
    return {
      CancelOrderResponse: {
        accountId: accountIdOf(account),
        orderId,
        cancelTime: latest(desk),
        messages: {
          // A thing of its own here, where other answers have a list of one.
          Message: {
            description: "200|Your request to cancel your order is being processed.",
            code: 5011,
            type: "WARNING",
          },
        },
      },
    };
  };

const list =
  (desk: EtradeDesk) =>
  ({ account, query }: EtradeRequest): EtradeBody => {
    const count = countOf(query);
    const passes = filterOf(desk, query);
    const below = query.has("marker") ? Number(query.get("marker")) : account.orders.length + 1;
    if (!Number.isSafeInteger(below) || below < 1) throw invalid("Please enter a valid marker");
    const found: VenueOrder[] = [];
    let index = Math.min(below - 1, account.orders.length) - 1;
    for (; 0 <= index && found.length < count; index -= 1) {
      const order = account.orders[index];
      if (order && passes(order)) found.push(order);
    }
    if (found.length === 0) return undefined;
    // The next page begins below the last order looked at.
    const hasMore = account.orders.slice(0, index + 1).some(passes);
    return {
      OrdersResponse: {
        ...(hasMore && {
          marker: String(index + 2),
          next: `${ordersUrl(account)}?marker=${index + 2}`,
        }),
        Order: found.map((order) => shown(desk, account, order)),
      },
    };
  };

function countOf(query: URLSearchParams): number {
  const count = Number(query.get("count") ?? PER_PAGE);
  if (!Number.isInteger(count) || count < 1 || PER_PAGE_MAX < count)
    throw invalid("Please enter a valid count");
  return count;
}

function filterOf({ cancels }: EtradeDesk, query: URLSearchParams): (order: VenueOrder) => boolean {
  const { from, to } = daysFrom(query, { from: "fromDate", to: "toDate" });
  const status = query.get("status");
  const symbols = query.get("symbol")?.split(",");
  if (symbols && SYMBOLS_MAX < symbols.length) throw invalid("Please enter at most 25 symbols");
  return (order) => {
    const { day, month, year } = newYorkParts(submittedAt(order));
    const placed = (year * 100 + month) * 100 + day;
    const word = statusOf(order, isCancelShown(order, cancels));
    return (
      (from === undefined || from <= placed) &&
      (to === undefined || placed <= to) &&
      (status === null || status === (word === "PARTIAL" ? "OPEN" : word)) &&
      (symbols === undefined || symbols.includes(order.ticker))
    );
  };
}

/** Until it has ended, and once more after that: a cancel is a request first. */
const isCancelShown = (order: VenueOrder, cancels: EtradeDesk["cancels"]): boolean =>
  cancels.has(order.id) && (!hasEnded(order) || order.status === "canceled");

function shown(desk: EtradeDesk, account: VenueAccount, order: VenueOrder) {
  const isCancelAsked = isCancelShown(order, desk.cancels);
  if (isCancelAsked && hasEnded(order)) desk.cancels.delete(order.id);
  const { replacedBy, replaces } = order;
  return orderView(order, {
    orderId: orderIdOf(account, order.id),
    ...(replacedBy !== undefined && { replacedByOrderId: orderIdOf(account, replacedBy) }),
    ...(replaces !== undefined && { replacesOrderId: orderIdOf(account, replaces) }),
    status: statusOf(order, isCancelAsked),
    url: ordersUrl(account),
  });
}

const ordersUrl = (account: VenueAccount): string => `/v1/accounts/${accountKeyOf(account)}/orders`;

export async function readOrder(
  { market }: EtradeDesk,
  envelope: "PreviewOrderRequest" | "PlaceOrderRequest",
  readBody: () => Promise<unknown>,
): Promise<{ readonly draft: VenueDraft; readonly previewIds: unknown }> {
  const body = z.object({ [envelope]: EtradeOrder }).safeParse(await readBody());
  const order = body.success ? (body.data[envelope] as EtradeOrder) : undefined;
  if (!order) throw invalid("Please enter a valid order");
  return { draft: draftFrom(order, market), previewIds: order.PreviewIds };
}
