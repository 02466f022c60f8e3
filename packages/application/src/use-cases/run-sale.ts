import { MINUTE_MS } from "@sevenfold/domain/market";
import type { Quantity } from "@sevenfold/domain/money";
import { isOpen, type Order } from "@sevenfold/domain/order";

import type { Sale, SaleItem } from "../ports/sale-store.ts";
import { type Refusal, sentenceOf } from "../refusal.ts";
import type { CancelOrder } from "./cancel-order.ts";
import type { PlaceOrder } from "./place-order.ts";
import type { TradingNeeds } from "./trading-needs.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage"> & {
  readonly placeOrder: PlaceOrder;
  readonly cancelOrder: CancelOrder;
};

const LOOK_EVERY_MS = 500;
/** How long one process stays with a sale; the worker takes up what is left. */
const LOOKS_MAX = 240;
/** How long a symbol's other orders may take to end before its sale is given up. */
const CANCELING_MAX_MS = 2 * MINUTE_MS;

/** Takes a sale forward until it has ended. Resumable at any point: each step is found in its rows. */
export const runSale =
  (needs: Needs) =>
  async (saleId: string, signal?: AbortSignal): Promise<"ended" | "at-work"> => {
    for (let look = 0; look < LOOKS_MAX && !signal?.aborted; look += 1) {
      if ((await takeForward(needs, saleId)) === "ended") return "ended";
      await needs.clock.sleep(LOOK_EVERY_MS, signal);
    }
    return "at-work";
  };

async function takeForward(needs: Needs, saleId: string): Promise<"ended" | "at-work"> {
  const { announcer, clock, storage } = needs;
  const sale = await storage.read.sales.byId(saleId);
  if (!sale || sale.endedAt !== undefined) return "ended";
  for (const item of sale.items) {
    if (isFinal(item)) continue;
    const moved = await step(needs, sale, item);
    if (moved !== item) await keep(needs, saleId, moved);
  }
  const after = await storage.read.sales.change(saleId, (current) =>
    current.items.every(isFinal) ? { ...current, endedAt: clock.now() } : current,
  );
  announcer.announce({ accountId: sale.accountId, userId: sale.userId, topic: "account" });
  return after.endedAt === undefined ? "at-work" : "ended";
}

const isFinal = ({ state }: SaleItem): boolean =>
  state === "sold" || state === "partly-sold" || state === "failed";

/** Another process may have finished the item meanwhile: what is final stays. */
const keep = ({ storage }: Needs, saleId: string, moved: SaleItem): Promise<Sale> =>
  storage.read.sales.change(saleId, (current) => ({
    ...current,
    items: current.items.map((item) =>
      item.ticker === moved.ticker && !isFinal(item) ? moved : item,
    ),
  }));

/** One holding: its other orders end first, then it is sold, then the order's end is awaited. */
async function step(needs: Needs, sale: Sale, item: SaleItem): Promise<SaleItem> {
  if (item.clientKey !== undefined) return followed(needs, item, item.clientKey);
  const { accountId } = sale;
  const open = (await needs.storage.read.orders.open(accountId)).filter(
    ({ ticker }) => ticker === item.ticker,
  );
  if (0 < open.length) return canceling(needs, sale, item, open);
  const held = (await needs.storage.read.positions.of(accountId)).find(
    ({ ticker }) => ticker === item.ticker,
  );
  if (!held) return { ...item, state: "sold", sold: item.shares };
  return sell(needs, sale, { ...item, shares: held.quantity });
}

async function canceling(
  { cancelOrder, clock }: Needs,
  { accountId, startedAt }: Sale,
  item: SaleItem,
  open: readonly Order[],
): Promise<SaleItem> {
  if (CANCELING_MAX_MS < clock.now() - startedAt)
    return {
      ...item,
      state: "failed",
      message: "Another order of it did not end in time. Look at Orders, then try again.",
    };
  for (const { clientKey, status } of open)
    if (status !== "cancel-pending") await cancelOrder({ accountId, clientKey });
  return item.state === "canceling" ? item : { ...item, state: "canceling" };
}

async function sell(needs: Needs, sale: Sale, item: SaleItem): Promise<SaleItem> {
  const { accountId, userId } = sale;
  const placed = await needs.placeOrder({
    origin: "manual",
    accountId,
    userId,
    ticker: item.ticker,
    side: "sell",
    quantity: item.shares,
    // The same key on every attempt, in whatever process: never a second order.
    idempotencyKey: `sale.${sale.id}.${item.ticker}`,
    purpose: "emergency",
  });
  if (placed.ok) return { ...item, state: "submitted", clientKey: placed.value.order.clientKey };
  if (WORTH_WAITING.has(placed.refusal.kind)) return item;
  return { ...item, state: "failed", message: sentenceOf(placed.refusal) };
}

/** What passes by itself: an order of the symbol that began meanwhile, a submit under way. */
const WORTH_WAITING: ReadonlySet<Refusal["kind"]> = new Set([
  "not-enough-shares",
  "order-at-work",
  "still-in-progress",
]);

async function followed({ storage }: Needs, item: SaleItem, clientKey: string): Promise<SaleItem> {
  const order = await storage.read.orders.byKey(clientKey);
  if (!order || isOpen(order))
    return order && order.filled !== item.sold ? { ...item, sold: order.filled } : item;
  return { ...item, sold: order.filled, ...endOf(order, item.shares) };
}

function endOf(order: Order, wanted: Quantity): Pick<SaleItem, "state" | "message"> {
  if (order.filled === wanted) return { state: "sold" };
  const message = order.lastMessage ?? `The order was ${order.status}.`;
  if (order.filled === 0) return { state: "failed", message };
  return { state: "partly-sold", message: `${order.filled} of ${wanted} were sold. ${message}` };
}
