import { BrokerUnavailable, type SubmitAnswer } from "@sevenfold/application/ports/broker";
import type { Order } from "@sevenfold/domain/order";

import type { EtradeAnswer } from "./etrade-answer.ts";
import { orderToWire } from "./etrade-order-mapping.ts";
import type { OrderDesk } from "./etrade-orders.ts";
import { isDuplicateKey, isStalePreview, refusalFrom } from "./etrade-refusals.ts";
import { PlacedWire, PreviewWire, previewError } from "./etrade-wire.ts";

const UNREADABLE = "E*TRADE's answer could not be read.";

const STALE = "E*TRADE's preview went stale before the order was placed.";

/**
 * Previews an order and places it. Nothing is ordered by a preview, nor by placing one that went stale:
 * whoever sends may send again, after having asked again whether the order is still right. What placing
 * came to without an answer is unknown. "There already" is for whoever can look.
 */
export async function previewThenPlace(
  { line, ordersPath }: OrderDesk,
  order: Order,
): Promise<SubmitAnswer | { readonly kind: "there-already"; readonly message: string }> {
  const request = orderToWire(order);
  // Never short: a sell only ever closes.
  const purpose = order.side === "sell" ? "lowers-risk" : "ordinary";
  let path: string;
  try {
    path = await ordersPath();
  } catch (error) {
    if (error instanceof BrokerUnavailable) return notAddressed(order, error);
    throw error;
  }
  const previewed = await line.read({
    method: "POST",
    path: `${path}/preview`,
    body: { PreviewOrderRequest: request },
    purpose,
  });
  // A preview that was lost or came garbled has placed nothing.
  if (previewed.kind === "lost") return { kind: "not-sent", message: previewed.message };
  if (previewed.kind !== "ok") return answerOf(order, previewed);
  const preview = PreviewWire.safeParse(previewed.body);
  if (!preview.success) return withoutPreview(order, previewed.body);
  // A sale of shares that are held partly in cash and partly on margin is previewed as two.
  const PreviewIds = preview.data.PreviewOrderResponse.PreviewIds.map(({ previewId }) => ({
    previewId: numberOf(previewId),
  }));
  const placed = await line.send({
    method: "POST",
    path: `${path}/place`,
    body: { PlaceOrderRequest: { ...request, PreviewIds } },
    purpose,
  });
  const isStale = placed.kind === "refused" && isStalePreview(placed);
  return isStale ? { kind: "not-sent", message: STALE } : answerOf(order, placed);
}

/** It refuses also with status 200, in a message beside the order; else nobody knows what it means. */
function withoutPreview(order: Order, body: unknown): ReturnType<typeof answerOf> {
  const error = previewError(body);
  if (error === undefined) return { kind: "not-sent", message: UNREADABLE };
  const { code, description: message = UNREADABLE } = error;
  return answerOf(order, { kind: "refused", why: "request", message, ...(code && { code }) });
}

/** Numbers of previews fit a JSON number; they go back as they came. */
const numberOf = (id: string): number | string =>
  Number.isSafeInteger(Number(id)) ? Number(id) : id;

function answerOf(
  order: Order,
  answer: EtradeAnswer,
): Awaited<ReturnType<typeof previewThenPlace>> {
  if (answer.kind === "not-sent") return answer;
  if (answer.kind === "lost") return { kind: "unknown", message: answer.message };
  if (answer.kind === "refused") {
    if (isDuplicateKey(answer)) return { kind: "there-already", message: answer.message };
    // A refusal of a second attempt says nothing about the first.
    return 1 < order.attempts ? { kind: "unknown", message: answer.message } : refusalFrom(answer);
  }
  const placed = PlacedWire.safeParse(answer.body);
  return placed.success
    ? { kind: "accepted", brokerOrderId: placed.data.PlaceOrderResponse }
    : { kind: "unknown", message: UNREADABLE };
}

const CAUSES = {
  credentials: "credentials",
  "needs-authorisation": "authorisation",
} as const;

/**
 * Which account to order in could not be learned, so that nothing was sent this time. Where we are
 * not let in, that ends a first attempt; what became of an earlier one it does not tell.
 */
function notAddressed({ attempts }: Order, { message, reason }: BrokerUnavailable): SubmitAnswer {
  if (!Object.hasOwn(CAUSES, reason)) return { kind: "not-sent", message };
  return attempts === 1
    ? { kind: "rejected", message, cause: CAUSES[reason as keyof typeof CAUSES] }
    : { kind: "unknown", message };
}
