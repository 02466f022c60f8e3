import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { ignoringCancels } from "../../testing/emergency-sale.ts";
import {
  AAPL,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
  TSLA,
} from "../../testing/trading-world.ts";
import type { SimulatedProcess, World } from "../../testing/world/world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { reduceAccount } from "../safeguards/reduce-account.ts";
import { cancelAll } from "./cancel-all.ts";
import { runSale } from "./run-sale.ts";

describe("canceling all orders", () => {
  it("ends every open order while a worker lives, and leaves holdings and automation alone", async () => {
    const world = await openTestWorld();
    await holdShares(world, AAPL, 12, true);
    const process = world.start();
    await world.clock.pass(2_000);
    await resting(world, process, [MSFT, TSLA]);

    const { id } = await begun(world, process);
    await world.clock.pass(20_000);

    expect(await statusesOf(world)).toEqual(["canceled", "canceled"]);
    expect(await world.storage.read.sales.byId(id)).toMatchObject({
      kind: "cancel-all",
      endedAt: expect.any(Number),
      items: [],
    });
    expect(await world.storage.read.positions.of(world.accountId)).toHaveLength(1);
    // Only a sale of everything lets the breakers count anew.
    expect(await world.storage.read.accounts.byId(world.accountId)).not.toHaveProperty(
      "breakersFrom",
    );
    expect((await world.storage.read.settings.of(world.accountId))?.automationEnabled).toBe(true);
    await inTime(world, process.stop());
  });

  it("ends them also where no worker hears the broker", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.open();
    await resting(world, process, [AAPL, MSFT, TSLA]);

    await begun(world, process);
    await world.clock.pass(20_000);

    expect(await statusesOf(world)).toEqual(["canceled", "canceled", "canceled"]);
  });

  it("is one wish for one key, and a second one takes back only what is open then", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.open();
    await resting(world, process, [AAPL, MSFT]);
    const first = await begun(world, process, "one");
    await world.clock.pass(20_000);
    await resting(world, process, [TSLA]);

    const again = await begun(world, process, "one");
    await world.clock.pass(20_000);
    expect(again).toMatchObject({ id: first.id, cancels: first.cancels });
    expect((await statusesOf(world)).filter((status) => status === "working")).toHaveLength(1);

    const next = await begun(world, process, "two");
    expect(next.cancels).toHaveLength(1);
    await world.clock.pass(20_000);
    expect(await statusesOf(world)).toEqual(["canceled", "canceled", "canceled"]);
  });

  it("has come to its end at once where nothing is open", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const sale = await begun(world, world.open());

    expect(sale).toMatchObject({ cancels: [], items: [] });
    expect(sale.endedAt).toBe(sale.startedAt);
  });

  it("sells nothing of what an order bought before its cancel came", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.open();
    await resting(world, process, [MSFT]);
    world.venue.isHalted = true;
    await inTime(world, placeOrder(process.needs)(manualDraft(world, { quantity: shares(3) })));

    const { id } = await begun(world, { ...process, needs: ignoringCancels(process.needs) });
    await world.clock.pass(2_000);
    world.venue.isHalted = false;
    await world.clock.pass(30_000);

    expect(await world.storage.read.sales.byId(id)).toMatchObject({ items: [] });
    expect(await statusesOf(world)).toContain("filled");
    expect(world.venue.positions.get(AAPL)?.quantity).toBe(3);
  });

  it("goes on by the wishes on record when its process dies at once", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const first = world.open();
    await resting(world, first, [AAPL, MSFT, TSLA]);
    await begun(world, first, "k", () => {
      first.life.end();
      return Promise.resolve();
    });
    expect(await statusesOf(world)).toEqual(["cancel-pending", "cancel-pending", "cancel-pending"]);

    const worker = world.start();
    await world.clock.pass(MINUTE_MS);

    expect(await statusesOf(world)).toEqual(["canceled", "canceled", "canceled"]);
    expect(await world.storage.read.sales.atWork(world.accountId)).toEqual([]);
    await inTime(world, worker.stop());
  });

  it("passes while breakers stand and the installation is halted", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.open();
    await resting(world, process, [AAPL]);
    await world.storage.transact(async (tables) => {
      const account = await tables.accounts.lock(world.accountId);
      await reduceAccount(tables, account!, {
        because: "too-many-orders",
        at: world.clock.now(),
      });
      await tables.halts.halt({ reason: "a test", since: world.clock.now() });
    });

    await begun(world, process);
    await world.clock.pass(20_000);

    expect(await statusesOf(world)).toEqual(["canceled"]);
  });
});

const LOW = 100 as Price;

/** Buys that nobody will ever fill. */
async function resting(world: World, { needs }: SimulatedProcess, tickers: readonly Ticker[]) {
  for (const ticker of tickers) {
    const draft = manualDraft(world, { ticker, quantity: shares(1), limit: LOW });
    const placed = await inTime(world, placeOrder(needs)(draft));
    expect(placed).toMatchObject({ ok: true, value: { order: { status: "working" } } });
  }
}

async function begun(
  world: World,
  { needs }: SimulatedProcess,
  requestKey = "k",
  run: (saleId: string) => Promise<unknown> = runSale(needs),
) {
  const answer = await inTime(world, cancelAll(needs, run)({ userId: world.userId, requestKey }));
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value;
}

const statusesOf = async (world: World): Promise<readonly Order["status"][]> =>
  (await ordersOf(world)).map(({ status }) => status);
