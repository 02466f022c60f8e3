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

describe("shares that an option brought or took", () => {
  it("come at what was paid for them, in time before what was sold since", async () => {
    const { accountId, cash, move, now, read, sell } = await tenHeld();
    const [before, came] = [await cash(), now()];
    await sell("sold", 5);

    expect(await move(10, came, -2_000)).toMatchObject({ value: { revalued: ["sold"] } });

    // Twenty for $3,000, of which a quarter was sold for $575.
    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 15, costBasis: dollars(2_250), isManaged: true },
    ]);
    expect(await read.fills.find(accountId, "sold")).toMatchObject({ realized: dollars(-175) });
    expect((await cash()) - before).toBe(dollars(575 - 2_000));
  });

  it("leave for what was paid for them, and gain what that is more than they had cost", async () => {
    const { accountId, cash, move, now, read } = await tenHeld();
    const before = await cash();

    await move(-10, now(), 1_500);

    expect(await read.positions.of(accountId)).toEqual([]);
    expect((await cash()) - before).toBe(dollars(1_500));
  });

  it("leave as far as they were held, the rest being sold short there, and bring all of the cash", async () => {
    const { accountId, cash, move, now, read } = await tenHeld();
    const before = await cash();

    expect(await move(-100, now(), 15_000)).toMatchObject({
      value: { kind: "activity-booked", activity: { shares: -10, amount: dollars(15_000) } },
    });

    expect(await read.positions.of(accountId)).toEqual([]);
    expect((await cash()) - before).toBe(dollars(15_000));
    expect(await move(-100, now(), 15_000, "naked")).toMatchObject({
      value: { activity: { shares: 0, amount: dollars(15_000) } },
    });
    expect(await read.positions.of(accountId)).toEqual([]);
  });
});

describe("shares that a company let go of", () => {
  it("make a holding of the same symbol nobody's to trade: they came at no cost", async () => {
    const { accountId, now, read, spinOff } = await tenHeld();

    await spinOff(4, now());

    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 14, costBasis: dollars(1_000), isManaged: false },
    ]);
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
    spinOff: (count: number, at: ReturnType<typeof clock.now>) =>
      recordActivity(needs)(accountId, {
        ...{ kind: "spin-off", id: "spun", at, ticker: AAPL, shares: count },
      }),
    cash: async () => (await storage.read.accounts.byId(accountId))!.cash,
    async move(count: number, at: ReturnType<typeof clock.now>, paid = 0, id = "moved") {
      await clock.pass(1_000);
      const told = { id, at, ticker: AAPL, shares: count, amount: dollars(paid) };
      return recordActivity(needs)(accountId, { kind: "shares-journal", ...told });
    },
  };
}
