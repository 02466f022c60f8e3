import { MINUTE_MS } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import type { OrderReport } from "../../ports/broker.ts";
import { AAPL, inTime, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";

const EACH = price(1_000_000);

const statusesOf = async (world: World) =>
  (await ordersOf(world)).filter(({ origin }) => origin === "external").map(({ status }) => status);

it("ends an order of others that is filled with what an order that it replaced had traded", async () => {
  const world = await openTestWorld({ tickers: [AAPL] });
  const { clock, venue } = world;
  const process = world.start();
  await clock.pass(MINUTE_MS);
  const first = venue.buyElsewhere(AAPL, shares(100), EACH);
  venue.trade(first.brokerOrderId, shares(40), EACH);
  await clock.pass(MINUTE_MS);
  venue.end(first.brokerOrderId, "canceled");
  const successor: OrderReport = {
    ...{ brokerOrderId: "successor", ticker: AAPL, side: "buy", quantity: shares(100) },
    ...{ limit: EACH, extendedHours: false, state: "working", filled: shares(40) },
    ...{ submittedAt: clock.now(), replaces: first.brokerOrderId },
  };
  venue.orders.push(successor);
  await clock.pass(2 * MINUTE_MS);
  venue.trade("successor", shares(60), EACH);
  await clock.pass(2 * MINUTE_MS);

  expect(await statusesOf(world)).toEqual(["partially-filled", "canceled"]);
  await clock.pass(20 * MINUTE_MS);
  expect(await statusesOf(world)).toEqual(["canceled", "canceled"]);
  const account = await world.storage.read.accounts.byId(world.accountId);
  expect(account).toMatchObject({ cash: venue.cash });
  expect(account?.reductions).toBeUndefined();
  await inTime(world, process.stop());
});
