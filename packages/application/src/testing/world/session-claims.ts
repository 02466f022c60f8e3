import type { Instant } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import { OF_ACTIVITY } from "../../ports/stores/activity-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Sale } from "../../ports/stores/sale-store.ts";
import type { Storage } from "../../ports/stores/storage.ts";
import { causeOfTicket } from "../../trading/account/order-draft.ts";
import { REDUCTIONS } from "../../trading/safeguards/reduction.ts";
import { crowdedOrders } from "./crowded-orders.ts";
import { seededIdentifiers } from "./seeded-identifiers.ts";
import type { World } from "./world.ts";

export interface SessionRules {
  readonly coolDownSec: number;
  readonly wasOff: (at: Instant) => boolean;
  /** Sales that were begun. */
  readonly sales: readonly Sale[];
}

/** Everything that is not as it must be at the end of a session, in words. */
export async function brokenClaims(world: World, rules: SessionRules): Promise<readonly string[]> {
  const orders = await world.storage.read.orders.latest(world.accountId, 500);
  return [
    ...world.venue.violations,
    ...(await differencesOfBooks(world)),
    ...differencesOfOrders(world, orders),
    ...orders.filter((order) => wasSentWhileOff(order, rules)).map(saying("was sent while off")),
    ...hastyEntries(orders, rules),
    ...(await crowdedMinutes(world, orders, rules)),
    ...unfinishedSales(rules),
    ...(await unauditedOrders(world, orders)),
  ];
}

async function differencesOfBooks({ accountId, storage, venue }: World): Promise<string[]> {
  const { read } = storage;
  const account = (await read.accounts.byId(accountId))!;
  const fills = await read.fills.latest(accountId, 500);
  const positions = await read.positions.of(accountId);
  const flow = (await read.fills.cashFlow(accountId)) + (await incomeOf(read, accountId));
  return wrong({
    [`cash: ${account.cash} here, ${venue.cash} there`]: account.cash === venue.cash,
    [`cash is ${account.cash}`]: 0 <= account.cash,
    "the ledger's cash is not the account's": account.startEquity + flow === account.cash,
    "not the venue's executions, each once":
      sorted(fills.map(({ executionId }) => executionId)) ===
      sorted(venue.executions.map(({ executionId }) => executionId)),
    "not the venue's holdings":
      sorted(positions.map(({ ticker, quantity }) => `${ticker} ${quantity}`)) ===
      sorted([...venue.positions].map(([ticker, { quantity }]) => `${ticker} ${quantity}`)),
  });
}

/** What activities have moved; what came from outside is part of the start. */
async function incomeOf({ activities, capital }: Readers, accountId: string): Promise<number> {
  let income = 0;
  let page = await activities.page(accountId, { limit: 500 });
  for (;;) {
    for (const { amount } of page.rows) income += amount;
    if (!page.older) break;
    page = await activities.page(accountId, { limit: 500, before: page.older });
  }
  const outside = (await capital.of(accountId)).filter(({ cause }) =>
    cause.startsWith(OF_ACTIVITY),
  );
  return outside.reduce((sum, { amount }) => sum - amount, income);
}

function differencesOfOrders({ venue }: World, orders: readonly Order[]): string[] {
  const byKey = new Map(orders.map((order) => [order.clientKey, order]));
  const ofArrivals = [...venue.arrivals].flatMap(([key, count]) =>
    wrong({
      [`${key} arrived ${count} times`]: count === 1,
      [`${key} is not on record`]: byKey.has(key),
    }),
  );
  return ofArrivals.concat(orders.flatMap((order) => differencesOfOrder(venue, order)));
}

function differencesOfOrder(venue: World["venue"], order: Order): string[] {
  const { clientKey, createdAt, filled, origin, reservedCash, status } = order;
  const there = venue.orders.find(
    (one) => one.clientKey === clientKey || one.brokerOrderId === order.brokerOrderId,
  );
  const mayRest =
    origin !== "automated" && status !== "cancel-pending" && there?.state === "working";
  return wrong({
    [`${clientKey} is filled differently`]: filled === (there?.filled ?? 0),
    [`${clientKey} is ${status}`]: !isOpen(order) || mayRest,
    [`${clientKey} has ended and keeps ${reservedCash}`]: isOpen(order) || reservedCash === 0,
    [`${clientKey} was there before it was on record`]:
      origin === "external" || !there || createdAt <= there.submittedAt,
  });
}

const wasSentWhileOff = (
  { createdAt, origin, status }: Order,
  { wasOff }: Pick<SessionRules, "wasOff">,
): boolean => origin === "automated" && status !== "denied" && wasOff(createdAt);

/** Automated entries of a symbol that came before its cool-down was over. */
function hastyEntries(orders: readonly Order[], { coolDownSec }: SessionRules): string[] {
  const entries = orders
    .filter(
      ({ attempts, origin, side }) => 0 < attempts && origin === "automated" && side === "buy",
    )
    .toSorted((one, other) => one.createdAt - other.createdAt);
  return entries.flatMap((entry, index) => {
    const before = entries.slice(0, index).findLast(({ ticker }) => ticker === entry.ticker);
    const sinceMs = before ? entry.createdAt - before.createdAt : Number.POSITIVE_INFINITY;
    return sinceMs < coolDownSec * 1_000
      ? [`${entry.ticker} entered again after ${sinceMs} ms`]
      : [];
  });
}

/** No minute has a 31st order but an emergency's, and what is held back does not buy. */
async function crowdedMinutes(
  { accountId, storage, userId, venue }: World,
  orders: readonly Order[],
  { sales }: SessionRules,
): Promise<string[]> {
  const { lines, since } = await latestLines(storage, userId);
  const ofSales = new Set(sales.flatMap(keysOf));
  const sent = orders
    .filter(({ attempts, clientKey }) => 0 < attempts && !ofSales.has(clientKey))
    .filter((order) => !isOwnStop(order))
    .filter(({ createdAt }) => since < createdAt)
    .toSorted((one, other) => one.createdAt - other.createdAt);
  // Where the count begins anew: the user has looked, or everything was sold.
  const restarts = [
    ...lines.filter(({ action }) => action === "account-released").map(({ at }) => at),
    ...sales.flatMap(({ endedAt = 0, kind }) => (kind === "sell-all" ? endedAt : [])),
  ];
  const arrivals = new Map(
    venue.orders.map(({ clientKey, submittedAt }) => [clientKey, submittedAt]),
  );
  const crowded = crowdedOrders(
    sent.map((order) => ({ arrivedAt: arrivals.get(order.clientKey), ...order })),
    restarts,
  );
  const { reductions = [] } = (await storage.read.accounts.byId(accountId))!;
  const heldFrom = Math.min(
    ...reductions
      .filter(({ because }) => REDUCTIONS[because].endsForWorker === "switched-on")
      .map(({ at }) => at),
  );
  const bought = sent.filter(
    ({ createdAt, origin, side }) =>
      heldFrom < createdAt && side === "buy" && origin === "automated",
  );
  return [
    ...crowded.map(saying("is one too many within a minute")),
    ...bought.map(saying("bought for an account that is held back")),
  ];
}

const WHEN_SENT: ReadonlySet<string> = new Set(["order-placed", "order-canceled,order-placed"]);
const WHEN_DENIED: ReadonlySet<string> = new Set([
  "order-denied",
  "order-denied,order-placed",
  "order-canceled,order-placed",
]);

/** Chance has no part in the key of a ticket. */
const IDENTIFIERS = seededIdentifiers(0);

const keysOf = ({ id, items, userId }: Sale): readonly string[] =>
  items.map(({ ticker }) => IDENTIFIERS.clientKeyOf(causeOfTicket(userId, `sale.${id}.${ticker}`)));

const unfinishedSales = ({ sales }: SessionRules): string[] =>
  sales
    .filter(({ endedAt }) => endedAt === undefined)
    .map(({ id, items }) => `sale ${id} has not ended: ${items.map(({ state }) => state)}`);

/**
 * Every order of ours has exactly one line that says it was placed, or denied; both where it was on
 * record and then never sent.
 */
async function unauditedOrders(world: World, orders: readonly Order[]): Promise<string[]> {
  const { lines, since } = await latestLines(world.storage, world.userId);
  return orders
    .filter(({ createdAt }) => since < createdAt)
    .filter(({ origin }) => origin !== "external")
    .filter(({ clientKey, status }) => {
      const said = lines
        .filter(({ text }) => text?.startsWith(clientKey))
        .map(({ action }) => action)
        .sort()
        .join();
      const wanted = status === "denied" ? WHEN_DENIED : WHEN_SENT;
      return !wanted.has(said);
    })
    .map(saying("has not its one line in the audit"));
}

/** The audit's newest lines, of all that happened after `since`. */
async function latestLines({ read }: Pick<Storage, "read">, userId: string) {
  const lines = await read.audit.latest(userId, LINES_MAX);
  return { lines, since: lines.length < LINES_MAX ? 0 : lines.at(-1)!.at };
}

const LINES_MAX = 500;

const saying =
  (what: string) =>
  ({ clientKey }: Order): string =>
    `${clientKey} ${what}`;

/** The names of the claims that do not hold. */
const wrong = (claims: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(claims).flatMap(([otherwise, holds]) => (holds ? [] : [otherwise]));

const sorted = (texts: readonly string[]): string => texts.toSorted().join(", ");
