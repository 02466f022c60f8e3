import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { Broker } from "../../ports/broker.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { AAPL, holdShares, inTime, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import { startWorker } from "./run-worker.ts";

/** Longer than a loop of the worker takes to notice that it is to end, and within what a stop awaits. */
const ANSWER_MS = 6_000;

describe("a worker that is asked to stop while an order is on its way", () => {
  it("records the answer, saves its trails, gives the lease back and sends nothing more", async () => {
    const { sent, stopping, world, worker } = await stoppingWhileSending();
    await inTime(world, stopping);

    const { read } = world.storage;
    const orders = await ordersOf(world);
    expect(orders.filter(({ origin }) => origin === "automated")).not.toEqual([]);
    expect(orders.map(({ status }) => status)).not.toContain("submitting");
    expect(orders.map(({ status }) => status)).not.toContain("intent");
    expect(await read.leases.isHeld(world.accountId)).toBe(false);
    const trails = await read.trails.of(world.accountId);
    expect(trails!.savedAt).toBeGreaterThanOrEqual(sent[0]!);
    expect(worker.accountView(world.accountId)).toBeUndefined();
    const count = sent.length;
    await world.clock.pass(10 * 60_000);
    expect(sent).toHaveLength(count);
  });

  it("leaves the account to the next one at once", async () => {
    const { stopping, world } = await stoppingWhileSending();
    await inTime(world, stopping);
    const next = world.start();
    // Much sooner than a lease that was kept would end.
    await world.clock.pass(2_000);

    expect(next.worker.accountView(world.accountId)).toBeDefined();
    await inTime(world, next.stop());
  });
});

describe("a worker that lets go of its accounts", () => {
  it("no longer says that their prices matter most", async () => {
    const preferred: (readonly Ticker[])[] = [];
    const world = await openTestWorld({
      around: (ports) => ({
        ...ports,
        marketData: { ...ports.marketData, prefer: (tickers) => void preferred.push(tickers) },
      }),
    });
    await holdShares(world, AAPL, 10, false);
    const { stop } = world.start();
    await world.clock.pass(10_000);
    expect(preferred.at(-1)).toEqual([AAPL]);

    await inTime(world, stop());

    expect(preferred.at(-1)).toEqual([]);
  });
});

describe("a worker that takes an account up again", () => {
  it("connects anew: its keys may be others by now", async () => {
    const known = new Map<string, Promise<Broker>>();
    let connected = 0;
    const world = await openTestWorld({
      around: ({ brokers, ...ports }) => ({
        ...ports,
        brokers: {
          ...brokers,
          connect(accountId) {
            const broker = known.get(accountId) ?? brokers.connect(accountId);
            if (!known.has(accountId)) connected += 1;
            known.set(accountId, broker);
            return broker;
          },
          release: (accountId) => void known.delete(accountId),
        },
      }),
    });
    const { stop, worker } = world.start();
    await world.clock.pass(10_000);
    expect(connected).toBe(1);

    await oneByOne(world.storage).accounts.change(world.accountId, (row) => ({
      ...row,
      lastValidatedAt: world.clock.now(),
    }));
    await world.clock.pass(2 * MINUTE_MS);

    expect(worker.accountView(world.accountId)).toBeDefined();
    expect(connected).toBe(2);
    await inTime(world, stop());
  });
});

/** A worker whose broker takes its time, asked to stop in the moment the first order leaves. */
async function stoppingWhileSending() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const sent: number[] = [];
  const connect = async (accountId: string): Promise<Broker> => {
    const broker = await needs.brokers.connect(accountId);
    return {
      ...broker,
      async submit(order) {
        sent.push(world.clock.now());
        await world.clock.sleep(ANSWER_MS);
        return broker.submit(order);
      },
    };
  };
  const worker = startWorker(
    { ...needs, brokers: { ...needs.brokers, connect } },
    { workerId: "w" },
  );
  for (let beat = 0; beat < 3_600 && sent.length === 0; beat += 1) await world.clock.pass(1_000);
  expect(sent).not.toEqual([]);
  return { sent, stopping: worker.stop(), world, worker };
}
