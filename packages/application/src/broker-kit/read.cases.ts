import type { Broker } from "../ports/broker.ts";
import type { BrokerCase } from "./broker-case.ts";
import type { CaseWorld } from "./case-world.ts";
import { filled } from "./fill.cases.ts";
import { holds, same, unavailable } from "./rule-broken.ts";
import type { WireFault } from "./venue-bench.ts";

type Read =
  | "activitiesSince"
  | "find"
  | "ordersSince"
  | "executionsSince"
  | "account"
  | "positions";

const FAULTY: Readonly<Partial<Record<WireFault, string>>> = {
  "hang-up-before": "the line is cut",
  "server-error-before": "the venue answers 500",
  "gateway-page-before": "a gateway answers with its page",
  "refusal-page-before": "some server in between refuses with its page",
  "redirect-before": "the venue answers with a redirect",
  "half-answer-after": "half of the answer arrives",
  "wrong-shape-after": "the answer is of another shape",
  "too-long-after": "the answer goes on beyond four mebibytes",
};

/** A snapshot that cannot be trusted is an error, never an empty one. */
export const readCases: readonly BrokerCase[] = [
  ...Object.entries(FAULTY).map(
    ([fault, words]): BrokerCase => ({
      rule: `read/${fault}`,
      promise: `lets every read fail when ${words}`,
      needs: ["wire-faults"],
      run: (world) => everyReadFails(world, fault as WireFault),
    }),
  ),
  {
    rule: "read/silence",
    promise: "lets a read fail that is never answered",
    needs: ["lost-answers"],
    async run({ sent, resting, venue }) {
      await sent(resting());
      venue.breakCalls?.({ on: "read", fault: "silence-before" });
      const broker = venue.connect({ patience: "short" });
      await unavailable(broker.positions(), "positions", ["network"]);
    },
  },
  {
    rule: "read/mends-itself",
    promise: "reads again as soon as the venue answers again",
    needs: ["wire-faults"],
    async run(world) {
      const { broker, start, venue } = world;
      await filled(world);
      venue.breakCalls?.({ on: "read", fault: "server-error-before" });
      await unavailable(broker.positions(), "positions");
      venue.mendCalls?.();
      same((await broker.positions()).length, 1, "positions");
      same((await broker.executionsSince(start)).length, 1, "executions");
    },
  },
  {
    rule: "read/unknown-key",
    promise: "knows no order of a key that was never sent",
    async run({ broker, order, resting, sent }) {
      await sent(resting());
      same(await broker.find(order({ createdAt: order().createdAt })), undefined, "find");
    },
  },
  {
    rule: "read/failure-in-words",
    promise: "says in one line why a read failed",
    needs: ["wire-faults"],
    async run({ broker, venue }) {
      for (const fault of ["server-error-before", "gateway-page-before"] as const) {
        venue.breakCalls?.({ on: "read", fault });
        const { message } = await unavailable(broker.account(), fault);
        holds(
          0 < message.length && message.length <= 500 && !/[\n{}<>]/.test(message),
          `${fault}: the message is “${message}”`,
        );
      }
    },
  },
  {
    rule: "read/changes-nothing",
    promise: "changes nothing at the venue by reading",
    async run(world) {
      const { broker, sent, resting, start, venue } = world;
      const wanted = await sent(resting());
      for (const read of readsOf(broker, world, wanted)) await read();
      same(venue.orderCount(), 1, "orders at the venue");
      same(venue.orderOf(wanted.clientKey)?.isOpen, true, "the order is open");
      same((await broker.executionsSince(start)).length, 0, "executions");
    },
  },
];

async function everyReadFails(world: CaseWorld, fault: WireFault): Promise<void> {
  const { broker, resting, sent, venue } = world;
  await filled(world);
  const wanted = await sent(resting());
  venue.breakCalls?.({ on: "read", fault });
  for (const read of readsOf(broker, world, wanted))
    await unavailable(read(), `${read.name} while ${FAULTY[fault]}`, ["network", "unreadable"]);
}

function readsOf(
  broker: Broker,
  { capabilities, start }: CaseWorld,
  wanted: Parameters<Broker["find"]>[0],
): readonly (() => Promise<unknown>)[] {
  const reads: Partial<Record<Read, () => Promise<unknown>>> = {
    find: () => broker.find(wanted),
    ordersSince: () => broker.ordersSince(start),
    executionsSince: () => broker.executionsSince(start),
    account: () => broker.account(),
    positions: () => broker.positions(),
    // Where nothing of the kind can happen, nobody is asked.
    ...(capabilities.includes("activities") && {
      activitiesSince: () => broker.activitiesSince(start),
    }),
    ...(capabilities.includes("foreign-things") && { foreign: () => broker.foreign(start) }),
  };
  return Object.values(reads);
}
