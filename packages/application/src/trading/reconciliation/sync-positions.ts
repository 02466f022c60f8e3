import type { Instant } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import { ok, type Result } from "@sevenfold/domain/result";
import type { StoredPosition } from "../../ports/stores/position-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import type { Reconciled } from "../account/reconciled.ts";
import { selectedAccount } from "../account/selected-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { reconcileAccount } from "./reconcile-account.ts";

export interface Synced {
  /** What changed, in words. */
  readonly message: string;
  readonly changed: number;
}

export type SyncPositions = (userId: string) => Promise<Result<Synced, Refusal>>;

/** A second wish within this time gets the answer of the first. */
const FRESH_MS = 5_000;
const KEPT_MAX = 1_000;

/** Makes the selected account's books say what the broker's say, now, and tells what that changed. */
export function syncPositions(needs: TradingNeeds): SyncPositions {
  const { clock, storage } = needs;
  const running = new Map<string, { at: Instant; answer: Promise<Result<Synced, Refusal>> }>();
  return async (userId) => {
    const selected = await selectedAccount(storage.read, userId);
    if (!selected.ok) return selected;
    const accountId = selected.value.id;
    const known = running.get(accountId);
    if (known && clock.now() < known.at + FRESH_MS) return known.answer;
    if (KEPT_MAX < running.size) running.clear();
    const answer = syncOnce(needs, accountId);
    running.set(accountId, { at: clock.now(), answer });
    answer.catch(() => running.delete(accountId));
    return answer;
  };
}

async function syncOnce(needs: TradingNeeds, accountId: string): Promise<Result<Synced, Refusal>> {
  const before = await booksOf(needs.storage.read, accountId);
  let fills = 0;
  let activities = 0;
  const reconciled = await reconcileAccount(needs, openNotFoundWatch(), ({ kind }) => {
    if (kind === "booked") fills += 1;
    else if (kind === "activity-booked") activities += 1;
  })(accountId);
  if (!reconciled.ok) return reconciled;
  const after = await booksOf(needs.storage.read, accountId);
  const orders = changedOrders(before.orders, after.orders);
  const holdings = changedHoldings(before.positions, after.positions);
  return ok({
    message: messageOf({ orders, fills, activities, holdings, drift: reconciled.value.drift }),
    changed: orders + fills + activities + holdings.length,
  });
}

const LOOKED_AT = 100;

const booksOf = async ({ orders, positions }: Readers, accountId: string) => ({
  orders: await orders.latest(accountId, LOOKED_AT),
  positions: await positions.of(accountId),
});

function changedOrders(before: readonly Order[], after: readonly Order[]): number {
  const known = new Map(before.map((order) => [order.clientKey, order]));
  return after.filter(({ clientKey, filled, status }) => {
    const was = known.get(clientKey);
    return was?.status !== status || was.filled !== filled;
  }).length;
}

function changedHoldings(
  before: readonly StoredPosition[],
  after: readonly StoredPosition[],
): readonly string[] {
  const quantities = (rows: readonly StoredPosition[]) =>
    new Map<string, number>(rows.map(({ ticker, quantity }) => [ticker, quantity]));
  const [old, now] = [quantities(before), quantities(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((ticker) => old.get(ticker) !== now.get(ticker))
    .sort()
    .map((ticker) => `${ticker} ${old.get(ticker) ?? 0} → ${now.get(ticker) ?? 0} shares`);
}

const NAMED_MAX = 5;

function messageOf(found: {
  readonly orders: number;
  readonly fills: number;
  readonly activities: number;
  readonly holdings: readonly string[];
  readonly drift: Reconciled["drift"];
}): string {
  const { orders, fills, activities, holdings, drift } = found;
  const changes = [
    ...(orders === 0 ? [] : [`${orders} ${orders === 1 ? "order" : "orders"} updated`]),
    ...(fills === 0 ? [] : [`${fills} ${fills === 1 ? "fill" : "fills"} booked`]),
    ...(activities === 0
      ? []
      : [`${activities} ${activities === 1 ? "activity" : "activities"} booked`]),
    ...named(holdings),
  ];
  const differences = named(
    drift.map(({ ticker, ours, theirs }) => `${ticker} ${theirs} there, ${ours} here`),
  );
  const sentences = [
    ...(changes.length === 0 ? [] : [`${changes.join(", ")}.`]),
    ...(differences.length === 0
      ? []
      : [`Your broker's holdings differ from our books: ${differences.join("; ")}.`]),
  ];
  return sentences.join(" ") || "Everything already matches your broker.";
}

const named = (texts: readonly string[]): readonly string[] =>
  texts.length <= NAMED_MAX
    ? texts
    : [...texts.slice(0, NAMED_MAX), `and ${texts.length - NAMED_MAX} more`];
