import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { instant } from "@sevenfold/domain/market";
import { dayBoundsOf, tradingDayOf } from "@sevenfold/domain/new-york-time";
import { describe, expect, it } from "vitest";

import type { Account } from "../ports/stores/account.ts";
import { stillPrices } from "../testing/still-prices.ts";
import { after, dollars, NOON, seed, someFill, somePosition } from "../testing/storage-rows.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { readDailyChange } from "./read-daily-change.ts";

const clock = { now: () => NOON, monotonicMs: () => 0, sleep: async () => {} };
const DAY_MS = 86_400_000;

async function opened(account: Partial<Account> = {}) {
  const storage = inMemoryStorage();
  const seeded = await seed(storage, { account: { cash: dollars(103_000), ...account } });
  const needs = {
    clock,
    storage,
    prices: stillPrices(clock.now, {}),
    calendarOf: () => ALWAYS_CALENDAR,
  };
  return { ...seeded, storage, read: () => readDailyChange(needs)(seeded.user.id) };
}

describe("readDailyChange", () => {
  it("counts from the stored baseline of the day", async () => {
    const { read } = await opened({
      baseline: dollars(100_000),
      baselineDay: tradingDayOf(NOON),
    });

    expect(await read()).toMatchObject({
      value: { today: { kind: "known", amount: dollars(3_000), percent: 3 } },
    });
  });

  it("counts from the close before where the baseline is of another day", async () => {
    const { account, read, storage } = await opened({
      baseline: dollars(1),
      baselineDay: tradingDayOf(instant(NOON - 2 * DAY_MS)),
    });
    const { starts } = dayBoundsOf(NOON);
    await storage.transact(({ equity }) =>
      equity.add(account.id, [
        { at: instant(starts - 60_000), equity: dollars(101_000) },
        { at: instant(starts + 60_000), equity: dollars(90_000) },
      ]),
    );

    expect(await read()).toMatchObject({ value: { today: { amount: dollars(2_000) } } });
  });

  it("counts from the first equity since where nobody was there at the close", async () => {
    const { account, read, storage } = await opened();
    const { starts } = dayBoundsOf(NOON);
    const hourMs = 3_600_000;
    await storage.transact(({ equity }) =>
      equity.add(account.id, [
        // Three hours before the close it was another equity.
        { at: instant(starts - 3 * hourMs), equity: dollars(101_000) },
        { at: instant(starts + 2 * hourMs), equity: dollars(102_000) },
        { at: instant(starts + 3 * hourMs), equity: dollars(99_000) },
      ]),
    );

    expect(await read()).toMatchObject({ value: { today: { amount: dollars(1_000) } } });
  });

  it("takes a deposit for no gain, and a withdrawal for no loss", async () => {
    const { account, read, storage } = await opened();
    const { starts } = dayBoundsOf(NOON);
    const flow = { accountId: account.id, at: instant(starts + 60_000) };
    await storage.transact(async ({ capital, equity }) => {
      await equity.add(account.id, [{ at: instant(starts - 60_000), equity: dollars(100_000) }]);
      await capital.add({ ...flow, cause: "a deposit", amount: dollars(2_500) });
      await capital.add({ ...flow, cause: "a withdrawal", amount: dollars(-500) });
    });

    expect(await read()).toMatchObject({ value: { today: { amount: dollars(1_000) } } });
  });

  it("takes neither for a change of the last 24 hours", async () => {
    const { account, read, storage } = await opened();
    const dayAgo = instant(NOON - DAY_MS);
    const flow = { accountId: account.id, cause: "a deposit", at: instant(dayAgo + 60_000) };
    await storage.transact(async ({ capital, equity }) => {
      await equity.add(account.id, [{ at: dayAgo, equity: dollars(90_000) }]);
      await capital.add({ ...flow, amount: dollars(10_000) });
    });

    expect(await read()).toMatchObject({
      value: { sinceDayAgo: { amount: dollars(3_000), percent: 3 } },
    });
  });

  it("counts from the taking over of an account that was taken over since the close", async () => {
    const { account, read, storage } = await opened();
    const { starts } = dayBoundsOf(NOON);
    const at = instant(starts + 60_000);
    await storage.transact(async ({ capital, equity }) => {
      await equity.add(account.id, [
        { at: starts, equity: dollars(50_000) },
        { at, equity: dollars(103_500) },
      ]);
      await capital.add({
        accountId: account.id,
        at,
        cause: `capital|${at}|cash|in`,
        amount: dollars(53_000),
      });
    });

    expect(await read()).toMatchObject({ value: { today: { amount: dollars(-500) } } });
  });

  it("makes up no change where nobody recorded what the day began with", async () => {
    const { read } = await opened();

    expect(await read()).toMatchObject({ value: { today: { kind: "no-baseline" } } });
  });

  it("makes up no change while a holding has no price", async () => {
    const { account, read, storage } = await opened({
      baseline: dollars(100_000),
      baselineDay: tradingDayOf(NOON),
    });
    await storage.transact(({ positions }) => positions.put(somePosition(account.id, 1)));

    expect(await read()).toMatchObject({
      value: { today: { kind: "no-price" }, sinceDayAgo: undefined },
    });
  });

  it("knows 24 hours ago only where something that old is recorded", async () => {
    const { account, read, storage } = await opened();
    expect(await read()).toMatchObject({ value: { sinceDayAgo: undefined } });

    await storage.transact(({ equity }) =>
      equity.add(account.id, [{ at: after(-DAY_MS), equity: dollars(206_000) }]),
    );

    expect(await read()).toMatchObject({
      value: { sinceDayAgo: { amount: dollars(-103_000), percent: -50 } },
    });
  });

  it("counts the fills since New York's midnight", async () => {
    const { account, read, storage } = await opened();
    const { starts } = dayBoundsOf(NOON);
    await storage.transact(async ({ fills }) => {
      for (const at of [starts - 1, starts, NOON])
        await fills.add(someFill(account.id, { at: instant(at) }));
    });

    expect(await read()).toMatchObject({ value: { tradesToday: 2 } });
  });
});
