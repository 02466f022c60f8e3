import { instant } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";

import type { BrokerCase } from "./broker-case.ts";
import { holds, matches, same } from "./rule-broken.ts";

/** How an order gets to the venue. */
export const submitCases: readonly BrokerCase[] = [
  {
    rule: "submit/accepted",
    promise: "answers a sound order with accepted and the venue's own id",
    async run({ broker, order, venue }) {
      const wanted = order();
      const answer = await broker.submit(wanted);
      holds(answer.kind === "accepted", `the answer is ${JSON.stringify(answer)}`);
      holds(answer.brokerOrderId !== "", "the venue's id is empty");
      same(venue.orderCount(), 1, "orders at the venue");
      same((await broker.find(wanted))?.brokerOrderId, answer.brokerOrderId, "the id of find");
    },
  },
  {
    rule: "submit/as-ordered",
    promise: "hands symbol, side and quantity to the venue unchanged",
    async run({ order, sent, venue }) {
      const wanted = await sent(order({ ticker: venue.tickers.second, quantity: shares(37) }));
      matches(
        venue.orderOf(wanted.clientKey),
        { ticker: venue.tickers.second, side: "buy", quantity: 37 },
        "the order at the venue",
      );
    },
  },
  {
    rule: "submit/market-has-no-limit",
    promise: "sends an order without a limit as a market order",
    async run({ broker, order, sent, venue }) {
      const wanted = await sent(order());
      same(venue.orderOf(wanted.clientKey)?.limit, undefined, "the limit at the venue");
      same((await broker.find(wanted))?.limit, undefined, "the limit reported");
    },
  },
  {
    rule: "submit/limit-to-the-cent",
    promise: "carries a limit to the venue and back without losing a cent",
    async run({ broker, order, sent, venue }) {
      for (const limit of [price(10_100), price(1_234_500), price(70_300)]) {
        const wanted = await sent(order({ limit, quantity: shares(1) }));
        same(venue.orderOf(wanted.clientKey)?.limit, limit, "the limit at the venue");
        same((await broker.find(wanted))?.limit, limit, "the limit reported");
      }
    },
  },
  {
    rule: "submit/limit-below-a-dollar",
    promise: "carries a limit below a dollar with all four decimals",
    async run({ broker, order, sent, venue }) {
      const limit = price(1_234);
      const wanted = await sent(order({ limit, quantity: shares(100) }));
      same(venue.orderOf(wanted.clientKey)?.limit, limit, "the limit at the venue");
      same((await broker.find(wanted))?.limit, limit, "the limit reported");
    },
  },
  {
    rule: "submit/sell",
    promise: "sends a sale as a sale",
    async run({ broker, order, sent, venue }) {
      const each = venue.priceOf(venue.tickers.first);
      const bought = await sent(order());
      await venue.execute(bought.clientKey, { quantity: shares(10), price: each });
      const sold = await sent(order({ side: "sell", quantity: shares(4) }));
      matches(
        venue.orderOf(sold.clientKey),
        { side: "sell", quantity: 4 },
        "the order at the venue",
      );
      matches(await broker.find(sold), { side: "sell", quantity: 4 }, "the report");
    },
  },
  {
    rule: "submit/working-first",
    promise: "reports a fresh order as working, with nothing filled",
    async run({ broker, resting, sent }) {
      const wanted = await sent(resting());
      matches(await broker.find(wanted), { state: "working", filled: 0, quantity: 10 }, "find");
    },
  },
  {
    rule: "submit/several-at-once",
    promise: "sends several orders at once, each of them once",
    async run({ broker, resting, venue }) {
      const wanted = [...Array(8)].map(() => resting({ quantity: shares(1) }));
      const answers = await Promise.all(wanted.map((each) => broker.submit(each)));
      same(
        answers.map(({ kind }) => kind),
        wanted.map(() => "accepted"),
        "the answers",
      );
      same(venue.orderCount(), 8, "orders at the venue");
      for (const { clientKey } of wanted) same(venue.arrivalsOf(clientKey), 1, "arrivals");
    },
  },
  {
    rule: "submit/own-ids",
    promise: "gives every order an id of its own",
    async run({ resting, sent }) {
      const ids = new Set<string | undefined>();
      for (let count = 0; count < 5; count += 1) ids.add((await sent(resting())).brokerOrderId);
      same(ids.size, 5, "different ids");
    },
  },
  {
    rule: "submit/for-the-day",
    promise: "sends orders that end with the trading day",
    needs: ["day-end"],
    async run({ broker, resting, sent, venue }) {
      const wanted = await sent(resting());
      await venue.passDayEnd?.();
      same((await broker.find(wanted))?.state, "expired", "the state after the day");
    },
  },
  {
    rule: "submit/regular-hours-only",
    promise: "keeps an order to the regular session unless it may leave it",
    needs: ["extended-hours"],
    async run({ broker, resting, sent, venue }) {
      const wanted = await sent(resting());
      same(venue.orderOf(wanted.clientKey)?.extendedHours, false, "extended hours at the venue");
      same((await broker.find(wanted))?.extendedHours, false, "extended hours reported");
    },
  },
  {
    rule: "submit/extended-hours",
    promise: "lets an order trade outside the regular session when told to",
    needs: ["extended-hours"],
    async run({ broker, resting, sent, venue }) {
      const wanted = await sent(resting({ extendedHours: true }));
      same(venue.orderOf(wanted.clientKey)?.extendedHours, true, "extended hours at the venue");
      same((await broker.find(wanted))?.extendedHours, true, "extended hours reported");
    },
  },
  {
    rule: "submit/dotted-symbol",
    promise: "names a share class as the house does, on the way there and back",
    needs: ["dotted-symbols"],
    async run({ broker, resting, sent, venue }) {
      const ticker = venue.tickers.dotted;
      holds(ticker !== undefined, "the bench claims dotted-symbols and names none");
      const wanted = await sent(resting({ ticker, quantity: shares(1) }));
      same(venue.orderOf(wanted.clientKey)?.ticker, ticker, "the symbol at the venue");
      same((await broker.find(wanted))?.ticker, ticker, "the symbol reported");
    },
  },
  {
    rule: "submit/venue-time",
    promise: "reports when an order was submitted by the venue's clock",
    async run({ broker, resting, sent, start, venue }) {
      await venue.pass(3_600_000);
      const wanted = await sent(resting());
      const at = (await broker.find(wanted))?.submittedAt;
      holds(
        at !== undefined && instant(start + 3_590_000) <= at && at <= venue.now(),
        `submitted at ${at}, while the venue's clock went from ${start} to ${venue.now()}`,
      );
    },
  },
];
