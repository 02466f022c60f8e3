import {
  type Book,
  openBook,
  restorePosition,
  restoreTrail,
  trailOf,
} from "@sevenfold/domain/book";
import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { type Bar, type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { instantOfNewYork } from "@sevenfold/domain/new-york-time";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import { describe, expect, it } from "vitest";
import { AAPL, dollars } from "../../testing/trading-world.ts";
import { recordingLog } from "../../testing/world/recording-log.ts";
import { widenTrails } from "./widen-trails.ts";

describe("trails that nobody watched for a night", () => {
  it("follow the minutes of the session, and none outside it", async () => {
    const bars = [
      barAt(15, 58, 103),
      barAt(16, 30, 150),
      barAt(20, 0, 50),
      { ...barAt(9, 35, 98), start: instantOfNewYork(2026, 3, 11, 9, 35) },
    ];
    const book = await widened(bars);

    expect(trailOf(book, 0)).toMatchObject({ high: 1_030_000, low: 980_000, last: 980_000 });
  });

  it("of a holding follow no price that is a split away, nor any after it", async () => {
    const book = await widened(passing(1_030), 10);

    expect(trailOf(book, 0)).toMatchObject({ high: 1_030_000, low: 1_000_000 });
  });

  it("of what nobody holds follow no fall that a split may have made", async () => {
    const [fallen, risen] = [await widened(passing(10.3)), await widened(passing(1_030))];

    expect(trailOf(fallen, 0)).toMatchObject({ high: 1_030_000, low: 1_000_000 });
    expect(trailOf(risen, 0)).toMatchObject({ high: 10_300_000 });
  });
});

/** Three minutes, of which the second is that far away. */
const passing = (away: number) => [barAt(15, 58, 103), barAt(15, 59, away), barAt(16, 0, 104)];

/** A book with the trail of $100, after these minutes. */
async function widened(minutes: readonly Bar[], held = 0): Promise<Book> {
  const book = openBook({
    tickers: [AAPL],
    strategy: STRATEGY_DEFAULTS,
    limits: RISK_DEFAULTS,
    cash: dollars(1_000),
    automation: "on",
  });
  restorePosition(book, 0, { held: shares(held), costBasis: dollars(10 * held), managed: true });
  restoreTrail(book, 0, { since: SAVED_AT, high: HUNDRED, low: HUNDRED, last: HUNDRED });
  const clock = { now: () => instantOfNewYork(2026, 3, 11, 9, 45) };
  const needs = { clock, log: recordingLog(), minutes: { since: async () => minutes } };
  await widenTrails(needs as never, book, SAVED_AT, NYSE_CALENDAR);
  return book;
}

const HUNDRED = price(1_000_000);
const SAVED_AT: Instant = instant(instantOfNewYork(2026, 3, 10, 15, 57) + MINUTE_MS / 2);

function barAt(hour: number, minute: number, close: number): Bar {
  const each = price(close * 10_000);
  const start = instantOfNewYork(2026, 3, 10, hour, minute);
  return { start, open: each, high: each, low: each, close: each, volume: 100 };
}
