import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { Activity, ActivityKind } from "../../ports/activity.ts";
import { AAPL, dollars, openTestWorld } from "../../testing/trading-world.ts";
import { takenOverRow } from "../account/taken-over-row.ts";
import { recordActivity } from "./record-activity.ts";

describe("a correction of what an account was taken over with", () => {
  it.each(["dividend", "interest", "fee", "cash-in-lieu", "other-cash"] as const)(
    "is no gain and no loss where it was a %s, but moves what the account and the day began with",
    async (kind) => {
      const { account, correct, flows, read, world } = await takenOverWith(kind, 12.5);
      const before = await account();
      expect(await correct()).toMatchObject({
        value: { kind: "activity-booked", isCapital: true },
      });

      const after = await account();
      const moved = dollars(-12.5);
      expect(after.cash - before.cash).toBe(moved);
      expect(after.startEquity - before.startEquity).toBe(moved);
      expect(after.baseline! - before.baseline!).toBe(moved);
      expect((await flows()).at(-1)).toMatchObject({ amount: moved });
      const { rows } = await read.activities.page(world.accountId, { limit: 10 });
      expect(rows).toMatchObject([{ kind: "correction", amount: moved, undoes: "before" }]);
      expect(after.reductions).toBeUndefined();
    },
  );

  it.each(["deposit", "withdrawal", "journal"] as const)(
    "is money from outside where it was a %s",
    async (kind) => {
      const { account, correct } = await takenOverWith(kind, -7);
      const before = await account();
      await correct();

      expect((await account()).cash - before.cash).toBe(dollars(7));
      expect((await account()).startEquity - before.startEquity).toBe(dollars(7));
    },
  );

  it("is booked once, however often it is told", async () => {
    const { account, correct } = await takenOverWith("dividend", 5);
    await correct();
    const once = await account();
    expect(await correct()).toMatchObject({ value: { kind: "known" } });
    expect((await account()).cash).toBe(once.cash);
  });

  it.each(["split", "cash-merger", "spin-off", "shares-journal", "bust"] as const)(
    "is for a person to look at where it was a %s, which moved shares",
    async (kind) => {
      const { account, correct } = await takenOverWith(kind, 5);
      const before = await account();
      expect(await correct()).toMatchObject({ refusal: { kind: "impossible-activity" } });

      expect((await account()).cash).toBe(before.cash);
      expect((await account()).reductions).toMatchObject([{ because: "correction-unbooked" }]);
    },
  );
});

/** An account that was taken over with an activity of the day before, which is corrected now. */
async function takenOverWith(kind: ActivityKind, amount: number) {
  const world = await openTestWorld({ automationEnabled: false });
  const { accountId, clock, storage } = world;
  const { needs } = world.open();
  await clock.pass(MINUTE_MS);
  const at = instant(clock.now() - 86_400_000);
  const before = { kind, id: "before", at, ticker: AAPL, amount: dollars(amount) };
  await storage.transact(async (tables) => {
    await tables.activities.add(takenOverRow(accountId, before as unknown as Activity), []);
    await tables.accounts.change(accountId, (row) => ({
      ...row,
      baseline: row.startEquity,
      activitiesReadTo: at,
    }));
  });
  return {
    ...{ world, read: storage.read },
    account: async () => (await storage.read.accounts.byId(accountId))!,
    flows: () => storage.read.capital.of(accountId),
    correct: () =>
      recordActivity(needs)(accountId, {
        ...{ kind: "correction", id: "corrects", at: clock.now(), undoes: "before" },
      } as const),
  };
}
