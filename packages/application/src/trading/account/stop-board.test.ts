import { price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { someOrder } from "../../testing/storage-rows.ts";
import { AAPL, MSFT } from "../../testing/trading-world.ts";
import {
  hasStopInMotion,
  noteStop,
  noteStops,
  openStopBoard,
  stopEndedMsAgo,
} from "./stop-board.ts";

const BEGAN_MS = 5_000;

describe("what is known of stops that rest at the broker", () => {
  it("is of stops of ours alone", () => {
    const { stop: _, ...entry } = resting("ENTRY");
    const theirs = { ...resting("THEIRS"), origin: "external" } as const;

    const board = openStopBoard([resting("OURS"), entry, theirs], BEGAN_MS);

    expect([...board.open.keys()]).toEqual(["OURS"]);
  });

  it("counts from its beginning where no end of a stop was heard", () => {
    const board = openStopBoard([], BEGAN_MS);

    expect(stopEndedMsAgo(board, AAPL, BEGAN_MS + 300)).toBe(300);
  });

  it("tells which symbols' stops have ended since, and when", () => {
    const board = openStopBoard([resting("ONE"), resting("TWO", { ticker: MSFT })], BEGAN_MS);

    expect(noteStops(board, [resting("TWO", { ticker: MSFT })], BEGAN_MS + 100)).toEqual([AAPL]);

    expect([...board.open.keys()]).toEqual(["TWO"]);
    expect(stopEndedMsAgo(board, AAPL, BEGAN_MS + 150)).toBe(50);
  });

  it("takes the answer about one: open, or ended at that moment", () => {
    const board = openStopBoard([], BEGAN_MS);
    const stop = resting("ONE");

    noteStop(board, stop, BEGAN_MS + 100);
    expect([...board.open.values()]).toEqual([stop]);

    noteStop(board, { ...stop, status: "canceled" }, BEGAN_MS + 200);
    expect(board.open.size).toBe(0);
    expect(stopEndedMsAgo(board, AAPL, BEGAN_MS + 250)).toBe(50);
  });

  it.each<[number, string, Order["status"], Partial<Order>]>([
    [1, "the broker ended", "working", { status: "canceled" }],
    [1, "the broker refused", "working", { status: "rejected" }],
    [0, "somebody took back", "cancel-pending", { status: "canceled" }],
    [0, "has sold", "working", { status: "filled", filled: shares(1) }],
    [0, "has sold some", "working", { status: "canceled", filled: shares(1) }],
  ])("puts %i symbol off for a stop that %s at once", (count, _, status, end) => {
    const board = openStopBoard([], BEGAN_MS);
    noteStops(board, [resting("ONE", { status })], BEGAN_MS + 100);

    noteStops(board, [], BEGAN_MS + 200, new Map([["ONE", resting("ONE", end)]]));

    expect(board.puttingOff.size).toBe(count);
  });

  it.each<[boolean, string, Partial<Order>]>([
    [false, "rests", {}],
    [false, "is filled in part", { status: "partially-filled" }],
    [true, "is taken back", { status: "cancel-pending" }],
    [true, "has no number of the broker's", { brokerOrderId: undefined as never }],
  ])("says %s to whether news of one is due that %s", (isDue, _, changes) => {
    const board = openStopBoard([resting("ONE", changes)], BEGAN_MS);

    expect(hasStopInMotion(board)).toBe(isDue);
  });
});

const resting = (clientKey: string, changes: Partial<Order> = {}): Order => ({
  ...someOrder("account", { clientKey, side: "sell", ticker: AAPL }),
  ...{ origin: "automated", status: "working", brokerOrderId: `there-${clientKey}` },
  ...{ stop: price(900_000), timeInForce: "until-canceled", ...changes },
});
