import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { bps, money, NO_MONEY, shares, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { isOpen, type Order } from "@sevenfold/domain/order";

import type { Announcer } from "../ports/announcer.ts";
import { placeOrder } from "../use-cases/place-order.ts";
import { toggleAutomation } from "../use-cases/toggle-automation.ts";
import { MANY_FAULTS, NO_FAULTS } from "./fault-plan.ts";
import { openWorld, type SimulatedProcess, type World } from "./world.ts";

export interface SessionReport {
  readonly world: World;
  /** Everything that is not as it must be, in words; empty when all is well. */
  readonly broken: readonly string[];
  readonly fills: number;
  readonly crashes: number;
  /** What happened at all: events of the log, and the states orders ended in. */
  readonly seen: ReadonlySet<string>;
}

const SESSION_MS = 8 * MINUTE_MS;
const SETTLE_MS = 3 * MINUTE_MS;
const COOL_DOWN_SEC = 40;

/**
 * A short session in which everything goes wrong: lost answers, late and repeated notices, broken
 * streams, crashes at any await, a user who orders and switches in between. Then all faults end,
 * and books and venue have to agree.
 */
export async function runSeededSession(
  seed: number,
  drain: () => Promise<void>,
): Promise<SessionReport> {
  const world = await openWorld({
    seed,
    drain,
    faults: MANY_FAULTS,
    limits: { coolDownSec: COOL_DOWN_SEC },
    strategy: { buyDropBps: bps(200), sellRiseBps: bps(200), minCashReserve: NO_MONEY },
    cash: cashOf(seed),
  });
  const { chance, clock } = world;
  const off = offSpans(world);
  let process = world.start();
  let crashes = 0;
  const until = clock.now() + SESSION_MS;
  while (clock.now() < until) {
    if (chance.happens(0.15)) process.life.endAfter(chance.between(1, 500));
    if (chance.happens(0.3)) orderByHand(world, process);
    // Not in every world: money spent elsewhere is no fault of our reservations.
    if (chance.happens(0.05) && seed % 2 === 0) world.venue.buyElsewhere(pick(world), shares(1));
    if (chance.happens(0.1)) void off.toggle(process, chance.happens(0.7));
    if (chance.happens(0.03)) clock.stall(chance.between(1_000, 20_000));
    await clock.pass(chance.between(1_000, 15_000));
    if (!process.life.isOver) continue;
    crashes += 1;
    await clock.pass(chance.between(0, 20_000));
    process = world.start();
  }
  world.venue.faults = NO_FAULTS;
  process.life.endAfter(Number.POSITIVE_INFINITY);
  if (process.life.isOver) process = world.start();
  await clock.pass(SETTLE_MS);
  await Promise.all([off.toggle(process, false), clock.pass(1_000)]);
  await clock.pass(SETTLE_MS);
  await Promise.all([process.stop(), clock.pass(15_000)]);

  const broken = [...(await differences(world, off.holds))];
  for (const { event, facts, level } of world.log.lines)
    if (level === "error") broken.push(`${event} ${JSON.stringify(facts)}`);
  const { read } = world.storage;
  const fills = await read.fills.latest(world.accountId, 500);
  const orders = await read.orders.latest(world.accountId, 500);
  const seen = new Set([
    ...world.log.lines.map(({ event }) => event),
    ...orders.map(({ origin, status }) => `${origin} ${status}`),
  ]);
  return { world, broken, fills: fills.length, crashes, seen };
}

/** Now plenty, now so little that orders compete for it. */
const cashOf = (seed: number) => money((3 + (seed % 5) * 6) * 1_000 * UNITS_PER_DOLLAR);

const pick = ({ chance, tickers }: World) => tickers[chance.between(0, tickers.length - 1)]!;

function orderByHand(world: World, { needs }: SimulatedProcess): void {
  const { accountId, chance, userId } = world;
  void placeOrder(needs)({
    origin: "manual",
    accountId,
    userId,
    ticker: pick(world),
    side: chance.happens(0.5) ? "buy" : "sell",
    quantity: shares(chance.between(1, 15)),
    idempotencyKey: `ticket-${chance.between(1, 1_000_000)}`,
  });
}

const UNHEARD: Announcer = { announce: () => undefined, listen: () => () => undefined };

/** When automation was surely off: from the answer that it is, to the next wish that it be on. */
function offSpans({ accountId, chance, clock, userId }: World) {
  const spans: { from: Instant; to: Instant }[] = [];
  const lastAsked = { count: 0 };
  return {
    holds: (at: Instant): boolean => spans.some(({ from, to }) => from < at && at < to),
    async toggle({ needs }: SimulatedProcess, enabled: boolean): Promise<void> {
      lastAsked.count += 1;
      const { count } = lastAsked;
      if (enabled) for (const span of spans) span.to = Math.min(span.to, clock.now()) as Instant;
      // Now and then from another process, of which ours only learns by reading.
      const announcer = chance.happens(0.5) ? needs.announcer : UNHEARD;
      const done = await toggleAutomation({ ...needs, announcer })({ accountId, userId, enabled });
      // One asked for meanwhile may have overtaken it.
      if (done.ok && !enabled && count === lastAsked.count)
        spans.push({ from: clock.now(), to: Number.POSITIVE_INFINITY as Instant });
    },
  };
}

async function differences(
  world: World,
  wasOff: (at: Instant) => boolean,
): Promise<readonly string[]> {
  const { accountId, storage, venue } = world;
  const { read } = storage;
  const account = (await read.accounts.byId(accountId))!;
  const orders = await read.orders.latest(accountId, 500);
  const fills = await read.fills.latest(accountId, 500);
  const positions = await read.positions.of(accountId);
  const broken = [...venue.violations];
  const claim = (holds: boolean, otherwise: string) => {
    if (!holds) broken.push(otherwise);
  };

  claim(account.cash === venue.cash, `cash: ${account.cash} here, ${venue.cash} there`);
  claim(0 <= account.cash, `cash is ${account.cash}`);
  const flow = await read.fills.cashFlow(accountId);
  claim(account.startEquity + flow === account.cash, "the ledger's cash is not the account's");
  claim(
    sorted(fills.map(({ executionId }) => executionId)) ===
      sorted(venue.executions.map(({ executionId }) => executionId)),
    "not the venue's executions, each once",
  );
  claim(
    sorted(positions.map(({ ticker, quantity }) => `${ticker} ${quantity}`)) ===
      sorted([...venue.positions].map(([ticker, { quantity }]) => `${ticker} ${quantity}`)),
    "not the venue's holdings",
  );
  for (const [key, count] of venue.arrivals) {
    claim(count === 1, `${key} arrived ${count} times`);
    claim(
      orders.some(({ clientKey }) => clientKey === key),
      `${key} is not on record`,
    );
  }
  for (const order of orders) {
    const there = venue.orders.find(
      ({ brokerOrderId, clientKey }) =>
        clientKey === order.clientKey || brokerOrderId === order.brokerOrderId,
    );
    claim(order.filled === (there?.filled ?? 0), `${order.clientKey} is filled differently`);
    const mayRest = order.origin !== "automated" && there?.state === "working";
    claim(!isOpen(order) || mayRest, `${order.clientKey} is ${order.status}`);
    const isSent = order.origin === "automated" && order.status !== "denied";
    claim(!isSent || !wasOff(order.createdAt), `${order.clientKey} was sent while off`);
  }
  return [...broken, ...hastyEntries(orders)];
}

/** Automated entries of a symbol that came before its cool-down was over. */
function hastyEntries(orders: readonly Order[]): readonly string[] {
  const entries = orders
    .filter(
      ({ attempts, origin, side }) => 0 < attempts && origin === "automated" && side === "buy",
    )
    .toSorted((one, other) => one.createdAt - other.createdAt);
  return entries.flatMap((entry, index) => {
    const before = entries.slice(0, index).findLast(({ ticker }) => ticker === entry.ticker);
    const sinceMs = before ? entry.createdAt - before.createdAt : Number.POSITIVE_INFINITY;
    return sinceMs < COOL_DOWN_SEC * 1_000
      ? [`${entry.ticker} entered again after ${sinceMs} ms`]
      : [];
  });
}

const sorted = (texts: readonly string[]): string => texts.toSorted().join(", ");
