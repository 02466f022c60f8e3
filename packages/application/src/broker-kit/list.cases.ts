import { instant } from "@sevenfold/domain/market";
import { type Price, price, shares } from "@sevenfold/domain/money";

import type { BrokerCase } from "./broker-case.ts";
import { type CaseWorld, justBefore } from "./case-world.ts";
import { filled } from "./fill.cases.ts";
import { holds, same, unavailable } from "./rule-broken.ts";

/** More than one page at any broker we know of; no multiple of seven. */
const MANY = 620;
const MANY_FILLS = 260;

/** Lists are whole, in order, and begin where they were asked to. */
export const listCases: readonly BrokerCase[] = [
  {
    rule: "list/empty",
    promise: "lists nothing of an account that has not traded",
    async run({ broker, start }) {
      same(await broker.ordersSince(start), [], "orders");
      same(await broker.executionsSince(start), [], "executions");
    },
  },
  {
    rule: "list/every-state",
    promise: "lists orders of every state",
    async run(world) {
      const { broker, resting, sent, start, until } = world;
      const working = await sent(resting());
      const { wanted: bought } = await filled(world);
      const canceled = await sent(resting());
      await broker.cancel(canceled);
      await until("canceled", async () => (await broker.find(canceled))?.state === "canceled");
      const states = (await broker.ordersSince(justBefore(start))).map(
        ({ brokerOrderId, state }) => [brokerOrderId, state],
      );
      same(
        states,
        [
          [working.brokerOrderId, "working"],
          [bought.brokerOrderId, "filled"],
          [canceled.brokerOrderId, "canceled"],
        ],
        "the orders listed",
      );
    },
  },
  {
    rule: "list/orders-oldest-first",
    promise: "lists orders from the oldest to the newest",
    async run({ broker, resting, sent, start, venue }) {
      const ids: (string | undefined)[] = [];
      for (let count = 0; count < 4; count += 1) {
        ids.push((await sent(resting())).brokerOrderId);
        await venue.pass(1_000);
      }
      const listed = await broker.ordersSince(justBefore(start));
      same(
        listed.map(({ brokerOrderId }) => brokerOrderId),
        ids,
        "the orders listed",
      );
    },
  },
  {
    rule: "list/executions-oldest-first",
    promise: "lists executions from the oldest to the newest",
    async run(world) {
      const { broker, start, venue } = world;
      for (let count = 0; count < 4; count += 1) {
        await filled(world, { quantity: shares(count + 1) });
        await venue.pass(1_000);
      }
      const listed = await broker.executionsSince(start);
      same(
        listed.map(({ quantity }) => quantity as number),
        [1, 2, 3, 4],
        "shares of the executions listed",
      );
    },
  },
  {
    rule: "list/orders-since",
    promise: "lists no orders from before it was asked for",
    async run({ broker, resting, sent, venue }) {
      await sent(resting());
      await venue.pass(3_600_000);
      const from = venue.now();
      const later = await sent(resting());
      const listed = await broker.ordersSince(from);
      same(
        listed.map(({ brokerOrderId }) => brokerOrderId),
        [later.brokerOrderId],
        "the orders listed",
      );
    },
  },
  {
    rule: "list/executions-since",
    promise: "lists executions from the instant it was asked for, that instant included",
    needs: ["single-fills"],
    async run(world) {
      const { broker, venue } = world;
      await filled(world);
      await venue.pass(3_600_000);
      const { wanted } = await filled(world, { quantity: shares(3) });
      const [latest] = (await broker.executionsSince(instant(world.start))).slice(-1);
      holds(latest !== undefined, "no execution is listed");
      const listed = await broker.executionsSince(latest.at);
      same(
        listed.map(({ brokerOrderId }) => brokerOrderId),
        [wanted.brokerOrderId],
        "the executions listed",
      );
    },
  },
  {
    rule: "list/order-ended-later",
    promise: "lists an old order as it stands now",
    async run({ broker, order, sent, start, venue }) {
      const wanted = await sent(order());
      await venue.pass(3_600_000);
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      const [listed] = await broker.ordersSince(justBefore(start));
      same(listed?.state, "filled", "the state listed");
    },
  },
  {
    rule: "list/other-hands",
    promise: "lists orders that were placed at the venue's own site, under no key of ours",
    needs: ["foreign-orders"],
    async run({ broker, resting, sent, start, venue }) {
      const ours = await sent(resting());
      const limit = price(20_000);
      await venue.placeElsewhere?.([{ ticker: venue.tickers.second, quantity: shares(3), limit }]);
      const listed = await broker.ordersSince(justBefore(start));
      same(listed.length, 2, "orders listed");
      const theirs = listed.find(({ brokerOrderId }) => brokerOrderId !== ours.brokerOrderId);
      same(theirs?.quantity, 3, "the shares of the other");
      holds(theirs?.clientKey !== ours.clientKey, "the other order has our key");
    },
  },
  {
    rule: "list/other-hands-found",
    promise: "finds an order that was placed at the venue's own site by the venue's number of it",
    needs: ["foreign-orders"],
    async run({ broker, order, start, venue }) {
      const limit = price(20_000);
      await venue.placeElsewhere?.([{ ticker: venue.tickers.second, quantity: shares(3), limit }]);
      const [listed] = await broker.ordersSince(justBefore(start));
      const brokerOrderId = listed?.brokerOrderId ?? "none listed";
      const asked = { ...order(), origin: "external", brokerOrderId } as const;
      const found = await broker.find(asked);
      same(found?.brokerOrderId, brokerOrderId, "the number found");
      same([found?.state, found?.quantity], ["working", 3], "the state and the shares found");
    },
  },
  {
    rule: "list/every-page-of-orders",
    promise: "lists every order of a long list, each once",
    needs: ["foreign-orders"],
    async run({ broker, start, venue }) {
      await manyOrders(venue, MANY);
      const listed = await broker.ordersSince(justBefore(start));
      same(listed.length, MANY, "orders listed");
      same(new Set(listed.map(({ brokerOrderId }) => brokerOrderId)).size, MANY, "different ones");
    },
  },
  {
    rule: "list/long-in-order",
    promise: "keeps the order of time over the pages of a list",
    needs: ["foreign-orders"],
    async run({ broker, start, venue }) {
      await manyOrders(venue, MANY);
      const quantities = (await broker.ordersSince(justBefore(start))).map(
        ({ quantity }) => quantity,
      );
      same(
        quantities.every((quantity, index) => quantity === 1 + (index % 50)),
        true,
        "the orders come in the order they were placed in",
      );
    },
  },
  {
    rule: "list/every-page-of-executions",
    promise: "lists every execution of a long list, each once",
    needs: ["foreign-orders"],
    async run({ broker, start, venue }) {
      await manyOrders(venue, MANY_FILLS, { tradedAt: price(10_000) });
      const listed = await broker.executionsSince(start);
      same(listed.length, MANY_FILLS, "executions listed");
      same(new Set(listed.map(({ executionId }) => executionId)).size, MANY_FILLS, "different ids");
    },
  },
  {
    rule: "list/ties",
    promise: "loses and repeats none of the orders that share a millisecond at the end of a page",
    needs: ["foreign-orders"],
    async run({ broker, start, venue }) {
      await manyOrders(venue, MANY, { together: 7 });
      const listed = await broker.ordersSince(justBefore(start));
      same(new Set(listed.map(({ brokerOrderId }) => brokerOrderId)).size, MANY, "orders listed");
      same(listed.length, MANY, "orders listed, repeated ones included");
    },
  },
  {
    rule: "list/later-page-fails",
    promise: "gives no list at all when a later page of it cannot be read",
    needs: ["foreign-orders", "wire-faults"],
    async run({ broker, start, venue }) {
      await manyOrders(venue, MANY);
      venue.breakCalls?.({ on: "read", fault: "server-error-before", sparing: 1 });
      await unavailable(broker.ordersSince(justBefore(start)), "orders");
    },
  },
  {
    rule: "list/later-page-of-executions-fails",
    promise: "gives no executions at all when a later page of them cannot be read",
    needs: ["foreign-orders", "wire-faults"],
    async run({ broker, start, venue }) {
      await manyOrders(venue, MANY_FILLS, { tradedAt: price(10_000) });
      venue.breakCalls?.({ on: "read", fault: "half-answer-after", sparing: 1 });
      await unavailable(broker.executionsSince(start), "executions");
    },
  },
];

/** Bought elsewhere, some at once; the sizes go round, so that the order of a list shows. */
async function manyOrders(
  venue: CaseWorld["venue"],
  count: number,
  { together = 10, tradedAt }: { readonly together?: number; readonly tradedAt?: Price } = {},
): Promise<void> {
  for (let placed = 0; placed < count; placed += together) {
    const orders = [...Array(Math.min(together, count - placed)).keys()].map((index) => ({
      ticker: venue.tickers.first,
      quantity: shares(1 + ((placed + index) % 50)),
      limit: price(10_000),
      ...(tradedAt === undefined ? {} : { tradedAt }),
    }));
    await venue.placeElsewhere?.(orders);
    await venue.pass(1_000);
  }
}
