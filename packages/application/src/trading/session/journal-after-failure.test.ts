import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import type { Decision } from "../../ports/stores/decision-store.ts";
import type { Storage } from "../../ports/stores/storage.ts";
import { type HandMarket, handMarket } from "../../testing/hand-market.ts";
import { AAPL, openTestWorld } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { startWorker } from "./run-worker.ts";

/** Looks often: the journal is written every few seconds. */
async function untilRefused({ accountId, clock, storage }: World) {
  for (let looks = 0; looks < 100; looks += 1) {
    await clock.pass(100);
    const orders = await storage.read.orders.latest(accountId, 10);
    if (orders[0]?.status === "rejected") return orders;
  }
  return [];
}

describe("the journal of an account that is begun anew, because its database was away", () => {
  it("tells once what was refused shortly before", async () => {
    const { isFollowed, refusals, setAway, world } = await refusedShortlyBefore();
    expect(await refusals()).toEqual([]);

    setAway(() => true);
    await world.clock.pass(12_000);
    expect(isFollowed()).toBe(false);
    setAway(() => false);
    await world.clock.pass(2 * MINUTE_MS);

    expect(isFollowed()).toBe(true);
    expect(await refusals()).toMatchObject([{ ticker: AAPL, verdict: "blocked", price: 900_000 }]);
  });

  it("keeps no account from being followed by a line that cannot be written", async () => {
    const { isFollowed, refusals, setAway, world } = await refusedShortlyBefore();

    setAway((lines) => lines.some(({ gate }) => gate === "broker-refused"));
    await world.clock.pass(5 * MINUTE_MS);

    expect(isFollowed()).toBe(true);
    expect(await refusals()).toEqual([]);
    expect(world.log.lines.filter(({ event }) => event === "account-stopped")).toHaveLength(2);
  });
});

/** A worker whose entry the broker has just refused, and a database that fails while a test says so. */
async function refusedShortlyBefore() {
  let market: HandMarket | undefined;
  const world = await openTestWorld({
    tickers: [AAPL],
    market: (clock) => {
      market = handMarket(clock, [AAPL], 100);
      return market;
    },
  });
  const { needs } = world.open();
  let isAway = (_: readonly Decision[]): boolean => false;
  const transact: Storage["transact"] = (work, options) =>
    isAway([])
      ? Promise.reject(new Error("away"))
      : needs.storage.transact((tables) => {
          const add: typeof tables.decisions.add = async (lines) => {
            if (isAway(lines)) throw new Error("not to be written");
            return tables.decisions.add(lines);
          };
          return work({ ...tables, decisions: { ...tables.decisions, add } });
        }, options);
  const storage = { ...needs.storage, transact };
  const worker = startWorker({ ...needs, storage }, { workerId: "w" });
  await world.clock.pass(30_000);
  world.venue.faults = { ...NO_FAULTS, rejected: 1 };
  market!.stand(90);
  const [order] = await untilRefused(world);
  expect(order).toMatchObject({ status: "rejected" });
  return {
    world,
    isFollowed: () => worker.accountView(world.accountId) !== undefined,
    setAway(next: typeof isAway) {
      isAway = next;
    },
    async refusals() {
      const lines = await world.storage.read.decisions.latest(world.accountId, { limit: 500 });
      return lines.filter(({ gate }) => gate === "broker-refused");
    },
  };
}
