import { incomeEntry } from "@sevenfold/domain/ledger";
import { money } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import {
  AAPL,
  after,
  NOON,
  NVDA,
  seed,
  someActivity,
  someFill,
} from "../../testing/storage-rows.ts";
import { causeOfActivity } from "./activity-store.ts";
import type { Storage } from "./storage.ts";

export function describeActivities(storage: Storage): void {
  it("books an activity once per account, and gives back all of it", async () => {
    const { account } = await seed(storage);
    const other = (await seed(storage)).account;
    const whole = someActivity(account.id, {
      activityId: "A1",
      kind: "name-change",
      becomes: NVDA,
      shares: -7,
      amount: money(-1),
      words: "NC · AAPL",
      undoes: "A0",
    });
    const add = (one: typeof whole) => storage.transact((tables) => tables.activities.add(one, []));

    expect(await add(whole)).toBe(true);
    expect(await add({ ...whole, shares: 3 })).toBe(false);
    expect(await add({ ...whole, accountId: other.id })).toBe(true);

    const { activities } = storage.read;
    expect(await activities.find(account.id, "A1")).toEqual(whole);
    expect(await activities.find(account.id, "A2")).toBeUndefined();
    expect(await activities.knownAmong(account.id, ["A1", "A2"])).toEqual(new Set(["A1"]));
  });

  it("lists activities newest first, without those that were taken over", async () => {
    const { account } = await seed(storage);
    const [first, second, taken] = [
      someActivity(account.id, { at: after(1) }),
      someActivity(account.id, { at: after(2), kind: "fee" }),
      someActivity(account.id, { at: after(3), isTakenOver: true }),
    ];
    await storage.transact(async ({ activities }) => {
      for (const one of [first, taken, second]) await activities.add(one, []);
    });

    const { rows, older } = await storage.read.activities.page(account.id, { limit: 1 });
    expect(rows).toEqual([second]);
    const next = await storage.read.activities.page(account.id, { limit: 9, before: older! });
    expect(next).toEqual({ rows: [first] });
    const { activityId } = taken;
    expect(await storage.read.activities.knownAmong(account.id, [activityId])).toEqual(
      new Set([activityId]),
    );
  });

  it("keeps the cash of activities apart from what fills brought", async () => {
    const { account } = await seed(storage);
    const activity = someActivity(account.id);
    const income = { paid: money(500), released: money(200) };
    const cause = causeOfActivity(activity.activityId);
    await storage.transact(async ({ activities, fills }) => {
      await activities.add(activity, [incomeEntry(cause, AAPL, income, NOON)]);
      await fills.add(someFill(account.id));
    });

    expect(await storage.read.fills.cashFlow(account.id)).toBe(-10 * 1_897_000);
    expect(await storage.read.capital.of(account.id)).toEqual([]);
  });

  it("gives a sale the gain it has since a trade before it was taken back, and no other fill", async () => {
    const { account } = await seed(storage);
    const [sold, other] = [1, 2].map(() => someFill(account.id, { side: "sell", fee: money(100) }));
    await storage.transact(async ({ fills }) => {
      await fills.add(sold!);
      await fills.add(other!);
      await fills.revalue(account.id, sold!.executionId, money(-12_345));
    });

    const { fills } = storage.read;
    expect(await fills.find(account.id, sold!.executionId)).toEqual({ ...sold, realized: -12_345 });
    expect(await fills.find(account.id, other!.executionId)).toEqual(other);
  });

  it("counts no execution that was taken back, and still has it", async () => {
    const { account } = await seed(storage);
    const [kept, busted] = [someFill(account.id), someFill(account.id)];
    const undoes = busted.executionId;
    await storage.transact(async ({ activities, fills }) => {
      await fills.add(kept);
      await fills.add(busted);
      await activities.add(someActivity(account.id, { kind: "bust", undoes }), []);
      // A correction of an activity that is called like an execution takes nothing of it back.
      const undone = kept.executionId;
      await activities.add(someActivity(account.id, { kind: "correction", undoes: undone }), []);
    });

    const totals = await storage.read.fills.totalsSince(account.id, NOON);
    expect(totals).toMatchObject([{ ticker: AAPL, count: 1 }]);
    expect(await storage.read.fills.find(account.id, undoes)).toEqual(busted);
    expect(await storage.read.fills.find(account.id, "another")).toBeUndefined();
  });
}
