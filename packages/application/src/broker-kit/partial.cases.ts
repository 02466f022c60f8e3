import { price, shares } from "@sevenfold/domain/money";

import type { BrokerCase } from "./broker-case.ts";
import { idsOf } from "./fill.cases.ts";
import { matches, same } from "./rule-broken.ts";

/** What happens while an order is filled bit by bit. */
export const partialFillCases: readonly BrokerCase[] = [
  {
    rule: "partial/still-working",
    promise: "reports an order filled in part as working, with what was filled",
    async run({ broker, order, sent, venue }) {
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(4), price: each });
      const expected = { state: "working", filled: 4, quantity: 10 };
      matches(await broker.find(wanted), expected, "find");
    },
  },
  {
    rule: "partial/each-told",
    promise: "tells each part as an execution of its own",
    needs: ["single-fills"],
    async run({ hear, order, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      for (const [index, quantity] of [1, 2, 7].entries()) {
        const at = price(each + index * 100);
        await venue.execute(wanted.clientKey, { quantity: shares(quantity), price: at });
        await until("the part is told", () => heard.executionsOf(wanted).length === index + 1);
      }
      same(
        heard.executionsOf(wanted).map(({ quantity }) => quantity as number),
        [1, 2, 7],
        "shares told",
      );
    },
  },
  {
    rule: "partial/each-priced",
    promise: "gives each part the price it traded at, not the average",
    needs: ["single-fills"],
    async run({ broker, order, sent, start, venue }) {
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      const prices = [each, price(each - 300), price(each + 500)];
      for (const [index, at] of prices.entries()) {
        const quantity = shares([3, 3, 4][index]!);
        await venue.execute(wanted.clientKey, { quantity, price: at });
        await venue.pass(1_000);
        // An adapter may have to look after each part to tell them apart.
        await broker.executionsSince(start);
      }
      const listed = await broker.executionsSince(start);
      same(
        listed.map((execution) => execution.price),
        prices,
        "the prices listed",
      );
    },
  },
  {
    rule: "partial/ids-differ",
    promise: "gives like parts of one order different ids",
    needs: ["single-fills"],
    async run({ broker, order, sent, start, venue }) {
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      for (const quantity of [5, 5]) {
        await venue.execute(wanted.clientKey, { quantity: shares(quantity), price: each });
        await broker.executionsSince(start);
      }
      same(new Set(idsOf(await broker.executionsSince(start))).size, 2, "different ids");
    },
  },
  {
    rule: "partial/adds-up",
    promise: "lists executions that add up to what the order reports",
    async run({ broker, order, sent, start, venue }) {
      const wanted = await sent(order({ quantity: shares(30) }));
      const each = venue.priceOf(wanted.ticker);
      for (const quantity of [1, 2, 3, 4]) {
        await venue.execute(wanted.clientKey, { quantity: shares(quantity), price: each });
        const listed = await broker.executionsSince(start);
        const sum = listed.reduce((total, execution) => total + execution.quantity, 0);
        same((await broker.find(wanted))?.filled, sum, "filled, against the sum of executions");
      }
    },
  },
  {
    rule: "partial/then-expired",
    promise: "keeps what was filled of an order that expires",
    needs: ["later-ends"],
    async run({ broker, order, sent, venue }) {
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(6), price: each });
      await venue.end(wanted.clientKey, "expired");
      matches(await broker.find(wanted), { state: "expired", filled: 6 }, "find");
    },
  },
  {
    rule: "partial/large",
    promise: "counts a large order to the last share",
    async run({ broker, order, sent, start, venue }) {
      const limit = price(10_000);
      const wanted = await sent(order({ quantity: shares(99_999), limit }));
      await venue.execute(wanted.clientKey, { quantity: shares(99_998), price: limit });
      matches(await broker.find(wanted), { state: "working", filled: 99_998 }, "find");
      await broker.executionsSince(start);
      await venue.execute(wanted.clientKey, { quantity: shares(1), price: limit });
      matches(await broker.find(wanted), { state: "filled", filled: 99_999 }, "find at the end");
    },
  },
];
