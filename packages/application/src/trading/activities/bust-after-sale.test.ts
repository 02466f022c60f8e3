import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { money, type Price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { executionOf } from "../../testing/executed-order.ts";
import { someActivity } from "../../testing/storage-rows.ts";
import { AAPL, dollars, holdShares, openTestWorld } from "../../testing/trading-world.ts";
import { recordExecution } from "../fills/record-execution.ts";
import { tradedSince } from "../fills/traded-since.ts";
import { effectOf } from "./activity-effect.ts";
import { recordActivity } from "./record-activity.ts";

describe("a sale of everything by hand that is taken back", () => {
  it("leaves the shares to their user, whose they were", async () => {
    const { accountId, bust, read, trade } = await tenHeld();
    await trade("sold", "sell", 10, 115);

    await bust("sold");

    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 10, costBasis: dollars(1_000), isManaged: false },
    ]);
  });
});

describe("a buy that is taken back after shares were sold", () => {
  it("leaves the holding with its own cost, and sales with the gain they have without it", async () => {
    const { accountId, bust, read, trade } = await tenHeld();
    await trade("bought", "buy", 10, 120);
    await trade("sold", "sell", 5, 115);
    // Of ten at $100 and ten at $120, less a fee of a dollar.
    expect(await read.fills.find(accountId, "sold")).toMatchObject({ realized: dollars(24) });

    expect(await bust("bought")).toMatchObject({ ok: true, value: { kind: "activity-booked" } });

    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 5, costBasis: dollars(500), isManaged: true },
    ]);
    expect(await read.fills.find(accountId, "sold")).toMatchObject({ realized: dollars(74) });
    expect(await read.fills.totalsSince(accountId, instant(0))).toMatchObject([
      { count: 1, bought: 0, sold: 5, soldBasis: dollars(500), realized: dollars(74) },
    ]);
  });

  it("is booked by one entry, which moves cost and gain by as much", async () => {
    const { accountId, read, trade } = await tenHeld();
    await trade("bought", "buy", 10, 120);
    await trade("sold", "sell", 5, 115);
    const fill = (await read.fills.find(accountId, "bought"))!;
    const later = await tradedSince(read, fill);
    const heldOf = () => ({ shares: shares(15), costBasis: dollars(1_650), isManaged: true });
    const activity = { kind: "bust", id: "bust", at: fill.at, executionId: "bought" } as const;

    expect(effectOf(activity, { fill, heldOf, later }, fill.at)).toMatchObject({
      ok: true,
      value: {
        amount: dollars(1_200),
        entries: [
          {
            postings: [
              { account: "cash", amount: dollars(1_200) },
              { account: "holdings", ticker: AAPL, amount: dollars(-1_150) },
              { account: "realized", ticker: AAPL, amount: dollars(-50) },
            ],
          },
        ],
      },
    });
  });

  it("is taken out once more where an earlier one is taken back after it", async () => {
    const { accountId, bust, read, trade } = await tenHeld();
    await trade("first", "buy", 10, 120);
    await trade("second", "buy", 10, 140);
    await trade("sold", "sell", 5, 115);
    await bust("second");
    await bust("first");

    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 5, costBasis: dollars(500) },
    ]);
    expect(await read.fills.find(accountId, "sold")).toMatchObject({ realized: dollars(74) });
  });

  it("is not traded again with another that is taken back after it, though it is dated by its day", async () => {
    const { accountId, bust, read, trade } = await tenHeld();
    await trade("first", "buy", 10, 120);
    await trade("second", "buy", 10, 140);
    await bust("second", 60 * MINUTE_MS);

    expect(await bust("first")).toMatchObject({ ok: true, value: { kind: "activity-booked" } });

    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 10, costBasis: dollars(1_000) },
    ]);
  });

  it("waits where the sale of what was never held without it is taken back as well, and not told yet", async () => {
    const { accountId, bust, read, tell, trade } = await tenHeld();
    await trade("bought", "buy", 10, 120);
    await trade("sold", "sell", 15, 115);
    await trade("again", "buy", 10, 110);

    const told = await bust("bought");
    expect(told).toEqual({ ok: true, value: { kind: "unclear" } });
    expect(await read.positions.of(accountId)).toMatchObject([{ quantity: 15 }]);
    expect((await read.settings.of(accountId))?.automationEnabled).toBe(true);

    expect(await bust("sold")).toMatchObject({ ok: true, value: { kind: "activity-booked" } });
    expect(await tell("bought")).toMatchObject({ ok: true, value: { kind: "activity-booked" } });
    expect(await read.positions.of(accountId)).toMatchObject([
      { quantity: 20, costBasis: dollars(2_100) },
    ]);
  });

  it("stops the account where that is not told within a quarter of an hour", async () => {
    const { accountId, bust, clock, read, tell, trade } = await tenHeld();
    await trade("bought", "buy", 10, 120);
    await trade("sold", "sell", 15, 115);
    await bust("bought");

    await clock.pass(15 * MINUTE_MS - 1_000);
    expect(await tell("bought")).toMatchObject({ value: { kind: "unclear" } });
    await clock.pass(1_000);
    expect(await tell("bought")).toMatchObject({ refusal: { kind: "impossible-activity" } });
    expect(await read.positions.of(accountId)).toMatchObject([{ quantity: 5 }]);
    expect((await read.settings.of(accountId))?.automationEnabled).toBe(false);
  });

  it("is taken out where its shares were split before it, on the same day", async () => {
    const { accountId, bust, read, split, trade } = await tenHeld();
    await split();
    await trade("bought", "buy", 10, 120);

    expect(await bust("bought")).toMatchObject({ ok: true, value: { kind: "activity-booked" } });

    expect(await read.positions.of(accountId)).toMatchObject([{ quantity: 10 }]);
  });

  it("stops the account where its shares were split since", async () => {
    const { accountId, bust, split, read, trade } = await tenHeld();
    await trade("bought", "buy", 10, 120);
    await split();

    expect(await bust("bought")).toMatchObject({ refusal: { kind: "impossible-activity" } });
    expect((await read.settings.of(accountId))?.automationEnabled).toBe(false);
  });
});

/** Ten shares at $100, and somebody who trades more of them. */
async function tenHeld() {
  const world = await openTestWorld();
  const { accountId, clock, storage } = world;
  const { needs } = world.open();
  await holdShares(world, AAPL, 10, true);
  const bustedAt = new Map<string, Instant>();
  const tell = (executionId: string) =>
    recordActivity(needs)(accountId, {
      ...{ kind: "bust", id: `bust of ${executionId}`, executionId },
      at: bustedAt.get(executionId)!,
    });
  return {
    accountId,
    clock,
    read: storage.read,
    async trade(executionId: string, side: "buy" | "sell", count: number, each: number) {
      await clock.pass(1_000);
      const paid = { quantity: shares(count), price: (each * 10_000) as Price };
      const fee = money(side === "sell" ? 10_000 : 0);
      const facts = { executionId, brokerOrderId: executionId, side, fee, ...paid };
      expect(await recordExecution(needs)(accountId, executionOf(world, facts))).toMatchObject({
        value: { kind: "booked" },
      });
    },
    async bust(executionId: string, agoMs = 0) {
      await clock.pass(1_000);
      bustedAt.set(executionId, instant(clock.now() - agoMs));
      return tell(executionId);
    },
    tell,
    async split() {
      await clock.pass(1_000);
      const row = { kind: "split", ticker: AAPL, shares: 20, at: clock.now() } as const;
      await storage.transact(({ activities }) =>
        activities.add(someActivity(accountId, { ...row, amount: money(0) }), []),
      );
    },
  };
}
