import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { bps, price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { Activity } from "../../ports/activity.ts";
import type { Account } from "../../ports/stores/account.ts";
import { attachedAccount } from "../../testing/attached-account.ts";
import { dollars, drain } from "../../testing/trading-world.ts";
import { agreeWithRows } from "../account/agree-with-rows.ts";
import { absorbActivity } from "../activities/absorb-activity.ts";
import { type ActivityBooked, recordActivity } from "../activities/record-activity.ts";
import { rollSession, storeSession } from "./session-roll.ts";

const OPENS = instant(Date.UTC(2026, 2, 11, 13, 30));
const CLOSES = instant(Date.UTC(2026, 2, 11, 20));

const CONFIRMED = { clockAskedMs: 0, isClockApart: false };

/** An account followed in the middle of a session, by a clock that can be set. */
async function inSession() {
  const { attachAnew, followed, needs, see, world } = await attachedAccount({
    calendar: NYSE_CALENDAR,
    startsAt: instant(OPENS + MINUTE_MS),
  });
  const at = (moment: number) => rollSession(followed, moment as Instant);
  at(OPENS + MINUTE_MS);
  return { at, attachAnew, followed, needs, see, world };
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

  it("begins the day with the money that was booked while it was before the opening", async () => {
    const { attachAnew, booked, needs, onRecord } = await withBaseline();
    const before = await onRecord();
    const early = await attachAnew({
      clock: { ...needs.clock, now: () => instant(OPENS - MINUTE_MS) },
    });
    absorbActivity(early, await booked("deposit", 5_000));

    rollSession(early, instant(OPENS + MINUTE_MS));
    await storeSession(needs, early);

    expect(early.book.baseline).toBe(before! + dollars(5_000));
    expect(await onRecord()).toBe(before! + dollars(5_000));
  });

  it("keeps what is on record of the day while it knows nothing of the one before", async () => {
    const { attachAnew, booked, needs, onRecord } = await withBaseline();
    const before = await onRecord();
    const early = await attachAnew({
      clock: { ...needs.clock, now: () => instant(OPENS - MINUTE_MS) },
    });
    await storeSession(needs, early);
    absorbActivity(early, await booked("deposit", 5_000));

    rollSession(early, instant(OPENS + MINUTE_MS));

    expect(early.book.baseline).toBe(before! + dollars(5_000));
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

describe("the baseline on record", () => {
  it("keeps money from outside that others booked as a halt is written down", async () => {
    const { agree, book, bookedByOthers, followed, onRecord, store } = await withBaseline();
    const before = await onRecord();
    await bookedByOthers("deposit", 5_000);

    followed.book.halted = true;
    await store();
    expect(await onRecord()).toBe(before! + dollars(5_000));

    await agree();
    await store();
    expect(book().baseline).toBe(before! + dollars(5_000));
    expect(await onRecord()).toBe(before! + dollars(5_000));
  });

  it("keeps what others booked as the next day begins, and lets the book take it over", async () => {
    const { agree, at, book, bookedByOthers, onRecord, store } = await withBaseline();
    at(CLOSES);
    at(NYSE_CALENDAR.nextSession(CLOSES).opens);
    const closing = book().baseline!;
    await bookedByOthers("withdrawal", -5_000);

    await store();
    expect(await onRecord()).toBe(closing - dollars(5_000));

    await agree();
    await store();
    expect(book().baseline).toBe(closing - dollars(5_000));
    expect(await onRecord()).toBe(closing - dollars(5_000));
  });

  it("keeps what others booked before the worker booked something itself", async () => {
    const { absorb, agree, book, booked, bookedByOthers, onRecord, store } = await withBaseline();
    const before = await onRecord();
    await bookedByOthers("deposit", 5_000);

    absorb(await booked("withdrawal", -2_000));
    await agree();
    await store();

    expect(book().baseline).toBe(before! + dollars(3_000));
    expect(await onRecord()).toBe(before! + dollars(3_000));
  });

  it("keeps what the worker books while a halt is being written down", async () => {
    const { absorb, book, booked, followed, needs, onRecord, store } = await withBaseline();
    const before = await onRecord();
    const { storage } = needs;
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow: typeof storage = {
      ...storage,
      transact: async (work, options) => {
        await held;
        return storage.transact(work, options);
      },
    };

    followed.book.halted = true;
    const storing = store(slow);
    const booking = followed.mutex.take(async () => absorb(await booked("deposit", 5_000)));
    for (let turn = 0; turn < 50; turn += 1) await drain();
    goOn();
    await Promise.all([booking, storing]);

    expect(await onRecord()).toBe(before! + dollars(5_000));
    await store();
    expect(book().baseline).toBe(before! + dollars(5_000));
    expect(await onRecord()).toBe(before! + dollars(5_000));
  });

  it("stays what another worker has made it, and the book takes it over", async () => {
    const { agree, at, book, onRecord, putOnRecord, store } = await withBaseline();
    at(CLOSES);
    const { day, opens } = NYSE_CALENDAR.nextSession(CLOSES);
    await putOnRecord({ baselineDay: day, baseline: dollars(7_000) });
    at(opens);
    expect(book().baseline).not.toBe(dollars(7_000));

    await store();
    expect(await onRecord()).toBe(dollars(7_000));

    await agree();
    expect(book().baseline).toBe(dollars(7_000));
  });

  it("stays that of a later day, with its halt, beside a clock that is behind the broker's or not compared", async () => {
    const { at, book, followed, putOnRecord, read, store } = await withBaseline();
    const { day, opens } = NYSE_CALENDAR.nextSession(CLOSES);
    const later = { baselineDay: day, baseline: dollars(7_000), haltedDay: day };
    await putOnRecord(later);
    Object.assign(followed, {
      account: { ...followed.account, venue: "paper" },
      broker: { ...followed.broker, clock: async () => opens },
    });
    at(OPENS + 2 * MINUTE_MS);
    book().halted = true;

    for (const isClockApart of [false, true]) {
      Object.assign(followed.venueTime, { isClockApart });
      await store();
      expect(await read()).toMatchObject(later);
    }

    Object.assign(followed, { venueTime: { ...followed.venueTime, ...CONFIRMED } });
    await store();
    const { day: earlier } = followed.session!;
    expect(await read()).toMatchObject({ baselineDay: earlier, haltedDay: earlier });
  });

  it("is taken over where money came and as much of it was charged", async () => {
    const { agree, book, bookedByOthers, onRecord } = await withBaseline();
    const before = await onRecord();
    await bookedByOthers("deposit", 5_000);
    await bookedByOthers("fee", -5_000);

    await agree();

    expect(book().baseline).toBe(before! + dollars(5_000));
    expect(await onRecord()).toBe(book().baseline);
  });
});

/** An account whose day began with a baseline that is on record, and the two ways money from outside is booked. */
async function withBaseline() {
  const { at, attachAnew, followed, needs, see, world } = await inSession();
  see(100);
  const { accountId, clock, storage } = world;
  let count = 0;
  const booked = async (kind: "deposit" | "fee" | "withdrawal", amount: number) => {
    count += 1;
    const activity: Activity = {
      kind,
      id: `told-${count}`,
      at: clock.now(),
      amount: dollars(amount),
    };
    const recorded = await recordActivity(needs)(accountId, activity);
    if (!recorded.ok || recorded.value.kind !== "activity-booked") throw new Error("not booked");
    return recorded.value;
  };
  const store = (through = needs.storage) => storeSession({ storage: through }, followed);
  await store();
  return {
    at,
    attachAnew,
    booked,
    /** By another process: the book has not heard of it. */
    bookedByOthers: booked,
    book: () => followed.book,
    followed,
    needs,
    store,
    absorb: (activity: ActivityBooked) => absorbActivity(followed, activity),
    agree: () => followed.mutex.take(() => agreeWithRows(needs, followed)),
    putOnRecord: (changed: Partial<Account>) =>
      storage.transact(({ accounts }) =>
        accounts.change(accountId, (row) => ({ ...row, ...changed })),
      ),
    read: () => storage.read.accounts.byId(accountId),
    onRecord: async () => (await storage.read.accounts.byId(accountId))?.baseline,
  };
}

describe("a halt of a day whose baseline nobody knows", () => {
  it("is on record, and says nothing of what the day began with", async () => {
    const { followed, needs, world } = await inSession();
    const { day } = followed.session!;
    const before = await world.storage.read.accounts.byId(world.accountId);
    followed.book.baseline = undefined;
    followed.book.halted = true;

    await storeSession(needs, followed);

    const after = await world.storage.read.accounts.byId(world.accountId);
    expect(after).toEqual({ ...before, haltedDay: day });
  });
});
