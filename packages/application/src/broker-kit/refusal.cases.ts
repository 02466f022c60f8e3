import { price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

import type { SubmitAnswer } from "../ports/broker.ts";
import type { BrokerCase } from "./broker-case.ts";
import type { CaseWorld } from "./case-world.ts";
import { holds, same } from "./rule-broken.ts";

/** How the venue's no is told. */
/** Two dollars. */
const PENNY_PRICE = 20_000;

export const refusalCases: readonly BrokerCase[] = [
  {
    rule: "refusal/funds",
    promise: "says that cash is short when the venue says so",
    run: (world) => refusedFor("funds", world, world.order({ quantity: shares(9_000) })),
  },
  {
    rule: "refusal/shares",
    promise: "says that shares are short when the venue says so",
    run: (world) => refusedFor("shares", world, world.order({ side: "sell" })),
  },
  {
    rule: "refusal/symbol",
    promise: "says that a symbol is not traded there",
    run: (world) =>
      refusedFor("symbol", world, world.order({ ticker: world.venue.tickers.unlisted })),
  },
  {
    rule: "refusal/more-than-held",
    promise: "lets no sale of more than is held through",
    async run(world) {
      const { order, sent, venue } = world;
      const bought = await sent(order({ quantity: shares(3) }));
      const each = venue.priceOf(bought.ticker);
      await venue.execute(bought.clientKey, { quantity: shares(3), price: each });
      await refusedFor("shares", world, order({ side: "sell", quantity: shares(4) }));
    },
  },
  {
    rule: "refusal/shares-in-open-sales",
    promise: "counts shares in open sales as spoken for",
    async run(world) {
      const { order, sent, venue } = world;
      const bought = await sent(order());
      const each = venue.priceOf(bought.ticker);
      await venue.execute(bought.clientKey, { quantity: shares(10), price: each });
      const limit = price(each * 2);
      await sent(order({ side: "sell", quantity: shares(8), limit }));
      await refusedFor("shares", world, order({ side: "sell", quantity: shares(3), limit }));
    },
  },
  {
    rule: "refusal/least-worth",
    promise: "states truly what a buy has to be worth, where it states that at all",
    async run({ broker, order }) {
      const least = broker.terms?.buyNotionalMin;
      const one = (limit: number) => order({ quantity: shares(1), limit: price(limit) });
      // Where nothing is stated, a share of a penny stock is as good an order as any.
      if (least === undefined) {
        same((await broker.submit(one(PENNY_PRICE))).kind, "accepted", "a share of a penny stock");
        return;
      }
      same((await broker.submit(one(least - 100))).kind, "rejected", "a cent less");
      same((await broker.submit(one(least))).kind, "accepted", "as much as that");
    },
  },
  {
    rule: "refusal/leaves-nothing",
    promise: "knows no order of a key that was refused, or knows it as rejected",
    async run({ broker, order, venue }) {
      const wanted = order({ ticker: venue.tickers.unlisted });
      await broker.submit(wanted);
      const report = await broker.find(wanted);
      holds(
        report === undefined || report.state === "rejected",
        `find reports ${JSON.stringify(report)}`,
      );
      same(venue.orderOf(wanted.clientKey)?.isOpen ?? false, false, "an open order at the venue");
    },
  },
  {
    rule: "refusal/in-words",
    promise: "tells a refusal in one line fit for a user",
    async run({ broker, order, venue }) {
      const wrong = [
        order({ quantity: shares(9_000) }),
        order({ side: "sell" }),
        order({ ticker: venue.tickers.unlisted }),
      ];
      for (const wanted of wrong) inWords(await broker.submit(wanted));
    },
  },
  {
    rule: "refusal/then-sound",
    promise: "sends a sound order after a refused one",
    async run({ broker, order, sent }) {
      await broker.submit(order({ side: "sell" }));
      await sent(order());
    },
  },
  {
    rule: "refusal/of-second-attempt",
    promise: "learns nothing about a first attempt from a refusal of the second",
    async run({ broker, order }) {
      const answer = await broker.submit(order({ attempts: 2, quantity: shares(9_000) }));
      same(answer.kind, "unknown", "the answer to a second attempt");
    },
  },
];

async function refusedFor(
  cause: Extract<SubmitAnswer, { kind: "rejected" }>["cause"],
  { broker, venue }: CaseWorld,
  order: Order,
): Promise<void> {
  const before = venue.orderCount();
  const answer = await broker.submit(order);
  holds(answer.kind === "rejected", `the answer is ${JSON.stringify(answer)}`);
  same(answer.cause, cause, `the cause behind “${answer.message}”`);
  const isKept = venue.orderOf(order.clientKey)?.isOpen ?? false;
  same(isKept, false, "an open order at the venue");
  holds(venue.orderCount() <= before + 1, "the venue has more than one new order");
}

function inWords(answer: SubmitAnswer): void {
  holds(answer.kind === "rejected", `the answer is ${JSON.stringify(answer)}`);
  const { message } = answer;
  holds(0 < message.trim().length && message.length <= 500, `the message is “${message}”`);
  holds(!/[\n{}<>]/.test(message), `the message is a raw body: “${message}”`);
}
