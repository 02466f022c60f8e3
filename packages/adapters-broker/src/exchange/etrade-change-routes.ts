import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import { admit } from "@sevenfold/application/exchange/venue-admission";
import {
  hasEnded,
  type VenueDraft,
  type VenueOrder,
} from "@sevenfold/application/exchange/venue-order";
import { changedDraft, type OrderChange } from "@sevenfold/application/exchange/venue-submission";

import { type EtradeDesk, latest } from "./etrade-desk.ts";
import type { EtradeBody, EtradeRequest, EtradeRoute } from "./etrade-http.ts";
import { placeAnswer, previewAnswer, readOrder, usePreview } from "./etrade-order-routes.ts";
import { otherOrder, refusedChange, refusedOrder } from "./etrade-orders.ts";

/** Changes an order that rests: the old one ends, and another of a new number takes its place. */
export function etradeChangeRoutes(desk: EtradeDesk): readonly EtradeRoute[] {
  return [
    {
      method: "PUT",
      pattern: /^\/etrade\/v1\/accounts\/([^/]+)\/orders\/(\d{1,9})\/change\/preview$/,
      answer: preview(desk),
    },
    {
      method: "PUT",
      pattern: /^\/etrade\/v1\/accounts\/([^/]+)\/orders\/(\d{1,9})\/change\/place$/,
      answer: place(desk),
    },
  ];
}

const preview =
  (desk: EtradeDesk) =>
  async ({ account, captures, readBody }: EtradeRequest): Promise<EtradeBody> => {
    const { draft } = await readOrder(desk, "PreviewOrderRequest", readBody);
    const order = orderAt(account, captures);
    const change = changeOf(order, draft);
    if (desk.venue.book.orderOfClient(account.opening.id, draft.clientOrderId))
      throw refusedOrder({ kind: "client-order-id-taken" });
    const at = latest(desk);
    const admitted = admit(changedDraft(order, change), account, { ...desk, at, instead: order });
    if (!admitted.ok) throw refusedOrder(admitted.refusal);
    const previewId = desk.previews.keep(ownerOf(account, order), draft, at);
    return previewAnswer(account, draft, { ...admitted.value, at, previewId });
  };

const place =
  (desk: EtradeDesk) =>
  async ({ account, captures, readBody }: EtradeRequest): Promise<EtradeBody> => {
    const { draft, previewIds } = await readOrder(desk, "PlaceOrderRequest", readBody);
    const { id } = account.opening;
    // A repeated request hears that the first one landed, whatever became of its preview.
    if (desk.venue.book.orderOfClient(id, draft.clientOrderId))
      throw refusedOrder({ kind: "client-order-id-taken" });
    const order = orderAt(account, captures);
    const change = changeOf(order, draft);
    usePreview(desk, previewIds, ownerOf(account, order), draft);
    const replaced = await desk.venue.replace(id, order.id, change, desk.now());
    if (!replaced.ok) throw refusedChange(replaced.refusal);
    return placeAnswer(account, draft, replaced.value);
  };

function orderAt(account: VenueAccount, [, number]: readonly string[]): VenueOrder {
  const order = account.orders[Number(number) - 1];
  if (!order) throw refusedChange({ kind: "order-unknown" });
  if (hasEnded(order)) throw refusedChange({ kind: "order-ended", order });
  return order;
}

/** A preview of a change is none of a new order, nor of another one's change. */
const ownerOf = ({ opening }: VenueAccount, order: VenueOrder): string =>
  `${opening.id} ${order.id}`;

function changeOf(order: VenueOrder, draft: VenueDraft): OrderChange {
  const { clientOrderId, limit, quantity, stop, timeInForce, trail } = draft;
  const isSame =
    order.ticker === draft.ticker &&
    order.side === draft.side &&
    (order.isShort ?? false) === (draft.isShort ?? false) &&
    order.extendedHours === draft.extendedHours &&
    (order.limit === undefined) === (limit === undefined) &&
    (order.stop === undefined) === (stop === undefined) &&
    order.trail?.by === trail?.by;
  const isTermKept = order.timeInForce === timeInForce;
  const isLongTerm = timeInForce === "day" || timeInForce === "gtc";
  if (!isSame || (!isTermKept && !isLongTerm)) throw otherOrder();
  return {
    clientOrderId,
    quantity,
    ...(limit !== undefined && { limit }),
    ...(stop !== undefined && { stop }),
    ...(trail !== undefined && { trail }),
    ...(isLongTerm && { timeInForce }),
  };
}
