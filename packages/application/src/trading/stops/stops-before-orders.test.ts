import { price, shares } from "@sevenfold/domain/money";
import { isOpen } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import { describe, expect, it } from "vitest";
import { holding, ownStops } from "../../testing/stopped-holding.ts";
import { AAPL, inTime, MSFT, manualDraft } from "../../testing/trading-world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { cancelAll } from "../sales/cancel-all.ts";
import { runSale } from "../sales/run-sale.ts";
import { sellAll } from "../sales/sell-all.ts";

describe("an exit of the rule", () => {
  it("takes the stop back first, and is sent once it has ended", async () => {
    const { market, sellsThere, stopsThere, world } = await holding(10);

    market.stand(104);
    await world.clock.pass(10_000);

    expect(stopsThere()).toEqual([]);
    expect(sellsThere()).toMatchObject([{ state: "filled", quantity: 10 }]);
    expect(world.venue.violations).toEqual([]);
  });

  it("is not sent while nobody knows the stop's end, and is sent with the first price after it", async () => {
    const { market, sellsThere, stopsThere, world } = await holding(10);
    world.venue.holdsCancels = true;

    market.stand(104);
    await world.clock.pass(40_000);
    expect(stopsThere()).toHaveLength(1);
    expect(sellsThere()).toEqual([]);

    world.venue.end(stopsThere()[0]!.brokerOrderId, "canceled");
    await world.clock.pass(70_000);
    expect(sellsThere()).toMatchObject([{ state: "filled", quantity: 10 }]);
    expect(world.venue.violations).toEqual([]);
  });

  it("comes to nothing where the stop has sold all of it meanwhile", async () => {
    const { market, sellsThere, stopsThere, world } = await holding(10);
    world.venue.holdsCancels = true;
    market.stand(104);
    await world.clock.pass(2_500);

    world.venue.trade(stopsThere()[0]!.brokerOrderId, shares(10), price(900_000));
    await world.clock.pass(60_000);

    expect(sellsThere()).toEqual([]);
    expect(world.venue.positions.size).toBe(0);
    expect(world.venue.violations).toEqual([]);
  });

  it("is for what the stop has left, when it is the rule's own stop", async () => {
    const { market, sellsThere, stopsThere, world } = await holding(10);
    world.venue.holdsCancels = true;
    world.venue.isHalted = true;
    market.stand(89);
    await world.clock.pass(2_500);
    const { brokerOrderId } = stopsThere()[0]!;

    world.venue.trade(brokerOrderId, shares(4), price(890_000));
    world.venue.end(brokerOrderId, "canceled");
    await world.clock.pass(10_000);

    expect(sellsThere()).toMatchObject([{ quantity: 6 }]);
    expect(world.venue.violations).toEqual([]);
  });

  it("takes back a second stop too, that was placed while it waited for the end of the first", async () => {
    const { needs, sellsThere, world } = await holding(10);
    let wasAlone = false;
    const storage: typeof needs.storage = {
      ...needs.storage,
      async transact(inside, options) {
        const isAlone = !(await ownStops(world)).some(isOpen);
        if (isAlone && !wasAlone) {
          wasAlone = true;
          await needs.clock.sleep(8_000);
        }
        return needs.storage.transact(inside, options);
      },
    };

    const sold = await inTime(
      world,
      placeOrder({ ...needs, storage })(manualDraft(world, { side: "sell", quantity: shares(10) })),
    );
    await world.clock.pass(5_000);

    expect(sold).toMatchObject({ ok: true });
    expect((await ownStops(world)).map(({ status }) => status)).toEqual(["canceled", "canceled"]);
    expect(sellsThere()).toMatchObject([{ state: "filled", quantity: 10 }]);
    expect(world.venue.violations).toEqual([]);
  });

  it("of another symbol waits for none of it, nor does the heartbeat", async () => {
    const { market, process, sellsThere, world } = await holding(10, { stopAtBroker: true }, [
      AAPL,
      MSFT,
    ]);
    const msft = (await ownStops(world)).find(({ ticker }) => ticker === MSFT)!;
    world.venue.end(msft.brokerOrderId!, "canceled");
    world.venue.holdsCancels = true;
    await world.clock.pass(500);

    market.stand(104);
    await world.clock.pass(4_000);

    expect(sellsThere().map(({ ticker }) => ticker)).toEqual([MSFT]);
    expect(process.worker.accountView(world.accountId)).toMatchObject({ isReady: true });
  });
});

describe("a person's order", () => {
  it("takes the stop back first, and one for what is left comes some seconds later", async () => {
    const { needs, stopsThere, world } = await holding(10);

    const draft = manualDraft(world, { side: "sell", quantity: shares(4) });
    expect(await inTime(world, placeOrder(needs)(draft))).toMatchObject({ ok: true });
    const soldAt = world.clock.now();
    await world.clock.pass(20_000);

    expect(stopsThere()).toMatchObject([{ quantity: 6 }]);
    expect((await ownStops(world))[0]!.createdAt).toBeGreaterThan(soldAt + 3_000);
    expect(world.venue.violations).toEqual([]);
  });

  it("takes the stop back where no worker lives, too", async () => {
    const { needs, process, sellsThere, stopsThere, world } = await holding(10);
    process.life.end();
    await world.clock.pass(20_000);

    const draft = manualDraft(world, { side: "sell", quantity: shares(10) });
    expect(await inTime(world, placeOrder(needs)(draft))).toMatchObject({ ok: true });
    await world.clock.pass(5_000);

    expect(stopsThere()).toEqual([]);
    expect(sellsThere()).toMatchObject([{ state: "filled", quantity: 10 }]);
  });

  it("is refused while nobody knows the stop's end, which goes on protecting", async () => {
    const { needs, sellsThere, stopsThere, world } = await holding(10);
    world.venue.holdsCancels = true;

    const draft = manualDraft(world, { side: "sell", quantity: shares(4) });
    expect(await inTime(world, placeOrder(needs)(draft))).toMatchObject({
      ok: false,
      refusal: { kind: "stop-at-broker" },
    });

    expect(sellsThere()).toEqual([]);
    expect(stopsThere()).toHaveLength(1);
  });

  it("that would be denied anyway leaves the stop where it is", async () => {
    const { needs, world } = await holding(10);

    const draft = manualDraft(world, { side: "sell", quantity: shares(11) });
    expect(await inTime(world, placeOrder(needs)(draft))).toMatchObject({
      refusal: { kind: "not-enough-shares" },
    });

    expect((await ownStops(world)).map(({ status }) => status)).toEqual(["working"]);
  });

  it("in an emergency sells everything once the stops have ended", async () => {
    const { needs, stopsThere, world } = await holding(10, {}, [AAPL, MSFT]);

    await inTime(world, sellAll(needs, runSale(needs))(world));
    await world.clock.pass(30_000);

    expect(world.venue.positions.size).toBe(0);
    expect(stopsThere()).toEqual([]);
    expect(world.venue.violations).toEqual([]);
  });

  it("in an emergency waits on for a stop that comes to light as the shares are to be sold", async () => {
    const { needs, stopsThere, world } = await holding(10);
    world.venue.holdsCancels = true;
    const { read } = needs.storage;
    let isHidden = true;
    const open: typeof read.orders.open = async (accountId) =>
      (await read.orders.open(accountId)).filter((order) => !(isHidden && isOwnStop(order)));
    const orders = { ...read.orders, open };
    const blind = { ...needs, storage: { ...needs.storage, read: { ...read, orders } } };
    await inTime(world, sellAll(needs, runSale(blind))(world));
    await world.clock.pass(25_000);
    isHidden = false;
    world.venue.end(stopsThere()[0]!.brokerOrderId, "canceled");
    await world.clock.pass(30_000);

    expect(world.venue.positions.size).toBe(0);
    expect(world.venue.violations).toEqual([]);
  });

  it("to cancel everything takes it back, and one comes again while automation is on", async () => {
    const { needs, stopsThere, world } = await holding(10);

    await inTime(world, cancelAll(needs, runSale(needs))(world));
    await world.clock.pass(20_000);

    expect(stopsThere()).toHaveLength(1);
    expect((await ownStops(world)).map(({ status }) => status)).toEqual(["working", "canceled"]);
  });

  it("to cancel everything leaves nothing unprotected while another symbol's order does not end", async () => {
    const { needs, stopsThere, world } = await holding(10, {}, [AAPL, MSFT]);
    world.venue.holdsCancels = true;
    await inTime(world, cancelAll(needs, runSale(needs))(world));
    const [aapl, msft] = stopsThere();
    world.venue.end(aapl!.brokerOrderId, "canceled");
    await world.clock.pass(20_000);

    const atWork = await world.storage.read.sales.atWork(world.accountId);
    expect(atWork).toMatchObject([{ kind: "cancel-all" }]);
    expect(stopsThere()).toMatchObject([msft!, { ticker: aapl!.ticker, quantity: 10 }]);
    expect(world.venue.violations).toEqual([]);
  });
});
