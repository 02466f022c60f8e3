import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { NO_SHARES } from "@sevenfold/domain/money";
import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import type { OrderReport } from "../../ports/broker.ts";
import { ordersOf } from "../../testing/trading-world.ts";
import { namesOf, unanswered } from "../../testing/unanswered-order.ts";
import { reduceAccount, releasedAccount } from "../safeguards/reduce-account.ts";
import { NEVER_ARRIVED } from "../safeguards/unanswered-orders.ts";
import { matchUnanswered } from "./match-unanswered.ts";

const SECOND_MS = 1_000;

describe("an order without an answer among several alike, at a broker that returns no keys", () => {
  it("is the one that rests there, also where it is held back, and not one that came to nothing", async () => {
    for (const state of ["working", "suspended"] as const) {
      const { matched, key, there } = await met({
        theirs: [
          [0, "canceled"],
          [0, state],
        ],
      });

      expect(matched.unclear).toEqual(new Set());
      expect(key(there[1]!)).toBe("FIRST");
    }
  });

  it("is one of those that came to nothing, where all of them did, and nobody is asked", async () => {
    const { matched, key, there } = await met({
      theirs: [
        [0, "canceled"],
        [0, "expired"],
      ],
    });

    expect(matched.unclear).toEqual(new Set());
    expect(there.map(key)).toEqual(["FIRST", undefined]);
  });

  it("is paired with them in the order in which all came, however the list has them", async () => {
    for (const [isNewestFirst, isFirstGivenUp] of [
      [false, false],
      [true, false],
      [false, true],
    ] as const) {
      const { key, there } = await met({
        ours: [0, SECOND_MS],
        theirs: [
          [0, "working"],
          [SECOND_MS, "working"],
        ],
        ...{ isFirstGivenUp, isNewestFirst },
      });

      expect(there.map(key)).toEqual(["FIRST", "SECOND"]);
    }
  });

  it("is a question where one more is there that may be another of ours and not this one", async () => {
    const { matched } = await met({
      ours: [0, MINUTE_MS],
      theirs: [
        [MINUTE_MS, "working"],
        [MINUTE_MS + SECOND_MS, "working"],
        [2.5 * MINUTE_MS, "working"],
      ],
    });

    expect(matched.unclear).toEqual(new Set(["FIRST", "SECOND"]));
  });

  it("is a question where one of two there may be another of ours only", async () => {
    const { matched } = await met({
      ours: [0, MINUTE_MS],
      theirs: [
        [MINUTE_MS, "working"],
        [2.5 * MINUTE_MS, "working"],
      ],
    });

    expect(matched.unclear).toEqual(new Set(["FIRST", "SECOND"]));
  });

  it("leaves those out of the list that nobody can tell apart", async () => {
    const { matched, there } = await met({
      theirs: [
        [0, "working"],
        [0, "working"],
      ],
    });

    expect(there).toHaveLength(2);
    expect(matched).toEqual({ reports: [], unclear: new Set(["FIRST"]) });
  });
});

describe("the question which of two orders is ours", () => {
  it("is put once", async () => {
    const { world, reconcile, placeElsewhere } = await unanswered();
    placeElsewhere();
    await reconcile();
    const { reductions } = (await world.storage.read.accounts.byId(world.accountId))!;
    await world.storage.transact((tables) =>
      tables.settings.change(world.accountId, world.userId, (row) => ({
        ...row,
        automationEnabled: true,
      })),
    );
    await world.clock.pass(10 * SECOND_MS);

    await reconcile();

    expect(world.log.lines.filter(({ event }) => event === "order-ambiguous")).toHaveLength(1);
    expect(await world.storage.read.accounts.byId(world.accountId)).toMatchObject({ reductions });
    const settings = await world.storage.read.settings.of(world.accountId);
    expect(settings?.automationEnabled).toBe(true);
  });

  it("is answered once somebody has looked, also while something else holds the account back", async () => {
    const { world, reconcile, placeElsewhere } = await unanswered();
    placeElsewhere();
    await reconcile();
    await world.clock.pass(10 * SECOND_MS);
    const at = world.clock.now();
    await world.storage.transact(async (tables) => {
      const row = await tables.accounts.change(world.accountId, (row) => releasedAccount(row, at));
      await reduceAccount(tables, row, { because: "too-many-orders-in-all", at });
    });

    await reconcile();

    expect(await namesOf(world)).toEqual(["external filled", "manual filled"]);
  });

  it("is not put of an order that was given up: its user was told so", async () => {
    const { world, reconcile, placeElsewhere } = await unanswered();
    const [order] = await ordersOf(world);
    await world.storage.transact(({ orders }) =>
      orders.change(order!.clientKey, (row) =>
        applyOrderEvent(row, { type: "rejected", message: NEVER_ARRIVED }, world.clock.now()),
      ),
    );
    placeElsewhere();
    await world.clock.pass(10 * SECOND_MS);

    await reconcile();

    expect(await namesOf(world)).toEqual(["external filled", "external filled", "manual rejected"]);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.reductions).toBeUndefined();
  });
});

/**
 * What is matched where ours were written down, and theirs came, so long after the first: ours are called
 * FIRST and SECOND.
 */
async function met({
  isFirstGivenUp = false,
  isNewestFirst = false,
  ours = [0],
  theirs,
}: {
  readonly ours?: readonly number[];
  readonly theirs: readonly (readonly [afterMs: number, state: OrderReport["state"]])[];
  readonly isNewestFirst?: boolean;
  readonly isFirstGivenUp?: boolean;
}) {
  const { broker, needs, world } = await unanswered({ lostRequest: 1 });
  const { accountId } = world;
  const [{ brokerOrderId: _, ...order }] = (await ordersOf(world)) as [Order];
  await world.storage.transact(async ({ orders }) => {
    await orders.change(order.clientKey, (row) =>
      applyOrderEvent(row, { type: "rejected", message: "Another's." }, world.clock.now()),
    );
    for (const [index, afterMs] of ours.entries()) {
      const clientKey = ["FIRST", "SECOND"][index]!;
      const at = instant(order.createdAt + afterMs);
      await orders.add({ ...order, clientKey, createdAt: at, updatedAt: at, status: "unknown" });
    }
    if (isFirstGivenUp)
      await orders.change("FIRST", (row) =>
        applyOrderEvent(row, { type: "rejected", message: NEVER_ARRIVED }, world.clock.now()),
      );
  });
  const there = theirs.map(([afterMs, state], index): OrderReport => {
    const submittedAt = instant(order.createdAt + afterMs);
    const { extendedHours, quantity, side, ticker } = order;
    const brokerOrderId = `there-${index}`;
    return {
      ...{ brokerOrderId, extendedHours, filled: NO_SHARES, quantity, side, state },
      ...{ submittedAt, ticker },
    };
  });
  const orders = isNewestFirst ? there.toReversed() : there;
  const matched = await matchUnanswered(needs, { accountId, broker, orders });
  return {
    matched,
    there,
    key: ({ brokerOrderId }: OrderReport) =>
      matched.reports.find((report) => report.brokerOrderId === brokerOrderId)?.clientKey,
  };
}
