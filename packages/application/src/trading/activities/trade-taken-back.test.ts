import { MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { befallUnnamed } from "../../broker-kit/simulated/simulated-activities.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { AAPL, dollars, inTime, manualDraft } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { placeOrder } from "../placing/place-order.ts";

const standing = async ({ accountId, storage, venue }: World) => {
  const account = await storage.read.accounts.byId(accountId);
  const [held] = await storage.read.positions.of(accountId);
  return {
    cashApart: account!.cash - venue.cash,
    held: held?.quantity,
    reductions: account!.reductions?.map(({ because }) => because) ?? [],
  };
};

it("is cash where nobody says which it was, undoes no fill, is said, and keeps the account from buying", async () => {
  const { process, world } = await holding(10, { stopAtBroker: false, cash: dollars(20_000) });
  const bought = world.venue.buyElsewhere(AAPL, shares(5));
  world.venue.trade(bought.brokerOrderId, shares(5), dollars(100) as never);
  await world.clock.pass(2 * MINUTE_MS);
  expect(await standing(world)).toEqual({ cashApart: 0, held: 15, reductions: [] });
  const now = world.clock.now();
  const { executionId } = world.venue.executions[0]!;
  befallUnnamed(world.venue, { kind: "bust", id: "taken-back", at: now, executionId }, now);
  await world.clock.pass(3 * MINUTE_MS);

  expect(world.venue.positions.get(AAPL)?.quantity).toBe(10);
  expect(await standing(world)).toEqual({
    cashApart: 0,
    held: 15,
    reductions: ["holdings-differ"],
  });
  const fills = await world.storage.read.fills.latest(world.accountId, 10);
  expect(fills.map(({ quantity }) => quantity)).toEqual([5]);
  const told = world.log.lines.filter(({ event }) => event === "holdings-differ");
  expect(told).toHaveLength(1);
  const entry = await inTime(world, placeOrder(process.needs)(manualDraft(world)));
  expect(entry).toMatchObject({ ok: false });
  await inTime(world, process.stop());
});
