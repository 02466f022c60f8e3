import { trailOf } from "@sevenfold/domain/book";
import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import type { Strategy } from "@sevenfold/domain/strategy";
import { describe, expect, it } from "vitest";
import type { Account } from "../../ports/stores/account.ts";
import { stillPrices } from "../../testing/still-prices.ts";
import { AAPL, after, NOON, NVDA, seed } from "../../testing/storage-rows.ts";
import { inMemoryStorage } from "../../testing/world/in-memory-storage.ts";
import type { StandingPattern } from "../prices/pattern-watch.ts";
import type { PriceBoard } from "../prices/price-board.ts";
import { UNREAD_MARKET_DATA } from "../prices/unread-market.ts";
import { dueAtOnceIn, readCurrentBook } from "./current-book.ts";

interface Scene {
  readonly venue?: Account["venue"];
  readonly confirmation?: Strategy["patternConfirmation"];
  readonly patterns?: readonly StandingPattern[];
  /** What the board says otherwise than that all is well. */
  readonly board?: Partial<PriceBoard>;
}

/** NVDA and AAPL are watched. Both fell from $100 to $95 as last saved, and are at $94 now. */
async function current({ board = {}, confirmation = "off", patterns, venue = "built-in" }: Scene) {
  const storage = inMemoryStorage();
  const { user, account } = await seed(storage, {
    account: { venue },
    user: { subscriptionStatus: "active" },
  });
  await storage.transact(async (tables) => {
    for (const ticker of [NVDA, AAPL]) await tables.watchlist.add(user.id, ticker, after(-60_000));
    await tables.settings.change(account.id, user.id, ({ strategy, ...settings }) => ({
      ...settings,
      strategy: { ...strategy, patternConfirmation: confirmation },
    }));
    await tables.trails.save({
      accountId: account.id,
      savedAt: NOON,
      trails: [NVDA, AAPL].map((ticker) => ({
        ...{ ticker, since: after(-60_000), lastAt: after(-5_000), coolDownUntil: instant(0) },
        ...{ high: price(1_000_000), low: price(950_000), last: price(950_000) },
        ...{ sessionsBelow: 0, version: 0 },
      })),
    });
  });
  const watched: Ticker[] = [];
  const still = stillPrices(() => NOON, { AAPL: { price: 94 }, NVDA: { price: 94 } });
  const prices: PriceBoard = {
    ...still,
    watch: (tickers) => void watched.push(...tickers),
    ...board,
  };
  const market = { prices, marketData: UNREAD_MARKET_DATA };
  const elsewhere = stillPrices(() => NOON, { AAPL: { price: 99 }, NVDA: { price: 99 } });
  const needs = {
    clock: { now: () => NOON, monotonicMs: () => 0, sleep: async () => {} },
    storage,
    calendarOf: () => ALWAYS_CALENDAR,
    ...market,
    ...(venue === "built-in" ? {} : { prices: elsewhere, realMarket: market }),
    ...(patterns && { patterns: { standing: () => patterns, stop: async () => {} } }),
  };
  const found = (await readCurrentBook(needs, account.id))!;
  const { automation } = found.book;
  const due = dueAtOnceIn(found).map(({ side, ticker }) => `${side} ${ticker}`);
  expect(found.book.automation).toBe(automation);
  const trail = trailOf(found.book, found.book.slots.get(AAPL)!)!;
  return { due, last: trail.last / 10_000, watched };
}

const shown: Partial<PriceBoard> = {
  feed: () => ({ isConnected: true, isForOrders: false, failures: 0, lastNewsAt: NOON }),
};
const halt = { ticker: AAPL, since: after(-1_000), because: "T1: News Pending" };

describe("what would trade at once", () => {
  it("is all that fell far enough, A to Z, and its prices are asked for", async () => {
    const { due, last, watched } = await current({});

    expect(due).toEqual(["buy AAPL", "buy NVDA"]);
    expect(last).toBe(94);
    expect(watched.toSorted()).toEqual([AAPL, NVDA]);
  });

  it("is nothing that its exchange has halted", async () => {
    const { due } = await current({ board: { halts: new Map([[AAPL, halt]]) } });

    expect(due).toEqual(["buy NVDA"]);
  });

  it("is nothing where the venue's prices are only shown, and no trail follows them", async () => {
    const own = await current({ venue: "paper" });
    const late = await current({ venue: "paper", board: shown });

    expect([own.due.length, own.last]).toEqual([2, 94]);
    expect([late.due.length, late.last]).toEqual([0, 95]);
  });

  it("is nothing that waits for a pattern, until one stands", async () => {
    const wish = { confirmation: "require" } as const;
    const patterns = [{ name: "hammer", interval: "day" }] as const;

    expect((await current(wish)).due).toEqual([]);
    expect((await current({ ...wish, patterns: [] })).due).toEqual([]);
    expect((await current({ ...wish, patterns })).due).toHaveLength(2);
  });
});
