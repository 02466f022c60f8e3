import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import type { OrderReport } from "../../ports/broker.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { asksForTheSame, QUESTION } from "../orders/order-match.ts";
import { freezeAccount } from "../safeguards/freeze-account.ts";
import { isUnanswered, unansweredOrders } from "../safeguards/unanswered-orders.ts";
import { type IsLike, likenessOf } from "./likeness.ts";
import type { BrokerWord } from "./read-broker.ts";

export interface Matched {
  /** With our key on those that are ours, and without those that nobody can tell apart. */
  readonly reports: readonly OrderReport[];
  /** Keys of orders that more than one of the broker's may be. */
  readonly unclear: ReadonlySet<string>;
}

/**
 * Gives orders without a key of ours back to those of ours that got no answer, by what they ask for,
 * at a venue that returns no keys. As many alike of ours as of theirs are paired in the order they
 * came. Where one may be two, nothing is guessed: the account is frozen until its user has looked;
 * after that the first of them is taken, for they are alike.
 */
export async function matchUnanswered(
  { clock, log, storage }: Pick<TradingNeeds, "clock" | "log" | "storage">,
  { accountId, broker, orders: reports }: Pick<BrokerWord, "accountId" | "broker" | "orders">,
): Promise<Matched> {
  const { orders } = storage.read;
  if (broker.returnsKeys || reports.every(({ clientKey }) => clientKey !== undefined))
    return { reports, unclear: new Set() };
  // What is there under its key is no other order.
  const there = new Set(reports.map(({ clientKey }) => clientKey));
  const unanswered = await unansweredOrders(storage.read, accountId, clock.now());
  const waiting = unanswered.filter(({ clientKey }) => !there.has(clientKey));
  const alike = reports.filter((report) => waiting.some((order) => asksForTheSame(report, order)));
  if (alike.length === 0) return { reports, unclear: new Set() };
  const nobodys: OrderReport[] = [];
  for (const report of alike)
    if (!(await orders.byBrokerOrderId(accountId, report.brokerOrderId))) nobodys.push(report);
  const account = await storage.read.accounts.byId(accountId);
  const isLike = likenessOf({ account, at: clock.now(), nobodys, waiting });
  const free = nobodys.filter((report) => waiting.some((order) => isLike(report, order)));

  const keys = new Map<string, string>();
  const held = new Set<string>();
  const unclear = new Set<string>();
  for (const pair of evenly(waiting, free, isLike)) keys.set(pair.brokerOrderId, pair.clientKey);
  for (const order of waiting) {
    const left = free.filter(({ brokerOrderId }) => !keys.has(brokerOrderId));
    const candidates = alive(left.filter((report) => isLike(report, order)));
    const [first] = candidates;
    if (!first) continue;
    const rivals = waiting.filter((other) => isLike(first, other));
    const isClear = candidates.length === 1 && rivals.length === 1;
    if (isClear || (await wasLookedAt(storage.read, order))) {
      keys.set(first.brokerOrderId, order.clientKey);
      continue;
    }
    // It was given up, and its user told so: one that may be anybody's is left to whom it seems.
    if (order.status === "rejected") continue;
    unclear.add(order.clientKey);
    for (const { brokerOrderId } of candidates) held.add(brokerOrderId);
    if (order.lastMessage === QUESTION) continue;
    log.error("order-ambiguous", { accountId, clientKey: order.clientKey, candidates });
    await storage.transact((tables) => freeze(tables, order, clock.now()));
  }
  return {
    unclear,
    reports: reports
      .filter(({ brokerOrderId }) => !held.has(brokerOrderId))
      .map((report) => named(report, keys.get(report.brokerOrderId))),
  };
}

interface Pair {
  readonly clientKey: string;
  readonly brokerOrderId: string;
}

/**
 * Where as many of the broker's as of ours stand against each other and any of them may be any, which
 * is which makes no difference: they ask for the same, and all of them arrived. In the order they came.
 */
function evenly(
  waiting: readonly Order[],
  free: readonly OrderReport[],
  isLike: IsLike,
): readonly Pair[] {
  const pairs = new Map<string, Pair>();
  for (const order of waiting) {
    const theirs = free.filter((report) => isLike(report, order));
    const ours = waiting.filter((other) => theirs.some((report) => isLike(report, other)));
    const isEven =
      ours.length === theirs.length &&
      ours.every((other) =>
        free.filter((report) => isLike(report, other)).every(isOneOf(theirs)),
      ) &&
      ours.every((other) => theirs.every((report) => isLike(report, other)));
    if (!isEven) continue;
    const inOrder = theirs.toSorted((one, other) => one.submittedAt - other.submittedAt);
    ours
      .toSorted((one, other) => one.createdAt - other.createdAt)
      .forEach(({ clientKey }, index) => {
        pairs.set(clientKey, { clientKey, brokerOrderId: inOrder[index]!.brokerOrderId });
      });
  }
  return [...pairs.values()];
}

const isOneOf =
  (reports: readonly OrderReport[]) =>
  (report: OrderReport): boolean =>
    reports.includes(report);

/** What came to nothing is nobody's concern, as long as another is there. */
function alive(candidates: readonly OrderReport[]): readonly OrderReport[] {
  const living = candidates.filter(
    ({ filled, state }) => state === "working" || state === "suspended" || 0 < filled,
  );
  return living.length === 0 ? candidates.slice(0, 1) : living;
}

const named = (report: OrderReport, clientKey: string | undefined): OrderReport =>
  clientKey === undefined ? report : { ...report, clientKey };

/** The question was put, and automation or time has let the account go on since. */
async function wasLookedAt(tables: Readers, order: Order): Promise<boolean> {
  if (order.lastMessage !== QUESTION) return false;
  const account = await tables.accounts.byId(order.accountId);
  return !account?.reductions?.some(({ because }) => because === "books-contradicted");
}

async function freeze(
  tables: Tables,
  { accountId, clientKey }: Order,
  at: Order["createdAt"],
): Promise<void> {
  const account = await tables.accounts.lock(accountId);
  if (!account) return;
  await freezeAccount(tables, account, at);
  await tables.orders.change(clientKey, (order) =>
    isUnanswered(order)
      ? applyOrderEvent(order, { type: "suspended", message: QUESTION }, at)
      : { ok: true, value: order },
  );
}
