import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Instant, Ticker } from "./market.ts";
import { NO_MONEY, NO_SHARES, price, shares } from "./money.ts";
import { ORDER_STATUSES, type Order } from "./order.ts";
import {
  explainProtection,
  explainProtections,
  type Protection,
  protectedShares,
  protectionOf,
} from "./protection.ts";

const TICKER = "AAPL" as Ticker;

const stop = (quantity: number, change: Partial<Order> = {}): Order => ({
  clientKey: "ABCDEFGHIJKLMNOPQRST",
  accountId: "account",
  ticker: TICKER,
  side: "sell",
  origin: "external",
  quantity: shares(quantity),
  stop: price(951_200),
  timeInForce: "until-canceled",
  extendedHours: false,
  status: "working",
  filled: NO_SHARES,
  filledNotional: NO_MONEY,
  reservedCash: NO_MONEY,
  brokerOrderId: "1",
  attempts: 0,
  createdAt: 0 as Instant,
  updatedAt: 0 as Instant,
  ...change,
});

const said = (held: number, orders: readonly Order[]) => {
  const protection = protectionOf(shares(held), orders);
  return explainProtection({ ticker: TICKER, held: shares(held), protection });
};

describe("what protects a holding if everything dies now", () => {
  it("is a stop at the broker, with its shares and its price", () => {
    expect(said(10, [stop(10)])).toBe("A stop at the broker: 10 shares at $95.12.");
    expect(said(10, [stop(12, { filled: shares(2), status: "partially-filled" })])).toBe(
      "A stop at the broker: 10 shares at $95.12.",
    );
    const { timeInForce: _, ...forDay } = stop(1);
    expect(said(1, [forDay])).toBe("A stop at the broker: 1 share at $95.12, for today.");
  });

  it("is a part where the stops are for less than is held", () => {
    const other = stop(2, { stop: price(900_000) });

    expect(said(10, [stop(4), other])).toBe(
      "A stop at the broker for 6 of 10 shares: 4 shares at $95.12; 2 shares at $90.00.",
    );
  });

  it("is a part where a stop for all of it has sold some, and more was bought since", () => {
    const sold = stop(10, { filled: shares(4), status: "partially-filled" });

    expect(said(10, [sold])).toBe("A stop at the broker for 6 of 10 shares: 6 shares at $95.12.");
  });

  it("is nothing where no stop rests: not by a limit, not by a buy, not by one being taken back", () => {
    const { stop: _, ...limit } = stop(10, { limit: price(1_000_000) });

    for (const orders of [
      [],
      [limit],
      [stop(10, { limit: price(940_000) })],
      [stop(10, { side: "buy" })],
      [stop(10, { status: "cancel-pending" })],
      [stop(10, { status: "intent" })],
      [stop(10, { status: "canceled" })],
    ])
      expect(said(10, orders)).toBe("Nothing: until Sevenfold is back, nobody sells it.");
  });

  it("is unknown while the broker has not answered about a stop, unless others are enough", () => {
    for (const status of ["submitting", "unknown", "suspended"] as const) {
      expect(said(10, [stop(10, { status })])).toBe(
        "Not known: the broker has not answered about a stop.",
      );
      expect(said(10, [stop(10, { status }), stop(10)])).toContain("10 shares at $95.12");
    }
  });

  it("is unknown with its reason where the broker's word is missing", () => {
    const protection = protectionOf(shares(10), [stop(10)], { because: "broker-away" });

    expect(explainProtection({ ticker: TICKER, held: shares(10), protection })).toBe(
      "Not known: the broker cannot be reached at the moment.",
    );
    const since = Date.UTC(2026, 10, 20, 15, 5) as Instant;
    const away = protectionOf(shares(10), [], { because: "worker-away", since });
    expect(explainProtection({ ticker: TICKER, held: shares(10), protection: away })).toBe(
      "Not known: no worker has been there since 11/20, 10:05 ET.",
    );
  });

  it("never claims more shares than are held, nor than rest at the broker", () => {
    const orders = fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 50 }),
        status: fc.constantFrom(...ORDER_STATUSES),
        side: fc.constantFrom("buy" as const, "sell" as const),
        isLimited: fc.boolean(),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), orders, (held, drawn) => {
        const made = drawn.map(({ isLimited, quantity, side, status }) =>
          stop(quantity, { status, side, ...(isLimited && { limit: price(1) }) }),
        );
        const resting = drawn
          .filter(({ isLimited, side, status }) => {
            return status === "working" || status === "partially-filled"
              ? side === "sell" && !isLimited
              : false;
          })
          .reduce((sum, { quantity }) => sum + quantity, 0);
        const protection = protectionOf(shares(held), made);
        const covered = protectedShares(shares(held), protection);

        expect(covered).toBeLessThanOrEqual(Math.min(held, resting));
        expect(protection.kind === "stop").toBe(held <= resting);
      }),
    );
  });
});

describe("all holdings in one sentence", () => {
  const holding = (protection: Protection) => ({ ticker: TICKER, held: shares(1), protection });
  const stops = [{ shares: shares(1), at: price(1), isForDay: false }];
  const whole = holding({ kind: "stop", stops });
  const part = holding({ kind: "part", stops });
  const none = holding({ kind: "none" });
  const unknown = holding({ kind: "unknown", because: "broker-away" });

  it("says what is so of all, or how many of each there are", () => {
    expect(explainProtections([])).toBe("Nothing is held, so there is nothing to protect.");
    expect(explainProtections([none])).toBe(
      "Nothing: nobody sells your position until Sevenfold is back.",
    );
    expect(explainProtections([none, none])).toBe(
      "Nothing: nobody sells your 2 positions until Sevenfold is back.",
    );
    expect(explainProtections([whole, whole])).toBe(
      "A stop at the broker protects each of your 2 positions.",
    );
    expect(explainProtections([{ ...part, held: shares(3) }])).toBe(
      "A stop at the broker protects 1 of your 3 shares.",
    );
    expect(explainProtections([unknown])).toBe("What protects your position is not known.");
    expect(explainProtections([whole, whole, part, none, unknown])).toBe(
      "Of your 5 positions, 2 have a stop at the broker, 1 has a stop for some of the shares, 1 has nothing until Sevenfold is back and of 1 it is not known.",
    );
  });
});
