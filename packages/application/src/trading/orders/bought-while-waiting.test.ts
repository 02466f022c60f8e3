import { money } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { AAPL, holdShares, inTime, ordersOf } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { automatedWaiting, busyFor, sendingOf, withWritten } from "../../testing/written-order.ts";
import { sendOrder } from "./send-order.ts";

describe("a buy that did not leave", () => {
  it("is not sent once what it kept aside was spent elsewhere while it waited", async () => {
    const { world, needs, order } = await withWritten();
    const busy = await busyFor(world, needs, 1, 9_000);
    const sending = sendOrder(needs)(busy.broker, sendingOf(world, order));
    await leaveCash(world, order.reservedCash - 1);

    expect(await inTime(world, sending)).toMatchObject({
      refusal: {
        kind: "insufficient-buying-power",
        needed: order.reservedCash,
        available: order.reservedCash - 1,
      },
    });
    expect(world.venue.orders).toEqual([]);
    expect(await ordersOf(world)).toMatchObject([{ status: "denied", reservedCash: 0 }]);
  });

  it("is sent where exactly what it kept aside is left, and not of cash that the broker holds back", async () => {
    for (const { heldBack, sent } of [
      { heldBack: 0, sent: 1 },
      { heldBack: 1, sent: 0 },
    ]) {
      const { world, needs, order } = await withWritten();
      const busy = await busyFor(world, needs, 1, 9_000);
      const sending = sendOrder(needs)(busy.broker, sendingOf(world, order));
      await leaveCash(world, order.reservedCash, heldBack);

      await inTime(world, sending);
      expect(world.venue.orders).toHaveLength(sent);
    }
  });

  it("leaves the cash reserve where it is the worker's", async () => {
    for (const { beside, sent } of [
      { beside: 0, sent: 1 },
      { beside: -1, sent: 0 },
    ]) {
      const { world, order, sending } = await automatedWaiting();
      const settings = await world.storage.read.settings.of(world.accountId);
      const { minCashReserve } = settings!.strategy;
      await leaveCash(world, order.reservedCash + minCashReserve + beside);

      const answer = await inTime(world, sending);
      expect(world.venue.orders).toHaveLength(sent);
      if (sent === 0)
        expect(answer).toMatchObject({
          refusal: { kind: "limit-broken", limit: { kind: "cash-reserve" } },
        });
    }
  });

  it("enters nothing that was bought elsewhere while it waited", async () => {
    const { world, sending } = await automatedWaiting();
    await holdShares(world, AAPL, 1, true);

    expect(await inTime(world, sending)).toMatchObject({
      refusal: { kind: "already-held", ticker: AAPL },
    });
    expect(world.venue.orders).toEqual([]);
  });
});

describe("a sell by rule that did not leave", () => {
  it("is not sent by a trail that was anchored anew by what was bought while it waited", async () => {
    const { world, sending } = await automatedWaiting("sell");
    await holdShares(world, AAPL, 14, true);

    expect(await inTime(world, sending)).toMatchObject({
      refusal: { kind: "holding-changed", ticker: AAPL, held: 14, decidedOf: 10 },
    });
    expect(world.venue.orders).toEqual([]);
    expect(await ordersOf(world)).toMatchObject([{ status: "denied" }]);
  });
});

/** What was bought at the broker's own site, or withdrawn, leaves so much. */
const leaveCash = ({ accountId, storage }: World, cash: number, heldBack = 0) =>
  storage.transact(({ accounts }) =>
    accounts.change(accountId, (row) => ({
      ...row,
      cash: money(cash),
      ...(0 < heldBack && { unavailableCash: money(heldBack) }),
    })),
  );
