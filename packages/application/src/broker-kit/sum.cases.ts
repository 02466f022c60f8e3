import { price, shares } from "@sevenfold/domain/money";

import type { BrokerCase } from "./broker-case.ts";
import { filled, idsOf } from "./fill.cases.ts";
import { matches, same } from "./rule-broken.ts";

/** Venues that tell one sum of an order's executions: what of it is new, the books say. */
export const sumCases: readonly BrokerCase[] = [
  {
    rule: "sum/so-far",
    promise: "tells what was filled so far out of what was ordered, and calls it a sum",
    needs: ["summed-fills"],
    async run({ broker, order, sent, start, venue }) {
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(4), price: each });
      const listed = await broker.executionsSince(start);
      same(listed.length, 1, "executions listed");
      matches(listed[0], { quantity: 4, price: each }, "the sum");
      same(listed[0]?.asSum?.ordered, 10, "shares ordered");
    },
  },
  {
    rule: "sum/one-of-each-order",
    promise: "tells one sum of each order, however often it was filled",
    needs: ["summed-fills"],
    async run(world) {
      const { broker, order, sent, start, venue } = world;
      await filled(world, { quantity: shares(2) });
      await venue.pass(1_000);
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      for (const quantity of [1, 2, 7])
        await venue.execute(wanted.clientKey, { quantity: shares(quantity), price: each });
      same(
        (await broker.executionsSince(start)).map(({ quantity }) => quantity as number),
        [2, 10],
        "shares of the sums",
      );
    },
  },
  {
    rule: "sum/average-price",
    promise: "gives a sum the average price of its shares",
    needs: ["summed-fills"],
    async run({ broker, order, sent, start, venue }) {
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(5), price: each });
      await venue.execute(wanted.clientKey, { quantity: shares(5), price: price(each + 200) });
      same((await broker.executionsSince(start))[0]?.price, each + 100, "the average");
    },
  },
  {
    rule: "sum/each-growth-told",
    promise: "tells a sum anew, under another id, when it has grown",
    needs: ["summed-fills"],
    async run({ hear, order, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      for (const [index, quantity] of [3, 7].entries()) {
        await venue.execute(wanted.clientKey, { quantity: shares(quantity), price: each });
        await until("the sum is told", () => heard.executionsOf(wanted).length === index + 1);
      }
      const told = heard.executionsOf(wanted);
      same(
        told.map(({ quantity }) => quantity as number),
        [3, 10],
        "shares told",
      );
      same(new Set(idsOf(told)).size, 2, "different ids");
    },
  },
  {
    rule: "sum/same-id-while-same",
    promise: "names a sum alike as long as it has not grown, also after a restart",
    needs: ["summed-fills"],
    async run(world) {
      const { broker, start, venue } = world;
      await filled(world);
      const before = idsOf(await broker.executionsSince(start));
      await venue.pass(60_000);
      same(idsOf(await broker.executionsSince(start)), before, "ids listed again");
      same(idsOf(await venue.connect().executionsSince(start)), before, "ids after a restart");
    },
  },
];
