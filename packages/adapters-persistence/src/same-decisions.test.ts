import { setImmediate } from "node:timers/promises";

import type { Storage, Tables } from "@sevenfold/application/ports/stores/storage";
import { openWorld, type World } from "@sevenfold/application/testing/world/world";
import { placeOrder } from "@sevenfold/application/trading/placing/place-order";
import { syncPositions } from "@sevenfold/application/trading/reconciliation/sync-positions";
import { toggleAutomation } from "@sevenfold/application/trading/settings/toggle-automation";
import type { Ticker } from "@sevenfold/domain/market";
import { bps, NO_MONEY, shares } from "@sevenfold/domain/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMemoryDatabase } from "./embedded-database.ts";
import { type OpenStorage, openedOn, openStorage } from "./open-storage.ts";
import {
  canTestOnPostgres,
  PATIENT,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";

const SECONDS = 420;
const TSLA = "TSLA" as Ticker;

describe.skipIf(!canTestOnPostgres())("on the same prices", () => {
  let postgres: TestPostgres;
  const opened: OpenStorage[] = [];
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(async () => {
    for (const each of opened) await each.close();
    await postgres?.stop();
  });

  it("one process on the embedded database and two on a server decide and trade alike", async () => {
    const databaseUrl = await postgres.newDatabase();
    const inTwo = [
      await openStorage({ databaseUrl, ...PATIENT }),
      await openStorage({ databaseUrl, ...PATIENT }),
    ];
    const inOne = await openedOn(await openMemoryDatabase());
    opened.push(...inTwo, inOne);

    const here = await trade([inOne.storage]);
    const there = await trade(inTwo.map(({ storage }) => storage));

    expect(here.decisions.length).toBeGreaterThan(4);
    expect(here.orders.map(({ side }) => side)).toContain("sell");
    expect(there).toEqual(here);
  });
});

/**
 * Seven minutes of a simulated market with a worker and a process that serves its user: the same seed,
 * the same prices and the same wishes, whatever keeps the rows.
 */
async function trade(storages: readonly Storage[]) {
  const counted = storages.map(counting);
  const world = await openWorld({
    seed: 11,
    storages: counted.map(({ storage }) => storage),
    async drain() {
      // Answers of a database take time, and none of the simulated.
      for (let quiet = 0; quiet < 3; quiet += 1) {
        await setImmediate();
        if (counted.some((each) => 0 < each.pending())) quiet = -1;
      }
    },
    strategy: { buyDropBps: bps(200), sellRiseBps: bps(200), minCashReserve: NO_MONEY },
    limits: { coolDownSec: 60 },
  });
  const worker = world.start();
  const server = world.open();
  const at = wishes(world, server);
  for (let second = 0; second < SECONDS; second += 1) {
    at[second]?.();
    await world.clock.pass(1_000);
  }
  const said = await record(world);
  await Promise.all([worker.stop(), world.clock.pass(15_000)]);
  await server.stop();
  return said;
}

/** What the user does, by the second. */
function wishes(
  { accountId, userId }: World,
  { needs }: ReturnType<World["open"]>,
): Readonly<Record<number, () => unknown>> {
  const switchTo = (enabled: boolean) => () =>
    toggleAutomation(needs)({ accountId, userId, enabled });
  const buyByHand = () =>
    placeOrder(needs)({
      origin: "manual",
      accountId,
      userId,
      ticker: TSLA,
      side: "buy",
      quantity: shares(3),
      idempotencyKey: "ticket-1",
    });
  return {
    120: buyByHand,
    200: () => syncPositions(needs)(userId),
    260: switchTo(false),
    290: switchTo(true),
  };
}

/** Decisions and orders by what was decided and done, to the second. */
async function record({ accountId, storage }: World) {
  const orders = await storage.read.orders.latest(accountId, 500);
  const decisions = await storage.read.decisions.taken(accountId, 500);
  const positions = await storage.read.positions.of(accountId);
  const trails = await storage.read.trails.of(accountId);
  const secondOf = (at: number) => Math.floor(at / 1_000);
  return {
    decisions: decisions.map(({ at, patterns: _, ...decision }) => ({
      ...decision,
      second: secondOf(at),
    })),
    orders: orders.map(({ createdAt, filledNotional, quantity, side, status, ticker }) => ({
      side,
      quantity,
      ticker,
      status,
      filledNotional,
      second: secondOf(createdAt),
    })),
    positions: positions.map(({ costBasis, quantity, ticker }) => ({
      ticker,
      quantity,
      costBasis,
    })),
    trails: trails?.trails
      .map(({ high, last, low, ticker, version }) => ({ ticker, high, low, last, version }))
      .toSorted((one, other) => (one.ticker < other.ticker ? -1 : 1)),
    cash: (await storage.read.accounts.byId(accountId))?.cash,
  };
}

/** The storage, and how many of its answers are still out. */
function counting(storage: Storage): { readonly storage: Storage; pending(): number } {
  let pending = 0;
  const counted = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    pending += 1;
    try {
      return await answer;
    } finally {
      pending -= 1;
    }
  };
  type Asked = (...facts: readonly unknown[]) => Promise<unknown>;
  const storeOf = (store: Record<string, Asked>) =>
    Object.fromEntries(
      Object.entries(store).map(([name, ask]) => [
        name,
        (...facts: readonly unknown[]) => counted(ask(...facts)),
      ]),
    );
  const read = Object.fromEntries(
    Object.entries(storage.read).map(([name, store]) => [name, storeOf(store)]),
  ) as unknown as Tables;
  return {
    pending: () => pending,
    storage: { read, transact: (work) => counted(storage.transact(work)) },
  };
}
