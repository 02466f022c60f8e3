import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { bps, price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { attachedAccount } from "../../testing/attached-account.ts";
import { rollSession } from "./session-roll.ts";

const OPENS = instant(Date.UTC(2026, 2, 11, 13, 30));
const CLOSES = instant(Date.UTC(2026, 2, 11, 20));

/** An account followed in the middle of a session, by a clock that can be set. */
async function inSession() {
  const { followed, see } = await attachedAccount({
    calendar: NYSE_CALENDAR,
    startsAt: instant(OPENS + MINUTE_MS),
  });
  const at = (moment: number) => rollSession(followed, moment as Instant);
  at(OPENS + MINUTE_MS);
  return { at, followed, see };
}

describe("a clock that steps back", () => {
  it("finds the session again that it had left", async () => {
    const { at, followed } = await inSession();
    at(CLOSES + MINUTE_MS);
    expect(followed.session).toBeUndefined();

    at(CLOSES - MINUTE_MS);

    expect(followed.session?.closes).toBe(CLOSES);
    at(CLOSES);
    expect(followed.session).toBeUndefined();
  });

  it("leaves a session that it had begun too early", async () => {
    const { at, followed } = await inSession();
    at(OPENS - MINUTE_MS);

    expect(followed.session).toBeUndefined();
  });

  it("keeps the day's halt and its baseline, also from the next day", async () => {
    const { at, followed } = await inSession();
    const { day } = followed.session!;
    Object.assign(followed.account, { haltedDay: day, baselineDay: day, baseline: 12_345_678 });
    at(NYSE_CALENDAR.nextSession(CLOSES).opens);
    expect(followed.book.halted).toBe(false);

    at(CLOSES - MINUTE_MS);

    expect(followed.book).toMatchObject({ sessionDay: day, halted: true, baseline: 12_345_678 });
  });

  it("lets a day be counted once, however often it ends", async () => {
    const { at, followed, see } = await inSession();
    see(100);
    followed.book.high[0] = price(2_000_000);
    followed.book.bandFloor[0] = price(1_900_000);
    followed.book.strategy = { ...followed.book.strategy, mode: "HYBRID", buyDropMaxBps: bps(500) };

    at(CLOSES);
    expect(followed.book.sessionsBelow[0]).toBe(1);
    at(CLOSES - MINUTE_MS);
    at(CLOSES);

    expect(followed.book.sessionsBelow[0]).toBe(1);
  });
});
