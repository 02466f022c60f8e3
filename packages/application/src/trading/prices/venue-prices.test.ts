import type { Price } from "@sevenfold/domain/money";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import {
  AAPL,
  automatedDraft,
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { readWorkerStatus } from "../../views/read-worker-status.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { placeOrder } from "../placing/place-order.ts";
import { previewOrder } from "../placing/preview-order.ts";
import { runSale } from "../sales/run-sale.ts";
import { sellAll } from "../sales/sell-all.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";

/** Trades at the least move, were it let. */
const EAGER = {
  strategy: { buyDropBps: 1 as never, sellRiseBps: 1 as never },
  limits: { coolDownSec: 0 },
} as const;
const REFUSED = { ok: false, refusal: { kind: "no-real-prices" } };

/** An account at a venue whose prices nobody here reads. */
async function paperWorld(shape: Parameters<typeof openTestWorld>[0] = {}): Promise<World> {
  const world = await openTestWorld(shape);
  await world.storage.transact((tables) =>
    tables.accounts.change(world.accountId, (row) => ({ ...row, venue: "paper" })),
  );
  return world;
}

describe("an account whose venue has no prices here", () => {
  it("takes no market order by hand, of either side, and says so before it is placed", async () => {
    const world = await paperWorld();
    await holdShares(world, AAPL, 12, true);
    const { needs } = world.open();

    for (const side of ["buy", "sell"] as const) {
      expect(await previewOrder(needs)(manualDraft(world, { side }))).toMatchObject(REFUSED);
      const placed = inTime(world, placeOrder(needs)(manualDraft(world, { side })));
      expect(await placed).toMatchObject(REFUSED);
    }
    expect(world.venue.orders).toHaveLength(0);
    expect((await ordersOf(world)).map(({ status }) => status)).toEqual(["denied", "denied"]);
  });

  it("takes a limit order by hand, whatever the built-in exchange asks or lists, and its cancel", async () => {
    const world = await paperWorld();
    const { needs } = world.open();
    const limit = 10_000 as Price;
    const draft = manualDraft(world, { limit });
    const { ask } = needs.prices;
    const unlisted = {
      ...needs,
      prices: { ...needs.prices, ask: async () => "unknown-symbol" as const },
    };

    expect(await inTime(world, placeOrder(unlisted)(draft))).toMatchObject({ ok: true });
    expect(typeof (await ask(AAPL))).toBe("object");
    const [{ clientKey = "" } = {}] = await ordersOf(world);
    const canceled = inTime(world, cancelOrder(needs)({ accountId: world.accountId, clientKey }));
    expect(await canceled).toMatchObject({ ok: true });
  });

  it("takes no automated order, however it was decided", async () => {
    const world = await paperWorld();
    const process = world.open();

    for (const side of ["buy", "sell"] as const) {
      const draft = await automatedDraft(world, process, { side });
      expect(await inTime(world, placeOrder(process.needs)(draft))).toMatchObject(REFUSED);
    }
    expect(world.venue.orders).toHaveLength(0);
  });

  it("is never traded by the worker, and moves no trail, while other prices go up and down", async () => {
    const [own, paper] = [await openTestWorld(EAGER), await paperWorld(EAGER)];
    for (const world of [own, paper]) {
      const { stop } = world.start();
      await world.clock.pass(120_000);
      await inTime(world, stop());
    }

    expect(own.venue.orders.length).toBeGreaterThan(0);
    expect(paper.venue.orders).toHaveLength(0);
    expect(await ordersOf(paper)).toEqual([]);
    expect((await paper.storage.read.trails.of(paper.accountId))?.trails ?? []).toEqual([]);
  });

  it("shows the worker's verdict: no real prices for this venue", async () => {
    const world = await paperWorld(EAGER);
    const { needs, stop, worker } = world.start();
    await world.clock.pass(30_000);

    const view = worker.accountView(world.accountId);
    expect(view?.isReady).toBe(true);
    expect(new Set(view?.symbols.map(({ verdict }) => verdict.gate))).toEqual(
      new Set(["no-real-prices"]),
    );
    const status = await readWorkerStatus(needs)(world.userId);
    expect(status).toMatchObject({ value: { dueAtOnce: [] } });
    expect(status.ok && status.value.state.troubles).toContainEqual({
      kind: "limit-orders-only",
      refusal: { kind: "no-real-prices", prices: "none" },
    });
    await inTime(world, stop());
  });

  it("cannot be switched on, and is switched off as ever", async () => {
    const world = await paperWorld();
    const { needs, stop } = world.start();
    await world.clock.pass(2_000);
    const { accountId, userId } = world;
    const turn = (enabled: boolean) => toggleAutomation(needs)({ accountId, userId, enabled });

    expect(await turn(true)).toMatchObject(REFUSED);
    expect(await turn(false)).toMatchObject({ ok: true, value: { enabled: false } });
    await inTime(world, stop());
  });

  it("refuses an emergency sale before it has canceled anything", async () => {
    const world = await paperWorld();
    await holdShares(world, AAPL, 12, true);
    const { needs } = world.open();
    const resting = manualDraft(world, {
      side: "sell",
      quantity: shares(12),
      limit: 9_000_000 as Price,
    });
    await inTime(world, placeOrder(needs)(resting));

    const { userId } = world;
    expect(await sellAll(needs, runSale(needs))({ userId })).toMatchObject(REFUSED);
    await world.clock.pass(5_000);

    expect(await ordersOf(world)).toMatchObject([{ status: "working" }]);
  });
});
