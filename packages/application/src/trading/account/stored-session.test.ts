import { money } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";

import { dollars, openTestWorld } from "../../testing/trading-world.ts";
import { storedSessionOf } from "./stored-session.ts";

describe("the trading day on record", () => {
  it("begins with the baseline the worker wrote down, not with the equity recorded before", async () => {
    const { baselineOf, day, world } = await withRecordedClose();
    const baseline = dollars(90_000);
    await world.storage.transact((tables) =>
      tables.accounts.change(world.accountId, (row) => ({ ...row, baseline, baselineDay: day })),
    );

    expect(await baselineOf()).toBe(baseline);
  });

  it("begins with the equity at the close before, where the baseline is another day's", async () => {
    const { baselineOf, closing, world } = await withRecordedClose();
    const another = { baseline: dollars(90_000), baselineDay: "2026-01-02" as never };
    await world.storage.transact((tables) =>
      tables.accounts.change(world.accountId, (row) => ({ ...row, ...another })),
    );

    expect(await baselineOf()).toBe(closing);
  });
});

/** An account whose equity was recorded at the close before the day that is. */
async function withRecordedClose() {
  const world = await openTestWorld();
  const account = async () => (await world.storage.read.accounts.byId(world.accountId))!;
  const { calendarOf } = world.open().needs;
  const calendar = calendarOf(await account());
  const now = world.clock.now();
  const session = calendar.sessionAt(now) ?? calendar.previousSession(now);
  const before = calendar.previousSession(session.opens);
  const closing = money(dollars(95_000));
  await world.storage.transact((tables) =>
    tables.equity.add(world.accountId, [{ at: before.closes, equity: closing }]),
  );
  const baselineOf = async () =>
    (await storedSessionOf(oneByOne(world.storage), await account(), calendar, now)).baseline;
  return { world, baselineOf, closing, day: session.day };
}
