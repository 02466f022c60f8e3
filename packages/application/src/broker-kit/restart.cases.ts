import { shares } from "@sevenfold/domain/money";

import type { BrokerCase } from "./broker-case.ts";
import { justBefore } from "./case-world.ts";
import { filled } from "./fill.cases.ts";
import { matches, same } from "./rule-broken.ts";

/** The adapter remembers nothing: what it knows after a restart it asks the venue for. */
export const restartCases: readonly BrokerCase[] = [
  {
    rule: "restart/finds-working",
    promise: "finds a working order after a restart",
    async run({ resting, sent, venue }) {
      const wanted = await sent(resting());
      matches(
        await venue.connect().find(wanted),
        { brokerOrderId: wanted.brokerOrderId, state: "working", filled: 0 },
        "find",
      );
    },
  },
  {
    rule: "restart/finds-unanswered",
    promise: "finds an order after a restart whose answer nobody saw",
    async run({ resting, sent, venue }) {
      const { brokerOrderId, ...unanswered } = await sent(resting());
      same((await venue.connect().find(unanswered))?.brokerOrderId, brokerOrderId, "the id found");
    },
  },
  {
    rule: "restart/finds-part",
    promise: "knows after a restart what was filled of an order meanwhile",
    async run({ order, sent, venue }) {
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(7), price: each });
      matches(await venue.connect().find(wanted), { state: "working", filled: 7 }, "find");
    },
  },
  {
    rule: "restart/finds-end",
    promise: "knows after a restart that an order ended",
    needs: ["later-ends"],
    async run({ resting, sent, venue }) {
      const wanted = await sent(resting());
      await venue.end(wanted.clientKey, "expired");
      same((await venue.connect().find(wanted))?.state, "expired", "the state found");
    },
  },
  {
    rule: "restart/cancels",
    promise: "cancels an order after a restart",
    async run({ resting, sent, until, venue }) {
      const wanted = await sent(resting());
      const broker = venue.connect();
      same(await broker.cancel(wanted), "requested", "the answer");
      await until("canceled", async () => (await broker.find(wanted))?.state === "canceled");
    },
  },
  {
    rule: "restart/lists-executions",
    promise: "lists executions after a restart that it never heard of",
    async run(world) {
      const { each } = await filled(world);
      const listed = await world.venue.connect().executionsSince(world.start);
      same(listed.length, 1, "executions listed");
      matches(listed[0], { quantity: 10, price: each }, "the execution");
    },
  },
  {
    rule: "restart/same-execution-ids",
    promise: "names executions after a restart as it told them before",
    async run(world) {
      const { hear, order, sent, start, until, venue } = world;
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      await until("the fill is told", () => heard.executionsOf(wanted).length === 1);
      const [listed] = await venue.connect().executionsSince(start);
      same(listed?.executionId, heard.executionsOf(wanted)[0]?.executionId, "the id listed");
    },
  },
  {
    rule: "restart/lists-orders",
    promise: "lists orders after a restart",
    async run({ resting, sent, start, venue }) {
      const [one, other] = [await sent(resting()), await sent(resting())];
      const listed = await venue.connect().ordersSince(justBefore(start));
      same(
        listed.map(({ brokerOrderId }) => brokerOrderId),
        [one.brokerOrderId, other.brokerOrderId],
        "the orders listed",
      );
    },
  },
  {
    rule: "restart/same-account",
    promise: "reads the same positions and cash after a restart",
    async run(world) {
      await filled(world);
      const { broker, venue } = world;
      const after = venue.connect();
      same(await after.positions(), await broker.positions(), "positions");
      same((await after.account()).cash, (await broker.account()).cash, "cash");
    },
  },
  {
    rule: "restart/hears",
    promise: "hears after a restart what happens to orders from before",
    async run({ hear, resting, sent, until, venue }) {
      const wanted = await sent(resting());
      const heard = await hear(venue.connect());
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: wanted.limit! });
      await until("the fill is told", () => heard.executionsOf(wanted).length === 1);
    },
  },
];
