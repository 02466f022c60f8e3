import { MINUTE_MS } from "@sevenfold/domain/market";
import { NO_MONEY, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import type { Activity } from "../../ports/activity.ts";
import { executionOf } from "../../testing/executed-order.ts";
import { AAPL, inTime, MSFT, openTestWorld } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { recordExecution } from "../fills/record-execution.ts";

describe("a correction of what our books cannot take back by themselves", () => {
  it("is said once, holds the account back, and lets it go on once books and broker agree", async () => {
    const world = await openTestWorld({ tickers: [AAPL] });
    const { accountId, clock, storage, venue } = world;
    const process = world.start();
    const happens = async (activity: Activity) => {
      befall(venue, activity, clock.now());
      await clock.pass(5 * MINUTE_MS);
    };
    await clock.pass(MINUTE_MS);
    const spinOff = { kind: "spin-off", id: "spun", ticker: MSFT, shares: 5 } as const;
    await happens({ ...spinOff, at: clock.now() });

    venue.positions.delete(MSFT);
    await happens({ kind: "correction", id: "corrects", at: clock.now(), undoes: "spun" });

    expect(await reductionsOf(world)).toMatchObject([
      {
        because: "correction-unbooked",
        about: "The broker reported a correction of MSFT that does not fit our books.",
      },
      { because: "holdings-differ" },
    ]);
    expect((await storage.read.settings.of(accountId))?.automationEnabled).toBe(true);
    expect(timesSaid(world, "activity-refused")).toBe(1);
    expect(timesSaid(world, "correction-unbooked")).toBe(1);

    // The broker's people tell it by shares that left.
    venue.positions.set(MSFT, { quantity: shares(spinOff.shares), costBasis: NO_MONEY });
    await happens({
      ...{ kind: "shares-journal", id: "gone", at: clock.now(), ticker: MSFT },
      shares: -spinOff.shares,
    });

    expect(await reductionsOf(world)).toEqual([]);
    expect(timesSaid(world, "activity-refused")).toBe(1);
    await inTime(world, process.stop());
  });
});

describe("an execution that cannot be booked", () => {
  it("is said once, however often the list tells it", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const impossible = executionOf(world, { side: "sell" });

    for (let time = 0; time < 3; time += 1)
      await recordExecution(needs)(world.accountId, impossible);

    expect(timesSaid(world, "execution-refused")).toBe(1);
  });
});

const timesSaid = ({ log }: World, event: string): number =>
  log.lines.filter((line) => line.event === event).length;

const reductionsOf = async ({ accountId, storage }: World) =>
  (await storage.read.accounts.byId(accountId))?.reductions ?? [];
