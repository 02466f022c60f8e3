import { money, type Price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { executionOf } from "../../testing/executed-order.ts";
import { AAPL, dollars, holdShares, openTestWorld } from "../../testing/trading-world.ts";
import { recordExecution } from "../fills/record-execution.ts";
import { recordActivity } from "./record-activity.ts";

describe("shares that moved without a trade, told after they were traded", () => {
  it("come before what was sold since: cost and gain are what they would be told in time", async () => {
    const { accountId, move, now, read, sell } = await tenHeld();
    const came = now();
    await sell("sold", 5);
    expect(await read.fills.find(accountId, "sold")).toMatchObject({ realized: dollars(75) });

    expect(await move(10, came)).toMatchObject({ value: { revalued: ["sold"] } });

    // Twenty for $1,000, of which a quarter was sold.
    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 15, costBasis: dollars(750) },
    ]);
    expect(await read.fills.find(accountId, "sold")).toMatchObject({ realized: dollars(325) });
  });

  it("leave before what was bought since, with what they had cost then", async () => {
    const { accountId, buy, move, now, read } = await tenHeld();
    const left = now();
    await buy("bought", 10);

    await move(-5, left);

    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 15, costBasis: dollars(1_650) },
    ]);
  });

  it("leave as they are told where they were not there before what was traded since", async () => {
    const { accountId, buy, move, now, read } = await tenHeld();
    const left = now();
    await buy("bought", 10);

    await move(-20, left);

    expect(await read.positions.of(accountId)).toEqual([]);
  });
});

describe("a split that is told after shares of the new kind were traded", () => {
  it("comes before what was sold since: cost and gain are what they would be told in time", async () => {
    const { accountId, now, read, sell, split } = await tenHeld();
    const at = now();
    await sell("sold", 10);
    expect(await read.positions.of(accountId)).toEqual([]);

    expect(await split(10, 100, at)).toMatchObject({ value: { revalued: ["sold"] } });

    // A hundred for $1,000, of which ten were sold.
    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 90, costBasis: dollars(900) },
    ]);
    expect(await read.fills.find(accountId, "sold")).toMatchObject({ realized: dollars(1_050) });
  });

  it("leaves what was bought since as it was paid", async () => {
    const { accountId, buy, now, read, split } = await tenHeld();
    const at = now();
    await buy("bought", 10);

    await split(10, 100, at);

    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 110, costBasis: dollars(2_150) },
    ]);
  });

  it("splits what it is told of where that was not held before what was traded since", async () => {
    const { accountId, now, read, sell, split } = await tenHeld();
    const at = now();
    await sell("sold", 5);

    expect(await split(5, 50, at)).toMatchObject({ value: { revalued: [] } });

    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 50, costBasis: dollars(500) },
    ]);
  });
});

/** Ten shares at $100, of which some are traded at $115. */
async function tenHeld() {
  const world = await openTestWorld();
  const { accountId, clock, storage } = world;
  const { needs } = world.open();
  await holdShares(world, AAPL, 10, true);
  await clock.pass(1_000);
  const trade = (side: "buy" | "sell") => async (executionId: string, count: number) => {
    await clock.pass(1_000);
    const paid = { quantity: shares(count), price: dollars(115) as number as Price, fee: money(0) };
    const facts = { executionId, brokerOrderId: executionId, side, ...paid };
    expect(await recordExecution(needs)(accountId, executionOf(world, facts))).toMatchObject({
      value: { kind: "booked" },
    });
  };
  return {
    accountId,
    read: storage.read,
    now: () => clock.now(),
    buy: trade("buy"),
    sell: trade("sell"),
    async split(before: number, after: number, at: ReturnType<typeof clock.now>) {
      await clock.pass(1_000);
      const told = { id: "split", at, ticker: AAPL, before: shares(before), after: shares(after) };
      return recordActivity(needs)(accountId, { kind: "split", ...told });
    },
    async move(count: number, at: ReturnType<typeof clock.now>) {
      await clock.pass(1_000);
      const told = { id: "moved", at, ticker: AAPL, shares: count };
      return recordActivity(needs)(accountId, { kind: "shares-journal", ...told });
    },
  };
}
