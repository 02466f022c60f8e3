import { MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import {
  AAPL,
  dollars,
  holdShares,
  inTime,
  MSFT,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";

describe("holdings that differ from the books", () => {
  it("hold the account back and are told of, until both agree again", async () => {
    const world = await openTestWorld({ tickers: [AAPL] });
    await holdShares(world, MSFT, 10, false);
    const process = world.start();
    await world.clock.pass(2 * MINUTE_MS);
    expect(await reductionsOf(world)).toEqual([]);

    heldThere(world, 7);
    await world.clock.pass(2 * MINUTE_MS);

    const told = [{ because: "holdings-differ", about: "MSFT: 7 there, 10 here." }];
    expect(await reductionsOf(world)).toMatchObject(told);
    const [{ at: heldBackAt } = { at: 0 }] = await reductionsOf(world);
    const bought = (await ordersOf(world)).filter(
      ({ createdAt, side }) => side === "buy" && heldBackAt < createdAt,
    );
    expect(bought).toEqual([]);

    // Whoever switches on has looked, and the shares are not there for that.
    const switched = toggleAutomation(process.needs)({
      accountId: world.accountId,
      userId: world.userId,
      enabled: true,
    });
    await inTime(world, switched);
    expect(await reductionsOf(world)).toMatchObject(told);

    heldThere(world, 10);
    await world.clock.pass(MINUTE_MS);

    expect(await reductionsOf(world)).toEqual([]);
    expect(world.log.lines.filter(({ event }) => event === "holdings-differ")).toHaveLength(1);
    await inTime(world, process.stop());
  });

  it("are no difference while they are seen once", async () => {
    const world = await openTestWorld({ tickers: [AAPL], automationEnabled: false });
    await holdShares(world, MSFT, 10, false);
    const process = world.start();
    await world.clock.pass(MINUTE_MS);

    heldThere(world, 7);
    // As long as one reconciliation of an account at rest, and not of a second one.
    for (let second = 0; second < 60 && (await driftOf(world, process)) === 0; second += 1)
      await world.clock.pass(1_000);
    heldThere(world, 10);
    await world.clock.pass(2 * MINUTE_MS);

    expect(await reductionsOf(world)).toEqual([]);
    expect(world.log.lines.filter(({ event }) => event === "holdings-differ")).toEqual([]);
    await inTime(world, process.stop());
  });
});

const heldThere = ({ venue }: World, count: number) =>
  venue.positions.set(MSFT, { quantity: shares(count), costBasis: dollars(100 * count) });

const driftOf = async ({ accountId }: World, { worker }: ReturnType<World["start"]>) =>
  worker.accountView(accountId)?.reconciled?.drift.length ?? 0;

const reductionsOf = async ({ accountId, storage }: World) =>
  (await storage.read.accounts.byId(accountId))?.reductions ?? [];
