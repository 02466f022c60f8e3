import { type Price, price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

import type { BrokerCase } from "./broker-case.ts";
import type { CaseWorld } from "./case-world.ts";
import { filled } from "./fill.cases.ts";
import { holds, matches, same } from "./rule-broken.ts";

const HOUR_MS = 3_600_000;

/** Orders that rest until the market has fallen to their price. */
export const stopCases: readonly BrokerCase[] = [
  {
    rule: "stop/never-another-kind",
    promise: "sends a stop as a stop, or not at all, and takes it where its terms say so",
    async run(world) {
      const wanted = await stopOfHeld(world);
      const answer = await world.broker.submit(wanted);
      holds(answer.kind !== "unknown", `the answer is ${JSON.stringify(answer)}`);
      if (world.broker.terms?.takesStops) same(answer.kind, "accepted", "the answer");
      const there = world.venue.orderOf(wanted.clientKey);
      same(there?.stop, answer.kind === "accepted" ? wanted.stop : undefined, "the stop there");
      same(there !== undefined, answer.kind === "accepted", "an order at the venue");
    },
  },
  {
    rule: "stop/as-ordered",
    promise: "carries a stop until canceled to the venue and back, without a limit",
    needs: ["stop-orders"],
    async run(world) {
      const { broker, sent, venue } = world;
      const wanted = await sent(await stopOfHeld(world));
      const asked = {
        side: "sell",
        quantity: 10,
        stop: wanted.stop,
        limit: undefined,
        timeInForce: "until-canceled",
      };
      matches(venue.orderOf(wanted.clientKey), asked, "the order at the venue");
      matches(await broker.find(wanted), asked, "the report");
    },
  },
  {
    rule: "stop/rests",
    promise: "reports a stop that was not met as working, with nothing filled",
    needs: ["stop-orders"],
    async run(world) {
      const { broker, sent, venue } = world;
      const wanted = await sent(await stopOfHeld(world));
      await venue.pass(HOUR_MS);
      matches(await broker.find(wanted), { state: "working", filled: 0 }, "the report");
    },
  },
  {
    rule: "stop/holds-shares",
    promise: "reports a sale of shares that a stop keeps as refused for shares",
    needs: ["stop-orders"],
    async run(world) {
      const { broker, order, sent } = world;
      await sent(await stopOfHeld(world));
      const answer = await broker.submit(order({ side: "sell" }));
      matches(answer, { kind: "rejected", cause: "shares" }, "the answer");
    },
  },
  {
    rule: "stop/cancel",
    promise: "cancels a stop, and its shares can be sold then",
    needs: ["stop-orders"],
    async run(world) {
      const { broker, order, sent, until, venue } = world;
      const wanted = await sent(await stopOfHeld(world));
      same(await broker.cancel(wanted), "requested", "the answer");
      await until("canceled", async () => (await broker.find(wanted))?.state === "canceled");
      same(venue.orderOf(wanted.clientKey)?.isOpen, false, "open at the venue");
      await sent(order({ side: "sell" }));
    },
  },
  {
    rule: "stop/fill",
    promise: "tells what a stop sold, in part and in whole",
    needs: ["stop-orders"],
    async run(world) {
      const { broker, sent, venue } = world;
      const wanted = await sent(await stopOfHeld(world));
      await venue.execute(wanted.clientKey, { quantity: shares(4), price: stopOf(wanted) });
      matches(await broker.find(wanted), { state: "working", filled: 4 }, "a part");
      await venue.execute(wanted.clientKey, { quantity: shares(6), price: stopOf(wanted) });
      matches(await broker.find(wanted), { state: "filled", filled: 10 }, "the whole");
      same((await broker.positions()).length, 0, "positions left");
    },
  },
  {
    rule: "stop/outlives-day",
    promise: "keeps a stop until canceled beyond the end of the day",
    needs: ["stop-orders", "day-end"],
    async run(world) {
      const { broker, sent, venue } = world;
      const wanted = await sent(await stopOfHeld(world));
      await venue.passDayEnd?.();
      matches(await broker.find(wanted), { state: "working", filled: 0 }, "the report");
    },
  },
];

/** A stop for ten shares that are held, at half their price: nothing trades there by itself. */
async function stopOfHeld(world: CaseWorld): Promise<Order> {
  const { order, venue } = world;
  const { ticker } = (await filled(world)).wanted;
  const half = price(Math.floor(venue.priceOf(ticker) / 200) * 100);
  return order({ ticker, side: "sell", stop: half, timeInForce: "until-canceled" });
}

const stopOf = ({ stop }: Order): Price => stop!;
