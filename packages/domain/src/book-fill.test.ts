import { describe, expect, it } from "vitest";
import type { Book } from "./book.ts";
import { bookFill, orderBegan, orderEnded } from "./book-orders.ts";
import { InvariantViolation } from "./invariant.ts";
import { instant } from "./market.ts";
import { type Money, price, shares } from "./money.ts";
import { bookOf, buy, dollars, SLOT } from "./testing/plain-book.ts";

describe("bookFill", () => {
  it("keeps the later cool-down when an earlier fill is told after it", () => {
    const book = bookOf({});
    const part = { side: "buy", fee: 0 as Money, automated: true, slot: SLOT } as const;
    const fill = { ...part, quantity: shares(5), price: price(dollars(100)) };
    bookFill(book, { ...fill, at: instant(60_000) });
    bookFill(book, { ...fill, at: instant(1_000) });

    expect(book.coolDownUntil[SLOT]).toBe(660_000);
  });
});

describe("orderEnded", () => {
  it("starts the cool-down of an order that ends unfilled, from its end", () => {
    const book = bookOf({});
    began(book);
    orderEnded(book, SLOT, instant(5_000), false);

    expect(book.coolDownUntil[SLOT]).toBe(605_000);
  });

  it("starts no second cool-down when it is told of the same end again", () => {
    const book = bookOf({});
    began(book);
    orderEnded(book, SLOT, instant(5_000), false);
    orderEnded(book, SLOT, instant(65_000), false);

    expect(book.coolDownUntil[SLOT]).toBe(605_000);
    expect(book.reservedCash).toBe(0);
  });

  it("leaves the cool-down of its fills to an order that was filled", () => {
    const book = bookOf({});
    began(book);
    orderEnded(book, SLOT, instant(5_000), true);

    expect(book.coolDownUntil[SLOT]).toBe(0);
  });
});

describe("bookFill", () => {
  it("never sells more than is held, and leaves the book as it was", () => {
    const book = bookOf({});
    buy(book, 10, dollars(10));
    const before = structuredClone({ ...book });
    const fill = { side: "sell", fee: 0 as Money, at: instant(2), automated: true } as const;

    expect(() =>
      bookFill(book, { ...fill, slot: SLOT, quantity: shares(11), price: price(1_000) }),
    ).toThrow(InvariantViolation);

    expect({ ...book }).toEqual(before);
  });
});

const began = (book: Book): void =>
  orderBegan(book, SLOT, { reason: 1, quantity: shares(10), reservedCash: dollars(1_000) });
