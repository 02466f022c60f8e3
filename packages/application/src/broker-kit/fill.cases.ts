import { price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

import type { BrokerCase } from "./broker-case.ts";
import type { CaseWorld } from "./case-world.ts";
import { holds, matches, same } from "./rule-broken.ts";

/** Executions: told once each, exact, and alike wherever they are read. */
export const fillCases: readonly BrokerCase[] = [
  {
    rule: "fill/told",
    promise: "tells a fill with its symbol, side, shares and price",
    async run(world) {
      const { hear, order, sent, until, venue } = world;
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      await until("the fill is told", () => 0 < heard.executionsOf(wanted).length);
      matches(
        heard.executionsOf(wanted)[0],
        { ticker: wanted.ticker, side: "buy", quantity: 10, price: each },
        "the execution",
      );
    },
  },
  {
    rule: "fill/listed",
    promise: "lists a fill with its order, symbol, side, shares and price",
    async run(world) {
      const { broker, start, venue } = world;
      const { each, wanted } = await filled(world);
      const listed = await broker.executionsSince(start);
      same(listed.length, 1, "executions listed");
      const { brokerOrderId, ticker } = wanted;
      const expected = { brokerOrderId, ticker, side: "buy", quantity: 10, price: each };
      matches(listed[0], expected, "the execution");
      holds(listed[0]!.at <= venue.now(), "it happened after now");
    },
  },
  {
    rule: "fill/same-id-everywhere",
    promise: "names an execution alike in notices and in lists",
    needs: ["single-fills"],
    async run(world) {
      const { broker, hear, order, sent, start, until, venue } = world;
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(4), price: each });
      await until("the first part is told", () => heard.executionsOf(wanted).length === 1);
      await venue.pass(1_000);
      await venue.execute(wanted.clientKey, { quantity: shares(6), price: each });
      await until("both parts are told", () => heard.executionsOf(wanted).length === 2);
      const listed = await broker.executionsSince(start);
      same(idsOf(listed), idsOf(heard.executionsOf(wanted)), "ids listed, against ids told");
    },
  },
  {
    rule: "fill/one-id",
    promise: "names an order's only execution alike in notices and in lists",
    async run(world) {
      const { broker, hear, order, sent, start, until, venue } = world;
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      await until("the fill is told", () => heard.executionsOf(wanted).length === 1);
      const listed = await broker.executionsSince(start);
      same(idsOf(listed), idsOf(heard.executionsOf(wanted)), "ids listed, against ids told");
    },
  },
  {
    rule: "fill/same-id-again",
    promise: "names an execution alike whenever it is listed",
    async run(world) {
      const { broker, start, venue } = world;
      await filled(world);
      const before = idsOf(await broker.executionsSince(start));
      await venue.pass(60_000);
      same(idsOf(await venue.connect().executionsSince(start)), before, "ids listed later");
    },
  },
  {
    rule: "fill/order-is-filled",
    promise: "reports an order as filled once all its shares are",
    async run(world) {
      const { wanted } = await filled(world);
      matches(await world.broker.find(wanted), { state: "filled", filled: 10 }, "find");
    },
  },
  {
    rule: "fill/end-told",
    promise: "tells that an order is filled",
    async run({ hear, order, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      await until("a report of filled", () => heard.lastReportOf(wanted)?.state === "filled");
    },
  },
  {
    rule: "fill/execution-first",
    promise: "tells an execution no later than the report that counts it",
    async run({ hear, order, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      for (const quantity of [3, 7]) {
        await venue.execute(wanted.clientKey, { quantity: shares(quantity), price: each });
        await venue.pass(1_000);
      }
      await until("a report of filled", () => heard.lastReportOf(wanted)?.state === "filled");
      let told = 0;
      for (const notice of heard.all) {
        if (notice.kind === "execution") {
          const { asSum, quantity } = notice.execution;
          told = asSum ? quantity : told + quantity;
        }
        if (notice.kind === "order")
          holds(
            notice.report.filled <= told,
            `a report counts ${notice.report.filled} shares when ${told} had been told`,
          );
      }
    },
  },
  {
    rule: "fill/sale",
    promise: "tells the fill of a sale as a sale",
    async run(world) {
      const { broker, order, sent, start, venue } = world;
      const { each } = await filled(world);
      await venue.pass(1_000);
      const sale = await sent(order({ side: "sell" }));
      await venue.execute(sale.clientKey, { quantity: shares(10), price: each });
      const listed = await broker.executionsSince(start);
      matches(listed.at(-1), { side: "sell", quantity: 10, price: each }, "the latest execution");
    },
  },
  {
    rule: "fill/price-in-cents",
    promise: "carries the price of a fill exactly",
    async run({ broker, order, sent, start, venue }) {
      const prices = [price(1_010_100), price(2_700_700), price(999_900)];
      for (const each of prices) {
        const wanted = await sent(order({ quantity: shares(1) }));
        await venue.execute(wanted.clientKey, { quantity: shares(1), price: each });
        await venue.pass(1_000);
      }
      const listed = await broker.executionsSince(start);
      same(
        listed.map((each) => each.price),
        prices,
        "the prices listed",
      );
    },
  },
  {
    rule: "fill/fee-not-negative",
    promise: "tells a fee in money, and never a negative one",
    async run(world) {
      await filled(world);
      for (const { fee } of await world.broker.executionsSince(world.start))
        holds(Number.isSafeInteger(fee) && 0 <= fee, `the fee is ${fee}`);
    },
  },
  {
    rule: "fill/several-orders",
    promise: "keeps the fills of several orders apart",
    needs: ["single-fills"],
    async run({ broker, order, sent, start, venue }) {
      const one = await sent(order());
      const other = await sent(order({ ticker: venue.tickers.second, quantity: shares(4) }));
      for (const [wanted, quantity] of [
        [one, 5],
        [other, 4],
        [one, 5],
      ] as const) {
        const each = venue.priceOf(wanted.ticker);
        await venue.execute(wanted.clientKey, { quantity: shares(quantity), price: each });
        await venue.pass(1_000);
      }
      const listed = await broker.executionsSince(start);
      same(
        listed.map(({ brokerOrderId, quantity }) => [brokerOrderId, quantity as number]),
        [
          [one.brokerOrderId, 5],
          [other.brokerOrderId, 4],
          [one.brokerOrderId, 5],
        ],
        "orders and shares of the executions listed",
      );
    },
  },
];

/** An order for ten, bought whole at the price of the moment. */
export async function filled(
  { order, sent, venue }: CaseWorld,
  change: Partial<Order> = {},
): Promise<{ readonly wanted: Order; readonly each: Order["limit"] & number }> {
  const wanted = await sent(order(change));
  const each = venue.priceOf(wanted.ticker);
  await venue.execute(wanted.clientKey, { quantity: wanted.quantity, price: each });
  return { wanted, each };
}

export const idsOf = (executions: readonly { readonly executionId: string }[]): readonly string[] =>
  executions.map(({ executionId }) => executionId);
