import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { bps, money, NO_MONEY, shares, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import type { Strategy } from "@sevenfold/domain/strategy";
import { MANY_FAULTS, NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import type { Sale } from "../../ports/stores/sale-store.ts";
import { brokenClaims } from "./session-claims.ts";
import { type SessionUser, sessionUser } from "./session-user.ts";
import { openWorld, type SimulatedProcess, type World, type WorldShape } from "./world.ts";

export interface SessionReport {
  readonly world: World;
  /** Everything that is not as it must be, in words; empty when all is well. */
  readonly broken: readonly string[];
  readonly fills: number;
  readonly crashes: number;
  /** What happened at all: events of the log, and the states orders and sales ended in. */
  readonly seen: ReadonlySet<string>;
}

const SESSION_MS = 8 * MINUTE_MS;
const SETTLE_MS = 3 * MINUTE_MS;
const COOL_DOWN_SEC = 40;

/**
 * A short session in which everything goes wrong: lost answers, late and repeated notices, broken
 * streams, crashes at any await, a user who orders, sells, cancels and switches in between. Then all
 * faults end, and books and venue have to agree.
 */
export async function runSeededSession(
  seed: number,
  drain: () => Promise<void>,
  shape: Pick<WorldShape, "isKeyless" | "witness"> = {},
): Promise<SessionReport> {
  const world = await openWorld({
    ...shape,
    seed,
    drain,
    faults: MANY_FAULTS,
    limits: { coolDownSec: COOL_DOWN_SEC },
    strategy: strategyOf(seed),
    cash: cashOf(seed),
    ...(isFlooded(seed) && { tickers: MANY }),
  });
  const { chance, clock } = world;
  const user = sessionUser(world);
  const sales = collectSales(world, user);
  // Some are the only worker there can be, and take over at once from one that died.
  const start = () => world.start({ isAlone: seed % 3 === 0 });
  let worker = start();
  // A process that only serves the user, and dies on its own.
  let server = world.open();
  let crashes = 0;
  const until = clock.now() + SESSION_MS;
  while (clock.now() < until) {
    if (chance.happens(0.15)) worker.life.endAfter(chance.between(1, 500));
    if (chance.happens(0.1)) server.life.endAfter(chance.between(1, 100));
    act(world, user, chance.happens(0.5) ? worker : server);
    // Not in every world: money spent elsewhere is no fault of our reservations.
    if (chance.happens(0.05) && seed % 2 === 0) world.venue.buyElsewhere(pick(world), shares(1));
    if (isFlooded(seed) && chance.happens(0.02)) user.flood(server);
    if (chance.happens(0.03)) clock.stall(chance.between(1_000, 20_000));
    await clock.pass(chance.between(1_000, 15_000));
    await sales.look();
    if (server.life.isOver) server = world.open();
    if (!worker.life.isOver) continue;
    crashes += 1;
    await clock.pass(chance.between(0, 20_000));
    worker = start();
  }
  world.venue.faults = NO_FAULTS;
  worker.life.endAfter(Number.POSITIVE_INFINITY);
  if (worker.life.isOver) worker = start();
  await clock.pass(SETTLE_MS);
  await Promise.all([user.toggle(worker, false), clock.pass(1_000)]);
  await clock.pass(SETTLE_MS);
  await sales.look();
  await Promise.all([worker.stop(), clock.pass(15_000)]);

  const { wasOff } = user;
  const rules = { coolDownSec: COOL_DOWN_SEC, wasOff, sales: await sales.all() };
  const broken = [...(await brokenClaims(world, rules))];
  for (const { event, facts, level } of world.log.lines)
    if (level === "error") broken.push(`${event} ${JSON.stringify(facts)}`);
  const fills = await world.storage.read.fills.latest(world.accountId, 500);
  return { world, broken, fills: fills.length, crashes, seen: await sights(world, rules.sales) };
}

const STEPS = { buyDropBps: bps(200), sellRiseBps: bps(200), minCashReserve: NO_MONEY };
const STOP = { stopLossEnabled: true, stopLossBps: bps(500) };
/** Every mode has its worlds, with the stop and without. */
const STRATEGIES: readonly Partial<Strategy>[] = [
  STEPS,
  { ...STEPS, mode: "HYBRID", buyDropMaxBps: bps(600), takeProfitBps: bps(300), ...STOP },
  { ...STEPS, ...STOP },
  { ...STEPS, mode: "SIMPLE", takeProfitBps: bps(200) },
];
const strategyOf = (seed: number): Partial<Strategy> => STRATEGIES[seed % STRATEGIES.length]!;

/** Now plenty, now so little that orders compete for it. */
const cashOf = (seed: number) => money((3 + (seed % 5) * 6) * 1_000 * UNITS_PER_DOLLAR);

/** In some worlds a script of the user's goes wrong, and orders more than a minute may hold. */
const isFlooded = (seed: number): boolean => seed % 10 === 3;

/** Orders of one symbol go out one after the other: a flood takes many. */
const MANY = [..."ABCDEFGHIJKLMNOP"].map((letter) => `${letter}X` as Ticker);

const pick = ({ chance, tickers }: World) => tickers[chance.between(0, tickers.length - 1)]!;

/** What a user does at this moment: mostly nothing. */
function act({ chance }: World, user: SessionUser, through: SimulatedProcess): void {
  if (chance.happens(0.3)) user.order(through);
  if (chance.happens(0.1)) void user.sell(through);
  if (chance.happens(0.1)) void user.cancel(through);
  if (chance.happens(0.05)) void user.sync(through);
  if (chance.happens(0.03)) void user.sellAll(through);
  if (chance.happens(0.03)) void user.cancelAll(through);
  if (chance.happens(0.1)) void user.toggle(through, chance.happens(0.7));
}

/** Sales are listed only while they are open: remembers those it has seen, and those a user was told of. */
function collectSales(
  { accountId, storage }: World,
  { begunSales }: Pick<SessionUser, "begunSales">,
) {
  const ids = new Set<string>();
  return {
    async look(): Promise<void> {
      for (const { id } of await storage.read.sales.atWork(accountId)) ids.add(id);
    },
    async all(): Promise<readonly Sale[]> {
      const sales: Sale[] = [];
      for (const id of new Set([...ids, ...begunSales]))
        sales.push((await storage.read.sales.byId(id))!);
      return sales;
    },
  };
}

async function sights({ accountId, log, storage, userId }: World, sales: readonly Sale[]) {
  const orders = await storage.read.orders.latest(accountId, 500);
  const audit = await storage.read.audit.latest(userId, 500);
  return new Set([
    ...log.lines.map(({ event }) => event),
    ...orders.map(({ origin, status }) => `${origin} ${status}`),
    ...sales.flatMap(({ kind }) => (kind === "cancel-all" ? "orders taken back" : [])),
    ...sales.flatMap(({ items }) => items.map(({ state }) => `sale ${state}`)),
    ...audit.map(({ action }) => action),
  ]);
}
