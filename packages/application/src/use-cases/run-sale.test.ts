import type { Ticker } from "@sevenfold/domain/market";
import { MINUTE_MS } from "@sevenfold/domain/market";
import { type Price, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Sale } from "../ports/sale-store.ts";
import { StorageUnavailable } from "../ports/storage.ts";
import { type FaultPlan, NO_FAULTS } from "../simulation/fault-plan.ts";
import { brokenClaims } from "../simulation/session-claims.ts";
import type { SimulatedProcess, World } from "../simulation/world.ts";
import {
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../testing/trading-world.ts";
import { cancelOrder } from "./cancel-order.ts";
import { placeOrder } from "./place-order.ts";
import { runSale, SENT_AT_ONCE_MAX, TAKEN_UP_MS } from "./run-sale.ts";
import { sellAll } from "./sell-all.ts";
import type { TradingNeeds } from "./trading-needs.ts";

const TICKERS = [..."ABCDEFGHIJKLMNOP"].map((letter) => `${letter}X` as Ticker);

describe("a sale of many holdings", () => {
  it("has several orders on their way at once, and no more than it may", async () => {
    const { world, process } = await holding(12);
    const sent = watchedSubmits(process.needs);

    const { id } = await begun(world, sent.needs);
    await world.clock.pass(30_000);

    expect(sent.mostAtOnce()).toBe(SENT_AT_ONCE_MAX);
    expect((await saleOf(world, id)).items.every(({ state }) => state === "sold")).toBe(true);
    await inTime(world, process.stop());
  });

  it("writes its orders and the audit in the order of its holdings", async () => {
    const { world, process } = await holding(16);
    const { id } = await begun(world, process.needs);
    await world.clock.pass(30_000);

    const { items } = await saleOf(world, id);
    const orders = (await ordersOf(world)).toReversed();
    expect(items.map(({ ticker }) => ticker)).toEqual(TICKERS);
    expect(orders.map(({ ticker }) => ticker)).toEqual(TICKERS);
    expect(await placedInAudit(world)).toEqual(TICKERS);
    await inTime(world, process.stop());
  });

  it("goes on with the others while an answer stays out", async () => {
    const { world, process } = await holding(8);
    const held = TICKERS[2]!;
    const slow = watchedSubmits(process.needs, (ticker) => ticker === held);

    const { id } = await begun(world, slow.needs);
    await world.clock.pass(15_000);

    const { items } = await saleOf(world, id);
    expect(items.filter(({ state }) => state !== "sold").map(({ ticker }) => ticker)).toEqual([]);
    expect(slow.answersOut()).toEqual([held]);
    await inTime(world, process.stop());
  });

  it("sells what the broker took no orders for, once it takes them again", async () => {
    const { world, process } = await holding(3);
    world.venue.faults = { ...NO_FAULTS, busy: 1 };
    const { id } = await begun(world, process.needs);
    await world.clock.pass(40_000);
    expect((await saleOf(world, id)).items.every(({ state }) => state === "failed")).toBe(false);
    world.venue.faults = NO_FAULTS;

    await world.clock.pass(MINUTE_MS);

    expect((await saleOf(world, id)).items.map(({ state }) => state)).toEqual([
      "sold",
      "sold",
      "sold",
    ]);
    expect(world.venue.orders).toHaveLength(3);
    expect(world.venue.violations).toEqual([]);
    await inTime(world, process.stop());
  });

  it("is run once in a process, however often that is asked for", async () => {
    const { world, process } = await holding(6);
    const run = runSale(process.needs);
    const { id } = await begun(world, process.needs, () => Promise.resolve("at-work"));

    const [one, other] = [run(id), run(id)];

    expect(one).toBe(other);
    expect(await inTime(world, one)).toBe("ended");
    expect(await ordersOf(world)).toHaveLength(6);
    await inTime(world, process.stop());
  });

  it("is left to the process that runs it, and taken up from one that died", async () => {
    const world = await openTestWorld({ automationEnabled: false, tickers: TICKERS });
    world.venue.isHalted = true;
    await holdShares(world, TICKERS[0]!, 12, true);
    const [first, second] = [world.open(), world.open()];
    const { id } = await begun(world, first.needs, () => Promise.resolve("at-work"));
    const run = runSale(second.needs);
    void runSale(first.needs)(id);
    await world.clock.pass(5 * TAKEN_UP_MS);

    const asked = world.clock.now();
    expect(await inTime(world, run(id))).toBe("at-work");
    first.life.end();
    expect(await inTime(world, run(id))).toBe("at-work");
    expect(world.clock.now() - asked).toBeLessThan(TAKEN_UP_MS / 2);
    await world.clock.pass(TAKEN_UP_MS);
    world.venue.isHalted = false;

    expect(await inTime(world, run(id))).toBe("ended");
    expect(await saleOf(world, id)).toMatchObject({ items: [{ state: "sold", sold: 12 }] });
    expect(await ordersOf(world)).toHaveLength(1);
  });

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
      { numRuns: 40 },
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

/** Counts the orders on their way; the answer about some stays out, though they arrive. */
function watchedSubmits(needs: TradingNeeds, isHeld: (ticker: Ticker) => boolean = () => false) {
  const out = new Set<Ticker>();
  let mostAtOnce = 0;
  const brokers: TradingNeeds["brokers"] = {
    ...needs.brokers,
    async connect(accountId) {
      const broker = await needs.brokers.connect(accountId);
      return {
        ...broker,
        async submit(order) {
          out.add(order.ticker);
          mostAtOnce = Math.max(mostAtOnce, out.size);
          const answer = await broker.submit(order);
          if (isHeld(order.ticker)) await needs.clock.sleep(MINUTE_MS);
          out.delete(order.ticker);
          return answer;
        },
      };
    },
  };
  return {
    needs: { ...needs, brokers },
    mostAtOnce: () => mostAtOnce,
    answersOut: (): readonly Ticker[] => [...out],
  };
}

async function holding(count: number) {
  const tickers = TICKERS.slice(0, count);
  const world = await openTestWorld({ automationEnabled: false, tickers });
  for (const ticker of tickers) await holdShares(world, ticker, 5, true);
  const process = world.start();
  await world.clock.pass(2_000);
  return { world, process };
}

async function begun(world: World, needs: TradingNeeds, run = runSale(needs)): Promise<Sale> {
  const answer = await inTime(
    world,
    sellAll(needs, run)({ userId: world.userId, requestKey: "k" }),
  );
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value;
}

async function saleOf({ storage }: World, id: string): Promise<Sale> {
  const sale = await storage.read.sales.byId(id);
  if (!sale) throw new Error("the sale is gone");
  return sale;
}

/** Of which symbols the audit says that a market order was placed, oldest first. */
async function placedInAudit(world: World): Promise<readonly Ticker[]> {
  const limited = new Set(
    (await ordersOf(world))
      .filter(({ limit }) => limit !== undefined)
      .map(({ clientKey }) => clientKey),
  );
  const lines = await world.storage.read.audit.latest(world.userId, 500);
  return lines
    .filter(({ action, text = "" }) => action === "order-placed" && !limited.has(text.slice(0, 20)))
    .map(({ text = "" }) => text.split(" ")[3] as Ticker)
    .toReversed();
}
