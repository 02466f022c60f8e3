import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { begun, holdingAapl, ignoringCancels, sale, saleOf } from "../../testing/emergency-sale.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
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
import type { ManualDraft } from "../account/order-draft.ts";
import { placeOrder } from "../placing/place-order.ts";
import { runSale } from "./run-sale.ts";
import { CANCELS_FIRST_MS, canceledBy, cancelStateOf } from "./sale-cancels.ts";
import { sellAll } from "./sell-all.ts";

describe("an emergency sale", () => {
  it("turns automation off and sells every holding, found ones too", async () => {
    const world = await openTestWorld();
    await holdShares(world, AAPL, 12, true);
    await holdShares(world, MSFT, 7, false);
    const process = world.start();
    await world.clock.pass(2_000);

    const { id } = await begun(world, process);
    expect((await world.storage.read.settings.of(world.accountId))?.automationEnabled).toBe(false);
    await world.clock.pass(20_000);

    expect(await saleOf(world, id)).toMatchObject({
      endedAt: expect.any(Number),
      items: [
        { ticker: AAPL, shares: 12, sold: 12, state: "sold" },
        { ticker: MSFT, shares: 7, sold: 7, state: "sold" },
      ],
    });
    expect(await world.storage.read.positions.of(world.accountId)).toEqual([]);
    await inTime(world, process.stop());
  });

  it("ends the open orders of a symbol before it sells it", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    await holdShares(world, AAPL, 12, true);
    const process = world.start();
    await world.clock.pass(2_000);
    const far = (world.market.priceAt(AAPL, world.clock.now()) * 2) as never;
    const draft = manualDraft(world, { side: "sell", quantity: shares(12), limit: round(far) });
    const placed = await inTime(world, placeOrder(process.needs)(draft));
    expect(placed).toMatchObject({ ok: true });

    const { id } = await begun(world, process);
    await world.clock.pass(30_000);

    expect(await saleOf(world, id)).toMatchObject({ items: [{ state: "sold", sold: 12 }] });
    const orders = await ordersOf(world);
    expect(orders.map(({ status }) => status).sort()).toEqual(["canceled", "filled"]);
    await inTime(world, process.stop());
  });

  it("cancels every open order of the account first, also of what is not held, and then sells", async () => {
    const { world, process } = await holdingAapl();
    await resting(world, process, { ticker: MSFT });
    await resting(world, process, { ticker: TSLA });
    await resting(world, process, { ticker: AAPL });

    const begin = sellAll(process.needs, () => Promise.resolve())({ userId: world.userId });
    const answer = await inTime(world, begin);
    const id = answer.ok ? answer.value.id : "";
    // On record with the wish to sell itself: no crash can part them.
    expect((await world.storage.read.orders.open(world.accountId)).map(statusOf)).toEqual([
      "cancel-pending",
      "cancel-pending",
      "cancel-pending",
    ]);
    expect(await inTime(world, runSale(process.needs)(id))).toBe("ended");

    const orders = await ordersOf(world);
    expect(orders.map(statusOf).toSorted()).toEqual(["canceled", "canceled", "canceled", "filled"]);
    const sold = orders.find(({ status }) => status === "filled");
    for (const order of orders)
      if (order !== sold) expect(order.updatedAt).toBeLessThanOrEqual(sold!.createdAt);
    expect(await saleOf(world, id)).toMatchObject({
      endedAt: expect.any(Number),
      items: [{ ticker: AAPL, state: "sold", sold: 12 }],
    });
    expect(await cancelsOf(world, id)).toEqual(["canceled", "canceled", "canceled"]);
  });

  it("waits ten seconds for the orders it takes back, and says which of them did not end", async () => {
    const { world, process } = await holdingAapl();
    await resting(world, process, { ticker: MSFT });
    const deaf = ignoringCancels(process.needs);

    const { id } = await begun(world, { ...process, needs: deaf });
    await world.clock.pass(CANCELS_FIRST_MS - 2_000);
    expect(await ordersOf(world)).toHaveLength(1);
    await world.clock.pass(10_000);

    expect(await saleOf(world, id)).toMatchObject({ items: [{ state: "sold", sold: 12 }] });
    expect(await cancelsOf(world, id)).toEqual(["canceling"]);
    expect((await saleOf(world, id))?.endedAt).toBeUndefined();
    await world.clock.pass(2 * MINUTE_MS);
    expect(await saleOf(world, id)).toMatchObject({ endedAt: expect.any(Number) });
    expect(await cancelsOf(world, id)).toEqual(["canceling"]);
  });

  it("leaves what nobody knows the fate of unknown, and sells the rest", async () => {
    const { world, process } = await holdingAapl();
    world.venue.faults = { ...NO_FAULTS, lostRequest: 1 };
    await inTime(
      world,
      placeOrder(process.needs)(manualDraft(world, { ticker: MSFT, limit: LOW })),
    );
    world.venue.faults = NO_FAULTS;

    const { id } = await begun(world, process);
    await world.clock.pass(20_000);
    expect(await saleOf(world, id)).toMatchObject({ items: [{ state: "sold", sold: 12 }] });
    expect(await cancelsOf(world, id)).toEqual(["unknown"]);
    // Three answers that the broker has none of it, and it is known that nothing rests.
    await world.clock.pass(MINUTE_MS);
    expect(await cancelsOf(world, id)).toEqual(["refused"]);
    expect(await saleOf(world, id)).toMatchObject({ endedAt: expect.any(Number) });
  });

  it("sells also what an order bought before its cancel came", async () => {
    const { world, process } = await holdingAapl();
    world.venue.isHalted = true;
    await inTime(
      world,
      placeOrder(process.needs)(manualDraft(world, { ticker: MSFT, quantity: shares(3) })),
    );
    const deaf = ignoringCancels(process.needs);
    const { id } = await begun(world, { ...process, needs: deaf });
    await world.clock.pass(2_000);
    world.venue.isHalted = false;
    await world.clock.pass(30_000);

    expect(await saleOf(world, id)).toMatchObject({
      items: [
        { ticker: AAPL, state: "sold", sold: 12 },
        { ticker: MSFT, state: "sold", sold: 3 },
      ],
    });
    expect(await cancelsOf(world, id)).toEqual(["filled"]);
    expect(world.venue.positions.size).toBe(0);
  });

  it("has nothing to do where nothing is held", async () => {
    const world = await openTestWorld();
    const process = world.open();

    expect(await inTime(world, sale(process)({ userId: world.userId }))).toEqual({
      ok: false,
      refusal: { kind: "nothing-to-sell" },
    });
    expect((await world.storage.read.settings.of(world.accountId))?.automationEnabled).toBe(true);
  });

  it("sells also where no worker hears the broker", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    await holdShares(world, AAPL, 12, true);
    const process = world.open();
    const far = (world.market.priceAt(AAPL, world.clock.now()) * 2) as never;
    const draft = manualDraft(world, { side: "sell", quantity: shares(12), limit: round(far) });
    await inTime(world, placeOrder(process.needs)(draft));

    const { id } = await begun(world, process);
    await world.clock.pass(30_000);

    expect(await saleOf(world, id)).toMatchObject({
      endedAt: expect.any(Number),
      items: [{ state: "sold", sold: 12 }],
    });
  });

  it("never takes its own order for one that stands in its way", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    world.venue.isHalted = true;
    await holdShares(world, AAPL, 12, true);
    const [one, other] = [world.open(), world.open()];
    const { id } = await begun(world, one, "k", () => Promise.resolve());
    const runs = [one, other].map(({ needs }) => runSale(needs));
    // Two that were held up so long that each takes the sale for its own.
    for (let second = 0; second < 20; second += 1) {
      await oneByOne(world.storage).sales.change(id, ({ takenUp: _, ...sale }) => sale);
      for (const run of runs) void run(id);
      await world.clock.pass(1_000);
    }
    world.venue.isHalted = false;
    await inTime(world, Promise.all(runs.map((run) => run(id))));
    await world.clock.pass(10_000);
    await inTime(world, runs[0]!(id));

    expect(await ordersOf(world)).toMatchObject([{ status: "filled", filled: 12 }]);
    expect(await saleOf(world, id)).toMatchObject({ items: [{ state: "sold", sold: 12 }] });
  });

  it("of many holdings does not keep its user from buying afterwards", async () => {
    const tickers = [...Array(32).keys()].map(
      (n) => `A${String.fromCharCode(65 + (n % 26))}${n < 26 ? "" : "A"}` as Ticker,
    );
    const world = await openTestWorld({ automationEnabled: false, tickers });
    for (const ticker of tickers) await holdShares(world, ticker, 1, true);
    const process = world.start();
    await world.clock.pass(2_000);

    const { id } = await begun(world, process);
    await world.clock.pass(20_000);
    expect(await saleOf(world, id)).toMatchObject({ endedAt: expect.any(Number) });

    const draft = manualDraft(world, { ticker: tickers[0]!, quantity: shares(1) });
    expect(await inTime(world, placeOrder(process.needs)(draft))).toMatchObject({ ok: true });
    await inTime(world, process.stop());
  });
});

const round = (units: number) => (Math.round(units / 100) * 100) as never;

const LOW = 100 as Price;

/** A buy that nobody will ever fill. */
async function resting(world: World, { needs }: SimulatedProcess, draft: Partial<ManualDraft>) {
  const placed = await inTime(
    world,
    placeOrder(needs)(manualDraft(world, { quantity: shares(1), limit: LOW, ...draft })),
  );
  expect(placed).toMatchObject({ ok: true, value: { order: { status: "working" } } });
}

const statusOf = ({ status }: Order) => status;

const cancelsOf = async ({ storage }: World, id: string) =>
  (await canceledBy({ storage }, (await storage.read.sales.byId(id))!)).map(cancelStateOf);
