import { shares } from "@sevenfold/domain/money";

import type { BrokerCase } from "./broker-case.ts";
import { holds, same } from "./rule-broken.ts";

/** One key is one order, however often it is sent. */
export const duplicateCases: readonly BrokerCase[] = [
  {
    rule: "duplicate/same-key-once",
    promise: "makes one order of a key that is sent twice, and answers alike",
    async run({ broker, resting, venue }) {
      const wanted = resting();
      const first = await broker.submit(wanted);
      const again = await broker.submit({ ...wanted, attempts: 2 });
      same(again, first, "the second answer");
      same(venue.orderCount(), 1, "orders at the venue");
    },
  },
  {
    rule: "duplicate/at-once",
    promise: "makes one order of a key that is sent three times at once",
    async run({ broker, resting, venue }) {
      const wanted = resting();
      const answers = await Promise.all(
        [1, 2, 3].map((attempts) => broker.submit({ ...wanted, attempts })),
      );
      same(venue.orderCount(), 1, "orders at the venue");
      const ids = new Set<string>();
      for (const answer of answers) {
        holds(answer.kind !== "rejected", `a duplicate is not refused: ${JSON.stringify(answer)}`);
        if (answer.kind === "accepted") ids.add(answer.brokerOrderId);
      }
      same(ids.size, 1, "different ids among the answers");
    },
  },
  {
    rule: "duplicate/after-fill",
    promise: "buys nothing more when the key of a filled order is sent again",
    async run({ broker, order, sent, venue }) {
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      const again = await broker.submit({ ...wanted, attempts: 2 });
      holds(again.kind !== "rejected", `the answer is ${JSON.stringify(again)}`);
      same(venue.orderCount(), 1, "orders at the venue");
      same((await broker.positions())[0]?.quantity, 10, "shares held");
    },
  },
  {
    rule: "duplicate/after-cancel",
    promise: "wakes no canceled order when its key is sent again",
    async run({ broker, resting, sent, until, venue }) {
      const wanted = await sent(resting());
      await broker.cancel(wanted);
      await until("canceled", async () => (await broker.find(wanted))?.state === "canceled");
      const again = await broker.submit({ ...wanted, attempts: 2 });
      holds(again.kind !== "rejected", `the answer is ${JSON.stringify(again)}`);
      same(venue.orderCount(), 1, "orders at the venue");
      same((await broker.find(wanted))?.state, "canceled", "the state");
    },
  },
  {
    rule: "duplicate/after-restart",
    promise: "makes one order of a key sent before and after a restart",
    async run({ broker, resting, venue }) {
      const wanted = resting();
      const first = await broker.submit(wanted);
      const again = await venue.connect().submit({ ...wanted, attempts: 2 });
      same(again, first, "the second answer");
      same(venue.orderCount(), 1, "orders at the venue");
    },
  },
  {
    rule: "duplicate/two-keys-two-orders",
    promise: "takes two like orders of different keys for two orders",
    async run({ resting, sent, venue }) {
      const [one, other] = [await sent(resting()), await sent(resting())];
      same(venue.orderCount(), 2, "orders at the venue");
      holds(one.brokerOrderId !== other.brokerOrderId, "both have the same id");
    },
  },
  {
    rule: "duplicate/after-lost-answer",
    promise: "finds its order when an attempt follows an answer that was lost",
    needs: ["lost-answers"],
    async run({ resting, venue }) {
      const wanted = resting();
      venue.breakCalls?.({ on: "submit", fault: "silence-after" });
      const first = await venue.connect({ patience: "short" }).submit(wanted);
      same(first.kind, "unknown", "the first answer");
      venue.mendCalls?.();
      const again = await venue.connect().submit({ ...wanted, attempts: 2 });
      holds(again.kind !== "rejected", `the second answer is ${JSON.stringify(again)}`);
      same(venue.orderCount(), 1, "orders at the venue");
    },
  },
  {
    rule: "duplicate/lookup-fails",
    promise: "leaves a duplicate open while the first attempt cannot be looked up",
    needs: ["wire-faults"],
    async run({ broker, resting, sent, venue }) {
      const wanted = await sent(resting());
      venue.breakCalls?.({ on: "read", fault: "server-error-before" });
      const again = await broker.submit({ ...wanted, attempts: 2 });
      holds(again.kind !== "rejected", `the answer is ${JSON.stringify(again)}`);
      if (again.kind === "accepted") same(again.brokerOrderId, wanted.brokerOrderId, "the id");
      same(venue.orderCount(), 1, "orders at the venue");
    },
  },
];
