import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";

import type { Sale, SaleItem } from "../ports/sale-store.ts";
import type { Tables } from "../ports/storage.ts";
import { type Refusal, sentenceOf } from "../refusal.ts";
import type { CancelOrder } from "./cancel-order.ts";
import { openNotFoundWatch } from "./not-found-watch.ts";
import { causeOfTicket } from "./order-draft.ts";
import type { PlaceOrder } from "./place-order.ts";
import { reconcileAccount } from "./reconcile-account.ts";
import { followed, isFinal } from "./sale-progress.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { isWorkerOnline } from "./worker-ping.ts";

type Needs = Pick<
  TradingNeeds,
  "announcer" | "brokers" | "clock" | "identifiers" | "log" | "storage"
> & {
  readonly placeOrder: PlaceOrder;
  readonly cancelOrder: CancelOrder;
};

const LOOK_EVERY_MS = 500;
/** Where no worker hears the broker, it is asked what became of the orders. */
const LOOKS_PER_ASKING = 10;
/** How long one process stays with a sale; the worker takes up what is left. */
const LOOKS_MAX = 240;
/** How long a symbol's other orders may take to end before its sale is given up. */
const CANCELING_MAX_MS = 2 * MINUTE_MS;

/** Takes a sale forward until it has ended. Resumable at any point: each step is found in its rows. */
export const runSale =
  (needs: Needs) =>
  async (saleId: string, signal?: AbortSignal): Promise<"ended" | "at-work"> => {
    const ask = askBroker(needs);
    for (let look = 1; look <= LOOKS_MAX && !signal?.aborted; look += 1) {
      if ((await takeForward(needs, saleId)) === "ended") return "ended";
      await needs.clock.sleep(LOOK_EVERY_MS, signal);
      if (look % LOOKS_PER_ASKING === 0) await ask(saleId);
    }
    return "at-work";
  };

function askBroker(needs: Needs): (saleId: string) => Promise<void> {
  const reconcile = reconcileAccount(needs, openNotFoundWatch());
  return async (saleId) => {
    const sale = await needs.storage.read.sales.byId(saleId);
    if (sale && !(await isWorkerOnline(needs))) await reconcile(sale.accountId);
  };
}

async function takeForward(needs: Needs, saleId: string): Promise<"ended" | "at-work"> {
  const { announcer, clock, storage } = needs;
  const sale = await storage.read.sales.byId(saleId);
  if (!sale || sale.endedAt !== undefined) return "ended";
  for (const item of sale.items) {
    if (isFinal(item)) continue;
    const moved = await step(needs, sale, item);
    if (moved !== item) await keep(needs, saleId, moved);
  }
  const after = await storage.transact((tables) => endIfDone(tables, saleId, clock.now()));
  announcer.announce({ accountId: sale.accountId, userId: sale.userId, topic: "account" });
  return after.endedAt === undefined ? "at-work" : "ended";
}

/** The breakers then count anew: that everything was sold is no reason to buy nothing. */
async function endIfDone(tables: Tables, saleId: string, at: Instant): Promise<Sale> {
  const sale = await tables.sales.change(saleId, (current) =>
    current.items.every(isFinal) ? { ...current, endedAt: current.endedAt ?? at } : current,
  );
  if (sale.endedAt === at)
    await tables.accounts.change(sale.accountId, (account) => ({ ...account, breakersFrom: at }));
  return sale;
}

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
  // Asked by its key: another process may have sent it a moment ago, and not noted it yet.
  const ours = await needs.storage.read.orders.byKey(keyOf(needs, sale, item));
  if (ours) return followed(item, ours);
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
    idempotencyKey: ticketOf(sale, item),
    purpose: "emergency",
  });
  if (placed.ok) return followed(item, placed.value.order);
  if (WORTH_WAITING.has(placed.refusal.kind)) return item;
  return { ...item, state: "failed", message: sentenceOf(placed.refusal) };
}

/** What passes by itself: an order of the symbol that began meanwhile, a submit under way. */
const WORTH_WAITING: ReadonlySet<Refusal["kind"]> = new Set([
  "not-enough-shares",
  "order-at-work",
  "still-in-progress",
]);

const ticketOf = ({ id }: Sale, { ticker }: SaleItem): string => `sale.${id}.${ticker}`;

const keyOf = ({ identifiers }: Needs, sale: Sale, item: SaleItem): string =>
  identifiers.clientKeyOf(causeOfTicket(sale.userId, ticketOf(sale, item)));
