import { type Bps, shares } from "@sevenfold/domain/money";
import type { RiskLimits, Strategy } from "@sevenfold/domain/strategy";
import { describe, expect, it } from "vitest";
import type { Storage } from "../../ports/stores/storage.ts";
import { inTime, ordersOf } from "../../testing/trading-world.ts";
import { automatedWaiting, sendingOf, withWritten } from "../../testing/written-order.ts";
import { dropUnsent, submittingAgain } from "./send-again.ts";

describe("an order whose account or row is gone by the time it is to leave", () => {
  it.each(["accountId", "clientKey"] as const)(
    "is not sent, where its %s names none",
    async (of) => {
      const { world, needs, order } = await withWritten();
      const sending = { ...sendingOf(world, order), order: { ...order, [of]: "NOBODYS" } };

      expect(await inTime(world, submittingAgain(needs, sending))).toMatchObject({
        refusal: { kind: "order-not-found" },
      });
      expect(await ordersOf(world)).toMatchObject([{ status: order.status, attempts: 1 }]);
    },
  );

  it("is told as never sent, and is not written under a lock that nobody has", async () => {
    const { world, order } = await automatedWaiting();
    const { needs } = world.open();
    const sending = { ...sendingOf(world, order), order: { ...order, accountId: "NOBODYS" } };

    expect(await inTime(world, dropUnsent(needs, sending, "Busy."))).toMatchObject({
      refusal: { kind: "never-sent", message: "Never sent. Busy." },
    });
    expect(await ordersOf(world)).toMatchObject([{ status: "intent", attempts: 0 }]);
  });

  it("is not sent for an account without settings", async () => {
    const { order, world } = await automatedWaiting();
    const { needs } = world.open();

    const again = submittingAgain(
      { ...needs, storage: withoutSettings(needs.storage) },
      sendingOf(world, order),
    );

    expect(await inTime(world, again)).toMatchObject({ refusal: { kind: "account-not-found" } });
    expect(world.venue.orders).toEqual([]);
  });
});

describe("an entry that waits to be sent again", () => {
  it.each([
    ["may be of fewer shares", "max-position-size", { strategy: { maxPositionSize: shares(1) } }],
    [
      "may be a smaller share of equity",
      "position-share",
      { limits: { maxPositionBps: 1 as Bps } },
    ],
  ] as const)("is not sent once a position %s", async (_, kind, { limits, strategy }: Narrowed) => {
    const { order, sending, world } = await automatedWaiting();
    expect(order.quantity).toBeGreaterThan(1);
    await world.storage.transact(({ settings }) =>
      settings.change(world.accountId, world.userId, (row) => ({
        ...row,
        strategy: { ...row.strategy, ...strategy },
        limits: { ...row.limits, ...limits },
      })),
    );

    expect(await inTime(world, sending)).toMatchObject({
      refusal: { kind: "limit-broken", limit: { kind } },
    });
    expect(await ordersOf(world)).toMatchObject([{ status: "denied", reservedCash: 0 }]);
    expect(world.venue.orders).toEqual([]);
  });
});

interface Narrowed {
  readonly limits?: Partial<RiskLimits>;
  readonly strategy?: Partial<Strategy>;
}

const withoutSettings = (storage: Storage): Storage => ({
  ...storage,
  transact: (work) =>
    storage.transact((tables) =>
      work({ ...tables, settings: { ...tables.settings, of: async () => undefined } }),
    ),
});
