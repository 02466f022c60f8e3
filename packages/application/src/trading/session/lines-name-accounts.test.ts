import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { Storage } from "../../ports/stores/storage.ts";
import { anotherAccount, stopped } from "../../testing/started-worker.ts";
import { openTestWorld } from "../../testing/trading-world.ts";

/** A storage in which no lease can be given back while `isRefused` says so. */
const holdingLeases = (storage: Storage, isRefused: () => boolean): Storage => ({
  ...storage,
  transact: (work, options) =>
    storage.transact(
      (tables) =>
        work({
          ...tables,
          leases: {
            ...tables.leases,
            release: async (accountId, owner) => {
              if (isRefused()) throw new Error("the database is away");
              return tables.leases.release(accountId, owner);
            },
          },
        }),
      options,
    ),
});

describe("a line of the worker", () => {
  it("names the account it is about, also where who writes it knows of none", async () => {
    let isWorse = false;
    const world = await openTestWorld({
      around: (ports) => ({
        ...ports,
        storage: holdingLeases(ports.storage, () => isWorse),
        marketData: {
          ...ports.marketData,
          bars: async (wanted) => {
            if (isWorse) throw new Error("no bars");
            return ports.marketData.bars(wanted);
          },
        },
      }),
    });
    const accounts = new Set([world.accountId, await anotherAccount(world)]);
    const { clock, log } = world;
    const first = world.start();
    await clock.pass(2 * MINUTE_MS);
    await stopped(world, first);
    const from = log.lines.length;
    isWorse = true;
    await clock.pass(10 * MINUTE_MS);
    const second = world.start();
    await clock.pass(MINUTE_MS);
    await stopped(world, second);

    const lines = log.lines.slice(from);
    const namedBy = (event: string) =>
      new Set(lines.filter((line) => line.event === event).map(({ facts }) => facts.accountId));
    expect(namedBy("trail-not-widened")).toEqual(accounts);
    expect(namedBy("lease-not-released")).toEqual(accounts);
    expect(namedBy("account-followed")).toEqual(accounts);
  });
});
