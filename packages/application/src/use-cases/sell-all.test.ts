import type { Ticker } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import type { SimulatedProcess, World } from "../simulation/world.ts";
import {
  AAPL,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../testing/trading-world.ts";
import { placeOrder } from "./place-order.ts";
import { runSale } from "./run-sale.ts";
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

  it("is one sale for one request, and while one is at work", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    await holdShares(world, AAPL, 12, true);
    const process = world.start();
    await world.clock.pass(2_000);

    const begin = (requestKey: string) => sale(process)({ userId: world.userId, requestKey });
    const [first, second] = await inTime(world, Promise.all([begin("one"), begin("other")]));
    expect(first).toMatchObject({ ok: true });
    expect(second).toMatchObject({ value: { id: first.ok && first.value.id } });
    await world.clock.pass(20_000);
    expect(await inTime(world, begin("one"))).toMatchObject({
      value: { id: first.ok && first.value.id },
    });
    expect(await ordersOf(world)).toHaveLength(1);
    await inTime(world, process.stop());
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
      await world.storage.read.sales.change(id, ({ takenUp: _, ...sale }) => sale);
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

  it("is finished by the worker when the process that began it died, with no order twice", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    await holdShares(world, AAPL, 12, true);
    await holdShares(world, MSFT, 7, true);
    const first = world.open();
    const { id } = await begun(world, first, "k", async (run) => {
      // It dies as soon as the first order is on its way.
      await Promise.race([run, world.clock.sleep(5)]);
      first.life.end();
    });
    await world.clock.pass(1_000);

    const second = world.start();
    await world.clock.pass(60_000);

    expect(await saleOf(world, id)).toMatchObject({
      endedAt: expect.any(Number),
      items: [{ state: "sold" }, { state: "sold" }],
    });
    const sold = (ticker: Ticker) => world.venue.positions.get(ticker)?.quantity ?? 0;
    expect([sold(AAPL), sold(MSFT)]).toEqual([0, 0]);
    await inTime(world, second.stop());
  });
});

const round = (units: number) => (Math.round(units / 100) * 100) as never;

const sale = (
  { needs }: SimulatedProcess,
  around: (run: Promise<unknown>) => Promise<unknown> = (run) => run,
) => sellAll(needs, (id) => around(runSale(needs)(id)));

async function begun(
  world: World,
  process: SimulatedProcess,
  requestKey = "k",
  around?: (run: Promise<unknown>) => Promise<unknown>,
) {
  const begin = sale(process, around)({ userId: world.userId, requestKey });
  const answer = await inTime(world, begin);
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value;
}

const saleOf = ({ storage }: World, id: string) => storage.read.sales.byId(id);
