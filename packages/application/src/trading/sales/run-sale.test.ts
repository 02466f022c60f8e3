import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import type { Sale } from "../../ports/stores/sale-store.ts";
import { placedInAudit, saleOf, TICKERS } from "../../testing/sale-of-many.ts";
import { holdShares, inTime, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { runSale, SENT_AT_ONCE_MAX, TAKEN_UP_MS } from "./run-sale.ts";
import { sellAll } from "./sell-all.ts";

describe("a sale of many holdings", () => {
  it("has several orders on their way at once, and no more than it may", async () => {
    const { world, process } = await holding(12);
    const sent = watchedSubmits(process.needs);

    const { id } = await begun(world, sent.needs);
    await world.clock.pass(30_000);

    expect(sent.mostAtOnce()).toBe(SENT_AT_ONCE_MAX);
    expect((await saleOf(world, id)).items.every(({ state }) => state === "sold")).toBe(true);
    await inTime(world, process.stop());
  });

  it("writes its orders and the audit in the order of its holdings", async () => {
    const { world, process } = await holding(16);
    const { id } = await begun(world, process.needs);
    await world.clock.pass(30_000);

    const { items } = await saleOf(world, id);
    const orders = (await ordersOf(world)).toReversed();
    expect(items.map(({ ticker }) => ticker)).toEqual(TICKERS);
    expect(orders.map(({ ticker }) => ticker)).toEqual(TICKERS);
    expect(await placedInAudit(world)).toEqual(TICKERS);
    await inTime(world, process.stop());
  });

  it("goes on with the others while an answer stays out", async () => {
    const { world, process } = await holding(8);
    const held = TICKERS[2]!;
    const slow = watchedSubmits(process.needs, (ticker) => ticker === held);

    const { id } = await begun(world, slow.needs);
    await world.clock.pass(15_000);

    const { items } = await saleOf(world, id);
    expect(items.filter(({ state }) => state !== "sold").map(({ ticker }) => ticker)).toEqual([]);
    expect(slow.answersOut()).toEqual([held]);
    await inTime(world, process.stop());
  });

  it("sells what the broker took no orders for, once it takes them again", async () => {
    const { world, process } = await holding(3);
    world.venue.faults = { ...NO_FAULTS, busy: 1 };
    const { id } = await begun(world, process.needs);
    await world.clock.pass(40_000);
    expect((await saleOf(world, id)).items.every(({ state }) => state === "failed")).toBe(false);
    world.venue.faults = NO_FAULTS;

    await world.clock.pass(MINUTE_MS);

    expect((await saleOf(world, id)).items.map(({ state }) => state)).toEqual([
      "sold",
      "sold",
      "sold",
    ]);
    expect(world.venue.orders).toHaveLength(3);
    expect(world.venue.violations).toEqual([]);
    await inTime(world, process.stop());
  });

  it("does not sell anew what its user took back before it was sent", async () => {
    const { world, process } = await holding(1);
    world.venue.faults = { ...NO_FAULTS, busy: 1 };
    const { id } = await begun(world, process.needs);
    await world.clock.pass(3_000);
    const [order] = await ordersOf(world);
    expect(order).toMatchObject({ status: "intent" });
    await inTime(world, cancelOrder(process.needs)(order!));
    world.venue.faults = NO_FAULTS;

    await world.clock.pass(MINUTE_MS);

    expect((await saleOf(world, id)).items).toMatchObject([{ state: "failed" }]);
    expect(world.venue.orders).toEqual([]);
    await inTime(world, process.stop());
  });

  it("is run once in a process, however often that is asked for", async () => {
    const { world, process } = await holding(6);
    const run = runSale(process.needs);
    const { id } = await begun(world, process.needs, () => Promise.resolve("at-work"));

    const [one, other] = [run(id), run(id)];

    expect(one).toBe(other);
    expect(await inTime(world, one)).toBe("ended");
    expect(await ordersOf(world)).toHaveLength(6);
    await inTime(world, process.stop());
  });

  it("is left to the process that runs it, and taken up from one that died", async () => {
    const world = await openTestWorld({ automationEnabled: false, tickers: TICKERS });
    world.venue.isHalted = true;
    await holdShares(world, TICKERS[0]!, 12, true);
    const [first, second] = [world.open(), world.open()];
    const { id } = await begun(world, first.needs, () => Promise.resolve("at-work"));
    const run = runSale(second.needs);
    void runSale(first.needs)(id);
    await world.clock.pass(5 * TAKEN_UP_MS);

    const asked = world.clock.now();
    expect(await inTime(world, run(id))).toBe("at-work");
    first.life.end();
    expect(await inTime(world, run(id))).toBe("at-work");
    expect(world.clock.now() - asked).toBeLessThan(TAKEN_UP_MS / 2);
    await world.clock.pass(TAKEN_UP_MS);
    world.venue.isHalted = false;

    expect(await inTime(world, run(id))).toBe("ended");
    expect(await saleOf(world, id)).toMatchObject({ items: [{ state: "sold", sold: 12 }] });
    expect(await ordersOf(world)).toHaveLength(1);
  });
});

/** Counts the orders on their way; the answer about some stays out, though they arrive. */
function watchedSubmits(needs: TradingNeeds, isHeld: (ticker: Ticker) => boolean = () => false) {
  const out = new Set<Ticker>();
  let mostAtOnce = 0;
  const brokers: TradingNeeds["brokers"] = {
    ...needs.brokers,
    async connect(accountId) {
      const broker = await needs.brokers.connect(accountId);
      return {
        ...broker,
        async submit(order) {
          out.add(order.ticker);
          mostAtOnce = Math.max(mostAtOnce, out.size);
          const answer = await broker.submit(order);
          if (isHeld(order.ticker)) await needs.clock.sleep(MINUTE_MS);
          out.delete(order.ticker);
          return answer;
        },
      };
    },
  };
  return {
    needs: { ...needs, brokers },
    mostAtOnce: () => mostAtOnce,
    answersOut: (): readonly Ticker[] => [...out],
  };
}

async function holding(count: number) {
  const tickers = TICKERS.slice(0, count);
  const world = await openTestWorld({ automationEnabled: false, tickers });
  for (const ticker of tickers) await holdShares(world, ticker, 5, true);
  const process = world.start();
  await world.clock.pass(2_000);
  return { world, process };
}

async function begun(world: World, needs: TradingNeeds, run = runSale(needs)): Promise<Sale> {
  const answer = await inTime(
    world,
    sellAll(needs, run)({ userId: world.userId, requestKey: "k" }),
  );
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value;
}
