import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import { AGREED, openParts, sellTwo } from "../../testing/traded-parts.ts";
import { AAPL, holdShares } from "../../testing/trading-world.ts";
import { recordExecution } from "../fills/record-execution.ts";

/** Two shares are sold elsewhere and given back, untold, and then sold once more, which is heard at once. */
async function soldOnceMore(heldBefore: number, lateMs = 0) {
  const { held, needs, reconcile, world } = await openParts();
  const { accountId, clock, storage, venue } = world;
  await holdShares(world, AAPL, heldBefore, true);
  await clock.pass(1_000);
  sellTwo(venue);
  const { executionId } = venue.executions.at(-1)!;
  await clock.pass(1_000);
  const bust = { kind: "bust", id: "bust", at: clock.now(), executionId } as const;
  befall(venue, bust, clock.now(), { lateMs });
  await clock.pass(1_000);
  sellTwo(venue);
  await recordExecution(needs, "stream")(accountId, venue.executions.at(-1)!);
  const books = async () => ({
    held: (await held())?.quantity ?? 0,
    fills: (await storage.read.fills.latest(accountId, 9)).map(({ realized }) => realized),
    refused: await storage.read.quarantine.of(accountId, 9),
    isAutomated: (await storage.read.settings.of(accountId))!.automationEnabled,
  });
  return { books, executionId, reconcile, world };
}

describe("a sale that was taken back and whose shares were sold once more, told after that", () => {
  it("is booked with its being taken back, and stops nobody", async () => {
    const { books, executionId, reconcile, world } = await soldOnceMore(2);

    expect(await reconcile()).toEqual(AGREED);

    const sold = { held: 0, refused: [], isAutomated: true };
    expect(await books()).toMatchObject(sold);
    expect(await reconcile()).toEqual(AGREED);
    const { rows } = await world.storage.read.activities.page(world.accountId, { limit: 9 });
    expect(rows).toMatchObject([{ kind: "bust", shares: 2, undoes: executionId }]);
    expect(await world.storage.read.fills.isBooked(world.accountId, executionId)).toBe(true);
  });

  it("is booked as ever where there are shares for both", async () => {
    const { books, reconcile } = await soldOnceMore(5);

    expect(await reconcile()).toEqual(AGREED);

    expect(await books()).toMatchObject({ held: 3, refused: [], isAutomated: true });
  });

  it("is refused where nobody tells that it was taken back", async () => {
    const { books, reconcile } = await soldOnceMore(2, MINUTE_MS);

    await reconcile();

    expect(await books()).toMatchObject({ refused: [{ refusal: "sold-more-than-held" }] });
    expect((await books()).isAutomated).toBe(false);
  });
});
