import { trailOf } from "@sevenfold/domain/book";
import { NYSE_CALENDAR, type TradingCalendar } from "@sevenfold/domain/calendar";
import { type Instant, instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { stillPrices } from "../../testing/still-prices.ts";
import { AAPL, holdShares, openTestWorld } from "../../testing/trading-world.ts";
import { readCurrentBook } from "./current-book.ts";

/** Saturday noon in New York. */
const CLOSED = instant(Date.UTC(2026, 2, 14, 16));

/** An account whose trail was saved at $100, as it is read while the board says $101, or another price. */
async function read({
  calendar,
  dollars = 101,
  held = 0,
  allowAfterHours = false,
  savedAheadMs = 0,
  startsAt,
}: {
  readonly dollars?: number;
  readonly held?: number;
  readonly allowAfterHours?: boolean;
  /** By how much the saved trail is newer than the price on the board. */
  readonly savedAheadMs?: number;
  readonly calendar?: TradingCalendar;
  readonly startsAt?: Instant;
} = {}) {
  const world = await openTestWorld({
    tickers: [AAPL],
    ...(calendar && { calendar }),
    ...(startsAt && { startsAt }),
  });
  const { accountId, clock, storage, userId } = world;
  if (0 < held) await holdShares(world, AAPL, held, true);
  const at = clock.now();
  const hundred = price(1_000_000);
  await storage.transact(async (tables) => {
    await tables.settings.change(accountId, userId, (row) => ({
      ...row,
      limits: { ...row.limits, allowAfterHours },
    }));
    await tables.trails.save({
      accountId,
      savedAt: at,
      trails: [
        {
          ...{ ticker: AAPL, since: at, high: hundred, low: hundred, last: hundred },
          ...{
            lastAt: instant(at + savedAheadMs),
            coolDownUntil: instant(0),
            sessionsBelow: 0,
            version: 0,
          },
        },
      ],
    });
  });
  const { needs } = world.open();
  const prices = stillPrices(() => clock.now(), { [AAPL]: { price: dollars, previousClose: 100 } });
  const { book, fallen } = (await readCurrentBook({ ...needs, prices }, accountId))!;
  const trail = trailOf(book, book.slots.get(AAPL)!)!;
  return { fallen, trail: [trail.low / 10_000, trail.high / 10_000, trail.last / 10_000] };
}

describe("an account's book as of now", () => {
  it("has followed the prices since its trails were saved", async () => {
    expect((await read()).trail).toEqual([100, 101, 101]);
  });

  it("has followed no price that is older than what was saved", async () => {
    expect((await read({ savedAheadMs: 1 })).trail).toEqual([100, 100, 100]);
  });

  it("has followed a price out of session only where its owner trades then", async () => {
    const closed = { calendar: NYSE_CALENDAR, startsAt: CLOSED };

    expect((await read(closed)).trail).toEqual([100, 100, 100]);
    expect((await read({ ...closed, allowAfterHours: true })).trail).toEqual([100, 101, 101]);
  });

  it("has followed a fall far at once of what is held, and not of what nobody holds", async () => {
    const flat = await read({ dollars: 50 });
    const held = await read({ dollars: 50, held: 10 });

    expect(flat.trail).toEqual([100, 100, 100]);
    expect(flat.fallen.get(AAPL)).toEqual({ from: 1_000_000, to: 500_000 });
    expect(held.trail).toEqual([50, 100, 50]);
    expect(held.fallen.size).toBe(0);
  });
});
