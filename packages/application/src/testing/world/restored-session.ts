import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { bps, money, shares, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { MANY_FAULTS, NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { toggleAutomation } from "../../trading/settings/toggle-automation.ts";
import { backedUp } from "../backed-up.ts";
import { brokenClaims } from "./session-claims.ts";
import { sessionUser } from "./session-user.ts";
import { openWorld, type SimulatedWorker, type World, type WorldShape } from "./world.ts";

export interface RestoredReport {
  readonly world: World;
  /** Everything that is not as it must be, in words; empty when all is well. */
  readonly broken: readonly string[];
  /** Executions of after the backup was made, which it does not know. */
  readonly unknown: number;
  /** Orders sent after its user had looked. */
  readonly sentSince: number;
}

const SETTLE_MS = 3 * MINUTE_MS;
/** Orders that look the same are told apart within a quarter of an hour. */
const KEYLESS_SETTLE_MS = 18 * MINUTE_MS;
const RULES = { coolDownSec: 0, wasOff: () => false, sales: [] };

/**
 * A session in which a user orders, sells and cancels beside the worker, with faults and crashes in every
 * other one. A backup is made at some moment of it, and brought back after some later one at which
 * everything died. Then faults end: nothing is sent before the user says so, books and venue agree, and
 * they go on agreeing once it is traded again.
 */
export async function runRestoredSession(
  seed: number,
  drain: () => Promise<void>,
  shape: Pick<WorldShape, "isKeyless"> = {},
): Promise<RestoredReport> {
  const world = await openWorld({
    ...shape,
    seed,
    drain,
    faults: hasFaults(seed) ? MANY_FAULTS : NO_FAULTS,
    stopAtBroker: seed % 4 < 2,
    limits: { coolDownSec: 40 },
    strategy: {
      buyDropBps: bps(200),
      sellRiseBps: bps(200),
      stopLossEnabled: true,
      stopLossBps: bps(500),
    },
    cash: money(30_000 * UNITS_PER_DOLLAR),
  });
  const { accountId, chance, clock, storage, venue } = world;
  const first = world.start();
  const atBackup = await tradeFor(world, first, chance.between(1, 6) * MINUTE_MS);
  const backup = backedUp(world);
  const known = venue.executions.length;
  const last = await tradeFor(world, atBackup, chance.between(1, 6) * MINUTE_MS);
  last.life.end();
  await clock.pass(chance.between(0, MINUTE_MS));
  const unknown = venue.executions.length - known;

  const restoredAt = clock.now();
  const worker = await backup.restore();
  await clock.pass(chance.between(0, 30_000));
  venue.faults = NO_FAULTS;
  await clock.pass(shape.isKeyless ? KEYLESS_SETTLE_MS : SETTLE_MS);
  const told = { isKeyless: shape.isKeyless === true, restoredAt };
  const broken = [...(await sentFrom(world, restoredAt)), ...(await claims(world, told))];
  const { reductions = [] } = (await storage.read.accounts.byId(accountId))!;
  if (!reductions.some(({ because }) => because === "restored")) broken.push("is not held back");

  const sent = venue.arrivals.size;
  await toggled(world, worker, true);
  await clock.pass(8 * MINUTE_MS);
  await toggled(world, worker, false);
  await clock.pass(SETTLE_MS);
  broken.push(...(await claims(world, told)));
  await Promise.all([worker.stop(), clock.pass(15_000)]);
  const after = (await storage.read.accounts.byId(accountId))!;
  for (const { because } of after.reductions ?? []) broken.push(`is still held back: ${because}`);
  return { world, broken, unknown, sentSince: venue.arrivals.size - sent };
}

const hasFaults = (seed: number): boolean => seed % 2 === 0;

/** Answers the worker at the end: of faults one may have died, and another begun. */
async function tradeFor(
  world: World,
  begun: SimulatedWorker,
  durationMs: number,
): Promise<SimulatedWorker> {
  const { chance, clock, tickers, venue } = world;
  const user = sessionUser(world);
  const until = clock.now() + durationMs;
  let worker = begun;
  while (clock.now() < until) {
    if (chance.happens(0.2)) user.order(worker);
    if (chance.happens(0.1)) void user.sell(worker);
    if (chance.happens(0.1)) void user.cancel(worker);
    if (chance.happens(0.03)) void user.sellAll(worker);
    if (chance.happens(0.03)) void user.cancelAll(worker);
    if (chance.happens(0.05)) void user.toggle(worker, true);
    if (chance.happens(0.05))
      venue.buyElsewhere(tickers[chance.between(0, tickers.length - 1)]!, shares(1));
    if (chance.happens(0.05) && venue.faults !== NO_FAULTS) {
      worker.life.end();
      worker = world.start({ isAlone: true });
    }
    await clock.pass(chance.between(1_000, 15_000));
  }
  return worker;
}

const toggled = (world: World, { needs }: SimulatedWorker, enabled: boolean) =>
  Promise.all([
    toggleAutomation(needs)({ accountId: world.accountId, userId: world.userId, enabled }),
    world.clock.pass(1_000),
  ]);

async function sentFrom({ accountId, storage }: World, at: Instant): Promise<readonly string[]> {
  const orders = await storage.read.orders.latest(accountId, 500);
  return orders
    .filter(({ attempts, createdAt }) => at <= createdAt && 0 < attempts)
    .map(({ clientKey, origin }) => `${origin} ${clientKey} was sent before its user had looked`);
}

/** Of a venue that names no keys, sums are told: of what was filled in parts the cents may be rounded once. */
const ROUNDED_UNITS = 500;

/** What is not in the books as it is at the venue, but for what a backup cannot know and nobody needs. */
async function claims(
  world: World,
  { isKeyless, restoredAt }: { readonly isKeyless: boolean; readonly restoredAt: Instant },
): Promise<readonly string[]> {
  const { accountId, storage, venue } = world;
  const all = await brokenClaims(world, RULES);
  const account = (await storage.read.accounts.byId(accountId))!;
  const isRounded = Math.abs(account.cash - venue.cash) < ROUNDED_UNITS;
  const there = new Map(venue.orders.map((order) => [order.clientKey, order]));
  return all.filter((claim) => {
    const [key = ""] = claim.split(" ");
    const order = there.get(key);
    // It ended without a fill, or never was an order there.
    const isOver = !order || (order.filled === 0 && order.state !== "working");
    const wasLost = !order || restoredAt <= order.submittedAt;
    if (claim.endsWith("is not on record")) return !isKeyless && !isOver;
    if (claim.endsWith("arrived 2 times")) return !wasLost && !isOver;
    if (claim.endsWith("was there before it was on record")) return !isOver;
    // What protects a holding is kept until its user has looked.
    if (claim.endsWith("is working")) return order?.stop === undefined || order.state !== "working";
    if (claim.startsWith("cash:")) return !isKeyless || !isRounded;
    return !isKeyless || claim !== "not the venue's executions, each once";
  });
}
