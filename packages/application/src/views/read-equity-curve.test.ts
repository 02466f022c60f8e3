import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { stillPrices } from "../testing/still-prices.ts";
import { dollars, NOON, seed } from "../testing/storage-rows.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { readEquityCurve } from "./read-equity-curve.ts";

const clock = { now: () => NOON, monotonicMs: () => 0, sleep: async () => {} };
const MINUTE = 60_000;

describe("readEquityCurve", () => {
  it("says of each point what came in and left since, and ends with what it is worth now", async () => {
    const storage = inMemoryStorage();
    const { account, user } = await seed(storage, { account: { cash: dollars(1_600) } });
    const ago = (minutes: number) => instant(NOON - minutes * MINUTE);
    await storage.transact(async ({ capital, equity }) => {
      await equity.add(account.id, [
        { at: ago(3), equity: dollars(1_000) },
        { at: ago(2), equity: dollars(2_100) },
        { at: ago(1), equity: dollars(1_600) },
      ]);
      const flow = (cause: string, minutes: number, amount: number) =>
        capital.add({ accountId: account.id, cause, at: ago(minutes), amount: dollars(amount) });
      await flow("a deposit", 2, 1_000);
      await flow("a withdrawal", 1, -500);
    });
    const needs = { clock, storage, prices: stillPrices(clock.now, {}) };

    expect(await readEquityCurve(needs)(user.id, "1d")).toEqual({
      ok: true,
      value: [
        { at: ago(3), equity: dollars(1_000), moved: dollars(500) },
        { at: ago(2), equity: dollars(2_100), moved: dollars(-500) },
        { at: ago(1), equity: dollars(1_600), moved: dollars(0) },
        { at: NOON, equity: dollars(1_600), moved: dollars(0) },
      ],
    });
  });
});
