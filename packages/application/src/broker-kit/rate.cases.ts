import { price, shares } from "@sevenfold/domain/money";

import { BrokerUnavailable } from "../ports/broker.ts";
import type { BrokerCase } from "./broker-case.ts";
import type { CaseWorld } from "./case-world.ts";
import { holds, same, unavailable } from "./rule-broken.ts";

/** More reads than any venue lets an account make in a minute. */
const READS_MAX = 250;

/** Calls beyond a rate: the venue's, or the adapter's own. */
export const rateCases: readonly BrokerCase[] = [
  {
    rule: "rate/submit",
    promise: "tells an order as not sent when the venue is asked too often",
    needs: ["rate-limits"],
    async run({ broker, resting, venue }) {
      venue.refuseCalls?.();
      const answer = await broker.submit(resting());
      holds(answer.kind === "not-sent", `the answer is ${JSON.stringify(answer)}`);
      const { message, retryAfterMs = 0 } = answer;
      holds(0 < message.length && !/[\n{}<>]/.test(message), `the message is “${message}”`);
      holds(0 <= retryAfterMs && retryAfterMs <= 120_000, `to be tried after ${retryAfterMs} ms`);
      same(venue.orderCount(), 0, "orders at the venue");
    },
  },
  {
    rule: "rate/second-attempt",
    promise: "leaves open what became of a first attempt when the second is one call too many",
    needs: ["rate-limits"],
    async run({ broker, resting, venue }) {
      venue.refuseCalls?.();
      const { kind } = await broker.submit(resting({ attempts: 2 }));
      holds(kind === "not-sent" || kind === "unknown", `the answer is ${kind}`);
    },
  },
  {
    rule: "rate/own-budget",
    promise: "never takes its own full budget of calls for the venue's refusal of an order",
    async run(world) {
      await readUntilFull(world);
      const answer = await world.broker.submit(world.resting());
      holds(
        answer.kind === "accepted" || answer.kind === "not-sent",
        `the answer is ${JSON.stringify(answer)}`,
      );
    },
  },
  {
    rule: "rate/room-for-exits",
    promise: "keeps room for sells and cancels, however much is read",
    async run(world) {
      const { broker, order, resting, sent, venue } = world;
      const bought = await sent(order());
      const each = price(venue.priceOf(bought.ticker));
      await venue.execute(bought.clientKey, { quantity: shares(10), price: each });
      const open = await sent(resting({ ticker: venue.tickers.second }));
      await readUntilFull(world);
      same((await broker.submit(order({ side: "sell" }))).kind, "accepted", "the sell");
      same(await broker.cancel(open), "requested", "the cancel");
    },
  },
  {
    rule: "rate/read",
    promise: "lets a read fail for the rate",
    needs: ["rate-limits"],
    async run({ broker, venue }) {
      venue.refuseCalls?.();
      await unavailable(broker.positions(), "positions", ["rate-limit"]);
    },
  },
  {
    rule: "rate/backs-off",
    promise: "asks no more for a while once it was told to slow down",
    needs: ["rate-limits"],
    async run({ broker, resting, venue }) {
      venue.refuseCalls?.();
      await broker.submit(resting());
      const calls = venue.callCount();
      for (let count = 0; count < 3; count += 1) await broker.submit(resting());
      await unavailable(broker.positions(), "positions", ["rate-limit"]);
      same(venue.callCount(), calls, "calls that came to the venue's door");
    },
  },
  {
    rule: "rate/cancel",
    promise: "claims no cancel that was refused for the rate",
    needs: ["rate-limits"],
    async run({ broker, resting, sent, venue }) {
      const wanted = await sent(resting({ quantity: shares(2) }));
      venue.refuseCalls?.();
      same(await broker.cancel(wanted), "unknown", "the answer");
    },
  },
];

/** Reads until the adapter lets no more of them out; one without a budget lets all of them. */
async function readUntilFull({ broker }: CaseWorld): Promise<void> {
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    try {
      await broker.positions();
    } catch (error) {
      if (error instanceof BrokerUnavailable && error.reason === "rate-limit") return;
      throw error;
    }
  }
}
