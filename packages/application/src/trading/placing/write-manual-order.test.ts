import { type Price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import {
  dollars,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
  withBroker,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import type { ManualDraft } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { sentenceOf } from "../safeguards/refusal.ts";
import { placeOrder } from "./place-order.ts";

describe("an order by hand while no provider has a price", () => {
  it("is no buy at market; what is held can be sold, and a limit says the price itself", async () => {
    const world = await openTestWorld();
    await holdShares(world, MSFT, 10, true);
    const place = placing(world, withoutPrices(world));

    expect(await place({})).toMatchObject({ refusal: { kind: "no-price" } });
    expect(await place({ limit: dollars(5) as number as Price })).toMatchObject({ ok: true });
    expect(await place({ ticker: MSFT, side: "sell" })).toMatchObject({ ok: true });
    expect(world.venue.orders.map(({ side, ticker }) => `${side} ${ticker}`)).toEqual([
      "buy AAPL",
      "sell MSFT",
    ]);
  });
});

describe("an order by hand of a symbol that no market lists", () => {
  it("is no buy, with a limit or without; what is held can be sold, at once too", async () => {
    const world = await openTestWorld();
    await holdShares(world, MSFT, 10, true);
    const place = placing(world, withoutPrices(world, "unknown-symbol"));

    expect(await place({})).toMatchObject({ refusal: { kind: "unknown-symbol" } });
    const limit = dollars(5) as number as Price;
    expect(await place({ limit })).toMatchObject({ refusal: { kind: "unknown-symbol" } });
    expect(await place({ side: "sell" })).toMatchObject({ refusal: { kind: "not-enough-shares" } });
    expect(await place({ ticker: MSFT, side: "sell" })).toMatchObject({ ok: true });
    expect(world.venue.orders.map(({ side, ticker }) => `${side} ${ticker}`)).toEqual([
      "sell MSFT",
    ]);
  });
});

describe("an order by hand", () => {
  it("is refused where it is worth more than an account may be", async () => {
    const world = await openTestWorld();
    const place = placing(world, world.open().needs);

    const limit = dollars(100_000) as number as Price;
    expect(await place({ limit, quantity: shares(50_000) })).toMatchObject({
      refusal: { kind: "order-too-large" },
    });
  });

  it("is no sale that is refused for its worth: what is held can be sold, and no more than that", async () => {
    const world = await openTestWorld();
    await holdShares(world, MSFT, 2_000_000, true);
    const place = placing(world, world.open().needs);

    expect(
      await place({ ticker: MSFT, side: "sell", quantity: shares(500_000_000_000) }),
    ).toMatchObject({ refusal: { kind: "not-enough-shares" } });
    expect(await place({ ticker: MSFT, side: "sell", quantity: shares(2_000_000) })).toMatchObject({
      ok: true,
    });
  });

  it("is refused while its account is paused", async () => {
    const world = await openTestWorld();
    await world.storage.transact(({ accounts }) =>
      accounts.change(world.accountId, (row) => ({ ...row, status: "disabled" })),
    );

    const placed = await placing(world, world.open().needs)({});
    expect(placed).toMatchObject({
      refusal: { kind: "account-not-active", status: "disabled" },
    });
    expect(!placed.ok && sentenceOf(placed.refusal)).toBe(
      "The broker account is paused: no order is sent until you resume it, in the settings, under Brokers.",
    );
    expect(world.venue.orders).toEqual([]);
  });
});

describe("a ticket sent again", () => {
  it("is told once more that the broker refused its order, in the broker's words", async () => {
    const world = await openTestWorld({ faults: { ...NO_FAULTS, rejected: 1 } });
    const place = placing(world, world.open().needs);
    const first = await place({ idempotencyKey: "ticket" });
    world.venue.faults = NO_FAULTS;

    expect(first).toMatchObject({ refusal: { kind: "broker-rejected" } });
    expect(await place({ idempotencyKey: "ticket" })).toEqual(first);
    expect(await ordersOf(world)).toHaveLength(1);
  });

  it("is told once more that its order never left, and why", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const broker = await needs.brokers.connect(world.accountId);
    const busy = withBroker(needs, {
      ...broker,
      submit: async () => ({ kind: "not-sent", message: "Busy.", retryAfterMs: 20_000 }),
    });

    const first = await placing(world, busy)({ idempotencyKey: "ticket" });

    expect(first).toMatchObject({ refusal: { kind: "never-sent", message: "Never sent. Busy." } });
    expect(await placing(world, needs)({ idempotencyKey: "ticket" })).toEqual(first);
    expect(world.venue.orders).toEqual([]);
  });
});

const placing = (world: World, needs: TradingNeeds) => (draft: Partial<ManualDraft>) =>
  inTime(world, placeOrder(needs)(manualDraft(world, draft)));

function withoutPrices(
  world: World,
  answer: "no-price" | "unknown-symbol" = "no-price",
): TradingNeeds {
  const { needs } = world.open();
  return { ...needs, prices: { ...needs.prices, ask: async () => answer } };
}
