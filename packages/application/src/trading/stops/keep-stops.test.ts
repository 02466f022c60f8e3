import { MINUTE_MS } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { isOpen } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { WORKER } from "../../testing/attached-account.ts";
import { holding, ownStops } from "../../testing/stopped-holding.ts";
import { AAPL, holdShares, inTime, ordersOf } from "../../testing/trading-world.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { cancelAll } from "../sales/cancel-all.ts";
import { runSale } from "../sales/run-sale.ts";
import { attachAccount } from "../session/attach-account.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { keepStops } from "./keep-stops.ts";

describe("a stop at the broker", () => {
  it("rests for all shares at the rule's stop price once they are held", async () => {
    const { stopsThere, world } = await holding(10);

    expect(stopsThere()).toMatchObject([
      { quantity: 10, stop: price(900_000), timeInForce: "until-canceled", side: "sell" },
    ]);
    expect((await ownStops(world)).map(({ reason, status }) => [reason, status])).toEqual([
      ["resting-stop", "working"],
    ]);
  });

  it("is not there where nobody wants it, nor where the rule has no stop", async () => {
    const unwanted = await holding(10, { stopAtBroker: false });
    const stopless = await holding(10, { strategy: { stopLossEnabled: false } });

    expect([...unwanted.stopsThere(), ...stopless.stopsThere()]).toEqual([]);
  });

  it("is not placed at a broker that takes none, and cannot be switched on there", async () => {
    const { needs, stopsThere, world } = await holding(10, {
      around: (ports) => ({
        ...ports,
        brokers: {
          ...ports.brokers,
          connect: async (accountId) => {
            const { terms: _, ...broker } = await ports.brokers.connect(accountId);
            return broker;
          },
        },
      }),
    });

    expect(stopsThere()).toEqual([]);
    await changeSettings(needs)(world.userId, { strategy: {}, stopAtBroker: false });
    expect(
      await changeSettings(needs)(world.userId, { strategy: {}, stopAtBroker: true }),
    ).toMatchObject({ ok: false, refusal: { kind: "stops-not-taken" } });
  });

  it("is not sent for fewer shares than were bought while it waited: another is, for all of them", async () => {
    let isBusy = false;
    const { process, stopsThere, world } = await holding(10, {
      around: (ports) => ({
        ...ports,
        brokers: {
          ...ports.brokers,
          async connect(accountId) {
            const broker = await ports.brokers.connect(accountId);
            return {
              ...broker,
              submit: async (order) =>
                isBusy
                  ? { kind: "not-sent", message: "Busy.", retryAfterMs: 10_000 }
                  : broker.submit(order),
            };
          },
        },
      }),
    });
    const waiting = async () =>
      (await ownStops(world)).find(
        ({ quantity, status }) => quantity === 12 && status === "intent",
      );
    isBusy = true;
    await holdShares(world, AAPL, 12, true);
    for (let second = 0; second < 120 && !(await waiting()); second += 1)
      await world.clock.pass(1_000);
    expect(await waiting()).toBeDefined();
    isBusy = false;
    await holdShares(world, AAPL, 20, true);
    await world.clock.pass(2 * MINUTE_MS);

    expect(world.venue.orders.map(({ quantity }) => quantity)).toEqual([10, 20]);
    expect(stopsThere()).toMatchObject([{ quantity: 20 }]);
    await inTime(world, process.stop());
  });

  it("sells when everything of ours is dead", async () => {
    const { market, process, world } = await holding(10);

    process.life.end();
    market.stand(89);
    await world.clock.pass(5_000);

    expect(world.venue.positions.size).toBe(0);
  });

  it("is an automated exit when it fills, with its reason and a cool-down", async () => {
    const { process, world } = await holding(10);
    const [stop] = await ownStops(world);

    world.venue.trade(stop!.brokerOrderId!, shares(10), price(900_000));
    await world.clock.pass(2_000);

    const [fill] = await world.storage.read.fills.latest(world.accountId, 1);
    expect(fill).toMatchObject({ reason: "resting-stop", side: "sell", quantity: 10 });
    expect(process.worker.accountView(world.accountId)?.symbols[0]?.coolDownUntil).toBeGreaterThan(
      world.clock.now() + 500_000,
    );
  });
});

describe("a stop for more shares than are held", () => {
  it("is taken back once books and broker were compared: a fill of it may be on its way", async () => {
    const { process, world } = await holding(10);
    await inTime(world, process.stop());
    await holdShares(world, AAPL, 5, true);
    const { needs } = world.open();
    const account = (await world.storage.read.accounts.byId(world.accountId))!;
    const attached = { ...needs, minutes: openRecentMinutes(needs) };
    const followed = (await attachAccount(attached, WORKER, account))!;
    let begun = 0;
    const keep = () =>
      keepStops(needs, followed, () => {
        begun += 1;
      });

    keep();
    expect(begun).toBe(0);
    followed.isReconciled = true;
    keep();
    expect(begun).toBe(1);
  });
});

describe("a process that dies", () => {
  it("between the end of a stop and the next one leaves one stop", async () => {
    const { needs, process, stopsThere, world } = await holding(10);
    await inTime(world, cancelAll(needs, runSale(needs))(world));
    process.life.end();
    expect(stopsThere()).toEqual([]);

    await world.clock.pass(20_000);
    world.start();
    await world.clock.pass(30_000);

    expect(stopsThere()).toMatchObject([{ quantity: 10, stop: 900_000 }]);
  });

  it.each(["lostAnswer", "lostRequest", "lateRequest"] as const)(
    "as a stop is sent (%s) leaves one stop in the end",
    async (fault) => {
      const { process, stopsThere, world } = await holding(10, {
        faults: { ...NO_FAULTS, [fault]: 1 },
      });
      process.life.end();
      world.venue.faults = NO_FAULTS;
      await world.clock.pass(20_000);
      world.start();
      await world.clock.pass(8 * 60_000);

      expect(stopsThere()).toMatchObject([{ quantity: 10, stop: 900_000 }]);
      const open = (await ordersOf(world)).filter(isOpen);
      expect(open.map(({ status }) => status)).toEqual(["working"]);
    },
  );

  it.each(Array.from({ length: 12 }, (_, calls) => calls + 1))(
    "%i calls after the exit was due neither sells twice nor loses the exit",
    async (calls) => {
      const { market, process, world } = await holding(10);
      market.stand(104);
      process.life.endAfter(calls);
      await world.clock.pass(30_000);
      world.start();
      await world.clock.pass(5 * 60_000);

      expect(world.venue.positions.size).toBe(0);
      expect(world.venue.violations).toEqual([]);
      expect((await ordersOf(world)).filter(isOpen)).toEqual([]);
    },
  );
});
