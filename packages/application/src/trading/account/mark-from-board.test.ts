import { addSymbol, markAt, openBook, restorePosition, restoreTrail } from "@sevenfold/domain/book";
import type { Instant } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import { describe, expect, it } from "vitest";
import { attachedAccount } from "../../testing/attached-account.ts";
import { somePosition } from "../../testing/storage-rows.ts";
import { AAPL, dollars, MSFT } from "../../testing/trading-world.ts";
import { openBookInHand } from "./book-in-hand.ts";
import { markFromBoard, markUnpriced } from "./mark-from-board.ts";
import { noteFillPrice, openPriceBasis } from "./price-basis.ts";
import { rebuildBook } from "./rebuild-book.ts";

/** Ten shares, last seen at $100, beside $1,000. */
function heldBook(held = 10) {
  const book = openBook({
    tickers: [AAPL],
    strategy: STRATEGY_DEFAULTS,
    limits: RISK_DEFAULTS,
    cash: dollars(1_000),
    automation: "on",
  });
  const last = price(1_000_000);
  restorePosition(book, 0, { held: shares(held), costBasis: dollars(1_000), managed: true });
  restoreTrail(book, 0, { since: 1 as Instant, high: last, low: last, last });
  return book;
}

const boardAt = (dollarsEach: number) => ({
  latest: () => ({ price: price(dollarsEach * 10_000) }) as never,
});

describe("a holding that is valued by the board", () => {
  it("is worth the latest price", () => {
    const book = heldBook();
    markFromBoard(book, boardAt(90));

    expect(book).toMatchObject({ equity: dollars(1_900), unpriced: 0 });
  });

  it("is worth what it was, where the price may be of other shares", () => {
    const book = heldBook();
    markFromBoard(book, boardAt(10));

    expect(book).toMatchObject({ equity: dollars(2_000), unpriced: 0 });
    expect(book.mark[0]).toBe(1_000_000);
  });

  it.each([
    ["the broker was not asked about a fill at such a price", "jumped"],
    ["the broker has another number of them", "halted"],
  ] as const)("is worth what it was, while %s", (_, why) => {
    const basis = openPriceBasis();
    if (why === "halted") basis.halted.set(AAPL, shares(100));
    else noteFillPrice(basis, AAPL, 1_000_000, { held: 10, last: 2_000_000 });
    const book = heldBook();

    markFromBoard(book, boardAt(90), basis);
    expect(book.mark[0]).toBe(1_000_000);

    basis.halted.clear();
    if (why === "jumped") basis.jumped.get(AAPL)!.isGood = true;
    markFromBoard(book, boardAt(90), basis);
    expect(book.mark[0]).toBe(900_000);
  });

  it("is compared with nothing where none of it is held, or no price was known", () => {
    const flat = heldBook(0);
    markFromBoard(flat, boardAt(10));
    expect(flat.mark[0]).toBe(100_000);

    const unseen = heldBook();
    unseen.last[0] = 0;
    markFromBoard(unseen, boardAt(10));
    expect(unseen.mark[0]).toBe(100_000);
  });
});

describe("a holding that came without a price", () => {
  const unpriced = () => {
    const book = heldBook(0);
    restorePosition(book, addSymbol(book, MSFT), {
      held: shares(10),
      costBasis: dollars(0),
      managed: false,
    });
    return { book, basis: openPriceBasis(), inHand: openBookInHand(book) };
  };

  it("is worth the latest price of its market, as soon as there is one", () => {
    const { book, ...account } = unpriced();
    markUnpriced(account, { latest: () => undefined });
    expect(book).toMatchObject({ equity: dollars(1_000), unpriced: 1 });

    markUnpriced(account, boardAt(90));

    expect(book).toMatchObject({ equity: dollars(1_900), unpriced: 0 });
  });

  it("keeps the price that it has by then, be it one that waited for the account", () => {
    const { book, ...account } = unpriced();
    account.inHand.waiting = { takeIn: () => {}, stir: () => markAt(book, 1, 1_000_000) };
    markUnpriced(account, boardAt(90));
    expect(book).toMatchObject({ equity: dollars(2_000), unpriced: 0 });

    markUnpriced(account, boardAt(80));
    expect(book.equity).toBe(dollars(2_000));
  });

  it("is worth nothing by the price of shares that the broker has another number of", () => {
    const { book, ...account } = unpriced();
    account.basis.halted.set(MSFT, shares(100));
    markUnpriced(account, boardAt(9));

    expect(book).toMatchObject({ equity: dollars(1_000), unpriced: 1 });
  });
});

describe("a holding in a book that is made anew", () => {
  it.each([
    ["what it was, while the broker has another number of shares", 100, 1_000_000],
    ["the latest price, once it is split to as many as the broker has", 10, 950_000],
  ])("is worth %s", async (_, theirs, mark) => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    const { accountId } = world;
    const { costBasis } = somePosition(accountId, 10);
    restorePosition(followed.book, 0, { held: shares(1), costBasis, managed: true });
    await world.storage.transact(({ positions }) => positions.put(somePosition(accountId, 10)));
    followed.basis.halted.set(AAPL, shares(theirs));
    const prices = { ...needs.prices, ...boardAt(95) };

    await rebuildBook({ ...needs, prices }, followed);

    expect(followed.book.mark[0]).toBe(mark);
  });
});
