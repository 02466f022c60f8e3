import { MINUTE_MS } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import {
  begin,
  beginUnanswered,
  sold,
  splitWorld,
  TOLD_AFTER_MS,
  withSilence,
} from "../../testing/sale-after-split.ts";
import { saleOf } from "../../testing/sale-of-many.ts";
import { AAPL, inTime, MSFT, manualDraft, ordersOf } from "../../testing/trading-world.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { placeOrder } from "../placing/place-order.ts";

const NONE_THERE = "The broker shows no share of it: nothing was sold. Look at it there.";

describe("an emergency sale after a reverse split that the broker has not told of yet", () => {
  it("sells the shares that the broker has, where books and broker are known to differ", async () => {
    const { process, world } = await splitWorld();
    await world.clock.pass(2 * MINUTE_MS);
    const id = await begin(world, process.needs);
    await world.clock.pass(MINUTE_MS);

    expect(await sold(world, id)).toEqual([
      [AAPL, 5, "sold"],
      [MSFT, 10, "sold"],
    ]);
    expect([...world.venue.positions.keys()]).toEqual([]);
    expect(await ordersOf(world)).toHaveLength(2);
    expect(world.venue.violations).toEqual([]);

    await world.clock.pass(TOLD_AFTER_MS);
    expect(await world.storage.read.positions.of(world.accountId)).toEqual([]);
    expect((await world.storage.read.accounts.byId(world.accountId))!.reductions ?? []).toEqual([]);
    await inTime(world, process.stop());
  });

  it("asks the broker once an order was refused, and sells what is there", async () => {
    const { process, world } = await splitWorld();
    // Nobody can have known of it.
    world.venue.surprises.note(AAPL, world.clock.now());
    const id = await beginUnanswered(world, process.needs);
    await world.clock.pass(MINUTE_MS);

    expect(await sold(world, id)).toEqual([
      [AAPL, 5, "sold"],
      [MSFT, 10, "sold"],
    ]);
    const orders = (await ordersOf(world)).filter(({ ticker }) => ticker === AAPL).toReversed();
    expect(orders.map(({ quantity, status }) => [quantity, status])).toEqual([
      [10, "rejected"],
      [5, "filled"],
    ]);
    expect([...world.venue.positions.keys()]).toEqual([]);
    expect(world.venue.violations).toEqual([]);
    await inTime(world, process.stop());
  });

  it("waits for a broker that has refused and does not answer", async () => {
    const { process, world } = await splitWorld();
    world.venue.surprises.note(AAPL, world.clock.now());
    const silent = { isSilent: true };
    const id = await begin(world, withSilence(process.needs, silent));
    await world.clock.pass(30_000);
    expect(await sold(world, id)).toEqual([
      [AAPL, 0, "pending"],
      [MSFT, 10, "sold"],
    ]);

    silent.isSilent = false;
    await world.clock.pass(10_000);
    expect((await sold(world, id))[0]).toEqual([AAPL, 5, "sold"]);
    await inTime(world, process.stop());
  });

  it("sends no order of a holding of which the broker has none, and says so", async () => {
    const { process, world } = await splitWorld();
    world.venue.positions.delete(AAPL);
    await world.clock.pass(2 * MINUTE_MS);
    const id = await begin(world, process.needs);
    await world.clock.pass(8_000);
    expect((await sold(world, id))[0]).toEqual([AAPL, 0, "pending"]);
    await world.clock.pass(10_000);

    expect(await sold(world, id)).toEqual([
      [AAPL, 0, "failed"],
      [MSFT, 10, "sold"],
    ]);
    expect((await saleOf(world, id)).items[0]?.message).toBe(NONE_THERE);
    expect((await ordersOf(world)).map(({ ticker }) => ticker)).toEqual([MSFT]);
    expect(world.venue.violations).toEqual([]);
    await inTime(world, process.stop());
  });

  it("counts how long there is none from when its other orders have ended", async () => {
    const { process, world } = await splitWorld();
    const buy = { ticker: AAPL, side: "buy", quantity: shares(1), limit: price(10_000) } as const;
    await inTime(world, placeOrder(process.needs)(manualDraft(world, buy)));
    world.venue.positions.delete(AAPL);
    world.venue.holdsCancels = true;
    await world.clock.pass(2 * MINUTE_MS);
    const id = await begin(world, process.needs);
    await world.clock.pass(15_000);
    expect((await sold(world, id))[0]).toEqual([AAPL, 0, "canceling"]);

    const resting = world.venue.orders.find(({ state }) => state === "working");
    world.venue.end(resting!.brokerOrderId, "canceled");
    await world.clock.pass(9_000);
    expect((await sold(world, id))[0]).toEqual([AAPL, 0, "canceling"]);
    await world.clock.pass(4_000);

    expect((await sold(world, id))[0]).toEqual([AAPL, 0, "failed"]);
    expect((await saleOf(world, id)).items[0]?.message).toBe(NONE_THERE);
    await inTime(world, process.stop());
  });

  it("says that there is none also where an order of it was refused for that", async () => {
    const { process, world } = await splitWorld();
    world.venue.positions.delete(AAPL);
    // Nobody can have known of it.
    world.venue.surprises.note(AAPL, world.clock.now());
    const id = await beginUnanswered(world, process.needs);
    await world.clock.pass(20_000);

    expect((await sold(world, id))[0]).toEqual([AAPL, 0, "failed"]);
    expect((await saleOf(world, id)).items[0]?.message).toBe(NONE_THERE);
    const orders = (await ordersOf(world)).filter(({ ticker }) => ticker === AAPL);
    expect(orders.map(({ status }) => status)).toEqual(["rejected"]);
    await inTime(world, process.stop());
  });

  it("goes by the books where a broker that is known to differ does not answer", async () => {
    const { process, world } = await splitWorld();
    await world.clock.pass(2 * MINUTE_MS);
    const id = await begin(world, withSilence(process.needs, { isSilent: true }));
    await world.clock.pass(10_000);

    expect((await sold(world, id))[1]).toEqual([MSFT, 10, "sold"]);
    await inTime(world, process.stop());
  });

  it("does not send again what the broker refused though the shares are there", async () => {
    const { process, world } = await splitWorld();
    await world.clock.pass(2 * MINUTE_MS);
    world.venue.faults = { ...NO_FAULTS, rejected: 1 };
    const id = await begin(world, process.needs);
    await world.clock.pass(MINUTE_MS);

    expect(await sold(world, id)).toEqual([
      [AAPL, 0, "failed"],
      [MSFT, 0, "failed"],
    ]);
    expect(await ordersOf(world)).toHaveLength(2);
    expect((await saleOf(world, id)).endedAt).toBeDefined();
    await inTime(world, process.stop());
  });
});

describe("an emergency sale after a split that the broker has not told of yet", () => {
  it("says what is left, and sells nothing that is not in the books", async () => {
    const { process, world } = await splitWorld({ from: 1, to: 2 });
    const id = await begin(world, process.needs);
    await world.clock.pass(MINUTE_MS);

    expect(await sold(world, id)).toEqual([
      [AAPL, 10, "partly-sold"],
      [MSFT, 10, "sold"],
    ]);
    expect((await saleOf(world, id)).items[0]?.message).toBe(
      "10 were sold. The broker shows 10 more, which are not in our books yet: sell them once they are.",
    );
    expect((await saleOf(world, id)).endedAt).toBeDefined();
    expect(world.venue.positions.get(AAPL)?.quantity).toBe(10);
    expect(world.venue.violations).toEqual([]);

    await world.clock.pass(TOLD_AFTER_MS);
    const rest = await begin(world, process.needs);
    await world.clock.pass(MINUTE_MS);
    expect(await sold(world, rest)).toEqual([[AAPL, 10, "sold"]]);
    expect([...world.venue.positions.keys()]).toEqual([]);
    await inTime(world, process.stop());
  });

  it("says what is left also where the fill is on record before the answer to its order", async () => {
    const { process, world } = await splitWorld({ from: 1, to: 2 });
    const { needs } = process;
    const connect: TradingNeeds["brokers"]["connect"] = async (accountId) => {
      const broker = await needs.brokers.connect(accountId);
      const submit: typeof broker.submit = async (order) => {
        const answer = await broker.submit(order);
        await world.clock.sleep(3_000);
        return answer;
      };
      return { ...broker, submit };
    };
    const id = await begin(world, { ...needs, brokers: { ...needs.brokers, connect } });
    await world.clock.pass(MINUTE_MS);

    expect(await sold(world, id)).toEqual([
      [AAPL, 10, "partly-sold"],
      [MSFT, 10, "sold"],
    ]);
    await inTime(world, process.stop());
  });

  it("has sold a holding that the broker shows for a while after it was sold", async () => {
    const { process, world } = await splitWorld({ from: 1, to: 1 });
    const { needs } = process;
    const connected = await needs.brokers.connect(world.accountId);
    const before = await inTime(world, connected.positions());
    let asked = 0;
    const slow: TradingNeeds = {
      ...needs,
      brokers: {
        ...needs.brokers,
        async connect(accountId) {
          const broker = await needs.brokers.connect(accountId);
          const positions = async () => {
            asked += 1;
            return asked <= 2 ? before : broker.positions();
          };
          return { ...broker, positions };
        },
      },
    };
    const id = await begin(world, slow);
    await world.clock.pass(MINUTE_MS);

    expect(await sold(world, id)).toEqual([
      [AAPL, 10, "sold"],
      [MSFT, 10, "sold"],
    ]);
    await inTime(world, process.stop());
  });
});
