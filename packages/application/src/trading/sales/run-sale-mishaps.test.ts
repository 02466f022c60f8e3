import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Price, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FaultPlan, NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import type { Sale } from "../../ports/stores/sale-store.ts";
import { StorageUnavailable } from "../../ports/stores/storage.ts";
import { placedInAudit, saleOf, TICKERS } from "../../testing/sale-of-many.ts";
import {
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import { brokenClaims } from "../../testing/world/session-claims.ts";
import type { SimulatedProcess, World } from "../../testing/world/world.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { placeOrder } from "../placing/place-order.ts";
import { runSale } from "./run-sale.ts";
import { sellAll } from "./sell-all.ts";

describe("a sale of many holdings under mishaps", () => {
  it("always sells each holding once at most, whatever goes wrong and wherever it breaks off", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(mishaps, async (mishap) => {
        const { world, sale } = await soldUnder(mishap, seen);

        expect(
          await brokenClaims(world, { coolDownSec: 0, wasOff: () => false, sales: [sale] }),
        ).toEqual([]);
        expect(await contradictions(world, sale, mishap)).toEqual([]);
        // An order in the way is canceled first, so that its symbol comes later.
        const free = sale.items
          .map(({ ticker }) => ticker)
          .filter((ticker) => !isInTheWay(mishap, ticker));
        // What never left is placed anew later.
        const placed = [...new Set(await placedInAudit(world))];
        expect(placed.filter((ticker) => free.includes(ticker)).toSorted()).toEqual(
          placed.filter((ticker) => free.includes(ticker)),
        );
        for (const { state } of sale.items) seen.add(state);
      }),
      // Examples count as runs.
      { numRuns: 40 + EXAMPLES.length, examples: EXAMPLES },
    );
    // The mishaps did happen.
    expect([...seen]).toEqual(
      expect.arrayContaining([
        "sold",
        "failed",
        "crash between writing and sending",
        "crash with several under way",
        "canceled by the user",
        "database went away",
      ]),
    );
  });
});

interface Mishap {
  readonly seed: number;
  readonly count: number;
  readonly faults: FaultPlan;
  /** The process that began it dies at this call, or its database fails it at this transaction. */
  readonly diesAt: number | undefined;
  readonly failsAt: number | undefined;
  /** Every how many holdings one has an order of the user's in the way. */
  readonly inTheWay: number;
  /** After this long the user takes back one of the sale's orders. */
  readonly cancelsAfterMs: number | undefined;
}

const share = (max: number) =>
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max }).map((percent) => percent / 100),
  );

const mishaps: fc.Arbitrary<Mishap> = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  count: fc.integer({ min: 1, max: TICKERS.length }),
  faults: fc
    .record({
      lostAnswer: share(30),
      lostRequest: share(20),
      lateRequest: share(20),
      rejected: share(20),
      busy: share(40),
      partialFill: share(50),
      lostNotice: share(10),
      failedRead: share(10),
    })
    .map((some) => ({ ...NO_FAULTS, ...some })),
  diesAt: fc.option(fc.integer({ min: 1, max: 260 }), { nil: undefined, freq: 3 }),
  failsAt: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined, freq: 2 }),
  inTheWay: fc.constantFrom(0, 0, 3),
  cancelsAfterMs: fc.option(fc.integer({ min: 1, max: 1_500 }), { nil: undefined, freq: 2 }),
});

const CALM: Mishap = {
  seed: 7,
  count: 4,
  faults: NO_FAULTS,
  diesAt: undefined,
  failsAt: undefined,
  inTheWay: 0,
  cancelsAfterMs: undefined,
};

/** What has to have happened, for chance may leave it out: calm sales, each with one mishap. */
const EXAMPLES: [Mishap][] = [
  ...Array.from({ length: 25 }, (_, n) => ({ ...CALM, diesAt: 1 + n * 4 })),
  ...[150, 200].map((diesAt) => ({ ...CALM, count: 12, diesAt })),
  { ...CALM, failsAt: 5 },
  { ...CALM, cancelsAfterMs: 100 },
  { ...CALM, faults: { ...NO_FAULTS, rejected: 1 } },
].map((mishap) => [mishap]);

const isInTheWay = ({ inTheWay }: Mishap, ticker: Ticker): boolean =>
  0 < inTheWay && TICKERS.indexOf(ticker) % inTheWay === 0;

/** A sale under that mishap, until everything has come to rest. */
async function soldUnder(mishap: Mishap, seen: Set<string>) {
  const { cancelsAfterMs, count, diesAt, failsAt, faults, seed } = mishap;
  const tickers = TICKERS.slice(0, count);
  const world = await openTestWorld({ seed, tickers, automationEnabled: false });
  for (const ticker of tickers) await holdShares(world, ticker, 1 + (seed % 9), true);
  const [first, user] = [world.open(), world.open()];
  for (const ticker of tickers)
    if (isInTheWay(mishap, ticker))
      await inTime(world, placeOrder(user.needs)(farSell(world, ticker)));
  world.venue.faults = faults;
  const needs = failsAt === undefined ? first.needs : failingAt(first.needs, failsAt, seen);
  const answer = await inTime(
    world,
    sellAll(needs, (id) => {
      if (diesAt !== undefined) first.life.endAfter(diesAt);
      const run = runSale(needs)(id);
      run.catch(() => undefined);
      return run;
    })({ userId: world.userId, requestKey: "k" }),
  );
  if (!answer.ok) throw new Error(answer.refusal.kind);
  await until(world, first, cancelsAfterMs ?? 1_500);
  if (cancelsAfterMs !== undefined) await takeBackOne(world, user, seen);
  await until(world, first, 8_000);
  if (first.life.isOver) await note(world, seen);
  const worker = world.start();
  await world.clock.pass(MINUTE_MS);
  world.venue.faults = NO_FAULTS;
  // Sales whose orders arrived late, or never, end with them.
  await world.clock.pass(4 * MINUTE_MS);
  await inTime(world, worker.stop());
  return { world, sale: await saleOf(world, answer.value.id) };
}

/** Lets time pass in little steps, no further than to the end of the process. */
async function until(
  { clock }: World,
  { life }: SimulatedProcess,
  durationMs: number,
): Promise<void> {
  for (let passed = 0; passed < durationMs && !life.isOver; passed += 50) await clock.pass(50);
}

async function note(world: World, seen: Set<string>): Promise<void> {
  const orders = await ordersOf(world);
  const sending = orders.filter(({ status }) => status === "submitting");
  if (1 < sending.length) seen.add("crash with several under way");
  if (sending.some(({ clientKey }) => !world.venue.arrivals.has(clientKey)))
    seen.add("crash between writing and sending");
}

async function takeBackOne(world: World, { needs }: SimulatedProcess, seen: Set<string>) {
  const { accountId, storage } = world;
  const [open] = (await storage.read.orders.open(accountId)).filter(
    ({ limit }) => limit === undefined,
  );
  if (!open) return;
  const wanted = { accountId, clientKey: open.clientKey };
  if ((await inTime(world, cancelOrder(needs)(wanted))).ok) seen.add("canceled by the user");
}

/** What the books, the venue and the sale say of the same holding, where they differ. */
async function contradictions(
  world: World,
  { items }: Sale,
  { faults }: Mishap,
): Promise<readonly string[]> {
  const orders = await ordersOf(world);
  return items.flatMap(({ clientKey, shares: wanted, sold, state, ticker }) => {
    const there = world.venue.orders.filter(
      (order) => order.ticker === ticker && order.clientKey === clientKey,
    );
    const ours = orders.filter(
      (order) => order.ticker === ticker && order.limit === undefined && 0 < order.attempts,
    );
    const wrong = [
      1 < there.length && "sold twice",
      1 < ours.length && "written twice",
      clientKey !== undefined &&
        0 < ours.length &&
        ours[0]?.clientKey !== clientKey &&
        "another order's",
      // One that arrives after it was given up may fill before it is canceled.
      state === "failed" &&
        faults.lateRequest === 0 &&
        0 < (ours[0]?.filled ?? 0) &&
        "failed and yet sold",
      state === "sold" && sold !== wanted && "sold in part only",
      state === "sold" && world.venue.positions.has(ticker) && "sold and yet held",
    ];
    return wrong.flatMap((what) => (what === false ? [] : [`${ticker} ${what}`]));
  });
}

const farSell = (world: World, ticker: Ticker) => {
  const price = world.market.priceAt(ticker, world.clock.now()) * 2;
  const limit = (Math.round(price / 100) * 100) as Price;
  return manualDraft(world, { ticker, side: "sell", quantity: shares(1), limit });
};

/** Its database goes away once: before a transaction has begun, or after it was committed. */
function failingAt(needs: TradingNeeds, failsAt: number, seen: Set<string>): TradingNeeds {
  const { storage } = needs;
  let count = 0;
  return {
    ...needs,
    storage: {
      ...storage,
      async transact(work) {
        count += 1;
        const fails = count === failsAt + 1;
        if (fails) seen.add("database went away");
        if (fails && failsAt % 2 === 0) throw new StorageUnavailable("It went away.");
        const value = await storage.transact(work);
        if (fails) throw new StorageUnavailable("It went away.");
        return value;
      },
    },
  };
}
