import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";

import type { Sale, SaleItem } from "../../ports/stores/sale-store.ts";
import { ROWS_MAX, type Tables } from "../../ports/stores/storage.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { askInStead } from "../placing/ask-in-stead.ts";
import { beginOrder, type PlaceOrder } from "../placing/place-order.ts";
import { openSharesThere } from "../placing/shares-there.ts";
import { type Refusal, sentenceOf } from "../safeguards/refusal.ts";
import { type NoneThere, openNoneThere } from "./none-there.ts";
import { openRateLimiter, type RateLimit } from "./rate-limiter.ts";
import { comeFirst, openCancels, withBoughtMeanwhile } from "./sale-cancels.ts";
import { openNotes } from "./sale-notes.ts";
import { followed, isFinal } from "./sale-progress.ts";
import { latestTicket, wasNeverSent, wasRefused } from "./sale-ticket.ts";
import { type Finished, openFinished } from "./shares-left.ts";
import { openSharesToSell, type SharesToSell } from "./shares-to-sell.ts";
import { type Begun, sideBySide } from "./side-by-side.ts";
import { withoutOrder } from "./sold-without-order.ts";

/** Takes a sale forward until it has ended, or until another process had better take it up. */
export type RunSale = (saleId: string, signal?: AbortSignal) => Promise<"ended" | "at-work">;

/** Orders of a sale that are on their way to the broker at once. */
export const SENT_AT_ONCE_MAX = 4;
/**
 * Below what the tightest broker lets an account call in a minute: what it refused as too much would
 * have failed.
 */
const SENDING: RateLimit = { atOnceMax: 120, everyMs: 400 };

/** So long the others leave a sale to who runs it. Who waits longer for an answer loses it. */
export const TAKEN_UP_MS = 6_000;
/** How old the word may be, by who gave it, before it is given anew. */
const TAKEN_UP_ANEW_MS = 2_000;
const LOOK_EVERY_MS = 500;
/** Where no worker hears the broker, it is asked what became of the orders. */
const LOOKS_PER_ASKING = 10;
/** How long one process stays with a sale; the worker takes up what is left. */
const LOOKS_MAX = 480;
/** The broker is asked for its orders within that time. */
const TOLD_WITHIN_MS = 8_000;
/** So long what never left is sold anew; the minute of a full budget among it. */
const SELLING_MAX_MS = 3 * MINUTE_MS;
/** How long a symbol's other orders may take to end before its sale is given up. */
const CANCELING_MAX_MS = 2 * MINUTE_MS;

/**
 * Resumable at any point: each step is found in its rows. Each sale is run once at a time, however
 * often it is asked for, here and in other processes. Should two run it all the same, because one was
 * held up, every order is still sent once.
 */
export function runSale(needs: TradingNeeds): RunSale {
  const runner = needs.identifiers.uuid();
  const running = new Map<string, Promise<"ended" | "at-work">>();
  return (saleId, signal) => {
    const known = running.get(saleId);
    if (known) return known;
    const run = look(needs, { runner, saleId }, signal).finally(() => running.delete(saleId));
    running.set(saleId, run);
    return run;
  };
}

interface Run {
  readonly runner: string;
  readonly saleId: string;
}

async function look(
  needs: TradingNeeds,
  run: Run,
  signal: AbortSignal | undefined,
): Promise<"ended" | "at-work"> {
  const ask = askInStead(needs);
  const cancels = openCancels(needs);
  let takenUpMs = Number.NEGATIVE_INFINITY;
  const takesUp = async () => {
    const { clock, storage } = needs;
    if (clock.monotonicMs() - takenUpMs < TAKEN_UP_ANEW_MS) return true;
    takenUpMs = clock.monotonicMs();
    const { runner: by, saleId } = run;
    return storage.transact(({ sales }) => sales.takeUp({ saleId, by, durationMs: TAKEN_UP_MS }));
  };
  const limiter = openRateLimiter(needs.clock, SENDING);
  const sharesThere = openSharesThere(needs);
  const finished = openFinished(needs, sharesThere);
  const sharesToSell = openSharesToSell(needs, sharesThere);
  const noneThere = openNoneThere(needs);
  for (let count = 1; count <= LOOKS_MAX && !signal?.aborted; count += 1) {
    const sale = await needs.storage.read.sales.byId(run.saleId);
    if (!sale || sale.endedAt !== undefined) return "ended";
    if (!(await takesUp())) return "at-work";
    if (
      (await takeForward(
        { ...needs, cancels, finished, limiter, noneThere, sharesToSell },
        sale,
      )) === "ended"
    )
      return "ended";
    await needs.clock.sleep(LOOK_EVERY_MS, signal);
    if (count % LOOKS_PER_ASKING === 0) await ask(sale.accountId);
  }
  return "at-work";
}

/** What a step asks for; `limiter` is waited for before an order is written. */
type Needs = TradingNeeds & {
  readonly cancels: ReturnType<typeof openCancels>;
  readonly finished: Finished;
  readonly limiter: () => Promise<void>;
  readonly noneThere: NoneThere;
  readonly sharesToSell: SharesToSell;
};

async function takeForward(needs: Needs, begun: Sale): Promise<"ended" | "at-work"> {
  const { announcer, clock, storage } = needs;
  const canceled = await needs.cancels(begun);
  const passedMs = clock.now() - begun.startedAt;
  const hasOpen = canceled.some(isOpen);
  if (hasOpen && (await comeFirst(needs, begun))) return "at-work";
  const sale = await withBoughtMeanwhile(needs, begun, canceled);
  const sent = await sentOrders(needs, sale);
  const notes = openNotes(needs, sale);
  // Written down one by one, in the order of the sale; only the broker's answers come side by side.
  await sideBySide(
    sale.items.filter((item) => !isFinal(item)),
    SENT_AT_ONCE_MAX,
    async (item): Promise<Begun> => {
      const { moved } = await step(needs, sale, item, sent.get(item.clientKey ?? ""));
      return { done: moved.then((after) => (after === item ? undefined : notes.add(after))) };
    },
  );
  const isDone =
    notes.latest().items.every(isFinal) &&
    !(hasOpen && passedMs < CANCELING_MAX_MS) &&
    (await storage.transact((tables) => isEnded(tables, sale, clock.now())));
  announcer.announce({ accountId: sale.accountId, userId: sale.userId, topic: "account" });
  return isDone ? "ended" : "at-work";
}

/** Of the orders the sale knows to be sent, how they stand: many at a time, for most only wait. */
async function sentOrders(
  { storage }: Needs,
  { accountId, items }: Sale,
): Promise<ReadonlyMap<string, Order>> {
  const keys = items.flatMap((item) => (isFinal(item) ? [] : (item.clientKey ?? [])));
  const orders =
    keys.length === 0 ? [] : await storage.read.orders.byKeys(accountId, keys.slice(0, ROWS_MAX));
  return new Map(orders.map((order) => [order.clientKey, order]));
}

/**
 * Ends the sale where nothing is left of it. The breakers then count anew: that everything was sold
 * is no reason to buy nothing.
 */
async function isEnded(tables: Tables, { accountId, id }: Sale, at: Instant): Promise<boolean> {
  // The account's row first, as everywhere: two that each have the other's row would wait for ever.
  await tables.accounts.lock(accountId);
  const sale = await tables.sales.change(id, (current) =>
    current.items.every(isFinal) ? { ...current, endedAt: current.endedAt ?? at } : current,
  );
  if (sale.endedAt === at && sale.kind === "sell-all")
    await tables.accounts.change(accountId, (account) => ({ ...account, breakersFrom: at }));
  return sale.endedAt !== undefined;
}

/** What becomes of an item; where an order of it is on its way, with the broker's answer. */
interface Step {
  readonly moved: Promise<SaleItem>;
}

const done = (item: SaleItem): Step => ({ moved: Promise.resolve(item) });

/** One holding: its other orders end first, then it is sold, then the order's end is awaited. */
async function step(
  needs: Needs,
  sale: Sale,
  item: SaleItem,
  sent: Order | undefined,
): Promise<Step> {
  const come = (after: SaleItem): Step => ({
    moved: after.state === "sold" ? needs.finished(sale, item, after) : Promise.resolve(after),
  });
  const isLate = SELLING_MAX_MS < needs.clock.now() - sale.startedAt;
  const isSettled = (order: Order) => isLate || !(wasNeverSent(order) || wasRefused(order));
  if (sent && isSettled(sent)) return come(followed(item, sent));
  const { accountId } = sale;
  const { orders, positions } = needs.storage.read;
  const [{ ticket, known }, open] = await Promise.all([
    latestTicket(needs, sale, item),
    orders.open(accountId),
  ]);
  if (known && isSettled(known)) return come(followed(item, known));
  const others = open.filter(({ ticker }) => ticker === item.ticker);
  if (0 < others.length) return done(await canceling(needs, sale, item, others));
  // After the orders: what one of them that has ended came to is among the holdings.
  const holdings = await positions.of(accountId);
  const held = holdings.find(({ ticker }) => ticker === item.ticker);
  if (!held) return come(known ? followed(item, known) : await withoutOrder(needs, sale, item));
  const shares = await needs.sharesToSell(held, known);
  if (shares === undefined) return done(item);
  // An order of what is not there is refused at best; at worst it sells short.
  if (shares === 0) return done(needs.noneThere(item));
  if (known && known.quantity <= shares) {
    // An order there that nobody here had heard of may stand in its way: it is told, and ended, first.
    if (needs.clock.now() - known.updatedAt < TOLD_WITHIN_MS) return done(item);
    // Refused, and for nothing that is over by now: it would be again.
    if (!(await hasMadeWay(needs, known))) return done(followed(item, known));
  }
  return sell(needs, sale, { ...item, shares }, ticket);
}

/** Whether another order of the symbol has ended since this one was refused. */
async function hasMadeWay({ storage }: Needs, refused: Order): Promise<boolean> {
  const latest = await storage.read.orders.latest(refused.accountId, ROWS_MAX);
  return latest.some(
    ({ clientKey, status, ticker, updatedAt }) =>
      ticker === refused.ticker &&
      clientKey !== refused.clientKey &&
      status === "canceled" &&
      refused.updatedAt <= updatedAt,
  );
}

async function canceling(
  needs: Needs,
  { accountId, startedAt }: Sale,
  item: SaleItem,
  open: readonly Order[],
): Promise<SaleItem> {
  if (CANCELING_MAX_MS < needs.clock.now() - startedAt)
    return {
      ...item,
      state: "failed",
      message: "Another order of it did not end in time. Look at Orders, then try again.",
    };
  for (const { clientKey, status } of open)
    if (status !== "cancel-pending") await cancelOrder(needs)({ accountId, clientKey });
  return item.state === "canceling" ? item : { ...item, state: "canceling" };
}

/** Resolves when the order is on record, while its answer is awaited. */
async function sell(needs: Needs, sale: Sale, item: SaleItem, ticket: string): Promise<Step> {
  const { accountId, userId } = sale;
  await needs.limiter();
  const { answer } = await beginOrder(needs)({
    origin: "manual",
    accountId,
    userId,
    ticker: item.ticker,
    side: "sell",
    quantity: item.shares,
    // The same key on every attempt, in whatever process: never a second order.
    idempotencyKey: ticket,
  });
  return { moved: answer.then((placed) => afterPlacing(item, placed)) };
}

function afterPlacing(item: SaleItem, placed: Awaited<ReturnType<PlaceOrder>>): SaleItem {
  if (placed.ok) {
    const after = followed(item, placed.value.order);
    // What it came to is looked at with the next step.
    return after.state === "sold" ? { ...after, state: "submitted" } : after;
  }
  if (WORTH_WAITING.has(placed.refusal.kind)) return item;
  return { ...item, state: "failed", message: sentenceOf(placed.refusal) };
}

/**
 * What passes by itself: an order of the symbol that began meanwhile, a submit under way, a broker
 * that took no orders just now. What it refused is looked at anew, for it may have fewer shares.
 */
const WORTH_WAITING: ReadonlySet<Refusal["kind"]> = new Set([
  "broker-rejected",
  "never-sent",
  "not-enough-shares",
  "order-at-work",
  "order-not-open",
  "order-unanswered",
  "still-in-progress",
  "stop-at-broker",
]);
