import { MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { mutedBroker } from "../../testing/muted-broker.ts";
import {
  AAPL,
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { placeOrder } from "../placing/place-order.ts";

describe("a broker that does not tell of its trades, whatever else it answers", () => {
  it("keeps the account from buying once a minute has passed, until it tells of them again", async () => {
    const { mute, process, world } = await telling();

    mute.add("executionsSince");
    await world.clock.pass(MINUTE_MS);
    expect(await reductionsOf(world)).toEqual([]);
    await world.clock.pass(MINUTE_MS + 10_000);

    const told = [
      {
        because: "broker-unread",
        about: "The broker does not tell its orders, trades or holdings.",
      },
    ];
    expect(await reductionsOf(world)).toMatchObject(told);
    const [{ at: heldBackAt } = { at: 0 }] = await reductionsOf(world);
    await world.clock.pass(5 * MINUTE_MS);
    expect(await reductionsOf(world)).toMatchObject([{ ...told[0], at: heldBackAt }]);
    const bought = (await ordersOf(world)).filter(
      ({ createdAt, side }) => side === "buy" && heldBackAt < createdAt,
    );
    expect(bought).toEqual([]);
    expect(world.log.lines.filter(({ event }) => event === "broker-unread")).toHaveLength(1);

    mute.clear();
    await world.clock.pass(15_000);

    expect(await reductionsOf(world)).toEqual([]);
    await inTime(world, process.stop());
  });

  it("keeps it from nothing where it tells of them now and then", async () => {
    const { mute, process, world } = await telling();

    for (let time = 0; time < 4; time += 1) {
      mute.add("executionsSince");
      await world.clock.pass(MINUTE_MS - 5_000);
      mute.clear();
      await world.clock.pass(11_000);
    }

    expect(world.log.lines.filter(({ event }) => event === "broker-unread")).toEqual([]);
    await inTime(world, process.stop());
  });
});

describe("a sell by hand, while the broker does not tell of its trades", () => {
  it("is of no more than the broker has", async () => {
    const { sell, world } = await untold(4);

    expect(await sell(5)).toMatchObject({ refusal: { kind: "fewer-there", there: 4 } });
    expect(world.venue.arrivals.size).toBe(0);
    expect(await sell(4)).toMatchObject({ ok: true });
  });

  it("goes by the books where the broker does not say either what it has", async () => {
    const { mute, sell, world } = await untold(10);
    mute.add("positions");

    expect(await sell(10)).toMatchObject({ ok: true });
    expect(world.venue.violations).toEqual([]);
  });
});

/** A world with ten shares, whose broker fails to answer what is in `mute`. */
async function telling() {
  const { around, mute } = mutedBroker();
  const world = await openTestWorld({ tickers: [AAPL], around });
  await holdShares(world, AAPL, 10, true);
  const process = world.start();
  await world.clock.pass(MINUTE_MS);
  return { mute, process, world };
}

/** It has been silent for minutes, and has so many shares by now. */
async function untold(there: number) {
  const told = await telling();
  const { mute, process, world } = told;
  mute.add("executionsSince");
  const held = world.venue.positions.get(AAPL)!;
  world.venue.positions.set(AAPL, { ...held, quantity: shares(there) });
  await world.clock.pass(2 * MINUTE_MS + 10_000);
  const sell = (quantity: number) =>
    inTime(
      world,
      placeOrder(process.needs)(
        manualDraft(world, { ticker: AAPL, side: "sell", quantity: shares(quantity) }),
      ),
    );
  return { ...told, sell };
}

const reductionsOf = async ({ accountId, storage }: World) =>
  (await storage.read.accounts.byId(accountId))?.reductions ?? [];
