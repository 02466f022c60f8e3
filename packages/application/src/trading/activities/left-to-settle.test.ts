import type { Instant } from "@sevenfold/domain/market";
import { money, type Price, shares } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { describe, expect, it } from "vitest";
import type { Activity } from "../../ports/activity.ts";
import { executionOf, withOrder } from "../../testing/executed-order.ts";
import { AAPL } from "../../testing/trading-world.ts";
import { recordExecution } from "../fills/record-execution.ts";
import { recordActivity } from "./record-activity.ts";

describe("trades that are told by a rounded average", () => {
  it("end with the cash that the broker took, to the ten-thousandth", async () => {
    const { buy, cash, settle } = await traded();
    const before = await cash();
    await buy("one", 300, 1_013_333);
    expect(await settle(300, -304_000_000)).toMatchObject({
      value: { kind: "activity-booked", activity: { kind: "other-cash", amount: -100 } },
    });
    expect((await cash()) - before).toBe(-304_000_000);
    expect(await settle(300, -304_000_000)).toMatchObject({ value: { kind: "known" } });
    expect((await cash()) - before).toBe(-304_000_000);
  });

  it("are settled by what is new where the symbol is traded again that day", async () => {
    const { buy, cash, settle } = await traded();
    const before = await cash();
    await buy("one", 300, 1_013_333);
    await settle(300, -304_000_000);
    await buy("two", 300, 1_013_334);
    expect(await settle(600, -608_000_050)).toMatchObject({ value: { kind: "activity-booked" } });

    expect((await cash()) - before).toBe(-608_000_050);
  });

  it("wait until all of them are on record, and are not settled by another trade's cash", async () => {
    const { buy, cash, settle } = await traded();
    await buy("one", 300, 1_013_333);
    const before = await cash();
    expect(await settle(500, -506_666_500)).toMatchObject({ value: { kind: "known" } });
    expect(await settle(300, -300_000_000)).toMatchObject({ value: { kind: "known" } });
    expect(await cash()).toBe(before);

    await buy("two", 200, 1_013_333);
    expect(await settle(500, -506_666_600)).toMatchObject({ value: { kind: "activity-booked" } });
  });

  it("leave nothing to read where nothing differs", async () => {
    const { buy, pages, settle } = await traded();
    await buy("one", 10, 1_000_000);
    expect(await settle(10, -10_000_000)).toMatchObject({ value: { kind: "known" } });
    expect(await pages()).toEqual([]);
  });
});

async function traded() {
  const { world, needs } = await withOrder();
  const { accountId, clock, storage } = world;
  const { ends, starts } = dayBoundsOf(clock.now() as Instant);
  const series = "settled:AAPL:buy";
  return {
    async buy(executionId: string, count: number, each: number) {
      const facts = { executionId, brokerOrderId: executionId, quantity: shares(count) };
      const told = executionOf(world, { ...facts, price: each as Price });
      const asSum = { ordered: shares(count), placedAt: told.at };
      expect(await recordExecution(needs)(accountId, { ...told, asSum })).toMatchObject({
        value: { kind: "booked" },
      });
    },
    settle: (quantity: number, cash: number) =>
      recordActivity(needs)(accountId, {
        ...{ kind: "other-cash", id: `${series}:${quantity}`, at: starts, ticker: AAPL },
        amount: money(0),
        settles: {
          ...{ series, ticker: AAPL, side: "buy", until: ends },
          ...{ quantity: shares(quantity), cash: money(cash) },
        },
      } satisfies Activity),
    cash: async () => (await storage.read.accounts.byId(accountId))!.cash,
    pages: async () => (await storage.read.activities.page(accountId, { limit: 500 })).rows,
  };
}
