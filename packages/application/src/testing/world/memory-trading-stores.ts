import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import { type Money, money, sumOf } from "@sevenfold/domain/money";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import type { CapitalStore } from "../../ports/stores/capital-store.ts";
import type { Decision, DecisionStore } from "../../ports/stores/decision-store.ts";
import { entryOfBookedFill } from "../../ports/stores/entry-of-booked-fill.ts";
import type { BookedFill, FillStore } from "../../ports/stores/fill-store.ts";
import { totalsOf } from "../../ports/stores/fill-totals.ts";
import type { OrderStore } from "../../ports/stores/order-store.ts";
import type { PositionStore } from "../../ports/stores/position-store.ts";
import { ROWS_MAX } from "../../ports/stores/storage.ts";
import type { TrailMark, TrailSnapshot, TrailStore } from "../../ports/stores/trail-store.ts";
import { ONLY, requireAccount } from "./memory-account-stores.ts";
import { bustedIn, incomesIn } from "./memory-activity-store.ts";
import { ALL, type MemoryBooks } from "./memory-books.ts";
import { ascending, descending } from "./memory-order.ts";
import { memoryPage } from "./memory-page.ts";

export function memoryOrderStore(books: MemoryBooks): OrderStore {
  const { orders, orderKeys } = books;
  const byKey = (clientKey: string): Order | undefined => {
    const owner = orderKeys.find(ALL, clientKey);
    return owner && orders.find(owner.accountId, clientKey);
  };

  return {
    async add(order) {
      requireAccount(books, order.accountId);
      requireSound(order);
      const known = byKey(order.clientKey);
      if (known) return { order: known, isNew: false };
      orders.add(order.accountId, order.clientKey, order);
      orderKeys.add(ALL, order.clientKey, { accountId: order.accountId });
      return { order, isNew: true };
    },
    async addNew(added) {
      for (const order of added) {
        requireAccount(books, order.accountId);
        requireSound(order);
        invariant(byKey(order.clientKey) === undefined, `${order.clientKey} is on record already`);
        orders.add(order.accountId, order.clientKey, order);
        orderKeys.add(ALL, order.clientKey, { accountId: order.accountId });
      }
    },
    async byKey(clientKey) {
      return byKey(clientKey);
    },
    async byKeys(accountId, clientKeys) {
      const wanted = new Set(clientKeys);
      return orders.rows(accountId).filter(({ clientKey }) => wanted.has(clientKey));
    },
    async byBrokerOrderId(accountId, brokerOrderId) {
      return orders.rows(accountId).find((order) => order.brokerOrderId === brokerOrderId);
    },
    async byBrokerOrderIds(accountId, brokerOrderIds) {
      // As on a database, which refuses what is no id.
      invariant(accountId !== "", "orders are those of an account");
      const wanted = new Set<string | undefined>(brokerOrderIds);
      return orders
        .rows(accountId)
        .filter(({ brokerOrderId }) => brokerOrderId !== undefined && wanted.has(brokerOrderId));
    },
    async lock(clientKey) {
      return byKey(clientKey);
    },
    async change(clientKey, change) {
      const order = byKey(clientKey);
      invariant(order !== undefined, `no order ${clientKey} to change`);
      const result = change(order);
      if (result.ok) {
        requireSound(result.value);
        orders.put(order.accountId, clientKey, result.value);
      }
      return result;
    },
    async open(accountId) {
      return ascending(orders.rows(accountId).filter(isOpen), ({ createdAt }) => createdAt);
    },
    async latest(accountId, limit) {
      return atMost(
        descending(orders.rows(accountId), ({ createdAt }) => createdAt),
        limit,
      );
    },
    async page(accountId, wish) {
      return memoryPage(orders.numbered(accountId), wish, ({ createdAt }) => createdAt);
    },
    async submittedSince(accountId, since) {
      return sentAtOf(orders.rows(accountId), since);
    },
    async countAllSubmittedSince(since) {
      const accounts = books.accounts.rows(ALL);
      return accounts.flatMap(({ id }) => sentSince(orders.rows(id), since)).length;
    },
  };
}

export function memoryFillStore(books: MemoryBooks): FillStore {
  const { fills } = books;
  const add = (fill: BookedFill, laterGain?: Money): void => {
    requireAccount(books, fill.accountId);
    // Throws where the fill's facts contradict each other.
    entryOfBookedFill(fill, laterGain);
    fills.add(fill.accountId, fill.executionId, fill);
  };
  const since = (accountId: string, at: number): readonly BookedFill[] =>
    ascending(
      fills.rows(accountId).filter((fill) => at <= fill.at),
      (fill) => fill.at,
    );

  return {
    async add(fill, laterGain) {
      if (fills.find(fill.accountId, fill.executionId)) return false;
      add(fill, laterGain);
      return true;
    },
    async addNew(fill, laterGain) {
      add(fill, laterGain);
    },
    async addHistory(history) {
      for (const fill of history) add(fill);
    },
    async revalue(accountId, executionId, realized) {
      const fill = fills.find(accountId, executionId);
      if (fill) fills.put(accountId, executionId, { ...fill, realized });
    },
    async find(accountId, executionId) {
      return fills.find(accountId, executionId);
    },
    async isBooked(accountId, executionId) {
      return fills.find(accountId, executionId) !== undefined;
    },
    async bookedAmong(accountId, executionIds) {
      return new Set(executionIds.filter((id) => fills.find(accountId, id) !== undefined));
    },
    async latest(accountId, limit) {
      return atMost(
        descending(fills.rows(accountId), ({ at }) => at),
        limit,
      );
    },
    async page(accountId, wish) {
      return memoryPage(fills.numbered(accountId), wish, ({ at }) => at);
    },
    async since(accountId, at) {
      return since(accountId, at);
    },
    async countSince(accountId, at) {
      return since(accountId, at).length;
    },
    async totalsSince(accountId, at) {
      const busted = bustedIn(books, accountId);
      return totalsOf(since(accountId, at).filter(({ executionId }) => !busted.has(executionId)));
    },
    async cashFlow(accountId) {
      return sumOf(fills.rows(accountId).map(cashOf));
    },
    async partsOfCents(accountId) {
      const moved = [...fills.rows(accountId).map(cashOf), ...incomesIn(books, accountId)];
      return money(moved.reduce(addPartOfCent, 0));
    },
  };
}

const cashOf = (fill: BookedFill): Money =>
  sumOf(
    entryOfBookedFill(fill).postings.flatMap(({ account, amount }) =>
      account === "cash" ? amount : [],
    ),
  );

const addPartOfCent = (sum: number, amount: Money): number => {
  const rest = Math.abs(amount) % 100;
  return sum + Math.min(rest, 100 - rest);
};

export function memoryCapitalStore(books: MemoryBooks): CapitalStore {
  const { capital } = books;
  return {
    async add(flow) {
      requireAccount(books, flow.accountId);
      if (capital.find(flow.accountId, flow.cause)) return false;
      capital.add(flow.accountId, flow.cause, flow);
      return true;
    },
    async of(accountId) {
      return capital.rows(accountId);
    },
  };
}

export function memoryPositionStore(books: MemoryBooks): PositionStore {
  const { positions } = books;
  return {
    async of(accountId) {
      return positions.rows(accountId).toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1));
    },
    async put(position) {
      const { accountId, ticker, quantity, costBasis } = position;
      requireAccount(books, accountId);
      invariant(0 <= quantity && 0 <= costBasis, `a position is never short: ${ticker}`);
      if (quantity === 0) positions.remove(accountId, ticker);
      else positions.put(accountId, ticker, position);
    },
  };
}

/** Of rows as they were written: what is undone has the marks of before. */
const marks = new WeakMap<TrailSnapshot, TrailMark>();
let writings = 0;

export function memoryTrailStore(books: MemoryBooks): TrailStore {
  const save = (snapshot: TrailSnapshot) => {
    requireAccount(books, snapshot.accountId);
    const written = { ...snapshot };
    writings += 1;
    const mark = `${writings}`;
    marks.set(written, mark);
    books.trails.put(snapshot.accountId, ONLY, written);
    return mark;
  };
  return {
    async of(accountId) {
      return books.trails.find(accountId, ONLY);
    },
    async ofAll(accountIds, known) {
      const found = accountIds.map((id) => books.trails.find(id, ONLY));
      const isNew = (one: TrailSnapshot) => marks.get(one) !== known?.get(one.accountId);
      return new Map(found.flatMap((one) => (one && isNew(one) ? [[one.accountId, one]] : [])));
    },
    async save(snapshot) {
      save(snapshot);
    },
    async saveAll(snapshots) {
      return new Map(snapshots.map((snapshot) => [snapshot.accountId, save(snapshot)]));
    },
  };
}

export function memoryDecisionStore(books: MemoryBooks): DecisionStore {
  const { decisions } = books;
  const newest = (accountId: string) => descending(decisions.rows(accountId), ({ at }) => at);
  return {
    async add(added) {
      for (const decision of added) {
        requireAccount(books, decision.accountId);
        decisions.append(decision.accountId, decision);
      }
    },
    async taken(accountId, limit) {
      const isTaken = ({ verdict }: Decision) => verdict === "entered" || verdict === "left";
      return atMost(newest(accountId).filter(isTaken), limit);
    },
    async page(accountId, { verdicts = [], ...wish }) {
      const words: readonly string[] = verdicts;
      const wanted = decisions
        .numbered(accountId)
        .filter(({ row }) => words.length === 0 || words.includes(row.verdict));
      return memoryPage(wanted, wish, ({ at }) => at);
    },
    async lastOf(accountId, tickers) {
      const lines = newest(accountId);
      return tickers.flatMap((ticker) => lines.find((line) => line.ticker === ticker) ?? []);
    },
    async removeBefore(before, limit) {
      return decisions.removeFirst(limit, ({ at }) => at < before);
    },
    async latest(accountId, { ticker, limit }) {
      const isOf = (decision: Decision) => ticker === undefined || decision.ticker === ticker;
      return atMost(newest(accountId).filter(isOf), limit);
    },
  };
}

const sentSince = (orders: readonly Order[], since: number): readonly Order[] =>
  orders.filter((order) => 0 < order.attempts && since <= order.createdAt && !isOwnStop(order));

export const sentAtOf = (orders: readonly Order[], since: Instant): readonly Instant[] =>
  ascending(sentSince(orders, since), ({ createdAt }) => createdAt)
    .slice(0, ROWS_MAX)
    .map(({ createdAt }) => createdAt);

const atMost = <Row>(rows: readonly Row[], limit: number): readonly Row[] =>
  rows.slice(0, Math.max(0, Math.min(limit, ROWS_MAX)));

/** What the database's CHECKs hold of an order. */
function requireSound({ clientKey, quantity, filled, reservedCash }: Order): void {
  const isSound = 0 < quantity && 0 <= filled && filled <= quantity && 0 <= reservedCash;
  invariant(isSound, `the amounts of order ${clientKey} contradict each other`);
}
