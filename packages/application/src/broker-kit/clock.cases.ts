import { shares } from "@sevenfold/domain/money";

import type { BrokerCase } from "./broker-case.ts";
import { justBefore } from "./case-world.ts";
import { filled } from "./fill.cases.ts";
import { holds, same } from "./rule-broken.ts";

const HOUR_MS = 3_600_000;

/** Times are the venue's, whatever the clock on the wall says. */
export const clockCases: readonly BrokerCase[] = [
  {
    rule: "clock/execution-time",
    promise: "gives an execution the venue's time",
    async run(world) {
      const { broker, start, venue } = world;
      await venue.pass(HOUR_MS);
      const before = venue.now();
      await filled(world);
      const [execution] = await broker.executionsSince(start);
      // A venue may tell whole seconds only.
      holds(
        execution !== undefined && before - 1_000 <= execution.at && execution.at <= venue.now(),
        `the execution is at ${execution?.at}, the venue's clock stands at ${venue.now()}`,
      );
    },
  },
  {
    rule: "clock/venue-time",
    promise: "tells the venue's time, to the second, however it is asked again",
    needs: ["own-clock"],
    async run({ broker, venue }) {
      for (const passes of [0, 20 * 60_000, 3 * HOUR_MS]) {
        await venue.pass(passes);
        const told = await broker.clock?.();
        holds(
          told !== undefined && Math.abs(told - venue.now()) <= 1_000,
          `the adapter says ${told}, the venue's clock stands at ${venue.now()}`,
        );
      }
    },
  },
  {
    rule: "clock/told-as-listed",
    promise: "tells an execution with the time it lists it with",
    async run({ broker, hear, order, sent, start, until, venue }) {
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      await until("the fill is told", () => heard.executionsOf(wanted).length === 1);
      const [listed] = await broker.executionsSince(start);
      same(heard.executionsOf(wanted)[0]?.at, listed?.at, "the time told, against the one listed");
    },
  },
  {
    rule: "clock/ahead-of-ours",
    promise: "reads lists of a venue whose clock is days from ours",
    async run(world) {
      const { broker, start, venue } = world;
      await venue.pass(5 * HOUR_MS);
      await filled(world);
      same((await broker.executionsSince(start)).length, 1, "executions listed");
      same((await broker.ordersSince(justBefore(start))).length, 1, "orders listed");
    },
  },
  {
    rule: "clock/across-a-day",
    promise: "lists executions of two trading days in one list",
    needs: ["day-end"],
    async run(world) {
      const { broker, start, venue } = world;
      await filled(world, { quantity: shares(1) });
      await venue.passDayEnd?.();
      await venue.pass(HOUR_MS);
      await filled(world, { quantity: shares(2) });
      same(
        (await broker.executionsSince(start)).map(({ quantity }) => quantity as number),
        [1, 2],
        "shares of the executions listed",
      );
    },
  },
  {
    rule: "clock/day-end-keeps-fills",
    promise: "keeps what was filled of an order that ends with the day",
    needs: ["day-end"],
    async run({ broker, order, sent, venue }) {
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(4), price: each });
      await venue.passDayEnd?.();
      const found = await broker.find(wanted);
      same([found?.state, found?.filled as number], ["expired", 4], "state and shares");
    },
  },
  {
    rule: "clock/day-end-told",
    promise: "tells that an order ended with the day, or that it has to be asked for",
    needs: ["day-end"],
    async run({ broker, hear, resting, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(resting());
      await venue.passDayEnd?.();
      // What was signed before the clock went on may be refused after it: a break, and a new look.
      await until(
        "it is told, or the line is new",
        () => heard.lastReportOf(wanted)?.state === "expired" || 1 < heard.count("connected"),
      );
      same((await broker.find(wanted))?.state, "expired", "the state found");
    },
  },
];
