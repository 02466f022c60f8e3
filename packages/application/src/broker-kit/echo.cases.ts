import { price, shares } from "@sevenfold/domain/money";

import type { BrokerCase } from "./broker-case.ts";
import { justBefore } from "./case-world.ts";
import { filled } from "./fill.cases.ts";
import { holds, same } from "./rule-broken.ts";

const CASH = 1_000_000_000;

/** As floats both this price and the cash that it leaves come out below what their text says, times 10,000. */
const BADLY_HELD = price(640_700);

/** What was sent comes back as it was: under its key, on its side, at its price. */
export const echoCases: readonly BrokerCase[] = [
  {
    rule: "echo/key-in-find",
    promise: "reports an order it placed under the key it was sent with, when asked for it",
    async run({ broker, resting, sent }) {
      const wanted = await sent(resting());
      same((await broker.find(wanted))?.clientKey, wanted.clientKey, "the key found");
    },
  },
  {
    rule: "echo/key-in-lists",
    promise: "lists an order it placed under the key it was sent with",
    async run({ broker, resting, sent, start }) {
      const [one, other] = [await sent(resting()), await sent(resting())];
      const listed = await broker.ordersSince(justBefore(start));
      same(
        listed.map(({ brokerOrderId, clientKey }) => [brokerOrderId, clientKey]),
        [one, other].map(({ brokerOrderId, clientKey }) => [brokerOrderId, clientKey]),
        "numbers and keys listed",
      );
    },
  },
  {
    rule: "echo/key-in-reports",
    promise: "tells what becomes of an order under the key it was sent with",
    async run({ broker, hear, resting, sent, until }) {
      const heard = await hear();
      const wanted = await sent(resting());
      await broker.cancel(wanted);
      await until("the end is told", () => heard.lastReportOf(wanted)?.state === "canceled");
      for (const { clientKey } of heard.reportsOf(wanted))
        same(clientKey, wanted.clientKey, "the key told");
    },
  },
  {
    rule: "echo/key-in-executions",
    promise: "tells an execution under the key of its order",
    async run({ hear, order, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      await until("the fill is told", () => 0 < heard.executionsOf(wanted).length);
      same(heard.executionsOf(wanted)[0]?.clientKey, wanted.clientKey, "the key told");
    },
  },
  {
    rule: "echo/side-of-reports",
    promise: "reports a sale as a sale, found, listed and told",
    async run(world) {
      const { broker, hear, order, sent, start, until, venue } = world;
      await filled(world);
      const heard = await hear();
      const sale = await sent(order({ side: "sell", limit: price(99_000_000) }));
      same((await broker.find(sale))?.side, "sell", "the side found");
      const listed = await broker.ordersSince(justBefore(start));
      const mine = listed.find(({ brokerOrderId }) => brokerOrderId === sale.brokerOrderId);
      same(mine?.side, "sell", "the side listed");
      await venue.pass(1_000);
      await broker.cancel(sale);
      await until("the end is told", () => heard.lastReportOf(sale)?.state === "canceled");
      same(heard.lastReportOf(sale)?.side, "sell", "the side told");
    },
  },
  {
    rule: "echo/side-of-executions",
    promise: "tells the execution of a sale as one of a sale",
    async run(world) {
      const { hear, order, sent, until, venue } = world;
      const { each } = await filled(world);
      const heard = await hear();
      await venue.pass(1_000);
      const sale = await sent(order({ side: "sell" }));
      await venue.execute(sale.clientKey, { quantity: shares(10), price: each });
      await until("the fill is told", () => 0 < heard.executionsOf(sale).length);
      same(heard.executionsOf(sale)[0]?.side, "sell", "the side told");
    },
  },
  {
    rule: "echo/price-in-units",
    promise: "tells a price in whole ten-thousandths of a dollar, to the last of them",
    async run({ broker, hear, order, sent, start, until, venue }) {
      const heard = await hear();
      const wanted = await sent(order({ quantity: shares(3) }));
      const each = price(1_234_567);
      await venue.execute(wanted.clientKey, { quantity: shares(3), price: each });
      await until("the fill is told", () => 0 < heard.executionsOf(wanted).length);
      const [listed] = await broker.executionsSince(start);
      same(heard.executionsOf(wanted)[0]?.price, each, "the price told");
      same(listed?.price, each, "the price listed");
    },
  },
  {
    rule: "echo/decimal-text",
    promise: "reads prices, cash and cost off their decimal text, not off a float that falls short",
    async run({ broker, order, sent, start, venue }) {
      const wanted = await sent(order({ quantity: shares(1) }));
      await venue.execute(wanted.clientKey, { quantity: shares(1), price: BADLY_HELD });
      same((await broker.executionsSince(start))[0]?.price, BADLY_HELD, "the price of $64.07");
      same((await broker.positions())[0]?.costBasis, BADLY_HELD, "the cost of $64.07");
      same((await broker.account()).cash, CASH - BADLY_HELD, "the cash of $99,935.93");
    },
  },
  {
    rule: "echo/limit-in-units",
    promise: "reports a limit as it was sent, in whole ten-thousandths of a dollar",
    async run({ broker, resting, sent, start }) {
      const limit = price(10_100);
      const wanted = await sent(resting({ limit }));
      same((await broker.find(wanted))?.limit, limit, "the limit found");
      same((await broker.ordersSince(justBefore(start)))[0]?.limit, limit, "the limit listed");
    },
  },
  {
    rule: "echo/cancel-is-no-order",
    promise: "asks for a cancel by another call than the one that places orders",
    needs: ["wire-faults"],
    async run({ broker, resting, sent, venue }) {
      const wanted = await sent(resting());
      venue.breakCalls?.({ on: "submit", fault: "hang-up-before" });
      const answer = await broker.cancel(wanted);
      venue.mendCalls?.();
      holds(
        answer === "requested",
        `a fault put on the calls that place orders met a cancel, which was answered ${answer}: ` +
          "let `manners.callOf` of the bench tell the two apart, by their paths where both are posted",
      );
      holds((await broker.find(wanted)) !== undefined, "the order is gone");
    },
  },
];
